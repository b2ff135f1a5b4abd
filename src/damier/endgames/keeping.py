"""What was found so far, in a folder: a solution that was killed goes on from there, and ends the same to the last bit.

Levels that are complete are written now and then, a file for all since the last; then a list of the files, with the checksum
of each and what was counted until then, takes the place of the list before. So whatever instant a process ends at, the list
names whole files only. One that was damaged since is found out by its checksum, and the work goes on from the file before. In
the end the values are there too, and nothing is left to be done.
"""

import hashlib
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from damier.compile_cache import replace
from damier.endgames.backward import Values
from damier.endgames.census import Census, Explorer
from damier.errors import BadInput
from damier.kernel import CONTRACT, field_types

LIST = "contents.json"
LAYOUT = 1  # of the files; others are not read
DECIDING = ("moves", "play", "outcome", "same_player", "canonical", "timeless")  # rules that make a solution what it is
PARTS = ("scores", "plies")


def is_solved(path: Path) -> bool:
    """Whether a folder has a whole solution, whatever it is of."""
    try:
        return set(json.loads((path / LIST).read_bytes())["values"]) == set(PARTS)
    except (OSError, ValueError, KeyError, TypeError):
        return False


class Folder:
    """The folder of one solution. `starts`, as rows, are what it begins with; who only reads it need not know them."""

    def __init__(self, path: Path, like: Any, starts: Any = None) -> None:
        self.path = path
        self._told = {"rules": _rules_of(like)}
        if starts is not None:
            self._told["starts"] = hashlib.sha256(starts[np.lexsort(starts.T)].reshape(-1).data).hexdigest()
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadInput(f"{path} cannot be made: {error.strerror}") from None
        self.contents: dict[str, Any] = {**self._told, "levels": [], "values": {}}
        self._read_list()

    @property
    def kept(self) -> int:
        """How many levels there are."""
        return len(self.contents["levels"][-1]["begins"]) - 1 if self.contents["levels"] else 0

    def _read_list(self) -> None:
        try:
            contents = json.loads((self.path / LIST).read_bytes())
        except FileNotFoundError:
            return
        except (OSError, ValueError):
            raise BadInput(f"{self.path / LIST} cannot be read; take the folder away, or name another") from None
        if not isinstance(contents, dict) or any(contents.get(name) != told for name, told in self._told.items()):
            raise BadInput(f"{self.path} holds the solution of another game, or by other rules; name another folder")
        self.contents = contents

    def take_up(self, explorer: Explorer) -> bool:
        """Have an explorer go on where the folder ends; whether there was something."""
        whole = [self._is_whole(each) for each in self.contents["levels"]]
        good = whole.index(False) if False in whole else len(whole)
        if good < len(whole):
            self.contents.update(levels=self.contents["levels"][:good], values={})
        if not good:
            return False
        last = self.contents["levels"][-1]
        explorer.go_on(last["begins"], last["edges"], last["ends"], last["is_layered"], self._read_rows)
        return True

    def keep_levels(self, census: Census) -> None:
        """Write the levels that are complete and not there yet."""
        begin = self.contents["levels"][-1]["begins"][-1] if self.contents["levels"] else 0
        if self.kept == len(census.levels) - 1:
            return
        entry = self._write(f"levels-{len(self.contents['levels']):04}", census.rows[begin : len(census)])
        entry.update(begins=list(census.levels), edges=census.edges, ends=census.ends, is_layered=bool(census.is_layered))
        self.contents["levels"].append(entry)
        self._write_list()

    def keep_values(self, values: Values) -> None:
        """Write what all positions are worth: with that it is complete."""
        self.contents["values"] = {name: self._write(name, part) for name, part in zip(PARTS, values, strict=True)}
        self._write_list()

    def values(self, count: int) -> Values | None:
        """What positions are worth, if that is there."""
        kept = self.contents["values"]
        if set(kept) != set(PARTS) or not all(self._is_whole(entry) for entry in kept.values()):
            return None
        scores, plies = (
            np.fromfile(self.path / kept[name]["file"], kind) for name, kind in zip(PARTS, (np.int32, np.int16), strict=True)
        )
        return Values(scores, plies) if len(scores) == len(plies) == count else None

    def leave(self) -> None:
        """Take the folder away if nothing was written into it."""
        with suppress(OSError):
            self.path.rmdir()

    def _write(self, name: str, array: Any) -> dict[str, Any]:
        data = np.ascontiguousarray(array)
        data.tofile(self.path / f"{name}.bin")
        return {"file": f"{name}.bin", "bytes": data.nbytes, "sha256": hashlib.sha256(data.reshape(-1).data).hexdigest()}

    def _write_list(self) -> None:
        replace(self.path / LIST, json.dumps(self.contents, indent=1).encode(), 0o644)

    def _is_whole(self, entry: dict[str, Any]) -> bool:
        try:
            with (self.path / entry["file"]).open("rb") as file:
                return bool(hashlib.file_digest(file, "sha256").hexdigest() == entry["sha256"])
        except OSError:
            return False

    def _read_rows(self, rows: Any) -> None:
        begin = 0
        for entry in self.contents["levels"]:
            end = entry["begins"][-1]
            rows[begin:end] = np.fromfile(self.path / entry["file"], np.int64).reshape(-1, rows.shape[1])
            begin = end


def _rules_of(like: Any) -> str:
    """What tells the rules of one solution from those of another."""
    kind = type(like)
    digest = hashlib.sha256(repr((LAYOUT, kind.__name__, kind._fields, field_types(kind))).encode())
    modules = {CONTRACT[name].body(kind).__module__ for name in DECIDING}
    for name in sorted(modules - {"damier.rules"}):
        file = getattr(sys.modules.get(name), "__file__", None)
        digest.update(Path(file).read_bytes() if file else b"")
    return digest.hexdigest()
