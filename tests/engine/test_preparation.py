"""Compiling behind: who waits for it is woken by its end or by a request to end, whichever comes first."""

import threading
import time

import pytest

from damier.cancel import Cancel
from damier.engine.preparation import Preparation

LATE = 10.0  # seconds: far more than anything here takes; machines are noisy


def test_waiting_for_it():
    ready = threading.Event()
    preparation = Preparation(lambda: ready.wait(LATE) and None)
    threading.Timer(0.05, ready.set).start()
    preparation.wait(Cancel())
    assert preparation.is_done
    preparation.wait()


def test_who_no_longer_waits():
    ready, cancel = threading.Event(), Cancel()
    preparation = Preparation(lambda: ready.wait(LATE) and None)
    threading.Timer(0.05, cancel.cancel).start()
    began = time.perf_counter()
    preparation.wait(cancel)
    preparation.wait(cancel)  # the request has come before
    assert time.perf_counter() - began < LATE
    assert not preparation.is_done
    ready.set()


def test_what_went_wrong():
    preparation = Preparation(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            preparation.wait()
