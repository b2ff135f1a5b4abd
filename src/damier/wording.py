"""What people wrote, read and repeated: numbers, quotations that stay short, and messages that are one line.

Whatever is given to damier may be long, or hold what a terminal would obey: a message repeats its beginning. The message
itself is bounded as well, in the middle, since its end says what was expected.
"""

import re

LONGEST_QUOTATION = 100  # letters of what was given
LONGEST_MESSAGE = 450
_GAP = " ... "
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")


def quoted(given: object) -> str:
    """What was given, in quotation marks if it is a text, as a message repeats it: its beginning if it is long."""
    if not isinstance(given, str):
        return _shown(given)
    written = repr(given[:LONGEST_QUOTATION])
    if len(given) <= LONGEST_QUOTATION and len(written) <= LONGEST_QUOTATION * 2:
        return written
    return f"{written[:-1][: LONGEST_QUOTATION + 1]}...{written[0]}"


def beginning(given: str) -> str:
    """What was given, as a message repeats it within a sentence of its own marks: one line, and short."""
    one_line = in_one_line(given[:LONGEST_QUOTATION])
    return one_line if len(given) <= LONGEST_QUOTATION else f"{one_line}..."


def _shown(value: object) -> str:
    try:
        written = repr(value)
    except Exception:  # a number with thousands of digits, or an object that cannot be shown
        return f"a {type(value).__name__}"
    return written if len(written) <= LONGEST_QUOTATION else f"{written[:LONGEST_QUOTATION]}..."


def in_one_line(message: str) -> str:
    """A message without line breaks and what is not to be seen; of a long one the beginning and the end."""
    if len(message) > LONGEST_MESSAGE:
        end = LONGEST_MESSAGE // 3
        message = message[: LONGEST_MESSAGE - end - len(_GAP)].rstrip() + _GAP + message[-end:].lstrip()
    return " ".join("".join(letter if letter.isprintable() else " " for letter in message).split())


def whole_number(written: str) -> int | None:
    """The whole number of at most twenty digits that is written so in ASCII; None if it is none."""
    written = written[:100].strip() if len(written) > 100 else written.strip()
    return int(written) if _WHOLE_NUMBER.fullmatch(written) else None
