"""damier as a UCI engine: a real program, spoken to by python-chess as interfaces speak, and by hand where they would not."""

import os
import random
import subprocess
import time

import chess
import chess.engine
import pytest
from program import Program

from damier.engine import discernment, levels
from damier.engine.kernel.techniques import Techniques
from damier.protocols.chess import uci_options
from damier.protocols.chess.uci_go import Go, read_go
from programs import COMMAND

pytestmark = pytest.mark.xdist_group("uci")

LATE = 5.0  # seconds: far more than any answer here takes; machines are noisy
COMPILING = 900
ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # Paul Morphy: 1.Ra6
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


class Interface(Program):
    """Speaks UCI line by line."""

    def __init__(self, *options):
        super().__init__("uci", *options)

    def ready(self):
        """What was said before the engine is ready."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def go(self, words, position=None):
        """The lines of a search; the last one is its answer."""
        if position is not None:
            self.send(f"position {position}")
        self.send(f"go {words}")
        return self.until("bestmove")


@pytest.fixture(scope="module")
def engine():
    """One engine that python-chess talks to."""
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "uci"], timeout=COMPILING) as engine:
        engine.ping()
        yield engine


@pytest.fixture(scope="module")
def raw():
    """One engine that is talked to line by line."""
    with Interface("--hash", "8") as interface:
        yield interface


@pytest.fixture
def interface(raw):
    """The same, as it was in the beginning."""
    raw.send("stop", "ucinewgame", "position startpos")
    raw.ready()
    return raw


def best(lines):
    """The move of an answer."""
    return lines[-1].split()[1]


def infos(lines):
    """The `info` lines that tell of a line of play, as words by their names."""
    found = []
    for line in lines:
        words = line.split()
        if words[0] == "info" and "pv" in words:
            told = {name: words[words.index(name) + 1] for name in ("depth", "multipv", "nodes", "nps", "time", "hashfull")}
            at = words.index("score") + 1
            found.append(told | {"score": " ".join(words[at : at + 2]), "pv": words[words.index("pv") + 1 :]})
    return found


def is_line(board, names):
    """Whether these moves can be played one after the other."""
    board = board.copy()
    for name in names:
        if chess.Move.from_uci(name) not in board.legal_moves:
            return False
        board.push_uci(name)
    return True


# --------------------------------------------------------------------------------------------------------------------
# What python-chess asks for


def test_greeting(engine):
    """Its name, and options with defaults and ranges, one for each technique."""
    assert engine.id["name"].startswith("damier ")
    assert engine.id["author"]
    named = engine.options
    for name in ("Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "OwnBook", "Book File", "Move Overhead"):
        assert name in named
    assert (named["UCI_Elo"].min, named["UCI_Elo"].max) == (levels.LOWEST_RATING, levels.HIGHEST_RATING)
    assert named["Discernment"].max == named["Opponent Rating"].max == discernment.HIGHEST_RATING
    assert named["Trap Loss"].max == 100 * levels.MOST_LOSS
    assert (named["Threads"].min, named["Threads"].default) == (1, 1)
    assert {name.removeprefix("Technique ") for name in named if name.startswith("Technique ")} == set(vars(Techniques()))


def test_analysis(engine):
    board = chess.Board(ITALIAN)
    found = engine.analyse(board, chess.engine.Limit(depth=6))
    assert found["depth"] == 6
    assert {"score", "nodes", "nps", "time", "hashfull"} <= set(found)
    assert is_line(board, [move.uci() for move in found["pv"]])
    assert abs(found["score"].white().score()) < 300


def test_several_lines(engine):
    """As many as are asked for, or as there are moves; the best first."""
    for fen, expected in [(ITALIAN, 4), ("7k/8/8/8/8/8/6q1/7K w - - 0 1", 1)]:
        board = chess.Board(fen)
        found = engine.analyse(board, chess.engine.Limit(depth=5), multipv=4)
        assert len(found) == expected
        assert len({each["pv"][0] for each in found}) == expected
        scores = [each["score"].relative for each in found]
        assert scores == sorted(scores, reverse=True)
        assert all(is_line(board, [move.uci() for move in each["pv"]]) for each in found)


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05),
        chess.engine.Limit(white_clock=3, black_clock=3, remaining_moves=20),
        chess.engine.Limit(white_clock=0.01, black_clock=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, depth=2),
    ],
)
def test_moves_within_a_limit(engine, limit):
    """Legal, and not long after the limit: a few moves of a game, of both sides."""
    board = chess.Board()
    for _ in range(4):
        began = time.monotonic()
        move = engine.play(board, limit).move
        assert time.monotonic() - began < LATE
        assert move in board.legal_moves
        board.push(move)


def test_a_game_under_a_clock(engine):
    """The clock is python-chess's, which counts everything that lies between question and answer."""
    board, left = chess.Board("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1"), [3.0, 3.0]
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        limit = chess.engine.Limit(white_clock=left[0], black_clock=left[1], white_inc=0.02, black_inc=0.02)
        began = time.monotonic()
        move = engine.play(board, limit, game="one").move
        turn = board.ply() % 2
        left[turn] += 0.02 - (time.monotonic() - began)
        assert left[turn] > 0
        board.push(move)


def test_pondering(engine):
    """The move that was expected is a hit, another one a miss; both are answered with a legal move."""
    limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
    board, hits = chess.Board(ITALIAN), 0
    for number in range(6):
        played = engine.play(board, limit, ponder=True, game="ponder")
        board.push(played.move)
        others = [move for move in board.legal_moves if move != played.ponder]
        is_hit = number % 2 == 0 and played.ponder is not None
        hits += is_hit
        board.push(played.ponder if is_hit else others[0])
    assert hits
    assert engine.play(board, limit, game="ponder").move in board.legal_moves


def test_stop(engine):
    """Analysis without an end goes on until it is stopped, and has a move then."""
    board = chess.Board(ITALIAN)
    with engine.analysis(board) as analysis:
        for found in analysis:
            if found.get("depth", 0) >= 5:
                break
        analysis.stop()
        assert analysis.wait().move in board.legal_moves


def test_moves_to_choose_from(engine):
    board = chess.Board(ITALIAN)
    chosen = [chess.Move.from_uci(name) for name in ("a2a3", "h2h3")]
    for limit in (chess.engine.Limit(depth=4), chess.engine.Limit(white_clock=2, black_clock=2)):
        assert engine.play(board, limit, root_moves=chosen).move in chosen


def test_mates(engine):
    """Found, and counted in moves; also from the side that is mated."""
    board = chess.Board(MATE_IN_2)
    found = engine.analyse(board, chess.engine.Limit(mate=2))
    assert found["score"].relative == chess.engine.Mate(2)
    assert engine.play(board, chess.engine.Limit(mate=2)).move.uci() == "a1a6"
    board.push_uci("a1a6")
    found = engine.analyse(board, chess.engine.Limit(depth=4))
    assert found["score"].relative == chess.engine.Mate(-1)


def test_options(engine):
    """What is set counts, and what is not there is refused by python-chess already."""
    board = chess.Board(ITALIAN)
    limit = chess.engine.Limit(depth=7)
    engine.configure({"Hash": 16, "Clear Hash": None})
    usual = engine.analyse(board, limit)["nodes"]
    engine.configure({"Technique quiescence": False, "Technique killers": False, "Clear Hash": None})
    assert engine.analyse(board, limit)["nodes"] != usual
    engine.configure({"Technique quiescence": True, "Technique killers": True, "Clear Hash": None})
    assert engine.analyse(board, limit)["nodes"] == usual
    engine.configure({"Threads": 3, "Clear Hash": None})
    assert engine.analyse(board, limit)["pv"]
    engine.configure({"Threads": 1, "Clear Hash": None})
    assert engine.analyse(board, limit)["nodes"] == usual
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Threads": 0})


@pytest.mark.parametrize("number", [518, 0, 959])
def test_chess960(engine, number):
    """Castling is the king's taking of the rook, told and heard, also from the usual position."""
    board = chess.Board.from_chess960_pos(number)
    for _ in range(6):
        board.push(engine.play(board, chess.engine.Limit(depth=3), game=number).move)
    board = chess.Board("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", chess960=True)
    castling = chess.Move.from_uci("e1h1")
    assert engine.play(board, chess.engine.Limit(depth=2), root_moves=[castling]).move == castling
    board.push(castling)
    assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


def test_limited_strength(engine):
    """Weak play varies and is legal; it is over when it is switched off."""
    board = chess.Board()
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 800})
    moves = {engine.play(board, chess.engine.Limit(time=0.2), game=object()).move for _ in range(8)}
    assert len(moves) > 1
    assert all(move in board.legal_moves for move in moves)
    engine.configure({"UCI_LimitStrength": False})
    assert engine.analyse(board, chess.engine.Limit(depth=5))["depth"] == 5


def test_discernment_and_traps(engine):
    """By Michie's model it errs, or sets traps for who does; who studies a position sees the best move."""
    board = chess.Board()
    engine.configure({"Discernment": 100})
    moves = {engine.play(board, chess.engine.Limit(depth=1), game=object()).move for _ in range(8)}
    assert len(moves) > 1
    engine.configure({"Discernment": 0, "Play For Traps": True, "Opponent Rating": 1200, "Trap Loss": 100})
    assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves
    assert engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1)).move in board.legal_moves
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert engine.play(mate, chess.engine.Limit(time=1)).move == chess.Move.from_uci("a1a8")
    engine.configure({"Play For Traps": False})


def test_the_book(engine):
    """1.e4 e6 2.Nf3 c5 is a Sicilian, whatever the order of its moves: d4. Who analyses gets no book."""
    board = chess.Board()
    for name in ("e2e4", "e7e6", "g1f3", "c7c5"):
        board.push_uci(name)
    engine.configure({"OwnBook": True})
    began = time.monotonic()
    played = engine.play(board, chess.engine.Limit(white_clock=600, black_clock=600), info=chess.engine.INFO_ALL)
    assert time.monotonic() - began < LATE
    assert played.move.uci() == "d2d4"
    assert "depth" not in played.info
    engine.configure({"UCI_AnalyseMode": True})
    assert engine.analyse(board, chess.engine.Limit(depth=3))["depth"] == 3
    engine.configure({"OwnBook": False, "UCI_AnalyseMode": False})


# --------------------------------------------------------------------------------------------------------------------
# Line by line


def test_every_search_is_deterministic(interface):
    """The same position and depth, the same nodes, in a new game."""
    seen = []
    for _ in range(2):
        interface.send("ucinewgame")
        seen.append([told["nodes"] for told in infos(interface.go("depth 7", f"fen {ITALIAN}"))])
    assert seen[0] == seen[1]


def test_info(interface):
    lines = interface.go("depth 6", "startpos moves e2e4 e7e5 g1f3")
    told = infos(lines)
    board = chess.Board()
    for name in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(name)
    assert [int(each["depth"]) for each in told] == list(range(1, 7))
    assert all(is_line(board, each["pv"]) for each in told)
    assert [int(each["nodes"]) for each in told] == sorted(int(each["nodes"]) for each in told)
    assert lines[-1].split()[:4:2] == ["bestmove", "ponder"]
    assert told[-1]["pv"][:2] == lines[-1].split()[1::2]


def test_the_last_second_is_used(interface):
    """With a second and ten milliseconds a move left, a move is thought about for twenty at least, and the clock lasts."""
    interface.send("ucinewgame")
    interface.ready()
    for moves in ("", "moves e2e4 e7e5", "moves e2e4 e7e5 g1f3 b8c6"):
        for _ in range(10):  # a busy machine takes its own
            told = infos(interface.go("wtime 1000 btime 1000 winc 10 binc 10", f"startpos {moves}".strip()))
            assert int(told[-1]["time"]) < 900
            if int(told[-1]["time"]) >= 20 and int(told[-1]["depth"]) > 3:
                break
        else:
            pytest.fail(f"it thought for {told[-1]['time']} ms, to depth {told[-1]['depth']}")


def test_nodes(interface):
    lines = interface.go("nodes 5000", f"fen {ITALIAN}")
    assert 0 < int(infos(lines)[-1]["nodes"]) <= 6000


def test_nothing_is_said_before_stop(interface):
    """Even if there is nothing left to think about: a mate is known."""
    for words in ("infinite", "ponder wtime 1000 btime 1000", "ponder movetime 10", "ponder depth 4", ""):
        interface.send(f"position fen {MATE_IN_1}", f"go {words}")
        assert not [line for line in interface.silence(0.3) if line.startswith("bestmove")]
        interface.send("stop")
        began = time.monotonic()
        assert best(interface.until("bestmove")) == "a1a8"
        assert time.monotonic() - began < LATE


def test_ponderhit(interface):
    """Its time begins then: it answers by itself."""
    for limit in ("wtime 2000 btime 2000", "movetime 50", "depth 4", "nodes 1000"):
        interface.send(f"position fen {ITALIAN}", f"go ponder {limit}")
        assert not [line for line in interface.silence(0.2) if line.startswith("bestmove")]
        interface.send("ponderhit")
        assert chess.Move.from_uci(best(interface.until("bestmove"))) in chess.Board(ITALIAN).legal_moves
    interface.send("ponderhit")
    assert interface.ready() == ["info string ponderhit: nothing is thought about on the other player's time"]


def test_a_second_search_waits_for_the_first(interface):
    """While one search is under way a second makes no sense; ready it is all the time, and options count later."""
    interface.send("go infinite")
    interface.until("info")
    interface.send("go depth 1", "setoption name MultiPV value 2", "position startpos moves e2e4")
    said = interface.ready()
    assert "info string go: still thinking; say stop first" in said
    assert not [line for line in said if line.startswith("bestmove")]
    interface.send("stop")
    assert interface.until("bestmove")[-1].split()[1][1] in "12"  # White's: of the position that was thought about
    assert {told["multipv"] for told in infos(interface.go("depth 2"))} == {"1", "2"}
    interface.send("setoption name MultiPV value 1", "stop")
    assert interface.ready() == []


def test_many_questions_in_a_row(interface):
    """As fast as they can be said; each has one answer."""
    chance = random.Random(1)
    for _ in range(30):
        interface.send(*chance.choice([["go infinite", "stop"], ["go depth 1"], ["go ponder movetime 1", "ponderhit"]]))
        interface.until("bestmove")
    assert not [line for line in interface.ready() if line.startswith("bestmove")]


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
def test_a_finished_game(interface, fen, score):
    assert interface.go("depth 3", f"fen {fen}") == [f"info depth 0 score {score}", "bestmove (none)"]
    interface.send("go infinite")
    assert interface.silence(0.2) == [f"info depth 0 score {score}"]
    interface.send("stop")
    assert interface.line() == "bestmove (none)"


@pytest.mark.parametrize(
    "position",
    [
        "fen 8/8/4k3/8/8/3QK3/8/8 w - - 100 90",  # fifty moves, not claimed
        "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1",  # nobody can win
        "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 3,  # four times the same
    ],
)
def test_a_draw_that_is_played_on(interface, position):
    """Whether a game is over is for others to say: as long as there is a move it is made."""
    move = best(interface.go("depth 3", position))
    board = chess.Board() if position.startswith("startpos") else chess.Board(position.removeprefix("fen "))
    assert chess.Move.from_uci(move) in board.legal_moves


def test_repetition_is_seen(interface):
    """A position that has been there twice is a draw the third time, for one who is a queen ahead; only the game tells."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
    assert infos(interface.go("depth 4 searchmoves f6g8", f"fen {fen} moves {moves}"))[-1]["score"] == "cp 0"
    board = chess.Board(fen)
    for name in moves.split():
        board.push_uci(name)
    interface.send("ucinewgame")
    without_past = infos(interface.go("depth 4 searchmoves f6g8", f"fen {board.fen()}"))[-1]["score"]
    assert int(without_past.removeprefix("cp ")) > 500


def test_perft(interface):
    interface.send("position startpos", "go perft 3")
    lines = interface.until("Nodes")
    assert lines[-1] == "Nodes searched: 8902"
    assert "a2a3: 380" in lines
    assert len(lines) == 21
    interface.send("go perft 0")
    assert interface.until("Nodes") == ["Nodes searched: 1"]
    interface.send("go perft 20", "stop")
    assert interface.ready()[-1] == "info string perft: stopped"


def test_no_mate(interface):
    """What was asked for is not there, and that is said."""
    lines = interface.go("mate 1", f"fen {MATE_IN_2}")
    assert "info string there is no mate in 1" in lines
    assert lines[-1].startswith("bestmove ")


def test_books_that_cannot_be(interface, tmp_path):
    broken = tmp_path / "broken book.bin"
    broken.write_bytes(b"nonsense")
    interface.send(f"setoption name Book File value {broken}", "setoption name OwnBook value true")
    assert any(str(broken) in line for line in interface.go("depth 1", "startpos"))
    interface.send("setoption name OwnBook value false", "setoption name Book File value <empty>")
    assert interface.go("depth 1")[-1].startswith("bestmove ")


def test_tables_that_cannot_be(interface, tmp_path):
    """What is wrong with a folder is said, and play goes on without."""
    for value, why in [
        ("nowhere", "'nowhere' is no folder"),
        (tmp_path, f"{tmp_path}: Syzygy tables need .rtbw and .rtbz files"),
    ]:
        interface.send(f"setoption name SyzygyPath value {value}")
        lines = interface.go("depth 1", "startpos")
        assert any(line.startswith(f"info string SyzygyPath: {why}") for line in lines)
        assert lines[-1].startswith("bestmove ")
    interface.send("setoption name SyzygyPath value <empty>")


RUBBISH = [
    "frobnicate 3",
    "position",
    "position e2e4",
    "position startpos e2e4",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position fen",
    "position fen rubbish",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
    "position fen 4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
    "setoption",
    "setoption Hash 12",
    "setoption name Colour value red",
    "setoption name Hash",
    "setoption name Hash value many",
    "setoption name Hash value 0",
    "setoption name Hash value 99999999",
    "setoption name Threads value 1000",
    "setoption name Ponder value perhaps",
    "setoption name UCI_Elo value 5000",
    "go depth",
    "go depth many",
    "go depth -3",
    "go wtime soon",
    "go searchmoves depth 3",
    "debug perhaps",
    "ponderhit",
    "\x00\x01 é 漢",
    "x" * 100_000,
]


def test_rubbish(interface):
    """What makes no sense is said in one line each, and changes nothing."""
    interface.send(f"position fen {ITALIAN}")
    interface.send("", "   ", "debug on", "debug off", "register later", "stop")
    assert interface.ready() == []
    interface.send(*RUBBISH)
    said = interface.ready()
    assert len(said) == len(RUBBISH), said
    assert all(line.startswith("info string ") and len(line) < 600 for line in said)
    assert "info string setoption: UCI_Elo is '5000'; it can be 800 to 2400" in said
    assert "info string go: depth is 'many'; it must be a whole number from 0 on" in said
    lines = interface.go("depth 2 tomorrow searchmoves a9a8 b1c3")
    assert lines[0] == "info string go: 'tomorrow' not understood"
    assert lines[1] == "info string searchmoves: a9a8 not legal here"
    assert best(lines) == "b1c3"


def test_options_from_the_command_line():
    with Interface("--hash", "9", "--option", "MultiPV=2", "-o", "Technique null_move=false") as interface:
        interface.send("uci")
        said = interface.until("uciok")
        assert "option name Hash type spin default 9 min 1 max 65536" in said
        assert "option name MultiPV type spin default 2 min 1 max 250" in said
        assert "option name Technique null_move type check default false" in said
        assert interface.end() == (0, "")


@pytest.mark.parametrize("question", ["", "go infinite", "go wtime 900000 btime 900000"])
@pytest.mark.parametrize("last", ["quit", None])
def test_the_end(question, last):
    """`quit`, and the end of input, end the program, whatever it thinks about."""
    with Interface() as interface:
        if question:
            interface.ready()
            interface.send(question)
            interface.until("info")
        interface.send("uci", *([last] if last else []))
        assert interface.end() == (0, "")


def test_an_interface_that_goes_away():
    """Nobody reads any more: the program ends as soon as it has something to say, without a word on standard error."""
    reading, writing = os.pipe()
    command = [*COMMAND, "uci"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE, text=True) as process:
        os.close(writing)
        os.close(reading)
        _, errors = process.communicate("uci\nisready\n", COMPILING)
        assert (process.returncode, errors) == (0, "")


# --------------------------------------------------------------------------------------------------------------------
# The words of the protocol, without a program


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", Go()),
        ("infinite", Go(infinite=True)),
        ("wtime 1000 btime 2000 winc 10 binc 20", Go(wtime=1000, btime=2000, winc=10, binc=20)),
        ("searchmoves e2e4 d2d4 depth 3", Go(searchmoves=("e2e4", "d2d4"), depth=3)),
        ("ponder movestogo 3 wtime -5 btime 0", Go(ponder=True, movestogo=3, wtime=-5, btime=0)),
    ],
)
def test_go_is_read(words, expected):
    assert read_go(words) == (expected, [])


def test_clocks():
    go = read_go("wtime 1000 btime -20 winc 10")[0]
    assert go.clock_of(is_black=False) == (1000, 10)
    assert go.clock_of(is_black=True) == (1, 0)
    assert read_go("movetime 5")[0].clock_of(is_black=True) is None


@pytest.mark.parametrize(("words", "is_open"), [("", True), ("infinite", True), ("depth 3", False), ("ponder", False)])
def test_which_searches_are_open(words, is_open):
    assert read_go(words)[0].is_open == is_open


def test_names_and_values_may_have_spaces():
    settings = uci_options.Settings()
    name, value = uci_options.read_setoption("name book file value /a b/c value d.bin")
    assert (name, value) == ("book file", "/a b/c value d.bin")
    assert uci_options.set_option(settings, name, value).book_file == value
    assert uci_options.set_option(settings, "TECHNIQUE null_move", "false").techniques == Techniques(null_move=False)
