"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000): how chess interfaces and arenas talk to an engine.

    the interface says                          damier answers
    uci                                         id, its options, uciok: at once
    isready                                     readyok, when everything is compiled
    setoption name Hash value 256
    ucinewgame                                  nothing; what was remembered of the last game is forgotten, or learnt
    position startpos moves e2e4 e7e5
    go wtime 60000 btime 60000 (`uci_go.py`)    info depth 8 ... pv g1f3 b8c6 ... at each depth, then bestmove g1f3 ponder b8c6
    stop                                        bestmove, with what was found so far
    ponderhit                                   nothing: the move expected was made, and time runs
    debug on, register later                    nothing
    quit                                        nothing; nor is there an answer to the end of input

Each `go` is answered by one `bestmove`, in a thread of its own; that of `go infinite` and `go ponder` waits for `stop` or
`ponderhit` even if there is nothing left to think about. What makes no sense changes nothing and is said in an
`info string`. Options count from the next `go` on.

The engine is imported and compiled behind, after the first line was answered. Before that nothing heavy is imported.
"""

import copy
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from damier import __version__
from damier.cancel import Cancel
from damier.engine.clock import Ponder
from damier.engine.preparation import Preparation, spare_collection
from damier.errors import in_a_line
from damier.protocols.conversation import Conversation
from damier.protocols.job import Job
from damier.protocols.uci_go import Go, read_go
from damier.protocols.uci_options import CLEAR_HASH, Settings, lines, option_named, read_setoption, set_option
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.protocols.uci_engine import Engine
    from damier.protocols.uci_position import Line


class UCI(Conversation):
    """One conversation: what is said is for the interface, complaints too."""

    def __init__(
        self,
        say: Callable[[str], None],
        settings: Settings | None = None,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # of the game: its evaluation
    ) -> None:
        super().__init__(say, lambda words: say(f"info string {' '.join(words.split())}"))
        self._options = options or {}
        self._settings = self._defaults = settings or Settings()
        self._seed = seed
        self._is_debugged = False
        self._catching_up = threading.Lock()
        self._is_new = False  # what is remembered is to be forgotten before the next search
        self._line: Line | None = None
        self._engine: Engine | None = None
        self._preparation: Preparation | None = None
        self._is_thinking = False  # from `go` until its answer is said
        self._ponder: Ponder | None = None
        self._commands = {
            "uci": self._greet,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "debug": self._debug,
            "register": lambda rest: None,
        }

    def _after_line(self) -> None:
        self._prepare()

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    # ----------------------------------------------------------------------------------------------------------------
    # Getting ready

    def _greet(self, rest: str) -> None:
        self._say(f"id name damier {__version__}")
        self._say("id author the authors of damier")
        for line in lines(self._defaults):
            self._say(line)
        self._say("uciok")

    def _prepare(self) -> Preparation:
        """Import and compile the engine behind, if that has not begun."""
        if self._preparation is None:
            self._preparation = Preparation(self._make_engine)
        return self._preparation

    def _make_engine(self) -> None:
        from damier.games import load
        from damier.protocols.uci_engine import Engine

        engine = Engine(load("chess", **self._options), self._say, self._settings, self._seed)
        engine.warm()
        spare_collection()
        self._engine = engine

    def _is_ready(self, rest: str) -> None:
        """Answer when the engine is compiled; other lines are heard meanwhile."""
        preparation = self._prepare()
        if preparation.is_done:
            self._ready()
        else:
            threading.Thread(target=self._ready, name="damier-ready", daemon=True).start()

    def _ready(self) -> None:
        try:
            self._prepare().wait()
            if not self._is_thinking:
                self._catch_up()
        except Exception as error:
            self._complain(in_a_line(error))
        self._say("readyok")

    def _catch_up(self) -> None:
        """Let the engine do what was said while it was not there, or thought: it takes time, which then no clock pays for."""
        with self._catching_up:
            if self._engine is not None:
                self._engine.take(self._settings)
                if self._is_new:
                    self._is_new = False
                    self._engine.forget()

    # ----------------------------------------------------------------------------------------------------------------
    # What changes

    def _set_option(self, rest: str) -> None:
        name, value = read_setoption(rest)
        self._settings = set_option(self._settings, name, value)
        if option_named(name) is CLEAR_HASH:
            self._is_new = True

    def _new_game(self, rest: str) -> None:
        self._is_new = True
        if self._engine is not None:
            self._engine.learning.new_game()

    def _set_position(self, rest: str) -> None:
        self._game().read(rest)
        if self._engine is not None:
            self._engine.learning.told(self._game())

    def _game(self) -> "Line":
        if self._line is None:
            from damier.protocols.uci_position import Line

            self._line = Line()
        return self._line

    def _debug(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise ValueError("expected: debug on or debug off")
        self._is_debugged = rest == "on"

    # ----------------------------------------------------------------------------------------------------------------
    # Questions

    def _go(self, rest: str) -> None:
        """Think in a thread; while one search is under way another makes no sense."""
        go, unknown = read_go(rest)
        if self._is_thinking:
            raise ValueError("still thinking; say stop first")
        if unknown:
            self._complain(f"go: {quoted(' '.join(unknown))} not understood")
        self._give_up(silently=False)
        ponder = Ponder() if go.ponder or go.is_open else None
        self._ponder = ponder if go.ponder else None
        line, settings = copy.copy(self._game()), self._settings
        positions = line.positions
        self._is_thinking = True
        was_absent = self._engine is None
        if self._engine is not None:
            self._engine.learning.pause()

        def think(job: Job) -> str:
            """The answer; none if the engine is still not compiled when nobody wants to wait any more."""
            self._prepare().wait(job.cancel)
            engine = self._engine
            if engine is None:
                return ""
            from damier.protocols.uci_engine import Asked

            self._catch_up()
            if was_absent:
                engine.learning.told(line)
            return engine.answer(Asked(positions, go, settings, ponder, job.cancel))

        def note(best: str) -> None:
            """An answer belongs to the game, unless a position was studied, or a move expected in vain."""
            is_vain = go.ponder and ponder is not None and not ponder.is_hit
            if self._engine is not None and not settings.studies(go) and not is_vain:
                try:
                    self._engine.learning.answered(line, best.split()[1])
                except Exception as error:
                    self._complain(in_a_line(error))

        self._job = Job(lambda job: self._run(job, go, ponder, positions, think, note))

    def _run(
        self,
        job: Job,
        go: Go,
        ponder: Ponder | None,
        positions: list[Any],
        think: Callable[[Job], str],
        note: Callable[[str], None],
    ) -> None:
        """Think, and say the answer when it may be said; nobody waits for one in vain, whatever goes wrong."""
        try:
            try:
                best = think(job)
            except BrokenPipeError:
                raise
            except Exception as error:
                self._complain(in_a_line(error))
                best = self._searched_plainly(positions, go)
            if ponder:
                _wait(job.cancel, ponder)
            if not best and go.perft is None:
                self._complain("nothing was searched: the answer is any legal move")
                best = f"bestmove {self._any_move(positions)}"
            self._is_thinking = False
            if best and not job.is_silent:
                note(best)
                self._say(best)
        except BrokenPipeError:
            return  # nobody listens any more
        finally:
            self._is_thinking = False
            if self._engine is not None:
                self._engine.learning.resume()

    def _searched_plainly(self, positions: list[Any], go: Go) -> str:
        """The answer of a plain search, after the thinking has failed; none if that fails too."""
        if go.perft is not None:
            return ""
        try:
            from damier.games import load
            from damier.protocols.last_resort import plain_thought
            from damier.protocols.uci_info import info_line
            from damier.protocols.uci_position import legal_moves

            legal = legal_moves(positions[-1])
            if not legal:
                return "bestmove (none)"
            thought = plain_thought(load("chess"), positions[-1], list(legal.values()))
            line = info_line(thought, 1, positions[-1], self._settings.is_960)
            self._say(line)
            return f"bestmove {line.partition(' pv ')[2].split()[0]}"
        except BrokenPipeError:
            raise
        except Exception as error:
            self._complain(in_a_line(error))
            return ""

    def _any_move(self, positions: list[Any]) -> str:
        from damier.protocols.uci_position import legal_moves

        return next(iter(legal_moves(positions[-1])), "(none)")

    def _stop(self, rest: str) -> None:
        self._give_up(silently=False)

    def _ponder_hit(self, rest: str) -> None:
        if not self._is_thinking or self._ponder is None:
            raise ValueError("nothing is thought about on the other player's time")
        self._ponder.hit()


def _wait(cancel: Cancel, ponder: Ponder) -> None:
    """Wait, once there is nothing left to think about, until somebody wants the answer, or the expected move was made."""
    woken = threading.Event()
    ponder.then(woken.set)
    with cancel.calls(woken.set):
        woken.wait()
