"""What a worker on another machine is sent: the terms of its work, and the text of a person's own game, if that is a file.

The files are those that make up the game: it, and what it imports from beside it. They are written to a folder of the
worker's own, and what has arrived is compared with what was sent.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from damier.errors import BadInput

GAME = "game"  # the term that names a game, wherever there is one


def packed(terms: Mapping[str, Any]) -> str:
    """Terms with the files they need, as text."""
    from damier.games.catalogue import is_file  # here: who unpacks has no use for the compiler
    from damier.games.own_file import load_file, sources_of

    name = terms.get(GAME)
    files: dict[str, str] = {}
    main = ""
    if isinstance(name, str) and is_file(name):
        path = Path(name).resolve()
        load_file(path)
        for file, source in sources_of(path).items():
            files[file.relative_to(path.parent).as_posix()] = source.decode("utf-8", "surrogateescape")
        main = path.name
    return json.dumps({"terms": dict(terms), "main": main, "files": files, "hash": _hash(files)})


def unpacked(text: str, folder: Path) -> dict[str, Any]:
    """The terms of a parcel, whose game is a file in this folder now. BadInput if it is not what was sent."""
    parcel = json.loads(text)
    terms, main, files = parcel["terms"], parcel["main"], parcel["files"]
    if _hash(files) != parcel["hash"]:
        raise BadInput("the files of the game have not arrived as they were sent")
    for name, source in files.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise BadInput(f"{name} does not lie beside the game")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.encode("utf-8", "surrogateescape"))
    if main:
        terms[GAME] = str(folder / main)
    return dict(terms)


def _hash(files: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
