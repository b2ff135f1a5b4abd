"""Folders for as long as a process lasts; what is left of one that was killed is removed by the next."""

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path


def own_folder(prefix: str) -> Path:
    """A new folder for this process alone; those of processes of this user that have ended are removed."""
    parent = Path(tempfile.gettempdir())
    for folder in parent.glob(f"{prefix}-*"):
        found = re.fullmatch(rf"{re.escape(prefix)}-(\d+)-\w+", folder.name)
        with contextlib.suppress(OSError):
            if found and folder.stat().st_uid == os.getuid() and not _is_there(int(found[1])):
                shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}-{os.getpid()}-"))


def _is_there(pid: int) -> bool:
    """Whether there is such a process; one of another user counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
