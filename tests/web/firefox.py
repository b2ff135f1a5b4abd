"""Firefox, as far as the tests need it: spoken to by WebDriver BiDi, which it understands by itself."""

import itertools
import json
import re
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
KEYS = {
    "ArrowRight": "\ue014",
    "ArrowLeft": "\ue012",
    "End": "\ue010",
    "Home": "\ue011",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Delete": "\ue017",
}
LEFT, RIGHT = 0, 2  # buttons of the mouse
STEPS = 4  # of a drag
# What a profile says, and what a test may ask for: dark or light, calm or moving
PREFERENCES = {"remote.active-protocols": 1, "intl.accept_languages": "en-GB", "browser.shell.checkDefaultBrowser": False}
COLOURS, MOTION = "layout.css.prefers-color-scheme.content-override", "ui.prefersReducedMotion"

# The first element in sight that says so; and its middle, if it can be pressed: only parts of the same drawing may lie on it
FIND = """(([selector, text]) => [...document.querySelectorAll(selector)].find(
    (each) => each.checkVisibility({{visibilityProperty: true}}) && each.textContent.includes(text)))({wanted})"""
MIDDLE = """((found) => {{
    found?.scrollIntoView({{block: "nearest"}});
    const {{x, y, width, height}} = found?.getBoundingClientRect() ?? {{}};
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    const above = width ? document.elementFromPoint(...middle) : null;
    const isFree = above && (found.contains(above) || above.contains(found) || found.closest("svg")?.contains(above));
    return isFree && !found.disabled ? JSON.stringify(middle) : null;
}})({found})"""

CHOOSE = """((list) => {{
    list.value = {value};
    for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, {{bubbles: true}}));
}})({found})"""


def installed() -> str | None:
    """The Firefox of this machine, if there is one."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def found(selector: str, text: str = "") -> str:
    """In JavaScript, the first element in sight that a selector names and that says so."""
    return FIND.format(wanted=json.dumps([selector, text]))


class Firefox:
    """One window of Firefox; `said` has what pages have said in the console, and their errors, `kept` the files they gave."""

    def __init__(self, connection: ClientConnection, kept: Path) -> None:
        self._connection = connection
        self.kept = kept
        self._numbers = itertools.count(1)
        self.said: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._chrome = self._ask("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._connection.recv(PATIENCE))
            if told.get("method") == "log.entryAdded":
                self._hear(told["params"])
            elif told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        """What Firefox does itself, around the page, is none of the page's business."""
        if entry["source"].get("context") == self._context:
            self.said.append(str(entry.get("text")))

    @property
    def is_governed(self) -> bool:
        """Whether it lets its own window be spoken to, which says how pages are to look; 140 and those before do not."""
        return bool(self._run(self._chrome, "typeof Services") == "object")

    # How the page is shown

    def size(self, width: int, height: int) -> None:
        """Give the page this much room."""
        self._ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def locale(self, name: str) -> None:
        """Which language the person reads, for pages visited from now on."""
        self._ask("emulation.setLocaleOverride", locale=name, contexts=[self._context])

    def look(self, is_dark: bool = False, is_calm: bool = False) -> None:
        """Whether pages are to be dark, and to move little."""
        for name, value in ((COLOURS, 0 if is_dark else 1), (MOTION, int(is_calm))):
            self._run(self._chrome, f"Services.prefs.setIntPref({json.dumps(name)}, {value})")

    def visit(self, address: str) -> None:
        """Go to an address, as in a new window, and wait until the page is there."""
        for each in ("about:blank", address):  # or an address that differs in its last part only would be no visit
            self._ask("browsingContext.navigate", context=self._context, url=each, wait="complete")

    # What the page says

    def _run(self, context: str, expression: str) -> Any:
        wanted = {"expression": expression, "target": {"context": context}, "awaitPromise": True}
        told = self._ask("script.evaluate", **wanted)
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return told["result"].get("value")

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression gives: a text, a number, true or false, or null."""
        return self._run(self._context, expression)

    def value(self, expression: str) -> Any:
        """What a JavaScript expression gives, lists and all."""
        return json.loads(self.evaluate(f"Promise.resolve({expression}).then((found) => JSON.stringify(found ?? null))"))

    def text(self, selector: str) -> str:
        """What an element in sight says, without line breaks; nothing where it is not there."""
        return " ".join(self.evaluate(f"({found(selector)})?.textContent ?? ''").split())

    def texts(self, selector: str) -> list[str]:
        """What all elements say that a selector names."""
        told = self.value(f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)")
        return [" ".join(each.split()) for each in told]

    def count(self, selector: str) -> int:
        """How many elements a selector names."""
        return int(self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def wait_for(self, expression: str) -> Any:
        """Wait until a JavaScript expression is true, and tell what it gives."""
        until = time.monotonic() + PATIENCE
        while not (given := self.evaluate(expression)):
            assert time.monotonic() < until, f"{expression} is not true; the page has said {self.said}"
            time.sleep(0.03)
        return given

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until an element is in sight that says so."""
        self.wait_for(f"Boolean({found(selector, text)})")

    def misses(self, selector: str, text: str = "") -> None:
        """Wait until no element is in sight that says so."""
        self.wait_for(f"!({found(selector, text)})")

    def says(self, selector: str, pattern: str) -> None:
        """Wait until the text of an element fits a pattern."""
        until = time.monotonic() + PATIENCE
        while not re.search(pattern, told := self.text(selector)):
            assert time.monotonic() < until, f"{selector} says {told!r}, not {pattern!r}; the page has said {self.said}"
            time.sleep(0.03)

    def counts(self, selector: str, number: int) -> None:
        """Wait until a selector names so many elements."""
        self.wait_for(f"document.querySelectorAll({json.dumps(selector)}).length === {number}")

    # What a person does

    def place(self, selector: str, text: str = "") -> tuple[int, int]:
        """The middle of an element, once it is in sight and nothing else lies on it."""
        x, y = json.loads(self.wait_for(MIDDLE.format(found=found(selector, text))))
        return x, y

    def _point(self, *actions: dict[str, Any]) -> None:
        self._perform({"type": "pointer", "id": "mouse", "actions": list(actions)})

    def click(self, selector: str, text: str = "") -> None:
        """Press the mouse in the middle of an element."""
        x, y = self.place(selector, text)
        press = [{"type": kind, "button": LEFT} for kind in ("pointerDown", "pointerUp")]
        self._point({"type": "pointerMove", "x": x, "y": y}, *press)

    def hover(self, selector: str, text: str = "") -> None:
        """Move the mouse to the middle of an element."""
        x, y = self.place(selector, text)
        self._point({"type": "pointerMove", "x": x, "y": y})

    def drag(self, start: str, end: str, button: int = LEFT) -> None:
        """Press the mouse in the middle of an element, and let it go in that of another."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        places = [(x + (to_x - x) * i // STEPS, y + (to_y - y) * i // STEPS) for i in range(1, STEPS + 1)]
        way = [{"type": "pointerMove", "x": across, "y": below} for across, below in places]
        down, up = ({"type": kind, "button": button} for kind in ("pointerDown", "pointerUp"))
        self._point({"type": "pointerMove", "x": x, "y": y}, down, *way, up)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        values = [KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keys", "actions": actions})

    def write(self, selector: str, text: str, *keys: str) -> None:
        """Type into a field, in place of what stands there; then press keys."""
        self.click(selector)
        self.evaluate(f"({found(selector)}).select()")
        self.press(*(text or ["Delete"]), *keys)

    def choose(self, selector: str, value: str) -> None:
        """Choose a value of a list, as a person does who opens it."""
        self.sees(selector)
        self.evaluate(CHOOSE.format(value=json.dumps(value), found=found(selector)))

    def open_file(self, selector: str, file: Path) -> None:
        """Choose a file in a field for files, which may be out of sight."""
        wanted = {"type": "css", "value": selector}
        node = self._ask("browsingContext.locateNodes", context=self._context, locator=wanted)["nodes"][0]
        self._ask("input.setFiles", context=self._context, element={"sharedId": node["sharedId"]}, files=[str(file)])

    def file(self, name: str) -> bytes:
        """A file that the page has given to keep, once all of it is there."""
        until = time.monotonic() + PATIENCE
        file = self.kept / name
        while list(self.kept.glob("*.part")) or not file.exists() or not (given := file.read_bytes()):
            assert time.monotonic() < until, f"there is no {name}; the page has said {self.said}"
            time.sleep(0.03)
        return given

    def _perform(self, actions: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._context, actions=[actions])


@contextmanager
def a_firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox of its own, without a screen, that ends with its use; its settings are those of the folder."""
    program = installed()
    assert program
    profile.mkdir()
    kept = profile / "downloads"
    preferences = {**PREFERENCES, "browser.download.folderList": 2, "browser.download.dir": str(kept)}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    command += ["--remote-allow-system-access", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with _connected(profile) as connection:
                yield Firefox(connection, kept)
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
