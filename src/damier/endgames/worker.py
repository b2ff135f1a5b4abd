"""A process that builds tables of endings, one after the other (`processes/serving.py`): bytes of files in, bytes of files out.

It writes nothing to any disk, so that nothing is left half done, whoever ends it. The tables that an ending leads to it has
built itself, finds in the folder of whoever asks, where it sees that, or says that it lacks them, and gets them with the same
question a second time.
"""

import math
import zlib
from pathlib import Path
from typing import Any

from damier.endgames.making import counts, room
from damier.endgames.numbered import build, wrong_place
from damier.endgames.store import TableFile, TableStore, written
from damier.endgames.table import Table, Tables
from damier.errors import BadInput
from damier.files import read_bytes
from damier.games import load
from damier.processes.carried import as_text, from_text
from damier.processes.serving import Say, Work, serve

MOST_BYTES = 1 << 36  # of a file that is taken from the folder


class Worker:
    """The tables that are in its memory."""

    def __init__(self, terms: dict[str, Any]) -> None:
        self.game = load(terms["game"], **terms["options"])
        self.store = TableStore(self.game, Path(terms["folder"]))
        self.threads: int = terms["threads"]
        self.memory: int = terms["memory"]
        self.checks: bool = terms["checks"]
        self._tables = Tables(self.game.endings)
        self._checksums: dict[str, int] = {}  # of their files

    def build(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The file of an ending's table, or what is lacking for it."""
        name, needs = asked["ending"], asked["needs"]
        self._make_room(name, needs)
        lacks = [each for each, checksum in needs.items() if not self._has(each, checksum, asked["files"])]
        if lacks:
            return {"lacks": lacks}
        table = build(self.game, name, self._tables, self.threads)
        self._tables.add(table)
        if self.checks and (place := wrong_place(self.game, table, self._tables, self.threads)) is not None:
            return {"wrong": place}
        data = written(self.game, table, counts(self.game, table, self._tables))
        self._checksums[name] = zlib.crc32(data)
        return as_text(data)

    def _make_room(self, name: str, needs: dict[str, int]) -> None:
        """Forget what is not needed for an ending, if there is no room for it else."""
        endings = self.game.endings
        if self._tables.bytes + room(endings, endings.find(name)) > self.memory:
            before, self._tables = self._tables.by_name, Tables(endings)
            for each in needs:
                if each in before:
                    self._tables.add(before[each])

    def _has(self, name: str, checksum: int, files: dict[str, Any]) -> bool:
        """Whether a table is in memory, or can be taken there: the one with this checksum, and no other."""
        if name in self._tables.by_name and self._checksums[name] == checksum:
            return True
        try:
            data = from_text(files[name]) if name in files else read_bytes(self.store.path(name), MOST_BYTES)
        except BadInput:
            return False
        if zlib.crc32(data) != checksum:
            return False
        self._tables.add(self._read(name, data))
        self._checksums[name] = checksum
        return True

    def _read(self, name: str, data: bytes) -> Table:
        return TableFile(self.store.path(name), self.game, self.game.endings.find(name), data).table(self.game)


def main() -> None:
    """Build what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        worker = Worker(terms)

        def answer(asked: dict[str, Any]) -> dict[str, Any]:
            say({"seconds": math.inf})  # nobody knows how long it takes
            return worker.build(asked)

        return answer

    serve(begin)
