"""Broken games: a mistake, the edits of a small game that make it, and what has to be said of it.

The line that has to be blamed ends in `# <-`; where there is none, it is that of the rule which the message names, or the file
alone. Those of `COMPILER` are found by the compiler, which takes longer.
"""

import re
from typing import NamedTuple

from base_games import BASES

MARK = "# <-"


class Broken(NamedTuple):
    """One mistake."""

    mistake: str  # in words, for people
    base: str
    edits: dict[str, str]  # what of the base's text is replaced by what
    says: tuple[str, ...]  # words of the message

    @property
    def source(self) -> str:
        source = BASES[self.base]
        for old, new in self.edits.items():
            assert old in source, (self.mistake, old)
            source = source.replace(old, new, 1)
        return source

    @property
    def line(self) -> int | None:
        """The line that is to be blamed."""
        lines = self.source.splitlines()
        marked = [number for number, text in enumerate(lines, 1) if text.endswith(MARK)]
        named = re.findall(r"rule '(\w+)' (?!is missing)", " ".join(self.says))
        rules = [number for number, text in enumerate(lines, 1) if named and text.startswith(f"def {named[0]}(")]
        named = re.findall(r"^(\w+)\(\) (?!has|seems)", self.says[0])
        beside = [number for number, text in enumerate(lines, 1) if named and text.startswith(f"def {named[0]}(")]
        return next(iter([*marked, *(rule - 1 for rule in rules[-1:]), *beside]), None)


def stones(mistake: str, edits: dict[str, str], *says: str) -> Broken:
    return Broken(mistake, "stones", edits, says)


def rows(mistake: str, edits: dict[str, str], *says: str) -> Broken:
    return Broken(mistake, "rows", edits, says)


def walk(mistake: str, edits: dict[str, str], *says: str) -> Broken:
    return Broken(mistake, "walk", edits, says)


HEAD, TAIL = "# head\n", "# tail\n"
START = "START = Stones(12)\n"
MOVES = "    n = min(3, p.left)\n"
OUT = "        out[i] = i + 1\n"
PLAY = "    return Stones(p.left - take)\n"
OUTCOME = "    return LOSS if p.left == 0 else ONGOING\n"
DEF_MOVES, DEF_PLAY, DEF_OUTCOME = (
    "@rule\ndef moves(p: Stones, out):\n",
    "@rule\ndef play(p: Stones, take):\n",
    "@rule\ndef outcome(p: Stones):\n",
)
HEAP = "class Heap(NamedTuple):\n    left: int\n"
SET = "    return Rows(p.other, p.own | bit(square))\n"
EVALUATE = "    return popcount(p.own) - popcount(p.other)\n"
STAGE = "    return popcount(p.own | p.other)\n"
NOISY = "def noisy(p: Rows, out):\n    n = 0\n"
NAME = '    return "abcdefgh"[move]\n'
KEY = "@rule\ndef key(p: Walk):\n    return np.uint64(p.own * SQUARES + p.other)\n"
FREE = "lowest(~(p.own | p.other) & FULL) - 56"
CELLS = "from damier import Board, Cell\n"
SMALL_BOARD = f"{CELLS}def board(p, turn):\n    return Board([[Cell()] * 7])\n"

FILES = [
    stones("no starting position", {START: ""}, "there is no starting position", "START ="),
    stones("START misspelt", {START: "STRAT = Stones(12)\n"}, "no starting position; there is STRAT"),
    stones("START is a number", {START: "START = 12\n"}, "START is 12", "NamedTuple"),
    stones("START is a plain tuple", {START: "START = (12,)\n"}, "START is (12,)", "NamedTuple"),
    stones("START is the class", {START: "START = Stones\n"}, "START is the class Stones", "NamedTuple"),
    stones("START with a number that does not fit", {START: "START = Stones(1 << 80)\n"}, "START has left = 1208", "int64"),
    stones("START with a text in it", {START: "START = Stones('many')\n"}, "START has left = 'many'", "int64"),
    stones("START with a float in it", {START: "START = Stones(12.5)\n"}, "START has left = 12.5", "int64"),
    stones("start() gives a float", {TAIL: "def start():\n    return Stones(25 / 2)\n"}, "start() has left = 12.5", "int64"),
    stones("START with too many fields", {START: f"START = Stones(1, 2)  {MARK}\n"}, "takes 2 positional arguments but 3"),
    stones("over at the start", {START: "START = Stones(0)\n"}, "rule 'outcome' says that the game is over", "ONGOING"),
    stones("a field that is a text", {"left: int": "left: str"}, "Stones.left is declared str", "integer"),
    stones("a field that is a float", {"left: int": "left: float"}, "Stones.left is declared float", "integer"),
    stones("a field that is a list", {"left: int": "left: list"}, "Stones.left is declared list", "integer"),
    stones("a syntax error", {"    return n\n": f"    return n +  {MARK}\n"}, "invalid syntax"),
    stones("a line out of place", {"    return n\n": f"  return n  {MARK}\n"}, "unindent"),
    stones("an import that fails", {HEAD: f"import no_such_module  {MARK}\n"}, "ModuleNotFoundError", "no_such_module"),
    stones("an import from damier that fails", {HEAD: f"from damier import nothing  {MARK}\n"}, "ImportError", "nothing"),
    stones("an exception at the top", {HEAD: f"1 / 0  {MARK}\n"}, "ZeroDivisionError"),
    stones("start() fails", {TAIL: f"def start():\n    return Stones({{}}['x'])  {MARK}\n"}, "start()", "KeyError"),
    stones("start() gives no position", {TAIL: "def start():\n    return 7\n"}, "7 is no position"),
    stones("start() does not end", {TAIL: f"def start():\n    while True: pass  {MARK}\n"}, "start() seems not to end"),
]

CONTRACT = [
    stones("a rule is missing", {DEF_OUTCOME + OUTCOME: ""}, "rule 'outcome' is missing for Stones", "ONGOING"),
    stones("a rule without @rule", {DEF_OUTCOME: f"def outcome(p: Stones):  {MARK}\n"}, "'outcome'", "write @rule above it"),
    stones(
        "an optional rule without @rule",
        {TAIL: f"def evaluate(p, weights):  {MARK}\n    return 1\n"},
        "'evaluate'",
        "write @rule above it",
    ),
    stones(
        "a rule misspelt",
        {DEF_OUTCOME: f"@rule  {MARK}\ndef outcom(p: Stones):\n"},
        "'outcom' is no rule",
        "did you mean 'outcome'",
    ),
    stones(
        "no rule at all",
        {TAIL: f"@rule  {MARK}\ndef weather(p: Stones):\n    return 1\n"},
        "'weather' is no rule",
        "the rules are",
    ),
    stones(
        "a rule with too few arguments", {"(p: Stones, out)": "(p: Stones)"}, "rule 'moves' is written moves(position, out)"
    ),
    stones("a rule with too many arguments", {"(p: Stones, take)": "(p: Stones, take, x)"}, "rule 'play' is written play("),
    stones("a rule without an annotation", {"(p: Stones, take)": "(p, take)"}, "rule 'play' does not say", "annotate"),
    stones("arguments in another order", {"(p: Stones, take)": "(take, p: Stones)"}, "rule 'play' does not say", "annotate"),
    stones("a rule for numbers", {"(p: Stones, take)": "(p: int, take)"}, "rule 'play' does not say", "annotate"),
    stones("@rule twice", {DEF_PLAY: f"@rule  {MARK}\n{DEF_PLAY}"}, "rule 'play' has @rule twice"),
    stones("a rule written twice", {TAIL: DEF_OUTCOME + OUTCOME}, "rule 'outcome' is written a second time", "line 22"),
    stones("@rule before a class", {TAIL: f"@rule  {MARK}\nclass Other: pass\n"}, "@rule stands before", "function"),
    stones(
        "an optional rule for positions of another type",
        {TAIL: HEAP + "@rule\ndef evaluate(p: Heap, weights):\n    return 1\n"},
        "rule 'evaluate' is for Heap",
        "write p: Stones",
    ),
    stones(
        "a needed rule for positions of another type",
        {DEF_OUTCOME: HEAP + "@rule\ndef outcome(p: Heap):\n"},
        "rule 'outcome' is missing for Stones",
        "written for Heap",
    ),
]

RETURNED = [
    stones("moves that returns nothing", {MOVES: "    return\n"}, "rule 'moves' must return a whole number", "nothing (None)"),
    stones("moves that returns a list", {MOVES: "    return [1, 2]\n"}, "rule 'moves' must return a whole number", "[1, 2]"),
    stones("moves that yields", {MOVES: "    yield 1\n"}, "rule 'moves' must return a whole number", "a generator"),
    stones("moves that returns a float", {MOVES: "    return p.left / 4\n"}, "rule 'moves' must return", "3.0", "// divides"),
    stones("no moves while the game goes on", {MOVES: "    n = 0\n"}, "rule 'moves' gives 0", "1 to 256"),
    stones("no moves later on", {MOVES: "    n = min(3, p.left - 2)\n"}, "rule 'moves' gives", "1 to 256", "position"),
    stones("257 moves", {MOVES: "    n = 257\n", OUT: f"        out[i] = i + 1  {MARK}\n"}, "place 256 of 256"),
    stones("10,000 moves", {MOVES: "    n = 10_000\n", OUT: f"        out[i] = i + 1  {MARK}\n"}, "place 256 of 256"),
    stones("more moves counted than written", {"    return n\n": "    return n + 1\n"}, "rule 'moves' lists -1", "from 0 on"),
    stones("a move listed twice", {OUT: "        out[i] = 1\n"}, "rule 'moves' lists 1 twice", "each move once"),
    stones("a move below 0", {OUT: "        out[i] = -5 - i\n"}, "rule 'moves' lists -5", "from 0 on"),
    stones("a move written before the beginning", {OUT: f"        out[i - 1] = i + 1  {MARK}\n"}, "place -1", "from the end"),
    stones("play that returns nothing", {PLAY: PLAY.replace("return ", "")}, "rule 'play' must return a Stones", "None"),
    stones("play that returns a plain tuple", {PLAY: "    return (p.left - take,)\n"}, "rule 'play' must return a Stones"),
    stones("play that divides with /", {PLAY: "    return Stones(p.left / 2)\n"}, "rule 'play' gives left = 6.0", "// divides"),
    stones("a text in a field", {PLAY: "    return Stones('7')\n"}, "rule 'play' gives left = '7'", "int64"),
    stones("nothing in a field", {PLAY: "    return Stones(None)\n"}, "rule 'play' gives left = nothing (None)"),
    stones(
        "a field left out", {PLAY: f"    return Stones()  {MARK}\n"}, "rule 'play'", "missing 1 required positional argument"
    ),
    stones(
        "outcome that returns None", {OUTCOME: "    return None if p.left else LOSS\n"}, "rule 'outcome' must return", "None"
    ),
    stones("an outcome that is no score", {"LOSS if": "900_000 if"}, "rule 'outcome' gives 900000", "MOST_SCORE"),
    stones("an outcome beyond a loss", {"LOSS if": "-200_000 if"}, "'limits' is not there", "-200000"),
    stones(
        "a number too large for a small field",
        {"left: int": "left: np.int8", PLAY: "    return Stones(p.left * 20)\n"},
        "rule 'play'",
        "int8",
    ),
    rows("an unsigned field below 0", {SET: "    return Rows(p.other, -1)\n"}, "rule 'play' gives other = -1", "uint64"),
    rows("an estimate as high as a win", {EVALUATE: "    return 100_000\n"}, "rule 'evaluate' gives 100000", "-99999 to 99999"),
    rows("an estimate that is a float", {EVALUATE: "    return 0.5\n"}, "rule 'evaluate' must return a whole number", "0.5"),
    rows("weights that are not there", {EVALUATE: f"    return weights[3]  {MARK}\n"}, "rule 'evaluate'", "place 3 of 0"),
    walk("limits with one number", {"-100_000, 100_000": "100_000"}, "rule 'limits' must return two whole numbers"),
    walk("limits the wrong way round", {"-100_000, 100_000": "100_000, -100_000"}, "rule 'limits' gives", "lowest <= highest"),
]

SUMS = [
    stones("a division by 0", {MOVES: f"    n = min(3, 12 // (p.left - 12))  {MARK}\n"}, "divides 12 by 0"),
    stones("a remainder by 0", {MOVES: f"    n = min(3, 12 % (p.left - 12))  {MARK}\n"}, "divides 12 by 0"),
    stones("a division by 0 with /", {MOVES: f"    n = min(3, 12 / (p.left - 12))  {MARK}\n"}, "divides 12 by 0"),
    stones("a shift by 64 and more", {MOVES: f"    n = min(3, p.left << (p.left + 60))  {MARK}\n"}, "shifts by 72"),
    stones("a shift by less than 0", {MOVES: f"    n = min(3, p.left << (p.left - 13))  {MARK}\n"}, "shifts by -1"),
    stones("1 << 63", {MOVES: f"    n = min(3, 1 << (p.left + 51))  {MARK}\n"}, "1 << 63", "np.uint64(1) << np.uint64"),
    stones("a product that is too large", {MOVES: f"    n = min(3, p.left * 2**62)  {MARK}\n"}, "no signed number of 64 bits"),
    stones("a power that is too large", {MOVES: f"    n = min(3, 10 ** (p.left**2))  {MARK}\n"}, "no number of 64 bits"),
    rows(
        "a product that wraps around",
        {TAIL: f"@rule\ndef key(p: Rows):\n    return (p.own | ONE) * (p.other | np.uint64(3 << 62))  {MARK}\n"},
        "rule 'key' gives",
        "no unsigned number",
        "mix(x)",
    ),
    stones("numbers of eight bits", {MOVES: f"    n = min(3, int(np.uint8(200) + np.uint8(99)))  {MARK}\n"}, "overflow"),
    stones("a place behind the end of a tuple", {MOVES: f"    n = (1, 2, 3)[p.left]  {MARK}\n"}, "place 12 of 3"),
    stones(
        "a place behind the end of an array",
        {HEAD: "TABLE = np.array([1, 2, 3])\n", MOVES: f"    n = TABLE[p.left]  {MARK}\n"},
        "place 12 of 3",
        "other memory",
    ),
    stones("a place before the beginning", {MOVES: f"    n = (1, 2, 3)[p.left - 13]  {MARK}\n"}, "place -1", "from the end"),
    rows("a place behind the end, for some moves", {"VALUES[square]": f"VALUES[square + 1]  {MARK}"}, "'gain'", "place 8 of 8"),
    rows(
        "signed and unsigned at bit 63", {SET: f"    return Rows(p.other, (p.own | bit(square)) + 0)  {MARK}\n"}, "mixes signed"
    ),
    rows(
        "1 << square on a board", {SET: f"    return Rows(p.other, p.own | 1 << square + 56)  {MARK}\n"}, "1 << 63", "np.uint64"
    ),
    rows(
        "a board divided by a plain number",
        {EVALUATE: f"    return popcount(p.own // 2)  {MARK}\n"},
        "rule 'evaluate' mixes signed",
    ),
    rows(
        "min of a signed and an unsigned number", {STAGE: f"    return min(p.own, 1)  {MARK}\n"}, "rule 'stage' takes the min"
    ),
    rows(
        "minus an unsigned number",
        {STAGE: f"    return popcount(-(p.own | ONE))  {MARK}\n"},
        "rule 'stage' gives -1",
        "unsigned",
    ),
    rows(
        "an unsigned number below 0", {STAGE: f"    return popcount(p.own - ONE)  {MARK}\n"}, "0 - 1 = -1", "no unsigned number"
    ),
    rows(
        "an array of signed numbers and a board", {STAGE: f"    return popcount(FULL & np.int64(-1))  {MARK}\n"}, "mixes signed"
    ),
]

LOOPS = [
    stones(
        "a loop that does not end",
        {MOVES: f"    n = 3\n    while n < 4:  {MARK}\n        n = 3\n"},
        "rule 'moves' seems not to end",
    ),
    stones(
        "a loop that does not end later on",
        {PLAY: f"    while p.left == 5:  {MARK}\n        take += 0\n{PLAY}"},
        "rule 'play' seems not to end",
        "position 5",
    ),
    stones(
        "a loop that lasts for ever",
        {MOVES: f"    n = 3\n    for i in range(10**15):  {MARK}\n        n = 3\n"},
        "rule 'moves' seems not to end",
    ),
    stones("a rule that asks itself", {MOVES: f"    n = moves(p, out)  {MARK}\n"}, "rule 'moves' calls itself without end"),
    stones(
        "an exception raised inside",
        {PLAY: f"    if p.left < 9:\n        raise ValueError('too few')  {MARK}\n{PLAY}"},
        "rule 'play': ValueError: too few",
        "position",
    ),
    stones(
        "an assertion that fails", {PLAY: f"    assert p.left > 9  {MARK}\n{PLAY}"}, "rule 'play': AssertionError", "position"
    ),
    stones("an end of the program", {PLAY: f"    raise SystemExit  {MARK}\n"}, "rule 'play': SystemExit"),
    stones("an unknown name", {PLAY: f"    return Stones(p.left - taken)  {MARK}\n"}, "rule 'play': NameError", "taken"),
    stones("an unknown field", {PLAY: f"    return Stones(p.lft - take)  {MARK}\n"}, "rule 'play': AttributeError", "lft"),
    stones("a name without a value", {MOVES: f"    if p.left > 20:\n        n = 3\n    n += 0  {MARK}\n"}, "UnboundLocalError"),
    stones("a rule that prints", {MOVES: f"{MOVES}    print(n)  {MARK}\n"}, "rule 'moves' prints", "take print out"),
    stones(
        "random numbers",
        {HEAD: "import random\n", PLAY: "    return Stones(p.left - random.randint(1, 10**9))\n"},
        "rule 'play' gives",
        "no random numbers",
    ),
    stones(
        "a rule that remembers",
        {HEAD: "CALLS = []\n", PLAY: "    CALLS.append(1)\n    return Stones(p.left - take + len(CALLS))\n"},
        "rule 'play' gives",
        "same whenever it is asked",
    ),
    stones(
        "positions that come again",
        {PLAY: "    return Stones(p.left - take if p.left > 3 else p.left + 9)\n"},
        "'reversible' is not there",
        "this very position was there",
    ),
    stones(
        "a game that does not end", {PLAY: "    return Stones(p.left + take)\n"}, "rule 'outcome' has not ended", "1000 moves"
    ),
]

PROMISES = [
    rows(
        "a stage that does not grow",
        {STAGE: "    return popcount(p.other)\n"},
        "rule 'stage' gives",
        "every move makes it larger",
    ),
    rows("a stage below 0", {STAGE: "    return -1\n"}, "rule 'stage' gives -1", "0 or more"),
    rows(
        "noisy moves that are none", {NOISY: "def noisy(p: Rows, out):\n    out[0] = 77\n    n = 1\n"}, "rule 'noisy' lists 77"
    ),
    rows(
        "forced, and not all moves noisy",
        {TAIL: "@rule\ndef forced(p: Rows):\n    return True\n"},
        "rule 'noisy' gives 0 of 8 moves",
        "forced",
    ),
    rows(
        "threatening moves that threaten nobody",
        {TAIL: f"@rule\ndef threatening(p: Rows, out, n):\n    out[n] = {FREE}\n    return n + 1\n"},
        "rule 'threatening' gives move 0",
        "nobody is forced",
    ),
    rows("a count that is wrong", {TAIL: "@rule\ndef count(p: Rows, out):\n    return 3\n"}, "rule 'count' gives 3", "lists 8"),
    rows("a key that leaves too much out", {TAIL: "@rule\ndef key(p: Rows):\n    return p.own\n"}, "rule 'key' gives the same"),
    rows(
        "a symmetry that is none",
        {TAIL: "@rule\ndef canonical(p: Rows):\n    return Rows(min(p.own, p.other), max(p.own, p.other))\n"},
        "rule 'canonical' gives",
        "play alike",
    ),
    rows(
        "a canonical position that has another one",
        {TAIL: "@rule\ndef canonical(p: Rows):\n    return Rows(p.other, p.own)\n"},
        "rule 'canonical' gives",
        "play alike",
    ),
    rows(
        "limits too narrow",
        {TAIL: "@rule\ndef limits(p: Rows):\n    return -2, 2\n"},
        "rule 'limits' gives -2 to 2",
        "ends with",
    ),
    rows("a gain below 0", {"VALUES[square]": "-5"}, "rule 'gain' gives -5", "0 or more"),
    rows(
        "an exchange worth many points and not few",
        {TAIL: "@rule\ndef exchange(p: Rows, square, least):\n    return least > 100\n"},
        "rule 'exchange' gives yes for 200 points",
    ),
    rows(
        "a pass that gives a number",
        {TAIL: "@rule\ndef may_pass(p: Rows):\n    return True\n@rule\ndef null(p: Rows):\n    return 0\n"},
        "rule 'null' must return a Rows",
    ),
    walk("reversible below 0", {"return p.quiet\n": "return p.quiet - 1\n"}, "rule 'reversible' gives -1", "0 or more"),
    walk(
        "reversible that says too little", {"return p.quiet\n": "return p.quiet % 2\n"}, "rule 'reversible' gives", "was there"
    ),
    walk("a counter in the key", {KEY: ""}, "rule 'reversible' cannot help: field 'quiet'", "write rule 'key' without p.quiet"),
    walk("patience that falls by two", {"return 40 -": "return 200 - 2 *"}, "rule 'patience' gives 198 after a move"),
    walk(
        "a timeless position that moves on",
        {TAIL: "@rule\ndef timeless(p: Walk):\n    return Walk((p.own + 1) % SQUARES, p.other, 0)\n"},
        "rule 'timeless' gives",
        "another position for that",
    ),
    walk(
        "a timeless position that plays otherwise",
        {TAIL: "@rule\ndef timeless(p: Walk):\n    return Walk(min(p.own, p.other), max(p.own, p.other), 0)\n"},
        "rule 'timeless' gives",
        "leads elsewhere",
    ),
    walk("patience in words", {"return 40 - p.quiet": "return 'long'"}, "rule 'patience' must return a whole number", "'long'"),
]

WRITING = [
    rows("two moves with one name", {NAME: '    return "aabcdefg"[move]\n'}, "move_name() calls moves 0 and 1 both 'a'"),
    rows("a move without a name", {NAME: "    return ''\n"}, "move_name() calls move 0 ''"),
    rows("too few names", {NAME: f'    return "abcdefg"[move]  {MARK}\n'}, "move_name()", "IndexError"),
    rows(
        "a move read as another", {TAIL: f"def read_move(p, text):  {MARK}\n    return 3\n"}, "read_move() reads", "as move 3"
    ),
    rows(
        "a text that leaves something out",
        {"def parse(text):\n": f"def parse(text):  {MARK}\n    text = text.replace('o', '.')\n"},
        "parse() reads",
        "text() wrote it for",
    ),
    rows(
        "parse refuses what text writes",
        {"def parse(text):\n    if len(text) != 8": f"def parse(text):  {MARK}\n    if len(text) != 7"},
        "parse() does not read '........'",
    ),
    rows("a text of two lines", {'def text(p):\n    return ""': f'def text(p):  {MARK}\n    return "\\n"'}, "text() writes"),
    rows("text() fails", {"def text(p):\n": f"def text(p):\n    p.nothing  {MARK}\n"}, "text()", "AttributeError"),
    rows("text() does not end", {"def text(p):\n": f"def text(p):\n    while True: pass  {MARK}\n"}, "text() seems not to end"),
    rows(
        "turn() does not alternate",
        {"def turn(p):\n    return": f"def turn(p):  {MARK}\n    return 0 *"},
        "turn() gives 0, but it is player 1's turn",
    ),
    rows(
        "a cell outside the board",
        {TAIL: f"{SMALL_BOARD}def cells(p, move, turn):  {MARK}\n    return [(0, move)]\n"},
        "cells() points at row 0, column 7",
    ),
    rows(
        "a board that is no rectangle",
        {TAIL: f"{CELLS}def board(p, turn):  {MARK}\n    return Board([[Cell()], [Cell(), Cell()]])\n"},
        "board() draws rows of 1, 2 cells",
    ),
]


def never(line: str) -> str:
    """A path that no game takes: the compiler reads it all the same."""
    return f"{MOVES}    if p.left > 100:\n        {line}  {MARK}\n"


COMPILER = [
    stones(
        "a helper without @helper",
        {HEAD: "def most(x):\n    return x\n", MOVES: never("n = most(3)")},
        "'most' is a plain function",
        "@helper",
    ),
    stones("bin()", {MOVES: never("n = len(bin(3))")}, "rule 'moves' cannot be compiled", "'bin' is Python's own", "popcount"),
    stones("bit_count()", {MOVES: never("n = n.bit_count()")}, "no bit_count()", "popcount"),
    stones("eval()", {MOVES: never("n = eval('3')")}, "'eval' is Python's own"),
    stones("a generator", {MOVES: never("n = sum(1 for i in range(3))")}, "a generator", "write a loop"),
    stones("an import inside", {MOVES: never("import math")}, "imported inside", "top of the file"),
    stones("a global that is changed", {MOVES: "    global SEEN\n" + never("SEEN = 1")}, "a global name is changed"),
    stones(
        "except with an exception",
        {MOVES: f"{MOVES}    try:\n        n += 0\n    except IndexError:  {MARK}\n        n = 1\n"},
        "'except' names an exception",
    ),
    stones("p._replace()", {MOVES: never("n = p._replace(left=3).left")}, "p._replace(...) is not known", "all its fields"),
    stones("rows of different lengths", {MOVES: never("n = ((1, 2), (1, 2, 3))[n][0]")}, "not all of one kind", "same length"),
    stones("a part of a tuple", {MOVES: never("n = len((1, 2, 3)[n:3])")}, "a part of a tuple", "loop"),
    stones("a place that is a float", {MOVES: never("n = (1, 2, 3)[n / 2]")}, "a place in a table is a float", "//"),
    stones("a number too large", {MOVES: never("n = 3 if n < 1180591620717411303424 else 2")}, "does not fit into 64 bits"),
    stones(
        "an unknown function of a module",
        {HEAD: "import math\n", MOVES: never("n = math.comb(4, 2)")},
        "math.comb is not known",
    ),
    stones(
        "an unknown function of NumPy", {MOVES: never("n = np.bitwise_count(np.uint64(7))")}, "np.bitwise_count", "damier.bits"
    ),
    stones("an unknown name, never met", {MOVES: never("n = nothing")}, "'nothing' is not defined"),
    stones("an unknown field, never met", {MOVES: never("n = p.right")}, "no 'right'"),
    stones(
        "nothing returned on some path",
        {OUTCOME: f"    if p.left < 100:\n    {OUTCOME}"},
        "rule 'outcome' must return",
        "(None)",
    ),
    stones(
        "a float on some path",
        {OUTCOME: f"    if p.left > 100:\n        return 0.5\n{OUTCOME}"},
        "rule 'outcome' must return",
        "float",
    ),
    stones(
        "a number or a tuple",
        {MOVES: f"{MOVES}    if p.left > 100:\n        n = (1, 2)\n    n = n + 0  {MARK}\n"},
        "cannot be compiled",
    ),
    stones(
        "a text and a number", {MOVES: never("n = n + 'a'")}, "cannot be compiled: '+' is done with a whole number and a string"
    ),
    stones("isinstance()", {MOVES: never("n = 3 if isinstance(p, tuple) else 1")}, "isinstance() is asked"),
    stones("an empty list", {MOVES: never("found = []")}, "empty list"),
    stones("a dictionary of two kinds", {MOVES: never("found = {1: 2, 'a': 3}")}, "cannot be compiled", "dictionary"),
    stones("a set of two kinds", {MOVES: never("found = {1, 'a'}")}, "cannot be compiled", "a set"),
    stones("del", {MOVES: f"{MOVES}    x = 1\n    del x  {MARK}\n"}, "'del' is used"),
    stones(
        "an object of a class",
        {HEAD: "class Most:\n    three = 3\nMOST = Most()\n", MOVES: never("n = MOST.three")},
        "'MOST' is a Most",
    ),
    stones(
        "a class used inside", {HEAD: "class Most:\n    three = 3\n", MOVES: never("n = Most().three")}, "'Most' is a class"
    ),
    stones("a global list", {HEAD: "TABLE = [3, 2, 1]\n", MOVES: never("n = TABLE[0]")}, "'TABLE' is a list", "tuple"),
    stones("a global dictionary", {HEAD: "TABLE = {0: 3}\n", MOVES: never("n = TABLE[0]")}, "'TABLE' is a dictionary"),
    stones("a global set", {HEAD: "TABLE = {0, 3}\n", MOVES: never("n = 3 if 3 in TABLE else 2")}, "'TABLE' is a set"),
    stones(
        "a table of more than a million bytes",
        {HEAD: "TABLE = np.zeros(200_000, np.int64)\n", MOVES: "    n = min(3, TABLE[0] + p.left)\n"},
        "rule 'moves' cannot be compiled",
        "larger than a million bytes",
    ),
    stones(
        "a helper that calls itself",
        {HEAD: f"@helper\ndef most(x):\n    return x if x < 4 else most(x - 1)  {MARK}\n", MOVES: "    n = most(p.left)\n"},
        "a helper calls itself",
        "loop",
    ),
    stones(
        "a helper called by the names of its arguments",
        {HEAD: "@helper\ndef most(x):\n    return x\n", MOVES: never("n = most(x=3)")},
        "a helper is called with x=",
    ),
    stones(
        "a helper called with too many arguments",
        {HEAD: "@helper\ndef most(x):\n    return x\n", MOVES: never("n = most(3, 4)")},
        "another number of arguments",
    ),
    stones(
        "a mistake inside a helper",
        {
            HEAD: f"@helper\ndef most(x):\n    y = x + 0\n    return len(bin(y))  {MARK}\n",
            MOVES: f"{MOVES}    if p.left > 100:\n        n = most(3)\n",
        },
        "rule 'moves' cannot be compiled",
        "'bin' is Python's own",
    ),
]

FOUND_BEFORE = [*FILES, *CONTRACT, *RETURNED, *SUMS, *LOOPS, *PROMISES, *WRITING]
ALL = {broken.mistake: broken for broken in [*FOUND_BEFORE, *COMPILER]}
assert len(ALL) == len(FOUND_BEFORE) + len(COMPILER)
