"""What the player's search carries along: what every search does (`search/work.py`), its switches, and what orders moves."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from damier.engine.kernel.corrections import CORRECTIONS
from damier.engine.kernel.estimates import ESTIMATES
from damier.engine.kernel.repetition import MOST_PAST, NO_DRAW
from damier.engine.kernel.replies import NO_ROLE, REPLIES
from damier.engine.kernel.rote import new_marks
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.unit import HUNDRED, points
from damier.games.game import Cut
from damier.kernel import has_rule, native
from damier.rules import INFINITY, LOSS, MOST_MOVES, MOST_PLIES, WIN, canonical, key, limits, play, reversible
from damier.search.brothers import LAZY
from damier.search.clock import now
from damier.search.ordering import moves_in_order
from damier.search.table import Table
from damier.search.work import APART, FIELDS, NO_MOVE, PLIES, Work

KILLERS = 2  # remembered at each ply
HISTORY = 1 << 12  # moves told apart; beyond, moves share a number
SWITCHES = (
    "null_window",
    "use_table",
    "deeper",
    "by_hint",
    "by_killers",
    "by_history",
    "by_powers",  # history counts 2^depth
    "by_blame",  # ... and goes down for moves that did not cut
    "by_replies",
    "by_preview",
    "sooner",
    "by_mate_distance",
    "repeats",  # positions that come again are draws
    "by_side",  # history tells the two players apart
    "by_quiescence",
    "by_checks",
    "by_exchange",
    "by_corrections",
    "by_deployments",
    "by_null_move",
    "by_reverse_futility",
    "by_frontier_futility",
    "by_late_pruning",
    "by_reductions",
    "by_extensions",
    "by_singular",
    "by_interest",
)

# Forward pruning: by the depth left, the depth of the less deep search and how its score is read
CUT_DEPTHS = 40
CUT_SHALLOW, CUT_INVERSE, CUT_UP, CUT_DOWN, CUT_SLACK = range(5)
CUT_ONE = 1 << 10  # the inverse of the slope is counted in parts of this
CONFIDENCE = 1.5  # standard errors that it has to be beyond a bound by
SLACK = 1.5  # standard errors that the evaluation may be short of that, for the search to be worth while


FUTILITY_TOLERANCE = 5  # hundredths of the game's unit: what would be better by so much, or less, is not worth a search

NOT_MARKED = 1 << 30  # no entry of the table is so deep
LEAST_MARGIN = 10  # hundredths of the game's unit by which the value of a selective search moves from depth to depth anyway

# Late moves are looked at less deep: the later and the deeper, the more
REDUCTIONS = 64
ONE_PLY = 1 << 10  # reductions are counted in parts of a ply
FIRST_REDUCTION, REDUCTION_GROWTH = 0.5, 2.2
_logs = np.log(np.arange(REDUCTIONS).clip(1))
_REDUCTION = (ONE_PLY * (FIRST_REDUCTION + np.outer(_logs, _logs) / REDUCTION_GROWTH)).astype(np.int64)


MOST_TURNS = 255  # told apart
BUFFERS = ("moves", "order", "line", "turn")  # are written before they are read: most of a record's megabytes


class Finished(NamedTuple):
    """What the last depth that was finished found, in terms of the position that was searched, or its representative."""

    root: Any
    score: int
    move: int
    depth: int
    exact: bool
    rests_on_past: bool  # on a position from before the root that comes again
    pruned: bool


class Experience(NamedTuple):
    """What searches learn by the way; who searches selectively keeps it from one search to the next."""

    history: Any  # how well each move has cut, for both players
    replies: Any  # see `replies.py`
    corrections: Any  # see `corrections.py`


class Workspace(Work):
    """The memory of one search of the player."""

    LAYOUT = np.dtype(
        [
            *((switch, np.int64) for switch in SWITCHES),
            ("by_rote", np.int64),  # remembered values count at the horizon and in open windows too: see `rote.py`
            ("marked_depth", np.int64),  # answers of the table from so deep are marked
            ("marks", np.int64),
            ("sown", np.int64),
            ("prunes", np.int64),  # 1 if this search prunes forward
            ("has_pruned", np.int64),  # 1 if others before it may have
            ("unit", np.int64),  # the points that margins are counted in: see `unit.py`
            ("tolerance", np.int64),  # points by which a move may be better and not count as better: see `search.py`
            ("certain", np.int64),  # a score from here on is no estimate
            ("effort", np.int64),  # the nodes that the best move of the root took ...
            ("root_began", np.int64),  # ... and how many there were before any move
            ("root_move", np.int64),  # to be tried first at the root, or NO_MOVE
            ("cut", np.int64, (CUT_DEPTHS, 5)),
            ("order", np.int64, (PLIES, MOST_MOVES + APART)),  # the moves of each ply, ranked
            ("killer", np.int64, (PLIES, KILLERS)),
            ("root_side", np.int64),  # 0 or 1: whose turn it is at the root, as far as the game's past tells
            ("history", np.int64),  # where it is remembered how well each move has cut ...
            ("replies", np.int64),  # ... how well it has answered others: see `replies.py` ...
            ("corrections", np.int64),  # ... and how far estimates were wrong: see `corrections.py`
            ("role", np.int64, (PLIES,)),  # of the move that led to each ply ...
            ("was_quiet", np.int64, (PLIES,)),  # ... and whether it was a quiet one
            ("past", np.int64),  # positions before the root that are remembered
            ("root_of_draw", np.int64),  # see `repetition.py`
            ("no_draw", np.int64),
            ("estimates", np.int64),  # where those are that are remembered: see `estimates.py`
            ("least_margin", np.int64),  # half the narrowest window around the value of the depth before
            ("endings", np.int64),  # the directory of tables of endings, 0 if there are none: see `endings.py`
            ("endings_length", np.int64),
            ("endings_wanted", np.int64),  # families whose table the search has looked for in vain
            ("endings_known", np.int64),  # positions that tables have answered for
            ("notes", np.int64),  # what other threads look at, 0 if there are none: see `search/brothers.py`
            ("scheme", np.int64),
            ("ways", np.int64),  # nodes above this one whose moves threads share out ...
            ("way_key", np.uint64, (PLIES,)),  # ... their keys in the table ...
            ("way_alpha", np.int64, (PLIES,)),  # ... and what they are asked
            ("way_beta", np.int64, (PLIES,)),
            ("way_depth", np.int64, (PLIES,)),
            ("way_ply", np.int64, (PLIES,)),
            ("given_up", np.int64),  # not 0: the search comes back to this one of them, which another thread has settled
            ("turn", np.uint8, (PLIES, MOST_MOVES)),  # that a move had which was put off
            ("root_depth", np.int64),  # how deep this search looks from the root
            ("excluded", np.int64, (PLIES,)),  # the place of a move that is not looked at, or NO_MOVE
            ("static", np.int64, (PLIES,)),  # the evaluations on the way from the root
            ("credit", np.int64, (PLIES,)),  # by interest, tenths of a ply that are missing to the depth: 0 to -9
            ("reduction", np.int64, (REDUCTIONS, REDUCTIONS)),  # of a move that comes late, by depth and place
            ("keys", np.uint64, (MOST_PAST + PLIES,)),
            *FIELDS,  # behind its own, or Numba would take this record for a kind of the other
        ],
        align=True,
    )

    experience: Experience
    _estimates: Any
    _endings: Any = None
    _shared: Any = None
    _is_stopped = False
    crew: Any = None  # who helps
    helpers: Sequence["Workspace"] = ()

    def __init__(
        self,
        position: Any,
        weights: Any,
        table: Table,
        techniques: Techniques,
        cuts: Sequence[Cut] = (),
        plies_left: int | None = None,  # until the end of the game at most, where that is known
        past: Sequence[Any] = (),  # the earlier positions of the game, oldest first
        node_limit: int = 0,
        before: "Workspace | None" = None,  # of a search that is over: it is used again, which is quicker
        *,
        unit: int,  # how many points make one of what people count in the game
    ) -> None:
        super().__init__(weights=weights, node_limit=node_limit, memory=before.emptied() if before else None)
        self.finished: Finished | None = None
        self.marks: Any = None  # see `rote.py`
        self.use_table(table)
        record = self.record
        record.unit = min(unit, INFINITY)
        is_counted = techniques.futility and unit < INFINITY  # else nobody knows what is next to nothing
        record.tolerance = FUTILITY_TOLERANCE * unit // HUNDRED if is_counted else 0
        record.null_window = techniques.null_window
        record.use_table = techniques.table
        record.deeper = techniques.deeper
        record.symmetry = techniques.symmetry and has_rule(position, "canonical") and is_symmetric(position)
        record.by_hint = techniques.hint and has_rule(position, "hint")
        record.by_killers = techniques.killers
        record.by_history = techniques.history
        has_noise = has_rule(position, "noisy")
        record.by_powers = techniques.history_powers
        record.by_side = has_noise
        record.by_blame = has_noise and not techniques.history_powers
        record.by_replies = techniques.replies and techniques.history and has_noise and has_rule(position, "role")
        record.by_preview = (
            techniques.preview and len(weights) > 0 and not has_noise
        )  # what was learnt judges better than a hint
        record.sooner = techniques.sooner and is_won_or_lost(position)
        record.certain = WIN if is_won_or_lost(position) else INFINITY
        record.by_mate_distance = techniques.mate_distance and record.sooner
        record.by_quiescence = techniques.quiescence and has_noise
        record.by_checks = techniques.checks and has_rule(position, "threatening")
        record.by_exchange = techniques.exchange and has_rule(position, "exchange")
        record.by_corrections = techniques.corrections and has_noise and has_rule(position, "structure") and unit < INFINITY
        record.by_deployments = record.by_corrections and has_rule(position, "deployment")
        record.by_null_move = techniques.null_move and has_rule(position, "null")
        record.by_reverse_futility = techniques.reverse_futility and has_noise
        record.by_frontier_futility = techniques.frontier_futility and has_noise
        record.by_late_pruning = techniques.late_pruning and has_noise
        record.by_reductions = techniques.reductions and has_noise
        record.by_interest = techniques.interest and has_rule(position, "interest")
        record.by_extensions = techniques.extensions and has_rule(position, "forced") and not record.by_interest
        record.by_singular = techniques.singular and has_noise and techniques.table and not record.by_interest
        if before and before._weights is self._weights and before.record.by_side == has_noise:
            self._estimates = before._estimates  # which stay true
        else:
            self._estimates = np.zeros(2 * ESTIMATES if has_noise else 0, np.uint64)
        record.estimates = self._estimates.ctypes.data
        record.root_side = len(past) & 1
        self._experience(before)
        record.least_margin = points(LEAST_MARGIN, int(record.unit)) if has_noise else 1
        record.reduction[:] = _REDUCTION
        record.excluded[:] = NO_MOVE
        record.no_draw = record.root_of_draw = NO_DRAW
        record.root_move = NO_MOVE
        record.marked_depth = NOT_MARKED
        record.killer[:] = NO_MOVE
        record.has_pruned = bool(cuts) and techniques.probcut and techniques.null_window
        if techniques.repetition and has_rule(position, "reversible"):
            self._remember(position, past)
        self._plies_left = MOST_PLIES + 1 if plies_left is None else plies_left
        self._use_cuts(cuts)

    def _experience(self, before: "Workspace | None") -> None:
        """Know what the search before this one has learnt of moves and of its own estimates."""
        record = self.record
        known = before.experience if before and before._weights is self._weights and record.by_quiescence else None
        if known is None or (len(known.replies) > 0, len(known.corrections) > 0) != (record.by_replies, record.by_corrections):
            known = Experience(
                np.zeros(2 * HISTORY, np.int64),
                np.zeros(REPLIES * record.by_replies, np.int16),
                np.zeros(CORRECTIONS * record.by_corrections, np.int16),
            )
        self.experience = known
        record.history, record.replies, record.corrections = (each.ctypes.data for each in known)
        record.role[:] = NO_ROLE

    @property
    def effort(self) -> float | None:
        """Which share of the nodes of the last depth its best move took; told of selective searches only."""
        record = self.record
        return float(record.effort) / max(1, int(record.nodes - record.root_began)) if record.by_quiescence else None

    def forget(self) -> None:
        """Know no more than if this were the first search: of moves, of replies, of estimates that were wrong."""
        for each in (self, *self.helpers):
            for known in each.experience:
                known[:] = 0

    def emptied(self) -> Any:
        """The record's memory as if it were new; who had it has it no more."""
        plain = self._memory.view(np.ndarray).view(np.uint8)
        for first, last in _EMPTIED:
            plain[first:last] = 0
        return self._memory

    def _remember(self, position: Any, past: Sequence[Any]) -> None:
        """Know the positions before the root that can come again."""
        last = list(past)[-min(MOST_PAST, int(reversible(position))) :] if reversible(position) else []
        self.record.repeats = 1
        self.record.past = len(last)
        for ply, each in enumerate([*last, position], -len(last)):
            self.record.keys[MOST_PAST + ply] = key(each)

    def go_down(self, position: Any, ply: int) -> None:
        """Know the position on the way from the root to one whose moves are to be searched, so many plies below it."""
        if self.record.repeats:
            self.record.keys[MOST_PAST + ply] = key(position)

    def use_rote(self, sown: Any, least: int) -> None:
        """Know that positions remembered from searches of at least this depth were put into the table: those `sown`.

        Where a position of the game has come twice, a third time would be a draw, which they tell nothing of: they count
        as much as other entries then, and lines of play are looked at.
        """
        record = self.record
        self._sown = sown
        record.sown = sown.ctypes.data
        before = record.keys[MOST_PAST - record.past : MOST_PAST + 1]
        record.by_rote = not record.repeats or len(set(before.tolist())) == len(before)
        self.marks = new_marks()
        record.marks, record.marked_depth = self.marks.ctypes.data, least

    def use_endings(self, directory: Any, wanted: Any) -> None:
        """Look positions up in tables of endings."""
        self._endings = directory, wanted
        self.record.endings, self.record.endings_length = directory.ctypes.data, len(directory)
        self.record.endings_wanted = wanted.ctypes.data

    def share(self, notes: Any, scheme: int, lead: "Workspace") -> None:
        """Search beside other threads, which tell each other in `notes` what they look at (see `search/brothers.py`).

        Those that share out moves also have one history, the lead's, so that they rank and reduce moves alike; lazy ones are to
        part.
        """
        self._shared = notes, lead._memory, lead.experience  # which the kernel knows by address
        self.record.notes, self.record.scheme = (notes.ctypes.data, scheme) if scheme != LAZY else (0, LAZY)
        if scheme != LAZY:
            self.record.history = lead.record.history
            self.record.replies, self.record.corrections = lead.record.replies, lead.record.corrections

    # ----------------------------------------------------------------------------------------------------------------
    # Beside other threads (see `engine/crew.py`)

    @property
    def all_nodes(self) -> int:
        """Its nodes and those of the threads that help."""
        return int(self.record.nodes) + sum(int(each.record.nodes) for each in self.helpers)

    @property
    def doubts(self) -> tuple[int, int]:
        """What makes a value an estimate, so far."""
        return int(self.record.horizon), int(self.record.guesses)

    def stop(self) -> None:
        """End the search soon; called from another thread."""
        self._is_stopped = True
        super().stop()
        for each in self.helpers:
            each.stop()

    def stop_at(self, deadline: int) -> None:
        super().stop_at(deadline)
        for each in self.helpers:
            each.stop_at(deadline)

    def halt(self) -> None:
        """End this question soon: another thread has answered it."""
        super().stop()

    def go_on(self) -> None:
        """Be ready for the next question, unless all is to end."""
        self.record.stop = self._is_stopped
        self.record.watched = self._is_stopped or self.record.node_limit > 0 or self.record.log_capacity > 0

    @contextlib.contextmanager
    def keeping_back(self, share: float) -> Iterator[None]:
        """Within this a search ends early: a share of its nodes, and of its time if that runs already, is left for later."""
        record = self.record
        limit, deadline = int(record.node_limit), int(record.deadline)
        if limit:
            record.node_limit = max(1, limit - int(share * max(0, limit - record.nodes)))
        if deadline:
            early = deadline - int(share * max(0, deadline - now()))
            self.stop_at(early)
        try:
            yield
        finally:
            record.node_limit = limit
            if deadline and record.deadline == early:
                self.stop_at(deadline)
            self.go_on()

    def follow(self, lead: "Workspace") -> None:
        """Search for another one what it is about to search."""
        for field in ("root_move", "root_depth", "prunes", "deadline"):
            self.record[field] = lead.record[field]
        self.record.excluded[0] = lead.record.excluded[0]
        self.record.credit[:] = lead.record.credit
        self.record.ways = self.record.given_up = 0

    def adopt(self, other: "Workspace", ply: int, doubts: Sequence[int], before: Sequence[int]) -> None:
        """Have found what another one has: its line from a ply on, and so many more doubts than there were before."""
        mine, its = self.record, other.record
        mine.horizon, mine.guesses = (was + more for was, more in zip(before, doubts, strict=True))
        if other is not self:
            mine.line[ply] = its.line[ply]
            mine.line_end[ply] = its.line_end[ply]
            mine.root_of_draw = its.root_of_draw

    def prune_at(self, depth: int) -> None:
        """Prune forward in a search to this depth, unless it sees the end of the game: that is to be known for certain."""
        self.record.prunes = self.record.has_pruned and depth < self._plies_left

    def _use_cuts(self, cuts: Sequence[Cut]) -> None:
        """Write down by how much a less deep search must be beyond a bound; depths that nobody has measured err like the
        last of the same parity, whose shallow depth grows half as fast."""
        last: dict[int, Cut | None] = {}
        by_depth = {cut.depth: cut for cut in cuts}
        for depth in range(1, CUT_DEPTHS):
            cut = last[depth % 2] = by_depth.get(depth) or last.get(depth % 2)
            if cut:
                error = CONFIDENCE * cut.error
                shallow = cut.shallow + (depth - cut.depth) // 4 * 2
                up, down = round(error - cut.offset), round(error + cut.offset)
                self.record.cut[depth] = shallow, round(CUT_ONE / cut.slope), up, down, round(SLACK * cut.error)


def _outside_buffers() -> list[tuple[int, int]]:
    """Where in a record stands what is not a buffer, from and to which byte."""
    fields: Any = Workspace.LAYOUT.fields
    buffers = sorted((fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in BUFFERS)
    starts, ends = [0, *(end for _, end in buffers)], [*(start for start, _ in buffers), Workspace.LAYOUT.itemsize]
    return list(zip(starts, ends, strict=True))


_EMPTIED = _outside_buffers()


def is_symmetric(position: Any) -> bool:
    """Whether two moves lead to the same position up to symmetry.

    Else hardly anything below does, and to turn positions about costs a fifth of the time: it also mixes up the moves
    that killers and history speak of.
    """
    children = [key(canonical(native(play(position, move)))) for move in moves_in_order(position, False)]
    return len(set(children)) < len(children)


def is_won_or_lost(position: Any) -> bool:
    """Whether a win is the most a game can bring: no estimate reaches it, and above is room for sooner and later wins."""
    lowest, highest = limits(position)
    return int(lowest) == LOSS and int(highest) == WIN
