"""A small chess program that speaks UCI: it moves at random, or behaves as badly as its first argument says.

honest      plays random legal moves
script      plays the moves that the further arguments name, in coordinates, by the number of the ply; then as honest
illegal     plays e2e5, always
unfinished  leaves out what a pawn becomes
null        says that there is no move
nonsense    answers with words
crash       ends in its second move, with a complaint
hang        says nothing when asked for a move, until its input ends
slow        thinks for a second, whatever the clock says
endless     tells of more and more nodes until it is told to stop
deaf        does not even say uciok
busy        never says readyok
flood       writes without end when asked for a move, and does not end when its input does
absent      ends at once, with a complaint
lost        plays as honest, and is sure to lose
won         plays as honest, and is sure to win

What it is told is appended to the file that the environment's UCI_LOG names.
"""

import os
import random
import select
import sys
import time
from pathlib import Path

import chess

OPTIONS = (
    "option name Threads type spin default 2 min 1 max 8",
    "option name OwnBook type check default true",
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name King Safety type combo default Some Curve var Some Curve var Line",
    "option name Clear Hash type button",
)


def say(*lines):
    print(*lines, sep="\n", flush=True)


def read_position(words):
    """The board that the command `position` describes."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    head = words[: words.index("moves")] if "moves" in words else words
    board = chess.Board() if head[0] == "startpos" else chess.Board(" ".join(head[1:]))
    for move in moves:
        board.push_uci(move)
    return board


def answer(board, manner, asked):
    """What to say when asked for a move."""
    if manner == "crash" and asked == 2:
        raise SystemExit("out of ideas")
    if manner == "hang":
        sys.stdin.read()
        raise SystemExit
    if manner == "slow":
        time.sleep(1)
    while manner == "flood":
        print(*["info string still thinking " + "x" * 1000] * 500, sep="\n")
        time.sleep(0.02)  # for others to work
    nodes = 0
    while manner == "endless":
        nodes += 1000
        say(f"info depth 1 nodes {nodes}")
        if select.select([sys.stdin], [], [], 0.01)[0]:
            assert sys.stdin.readline().strip() == "stop"
            break
    move = random.Random(f"{board.fen()} {asked}").choice(list(board.legal_moves)).uci()
    script = sys.argv[2:]
    if manner == "script" and board.ply() < len(script):
        move = script[board.ply()]
    bad = {"illegal": "e2e5", "unfinished": move[:4], "null": "0000", "nonsense": "what a question"}
    score = {"lost": "cp -1200", "won": "mate 5"}.get(manner, f"cp {10 * asked}")
    told = f"info depth {asked} seldepth 9 multipv 1 score {score} nodes {100 * asked} nps 1000 pv {move} e7e5"
    return [told, "info depth 3 multipv 2 score cp -999 pv a2a3", f"bestmove {bad.get(manner, move)} ponder e7e5"]


def main(manner):
    asked = 0
    board = chess.Board()
    if manner == "absent":
        raise SystemExit("I am not here")
    while line := sys.stdin.readline():
        if os.environ.get("UCI_LOG"):
            with Path(os.environ["UCI_LOG"]).open("a") as log:
                log.write(line)
        command, *words = line.split()
        if command == "uci" and manner != "deaf":
            say("a line that nobody has asked for", "id name Small", *OPTIONS, "uciok")
        elif command == "isready" and manner != "busy":
            say("readyok")
        elif command == "position":
            board = read_position(words)
        elif command == "go":
            asked += 1
            say(*answer(board, manner, asked))
        elif command == "quit":
            break


main(sys.argv[1])
