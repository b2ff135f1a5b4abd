"""Errors as people read them: what a person got wrong, and what went wrong otherwise, in one line."""


class BadInput(ValueError):
    """Something a person wrote that cannot be; the message is one clear line."""


def in_a_line(error: BaseException) -> str:
    """What an error says, in one line; one that nobody wrote for people is named with its kind."""
    words = " ".join(str(error).split())
    if not words:
        return type(error).__name__
    return words if isinstance(error, ValueError) else f"{type(error).__name__}: {words}"
