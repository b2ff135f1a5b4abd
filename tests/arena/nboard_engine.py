"""A small Othello program that speaks NBoard: it moves at random, or behaves as badly as its first argument says.

honest      plays random legal moves
spaced      the same, and writes its answers with spaces, as some programs do
illegal     plays a1, always
nonsense    answers with words
crash       ends in its second move, with a complaint
hang        says nothing when asked for a move
deaf        does not even say pong
flood       writes without end when asked for a move
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

from damier.games import load

GAME = load("othello")


def read_game(ggf):
    """The position at the end of a game."""
    squares, side = re.search(r"BO\[8 ([-*O ]+) (\S)\]", ggf).groups()
    position = GAME.parse(f"{squares.replace('*', 'X')} {'X' if side == '*' else 'O'}")
    for _, move in re.findall(r"\b([BW])\[(\w+)", ggf.partition("BO[")[2]):
        position = after(position, move)
    return position


def after(position, move):
    name = "pass" if move.upper() == "PA" else move
    return GAME.play(position, GAME.parse_move(position, name))


def answer(position, manner, asked):
    """What to say when asked for a move."""
    if manner == "crash" and asked == 2:
        raise SystemExit("out of ideas")
    if manner == "hang":
        time.sleep(3600)
    while manner == "flood":
        print(*["status still thinking " + "x" * 1000] * 500, sep="\n")
        time.sleep(0.02)  # for others to work
    name = GAME.move_name(position, random.Random(asked).choice(GAME.moves(position)))
    move = "PA" if name == "pass" else name.upper()
    good = {"spaced": f"=== {move.lower()} -1.00 0.0", "illegal": "=== A1", "nonsense": "=== what/a/question"}
    return good.get(manner, f"=== {move}/0.5/0.01")


def main(manner):
    asked = 0
    position = GAME.start()
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
            position = read_game(rest)
        elif command == "move":
            position = after(position, rest.partition("/")[0])
        elif command == "go":
            asked += 1
            print(answer(position, manner, asked), flush=True)
    while manner == "stubborn":
        time.sleep(1)


main(sys.argv[1])
