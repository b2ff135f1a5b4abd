"""Where the system has a user's files: what damier keeps for him (games begun, books that learn), and what it can make anew."""

import os
from pathlib import Path

import platformdirs

NAME = "damier"


def data_directory() -> Path:
    """The user's directory for what damier keeps (`DAMIER_DATA` moves it)."""
    moved = os.environ.get("DAMIER_DATA")
    return Path(moved) if moved else platformdirs.user_data_path(NAME, appauthor=False)


def cache_directory() -> Path:
    """The user's directory for machine code (`DAMIER_CACHE` moves it)."""
    moved = os.environ.get("DAMIER_CACHE")
    return Path(moved) if moved else platformdirs.user_cache_path(NAME, appauthor=False) / "kernels"


def state_directory() -> Path:
    """The user's directory for what is of use for a while: what was written at the prompt, games that were left (`DAMIER_STATE`
    moves it)."""
    moved = os.environ.get("DAMIER_STATE")
    return Path(moved) if moved else platformdirs.user_state_path(NAME, appauthor=False)
