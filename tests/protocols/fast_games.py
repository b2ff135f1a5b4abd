"""The clock over UCI, measured: `damier uci` against itself through pipes, and how late it answers.

    python tests/protocols/fast_games.py games 100 0.2 0.002     100 games at 0.2 s + 2 ms a side
    python tests/protocols/fast_games.py answers 1000            `stop` and `movetime`, 1000 of each
    python tests/protocols/fast_games.py answers 1000 --busy     the same with a program beside it that never rests

Games tell how many were lost on time, how long moves took and how deep they looked; answers how long after `stop`, or after
the time of a move, the answer came. A clock runs from before the question is written until the answer is read.
"""

import argparse
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import time

import chess

DAMIER = [sys.executable, "-c", "from damier.cli import main; main()", "uci"]
OPENING = (4, 9)  # random plies, so that games differ
LONGEST = 400  # plies
MIDDLE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


class Engine:
    """A program that is read without a thread between, which would be on its clock."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._heard = b""
        self.send("uci", "isready")
        self.until("readyok")

    def send(self, *lines: str) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def until(self, word: str) -> tuple[str, int]:
        """The line that begins so, and the last depth that was told before it."""
        depth = 0
        while not (line := self._line()).startswith(word):
            words = line.split()
            depth = int(words[2]) if words[:2] == ["info", "depth"] else depth
        return line, depth

    def _line(self) -> str:
        assert self._process.stdout
        while b"\n" not in self._heard:
            more = os.read(self._process.stdout.fileno(), 1 << 16)
            if not more:
                raise EOFError("the program has ended")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode()

    def close(self) -> None:
        self.send("quit")
        self._process.wait()


class Move:
    """What a move took: what the clock showed before it, its seconds and its depth."""

    def __init__(self, left: float, seconds: float, depth: int) -> None:
        self.left, self.seconds, self.depth = left, seconds, depth


def play(engines: list[Engine], base: float, increment: float, chance: random.Random) -> tuple[list[Move], bool]:
    """A game; its moves, and whether it was lost on time."""
    board = chess.Board()
    for _ in range(chance.randrange(*OPENING)):
        board.push(chance.choice(list(board.legal_moves)))
    for engine in engines:
        engine.send("ucinewgame", "isready")
        engine.until("readyok")
    start, played, clocks, moves = board.fen(), [], [base, base], []
    while not board.is_game_over(claim_draw=True) and len(played) < LONGEST:
        side = 0 if board.turn else 1
        white, black = (max(1, int(1000 * left)) for left in clocks)
        added = round(1000 * increment)
        began = time.perf_counter()
        engines[side].send(
            f"position fen {start} moves {' '.join(played)}" if played else f"position fen {start}",
            f"go wtime {white} btime {black} winc {added} binc {added}",
        )
        answer, depth = engines[side].until("bestmove")
        seconds = time.perf_counter() - began
        moves.append(Move(clocks[side], seconds, depth))
        clocks[side] -= seconds
        if clocks[side] < 0:
            return moves, True
        clocks[side] += increment
        move = chess.Move.from_uci(answer.split()[1])
        assert move in board.legal_moves, answer
        played.append(move.uci())
        board.push(move)
    return moves, False


def play_games(command: list[str], games: int, base: float, increment: float, seed: int) -> None:
    engines = [Engine(command), Engine(command)]
    chance = random.Random(seed)
    moves, lost = list[Move](), 0
    for _ in range(games):
        more, is_lost = play(engines, base, increment, chance)
        moves += more
        lost += is_lost
    for engine in engines:
        engine.close()
    print(
        f"{games} games at {base:g} s + {increment:g} s, {len(moves)} moves: {lost} lost on time; "
        f"{1000 * statistics.mean(each.seconds for each in moves):.1f} ms a move, depth "
        f"{statistics.mean(each.depth for each in moves):.2f}; "
        f"lowest clock {1000 * min(each.left - each.seconds for each in moves):.1f} ms"
    )


def time_answers(command: list[str], count: int, seed: int) -> None:
    """How late `stop` and the time of a move are answered, in milliseconds."""
    engine, chance = Engine(command), random.Random(seed)
    engine.send(f"position fen {MIDDLE}")
    late: dict[str, list[float]] = {"stop": [], "movetime": []}
    for _ in range(count):
        engine.send("go infinite")
        time.sleep(chance.uniform(0.001, 0.05))
        began = time.perf_counter()
        engine.send("stop")
        engine.until("bestmove")
        late["stop"].append(time.perf_counter() - began)
        given = chance.randrange(10, 60)
        began = time.perf_counter()
        engine.send(f"go movetime {given}")
        engine.until("bestmove")
        late["movetime"].append(time.perf_counter() - began - given / 1000)
    engine.close()
    for what, seconds in late.items():
        shown = sorted(1000 * each for each in seconds)
        parts = ", ".join(
            f"{share:g} %: {shown[min(count - 1, int(share / 100 * count))]:.2f}" for share in (50, 99, 99.9, 100)
        )
        print(f"{what}: {count} answers, ms late: {parts}")


def never_rest() -> None:
    while True:
        pass


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("what", choices=("games", "answers"))
    reader.add_argument("count", type=int)
    reader.add_argument("seconds", type=float, nargs="?", default=1.0)
    reader.add_argument("increment", type=float, nargs="?", default=0.01)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--busy", action="store_true", help="with a program beside it that never rests")
    reader.add_argument("--command", default="", help="another program, as it is started")
    wanted = reader.parse_args()
    command = wanted.command.split() or DAMIER
    beside = multiprocessing.Process(target=never_rest, daemon=True)
    if wanted.busy:
        beside.start()
    try:
        if wanted.what == "games":
            play_games(command, wanted.count, wanted.seconds, wanted.increment, wanted.seed)
        else:
            time_answers(command, wanted.count, wanted.seed)
    finally:
        if wanted.busy:
            beside.terminate()


if __name__ == "__main__":
    main()
