"""Lines of another program: what each does, what is wrong with one, and how the conversation ends."""

import threading

import pytest

from damier.protocols.conversation import Conversation
from damier.protocols.job import Job

LATE = 10.0  # seconds: far more than anything here takes; machines are noisy


class Talk(Conversation):
    """Says what it hears, and thinks until it is told to end."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.complaints: list[str] = []
        super().__init__(self.said.append, self.complaints.append)
        self._commands = {"say": self._say, "fail": self._fail, "think": self._think, "stop": lambda rest: self._give_up(False)}

    def _fail(self, rest: str) -> None:
        raise {"badly": KeyError, "so": ValueError}[rest](rest)

    def _think(self, rest: str) -> None:
        def run(job: Job) -> None:
            job.cancel.wait(LATE)
            if not job.is_silent:
                self._say(f"thought of {rest}")

        self._give_up()
        self._job = Job(run)

    def _after_line(self) -> None:
        self._say("heard")

    def _close(self) -> None:
        self._say("closed")


def test_lines_are_obeyed_until_one_says_quit():
    talk = Talk()
    talk.listen(["  say  it again \n", "\n", "what is this\n", "fail so\n", "quit now\n", "say no more\n"])
    assert talk.said == ["it again", "heard", "heard", "heard", "heard", "closed"]
    assert talk.complaints == ["unknown command 'what'", "fail: so"]


def test_what_nobody_expected_ends_it_properly():
    talk = Talk()
    with pytest.raises(KeyError):
        talk.listen(["think deep\n", "fail badly\n", "say no more\n"])
    assert talk.said == ["heard", "closed"]  # and nothing of what was thought


def test_a_job_ends_as_soon_as_it_is_told():
    """Even before its thread has begun; with its answer, or without when another one takes its place."""
    talk = Talk()
    for _ in range(50):
        talk.listen(["think one\n", "think two\n", "stop\n"])
    assert [each for each in talk.said if each not in ("heard", "closed")] == ["thought of two"] * 50
    assert sum(thread.name == "damier-job" for thread in threading.enumerate()) < 10
