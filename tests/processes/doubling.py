"""A process for tests of the pool: it doubles numbers, and fails where it is asked to."""

import os
import signal
import time
from typing import Any

from damier.processes.serving import Say, Work, serve


def main() -> None:
    """Double what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        def double(asked: Any) -> Any:
            if asked == "mute":
                os._exit(1)
            print("not for the pool")
            say({"seconds": terms["seconds"], "about": asked})
            if asked == "crash":
                os._exit(3)
            if asked == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            if str(asked).endswith(".once") and not os.path.exists(asked):
                open(asked, "x").close()
                os.kill(os.getpid(), signal.SIGKILL)
            if asked == "sleep":
                time.sleep(600)
            return 2 * asked

        return double

    serve(begin)
