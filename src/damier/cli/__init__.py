"""The command `damier`: one sub-command a file, nothing heavy imported before it is needed."""

import re
import sys
import warnings
from typing import TextIO


def main() -> None:
    """Run a command; what a person got wrong is said in one line, with exit status 2."""
    warnings.showwarning = _say_warning
    try:
        from damier.cli.app import app  # here, since Ctrl-C may come while it is imported

        arguments = [_not_an_option(argument) for argument in sys.argv[1:]]
        status = app(*arguments[:1])(arguments, standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        from damier.cli.common import forget_output

        forget_output()
        sys.exit(0)
    except (Exception, KeyboardInterrupt) as error:
        from damier.cli.common import forget_output, say_error

        try:
            status = say_error(error)
        except BrokenPipeError:
            forget_output()
            status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _not_an_option(argument: str) -> str:
    """A board may begin with empty squares, which look like an option; after a blank it does not."""
    return f" {argument}" if re.match(r"-[-.XO*]{14}", argument, re.IGNORECASE) else argument


def _say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning is one line, as an error is."""
    print(f"damier: {message}", file=sys.stderr)
