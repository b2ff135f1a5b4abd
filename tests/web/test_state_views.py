"""A game as a page sees it again and again: only what has changed is made anew."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damier.engine.player import Player, Thought
from damier.engine.table_building import Progress, TableBuilding
from damier.games.game import Game
from damier.records.session import Session
from damier.web.offers import offers
from damier.web.play.jobs import Blame, Hint, Job, Spoken
from damier.web.play.library import Library
from damier.web.play.models.values import TablesView
from damier.web.play.settings import Settings, Side
from damier.web.play.sitting import Sitting
from damier.web.play.sittings import Sittings
from damier.web.play.state_views import StateViews, view_state
from damier.web.play.tables_behind import TablesBehind
from damier.web.play.worth import worth_of

RULES = ("play", "moves", "outcome", "move_name", "cells", "board", "text_for", "same_player")
PLIES = 60


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Sitting]:
    """A game of chess between two people, some way on."""
    monkeypatch.setattr(Player, "warm", lambda player, position: None)
    offer = offers([])["chess"]
    library = Library(tmp_path / "games.db")
    sittings = Sittings({"chess": offer}, library)
    chance, session = random.Random(4), Session(offer.game)
    for _ in range(PLIES):
        session.play(chance.choice(session.legal_moves()))
    assert not session.is_over
    sitting = sittings.open(offer, {}, "", session.move_names(), Settings((Side(False), Side(False))))
    sitting.thinking.preparation.wait()
    yield sitting
    sittings.stop()
    library.close()


def thought_of(sitting: Sitting, node: int) -> Thought:
    """What an engine might have found at a node."""
    session = sitting.tree.session_to(node)
    move = session.legal_moves()[0]
    session.play(move)
    return Thought(move, 20, [move, session.legal_moves()[0]], 5, 1000, 0.1, exact=False)


def test_what_has_not_changed_is_not_asked_of_the_rules_again(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    views, here, thinking = StateViews(sitting), sitting.tree.here, sitting.thinking
    thought, last = thought_of(sitting, here), sitting.tree.node
    job = Job("analysis", here, thoughts=[thought])
    thinking.analysed = job
    thinking.hint = Hint(here, thought, (), step=2)
    thinking.spoken = Spoken(last.parent, thought_of(sitting, last.parent), False)
    worth = worth_of(sitting.tree.game, last.situation, thought)
    thinking.warning = Blame(here, "?", worth, worth)
    state, progress = views.state(), views.progress()
    assert state.hint is not None
    assert state.hint.thought is not None
    assert len(state.hint.thought.line) == 2
    asked: list[str] = []
    for rule in RULES:
        real = getattr(Game, rule)
        monkeypatch.setattr(Game, rule, lambda *given, rule=rule, real=real: (asked.append(rule), real(*given))[1])
    assert views.state() == state
    again = views.progress()
    assert again is not None
    assert progress is not None
    assert again.thoughts == progress.thoughts
    assert asked == []
    assert view_state(sitting) == state  # as who asks once sees it
    assert asked != []


def test_what_has_changed_is_seen(sitting: Sitting) -> None:
    """After each change the page sees the same as one that has just been opened."""
    views, tree = StateViews(sitting), sitting.tree
    line = tree.line_through(tree.here)

    def same() -> bool:
        return views.state() == view_state(sitting)

    assert same()
    sitting.comment(line[3], "a strange move")
    assert same()
    assert views.state().nodes[2].comment == "a strange move"
    for node in (line[10], line[-1], line[0]):
        sitting.go(node)
        assert same()
    sitting.move("e4")
    assert same()
    node, thought = tree.here, thought_of(sitting, tree.here)
    sitting.thinking.worths.learn(node, worth_of(tree.game, tree.node.situation, thought))
    assert same()
    sitting.promote(node)
    assert same()
    assert views.state().nodes[0].node == node
    assert views.state().nodes[0].worth is not None
    sitting.remove(line[20])
    assert same()
    assert len(views.state().nodes) == 20
    sitting.resign()
    assert same()
    assert views.state().legal == []
    sitting.undo()
    assert same()
    assert len(views.state().legal) == 20


def test_what_the_engine_finds_is_told_as_it_comes(sitting: Sitting) -> None:
    views, node = StateViews(sitting), sitting.tree.here
    job = sitting.thinking.analysed = Job("analysis", node)
    told = views.progress()
    assert told is not None
    assert told.thoughts == []
    job.thoughts = [thought_of(sitting, node)]
    told = views.progress()
    assert told is not None
    assert [each.depth for each in told.thoughts] == [5]
    sitting.go(0)
    assert views.progress() is None


def test_tables_that_are_being_built_are_told(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has come near an ending: the page sees how far it has come, and hears when there is news."""
    asked: list[Any] = []
    monkeypatch.setattr(TableBuilding, "come_to", lambda building, position: asked.append(position) or ["KRK"])
    monkeypatch.setattr(TableBuilding, "progress", Progress("KRK", 0, 1))
    assert view_state(sitting).tables is None  # nobody builds
    tables = sitting.room.tables = TablesBehind()
    heard = threading.Event()
    sitting.listen(lambda error: heard.set())
    sitting.move(sitting.session.move_name(sitting.session.legal_moves()[0]))
    tables._looking.shutdown(wait=True)
    assert asked == [sitting.session.position]
    assert heard.is_set()
    assert view_state(sitting).tables == TablesView(ending="KRK", done=0, total=1)
