"""Tables of endings on disk: one file an ending, in blocks that are compressed, each with a checksum.

    head        MAGIC, the length of a line of JSON, and that line: the game, the ending, its values, what was counted of it
    directory   where each block begins and the checksum of each; then the checksum of all until here
    blocks      the places one after the other, so many a block, each a number in the list of the table's values

A place that no position has costs nothing: what stands there is what stands before it. A file is replaced whole or not at all.
A block is read when it is asked for, from memory that the system maps; the last few stay open. What was damaged is recognised
by its checksum and never answers.
"""

import json
import mmap
import threading
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import zstandard

from damier.compile_cache import game_sources, replace
from damier.endgames.table import UNUSED, VALUE, Table, Tables, begins_of
from damier.errors import BadInput
from damier.files import open_bytes
from damier.games.endings import Ending
from damier.games.game import Game
from damier.kernel import CONTRACT, compiled, entry, is_compiled_for, native
from damier.rules import index

MAGIC = b"damier endings\n"
LAYOUT = 1  # of the files; others are not read
SUFFIX = ".table"
BLOCK = 1 << 13  # places
LEVEL = 9  # of compression: more takes longer and saves little
OPEN_BLOCKS = 4096  # that stay open, 32 MB


class _Decompressor(threading.local):
    """One for each thread: to make one takes longer than to read a block."""

    def __init__(self) -> None:
        self._made = zstandard.ZstdDecompressor()

    def of_thread(self) -> zstandard.ZstdDecompressor:
        return self._made


_decompressor = _Decompressor()


class Damaged(BadInput):
    """A file, or a block of it, is not what was written."""


class TableFile:
    """The table of an ending on disk."""

    def __init__(self, path: Path, game: Game, ending: Ending) -> None:
        self.path = path
        self.ending = ending
        with open_bytes(path) as file:
            try:
                self._bytes: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                self._bytes = b""  # an empty file cannot be mapped
        self.head = self._read_head()
        if self.head["of"] != _identity(game, ending):
            raise BadInput(f"{path} is of another version of the game; take it away, and build it again")
        self.values = np.array(self.head["values"], VALUE)
        self._codes = np.uint8 if len(self.values) <= 256 else np.uint16
        self._places = int(self.head["places"])

    def _read_head(self) -> dict[str, Any]:
        data, start = self._bytes, len(MAGIC) + 4
        if data[: len(MAGIC)] != MAGIC:
            raise Damaged(f"{self.path} is no table of an ending")
        length = int.from_bytes(data[len(MAGIC) : start], "little")
        try:
            head = json.loads(data[start : start + length])
            blocks, end = int(head["blocks"]), start + length
            self._begins = np.frombuffer(data, np.int64, blocks + 1, end)
            self._checks = np.frombuffer(data, np.uint32, blocks, end + 8 * (blocks + 1))
            end += 8 * (blocks + 1) + 4 * blocks
            if int.from_bytes(data[end : end + 4], "little") != zlib.crc32(data[:end]) or len(data) != self._begins[-1]:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise Damaged(f"{self.path} is damaged; take it away, and build it again") from None
        return dict(head)

    @property
    def bytes(self) -> int:
        """How long the file is."""
        return len(self._bytes)

    @property
    def blocks(self) -> int:
        return len(self._checks)

    def codes(self, number: int) -> Any:
        """The numbers of a block, each the place of a value in the list of all."""
        begin, end = int(self._begins[number]), int(self._begins[number + 1])
        data = self._bytes[begin:end]
        if zlib.crc32(data) != self._checks[number]:
            raise Damaged(f"{self.path} is damaged in block {number}; take it away, and build it again")
        size = min(BLOCK, self._places - number * BLOCK) * np.dtype(self._codes).itemsize
        codes = memoryview(_decompressor.of_thread().decompress(data, size))
        return codes.cast("B") if self._codes is np.uint8 else codes.cast("H")

    def table(self, game: Game) -> Table:
        """All of it in memory."""
        values = np.empty(self._places, VALUE)

        def read(number: int) -> None:
            values[number * BLOCK : (number + 1) * BLOCK] = self.values[np.asarray(self.codes(number))]

        with ThreadPoolExecutor() as pool:
            for _ in pool.map(read, range(self.blocks)):
                pass
        return Table(self.ending, begins_of(game.endings, self.ending), values)


def written(game: Game, table: Table, counted: Sequence[Mapping[str, Any]]) -> bytes:
    """What stands in the file of a table."""
    filled = _filled(table.values)
    counts = np.bincount(filled.view(np.uint16), minlength=1 << 16)  # by the bits of a value
    values = np.sort(np.flatnonzero(counts).astype(np.uint16).view(VALUE))
    kind = np.uint8 if len(values) <= 256 else np.uint16
    places = np.zeros(1 << 16, kind)
    places[values.view(np.uint16)] = np.arange(len(values), dtype=kind)
    codes = places[filled.view(np.uint16)]
    parts = [codes[first : first + BLOCK].tobytes() for first in range(0, len(codes), BLOCK)]
    with ThreadPoolExecutor() as pool:
        blocks = list(pool.map(lambda part: zstandard.ZstdCompressor(level=LEVEL).compress(part), parts))
    told = {
        "of": _identity(game, table.ending),
        "places": len(codes),
        "blocks": len(blocks),
        "values": values.tolist(),
        "counted": counted,
    }
    line = json.dumps(told).encode() + b"\n"
    head = MAGIC + len(line).to_bytes(4, "little") + line
    first = len(head) + 8 * (len(blocks) + 1) + 4 * len(blocks) + 4
    begins = np.cumsum([first, *map(len, blocks)], dtype=np.int64)
    head += begins.tobytes() + np.array([zlib.crc32(block) for block in blocks], np.uint32).tobytes()
    return b"".join([head, zlib.crc32(head).to_bytes(4, "little"), *blocks])


def _filled(values: Any) -> Any:
    """Values with what stands before it in each place that is not used; in the first ones, a draw."""
    filled = np.empty_like(values)
    _fill(values, filled)
    return filled


@compiled
def _fill(values: Any, filled: Any) -> None:
    last = np.int16(0)
    for place in range(len(values)):
        if values[place] != UNUSED:
            last = values[place]
        filled[place] = last


def _identity(game: Game, ending: Ending) -> dict[str, Any]:
    """What makes a table what it is: the game, for a person's own one by its sources, the ending, and how it is numbered."""
    sizes = [game.endings.size(family) for family in ending.families]
    rules = game_sources.get(type(game.start()).__module__, "built in")
    return {"layout": LAYOUT, "game": game.name, "rules": rules, "ending": ending.name, "sizes": sizes, "block": BLOCK}


class TableStore:
    """The tables of a game in a folder: asked block by block, or taken into memory whole."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        self.folder = folder
        self._files: dict[str, TableFile | None] = {}
        self._places: dict[int, tuple[TableFile, int]] = {}  # where the places of a family begin
        self._open: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._lock = threading.Lock()
        self._like = native(game.start())
        self._index: Any = None  # the compiled rule

    def path(self, name: str) -> Path:
        """The file of an ending."""
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """Endings that have a file."""
        return sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}"))

    def file(self, name: str) -> TableFile | None:
        """The table of an ending, if it is there; BadInput if it cannot be used."""
        if self._files.get(name) is None:
            is_there = self.path(name).is_file()
            self._files[name] = TableFile(self.path(name), self.game, self.game.endings.find(name)) if is_there else None
        return self._files[name]

    def keep(self, table: Table, counted: Sequence[Mapping[str, Any]]) -> None:
        """Write the file of a table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        replace(self.path(table.ending.name), written(self.game, table, counted), 0o644)
        self.forget(table.ending.name)

    def forget(self, name: str) -> None:
        """Look for the file of an ending again when it is asked for."""
        self._files.pop(name, None)
        for family in self.game.endings.find(name).families:
            self._places.pop(family, None)

    def value(self, position: Any) -> int | None:
        """The value of a position as tables have it; None if there is none for it."""
        family, number = self._place(position)
        if family not in self._places and not self._find(int(family)):
            return None
        file, begin = self._places[family]
        number += begin
        return int(file.values[self._codes(file, number // BLOCK)[number % BLOCK]])

    def warm(self) -> None:
        """Have the rule that finds places compiled, for who asks often."""
        self._index = self._index or entry(CONTRACT["index"].kernel, self._like)

    def _place(self, position: Any) -> Any:
        """Family and number of a position: by the rule as plain Python where it was never compiled on this machine, which for a
        few positions takes less time."""
        if self._index is None:
            if not is_compiled_for(CONTRACT["index"].kernel, self._like):
                return index(position)
            self.warm()
        return self._index(native(position))

    def _find(self, family: int) -> bool:
        """Whether there is a table with this family, from now on known."""
        ending = self.game.endings.of(family)
        file = None if ending is None else self.file(ending.name)
        if file is not None:
            begins = begins_of(self.game.endings, file.ending)
            self._places[family] = file, begins[file.ending.families.index(family)]
        return file is not None

    def _codes(self, file: TableFile, number: int) -> Any:
        key = file.ending.name, number
        with self._lock:
            if key in self._open:
                self._open.move_to_end(key)
                return self._open[key]
        codes = file.codes(number)
        with self._lock:
            self._open[key] = codes
            if len(self._open) > OPEN_BLOCKS:
                self._open.popitem(last=False)
        return codes

    def take(self, name: str, tables: Tables) -> bool:
        """Take the table of an ending into memory, among others; whether it is there."""
        if name in tables.by_name:
            return True
        file = self.file(name)
        if file is not None:
            tables.add(file.table(self.game))
        return file is not None
