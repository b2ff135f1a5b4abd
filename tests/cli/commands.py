"""Running `damier` in a process of its own, as a person does."""

import json
import os
import subprocess
import sys


def damier(*arguments, stdin="", cwd=None, timeout=120, **environment):
    """Run a command; the finished process, with its output as text."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", "from damier.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        env=dict(os.environ, **environment),
        check=False,
    )


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
