"""What is known of positions as bytes: there and back, damage noticed, and nothing read or written outside."""

import random
import zlib
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.books.learnt import rows
from damier.books.learnt.nodes import LINK, NODE, NOT_IN_TREE, WON, Excerpt
from damier.games.game import BadInput
from lengths import times

LARGEST = (1 << 31) - 1
numbers = st.one_of(st.sampled_from([0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]), st.integers(0, (1 << 64) - 1))
counts = st.one_of(st.sampled_from([0, 1, 127, 128, 16383, 16384, LARGEST]), st.integers(0, LARGEST))
worths = st.one_of(st.sampled_from([-WON, -1, 0, 1, WON]), st.integers(-32_768, 32_767))
triples = st.one_of(st.sampled_from([(WON, WON, WON), (0, -WON, WON), (-WON, -WON, -WON)]), st.tuples(worths, worths, worths))
links = st.tuples(numbers, st.sampled_from([-1, 0, 1, NOT_IN_TREE]), triples, st.booleans(), st.booleans())
nodes = st.fixed_dictionaries(
    {
        "depth": st.one_of(st.sampled_from([0, 255, 256, 65_535]), st.integers(0, 65_535)),
        "value": st.sampled_from([-1, 0, 1, NOT_IN_TREE]),
        "worth": triples,
        "searched": st.sampled_from([0, 1, 127, 128, 32_767]),
        "games": st.tuples(counts, counts, counts),
        "ended": st.tuples(counts, counts, counts),
        "links": st.one_of(st.lists(links, max_size=4), st.lists(links, min_size=4, max_size=4).map(lambda few: few * 64)),
        "parents": st.one_of(
            st.lists(numbers, max_size=4), st.lists(numbers, min_size=3, max_size=3).map(lambda few: few * 100)
        ),
    }
)
books = st.dictionaries(numbers, nodes, max_size=4)


def excerpt_of(book: dict[int, dict[str, Any]]) -> Excerpt:
    """Nodes as the book has them: what a position outside of the tree does not have is nothing."""
    made, all_links, all_parents = np.zeros(len(book), NODE), list[Any](), list[int]()
    for index, (number, node) in enumerate(sorted(book.items())):
        is_known = node["value"] != NOT_IN_TREE
        row = made[index]
        row["number"], row["depth"], row["value"], row["searched"] = number, node["depth"], node["value"], node["searched"]
        row["was_in_tree"] = is_known
        for name in ("worth", "games", "ended"):
            row[name] = node[name] if is_known else 0
        row["first_link"], row["links"] = len(all_links), len(node["links"])
        row["first_parent"], row["parents"] = len(all_parents), len(node["parents"])
        for to, value, worth, keeps, avoided in node["links"]:
            all_links.append((to, value, worth if value != NOT_IN_TREE else (worth[0], 0, 0), keeps, avoided))
        all_parents.extend(node["parents"])
    return Excerpt.of(made, np.array(all_links, LINK), np.array(all_parents, np.uint64))


def cut(joined: bytes, ends: Any) -> list[bytes]:
    return [joined[start:end] for start, end in zip([0, *ends.tolist()], ends.tolist(), strict=False)]


def signed(number: int, content: bytes) -> bytes:
    """A row with the checksum that it should have."""
    return content + zlib.crc32(content, zlib.crc32(number.to_bytes(8, "little"))).to_bytes(4, "little")


@given(books)
@settings(max_examples=times(60, 3_000), deadline=None)
def test_there_and_back(book: dict[int, dict[str, Any]]) -> None:
    excerpt = excerpt_of(book)
    joined, ends = rows.pack(excerpt)
    back = rows.unpack(excerpt.numbers, cut(joined, ends), "a book")
    excerpt.nodes["stored"] = [int.from_bytes(row[-4:], "little") for row in cut(joined, ends)]
    assert back.nodes.tobytes() == excerpt.nodes.tobytes()
    assert back.links.tobytes() == excerpt.links.tobytes()
    assert back.parents.tobytes() == excerpt.parents.tobytes()
    assert [signed(int(n), row[:-4]) for n, row in zip(excerpt.numbers, cut(joined, ends), strict=True)] == cut(joined, ends)


def test_the_longest_rows() -> None:
    """All that can be long is; the buffer that they are written into has room for it."""
    link = ((1 << 64) - 1, 1, (1, 2, 3), True, True)
    node = {
        "depth": 65_535,
        "value": 0,
        "worth": (1, 2, 3),
        "searched": 32_767,
        "games": (LARGEST,) * 3,
        "ended": (LARGEST,) * 3,
        "links": [link] * 256,
        "parents": [(1 << 64) - 1] * 1000,
    }
    joined, ends = rows.pack(excerpt_of(dict.fromkeys(range(50), node)))
    assert all(len(row) <= rows._MOST_OF_NODE + 256 * rows._MOST_OF_LINK + 1000 * 8 for row in cut(joined, ends))
    bare = {**node, "links": [], "parents": []}
    assert int(rows.pack(excerpt_of({1: bare}))[1][0]) <= rows._MOST_OF_NODE
    assert int(rows.pack(excerpt_of({1: {**bare, "links": [link]}}))[1][0]) <= rows._MOST_OF_NODE + rows._MOST_OF_LINK


def test_every_changed_bit_is_noticed() -> None:
    alternative = (7, NOT_IN_TREE, (5, 0, 0), False, True)
    node = {
        "depth": 3,
        "value": 0,
        "worth": (1, 2, 3),
        "searched": 8,
        "games": (1, 2, 300),
        "ended": (0, 1, 0),
        "links": [(5, 1, (WON, WON, WON), True, False), (6, 0, (9, 8, 7), False, False), alternative],
        "parents": [1, 2],
    }
    excerpt = excerpt_of({77: node})
    row, _ = rows.pack(excerpt)
    rows.unpack(excerpt.numbers, [row], "a book")
    for bit in range(8 * len(row)):
        hurt = bytearray(row)
        hurt[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadInput, match="a book is damaged"):
            rows.unpack(excerpt.numbers, [bytes(hurt)], "a book")
    for bit in range(64):  # the row of another position
        with pytest.raises(BadInput, match="a book is damaged"):
            rows.unpack(np.array([77 ^ 1 << bit], np.uint64), [row], "a book")
    for length in range(len(row)):
        with pytest.raises(BadInput, match="a book is damaged"):
            rows.unpack(excerpt.numbers, [row[:length]], "a book")


def read(content: bytes, number: int = 5) -> Excerpt | None:
    """A row that says something of its own making, with the right checksum, between two that are good."""
    good = excerpt_of({3: dict(SIMPLE), 9: dict(SIMPLE)})
    first, last = cut(*rows.pack(good))
    with suppress(BadInput):
        return rows.unpack(np.array([3, number, 9], np.uint64), [first, signed(number, content), last], "a book")
    return None


SIMPLE = {"depth": 1, "value": 0, "worth": (0, 0, 0), "searched": 0, "games": (0, 1, 0), "ended": (0, 1, 0)} | {
    "links": [],
    "parents": [4],
}


@given(st.binary(max_size=60))
@settings(max_examples=times(400, 30_000), deadline=None)
def test_garbage_with_a_right_checksum(content: bytes) -> None:
    """It is refused, or means something that can be written again."""
    excerpt = read(content)
    if excerpt is not None:
        assert len(content) >= 5
        assert (excerpt.nodes["links"] >= 0).all()
        assert excerpt.nodes["parents"].sum() == len(excerpt.parents)
        rows.pack(excerpt)


@pytest.mark.parametrize(
    "count", [b"\x7f", b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\xff\x0f", b"\xff" * 9 + b"\x7f", b"\xff" * 40]
)
def test_counts_that_cannot_be(count: bytes) -> None:
    """Of links and of parents: more than there are bytes for, or than any number."""
    head = bytes([3 | 4, 0, 0, 0])
    assert read(head + b"\0\0") is not None
    assert read(head + count + b"\0") is None
    assert read(head + b"\0" + count) is None
    assert read(head + b"\0" + count + bytes(800)) is None


def test_rows_that_are_hurt_and_signed_again() -> None:
    chance = random.Random(5)
    links = [(n, n % 4 - 1, (n, 2, 3), n % 2 == 0, False) for n in range(12)]
    row, _ = rows.pack(excerpt_of({5: {**SIMPLE, "worth": (1, 2, 3), "links": links, "parents": list(range(9))}}))
    for _ in range(times(1_000, 40_000)):
        hurt = bytearray(row[:-4])
        for _ in range(chance.randint(1, 3)):
            hurt[chance.randrange(len(hurt))] = chance.choice([0, 127, 128, 255, chance.randrange(256)])
        read(bytes(hurt[: chance.choice([len(hurt), chance.randrange(len(hurt) + 1)])]))
