"""The book of exact openings: built, interrupted, damaged, shipped."""

import os
import random
import signal
import subprocess
import sys
import time
import warnings
import zlib
from functools import partial

import pytest

from damier.games.connect4 import board_type, parse
from damier.processes import program
from damier.processes.pool import Pool
from damier.rules import play
from damier.solvers.connect4 import Solver, book, solver
from damier.solvers.connect4.book import BookError, read_book, shipped_book
from damier.solvers.connect4.build import Build
from damier.solvers.connect4.check import wrong_scores

pytestmark = pytest.mark.xdist_group("connect4-4x4")

WIDTH, HEIGHT, PLIES = 4, 4, 7


def build(path, **options):
    return Build(path, PLIES, WIDTH, HEIGHT, threads=2, hash_mb=2, **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "4x4.book"
    made = build(path).run()
    assert made is not None
    return path


def test_every_position_has_its_exact_score(whole):
    made = read_book(whole)
    assert (made.width, made.height, made.plies) == (WIDTH, HEIGHT, PLIES)
    assert wrong_scores(made, len(made)) == 0
    assert not whole.with_name(whole.name + ".part").exists()


def test_it_holds_all_positions_up_to_mirror_images(whole):
    made = read_book(whole)
    level = {(0, 0)}
    seen = 0
    for _ in range(PLIES + 1):
        mirrored = {min((own, both), (mirror(own), mirror(both))) for own, both in level}
        seen += len(mirrored)
        level = {
            (int(child.own), int(child.both))
            for own, both in mirrored
            for position in [board_type(WIDTH, HEIGHT)(own, both)]
            for column in solver.legal(position)
            for child in [play(position, column)]
            if solver.legal(child)
        }
    assert len(made) == seen


def mirror(cells):
    columns = [cells >> (column * (HEIGHT + 1)) & ((1 << (HEIGHT + 1)) - 1) for column in range(WIDTH)]
    return sum(bits << ((WIDTH - 1 - column) * (HEIGHT + 1)) for column, bits in enumerate(columns))


def test_a_stopped_build_goes_on_where_it_was(whole, tmp_path):
    path = tmp_path / "4x4.book"
    first = build(path)
    assert first.run(lambda done, total: first.stop() if done == 100 else None) is None
    assert not path.exists()
    kept = len(first.journal.read_text().splitlines()) - 1
    assert kept >= 100
    counts = []
    assert build(path).run(lambda done, total: counts.append(done)) is not None
    assert counts[0] == kept + 1
    assert path.read_bytes() == whole.read_bytes()


def test_a_killed_build_goes_on_where_it_was(whole, tmp_path):
    path = tmp_path / "4x4.book"
    journal = tmp_path / "4x4.book.part"
    command = [
        sys.executable,
        "-c",
        "from damier.cli import main; main()",
        "book",
        "build",
        "connect4",
        "--size",
        f"{WIDTH}x{HEIGHT}",
    ]
    running = subprocess.Popen([*command, "--plies", str(PLIES), "--out", str(path), "--threads", "1", "--hash", "1"])
    while running.poll() is None and not (journal.exists() and journal.stat().st_size > 500):
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.wait()
    with journal.open("a") as file:
        file.write("1f2")  # as if the last line had been cut off
    assert build(path).run() is not None
    assert path.read_bytes() == whole.read_bytes()


def test_two_builds_of_one_book_do_not_mix(tmp_path):
    path = tmp_path / "4x4.book"
    first = build(path)
    refused = []

    def meanwhile(done, total):
        if not refused:
            with pytest.raises(ValueError, match="being built already") as error:
                build(path).run()
            refused.append(error)
            first.stop()

    first.run(meanwhile)
    assert refused
    with pytest.raises(ValueError, match="of another book"):
        Build(path, PLIES + 1, WIDTH, HEIGHT).run()


def test_workers_build_the_same_book(whole, tmp_path):
    """Whoever was killed, or ended in the middle."""
    path = tmp_path / "4x4.book"
    makes = partial(Pool, jobs=2)
    first = build(path, workers=makes)
    assert first.run(lambda done, total: first.stop()) is None
    part = path.with_name(path.name + ".part")
    lines = part.read_text().splitlines()
    assert 1 < len(lines) < len(read_book(whole))
    with part.open("a") as file:
        file.write("123ab")  # somebody was killed here
    seen = []

    def kill(done, total):
        seen.append(done)
        if len(seen) == 1:
            for each in list(program._running)[:1]:
                os.kill(each._process.pid, signal.SIGKILL)

    assert build(path, workers=makes).run(kill) is not None
    assert path.read_bytes() == whole.read_bytes()
    assert seen[0] > len(lines) - 1
    assert not part.exists()


def test_a_damaged_book_is_refused(whole, tmp_path):
    data = whole.read_bytes()
    path = tmp_path / "damaged.book"
    chance = random.Random(3)
    for _ in range(300):
        wrong = bytearray(data)
        wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
        path.write_bytes(wrong)
        with pytest.raises(BookError, match=r"damaged\.book"):
            read_book(path)
    content = zlib.compress(b"no scores") + bytes(9)
    fields = (book._MAGIC, 1, WIDTH, HEIGHT, PLIES, 5, len(content))
    check = zlib.crc32(book._HEADER.pack(*fields, 0) + content)
    path.write_bytes(book._HEADER.pack(*fields, check) + content)
    with pytest.raises(BookError, match=r"damaged\.book"):
        read_book(path)
    for length in [0, 7, 31, 32, *(chance.randrange(len(data)) for _ in range(50)), len(data) - 1]:
        path.write_bytes(data[:length])
        with pytest.raises(BookError, match=r"damaged\.book"):
            read_book(path)


def test_the_solver_goes_on_without_a_damaged_book(monkeypatch, tmp_path, whole):
    (tmp_path / "4x4.book").write_bytes(whole.read_bytes()[:-1])
    monkeypatch.setattr(book, "_SHIPPED", tmp_path)
    shipped_book.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"without the opening book: 4x4\.book is cut off"):
            assert Solver(hash_mb=1).solve(parse("", 4, 4)).score == 0
    finally:
        shipped_book.cache_clear()


def test_the_book_that_comes_with_damier():
    made = shipped_book(7, 6)
    assert made is not None
    assert made.plies >= 8
    assert made.score(parse("")) == 1
    exact = Solver()
    # Known of the first move (Allis 1988, Allen 1988): the centre wins, its neighbours draw, the others lose.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert exact.columns(parse("")) == [-2, -1, 0, 1, 0, -1, -2]
    for _, score in random.Random(1).sample(made.entries(), 1000):
        assert -18 <= score <= 18


def test_one_build_stopped_and_run_again(whole, tmp_path):
    path = tmp_path / "4x4.book"
    one = build(path)
    assert one.run(lambda done, total: one.stop() if done == 50 else None) is None
    assert one.run() is not None
    assert path.read_bytes() == whole.read_bytes()


def test_files_that_are_no_books_are_left_alone(tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary")
    with pytest.raises(ValueError, match=r"notes\.txt is there already and no book"):
        build(notes)
    with pytest.raises(ValueError, match="is a folder"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    (tmp_path / "4x4.book.part").write_bytes(b"connect4 4x4 plies 7\n\xff\xfe 3\n")
    with pytest.raises(ValueError, match=r"4x4\.book\.part is damaged"):
        build(tmp_path / "4x4.book").run()


@pytest.mark.parametrize(("plies", "threads"), [(-1, 1), (17, 1), (4, -1)])
def test_what_cannot_be_built(tmp_path, plies, threads):
    with pytest.raises(ValueError, match=r"it (can|must) be"):
        Build(tmp_path / "x.book", plies, 4, 4, threads)
