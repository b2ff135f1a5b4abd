"""A game as books print it: a board with the number of the move on each square.

            a   b   c   d   e   f   g   h
        1  49  18  14  33  13  19  46  51
        2  52  24  15  12  11  16  47  50
        ...
        4  31  20   5           6   9  38

The letters above and the numbers at the left may be missing. The four squares in the middle are left out, or marked by
anything that is no number; so is a square on which nobody played. Passes have no number.
"""

import re

from damier.games.othello.rules import bit_of
from damier.games.othello.writing import FILES, replay, square_name

MOST_LETTERS = 10_000  # of a board


def transcript_of(text: str, size: int = 8) -> str:
    """The moves of a board of numbers in their order, `f5d6c3`; all of them are legal."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"a text of {len(text):,} letters is no board of move numbers; at most {MOST_LETTERS:,}")
    square_of: dict[int, str] = {}
    for row, words in enumerate(_rows(text, size)):
        for column, number in enumerate(_numbers(words, row, size)):
            name = square_name(bit_of(row, column, size), size)
            if number is None:
                continue
            if number in square_of:
                raise ValueError(f"move {number} is on {square_of[number]} and on {name}")
            square_of[number] = name
    for ply in range(1, len(square_of) + 1):
        if ply not in square_of:
            raise ValueError(f"there is no move {ply}, but {len(square_of)} numbers in all")
    transcript = "".join(square_of[ply] for ply in sorted(square_of))
    replay(transcript, size)
    return transcript


def _is_heading(line: str) -> bool:
    """Whether a line has nothing to say: it is empty, or names the files."""
    return not line.strip() or line.split()[0].lower() in (FILES[0], FILES)


def _rows(text: str, size: int) -> list[list[str]]:
    """What stands in each row, without its name."""
    rows = [line.split() for line in text.splitlines() if not _is_heading(line)]
    if len(rows) != size:
        raise ValueError(f"a board of move numbers has {size} rows, not {len(rows)}")
    has_names = all(words[0] == str(row) for row, words in enumerate(rows, 1))
    return [words[1:] for words in rows] if has_names else rows


def _numbers(words: list[str], row: int, size: int) -> list[int | None]:
    """The numbers of a row, None where there is none; the two squares in the middle may have been left blank."""
    low = size // 2 - 1
    if row in (low, low + 1) and len(words) == size - 2:
        words = [*words[:low], "", "", *words[low:]]
    if len(words) != size:
        raise ValueError(f"row {row + 1} has {len(words)} squares, not {size}")
    return [int(word) if re.fullmatch(r"\d{1,4}", word, re.ASCII) else None for word in words]
