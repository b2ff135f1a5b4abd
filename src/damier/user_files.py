"""Where the system has a user's files: what damier keeps for him (games begun, books that learn), and what it can make anew."""

import os
import sys
from pathlib import Path


def data_directory() -> Path:
    """The user's directory for what damier keeps (`DAMIER_DATA` moves it)."""
    return _directory("DAMIER_DATA", "XDG_DATA_HOME", ".local/share", "Application Support", "damier")


def cache_directory() -> Path:
    """The user's directory for machine code (`DAMIER_CACHE` moves it)."""
    return _directory("DAMIER_CACHE", "XDG_CACHE_HOME", ".cache", "Caches", "damier/kernels")


def _directory(moved: str, variable: str, usual: str, in_library: str, own: str) -> Path:
    """The folder that a variable names, or else our own in that of Linux, of macOS or of Windows."""
    if os.environ.get(moved):
        return Path(os.environ[moved])
    if sys.platform == "darwin":
        return Path.home() / "Library" / in_library / own
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / own
    return Path(os.environ.get(variable) or Path.home() / usual) / own
