"""The book that learns at the board: what is told of it, how damier plays by it, what it learns from, and when it is broken."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from conversation import AGAINST, Page, begin, talking

from conftest import running
from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.store import BookGame
from damier.books.rote import Rote
from damier.books.shelf import memory_path
from damier.engine import player as player_module
from damier.games import catalogue
from damier.games.game import BadInput, Game
from damier.web.play import learning
from damier.web.play.open_books import book_path

GAME = catalogue.load("tictactoe")
WINS = [4, 1, 0, 2, 8]  # the first player, by the diagonal
LOSES = [1, 0, 3, 4, 5, 8]
DRAWN = [4, 0, 8, 2, 1, 7, 5, 3, 6]
NAMES = [GAME.move_name(GAME.start(), move) for move in range(9)]
MIDDLE, EDGES = NAMES[4], [NAMES[move] for move in (1, 3, 5, 7)]


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own, and the file of games in it."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    return tmp_path / "games.db"


def make_book(*games: tuple[list[int], int], game: Game = GAME) -> None:
    with LearntBook.open(default_path(game), game, is_writable=True, is_made=True) as book:
        book.add([BookGame(moves, result) for moves, result in games])
        if games:
            book.examine(game.start(), 0, {0: 0.25}, 3)


def games_in(game: Game = GAME) -> list[BookGame]:
    path = default_path(game)
    if not path.exists():
        return []
    with LearntBook.open(path, game) as book:
        return [each for _, each in book.store.games()]


def first_move(page: Page) -> str:
    """The program's, which may have been made before anybody listened."""
    if not page.state["nodes"]:
        page.until_state(lambda each: len(each["nodes"]) == 1)
    return page.names()[0]


def book_of(page: Page, status: str = "known") -> dict[str, Any]:
    """What is told of the book for the position on the board."""
    here = page.state["here"]
    told = [each for each in page.heard if each["kind"] == "book"]
    if told and (told[-1]["node"], told[-1]["status"]) == (here, status):
        return told[-1]
    return page.until(lambda each: each["kind"] == "book" and each["node"] == here and each["status"] == status)


@contextmanager
def at_the_board(client: httpx.Client, **wanted: Any) -> Iterator[Page]:
    with talking(
        client, begin(client, wanted.pop("game", "tictactoe"), **{"seconds": 0.05, "warns": False, **wanted})["id"]
    ) as page:
        yield page


# --------------------------------------------------------------------------------------------------------------------
# What is told


def test_what_is_shown_is_what_the_book_knows(library: Path) -> None:
    """Games, results and expectations, turned to the first player's view, for either side; as a message and by HTTP."""
    make_book((WINS, 1), (LOSES, -1), (DRAWN, 0))
    with running([], library) as client, at_the_board(client) as page:
        for turn, name in enumerate([MIDDLE, NAMES[1]]):
            told = book_of(page)
            session = [4, 1][:turn]
            position = GAME.start()
            for move in session:
                position = GAME.play(position, move)
            with LearntBook.open(default_path(GAME), GAME) as book:
                known = book.look(position, turn)
                advised = book.advise(position, turn).move
            assert known is not None
            sign = 1 - 2 * turn
            assert told["total"] == 3
            assert told["result"] == sign * known.value
            assert list(told["games"].values()) == list(known.games[::sign])
            shown = {each["move"]: each for each in told["moves"]}
            choices = [each for each in known.choices if each.value is not None or each.worth is not None]
            assert list(shown) == [GAME.move_name(position, each.move) for each in choices]
            for choice in choices:
                each = shown[GAME.move_name(position, choice.move)]
                assert list(each["games"].values()) == list(choice.games[::sign])
                assert each["result"] == (None if choice.value is None else sign * choice.value)
                if choice.worth is not None:
                    bounded = max(-1.0, min(1.0, choice.worth))
                    assert each["share"] == pytest.approx(0.5 + 0.5 * sign * bounded, abs=1e-4)
                    assert each["sure"] == (abs(choice.worth) > 1)
                assert each["chosen"] or choice.move != advised
            assert client.get(f"/api/sittings/{page.state['id']}/book").json() == told
            page.say("move", move=name)
            page.until_state(lambda each, turn=turn: len(each["nodes"]) == turn + 1)
        assert book_of(page)["games"] == {"first": 1, "drawn": 0, "second": 0}
        page.say("move", move=NAMES[7])
        page.until_state(lambda each: len(each["nodes"]) == 3)
        assert book_of(page, "unknown")["moves"] == []


def test_no_book(library: Path) -> None:
    """Nothing is made by looking, and options of a game never lead elsewhere in the file system."""
    with running([], library) as client:
        with at_the_board(client) as page:
            assert book_of(page, "none")["total"] == 0
        with at_the_board(client, game="tree", options={"tree": "[[1, 2], [3, 4]]"}) as page:
            book_of(page, "none")
            page.say("move", move=page.state["legal"][0]["name"])
            page.say("resign")
            page.until_state(lambda each: each["result"] is not None)
            page.say("learn")
            assert "no books" in page.until_error()
    assert not (library.parent / "books").exists()
    with pytest.raises(BadInput, match="no books"):
        book_path(replace(GAME, options={"name": "/../../elsewhere"}))


def test_one_walks_through_the_book_and_nobody_answers(library: Path) -> None:
    make_book((WINS, 1), (DRAWN, 0))
    with running([], library) as client, at_the_board(client, sides=AGAINST, learn=True) as page:
        for count, name in enumerate([NAMES[move] for move in WINS], 1):
            page.say("move", move=name, walk=True)
            page.until_state(lambda each, count=count: len(each["nodes"]) == count)
            assert page.state["paused"] or page.state["turn"] == 0 or page.state["result"]
        assert page.state["result"]["winner"] == 0
        assert page.state["learning"] is None
        page.say("undo", count=3)
        page.until_state(lambda each: len(each["line"]) == 6 and each["here"] == each["line"][2])
        played = [each["move"] for each in book_of(page)["moves"] if each["result"] is not None]
        assert played == ["a1", "c1"]  # which are one
    assert len(games_in()) == 2


# --------------------------------------------------------------------------------------------------------------------
# Play


@pytest.mark.parametrize("level", ["casual", "strong"])
def test_damier_plays_by_the_book_at_any_level(library: Path, level: str) -> None:
    make_book((LOSES, -1), (WINS, 1))
    sides = [{"program": True, "level": level}, {}]
    with running([], library) as client:
        with at_the_board(client, sides=sides) as page:
            assert first_move(page) == MIDDLE
            assert page.state["spoke"]["book"]
        with at_the_board(client, sides=sides, book=False) as page:
            assert first_move(page)
            assert not page.state["spoke"]["book"]


@pytest.mark.parametrize("level", ["beginner", "strong"])
def test_damier_avoids_what_has_lost(library: Path, level: str) -> None:
    """Moves to the edge have lost so far, and nothing is known of the others: damier thinks, but not of those."""
    with LearntBook.open(default_path(GAME), GAME, is_writable=True, is_made=True) as book:
        book.add([BookGame(LOSES, -1)])
    with running([], library) as client:
        for _ in range(4):
            with at_the_board(client, sides=[{"program": True, "level": level}, {}]) as page:
                assert first_move(page) not in EDGES
                assert not page.state["spoke"]["book"]


# --------------------------------------------------------------------------------------------------------------------
# Learning


FORK = ["a1", "b2", "c1", "c3"]  # with a3 the first player threatens two things


def is_learnt(state: dict[str, Any]) -> bool:
    return state["learning"] is not None and state["learning"]["status"] == "learnt"


def is_decided(state: dict[str, Any]) -> bool:
    """Whether a game that damier has won is in the book, or left out."""
    return state["learning"] is not None and state["learning"]["status"] in ("learnt", "left")


def is_lost_for_damier(page: Page) -> None:
    """A person wins from the fork on."""
    page.say("move", move="a3")
    page.until_state(lambda each: len(each["nodes"]) == 6)
    page.say("move", move="b1" if "b1" not in page.names() else "a2")


def test_a_game_is_learnt_once(library: Path) -> None:
    """Whatever is taken back, made again, asked for or started again; and after a server that was killed."""
    with running([], library) as client:
        with at_the_board(client, sides=AGAINST, learn=True, moves=FORK) as page:
            id = page.state["id"]
            is_lost_for_damier(page)
            lesson = page.until_state(is_learnt)["learning"]["lesson"]
            assert (lesson["ground"], lesson["positions"] > 0) == ("lost", True)
            assert lesson["why"].startswith("lost, so it is taken in; ")
            [game] = games_in()
            assert (len(game.moves), game.result, game.first, game.second) == (7, 1, "Player", "damier (casual)")
            assert book_of(page)["games"] == {"first": 1, "drawn": 0, "second": 0}
            assert memory_path(default_path(GAME)).exists()  # the searches, too
            page.say("undo")
            page.say("redo", count=2)
            page.until_state(lambda each: each["result"] is not None)
            page.say("learn")
            assert "once" in page.until_error()
        with talking(client, id) as page:
            assert is_learnt(page.state)
    with running([], library) as client, talking(client, id) as page:
        assert is_learnt(page.state)
    killed_before_it_was_told(library)
    with running([], library) as client, talking(client, id) as page:
        assert is_learnt(page.state) or page.until_state(is_learnt)
    assert len(games_in()) == 1
    killed_before_it_was_told(library)
    default_path(GAME).unlink()
    with running([], library) as client, talking(client, id) as page:
        assert is_learnt(page.state) or page.until_state(is_learnt)
    assert len(games_in()) == 1


def killed_before_it_was_told(library: Path) -> None:
    """As if the server had died while the game was learnt."""
    with sqlite3.connect(library) as connection:
        [(id, content)] = connection.execute("SELECT id, content FROM games").fetchall()
        kept = json.loads(content)
        kept["learning"][1] = "learning"
        content = json.dumps(kept).encode()
        connection.execute("UPDATE games SET content = ?, checksum = ? WHERE id = ?", (content, zlib.crc32(content), id))
    connection.close()


def test_which_games_are_learnt(library: Path) -> None:
    """Of damier against itself if that is wanted; of two persons only if they ask; of damier against a person not unless."""
    programs = [{"program": True, "level": "beginner"}] * 2
    with running([], library) as client:
        with at_the_board(client, sides=programs, learn=True) as page:
            page.until_state(is_learnt)
            assert len(games_in()) == 1
        with at_the_board(client, learn=True, moves=[NAMES[move] for move in WINS[:-1]]) as page:
            page.say("learn")
            assert page.until_error() == "the game is not over"
            page.say("move", move=NAMES[8])
            page.until_state(lambda each: each["result"] is not None)
            assert page.state["learning"] is None
            page.say("learn")
            page.until_state(is_learnt)
            assert games_in()[1].moves == WINS
        with at_the_board(client, sides=AGAINST) as page:
            page.say("resign")
            page.until_state(lambda each: each["result"] is not None)
            assert page.state["learning"] is None
        with at_the_board(client, sides=AGAINST, learn=True, clock={"base": 1}, moves=[MIDDLE]) as page:
            page.until_state(lambda each: each["result"] is not None)
            state = page.until_state(is_decided)
            assert state["result"]["reason"] == "time"
            kept = {"missed": [-1], "clear": []}[state["learning"]["lesson"]["ground"]]  # as damier has played
    assert [each.result for each in games_in()][1:] == [1, *kept]


def test_a_clear_win_is_left_out(library: Path) -> None:
    """Who gives up an even game had nothing promising; no book is made for that."""
    sides = [AGAINST[0], {**AGAINST[1], "level": "strong"}]
    with running([], library) as client, at_the_board(client, sides=sides, learn=True) as page:
        page.say("move", move=MIDDLE)
        page.until_state(lambda each: len(each["nodes"]) == 2)
        page.say("resign")
        learning = page.until_state(is_decided)["learning"]
        assert (learning["status"], learning["lesson"]["ground"]) == ("left", "clear")
        assert learning["lesson"]["positions"] == 2
    assert games_in() == []
    assert not default_path(GAME).exists()


def test_draws_count_as_one_likes(library: Path) -> None:
    """Who is content repeats a draw, who plays to win does not; the page asks for it."""
    make_book((DRAWN, 0))
    with running([], library) as client:
        for aim, is_repeated in [("any", False), ("draw", True), ("win", False)]:  # something else is a little better than even
            with at_the_board(client, sides=[{"program": True, "level": "strong"}, {}], aim=aim) as page:
                first_move(page)
                assert page.state["aim"] == aim
                repeated = page.state["spoke"]["book"] and page.names()[0] == MIDDLE
                assert repeated == is_repeated
        assert client.post("/api/sittings", json={"game": "tictactoe", "aim": "lose"}).status_code == 422


def test_what_waits_is_learnt_when_the_server_ends(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of alternatives ends; the games are in the book."""
    monkeypatch.setattr(learning, "HASH_MB", 1)
    with running([], library) as client:
        ids = []
        for moves in ([4, 1, 0, 2], [4, 1, 0, 3]):
            with at_the_board(client, moves=[NAMES[move] for move in moves]) as page:
                page.say("move", move=NAMES[8])
                page.until_state(lambda each: each["result"] is not None)
                page.say("learn")
                page.until_state(lambda each: each["learning"] is not None)
                ids.append(page.state["id"])
    assert len(games_in()) == 2
    with running([], library) as client:
        assert [client.get(f"/api/sittings/{id}").json()["learning"]["status"] for id in ids] == ["learnt"] * 2


# --------------------------------------------------------------------------------------------------------------------
# A book that is broken


def test_a_damaged_book_is_told_and_play_goes_on(library: Path) -> None:
    path = default_path(GAME)
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\0" + b"damage" * 1000)
    with running([], library) as client, at_the_board(client, sides=AGAINST, learn=True) as page:
        told = book_of(page, "trouble")
        assert "damaged" in told["trouble"]
        assert "\n" not in told["trouble"]
        page.say("move", move=MIDDLE)
        page.until_state(lambda each: len(each["nodes"]) == 2)
        page.say("resign")
        assert "damaged" in page.until_error()
        page.until_state(lambda each: each["learning"]["status"] == "failed")
        path.unlink()
        page.say("learn")
        status = page.until_state(is_decided)["learning"]["status"]
    assert len(games_in()) == (status == "learnt")


def broken(*_: Any) -> Any:
    raise RuntimeError("broken\nfor a test")


def heard_errors(page: Page) -> list[str]:
    return [str(each["error"]) for each in page.heard if each["kind"] == "error"]


FAILURES = (
    "a book has failed and is put aside: ",
    "the memory of deep searches has failed and is put aside: RuntimeError: broken for a test",
    "the search has failed, and what was found at depth ",  # also of the one that looks for bad moves
)


def are_told(page: Page) -> bool:
    return all(any(words in each for each in heard_errors(page)) for words in FAILURES)


def test_whatever_fails_is_told_and_the_move_was_searched(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The book, the memory of deep searches, then the search itself: each once, and the game goes on."""
    make_book((WINS, 1))
    Rote(memory_path(default_path(GAME)), GAME).close()
    monkeypatch.setattr(LearntBook, "advise_in", broken)
    monkeypatch.setattr(Rote, "seed", broken)
    sides = [AGAINST[0], {**AGAINST[1], "level": "8"}]
    with running([], library) as client, at_the_board(client, sides=sides) as page:
        page.say("move", move=MIDDLE)
        page.until_state(lambda each: len(each["nodes"]) == 2)
        monkeypatch.setattr(player_module, "deepen", broken)
        page.say("move", move=next(name for name in NAMES[:4] if name not in page.names()))
        spoke = page.until_state(lambda each: len(each["nodes"]) == 4)["spoke"]
        assert not spoke["book"]
        assert spoke["thought"]["depth"] > 0
        if not are_told(page):
            page.until(lambda _: are_told(page))
    assert all("\n" not in each for each in heard_errors(page))
    assert len([each for each in heard_errors(page) if FAILURES[0] in each]) == 1
