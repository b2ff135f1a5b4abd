"""The user's folders: where each system has them, and variables that move them."""

import sys
from pathlib import Path

import pytest

from damier.user_files import cache_directory, data_directory

PLATFORMS = {
    "linux": (".local/share/damier", ".cache/damier/kernels"),
    "darwin": ("Library/Application Support/damier", "Library/Caches/damier/kernels"),
}


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("DAMIER_DATA", "DAMIER_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_where_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert [str(folder.relative_to(tmp_path)) for folder in (data_directory(), cache_directory())] == list(PLATFORMS[platform])


def test_variables_move_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert (data_directory(), cache_directory()) == (tmp_path / "data/damier", tmp_path / "cache/damier/kernels")
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "mine"))
    monkeypatch.setenv("DAMIER_CACHE", str(tmp_path / "code"))
    assert (data_directory(), cache_directory()) == (tmp_path / "mine", tmp_path / "code")
