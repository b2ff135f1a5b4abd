"""The command `damier`: one sub-command a file, nothing heavy imported before it is needed."""

import os
import sys


def main() -> None:
    """Run a command; what a person got wrong is said in one line, with exit status 2."""
    from damier.cli.app import app
    from damier.cli.common import say_error

    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        sys.exit(say_error(error))
    sys.exit(status if isinstance(status, int) else 0)
