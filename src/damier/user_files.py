"""Where damier keeps what belongs to its user: games begun, books that learn."""

import os
import sys
from pathlib import Path


def data_directory() -> Path:
    """The user's directory for what damier keeps (`DAMIER_DATA` moves it)."""
    chosen = os.environ.get("DAMIER_DATA")
    return Path(chosen) if chosen else _user_data() / "damier"


def _user_data() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
