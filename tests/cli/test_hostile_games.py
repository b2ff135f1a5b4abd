"""Games of a person's own that are broken or hostile: one line that says so, never a traceback, silence or a deaf Ctrl-C."""

import io
import os
import signal
import time

import pytest
from commands import damier, refusal
from test_packages import install

from damier.games import faults, load
from damier.games.game import BadInput
from own_games import NIM, RARE, WAYS
from programs import DAMIER, running, seconds_worked

pytestmark = pytest.mark.xdist_group("cli")

COMMANDS = {
    "play": ["play", "./bad.py"],
    "search": ["search", "./bad.py", "-d", "3"],
    "solve": ["solve", "./bad.py"],
    "perft": ["perft", "./bad.py", "-d", "2"],
    "show": ["show", "./bad.py"],
    "web": ["web", "./bad.py", "--port", "0", "--no-browser"],
    "match": ["match", "./bad.py", "depth=1", "depth=2", "-n", "2"],
}
TOLD_WRONG = {
    "OPTIONS = 7": "OPTIONS is 7",
    "OPTIONS = {1: 2}": "OPTIONS is {1: 2}",
    "OPTIONS = {'most': [3]}": "OPTIONS is {'most': [3]}",
    "CHOICES = 7": "CHOICES is 7",
    "CHOICES = {'most': 3}": "CHOICES has 'most'",
    "OPTIONS = {'most': 3}; CHOICES = {'most': 3}": "CHOICES of 'most' are 3",
    "TITLE = 7": "TITLE is 7",
    "PLAYERS = 'ab'": "PLAYERS is 'ab'",
    "PLAYERS = ('one', 2)": "PLAYERS is ('one', 2)",
    "UNIT = 0": "UNIT is 0",
    "UNIT = 'x'": "UNIT is 'x'",
    "MARKS = 6": "MARKS is 6",
    "COUNTED = None": "COUNTED is None",
    "WON_BY = 3": "WON_BY is 3",
    "SCORES = 5": "SCORES is 5",
    "PALETTE = 'xo'": "PALETTE is 'xo'",
    "FILES = 3": "FILES is 3",
    "SOLVER = 3": "SOLVER is 3",
    "WORTH = {'P': 1}": "WORTH is {'P': 1}",
    "BENCH = ['', 9]": "BENCH is ['', 9]",
    "NAMES_MOVES = 'no'": "NAMES_MOVES is 'no'",
    "puzzle = 5": "puzzle is 5; it must be a function",
    "EXPECTATION = 'many'": "EXPECTATION is 'many'",
    "WEIGHTS = 'heavy'": "WEIGHTS is 'heavy'",
    "WEIGHTS = [1 << 40]": "WEIGHTS is [1099511627776]",
    "text = 5": "text is 5; it must be a function",
    "OPTIONS = list(range(10**6))": "OPTIONS is [0, 1, 2",
}
FAULTS = {
    "import sys; sys.exit()": "bad.py line 30: SystemExit: it ends the program",
    "raise KeyboardInterrupt": "bad.py line 30: KeyboardInterrupt",
    "class Own(BaseException): pass\nraise Own('words')": "bad.py line 31: Own: words",
    "raise ValueError('x' * 10**6)": "ValueError: xxx",
    "input()": "EOFError",
    "def start(): raise SystemExit": "start(): SystemExit",
    "def start(): return 'abc'": "'abc' is no position",
    "def start(): return Nim(1 << 80)": "OverflowError",
    "@rule\ndef reversible(p: Nim): return [7]": "bad.py line 30: rule 'reversible' must return a whole number",
    "@rule\ndef forced(p: Nim): raise SystemExit": "bad.py line 31: rule 'forced': SystemExit",
    "def start(): return int('x')": "bad.py line 30: start(): ValueError",
}
BESIDE = {
    "def text(p): raise SystemExit": "text(): SystemExit",
    "def text(p): raise KeyboardInterrupt": "text(): KeyboardInterrupt",
    "def parse(text): import sys; sys.exit(0)": "parse(): SystemExit",
    "def parse(text): return [1]": "[1] is no position",
    "def parse(text): return {}[text]": "bad.py line 30: parse(): KeyError: '21'",
    "def parse(text): return Nim(int(text + 'x'))": "bad.py line 30: parse(): ValueError",
    "def parse(text): raise ValueError('no such heap')": "no such heap",
    "def turn(p): return 'me'": "bad.py: turn(): ValueError",
    "def cells(p, move, turn): return 7": "cells(): TypeError",
    "def board(p, turn): return 7": "board() of bad must return a Board",
}


def write(folder, more, source=NIM):
    """A file with a game of which lines 30 and following are these."""
    source += "\n" * (29 - source.count("\n"))
    assert source.count("\n") == 29
    (folder / "bad.py").write_text(source + more + "\n")


def refused(ask, *arguments):
    """The one line with which something is refused in this process."""
    with pytest.raises(BadInput) as error:
        ask(*arguments)
    line = str(error.value)
    assert len(line.splitlines()) == 1
    assert len(line) < 500
    return line


@pytest.mark.parametrize("more", TOLD_WRONG)
def test_what_a_game_tells_is_of_its_kind(tmp_path, more):
    write(tmp_path, more)
    assert refused(load, str(tmp_path / "bad.py")).startswith(f"bad.py: {TOLD_WRONG[more]}")


@pytest.mark.parametrize("more", FAULTS)
def test_a_file_that_cannot_be_loaded_is_named(tmp_path, monkeypatch, more):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    write(tmp_path, more)
    assert FAULTS[more] in refused(load, str(tmp_path / "bad.py"))


LATE = {
    "def text(p): return str(p.stones) if p.stones != 7777 else {}[p.stones]": "text(): KeyError: 7777",
    "def text(p):\n    if p.stones == 7777: raise SystemExit\n    return str(p.stones)": "text(): SystemExit",
    "def ending(p): raise KeyError(p.stones)": "ending(): KeyError: 7777",
}


@pytest.mark.parametrize("more", BESIDE)
def test_a_fault_beside_the_rules_is_named(tmp_path, more):
    write(tmp_path, more)
    assert BESIDE[more] in refused(load, str(tmp_path / "bad.py"))


@pytest.mark.parametrize("more", LATE)
def test_a_fault_that_is_met_later_is_named(tmp_path, more):
    write(tmp_path, more)
    game = load(str(tmp_path / "bad.py"))

    def show():
        position = game.parse("7777")
        game.ending(position)
        game.text(position)

    assert LATE[more] in refused(show)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_so(tmp_path, command):
    write(tmp_path, "OPTIONS = 7" if command == "match" else "import sys; sys.exit(0)")
    assert "bad.py" in refusal(*COMMANDS[command], cwd=tmp_path)


@pytest.mark.parametrize("more", ["def text(p): raise SystemExit", "def board(p, turn): raise KeyboardInterrupt"])
def test_a_fault_that_is_met_later_ends_a_command_in_a_line(tmp_path, more):
    write(tmp_path, more)
    assert "bad.py line 30" in refusal("show", "./bad.py", "7", cwd=tmp_path)


def test_an_optional_rule_that_cannot_be_compiled_is_said(tmp_path):
    write(tmp_path, "@rule\ndef noisy(p: Nim, out): return eval('0')")
    line = refusal("search", "./bad.py", "-a", "quiescence", "-d", "2", cwd=tmp_path)
    assert "cannot be compiled" in line


@pytest.mark.parametrize("fault", ["import sys; sys.exit(0)", "raise KeyboardInterrupt", "OPTIONS = 7"])
def test_a_hostile_package_is_named_and_hides_no_other_game(tmp_path, fault):
    install(tmp_path, "mygames.stones", f"{NIM}\n{fault}\n")
    assert "stones" in refusal("search", "stones", PYTHONPATH=path_with(tmp_path))
    listed = damier("games", PYTHONPATH=path_with(tmp_path))
    assert listed.returncode == 0
    assert "connect4" in listed.stdout
    assert "stones" in listed.stderr


def path_with(folder):
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def test_a_package_without_a_word_about_itself_is_listed(tmp_path):
    install(tmp_path, "mygames.stones", NIM.replace('"""Nim: take one to three stones; who takes the last wins."""', ""))
    assert "stones" in damier("games", PYTHONPATH=path_with(tmp_path)).stdout


ENDLESS_RULE = NIM.replace(
    "def play(p: Nim, take):\n", "def play(p: Nim, take):\n    while p.stones == HERE:\n        take += 0\n"
)


@pytest.mark.parametrize(
    ("source", "telling"),
    [
        (NIM + "\ndef text(p):\n    while True: pass\n", "text() seems not to end"),
        (NIM + "\ndef parse(text):\n    while True: pass\n", "parse() seems not to end"),
        (NIM + "\ndef start():\n    while True: pass\n", "start() seems not to end"),
        ("HERE = 21\n" + ENDLESS_RULE, "rule 'play' seems not to end"),
    ],
    ids=["text", "parse", "start", "play"],
)
def test_what_does_not_end_is_named(tmp_path, monkeypatch, source, telling):
    monkeypatch.setattr(faults, "PATIENCE", 0.5)
    (tmp_path / "bad.py").write_text(source)
    line = refused(load, str(tmp_path / "bad.py"))
    assert telling in line
    assert line.startswith("bad.py line 2")


def ctrl_c(folder, *arguments, when):
    """Run a command and press Ctrl-C once: its status, and what it has said."""
    with running(DAMIER, *arguments, flags=(), cwd=folder) as process:
        wait_until(lambda: when(process), process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=40)
    return process.returncode, errors


def wait_until(is_so, process):
    ends = time.monotonic() + 100
    while not is_so():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < ends
        time.sleep(0.1)


HERE = "open('here', 'w').close()"


@pytest.mark.parametrize(
    ("more", "place"),
    [
        (f"{HERE}\nwhile True: pass", "bad.py line 31, in <module>"),
        (
            f"def parse(text):\n    if text == '7777': {HERE}\n    while text == '7777': pass\n    return Nim(int(text))",
            "bad.py line 32, in parse",
        ),
    ],
    ids=["import", "parse"],
)
def test_ctrl_c_ends_plain_python_and_tells_where_it_was(tmp_path, more, place):
    write(tmp_path, more)
    found = ctrl_c(tmp_path, "show", "./bad.py", "7777", when=lambda process: (tmp_path / "here").exists())
    assert found == (130, f"damier: interrupted at {place}\n")


RARELY_ENDLESS = WAYS.replace("    return Way(2", f"    while {RARE}:\n        step += 0\n    return Way(2")


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="nothing tells how long a process has worked")
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("command", ["search", "perft"])
def test_ctrl_c_ends_machine_code_that_does_not_end(tmp_path, command):
    """Some moves below the start, on one of a thousand ways, which no check at loading goes."""
    (tmp_path / "bad.py").write_text(RARELY_ENDLESS)
    assert damier(command, "./bad.py", "-d", "1", cwd=tmp_path).returncode == 0  # compiled
    status, errors = ctrl_c(tmp_path, command, "./bad.py", "-d", "12", when=lambda process: seconds_worked(process.pid) > 1.5)
    assert (status, errors) == (130, "damier: interrupted\n")
