"""A book that learns: games go in, advice comes out.

    book = LearntBook.open(path, game)
    book.add([BookGame(moves, result)])            # costs time in proportion to the game, not to the book
    page = book.look(position, ply)              # what is known of a position and of each move
    advice = book.advise(position, ply)          # what to play: Buro's strategies I, II and III

Strategy I, replay what won, and II, play the opponent's wins back at him, are one here: positions are seen from the player
to move, whoever that was. Strategy III: where nothing is known to win, go where the most promising deviation is, be it now
or some moves later.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.books.aims import EVEN
from damier.books.learnt.nodes import (
    LOUD,
    NOT_IN_TREE,
    NOT_SEARCHED,
    OTHER_AIM,
    SURE,
    WON,
    Excerpt,
    absorb,
    look_around,
)
from damier.books.learnt.places import DEEPEST, Around, Places
from damier.books.learnt.store import BookGame, Source, Store
from damier.books.learnt.values import class_of, settle
from damier.books.openings import Entry
from damier.games.game import BadInput, Game
from damier.kernel import uncompiled
from damier.records.session import Session
from damier.rules import ONGOING
from damier.user_files import data_directory

ENDING = ".book"
UNKNOWN = 2.0  # where moves that nothing is known of stand: behind all that may be good, before those that lost
FARTHEST = 300  # plies at which a position is looked for whose plies nobody knows
MANY_GAMES = 25  # from which on the share of those that were lost tells more than what a search promises
HOPELESS = 0.1  # of the points of so many games: who has no more looks elsewhere
NEAR = 20  # ... more or less, where somebody does: moves were lost on the way


class Choice(NamedTuple):
    """A move, as the book sees it; all for who makes it."""

    move: int
    value: int | None  # -1, 0 or 1: the result known of it; None if no game in the book went there
    worth: float | None  # from -1 to 1, or infinite for a result: of deviating well after it; of what was not played, by search
    games: tuple[int, int, int] = (0, 0, 0)  # won, drawn, lost
    is_avoided: bool = False

    @property
    def is_hopeless(self) -> bool:
        """Whether so many games were lost with it that another promise does not count: it is not known to win, and what was
        promised of it before has come to nothing again and again. Searches promise too much where they are asked often."""
        won, drawn, lost = self.games
        total = won + drawn + lost
        is_known_to_win = self.value is not None and self.value > 0
        return not is_known_to_win and total >= MANY_GAMES and won + drawn / 2 <= HOPELESS * total

    @property
    def is_alternative(self) -> bool:
        """Whether it is not in the book yet."""
        return self.value is None


class Page(NamedTuple):
    """What the book knows of a position; all for who is to move."""

    value: int
    worth: float
    games: tuple[int, int, int]  # won, drawn, lost
    choices: list[Choice]  # all legal moves, the best first
    searched: int  # how deep the alternatives were searched; 0: they were not

    @property
    def wants_search(self) -> bool:
        """Whether an alternative is needed and none is known that was searched."""
        unplayed = [choice for choice in self.choices if choice.is_alternative]
        return self.value < 1 and bool(unplayed) and all(choice.worth is None for choice in unplayed)


class Advice(NamedTuple):
    """What the book says to do in a position: play a move, or think, but not of those moves."""

    move: int | None
    avoid: list[int]
    page: Page | None

    @property
    def is_deviation(self) -> bool:
        """Whether the move leaves the games that are known."""
        return self.page is not None and any(each.move == self.move and each.is_alternative for each in self.page.choices)


def default_path(game: Game) -> Path:
    """Where the user's own book of a game is."""
    return data_directory() / "books" / f"{game.kept_as}{ENDING}"


class LearntBook:
    """An open book."""

    def __init__(self, game: Game, store: Store) -> None:
        self.game = game
        self.store = store
        self._places = Places(game)

    @classmethod
    def open(cls, path: Path, game: Game, is_writable: bool = False, is_made: bool = False) -> "LearntBook":
        """The book in a file; where there is none, one is made if that is asked for."""
        if is_made and (is_writable or not path.exists()):  # who was killed while making it may have left an empty one
            store = Store.create(path, _about(game))
        else:
            store = Store.open(path, is_writable)
        if store.about != _about(game):
            store.close()
            raise BadInput(f"{path} is a book of {_said(store.about)}, not of {_said(_about(game))}")
        return cls(game, store)

    @classmethod
    @contextmanager
    def written(cls, path: Path, game: Game) -> Iterator["LearntBook"]:
        """A book to write in, made if there is none; one that stays empty then is taken away again."""
        is_new = not path.exists()
        book = cls.open(path, game, is_writable=True, is_made=True)
        try:
            yield book
        finally:
            if not (is_new and book.store.discard_if_empty()):
                book.close()

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> "LearntBook":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ----------------------------------------------------------------------------------------------------------------
    # Games go in

    def add(self, games: Sequence[BookGame], *sources: Source, before: Sequence[Source] = ()) -> None:
        """Games are part of the book from now on, all of them or, if one cannot be, none; and so is how far files were read.

        `before` is how far they were when these games were read; if that has changed nothing is added (Overtaken).
        """
        with self.store.writing() as totals:
            self.store.check_sources(before)
            if games:
                excerpt = self._with_games(games)
                self.store.add_games(games, totals)
                self.store.save(excerpt, totals)
            for source in sources:
                self.store.note_source(source)

    def _with_games(self, games: Sequence[BookGame]) -> Excerpt:
        """The part of the book that games go through, as it is with them."""
        number, depth, results, is_last, keeps = self._visits(games)
        numbers, which = np.unique(number, return_inverse=True)
        if int(depth.max()) > DEEPEST:
            raise BadInput(f"a game of {self.game.title} in a book has at most {DEEPEST} plies")
        excerpt = self._with_new(numbers)
        which = excerpt.where[which]
        goes_on, comes = (np.bincount(each, minlength=len(numbers)) for each in (which[~is_last], which[1:][~is_last[:-1]]))
        excerpt = excerpt.with_room(goes_on, comes)
        excerpt.nodes["depth"][which] = depth
        absorb(excerpt.nodes, excerpt.links, excerpt.parents, which, results, is_last, keeps)
        return self._settled(excerpt)

    def _visits(self, games: Sequence[BookGame]) -> tuple[Any, ...]:
        """All positions of games, one after the other: number, depth, result, whether it is the last, and keeps the turn."""
        by_start: dict[str, list[int]] = {}
        for index, game in enumerate(games):
            by_start.setdefault(game.start, []).append(index)
        parts = []
        for start, which in by_start.items():
            turn = self.game.turn_written(start) if start else 0
            ends = np.cumsum([len(games[index].moves) for index in which])
            made = np.concatenate([np.asarray(games[index].moves, np.int32) for index in which])
            trails = self._places.trails(self.game.parse(start), made, ends)
            result = np.array([games[index].result for index in which], np.int64)
            mine = -result if turn else result  # for who moves first in the game
            self._refuse(games, which, trails, mine)
            lengths = np.diff(ends, prepend=0) + 1
            is_last = np.zeros(len(trails.number), np.bool_)
            is_last[trails.first + lengths - 1] = True
            for_mover = np.repeat(mine, lengths) * (1 - 2 * trails.mover.astype(np.int64))
            parts.append((trails.number, trails.depth, for_mover, is_last, trails.keeps))
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))

    def _refuse(self, games: Sequence[BookGame], which: list[int], trails: Any, mine: Any) -> None:
        """Raise BadInput for a game that cannot be."""
        for index in np.flatnonzero(trails.illegal)[:1]:
            game, ply = games[which[index]], int(trails.illegal[index])
            raise BadInput(f"game {which[index] + 1}: move {ply} ({game.moves[ply - 1]}) is not legal")
        if any(abs(game.result) > 1 for game in games):
            raise BadInput("the result of a game is -1, 0 or 1")
        lengths = np.diff(np.append(trails.first, len(trails.number)))
        sign = 1 - 2 * trails.mover[trails.first + lengths - 1].astype(np.int64)
        by_rules = np.sign(trails.score) * sign
        wrong = np.flatnonzero((trails.score != ONGOING) & (by_rules != mine))
        for index in wrong[:1]:
            said, found = (("lost", "drawn", "won")[int(each[index]) + 1] for each in (mine, by_rules))
            raise BadInput(f"game {which[index] + 1}: it is said to be {said} for who moved first, and the rules say {found}")

    def _with_new(self, numbers: Any) -> Excerpt:
        """What is known of positions, and nodes for those that are new. The numbers are sorted."""
        known = self.store.load(numbers)
        new = np.setdiff1d(numbers, known.nodes["number"], assume_unique=True)
        return known.joined(Excerpt.empty(new)) if len(new) else known

    def _settled(self, excerpt: Excerpt) -> Excerpt:
        """Bring all values up to date; positions that change with it are taken in as they turn up."""
        todo = np.flatnonzero(excerpt.nodes["state"])
        while True:
            room = len(excerpt.parents)
            absent, children = np.zeros(room, np.uint64), np.zeros(room, np.uint64)
            nodes, links, parents = excerpt.nodes, excerpt.links, excerpt.parents
            count = int(settle(nodes, links, parents, excerpt.numbers, excerpt.where, todo, absent, children))
            if count == 0:
                return excerpt
            wanted = np.unique(absent[:count])
            more = self.store.load(wanted)
            if len(more.nodes) < len(wanted):
                raise BadInput(f"{self.store.path} is damaged: it lacks positions that others come after")
            excerpt = excerpt.joined(more)
            todo = np.unique(excerpt.find_all(children[:count]))
            excerpt.nodes["state"][todo] = LOUD

    # ----------------------------------------------------------------------------------------------------------------
    # Alternatives

    def examine(self, position: Any, ply: int, estimates: Mapping[int, float], depth: int) -> None:
        """Know all that can come after a position of the book, and what searches of this depth say of moves not played yet.

        The estimates are expected results for who makes the move, from -1 to 1; the best one is enough. Positions that
        come next and are in the tree by other ways are known from now on like those that were played.
        """
        around = self._places.around(position, ply)
        with self.store.writing() as totals:
            here = np.array([around.number], np.uint64)
            numbers = np.unique(np.concatenate([here, around.numbers]))
            excerpt = self._with_new(numbers)
            index = excerpt.find(around.number)
            if excerpt.nodes["value"][index] == NOT_IN_TREE:
                raise BadInput("only positions of the book have alternatives")
            children = excerpt.find_all(around.numbers)
            room = np.zeros(len(excerpt.nodes), np.int64)
            room[index] = len(around.moves)
            coming = np.bincount(children, minlength=len(excerpt.nodes))
            excerpt = excerpt.with_room(room, coming)
            excerpt.nodes["depth"][children] = around.depths
            look_around(excerpt.nodes, excerpt.links, excerpt.parents, index, children, around.keeps)
            excerpt.nodes["searched"][index] = depth
            self._write_estimates(excerpt, index, around, estimates)
            self.store.save(self._settled(excerpt), totals)

    def _write_estimates(self, excerpt: Excerpt, index: int, around: Around, estimates: Mapping[int, float]) -> None:
        links = excerpt.links_of(index)
        best: dict[int, int] = {}
        for move, number in zip(around.moves, around.numbers.tolist(), strict=True):
            if move in estimates:  # of two moves to the same position, up to symmetry, one is enough
                best[number] = max(best.get(number, -WON), as_worth(estimates[move]))
        for at, number in enumerate(links["number"].tolist()):
            if links["value"][at] == NOT_IN_TREE:
                links["worth"][at, 0] = best.get(number, NOT_SEARCHED)

    def avoid(self, position: Any, ply: int, move: int) -> None:
        """Never advise a move, whatever its results: a book of moves to avoid. The position has to be in the book."""
        around = self._places.around(position, ply)
        if move not in around.moves:
            raise BadInput("a move to avoid is not legal")
        page = self.look(position, ply)
        if page is None:
            raise BadInput("moves to avoid are told of positions in the book")
        known = {each.move: each.worth for each in page.choices if each.is_alternative and each.worth is not None}
        self.examine(position, ply, known, page.searched)  # so that the move has a link
        with self.store.writing() as totals:
            excerpt = self.store.load(np.array([around.number], np.uint64))
            links = excerpt.links_of(0)
            links["avoided"][links["number"] == around.numbers[around.moves.index(move)]] = 1
            excerpt.nodes["touched"] = 1
            self.store.save(excerpt, totals)

    # ----------------------------------------------------------------------------------------------------------------
    # Advice comes out

    def look(self, position: Any, ply: int | None = None, aim: int = EVEN) -> Page | None:
        """What is known of a position; None if no game went through it.

        `ply` is how many moves have been made before it. It matters in games whose positions do not tell how far they have
        come; where such a position is not known after so many, or nobody knows how many, it is looked for at others.
        """
        page = self._look_at(position, ply or 0, aim)
        if page is None and self._places.counts_plies:
            elsewhere = self._other_ply(position, ply)
            return None if elsewhere is None else self._look_at(position, elsewhere, aim)
        return page

    def _look_at(self, position: Any, ply: int, aim: int) -> Page | None:
        around = self._places.around(position, ply)
        excerpt = self.store.load(np.array([around.number], np.uint64))
        is_known = len(excerpt.nodes) and excerpt.nodes["value"][0] != NOT_IN_TREE
        return self._page(excerpt, around, aim) if is_known else None

    def _other_ply(self, position: Any, ply: int | None) -> int | None:
        """The number of plies, as near as can be, after which a position is known; all are looked up in one go."""
        near, first, end = (0, 0, FARTHEST) if ply is None else (ply, max(0, ply - NEAR), ply + NEAR + 1)
        numbers = self._places.numbers(position, end)[first:]
        known = self.store.load(np.sort(numbers)).nodes
        in_tree = known["number"][known["value"] != NOT_IN_TREE]
        plies = (first + np.flatnonzero(np.isin(numbers, in_tree))).tolist()
        return min(plies, key=lambda each: abs(each - near), default=None)

    def _page(self, excerpt: Excerpt, around: Around, aim: int) -> Page:
        node, links = excerpt.nodes[0], excerpt.links_of(0)
        at_number = {number: at for at, number in enumerate(links["number"].tolist())}
        known = self.store.load(np.unique(around.numbers))
        choices = []
        for move, number, keeps in zip(around.moves, around.numbers.tolist(), around.keeps.tolist(), strict=True):
            at, index = at_number.get(number), known.find(number)
            is_avoided = at is not None and bool(links["avoided"][at])
            if index >= 0 and known.nodes["value"][index] != NOT_IN_TREE:
                choices.append(_known_choice(known.nodes[index], move, keeps, aim, is_avoided))
            elif at is not None and links["value"][at] != NOT_IN_TREE:
                raise BadInput(f"{self.store.path} is damaged: it lacks positions that come after others")
            else:
                worth = NOT_SEARCHED if at is None else int(links["worth"][at, 0])
                choices.append(Choice(move, None, None if worth == NOT_SEARCHED else from_worth(worth), (0, 0, 0), is_avoided))
        lost, drawn, won = (int(count) for count in node["games"])
        ranked = sorted(choices, key=lambda each: _rank(each, aim))
        return Page(int(node["value"]), from_worth(int(node["worth"][aim])), (won, drawn, lost), ranked, int(node["searched"]))

    def advise(self, position: Any, ply: int | None = None, aim: int = EVEN, chance: random.Random | None = None) -> Advice:
        """What to play. With an aim a draw counts as lost (`MUST_WIN`) or as won (`MAY_DRAW`); chance chooses among equals."""
        page = self.look(position, ply, aim)
        if page is None:
            return Advice(None, [], None)
        has_hope = any(not each.is_avoided and not each.is_hopeless for each in page.choices)
        open_ = [each for each in page.choices if not each.is_avoided and not (has_hope and each.is_hopeless)]
        avoid = [each.move for each in page.choices if each not in open_]
        candidates = _candidates(open_, aim)
        if not candidates or candidates[0].worth in (None, -math.inf):
            losing = [each.move for each in open_ if each.value is not None and class_for(each.value, aim) < 0]
            everything = len(avoid) + len(losing) == len(page.choices)
            others = avoid if len(avoid) < len(page.choices) else []
            return Advice(None, others if everything else [*avoid, *losing], page)
        best = [each for each in candidates if _rank(each, aim)[:2] == _rank(candidates[0], aim)[:2]]
        return Advice((chance.choice(best) if chance else best[0]).move, avoid, page)

    def advise_in(self, session: Session, aim: int = EVEN, chance: random.Random | None = None) -> Advice:
        """What to play in a game that is being played."""
        return self.advise(session.position, len(session.past), aim, chance)

    def way_to(self, number: int) -> list[int] | None:
        """Moves that lead from the start to a position of the book, given by number; None if it only comes up elsewhere."""
        start = self._places.around(self.game.start(), 0).number
        came_from: dict[int, int] = {}
        todo = [number]
        for each in todo:  # which grows
            if each == start:
                break
            excerpt = self.store.load(np.array([each], np.uint64))
            for parent in excerpt.parents.tolist():
                if parent not in came_from and parent != number:
                    came_from[parent] = each
                    todo.append(parent)
        else:
            return None
        position, made, here = self.game.start(), list[int](), start
        while here != number:
            here = came_from[here]
            around = self._places.around(position, len(made))
            made.append(around.moves[around.numbers.tolist().index(here)])
            position = self.game.play(position, made[-1])
        return made

    # ----------------------------------------------------------------------------------------------------------------
    # As any book

    def entries(self, position: Any) -> list[Entry]:
        """The moves of a position that games went on with and that are not known to lose, by how many."""
        page = self.look(position)
        known = [each for each in page.choices if each.value is not None and each.value >= 0] if page else []
        return sorted((Entry(each.move, sum(each.games)) for each in known), key=lambda entry: -entry.weight)

    def choose(self, position: Any, chance: random.Random | None = None) -> int | None:
        return self.advise(position, chance=chance).move


class_for = uncompiled(class_of)


def _known_choice(node: Any, move: int, keeps: int, aim: int, is_avoided: bool) -> Choice:
    """A move to a position in the tree."""
    sign, worth = (1, node["worth"][aim]) if keeps else (-1, node["worth"][OTHER_AIM[aim]])
    lost, drawn, won = (int(count) for count in node["games"])
    games = (won, drawn, lost) if keeps else (lost, drawn, won)
    return Choice(move, sign * int(node["value"]), from_worth(sign * int(worth)), games, is_avoided)


def _candidates(choices: list[Choice], aim: int) -> list[Choice]:
    """The moves that V_D is the best of, best first."""
    values = [class_for(each.value, aim) for each in choices if each.value is not None]
    best = max(values, default=-1)
    those = [
        each
        for each in choices
        if (each.worth is not None and best < 1 if each.value is None else class_for(each.value, aim) == best)
    ]
    return sorted(those, key=lambda each: _rank(each, aim))


def _rank(choice: Choice, aim: int) -> tuple[Any, ...]:
    """Moves known to win first, and then by worth, those that have lost too often last; equal ones by how many games."""
    wins = choice.value is not None and class_for(choice.value, aim) == 1
    place = 0 if wins else 2 if choice.is_hopeless else 1
    return place, UNKNOWN if choice.worth is None else -choice.worth, -sum(choice.games)


def as_worth(estimate: float) -> int:
    """An expected result as the book keeps it."""
    return round(SURE * max(-1.0, min(1.0, estimate)))


def from_worth(worth: int) -> float:
    """What the book keeps as an expected result; results themselves are infinite."""
    return math.copysign(math.inf, worth) if abs(worth) == WON else worth / SURE


def _about(game: Game) -> dict[str, Any]:
    return {"game": game.name, "options": game.variant, "start": game.text(game.start())}


def _said(about: Mapping[str, Any]) -> str:
    options = ", ".join(f"{name} {value}" for name, value in sorted(about["options"].items()))
    return f"{about['game']}{f' ({options})' if options else ''}"
