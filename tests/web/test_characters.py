"""What the page is written in: characters that the fonts of every computer and phone have."""

from importlib.resources import files
from pathlib import Path

STATIC = Path(str(files("damier.web") / "static"))
# Of WGL4, Microsoft's list of what a European font holds, which DejaVu Sans, Arial and Segoe UI have as a whole; Roboto has
# the letters, and a phone takes the signs from a font beside it. None of them is also an emoji.
LETTERS = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))} | set("ŒœŸε\n")
SIGNS = set("–—‘’“”…−∞≤≥←↑→↓●○")


def test_only_characters_that_common_fonts_have() -> None:
    odd = {
        f"{file.relative_to(STATIC)} line {number}: U+{ord(letter):04X}"
        for file in STATIC.rglob("*.*")
        for number, line in enumerate(file.read_text("utf-8").split("\n"), 1)
        for letter in set(line) - LETTERS - SIGNS
    }
    assert odd == set()


def test_no_character_is_written_by_its_number() -> None:
    """Where it would not be seen above; but for the space that does not break."""
    numbered = ("\\u", "&#x", "\\2", "\\f", "\\1F")
    for file in STATIC.rglob("*.*"):
        text = file.read_text("utf-8").replace("\\u00a0", "")
        assert not [each for each in numbered if each in text], file
