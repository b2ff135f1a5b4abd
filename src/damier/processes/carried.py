"""Bytes as they travel in a line of JSON, from one process or machine to another, with a checksum."""

import base64
import zlib
from typing import Any

from damier.errors import BadInput


def as_text(data: bytes) -> dict[str, Any]:
    """Bytes as something that fits into JSON."""
    return {"bytes": base64.b85encode(data).decode("ascii"), "checksum": zlib.crc32(data)}


def from_text(said: dict[str, Any]) -> bytes:
    """The bytes that have come; BadInput if they are not those that were sent."""
    data = base64.b85decode(said["bytes"])
    if zlib.crc32(data) != said["checksum"]:
        raise BadInput("bytes have not arrived as they were sent")
    return data
