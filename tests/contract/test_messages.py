"""Whatever is given: a message is one short line in damier's own words, and comes soon, however much was given."""

import re
import time

import pytest

from damier.games import catalogue
from damier.games.game import BadInput
from damier.wording import LONGEST_MESSAGE, beginning, in_one_line, quoted, whole_number
from lengths import times

LENGTH = times(400_000, 1_000_000)  # letters
JUNK = {
    "digits": "1" * LENGTH,
    "numbers": "1 " * (LENGTH // 2),
    "commas": "7," * (LENGTH // 2),
    "brackets": "[" * LENGTH,
    "closed": "[" * (LENGTH // 2) + "]" * (LENGTH // 2),
    "letters": "x" * LENGTH,
    "squares": "e4 f5 " * (LENGTH // 6),
    "dashes": "-" * LENGTH,
    "strokes": "/" * LENGTH,
    "parentheses": "(;" * (LENGTH // 2),
    "quotes": '"' * (LENGTH + 1),
    "unicode": "♔é\U0001f600٣" * (LENGTH // 4),
    "controls": "\x1b[31m\x00\r" * (LENGTH // 7),
    "newlines": "a\n" * (LENGTH // 2),
    "long number": "7" * 5_000,
    "long numbers": ("7" * 5_000 + ",") * (LENGTH // 5_000),
    "long leaf": f"[[{'7' * 5_000}, 1], [2]]",
    "long board": "8/8/8/8/8/8/8/8 w - - " + "7" * 5_000,
    "surrogate": "\ud800" * LENGTH,
}
PYTHONS_WORDS = re.compile(
    r"Exceeds the limit|invalid literal|could not convert|codec can't|unpack|argument|Traceback|Error|NoneType|object|index out"
)
PATIENCE = LENGTH / 50_000  # seconds of this process; what is quadratic takes hours


def refused(ask, *arguments):
    """The message with which something is refused; None if it is not."""
    began = time.process_time()
    try:
        ask(*arguments)
    except BadInput as error:
        message = str(error)
        assert message
        assert len(message) < 500
        assert message.isprintable()
        assert not PYTHONS_WORDS.search(message), message
    else:
        message = None
    assert time.process_time() - began < PATIENCE
    return message


@pytest.fixture(scope="module", params=catalogue.names())
def game(request):
    return catalogue.load(request.param)


@pytest.mark.parametrize("kind", JUNK)
def test_every_game_refuses_junk_in_a_line(game, kind):
    from damier.records import game_files
    from damier.records.openings import read_opening

    text, start = JUNK[kind], game.start()
    assert refused(game.parse, text)
    assert refused(game.parse_move, start, text)
    for ask in (game.turn_written, game.record, game.in_file, game.replay):
        refused(ask, text)  # some of it may be no move at all, or a file's name
    refused(read_opening, game, text)
    refused(game_files.read, game, text)
    for option, default in getattr(game.module, "OPTIONS", {}).items():
        if isinstance(default, str):
            assert refused(catalogue.load(game.name, **{option: text}).check_options)


@pytest.mark.parametrize("kind", JUNK)
def test_everything_else_that_reads_refuses_junk_in_a_line(kind):
    from damier.arena.record import read_line
    from damier.arena.setting import read_setting
    from damier.books.lines import read_lines
    from damier.cli.common import load_game
    from damier.engine.levels import level_of
    from damier.games.chess import epd
    from damier.games.othello import ggf, numbered, obf

    text = JUNK[kind]
    assert refused(catalogue.load, text)
    assert refused(catalogue.load, text + ".py")
    assert refused(load_game, "kalah", "", [text])
    assert refused(load_game, "kalah", "", [f"seeds={text}"])
    assert refused(load_game, "connect4", text)
    assert refused(load_game, "connect4", f"{text}x{text}")
    assert refused(level_of, text)
    assert refused(read_setting, text)
    assert refused(read_setting, f"depth={text}")
    assert refused(read_setting, f"seconds={text}")
    assert refused(read_line, text)
    assert refused(epd.read_line, text)
    for ask in (ggf.parse_game, numbered.transcript_of, obf.parse_line):
        assert refused(clearly, ask, text)
    assert refused(read_lines, catalogue.load("connect4"), text, "junk")


def clearly(ask, *arguments):
    """What is raised as ValueError comes to people as BadInput."""
    try:
        return ask(*arguments)
    except ValueError as error:
        raise BadInput(str(error)) from None


def test_quotations():
    assert quoted("e4") == "'e4'"
    assert quoted("a" * 200) == f"'{'a' * 100}...'"
    assert len(quoted("\x00" * 10**6)) < 120
    assert len(quoted("\U000e0001" * 90)) < 120
    assert quoted(10**5000) == "a int"
    assert len(quoted(list(range(10**5)))) < 120
    assert beginning("a\nb" * 100) == f"{'a b' * 33}a..."
    fen = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 12 8"
    assert quoted(fen) == f"'{fen}'"


def test_a_message_keeps_its_end():
    message = in_one_line("x" * 10**6 + "\n; expected something else")
    assert len(message) <= LONGEST_MESSAGE
    assert message.endswith("; expected something else")
    assert in_one_line("two\n  lines\x1b[0m") == "two lines [0m"
    assert str(BadInput("a" * 10**6)) == str(BadInput("a" * 10**7))


@pytest.mark.parametrize(
    ("written", "number"),
    [("7", 7), (" -12 ", -12), ("+3", 3), ("", None), ("٣", None), ("1_000", None), ("1.5", None), ("9" * 21, None)],
)
def test_whole_numbers(written, number):
    assert whole_number(written) == number
    assert whole_number("7" * 10**6) is None


@pytest.mark.parametrize("kind", JUNK)
def test_protocols_complain_in_a_line(kind):
    from damier.protocols.chess.uci_go import read_go
    from damier.protocols.chess.uci_options import Settings, read_setoption, set_option

    text = JUNK[kind]
    assert refused(clearly, set_option, Settings(), text, "1")
    assert refused(clearly, set_option, Settings(), "Hash", text)
    assert refused(clearly, read_setoption, text)
    refused(clearly, read_go, f"depth {text}")  # what follows a number is passed over
