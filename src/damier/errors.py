"""Errors as people read them: what a person got wrong, and what went wrong otherwise, in one line."""

from damier.wording import in_one_line


class BadInput(ValueError):
    """Something a person wrote that cannot be; the message is one clear line, and a bounded one."""

    def __init__(self, message: object = "") -> None:
        super().__init__(in_one_line(str(message)))


def in_a_line(error: BaseException) -> str:
    """What an error says, in one line; one that nobody wrote for people is named with its kind."""
    words = in_one_line(str(error))
    if not words:
        return "there is not enough memory" if isinstance(error, MemoryError) else type(error).__name__
    return words if isinstance(error, (ValueError, MemoryError)) else f"{type(error).__name__}: {words}"
