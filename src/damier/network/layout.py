"""A network as one flat array of 32-bit numbers, which any search carries along as it does other weights.

A position is told in words of 64 bits, each bit a feature. Every view of it (that of the player to move; the other's, where the
game tells how it looks to him) has an **accumulator**: a row of `hidden` numbers, the sum of the biases and of the rows of all
features that are there. Both rows, held between 0 and ONE and squared, times the weights behind them, are the estimate. There
are several sets of those last weights: which one counts hangs on how many features there are, so that the end of a game is
judged otherwise than its beginning.

    what a network is         MAGIC and the numbers of `Layout`, in the order of its fields
    how words are made        two numbers a word: AS_BITS, or AS_VALUE and the lowest value
    rows                      64 * words rows of `hidden` numbers of 16 bits
    biases                    one such row
    outputs                   `outputs` rows of views * hidden numbers of 16 bits
    output biases             `outputs` numbers of 32 bits
"""

from typing import Any, NamedTuple

import numpy as np

from damier.network.vectors import LANES, MOST_OUTPUT, ONE

MAGIC = 0x6E657477  # no game's own weights begin with it
HEADER = 16
BITS = 64  # features a word
MOST_WORDS = 256  # as many as rules have room for in `out`
OUTPUT_ONE = 64  # what an output weight of 1 is as a whole number
AS_BITS, AS_VALUE = 0, 1  # a word is features as it stands, or a number, each value of which is a feature

(
    _MAGIC,
    WORDS,
    VIEWS,
    HIDDEN,
    OUTPUTS,
    FEWEST,
    EACH,
    SCALE,
    SYMMETRIC,
    LOWEST,
    HIGHEST,
    ROWS,
    BIASES,
    OUTPUT_WEIGHTS,
    OUTPUT_BIASES,
) = range(15)  # places in the header


class Layout(NamedTuple):
    """The sizes of a network, and what its numbers mean."""

    words: int
    views: int  # 1 or 2
    hidden: int  # a multiple of LANES
    outputs: int
    fewest: int  # features, for which the first output stands ...
    each: int  # ... and how many more there are for the next one
    scale: int  # points that an output of 1 means
    symmetric: int  # 1 if the position is judged that stands for all that are alike
    lowest: int  # of all estimates
    highest: int

    @property
    def plan(self) -> int:
        """Where it is told how words are made; like all places in 32-bit numbers."""
        return HEADER

    @property
    def rows(self) -> int:
        return _aligned(self.plan + 2 * self.words)

    @property
    def biases(self) -> int:
        return self.rows + BITS * self.words * self.hidden // 2

    @property
    def output_weights(self) -> int:
        return self.biases + self.hidden // 2

    @property
    def output_biases(self) -> int:
        return self.output_weights + self.outputs * self.views * self.hidden // 2

    @property
    def length(self) -> int:
        return self.output_biases + self.outputs


class Parts(NamedTuple):
    """What a network has learnt, as whole numbers."""

    plan: Any  # words x 2
    rows: Any  # 64 * words x hidden
    biases: Any  # hidden
    output_weights: Any  # outputs x (views * hidden)
    output_biases: Any  # outputs


def _aligned(place: int) -> int:
    """The next place where a line of the processor's memory begins."""
    return -(-place // 16) * 16


def packed(layout: Layout, parts: Parts) -> Any:
    """The network as one array."""
    if layout.hidden % LANES:
        raise ValueError(f"{layout.hidden} numbers a row are no multiple of {LANES}")
    room = np.zeros(layout.length + 16, np.int32)
    first = -room.ctypes.data // 4 % 16
    array = room[first : first + layout.length]
    array[:HEADER] = 0
    array[: HEADER - 1] = MAGIC, *layout, layout.rows, layout.biases, layout.output_weights, layout.output_biases
    array[layout.plan : layout.plan + 2 * layout.words] = parts.plan.ravel()
    for place, part in (
        (layout.rows, parts.rows),
        (layout.biases, parts.biases),
        (layout.output_weights, parts.output_weights),
    ):
        halves = part.astype(np.int16).ravel().view(np.int32)
        array[place : place + len(halves)] = halves
    array[layout.output_biases :] = parts.output_biases
    return array


def unpacked(array: Any) -> tuple[Layout, Parts]:
    """What a network's array tells."""
    layout = layout_of(array)

    def halves(place: int, shape: tuple[int, ...]) -> Any:
        count = int(np.prod(shape)) // 2
        return array[place : place + count].view(np.int16).reshape(shape)

    return layout, Parts(
        array[layout.plan : layout.plan + 2 * layout.words].reshape(-1, 2),
        halves(layout.rows, (BITS * layout.words, layout.hidden)),
        halves(layout.biases, (layout.hidden,)),
        halves(layout.output_weights, (layout.outputs, layout.views * layout.hidden)),
        array[layout.output_biases : layout.output_biases + layout.outputs],
    )


def layout_of(array: Any) -> Layout:
    """The sizes of a network."""
    return Layout(*(int(number) for number in array[1 : 1 + len(Layout._fields)]))


def is_sound(array: Any) -> bool:
    """Whether searches can use an array that says it is a network: everything lies where it must, and nothing outside."""
    layout = layout_of(array)
    sizes = (
        1 <= layout.words <= MOST_WORDS and layout.views in (1, 2) and layout.hidden > 0 and layout.hidden % LANES == 0
        and 1 <= layout.outputs <= BITS * MOST_WORDS and layout.fewest >= 0 and layout.each > 0 and layout.scale > 0
        and layout.symmetric in (0, 1) and layout.lowest <= layout.highest
    )  # fmt: skip
    if not sizes or layout.length != len(array):
        return False
    places = layout.rows, layout.biases, layout.output_weights, layout.output_biases
    plan = array[layout.plan : layout.plan + 2 * layout.words : 2]
    outputs = array[layout.output_weights : layout.output_biases].view(np.int16)
    return (
        tuple(array[ROWS : ROWS + len(places)].tolist()) == places
        and bool(np.isin(plan, (AS_BITS, AS_VALUE)).all())
        and int(np.abs(outputs.astype(np.int64)).max()) <= MOST_OUTPUT
    )


def real_numbers(array: Any) -> tuple[Layout, Parts]:
    """What a network's array tells, as the real numbers of which `quantised` makes it again."""
    layout, parts = unpacked(array)
    units = ONE, ONE, OUTPUT_ONE, ONE * OUTPUT_ONE
    return layout, Parts(parts.plan, *((part / unit).astype(np.float32) for part, unit in zip(parts[1:], units, strict=True)))


def quantised(layout: Layout, plan: Any, rows: Any, biases: Any, output_weights: Any, output_biases: Any) -> Any:
    """The network with these real numbers, an activation being 1 at most, as an array of whole ones."""
    most = np.iinfo(np.int16).max // 8  # of one row; sums of many stay within 16 bits
    return packed(
        layout,
        Parts(
            plan,
            np.clip(np.rint(rows * ONE), -most, most),
            np.clip(np.rint(biases * ONE), -most, most),
            np.clip(np.rint(output_weights * OUTPUT_ONE), -127, 127),
            np.rint(output_biases * (ONE * OUTPUT_ONE)).astype(np.int32),
        ),
    )
