"""A small Othello program that speaks NBoard: it moves at random, or behaves as badly as its first argument says.

honest      plays random legal moves
spaced      the same, and writes its answers with spaces, as some programs do
illegal     plays a1, always
nonsense    answers with words
crash       ends in its second move, with a complaint
hang        says nothing when asked for a move, until its input ends
deaf        does not even say pong
flood       writes without end when asked for a move, and does not end when its input does
absent      ends at once, with a complaint
stubborn    plays, but does not end when its input does, and neither does a program that it has started; both are
            written to the file that the second argument names
"""

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

BAD = {"illegal": "=== A1", "nonsense": "=== what/a/question"}


def played(told):
    """The rules, and the position after the moves of a game and those told later; who needs neither starts sooner."""
    from damier.games import load

    game = load("othello")
    (ggf, *later) = told
    squares, side = re.search(r"BO\[8 ([-*O ]+) (\S)\]", ggf).groups()
    position = game.parse(f"{squares.replace('*', 'X')} {'X' if side == '*' else 'O'}")
    for move in [move for _, move in re.findall(r"\b([BW])\[(\w+)", ggf.partition("BO[")[2])] + later:
        name = "pass" if move.upper() == "PA" else move
        position = game.play(position, game.parse_move(position, name))
    return game, position


def answer(told, manner, asked):
    """What to say when asked for a move."""
    if manner == "crash" and asked == 2:
        raise SystemExit("out of ideas")
    if manner == "hang":
        sys.stdin.read()
        raise SystemExit
    while manner == "flood":
        print(*["status still thinking " + "x" * 1000] * 500, sep="\n")
        time.sleep(0.02)  # for others to work
    if manner in BAD:
        return BAD[manner]
    game, position = played(told)
    name = game.move_name(position, random.Random(asked).choice(game.moves(position)))
    move = "PA" if name == "pass" else name.upper()
    return f"=== {move.lower()} -1.00 0.0" if manner == "spaced" else f"=== {move}/0.5/0.01"


def main(manner):
    asked = 0
    told = []
    if manner == "stubborn":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
    if manner == "absent":
        raise SystemExit("I am not here")
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ping" and manner != "deaf":
            print("status all is well", f"pong {rest}", sep="\n", flush=True)
        elif command == "set" and rest.startswith("game "):
            told = [rest]
        elif command == "move":
            told.append(rest.partition("/")[0])
        elif command == "go":
            asked += 1
            print(answer(told, manner, asked), flush=True)
    while manner == "stubborn":
        time.sleep(1)


main(sys.argv[1])
