"""The page of mistakes and what damier says to each, made from the table of broken games.

python tests/broken_games/mistakes_page.py --write
"""

import re
import sys
import tempfile
from pathlib import Path

import broken_table
from broken_table import MARK, Broken

PAGE = Path(__file__).parents[2] / "docs" / "mistakes.md"
GROUPS = {
    "The file": broken_table.FILES,
    "Rules that are missing, or not where they should be": broken_table.CONTRACT,
    "What a rule gives": broken_table.RETURNED,
    "Sums and tables": broken_table.SUMS,
    "Loops, exceptions, chance": broken_table.LOOPS,
    "What a rule promises": broken_table.PROMISES,
    "Names, texts, boards": broken_table.WRITING,
    "What cannot be compiled": broken_table.COMPILER,
}
BEGINS = "<!-- the rest is written by tests/broken_games/mistakes_page.py -->\n"


def settled(message: str, name: str) -> str:
    """A message as the page has it: the file is game.py, and what is different each time is not."""
    message = message.replace(name, "game.py")
    message = re.sub(r"\d+(\.\d+)? seconds", "4 seconds", message)
    return re.sub(r"gives -?\d+ as plain Python and -?\d+ with", "gives 7 as plain Python and 5 with", message)


def row(broken: Broken, message: str) -> str:
    """A line of the page."""
    written = next((line.strip().removesuffix(MARK).strip() for line in broken.source.splitlines() if MARK in line), "")
    cells = [broken.mistake, f"`{written}`" if written else "", f"`{message}`"]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def written_rows() -> dict[str, str]:
    """The lines that the page has, by the mistake."""
    lines = PAGE.read_text().partition(BEGINS)[2].splitlines()
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines if line.startswith("| ") and "`" in line}


def write() -> None:
    """Write the page again."""
    from damier.games import load
    from damier.games.check import check_thoroughly
    from damier.games.game import BadInput

    parts = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bad.py"
        for title, group in GROUPS.items():
            parts.append(f"\n## {title}\n\n| mistake | where | damier says |\n|---|---|---|\n")
            for broken in group:
                file.write_text(broken.source)
                try:
                    check_thoroughly(load(str(file)), 8, 8.0, 0)
                except BadInput as refused:
                    parts.append(row(broken, settled(str(refused), "bad.py")) + "\n")
    head = PAGE.read_text().partition(BEGINS)[0]
    PAGE.write_text(head + BEGINS + "".join(parts))


if __name__ == "__main__" and "--write" in sys.argv:
    write()
