"""The programs that tests interrupt hear it."""

import signal

from programs import running


def test_ctrl_c_is_heard_where_it_is_ignored():
    """As it is in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with running("print('started', flush=True); signal.pause()") as process:
            assert process.stdout.readline() == "started\n"
            process.send_signal(signal.SIGINT)
            assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    finally:
        signal.signal(signal.SIGINT, before)
