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
from typing import Any, Literal

import numpy as np
import zstandard

from damier.compile_cache import replace
from damier.endgames.packing import compressed, listed_values
from damier.endgames.table import VALUE, Table, Tables, begins_of
from damier.errors import BadInput
from damier.files import open_bytes
from damier.games.endings import Ending
from damier.games.game import Game
from damier.kernel import CONTRACT, entry, is_compiled_for, native
from damier.rules import index

MAGIC = b"damier endings\n"
LAYOUT = 2  # of the files; others are not read
SUFFIX = ".table"
BLOCK = 1 << 11  # places: of four times as many, files are a sixth shorter, and a block takes twice as long to open
LEVEL = 5  # of compression: 9 takes more than twice as long and saves a hundredth
OPEN_BYTES = 1 << 26  # of blocks that stay open


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
    """The table of an ending on disk, or as it came from another machine."""

    def __init__(self, path: Path, game: Game, ending: Ending, data: bytes | None = None) -> None:
        """`data` is what stands in the file, if somebody knows that already."""
        self.path = path
        self.ending = ending
        self._bytes: Any = _mapped(path) if data is None else data
        self.head = self._read_head()
        if self.head["of"]["layout"] != LAYOUT:
            said = f"{path} has layout {self.head['of']['layout']}, and layout {LAYOUT} is what is read"
            raise BadInput(f"{said}; take it away, and build it again")
        if self.head["of"] != _identity(game, ending):
            raise BadInput(f"{path} is of another version of the game; take it away, and build it again")
        self.values: list[int] = self.head["values"]
        self._kind: Literal["B", "H"] = "B" if len(self.values) <= 256 else "H"  # of a code, as memory is cast to it
        self._width = 1 if self._kind == "B" else 2
        self._places = int(self.head["places"])

    def _read_head(self) -> dict[str, Any]:
        data, start = self._bytes, len(MAGIC) + 4
        if data[: len(MAGIC)] != MAGIC:
            raise Damaged(f"{self.path} is no table of an ending")
        length = int.from_bytes(data[len(MAGIC) : start], "little")
        try:
            head = json.loads(data[start : start + length])
            blocks, end = int(head["blocks"]), start + length
            middle, last = end + 8 * (blocks + 1), end + 8 * (blocks + 1) + 4 * blocks
            directory = memoryview(data)  # of it single numbers are read, which takes twice as long of an array
            self._begins, self._checks = directory[end:middle].cast("q"), directory[middle:last].cast("I")
            end = last
            if int.from_bytes(data[end : end + 4], "little") != zlib.crc32(data[:end]) or len(data) != self._begins[-1]:
                raise ValueError
        except (ValueError, KeyError, TypeError, IndexError):
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
        data = self._bytes[self._begins[number] : self._begins[number + 1]]
        if zlib.crc32(data) != self._checks[number]:
            raise Damaged(f"{self.path} is damaged in block {number}; take it away, and build it again")
        size = min(BLOCK, self._places - number * BLOCK) * self._width
        return memoryview(_decompressor.of_thread().decompress(data, size)).cast(self._kind)

    def table(self, game: Game) -> Table:
        """All of it in memory."""
        meant, values = np.array(self.values, VALUE), np.empty(self._places, VALUE)

        def read(number: int) -> None:
            values[number * BLOCK : (number + 1) * BLOCK] = meant[np.asarray(self.codes(number))]

        with ThreadPoolExecutor() as pool:
            for _ in pool.map(read, range(self.blocks)):
                pass
        return Table(self.ending, begins_of(game.endings, self.ending), values)


def _mapped(path: Path) -> Any:
    """What stands in a file, as memory that the system maps."""
    with open_bytes(path) as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            return b""  # an empty file cannot be mapped


def written(game: Game, table: Table, counted: Sequence[Mapping[str, Any]]) -> bytes:
    """What stands in the file of a table."""
    values = listed_values(table.values)
    blocks = compressed(table.values, values, BLOCK, LEVEL)
    told = {
        "of": _identity(game, table.ending),
        "places": len(table.values),
        "blocks": len(blocks.lengths),
        "values": values.tolist(),
        "counted": counted,
    }
    line = json.dumps(told).encode() + b"\n"
    head = MAGIC + len(line).to_bytes(4, "little") + line
    first = len(head) + 8 * (len(blocks.lengths) + 1) + 4 * len(blocks.lengths) + 4
    head += np.cumsum([first, *blocks.lengths], dtype=np.int64).tobytes() + blocks.checks.tobytes()
    return b"".join([head, zlib.crc32(head).to_bytes(4, "little"), *blocks.parts])


def _identity(game: Game, ending: Ending) -> dict[str, Any]:
    """What makes a table what it is: the game, for a person's own one by its sources, the ending, and how it is numbered."""
    sizes = [game.endings.size(family) for family in ending.families]
    return {"layout": LAYOUT, "game": game.name, "rules": game.edition, "ending": ending.name, "sizes": sizes, "block": BLOCK}


class TableStore:
    """The tables of a game in a folder: asked block by block, or taken into memory whole."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        self.folder = folder
        self._files: dict[str, TableFile | None] = {}
        self._places: dict[int, tuple[TableFile, int]] = {}  # where the places of a family begin
        self._open: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._open_bytes = 0
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
        self.keep_bytes(table.ending.name, written(self.game, table, counted))

    def keep_bytes(self, name: str, data: bytes) -> None:
        """Write the file of an ending, as somebody else has written it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        replace(self.path(name), data, 0o644)
        self.forget(name)

    def forget(self, name: str) -> None:
        """Look for the file of an ending again when it is asked for."""
        self._files.pop(name, None)
        for family in self.game.endings.find(name).families:
            self._places.pop(family, None)

    def value(self, position: Any) -> int | None:
        """The value of a position as tables have it; None if there is none for it."""
        # Machine code takes fields from Python whatever kind of number they are: nobody need make the position native first.
        family, number = (self._index or self._place)(position)
        found = self._places.get(family) or self._find(int(family))
        if found is None:
            return None
        file, begin = found
        block, place = divmod(begin + number, BLOCK)
        code: int = self._codes(file, block)[place]
        return file.values[code]

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
        return self._index(position)

    def _find(self, family: int) -> tuple[TableFile, int] | None:
        """The table with this family and where the family begins there, from now on known; None if there is none."""
        ending = self.game.endings.of(family)
        file = None if ending is None else self.file(ending.name)
        if file is None:
            return None
        begins = begins_of(self.game.endings, file.ending)
        self._places[family] = file, begins[file.ending.families.index(family)]
        return self._places[family]

    def _codes(self, file: TableFile, number: int) -> Any:
        key = file.ending.name, number
        with self._lock:
            codes = self._open.get(key)
            if codes is not None:
                self._open.move_to_end(key)
                return codes
        codes = file.codes(number)
        with self._lock:
            if key not in self._open:  # another thread has not opened it meanwhile
                self._open[key] = codes
                self._open_bytes += codes.nbytes
            while self._open_bytes > OPEN_BYTES:
                self._open_bytes -= self._open.popitem(last=False)[1].nbytes
        return codes

    def take(self, name: str, tables: Tables) -> bool:
        """Take the table of an ending into memory, among others; whether it is there."""
        if name in tables.by_name:
            return True
        file = self.file(name)
        if file is not None:
            tables.add(file.table(self.game))
        return file is not None
