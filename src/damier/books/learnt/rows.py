"""What a book knows of a position as bytes: a row of the file.

    what              1 byte    bits 0-1 value + 1, 3 for none; 2 plain: the worths follow from it; 4 games have ended here
    depth             2 bytes   how far the game has come
    worths            6 bytes   unless plain
    games, ended      numbers   lost, drawn, won; only in the tree, and the second three only if games have ended here
    searched          number    how deep
    links             number    how many, and then of each
        number        8 bytes
        what          1 byte    bits 0-2 as above; 3 keeps the turn; 4 avoided; 5 an alternative that was searched
        worths        6 bytes   in the tree and not plain
        worth         2 bytes   of an alternative that was searched
    parents           number    how many, and then 8 bytes each
    checksum          4 bytes   CRC-32 of the position's number (8 bytes) and of all the bytes before

Numbers without a size take seven bits a byte, the lowest first, and the eighth bit says that there are more. A position that
one game went through takes some thirty bytes: the links tell what they lead to, so that one row is enough to answer.

Compiled code does not notice when it reads outside of a row, so a row is measured before it is read: one whose checksum is
right, be it by chance or by malice, and that does not end where its numbers say, is refused like any that is damaged.
"""

from typing import Any

import numpy as np

from damier.books.learnt.nodes import AIMS, LINK, NOT_IN_TREE, NOT_SEARCHED, Excerpt
from damier.books.learnt.values import worth_of_result
from damier.games.game import BadInput
from damier.kernel import compiled, part

_VALUE, _PLAIN, _ENDED, _KEEPS, _AVOIDED, _SEARCHED = 3, 4, 16, 8, 16, 32
_MOST_OF_NODE, _MOST_OF_LINK = 96, 15  # bytes, without links and parents
_CRC = 4
_MOST_BYTES_OF_NUMBER, _LARGEST = 5, (1 << 31) - 1


def unpack(numbers: Any, rows: list[bytes], where: str) -> Excerpt:
    """The positions of these numbers, which are sorted, as they were written; a damaged row is refused."""
    buffer = np.frombuffer(b"".join(rows), np.uint8)
    ends = np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)))
    excerpt = Excerpt.empty(numbers)
    room = np.zeros(3, np.int64)
    _measure(buffer, ends, excerpt.nodes, room)
    if room[0] < len(rows):
        raise BadInput(f"{where} is damaged: what it says of position {int(numbers[int(room[0])]):016x} cannot be so")
    excerpt.links = np.zeros(room[1], LINK)
    excerpt.parents = np.zeros(room[2], np.uint64)
    _unpack(buffer, ends, excerpt.nodes, excerpt.links, excerpt.parents)
    return excerpt


def pack(excerpt: Excerpt) -> tuple[bytes, Any]:
    """The rows of all positions, joined, and where each ends."""
    nodes = excerpt.nodes
    most = len(nodes) * _MOST_OF_NODE + _MOST_OF_LINK * int(nodes["links"].sum()) + 8 * int(nodes["parents"].sum())
    buffer, ends = np.zeros(most, np.uint8), np.zeros(len(nodes), np.int64)
    size = int(_pack(nodes, excerpt.links, excerpt.parents, buffer, ends))
    return buffer[:size].tobytes(), ends


def _crc_table() -> Any:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0xEDB88320), table >> 1).astype(np.uint32)
    return table


_TABLE = _crc_table()


@part
def _checksum(number: Any, buffer: Any, start: Any, end: Any) -> Any:
    crc = np.uint32(0xFFFFFFFF)
    for i in range(8):
        byte = np.uint32((number >> np.uint64(8 * i)) & np.uint64(255))
        crc = _TABLE[(crc ^ byte) & np.uint32(255)] ^ (crc >> np.uint32(8))
    for i in range(start, end):
        crc = _TABLE[(crc ^ np.uint32(buffer[i])) & np.uint32(255)] ^ (crc >> np.uint32(8))
    return np.int64(crc ^ np.uint32(0xFFFFFFFF))


@part
def _put(buffer: Any, at: Any, number: Any, size: Any) -> Any:
    """Write a number of so many bytes; where it ends."""
    for i in range(size):
        buffer[at + i] = (number >> (8 * i)) & 255
    return at + size


@part
def _put_key(buffer: Any, at: Any, number: Any) -> Any:
    for i in range(8):
        buffer[at + i] = (number >> np.uint64(8 * i)) & np.uint64(255)
    return at + 8


@part
def _put_number(buffer: Any, at: Any, number: Any) -> Any:
    while number >= 128:
        buffer[at] = 128 | (number & 127)
        number >>= 7
        at += 1
    buffer[at] = number
    return at + 1


@part
def _short(buffer: Any, at: Any) -> Any:
    number = np.int64(buffer[at]) | np.int64(buffer[at + 1]) << 8
    return number - 65_536 if number >= 32_768 else number


@part
def _key(buffer: Any, at: Any) -> Any:
    number = np.uint64(0)
    for i in range(8):
        number |= np.uint64(buffer[at + i]) << np.uint64(8 * i)
    return number


@part
def _number(buffer: Any, at: Any, end: Any) -> Any:
    """A number and where it ends; -1 if that is not before `end`, or no such number is ever written."""
    number = np.int64(0)
    for i in range(min(_MOST_BYTES_OF_NUMBER, end - at)):
        byte = np.int64(buffer[at + i])
        number |= (byte & 127) << (7 * i)
        if byte < 128:
            return number if number <= _LARGEST else np.int64(-1), at + i + 1
    return np.int64(-1), at


@part
def _is_plain(value: Any, worth: Any) -> Any:
    for aim in range(len(AIMS)):
        if worth[aim] != worth_of_result(np.int64(value), aim):
            return False
    return True


@part
def _what(value: Any, worth: Any) -> Any:
    if value == NOT_IN_TREE:
        return np.int64(_VALUE | _PLAIN)
    return np.int64(value) + 1 + (_PLAIN if _is_plain(value, worth) else 0)


@compiled
def _pack(nodes: Any, links: Any, parents: Any, buffer: Any, ends: Any) -> Any:
    at = np.int64(0)
    for index in range(len(nodes)):
        node = nodes[index]
        start = at
        what = _what(node.value, node.worth)
        has_ended = node.ended[0] + node.ended[1] + node.ended[2] > 0
        buffer[at] = what | (_ENDED if has_ended else 0)
        at = _put(buffer, at + 1, np.int64(node.depth), 2)
        if not what & _PLAIN:
            for aim in range(len(AIMS)):
                at = _put(buffer, at, np.int64(node.worth[aim]), 2)
        if node.value != NOT_IN_TREE:
            for i in range(3):
                at = _put_number(buffer, at, np.int64(node.games[i]))
            if has_ended:
                for i in range(3):
                    at = _put_number(buffer, at, np.int64(node.ended[i]))
        at = _put_number(buffer, at, np.int64(node.searched))
        at = _put_number(buffer, at, np.int64(node.links))
        for i in range(node.first_link, node.first_link + node.links):
            link = links[i]
            at = _put_key(buffer, at, link.number)
            of_link = _what(link.value, link.worth)
            is_searched = link.value == NOT_IN_TREE and link.worth[0] != NOT_SEARCHED
            buffer[at] = (
                of_link | (_KEEPS if link.keeps else 0) | (_AVOIDED if link.avoided else 0) | (_SEARCHED if is_searched else 0)
            )
            at += 1
            if not of_link & _PLAIN:
                for aim in range(len(AIMS)):
                    at = _put(buffer, at, np.int64(link.worth[aim]), 2)
            if is_searched:
                at = _put(buffer, at, np.int64(link.worth[0]), 2)
        at = _put_number(buffer, at, np.int64(node.parents))
        for i in range(node.first_parent, node.first_parent + node.parents):
            at = _put_key(buffer, at, parents[i])
        at = _put(buffer, at, _checksum(node.number, buffer, start, at), _CRC)
        ends[index] = at
    return at


@compiled
def _measure(buffer: Any, ends: Any, nodes: Any, room: Any) -> None:
    """Check the rows and count their links and parents: room is the first bad row, or how many there are, links, parents."""
    start = np.int64(0)
    for index in range(len(ends)):
        end = ends[index] - _CRC
        stored = np.int64(0)
        for i in range(_CRC):
            if end > start:
                stored |= np.int64(buffer[end + i]) << (8 * i)
        if end <= start or stored != _checksum(nodes[index].number, buffer, start, end):
            return
        nodes[index].stored = stored
        at = _head(buffer, start, end, nodes, index)
        if at < 0:
            return
        nodes[index].was_in_tree = nodes[index].value != NOT_IN_TREE
        for _ in range(nodes[index].links):
            at = _after_link(buffer, at, end)
            if at < 0:
                return
        count, at = _number(buffer, at, end)
        if count < 0 or at + 8 * count != end:
            return
        nodes[index].parents = count
        room[1] += nodes[index].links
        room[2] += count
        start = ends[index]
        room[0] += 1


@part
def _head(buffer: Any, at: Any, end: Any, nodes: Any, index: Any) -> Any:
    """Read what a row says before its links; where they begin, or -1 if the row ends before."""
    what = np.int64(buffer[at])
    value = (what & _VALUE) - 1
    has_worths = value != NOT_IN_TREE and not what & _PLAIN
    if at + 3 + (2 * len(AIMS) if has_worths else 0) > end:
        return np.int64(-1)
    nodes[index].value = value
    nodes[index].depth = np.int64(buffer[at + 1]) | np.int64(buffer[at + 2]) << 8
    at += 3
    for aim in range(len(AIMS)):
        if has_worths:
            nodes[index].worth[aim] = _short(buffer, at)
            at += 2
        else:
            nodes[index].worth[aim] = 0 if value == NOT_IN_TREE else worth_of_result(value, aim)
    least = np.int64(0)
    if value != NOT_IN_TREE:
        for i in range(3):
            count, at = _number(buffer, at, end)
            nodes[index].games[i] = count
            least = min(least, count)
        for i in range(3 if what & _ENDED else 0):
            count, at = _number(buffer, at, end)
            nodes[index].ended[i] = count
            least = min(least, count)
    searched, at = _number(buffer, at, end)
    links, at = _number(buffer, at, end)
    nodes[index].searched, nodes[index].links = searched, links
    return at if min(least, searched, links) >= 0 else np.int64(-1)


@part
def _after_link(buffer: Any, at: Any, end: Any) -> Any:
    """Where a link ends, or -1 if the row ends before."""
    if at + 9 > end:
        return np.int64(-1)
    what = np.int64(buffer[at + 8])
    at += 9 + (0 if what & _PLAIN else 2 * len(AIMS)) + (2 if what & _SEARCHED else 0)
    return at if at <= end else np.int64(-1)


@compiled
def _unpack(buffer: Any, ends: Any, nodes: Any, links: Any, parents: Any) -> None:
    start = np.int64(0)
    link, parent = np.int64(0), np.int64(0)
    for index in range(len(ends)):
        end = ends[index] - _CRC
        at = _head(buffer, start, end, nodes, index)
        nodes[index].first_link = link
        for _ in range(nodes[index].links):
            what = np.int64(buffer[at + 8])
            value = (what & _VALUE) - 1
            links[link].number = _key(buffer, at)
            links[link].value = value
            links[link].keeps = 1 if what & _KEEPS else 0
            links[link].avoided = 1 if what & _AVOIDED else 0
            for aim in range(len(AIMS)):
                if value == NOT_IN_TREE:
                    links[link].worth[aim] = NOT_SEARCHED if aim == 0 else 0
                elif what & _PLAIN:
                    links[link].worth[aim] = worth_of_result(value, aim)
                else:
                    links[link].worth[aim] = _short(buffer, at + 9 + 2 * aim)
            if what & _SEARCHED:
                links[link].worth[0] = _short(buffer, at + 9)
            at = _after_link(buffer, at, end)
            link += 1
        count, at = _number(buffer, at, end)
        nodes[index].first_parent = parent
        nodes[index].parents = count
        for _ in range(count):
            parents[parent] = _key(buffer, at)
            at += 8
            parent += 1
        start = ends[index]
