"""The user's folders: where each system has them, and variables that move them."""

import sys
from pathlib import Path

import pytest

from damier.user_files import cache_directory, data_directory


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("DAMIER_DATA", "DAMIER_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")


@ON_LINUX
def test_where_they_are(tmp_path: Path) -> None:
    assert (data_directory(), cache_directory()) == (tmp_path / ".local/share/damier", tmp_path / ".cache/damier/kernels")


@ON_LINUX
def test_variables_move_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert (data_directory(), cache_directory()) == (tmp_path / "data/damier", tmp_path / "cache/damier/kernels")
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "mine"))
    monkeypatch.setenv("DAMIER_CACHE", str(tmp_path / "code"))
    assert (data_directory(), cache_directory()) == (tmp_path / "mine", tmp_path / "code")
