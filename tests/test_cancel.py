"""The token that tells work to end: heard before, while and never after the work."""

import threading

from damier.cancel import Cancel, OneAtATime


class Work:
    """Counts how often it was stopped."""

    def __init__(self) -> None:
        self.stopped = 0

    def stop(self) -> None:
        self.stopped += 1


def test_what_is_at_work_is_stopped_once():
    cancel, work, other = Cancel(), Work(), Work()
    with cancel.stops(other):
        pass
    with cancel.stops(work):
        assert not cancel.is_cancelled
        cancel.cancel()
        cancel.cancel()
    assert cancel.is_cancelled
    assert (work.stopped, other.stopped) == (1, 0)


def test_a_request_that_comes_before_the_work_is_heard():
    cancel, work = Cancel(), Work()
    cancel.cancel()
    with cancel.stops(work):
        assert work.stopped == 1


def test_several_are_at_work_inside_each_other():
    cancel, works = Cancel(), [Work(), Work()]
    with cancel.stops(works[0]):
        with cancel.stops(works[1]):
            pass
        cancel.cancel()
    assert [work.stopped for work in works] == [1, 0]


def test_what_fails_is_no_longer_told():
    cancel, work = Cancel(), Work()
    try:
        with cancel.stops(work):
            raise ValueError
    except ValueError:
        cancel.cancel()
    assert work.stopped == 0


def test_waiting_for_it():
    cancel = Cancel()
    assert not cancel.wait(0.001)
    threading.Timer(0.01, cancel.cancel).start()
    assert cancel.wait(10)


def test_nobody_is_told_after_the_work():
    """However close together the end of the work and the request come."""
    for _ in range(300):
        cancel, work = Cancel(), Work()
        thread = threading.Thread(target=cancel.cancel)
        with cancel.stops(work):
            thread.start()
        then = work.stopped
        thread.join()
        assert work.stopped == then


class Thinker(OneAtATime):
    """Tells whether its question was to end."""

    def answer(self, cancel: Cancel | None = None) -> bool:
        with self._answering(cancel) as under_way:
            if cancel is None:
                self.stop()
            return under_way.is_cancelled


def test_stop_ends_the_question_under_way_and_no_other():
    thinker, cancel = Thinker(), Cancel()
    thinker.stop()
    assert not thinker.answer(cancel)
    assert thinker.answer()
    assert not cancel.is_cancelled
    cancel.cancel()
    assert thinker.answer(cancel)
