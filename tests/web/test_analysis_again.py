"""An analysis hears of tables of endings that have just been finished, and searches again with them."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from damier.web.offers import offers
from damier.web.play.library import Library
from damier.web.play.settings import Settings, Side
from damier.web.play.sitting import Sitting
from damier.web.play.sittings import Sittings

PATIENCE = 240.0  # seconds; an engine may have to be compiled first


class Watched:
    """A game at the board that somebody looks at."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.thinking = sitting, sitting.thinking
        self._news = threading.Condition()
        sitting.listen(self._hear)

    def _hear(self, error: object) -> None:
        with self._news:
            self._news.notify_all()

    def until(self, is_it: Callable[[], bool]) -> None:
        with self._news:
            end = time.monotonic() + PATIENCE
            while not is_it():
                assert time.monotonic() < end
                self._news.wait(0.05)  # not all that is found is told


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[[str], Watched]]:
    offered, library = offers([]), Library(tmp_path / "games.db")
    sittings = Sittings(offered, library)
    settings = Settings((Side(False), Side(False)), analysis=True)
    yield lambda name: Watched(sittings.open(offered[name], {}, "", [], settings))
    sittings.stop()
    library.close()


def test_an_analysis_that_has_ended_is_made_again(watch: Callable[[str], Watched]) -> None:
    watched = watch("tictactoe")
    thinking = watched.thinking
    thinking.analyse(1, scores=False)
    watched.until(lambda: thinking.analysed is not None and thinking.job is None)
    before = thinking.analysed
    thinking._tables_changed()
    assert thinking.analysed is not before
    watched.until(lambda: thinking.job is None)
    assert thinking.analysed is not None
    assert thinking.analysed.thoughts


def test_an_analysis_that_goes_on_begins_anew_when_all_tables_are_there(watch: Callable[[str], Watched]) -> None:
    """The one before is told to end, and what it finds no longer counts."""
    thinking = watch("connect4").thinking
    thinking.analyse(1, scores=False)
    before = thinking.job
    assert before is not None
    assert before.doing == "analysis"
    thinking._tables_changed()
    assert before.dropped.is_cancelled
    assert thinking.job is not None
    assert thinking.job is not before
    assert thinking.job.doing == "analysis"
    assert thinking.analysed is thinking.job
