"""Firefox, as far as the tests need it: spoken to by WebDriver BiDi, which it understands by itself."""

import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import InvalidHandshake
from websockets.sync.client import ClientConnection, connect

BROWSERS = ("firefox-esr", "firefox")
PATIENCE = 120.0  # seconds
KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "Enter": "\ue007", "Escape": "\ue00c"}


def installed() -> str | None:
    """The Firefox of this machine, if there is one."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


class Firefox:
    """One window of Firefox; `said` has what pages have said in the console, and their errors."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self.said: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._connection.recv(PATIENCE))
            if told.get("method") == "log.entryAdded":
                self.said.append(str(told["params"].get("text")))
            elif told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def size(self, width: int, height: int) -> None:
        """Give the page this much room."""
        self._ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def visit(self, address: str) -> None:
        """Go to an address, and wait until the page is there."""
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression gives: a text, a number, true or false, or null."""
        wanted = {"expression": expression, "target": {"context": self._context}, "awaitPromise": True}
        told = self._ask("script.evaluate", **wanted)
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return told["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until a JavaScript expression is true."""
        until = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            assert time.monotonic() < until, f"{expression} is not true; the page has said {self.said}"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, once it is there."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(found)
        place = json.loads(
            self.evaluate(f"{found}.scrollIntoView({{block: 'nearest'}}), JSON.stringify({found}.getBoundingClientRect())")
        )
        x, y = round(place["x"] + place["width"] / 2), round(place["y"] + place["height"] / 2)
        actions = [{"type": "pointerMove", "x": x, "y": y}]
        actions += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._perform({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, key: str) -> None:
        """Press a key."""
        value = KEYS.get(key, key)
        self._perform(
            {"type": "key", "id": "keys", "actions": [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]}
        )

    def _perform(self, actions: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._context, actions=[actions])


@contextmanager
def a_firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox of its own, without a screen, that ends with its use; its settings are those of the folder."""
    program = installed()
    assert program
    profile.mkdir()
    preferences = {"remote.active-protocols": 1, "intl.accept_languages": "en-GB", "browser.shell.checkDefaultBrowser": False}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with _connected(profile) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _connected(profile: Path) -> ClientConnection:
    """Firefox writes into its profile where it listens."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            told = json.loads((profile / "WebDriverBiDiServer.json").read_text())
            return connect(f"ws://{told['ws_host']}:{told['ws_port']}/session", max_size=None)
        except (OSError, ValueError, KeyError, InvalidHandshake):
            assert time.monotonic() < until, "Firefox does not listen"
            time.sleep(0.1)
