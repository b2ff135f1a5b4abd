"""Whole games as text: what is written is read again, what others write is read, and what is broken is refused in a line."""

import io
import random
import re
from typing import Any

import chess.pgn
import pytest

from damier.games.catalogue import load, names
from damier.games.chess import pgn
from damier.games.game import BadInput, Game
from damier.games.othello import ggf
from damier.records.game_files import formats_of, games_in, read, write
from damier.records.session import Session
from damier.records.variations import ROOT, Variations

WORDS = ["good", "1-0", "*", "(", "e4", ";", "[%clk 1:00]", "%eval", "$3", "é", "12.", '"', "{", "--", "\\", "!?"]
KIEL = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 7"
MIDDLE = "-" * 18 + "XXX-----OOOX----XOO" + "-" * 27 + " O"


def shape(tree: Variations) -> list[tuple[int, str, str]]:
    """A tree as something to compare: its moves line by line, with ply and comment."""
    return [(tree.nodes[each].ply, tree.nodes[each].name, tree.nodes[each].comment) for each in tree.below(ROOT)]


def main_moves(tree: Variations) -> list[int]:
    return [tree.nodes[each].move for each in tree.main_line()[1:]]


def grow(tree: Variations, rng: random.Random, moves: int, branching: float = 0.15, comments: float = 0.1) -> Variations:
    """Add random moves, some as variations, and random comments."""
    for _ in range(moves):
        if rng.random() < branching:
            tree.go(rng.choice(list(tree.nodes)))
        legal = tree.session.legal_moves()
        if not legal and not branching:
            break
        if not legal:
            tree.go(rng.choice(list(tree.nodes)))
            continue
        node = tree.play(rng.choice(legal))
        if rng.random() < comments:
            node.comment = " ".join(rng.choices(WORDS, k=rng.randint(1, 30)))
    return tree


def same(one: Variations, two: Variations) -> bool:
    return (
        shape(one) == shape(two)
        and one.session.positions[0] == two.session.positions[0]
        and one.session.turns[0] == two.session.turns[0]
    )


def refused(game: Game, text: str, *words: str) -> str:
    with pytest.raises(BadInput) as error:
        read(game, text)
    said = str(error.value)
    assert "\n" not in said
    for word in words:
        assert word in said, said
    return said


# --------------------------------------------------------------------------------------------------------------------
# There and back


def test_formats() -> None:
    games = ("chess", "othello", "connect4", "kalah")
    named = {name: [(each.name, each.ending) for each in formats_of(load(name))] for name in games}
    assert named == {
        "chess": [("PGN", ".pgn")],
        "othello": [("transcript", ".txt"), ("GGF", ".ggf")],
        "connect4": [("columns", ".txt")],
        "kalah": [("moves", ".txt")],
    }
    with pytest.raises(BadInput, match=r"Chess is not written as GGF; it is as PGN"):
        write(Variations(load("chess")), "GGF")


@pytest.mark.parametrize("name", ["chess", "othello", "connect4", "kalah"])
def test_there_and_back(name: str) -> None:
    """Random games with random variations and comments."""
    game = load(name)
    for seed in range(25):
        rng = random.Random(seed)
        tree = grow(Variations(game), rng, rng.randint(0, 60), rng.choice([0, 0.1, 0.4]), rng.choice([0, 0.3]))
        text = write(tree, formats_of(game)[0].name)
        again = read(game, text)
        assert same(again, tree), text
        assert again.here == again.main_line()[-1]
        assert write(again, formats_of(game)[0].name) == text
        assert games_in(game, text) == int(len(tree.nodes) > 1 or name == "chess" or bool(text.strip()))


@pytest.mark.parametrize("name", [name for name in names() if name not in ("tree", "random-tree")])
def test_every_game(name: str) -> None:
    game = load(name)
    tree = grow(Variations(game), random.Random(name), 25)
    for each in formats_of(game):
        again = read(game, write(tree, each.name))
        assert main_moves(again) == main_moves(tree)


@pytest.mark.parametrize(
    ("name", "start"),
    [("chess", KIEL), ("othello", MIDDLE), ("connect4", "4453"), ("kalah", "4,4,4,0,5,5,1/5,4,4,4,4,4,0"), ("nim", "9")],
)
def test_unusual_starts(name: str, start: str) -> None:
    game = load(name)
    session = Session.from_text(game, start)
    for turn in {session.turn, game.turn(session.position)} | ({0, 1} if name == "kalah" else set()):
        tree = grow(Variations(game, session.position, turn), random.Random(1), 20)
        assert same(read(game, write(tree, formats_of(game)[0].name)), tree)
        empty = Variations(game, session.position, turn)
        assert same(read(game, write(empty, formats_of(game)[0].name)), empty)


def test_smaller_boards() -> None:
    for name, options in (("othello", {"size": 6}), ("connect4", {"width": 10, "height": 5}), ("kalah", {"pits": 3})):
        game = load(name, **options)
        tree = grow(Variations(game), random.Random(3), 40)
        assert same(read(game, write(tree, formats_of(game)[0].name)), tree)
    refused(load("othello"), write(Variations(load("othello", size=6)), "GGF"), "another board")
    refused(load("connect4"), "..../..../..../....", "another board")


def own_game(**changed: Any) -> Game:
    """Nim, with something changed."""
    nim = load("nim").module
    module: Any = type(nim)("own")
    module.__dict__.update({key: value for key, value in vars(nim).items() if not key.startswith("__")} | changed)
    return Game("own", module, {})


def test_games_of_ones_own() -> None:
    """Their moves may have any names."""
    strange = ["1.", "1-0", "two words", "(3)", "a,b", "why?", "%", "4."]

    def name(position: Any, move: int) -> str:
        return f"{strange[int(position.stones) % len(strange)]}{move}" + "!" * (move == 1)

    game = own_game(move_name=name)
    for seed in range(10):
        tree = grow(Variations(game), random.Random(seed), 30, 0.3, 0.3)
        assert same(read(game, write(tree, "moves")), tree)


def test_tags_and_results() -> None:
    for name in ("chess", "kalah"):
        game = load(name)
        tree = grow(Variations(game), random.Random(5), 6, 0, 0)
        tree.tags = {"White": 'A "quoted\\" name', "Event": "x"}
        text = write(tree, formats_of(game)[0].name, {"Event": "two\nlines"}, "0-1")
        tags = read(game, text).tags
        assert tags | {"White": 'A "quoted\\" name', "Event": "two lines", "Result": "0-1"} == tags
    game = load("chess")
    mate = read(game, "f3 e5 g4 Qh4#")
    assert '[Result "0-1"]' in write(mate, "PGN")
    assert write(mate, "PGN").endswith(" 2. g4 Qh4# 0-1\n\n")
    assert read(game, write(mate, "pgn", result="1/2-1/2")).tags["Result"] == "1/2-1/2"
    resigned = read(game, '[Result "1-0"]\n\n1. e4 e5 1-0')
    assert read(game, write(resigned, "PGN")).tags["Result"] == "1-0"
    assert read(game, "1. e4 ½-½").tags["Result"] == "1/2-1/2"


def test_how_they_look() -> None:
    game = load("chess")
    tree = read(game, "1. e4 e5 2. Nf3")
    tree.go(tree.main_line()[1])
    tree.play(game.parse_move(tree.session.position, "c5")).comment = "Sicilian"
    tree.play(game.parse_move(tree.session.position, "Nf3"))
    tree.go(tree.main_line()[2])
    tree.play(game.parse_move(tree.session.position, "f4"))
    assert "1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 (2. f4) *" in write(tree, "PGN")
    assert write(read(load("othello"), "F5 d6; c3"), "transcript") == "f5d6c3\n"
    assert write(read(load("connect4"), "1. 4 4 2. 5"), "columns") == "445\n"
    assert write(read(load("kalah"), "3,6 (5 {better}) 1"), "moves") == "3 6 (5 {better}) 1\n"
    assert max(map(len, write(grow(Variations(game), random.Random(2), 200, comments=0), "PGN").splitlines())) < 80


def test_comments_cannot_break_out() -> None:
    game = load("kalah")
    tree = read(game, "3 6")
    tree.node.comment = "a } b\n\n  {c} 1"
    assert read(game, write(tree, "moves")).node.comment == "a ) b {c) 1"


def test_long_lines() -> None:
    """Neither long games nor deep nesting need a deep stack."""
    heap = load("nim").start()
    game = own_game(start=lambda: heap._replace(stones=type(heap.stones)(4000)))
    for is_deep in (False, True):
        tree = Variations(game)
        for _ in range(1100):
            tree.play(1)
            tree.back()
            tree.play(2)  # a variation at every move, or one within the other
            if not is_deep:
                tree.promote(tree.here)
        assert len(tree.nodes) == 2201
        assert same(read(game, write(tree, "moves")), tree)


# --------------------------------------------------------------------------------------------------------------------
# Chess, as others write it


def test_python_chess_reads_what_is_written() -> None:
    game = load("chess")
    for seed in range(10):
        tree = grow(Variations(game), random.Random(seed), 60, 0.2, 0.2)
        text = write(tree, "PGN")
        found = chess.pgn.read_game(io.StringIO(text))
        assert found is not None
        assert not found.errors

        def lines(node: chess.pgn.GameNode) -> list[tuple[int, str, str]]:
            here = [(node.ply(), node.san() if isinstance(node, chess.pgn.ChildNode) else "", " ".join(node.comment.split()))]
            return here + [each for son in node.variations for each in lines(son)]

        assert lines(found) == shape(tree)
        assert next(pgn.read_games(text)).moves == main_moves(tree)


def test_what_python_chess_writes_is_read() -> None:
    """Variations, comments before and after moves, and signs; the main line is that of the other reader."""
    for seed in range(10):
        rng = random.Random(seed)
        written = chess.pgn.Game()
        nodes: list[chess.pgn.GameNode] = [written]
        for _ in range(60):
            node = nodes[-1] if rng.random() < 0.8 else rng.choice(nodes)
            legal = [move for move in node.board().legal_moves if not node.has_variation(move)]
            if legal:
                nodes.append(node.add_variation(rng.choice(legal), comment=rng.choice(["", "c"]), starting_comment="s"))
                nodes[-1].nags |= {rng.choice([1, 6, 14])} if rng.random() < 0.2 else set()
        text = str(written)
        tree = read(load("chess"), text)
        assert len(tree.nodes) == len(nodes)
        assert main_moves(tree) == next(pgn.read_games(text)).moves


def test_annotated_game() -> None:
    text = """% for a program
[Event "A \\"match\\""]
[White "Joe "The Rock" Smith"]

{Before} 1.e4! $14 e5 ; to the end of the line
2.Nf3 (2.f4 {King's} exf4 (2...Bc5) 3.Nf3 -- 4.Bc4 (4.h4) g5) ({Vienna} 2. Nc3!? 1-0) 2...Nc6 3.Bb5 a6 1/2-1/2

[Event "Next"]

1. d4 *
"""
    game = load("chess")
    tree = read(game, text)
    assert tree.tags["Event"] == 'A "match"'
    assert tree.tags["White"] == 'Joe "The Rock" Smith'
    assert tree.tags["Result"] == "1/2-1/2"
    assert tree.nodes[ROOT].comment == "Before"
    assert [(name, comment) for _, name, comment in shape(tree)[1:]] == [
        ("e4", "$14"),
        ("e5", "to the end of the line"),
        ("Nf3", ""),
        ("Nc6", ""),
        ("Bb5", ""),
        ("a6", ""),
        ("f4", "King's"),
        ("exf4", ""),
        ("Nf3", ""),
        ("Bc5", ""),
        ("Nc3", "Vienna"),
    ]
    assert games_in(game, text) == 2


def test_positions_and_lists() -> None:
    game = load("chess")
    assert game.text(read(game, KIEL).session.position) == KIEL
    for text in ("e4 e5 Nf3", "1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3", "startpos moves e2e4 e7e5 g1f3", "1.e4,e5 2.Ng1-f3"):
        assert [name for _, name, _ in shape(read(game, text))[1:]] == ["e4", "e5", "Nf3"]
    assert len(read(game, '\ufeff[Event "x"]\r\n\r\n1. e4\r\n').nodes) == 2
    assert len(read(game, '[Event "x"]\n[Result "*"]').nodes) == 1
    repeated = "Nf3 Nf6 Ng1 Ng8 " * 4 + "e4"
    assert len(read(game, repeated).nodes) == 18  # it was played, whatever the rules say


def test_how_many_games() -> None:
    game = load("chess")
    assert games_in(game, "") == 0
    assert games_in(game, "e4 e5") == 1
    assert games_in(game, KIEL) == 1
    assert games_in(game, "1. e4 {1-0 [x]} 1-0 {resigned}") == 1
    assert games_in(game, "1. e4 1-0 1. d4 0-1\n\n% end\n") == 2
    assert games_in(game, '[A "x"]\n\n*\n\n[A "y"]\n\n1. e4 *\n[A "z"]\n1. e4') == 3
    records = "".join(write(grow(Variations(game), random.Random(seed), 10), "PGN") for seed in range(20))
    assert games_in(game, records) == 20
    othello = load("othello")
    assert games_in(othello, write(Variations(othello), "GGF") * 3) == 3
    assert games_in(othello, "f5d6") == 1


# --------------------------------------------------------------------------------------------------------------------
# Othello and Connect 4


def test_othello() -> None:
    game = load("othello")
    for text in ("f5d6c3", "F5 D6 C3", "1. f5 d6 2. c3", "f5,d6;c3", "f5.d6:c3"):
        assert [name for _, name, _ in shape(read(game, text))[1:]] == ["f5", "d6", "c3"]
    assert read(game, MIDDLE).session.text == MIDDLE
    assert read(game, MIDDLE).session.turn == 1


def test_passes_of_othello() -> None:
    """They may be left out, but for one at the end; in GGF they are there."""
    game = load("othello")
    checked = 0
    for seed in range(40):
        tree = grow(Variations(game), random.Random(seed), 70, 0, 0)
        passes = [tree.nodes[each].name for each in tree.main_line()].count("pass")
        checked += passes
        text = write(tree, "transcript")
        assert len(text.strip()) == 2 * (len(tree.nodes) - 1 - passes)
        assert same(read(game, text), tree)
        assert main_moves(read(game, write(tree, "GGF"))) == main_moves(tree)
    assert checked
    while tree.node.name != "pass":
        assert tree.back()
    tree.remove(tree.node.sons[0])
    assert same(read(game, write(tree, "transcript")), tree)


def test_ggf() -> None:
    game = load("othello")
    record = (
        "(;GM[Othello]PC[GGS/os]DT[2003.12.13]PB[one]PW[t\\]wo]RE[+6.000]TI[15:00]TY[8]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.2]W[d6/0.50/3];)"
    )
    tree = read(game, record)
    assert tree.tags | {"Black": "one", "White": "t]wo", "Site": "GGS/os", "TI": "15:00", "RE": "+6.000"} == tree.tags
    assert [comment for _, _, comment in shape(tree)] == ["", "1.2 s", "0.50, 3 s"]
    again = read(game, write(tree, "GGF", {"Event": "not in GGF", "PB": "(;"}))
    assert again.tags["White"] == "t]wo"
    start = Session.from_text(game, MIDDLE)
    tree = Variations(game, start.position, start.turn)
    tree.play(tree.session.legal_moves()[0])
    assert same(read(game, write(tree, "GGF")), tree)
    over = grow(Variations(game), random.Random(4), 80, 0, 0)
    assert over.session.score is not None
    assert ggf.parse_game(write(over, "GGF")).result == over.session.score / game.unit


def test_connect4() -> None:
    game = load("connect4")
    assert [name for _, name, _ in shape(read(game, "4453"))[1:]] == ["4", "4", "5", "3"]
    rows = game.text(read(game, "4453").session.position)
    assert read(game, rows).session.text == rows


# --------------------------------------------------------------------------------------------------------------------
# What is broken


def test_refusals() -> None:
    game = load("chess")
    refused(game, " \n", "no game")
    refused(game, "1. e4 e5\n2. Nf3 Nf9", "line 2, move 2... Nf9", "3 moves before it were read")
    refused(game, "1. e4 (1. d5) e5", "move 1. d5", "1 move before it was read")
    refused(game, '[Event "x"]\n\n1. e4 {never', "line 3", "} is missing")
    refused(game, "1. e4 e5 (1... c5", ") is missing")
    refused(game, "1. e4 e5) c5", "( is missing")
    refused(game, "(1. e4) e5", "no move is before it")
    refused(game, "1. e4 e5 ((1... c5))", "no move is before it")
    refused(game, "1. e4 -- d4", "'--'")
    refused(game, '[Variant "Atomic"]\n\n1. e4', "Atomic")
    refused(game, '[FEN "8/8/8 w - - 0 1"]\n\n1. e4')
    refused(game, "8/8/8/8/8/8/8/8 w - - 0 1")
    refused(game, "[Event x]\n1. e4", "line 1")
    refused(game, "<html>", "'<html>'")
    refused(load("othello"), "f5d6a1", "move 3 a1", "2 moves before it were read")
    refused(load("othello"), "f5d", "f5d")
    refused(load("othello"), "XO", "squares")
    refused(load("othello"), "(;GM[Othello]", "GGF, game 1")
    refused(load("connect4"), "4444444", "move 7 4", "6 moves")
    refused(load("connect4"), "448", "move 3 8")
    refused(load("kalah"), "3 9", "move 2 9", "legal moves")
    refused(load("nim"), "22x", "22x")


def test_broken_texts() -> None:
    """Whatever is done to a text, it is read or refused in a line."""
    for name in ("chess", "othello", "connect4", "kalah"):
        game = load(name)
        for seed in range(40):
            rng = random.Random(seed)
            tree = grow(Variations(game), rng, 12, 0.3, 0.3)
            text = write(tree, rng.choice(formats_of(game)).name, {"White": "x"})
            for _ in range(rng.randint(1, 4)):
                place = rng.randrange(len(text))
                text = (
                    text[:place]
                    + rng.choice(["", "(", ")", "{", "}", "[", '"', "\0", "é", " 9 ", ";", "(;"])
                    + text[place + 1 :]
                )
            try:
                read(game, text)
            except BadInput as error:
                assert not re.search(r"\n", str(error))  # noqa: PT017
            games_in(game, text)


def test_too_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.records.variations.MOST_NODES", 5)
    refused(load("chess"), "e4 e5 Nf3 Nf6 Nc3", "at most 5 moves", "4 moves before it were read")
