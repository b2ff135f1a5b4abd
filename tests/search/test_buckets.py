"""Tables begin where a line of the processor's cache does, and have no pages until they are used."""

import pytest

from damier.search import buckets
from damier.search.buckets import CACHE_LINE, WORD, aligned_zeros
from damier.search.table import Table
from damier.solvers.connect4.table import Table as Connect4Table
from damier.solvers.othello.table import Table as OthelloTable

TABLES = [Table, Connect4Table, OthelloTable]


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("megabytes", [1, 3, 40])
def test_no_bucket_lies_in_two_lines_of_the_cache(kind, megabytes):
    table = kind(megabytes)
    assert table.entries.ctypes.data % CACHE_LINE == 0
    assert CACHE_LINE % (WORD * table.BUCKET_WORDS) == 0
    assert len(table.entries) == table.buckets * table.BUCKET_WORDS
    assert not table.entries.any()


@pytest.mark.parametrize("words", range(1, 40))
def test_any_number_of_words_is_aligned(words):
    memory = aligned_zeros(words)
    assert memory.ctypes.data % CACHE_LINE == 0
    assert len(memory) == words


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_emptied(kind):
    table = kind(1)
    table.entries[:] = 7
    table.touch()
    assert (table.entries == 7).all()
    table.clear()
    assert not table.entries.any()


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_that_the_system_refuses_is_told_in_one_line(kind, monkeypatch):
    def refuse(words):
        raise MemoryError

    monkeypatch.setattr(buckets, "aligned_zeros", refuse)
    with pytest.raises(ValueError, match="there is no memory for a table of 2 MB"):
        kind(2)
