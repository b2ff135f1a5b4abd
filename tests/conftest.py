"""Stands here so that pytest puts this folder on the path: tests in sub-folders import `naive`, `walks` and the like."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what belongs to the user who runs it: kept games, and books that have learnt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(tmp_path_factory.mktemp("data")))
        yield
