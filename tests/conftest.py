"""Stands here so that pytest puts this folder on the path: tests in sub-folders import `naive`, `walks` and the like.

Where several processes run the tests, those of one file stay together if they say nothing else: its servers, browsers and
positions are made once, and what it compiles is compiled by one of them.
"""

from collections.abc import Iterator

import pytest

from lengths import SOAK

# What takes longest begins first, so that no process is left with it at the end: groups by name, files by path.
FIRST = (
    "chess",
    "cli",
    "connect4",
    "tests/web/test_browser.py",
    "tests/web/test_theatre_browser.py",
    "uci",
    "othello",
    "tests/web/test_ending.py",
    "tests/parallel/test_cluster.py",
    "tests/arena/test_series.py",
    "tests/arena/test_uci_client.py",
    "nboard",
    "tests/web/test_schema.py",
    "tests/learning/test_chess_learning.py",
    "tests/web/test_laboratory.py",
    "tests/test_docs.py",
    "tests/test_examples.py",
    "tests/test_compile_cache.py",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests in groups, the longest groups first; those that are for `make soak` alone are left out elsewhere."""
    places = {}
    for item in items:
        if item.get_closest_marker("soak") and not SOAK:
            item.add_marker(pytest.mark.skip(reason="only in `make soak`"))
        group = item.get_closest_marker("xdist_group")
        if group is None:
            name = item.nodeid.partition("::")[0]
            item.add_marker(pytest.mark.xdist_group(name))
        else:
            name = group.args[0]
        places[item] = FIRST.index(name) if name in FIRST else len(FIRST)
    items.sort(key=places.__getitem__)


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what belongs to the user who runs it: kept games, books that have learnt, and what was
    written at the prompt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setenv("DAMIER_NO_TABLES", "1")  # nor builds tables that nobody has asked for
        patch.setenv("DAMIER_THREADS", "1")  # what pages say is what one thread does
        patch.delenv("DAMIER_SYZYGY", raising=False)
        patch.setenv("DAMIER_STATE", str(tmp_path_factory.mktemp("state")))
        yield
