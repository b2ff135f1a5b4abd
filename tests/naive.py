"""The rules as a rule book reads, and plain minimax: slow, and simple enough to be believed.

Every fast kernel is compared with these. Nothing here comes from damier: boards are lists, players are 0 and 1 and
sit where they sit (the board is never turned over), and each game is a class with

    start()             the starting state
    legal(state)        the moves, numbered as damier numbers them; none once the game is over
    after(state, move)  the state after it; the old one stays as it is
    result(state)       the final score for the player to move, or None while the game goes on
    estimate(state)     what the state looks worth to the player to move at the horizon of a search, if that is simple
    text(state)         the state as damier writes it
"""

import random
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

WIN, DRAW, LOSS = 100_000, 0, -100_000


# --------------------------------------------------------------------------------------------------------------------
# Searching


def minimax(game: Any, state: Any, depth: int = 1_000_000) -> int:
    """The value of a state for the player to move, looking `depth` moves ahead."""
    score = game.result(state)
    if score is not None:
        return score
    if depth == 0:
        return game.estimate(state)
    values = []
    for move in game.legal(state):
        child = game.after(state, move)
        value = minimax(game, child, depth - 1)
        values.append(value if child.player == state.player else -value)
    return max(values)


def perft(game: Any, state: Any, depth: int, finished: bool = False) -> int:
    """How many ways there are to make exactly `depth` moves; a game that ends before counts as one if `finished`."""
    if depth == 0 or (finished and game.result(state) is not None):
        return 1
    return sum(perft(game, game.after(state, move), depth - 1, finished) for move in game.legal(state))


def divide(game: Any, state: Any, depth: int, finished: bool = False) -> dict[int, int]:
    """The same, below each first move."""
    return {move: perft(game, game.after(state, move), depth - 1, finished) for move in game.legal(state)}


# --------------------------------------------------------------------------------------------------------------------
# Nim


@dataclass
class NimState:
    stones: int
    player: int = 0


class Nim:
    """Take one, two or three stones; who takes the last one wins."""

    def __init__(self, stones: int = 21) -> None:
        self.stones = stones

    def start(self) -> NimState:
        return NimState(self.stones)

    def legal(self, state: NimState) -> list[int]:
        return [take for take in (1, 2, 3) if take <= state.stones]

    def after(self, state: NimState, take: int) -> NimState:
        return NimState(state.stones - take, 1 - state.player)

    def result(self, state: NimState) -> int | None:
        return LOSS if state.stones == 0 else None

    def estimate(self, state: NimState) -> int:
        return 0

    def text(self, state: NimState) -> str:
        return str(state.stones)


# --------------------------------------------------------------------------------------------------------------------
# Games with stones on a grid


@dataclass
class Grid:
    """The squares by rows from the top, as they are seen: 0 or 1 for the players, None for an empty one."""

    rows: list[list[int | None]]
    player: int = 0


def has_line(grid: Grid, player: int, length: int) -> bool:
    """Whether a player has so many squares in a row, in any direction."""
    height, width = len(grid.rows), len(grid.rows[0])
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + i * down, column + i * right) for i in range(length)]
                if all(0 <= r < height and 0 <= c < width and grid.rows[r][c] == player for r, c in squares):
                    return True
    return False


class GridGame:
    """What Connect 4 and tic-tac-toe share: who makes a line wins, a full board is a draw."""

    width: int
    height: int
    line: int

    def start(self) -> Grid:
        return Grid([[None] * self.width for _ in range(self.height)])

    def result(self, grid: Grid) -> int | None:
        if has_line(grid, grid.player, self.line):
            return WIN
        if has_line(grid, 1 - grid.player, self.line):
            return LOSS
        if all(square is not None for row in grid.rows for square in row):
            return DRAW
        return None

    def estimate(self, grid: Grid) -> int:
        return 0

    def text(self, grid: Grid) -> str:
        letters = {None: ".", grid.player: "x", 1 - grid.player: "o"}
        return "/".join("".join(letters[square] for square in row) for row in grid.rows)


class Connect4(GridGame):
    """Drop stones into columns; four in a row win."""

    line = 4

    def __init__(self, width: int = 7, height: int = 6) -> None:
        self.width, self.height = width, height

    def legal(self, grid: Grid) -> list[int]:
        if self.result(grid) is not None:
            return []
        return [column for column in range(self.width) if grid.rows[0][column] is None]

    def after(self, grid: Grid, column: int) -> Grid:
        new = deepcopy(grid)
        row = max(row for row in range(self.height) if new.rows[row][column] is None)
        new.rows[row][column] = grid.player
        new.player = 1 - grid.player
        return new

    def estimate(self, grid: Grid) -> int:
        """Fours that can be made at once, else threats in the air and the lines that are still open."""
        me, you = grid.player, 1 - grid.player
        mine, yours = (self.threats(grid, player) for player in (me, you))
        playable = {self.landing(grid, column) for column in self.legal(grid)}
        if mine & playable:
            return 10_000
        forced = yours & playable
        if len(forced) > 1 or any((row - 1, column) in yours for row, column in forced):
            return -10_000
        yours -= forced
        score = 26 + 4 * (self.open_lines(grid, me) - self.open_lines(grid, you))
        return score + self.worth_in_air(grid, me, mine, yours) - self.worth_in_air(grid, you, yours, mine)

    def landing(self, grid: Grid, column: int) -> tuple[int, int]:
        """The square, as row from the top and column, where a stone comes to lie."""
        return max(row for row in range(self.height) if grid.rows[row][column] is None), column

    def lines(self) -> list[list[tuple[int, int]]]:
        """All rows of four on the board."""
        found = []
        for row in range(self.height):
            for column in range(self.width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    squares = [(row + i * down, column + i * right) for i in range(4)]
                    if all(0 <= r < self.height and 0 <= c < self.width for r, c in squares):
                        found.append(squares)
        return found

    def open_lines(self, grid: Grid, player: int) -> int:
        """Rows of four without a stone of the other player."""
        return sum(all(grid.rows[r][c] != 1 - player for r, c in line) for line in self.lines())

    def stones(self, grid: Grid, player: int) -> set[tuple[int, int]]:
        """The squares of a player."""
        return {(row, column) for row in range(self.height) for column in range(self.width) if grid.rows[row][column] == player}

    def threats(self, grid: Grid, player: int) -> set[tuple[int, int]]:
        """Empty squares on which a player would complete four."""
        found = set()
        for line in self.lines():
            stones = [grid.rows[r][c] for r, c in line]
            if stones.count(player) == 3 and stones.count(None) == 1:
                found.add(line[stones.index(None)])
        return found

    def worth_in_air(self, grid: Grid, player: int, threats: set[tuple[int, int]], others: set[tuple[int, int]]) -> int:
        """What a player's threats count: those no threat of the other lies below, by who comes to their row."""
        live = {(row, column) for row, column in threats if not any(c == column and r >= row for r, c in others)}
        stones = sum(square is not None for row in grid.rows for square in row)
        is_first = (player == grid.player) == (stones % 2 == 0)
        worth = 0
        for row, column in live:
            below = (self.width - 1) * self.height + self.height - 1 - row  # stones when all but this column's top is full
            is_timely = (below % 2 == 0) == is_first
            worth += ((49 if is_first else 31) if is_timely else (6 if is_first else 28)) + 12 * ((row - 1, column) in live)
        return worth


class TicTacToe(GridGame):
    """Take squares; three in a row win. Squares are numbered from the bottom left, row by row."""

    width = height = line = 3

    def legal(self, grid: Grid) -> list[int]:
        if self.result(grid) is not None:
            return []
        return [square for square in range(9) if grid.rows[2 - square // 3][square % 3] is None]

    def after(self, grid: Grid, square: int) -> Grid:
        new = deepcopy(grid)
        new.rows[2 - square // 3][square % 3] = grid.player
        new.player = 1 - grid.player
        return new


class Othello:
    """Put a disc so that others lie between it and another of yours, and turn those; most discs win.

    Squares are numbered from a1 row by row as on an 8x8 board, in whose middle smaller boards lie; 64 is a pass. Black,
    player 0, moves first. A disc counts 100, and the empty squares of a finished game are the winner's.
    """

    def __init__(self, size: int = 8) -> None:
        self.size = size

    def start(self) -> Grid:
        grid = Grid([[None] * self.size for _ in range(self.size)])
        low, high = self.size // 2 - 1, self.size // 2
        grid.rows[low][high] = grid.rows[high][low] = 0
        grid.rows[low][low] = grid.rows[high][high] = 1
        return grid

    def between(self, grid: Grid, player: int, row: int, column: int) -> list[tuple[int, int]]:
        """The other player's discs between a square and a player's discs, in all eight directions."""
        found = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                passed: list[tuple[int, int]] = []
                r, c = row + down, column + right
                while 0 <= r < self.size and 0 <= c < self.size and grid.rows[r][c] == 1 - player:
                    passed.append((r, c))
                    r, c = r + down, c + right
                if passed and 0 <= r < self.size and 0 <= c < self.size and grid.rows[r][c] == player:
                    found += passed
        return found

    def squares(self, grid: Grid, player: int) -> list[tuple[int, int]]:
        """Where a player can put a disc."""
        places = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [place for place in places if grid.rows[place[0]][place[1]] is None and self.between(grid, player, *place)]

    def legal(self, grid: Grid) -> list[int]:
        if self.result(grid) is not None:
            return []
        edge = (8 - self.size) // 2
        return [8 * (row + edge) + column + edge for row, column in self.squares(grid, grid.player)] or [64]

    def after(self, grid: Grid, move: int) -> Grid:
        new = deepcopy(grid)
        new.player = 1 - grid.player
        if move != 64:
            edge = (8 - self.size) // 2
            row, column = move // 8 - edge, move % 8 - edge
            for r, c in [(row, column), *self.between(grid, grid.player, row, column)]:
                new.rows[r][c] = grid.player
        return new

    def result(self, grid: Grid) -> int | None:
        if self.squares(grid, 0) or self.squares(grid, 1):
            return None
        squares = [square for row in grid.rows for square in row]
        mine, yours, empty = (squares.count(owner) for owner in (grid.player, 1 - grid.player, None))
        if mine > yours:
            mine += empty
        elif yours > mine:
            yours += empty
        return 100 * (mine - yours)

    def estimate(self, grid: Grid) -> None:
        """It is learnt, and has tests of its own."""

    def text(self, grid: Grid) -> str:
        letters = {None: "-", grid.player: "X", 1 - grid.player: "O"}
        return "".join(letters[square] for row in grid.rows for square in row) + " X"


# --------------------------------------------------------------------------------------------------------------------
# Games with seeds in pits


@dataclass
class Seeds:
    """Each player's pits from his left to his right, and what he has gathered."""

    pits: list[list[int]]
    gathered: list[int]
    player: int = 0
    again: bool = False  # Kalah: the player has just moved and moves again
    quiet: int = 0  # Awale: moves since the last capture


def _difference(state: Seeds, with_pits: bool) -> int:
    """By how much the player to move has gathered more, counting the seeds in his pits as his or not."""
    worth = [state.gathered[player] + (sum(state.pits[player]) if with_pits else 0) for player in (0, 1)]
    return worth[state.player] - worth[1 - state.player]


def _seeds_text(state: Seeds) -> str:
    sides = (state.player, 1 - state.player)
    return "/".join(",".join(map(str, [*state.pits[side], state.gathered[side]])) for side in sides)


class Kalah:
    """Sow into pits and your own store; land there to move again, or in an empty pit of yours to capture."""

    def __init__(self, pits: int = 6, seeds: int = 4) -> None:
        self.pits, self.seeds = pits, seeds

    def start(self) -> Seeds:
        return Seeds([[self.seeds] * self.pits, [self.seeds] * self.pits], [0, 0])

    def legal(self, state: Seeds) -> list[int]:
        if self.result(state) is not None:
            return []
        return [pit for pit in range(self.pits) if state.pits[state.player][pit] > 0]

    def after(self, state: Seeds, pit: int) -> Seeds:
        new = deepcopy(state)
        me, you = state.player, 1 - state.player
        circle: list[tuple[int, int | str]] = [(me, i) for i in range(self.pits)]
        circle += [(me, "store")]
        circle += [(you, i) for i in range(self.pits)]
        hand, new.pits[me][pit] = new.pits[me][pit], 0
        place = pit
        while hand > 0:
            place = (place + 1) % len(circle)
            owner, where = circle[place]
            if where == "store":
                new.gathered[owner] += 1
            else:
                new.pits[owner][where] += 1
            hand -= 1
        owner, where = circle[place]
        if where == "store":
            new.again = True
            return new
        if owner == me and new.pits[me][where] == 1:
            opposite = self.pits - 1 - where
            if new.pits[you][opposite] > 0:
                new.gathered[me] += 1 + new.pits[you][opposite]
                new.pits[me][where] = new.pits[you][opposite] = 0
        new.again = False
        new.player = you
        return new

    def result(self, state: Seeds) -> int | None:
        if any(state.pits[0]) and any(state.pits[1]):
            return None
        return _difference(state, with_pits=True)

    def estimate(self, state: Seeds) -> int:
        return _difference(state, with_pits=False)

    def text(self, state: Seeds) -> str:
        return _seeds_text(state) + ("/again" if state.again else "")


class Awale:
    """Sow around the twelve pits but the emptied one; capture twos and threes from the other's row, backwards."""

    def start(self) -> Seeds:
        return Seeds([[4] * 6, [4] * 6], [0, 0])

    def legal(self, state: Seeds) -> list[int]:
        if self.result(state) is not None:
            return []
        return self._playable(state)

    def _playable(self, state: Seeds) -> list[int]:
        me, you = state.player, 1 - state.player
        playable = [pit for pit in range(6) if state.pits[me][pit] > 0]
        if sum(state.pits[you]) == 0:
            playable = [pit for pit in playable if sum(self._sow(state, pit)[0].pits[you]) > 0]
        return playable

    def _sow(self, state: Seeds, pit: int) -> tuple[Seeds, tuple[int, int]]:
        """The state after sowing, before capturing, and where the last seed fell."""
        new = deepcopy(state)
        me, you = state.player, 1 - state.player
        circle = [(me, i) for i in range(6)] + [(you, i) for i in range(6)]
        hand, new.pits[me][pit] = new.pits[me][pit], 0
        place = pit
        while hand > 0:
            place = (place + 1) % 12
            if place == pit:
                continue
            owner, where = circle[place]
            new.pits[owner][where] += 1
            hand -= 1
        return new, circle[place]

    def after(self, state: Seeds, pit: int) -> Seeds:
        new, (owner, where) = self._sow(state, pit)
        me, you = state.player, 1 - state.player
        new.player = you
        new.quiet = state.quiet + 1
        if owner == me:
            return new
        caught = []
        while where >= 0 and new.pits[you][where] in (2, 3):
            caught.append(where)
            where -= 1
        captured = sum(new.pits[you][i] for i in caught)
        is_grand_slam = captured == sum(new.pits[you])
        if captured > 0 and not is_grand_slam:
            for i in caught:
                new.pits[you][i] = 0
            new.gathered[me] += captured
            new.quiet = 0
        return new

    def result(self, state: Seeds) -> int | None:
        if max(state.gathered) >= 25:
            return _difference(state, with_pits=False)
        if state.quiet >= 100 or not self._playable(state):
            return _difference(state, with_pits=True)
        return None

    def estimate(self, state: Seeds) -> int:
        return _difference(state, with_pits=False)

    def text(self, state: Seeds) -> str:
        return _seeds_text(state) + (f"/{state.quiet}" if state.quiet else "")


# --------------------------------------------------------------------------------------------------------------------
# Draughts


@dataclass
class Discs:
    """Who stands where, by row and column from square 1's corner: a colour and whether it is a king."""

    standing: dict[tuple[int, int], tuple[int, bool]]
    player: int = 0
    quiet: int = 0


class Draughts:
    """Men step and jump forward, kings both ways; who can jump must, as far as it goes; one who is crowned stops."""

    def start(self) -> Discs:
        dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]
        return Discs({place: (0 if place[0] < 3 else 1, False) for place in dark if place[0] not in (3, 4)})

    def _ways(self, state: Discs, place: tuple[int, int]) -> list[tuple[int, int]]:
        """Steps as damier numbers them: forward left and right, then back, as the player to move sees them."""
        ahead = 1 if state.player == 0 else -1
        ways = [(ahead, -ahead), (ahead, ahead), (-ahead, -ahead), (-ahead, ahead)]
        return ways if state.standing[place][1] else ways[:2]

    def _seen(self, state: Discs, place: tuple[int, int]) -> int:
        square = 4 * place[0] + place[1] // 2
        return square if state.player == 0 else 31 - square

    def _own(self, state: Discs) -> list[tuple[int, int]]:
        return [place for place, (colour, _) in state.standing.items() if colour == state.player]

    def _is_free(self, state: Discs, place: tuple[int, int]) -> bool:
        return 0 <= place[0] < 8 and 0 <= place[1] < 8 and place not in state.standing

    def _jumps(self, state: Discs, origin: tuple[int, int]) -> list[list[int]]:
        """All ways to capture with a piece, as numbers of ways."""
        lifted = deepcopy(state)
        piece = lifted.standing.pop(origin)
        ways = self._ways(state, origin)
        last_row = 7 if state.player == 0 else 0

        def further(place: tuple[int, int], taken: list[tuple[int, int]]) -> list[list[int]]:
            found = []
            if taken and not piece[1] and place[0] == last_row:
                return [[]]
            for way, (down, across) in enumerate(ways):
                over, lands = (place[0] + down, place[1] + across), (place[0] + 2 * down, place[1] + 2 * across)
                is_other = over in lifted.standing and lifted.standing[over][0] != state.player
                if is_other and over not in taken and self._is_free(lifted, lands):
                    found += [[way, *rest] for rest in further(lands, [*taken, over])]
            return found or ([[]] if taken else [])

        return further(origin, [])

    def _moves(self, state: Discs) -> dict[int, tuple[tuple[int, int], list[int], bool]]:
        """By number: where it begins, its ways, and whether it captures."""
        jumps = {}
        for place in self._own(state):
            for ways in self._jumps(state, place):
                path = 1
                for way in reversed(ways):
                    path = 4 * path + way
                jumps[self._seen(state, place) + 128 * path] = (place, ways, True)
        if jumps:
            return jumps
        steps = {}
        for place in self._own(state):
            for way, (down, across) in enumerate(self._ways(state, place)):
                if self._is_free(state, (place[0] + down, place[1] + across)):
                    steps[self._seen(state, place) + 32 * way] = (place, [way], False)
        return steps

    def legal(self, state: Discs) -> list[int]:
        return [] if self.result(state) is not None else sorted(self._moves(state))

    def after(self, state: Discs, move: int) -> Discs:
        origin, ways, is_capture = self._moves(state)[move]
        new = deepcopy(state)
        colour, is_king = new.standing.pop(origin)
        row, column = origin
        for way in ways:
            down, across = self._ways(state, origin)[way]
            if is_capture:
                del new.standing[row + down, column + across]
            row, column = row + (1 + is_capture) * down, column + (1 + is_capture) * across
        new.standing[row, column] = (colour, is_king or row == (7 if colour == 0 else 0))
        new.quiet = state.quiet + 1 if is_king and not is_capture else 0
        new.player = 1 - state.player
        return new

    def result(self, state: Discs) -> int | None:
        if not self._moves(state):
            return LOSS
        return DRAW if state.quiet >= 80 else None

    def estimate(self, state: Discs) -> None:
        return None

    def text(self, state: Discs) -> str:
        sides = []
        for colour in (1, 0):
            found = [
                (is_king, 4 * row + column // 2 + 1)
                for (row, column), (owner, is_king) in state.standing.items()
                if owner == colour
            ]
            sides.append("BW"[colour] + ",".join("K" * is_king + str(square) for is_king, square in sorted(found)))
        return ":".join(["BW"[state.player], *sides, *([f"H{state.quiet}"] if state.quiet else [])])


# --------------------------------------------------------------------------------------------------------------------
# Bridge


@dataclass
class Deal:
    hands: dict[str, list[str]]  # of N, E, S and W: cards as "SA", in any order
    seat: str  # who is to play
    trick: list[tuple[str, str]]  # who has played which card to it
    tricks: dict[str, int]  # of "NS" and "EW"

    @property
    def player(self) -> int:
        return 0 if self.seat in "NS" else 1


class Bridge:
    """Follow suit if you can; the highest trump takes the trick, or the highest card of the suit that was led."""

    SEATS, SUITS, RANKS = "NESW", "CDHS", "23456789TJQKA"

    def __init__(self, cards: int = 5, trumps: str = "none", seed: int = 1) -> None:
        self.cards, self.trumps, self.seed = cards, trumps[0].upper(), seed

    def start(self) -> Deal:
        """Another deal each time."""
        self.seed += 1
        pack = random.Random(self.seed).sample([suit + rank for suit in self.SUITS for rank in self.RANKS], 4 * self.cards)
        hands = {seat: pack[i :: len(self.SEATS)] for i, seat in enumerate(self.SEATS)}
        return Deal(hands, "W", [], {"NS": 0, "EW": 0})

    def _number(self, card: str) -> int:
        return 13 * self.SUITS.index(card[0]) + self.RANKS.index(card[1])

    def legal(self, state: Deal) -> list[int]:
        hand = state.hands[state.seat]
        following = [card for card in hand if state.trick and card[0] == state.trick[0][1][0]]
        return sorted(self._number(card) for card in following or hand)

    def after(self, state: Deal, move: int) -> Deal:
        new = deepcopy(state)
        card = self.SUITS[move // 13] + self.RANKS[move % 13]
        new.hands[new.seat].remove(card)
        new.trick.append((new.seat, card))
        new.seat = self.SEATS[(self.SEATS.index(new.seat) + 1) % 4]
        if len(new.trick) == 4:
            strongest = max(new.trick, key=lambda played: self._strength(played[1], new.trick[0][1][0]))
            new.seat, new.trick = strongest[0], []
            new.tricks["NS" if new.seat in "NS" else "EW"] += 1
        return new

    def _strength(self, card: str, led: str) -> tuple[bool, bool, int]:
        return card[0] == self.trumps, card[0] == led, self.RANKS.index(card[1])

    def result(self, state: Deal) -> int | None:
        return None if any(state.hands.values()) else self._ahead(state)

    def _ahead(self, state: Deal) -> int:
        return (state.tricks["NS"] - state.tricks["EW"]) * (1 if state.player == 0 else -1)

    def estimate(self, state: Deal) -> int:
        ahead = 0
        for suit in self.SUITS:
            held = [(self.RANKS.index(card[1]), seat) for seat in self.SEATS for card in state.hands[seat] if card[0] == suit]
            if held:
                ahead += 1 if (max(held)[1] in "NS") == (state.player == 0) else -1
        left = len(state.hands[state.seat])
        return self._ahead(state) + max(-left, min(left, ahead))

    def text(self, state: Deal) -> str:
        first = self.SEATS.index(state.seat)
        hands = [state.hands[self.SEATS[(first + i) % 4]] for i in range(4)]
        tricks = state.tricks["NS"], state.tricks["EW"]
        ours, theirs = tricks if state.player == 0 else tricks[::-1]
        written = f"{state.seat}:{' '.join(map(self._hand, hands))} {self.trumps} {ours}-{theirs}"
        return " ".join([written, *([".".join(card for _, card in state.trick)] if state.trick else [])])

    def _hand(self, hand: list[str]) -> str:
        suits = [sorted((card[1] for card in hand if card[0] == suit), key=self.RANKS.index) for suit in "SHDC"]
        return ".".join("".join(reversed(ranks)) or "-" for ranks in suits)


GAMES = {
    "nim": Nim,
    "connect4": Connect4,
    "tictactoe": TicTacToe,
    "othello": Othello,
    "draughts": Draughts,
    "kalah": Kalah,
    "awale": Awale,
    "bridge": Bridge,
}
