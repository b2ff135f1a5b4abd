"""A process of a pool: lines of JSON in and out, and an end when the input ends.

The first line of input says what it is all about, each further line is a task. Its answer is a line with `done`; before it, a
line says in how many `seconds` one may expect to hear again, and whatever else is to be known of a task that may fail. Work is
done in a thread, so that the process notices the end of its input, whoever is thinking then, and ends with all that it
has started; and so that it hears an `order`, a line that concerns the task which is under way.
"""

import json
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TextIO

from damier.processes.program import close_all

Say = Callable[[dict[str, Any]], None]
Work = Callable[[Any], Any]

ORDER = '{"order": '  # how such a line begins, as `json.dumps` writes it


def serve(begin: Callable[[dict[str, Any], Say], Work], on_order: Callable[[Any], None] | None = None) -> None:
    """Do what is asked for until the input ends: `begin` gets the first line, and gives what to do with each of the others.

    `on_order` hears each `order` at once, in another thread.
    """
    out = _own_output()
    tasks: SimpleQueue[str] = SimpleQueue()

    lock = threading.Lock()  # who gives orders is answered from another thread

    def say(what: dict[str, Any]) -> None:
        with lock:
            print(json.dumps(what), file=out, flush=True)

    def work() -> None:
        try:
            answer = begin(json.loads(tasks.get()), say)
            while True:
                say({"done": answer(json.loads(tasks.get()))})
        except BrokenPipeError:  # nobody listens any more
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)

    threading.Thread(target=work, daemon=True).start()
    for line in sys.stdin:
        if on_order and line.startswith(ORDER):
            on_order(json.loads(line)["order"])
        else:
            tasks.put(line)
    close_all()
    os._exit(0)  # the thread may be in the middle of a search


def _own_output() -> TextIO:
    """Standard output for our lines alone: what a game or a library prints goes to standard error."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out
