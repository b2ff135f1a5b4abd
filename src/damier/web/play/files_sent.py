"""Files that a page sends, as bytes in base64: put into a folder of their own, until nobody needs them any more."""

import base64
import binascii
import tempfile
from collections.abc import Sequence
from pathlib import Path

from damier.games.game import BadInput
from damier.web.play.requests import FileSent
from damier.wording import quoted

MOST_BYTES = 10 * 1024 * 1024  # of all files together


class FilesSent:
    """The folder of some files; it is removed by `close`, or when nobody has it any more."""

    def __init__(self, files: Sequence[FileSent]) -> None:
        """Write files under their own names; BadInput if one has none, or there is too much in them."""
        self._folder = tempfile.TemporaryDirectory(prefix="damier-")
        self.paths: list[Path] = []
        total = 0
        try:
            for file in files:
                name = Path(file.name.replace("\\", "/")).name
                if not name.strip(". ") or not name.isprintable() or len(name.encode()) > 200:
                    raise BadInput(f"{quoted(file.name)} is no name of a file")
                try:
                    data = base64.b64decode(file.data, validate=True)
                except (binascii.Error, ValueError):
                    raise BadInput(f"what was sent of {quoted(name)} is not in base64") from None
                total += len(data)
                if total > MOST_BYTES:
                    raise BadInput(f"the files are too large: at most {MOST_BYTES >> 20} MiB")
                path = Path(self._folder.name) / name
                if path.exists():
                    raise BadInput(f"two of the files are called {quoted(name)}")
                path.write_bytes(data)
                self.paths.append(path)
        except OSError as error:
            self.close()
            raise BadInput(f"the files cannot be kept while they are read: {error.strerror}") from None
        except BadInput:
            self.close()
            raise

    def close(self) -> None:
        self._folder.cleanup()
