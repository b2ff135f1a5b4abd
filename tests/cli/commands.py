"""Running `damier` in a process of its own, as a person does."""

import json
import os
import subprocess

from launching import Launched
from programs import DAMIER


def damier(*arguments, stdin="", cwd=None, timeout=600, **environment):
    """Run a command; the finished process, with its output as text."""
    pipe = subprocess.PIPE
    options = {"text": True, "cwd": cwd, "env": dict(os.environ, **environment)}
    with Launched(DAMIER, *arguments, stdin=pipe, stdout=pipe, stderr=pipe, **options) as process:
        try:
            told = process.communicate(stdin, timeout=timeout)
        finally:
            process.kill()  # if it has not ended
    return subprocess.CompletedProcess(process.args, process.returncode, *told)


def answer(*arguments, **more):
    """The JSON object a command prints on its last line."""
    done = damier(*arguments, "--json", **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def refusal(*arguments, **more):
    """The one line with which a command refuses bad input."""
    done = damier(*arguments, **more)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("damier: ")
    return lines[0]
