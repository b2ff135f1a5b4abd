"""Where a cluster is, as a person says it, and whether somebody answers there.

Ray would try for minutes, and ends with pages of text. What answers must speak HTTP/2, as Ray's servers do: one that has
another language, or only takes the call, is no cluster.
"""

import re
import socket
from typing import NamedTuple

from damier.errors import BadInput
from damier.wording import quoted

LOCAL = "local"  # a cluster of this machine alone, for as long as it is wanted
USUAL_PORT = 6379
SECONDS = 5.0  # in which somebody must answer

_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # the preface, and empty settings
_FRAME = 9  # bytes at the beginning of a frame
_SETTINGS = 4  # the kind of the first frame that a server sends
_ADDRESS = re.compile(r"(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\])(:(?P<port>\d{1,5}))?")


class Address(NamedTuple):
    """A machine, and the port of its cluster."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is this machine, by a name that no other machine can use."""
        return self.host in ("localhost", "[::1]") or self.host.startswith("127.")


def looks_like_one(text: str) -> bool:
    """Whether what follows `--cluster` says where it is: a port or the numbers of a machine tell it from other words."""
    return text == LOCAL or "://" in text or re.fullmatch(r"(\S+:\d+|\d+(\.\d+){3})", text) is not None


def read_address(text: str) -> Address:
    """What a person has written."""
    found = _ADDRESS.fullmatch(text)
    if not found or not 0 < int(found["port"] or USUAL_PORT) < 65536:
        raise BadInput(f"{quoted(text)} is no address of a cluster; it is written HOST:PORT, as 192.168.0.7:{USUAL_PORT}")
    return Address(found["host"], int(found["port"] or USUAL_PORT))


def check_answers(address: Address) -> None:
    """BadInput if no cluster is there."""
    try:
        with socket.create_connection((address.host.strip("[]"), address.port), timeout=SECONDS) as link:
            link.settimeout(SECONDS)
            link.sendall(_HELLO)
            answer = b""
            while len(answer) < _FRAME and (more := link.recv(_FRAME)):
                answer += more
    except OSError as error:
        raise BadInput(f"no cluster answers at {address}: {error.strerror or error}") from None
    if len(answer) < _FRAME or answer[3] != _SETTINGS:
        raise BadInput(f"what answers at {address} is no cluster")
