"""What the pages of the documentation have a reader do: commands, Python, and files to write, in the order in which they stand.

    ```console            commands behind `$ `, and below each what it prints
    ```sh                 commands a line, of which nothing is shown
    ```python             runs in one process with the Python above it on the page; a block without a language right behind it
                          is what it prints

In what is printed `...` stands for anything, and a line of it for any lines; the end may be left out, and times ("0.123 s" and
what follows in that line) are not compared. A comment in the line before a block says more:

    <!-- file: race.py -->          the block is a file that a reader writes; `append: race.py` adds to one
    <!-- from: examples/a.py -->    stands there, and is not run here
    <!-- run -->                    Python that runs in a process of its own, with the files of the page
    <!-- needs: Stockfish -->       the reader has this, and we do not: the commands are only parsed; where words stand in
                                    backquotes (`games.pgn`, `--sprt`), those commands that contain one of them
    <!-- short: --games 2 -->       takes long: run with these options instead of those of that name, and nothing is compared
    <!-- soak -->                   takes seconds, or has to be compiled: run in `make soak` only

Small commands are run in every change, without the compiler; see `test_docs_run.py`.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/fr").glob("*.md"))]
MARKS = ("file", "append", "from", "run", "needs", "short", "soak")
_BLOCK = re.compile(r"(?:^<!-- (\w+)(?:: ([^\n]*?))? -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TIME = re.compile(r" +\d+\.\d+ s\b.*")


@dataclass
class Block:
    """A block of code: its mark with what that says, its language, its text, and what stands between it and the one before."""

    line: int
    mark: str
    said: str
    language: str
    text: str
    is_near: bool  # nothing but empty lines


@dataclass
class Command:
    """A command of damier's, and what the page says that it prints; a file that is its standard input."""

    page: Path
    line: int
    arguments: list[str]
    output: str
    mark: str
    said: str
    stdin: str = ""

    @property
    def is_parsed_only(self) -> bool:
        """Whether the reader needs for it what we do not have."""
        named = re.findall(r"`([^`]+)`", self.said)
        return self.mark == "needs" and (not named or any(word in self.arguments for word in named))

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line} damier {' '.join(self.arguments)}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text()
    found, end = [], 0
    for match in _BLOCK.finditer(text):
        mark, said, language, code = match.groups()
        line = text.count("\n", 0, match.start()) + 1 + bool(mark)
        found.append(Block(line, mark or "", said or "", language, code, not text[end : match.start()].strip()))
        end = match.end()
    return found


def steps(page: Path) -> list[Command | Block]:
    """The commands of a page and the files that it has readers write, in their order; variables that are set are filled in."""
    found: list[Command | Block] = []
    variables: dict[str, str] = {}
    for block in blocks(page):
        if block.mark in ("file", "append"):
            found.append(block)
        if block.language not in ("console", "sh"):
            continue
        for line, written, output in _written(block):
            words = [variables.get(word, word) for word in shlex.split(written, comments=True)]
            if words and re.fullmatch(r"\w+=.*", words[0]):
                name, _, value = words[0].partition("=")
                variables[f"${name}"] = value
            elif words and words[0] == "damier":
                stdin = words[words.index("<") + 1] if "<" in words else ""
                arguments = words[1 : words.index("<")] if stdin else words[1:]
                found.append(Command(page, line, arguments, output, block.mark, block.said, stdin))
    return found


def commands(page: Path) -> list[Command]:
    """The commands of a page."""
    return [step for step in steps(page) if isinstance(step, Command)]


def _written(block: Block) -> list[tuple[int, str, str]]:
    """Each command with its line on the page and its output; a backslash goes on in the next line."""
    text = block.text.replace("\\\n", " ")
    if block.language == "sh":
        return [(block.line + number, line, "") for number, line in enumerate(text.splitlines(), 1)]
    found, line = [], block.line
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE):
        written, _, output = part.partition("\n")
        found.append((line + 1, written, output))
        line += part.count("\n")
    return found


def shortened(command: Command) -> list[str]:
    """A command that takes long with the options that its mark says in place of its own."""
    instead = shlex.split(command.said)
    named = {word for word in instead if word.startswith("-")}
    kept, skips = list[str](), False
    for word in command.arguments:
        if word in named or skips:
            skips = word in named
            continue
        kept.append(word)
    return [*kept, *instead]


def is_as_written(written: str, printed: str) -> bool:
    """Whether something prints what a page says; it may print more behind it."""
    pattern = []
    for line in _plain(written):
        if line.strip() == "...":
            pattern.append(r"(?:[^\n]*\n)*?")
        else:
            pattern.append(r"[^\n]*".join(map(re.escape, line.split("..."))) + "\n")
    return re.match("".join(pattern), "".join(f"{line}\n" for line in _plain(printed))) is not None


def _plain(text: str) -> list[str]:
    return [_TIME.sub("", line).rstrip() for line in text.rstrip().splitlines()]
