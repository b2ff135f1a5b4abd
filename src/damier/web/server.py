"""Serving the page on this computer."""

import ctypes
import errno
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI

from damier.endgames.outside import folders_for
from damier.web.api import create_app
from damier.web.ending import Ending
from damier.web.guard import MOST_MESSAGE, is_loopback, new_token
from damier.web.lab import routes as laboratory
from damier.web.play import routes as play
from damier.wording import quoted

__all__ = ["create_app", "serve"]

MMAP_THRESHOLD, LARGE = -3, 1 << 18  # of mallopt: what is larger has pages of its own
IDLE_SECONDS = 30  # that a connection is kept open


def serve(
    game_files: Sequence[str] = (),
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = True,
    ready: Callable[[str], None] | None = None,
    builds_tables: bool = False,
) -> None:
    """Serve the page until Ctrl-C or SIGTERM, which end the process; port 0 is any free one.

    `ready` is called with the address once it listens. With `builds_tables` tables of endings that come near are built behind.
    On another address than loopback's only who knows the token gets in: it is part of the address that is printed.
    """
    _give_memory_back()
    token = new_token()
    listening = _listen(host, port)
    with listening:
        app = create_app(game_files, host, token, builds_tables=builds_tables)
        for offer in app.state.offers.values():
            folders_for(offer.game)  # refused now, not in the middle of a game
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/" + ("" if is_loopback(host) else f"?token={token}")

        def announce() -> None:
            print(f"damier is at {address} (Ctrl-C ends it)", flush=True)
            if ready is not None:
                ready(address)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=1,
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE,
        )
        ending = Ending()
        with suppress(KeyboardInterrupt):
            _Server(config, app, announce, ending).run([listening])
        if ending.has_begun:
            ending.end_now()  # threads that do not end would hold up Python's own end


class _Server(uvicorn.Server):
    """Says when it listens, and lets nothing hold up its end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[], None], ending: Ending) -> None:
        super().__init__(config)
        self._app = app
        self._ending = ending
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # that somebody is cut off is no news
        for room in (play, laboratory):
            room.hush(self._app)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending.begin(sig)
        super().handle_exit(sig, frame)


def _give_memory_back() -> None:
    """Let the tables of engines go back to the system when they are freed, where its allocator (glibc's) would keep them.

    Each search has a thread, and each thread may get its own heap: without this 50 games took twice the memory.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; ValueError, in one line, if there cannot be one."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise ValueError(f"{quoted(host)} is no address of this computer") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would share a port that is taken
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen()
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise ValueError(f"port {port} is taken; choose another one, or 0 for any that is free") from None
        raise ValueError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return listening
