"""Builds wheel and source archive into `dist/`, and tries both where there is no other damier: `make package`.

Every file of `src/` that git knows must be in the wheel, as it stands, and so in one that is made of the source archive alone.
Each of the two wheels is installed into a virtual environment of its own, outside the tree, and used from an empty folder:
commands answer, `damier web` serves the page and all its files, and a move is made.

The environments are new, the libraries in them are not: to install those takes minutes, so that a line in a `.pth` file points
to where they lie already. The damier that is installed there for development is not found by that, since `.pth` files of a
folder that is named in one are not read.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

from websockets.sync.client import connect

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PATIENCE = 120.0  # seconds


def main() -> None:
    """Builds and tries; whatever is wrong ends it."""
    shutil.rmtree(DIST, ignore_errors=True)
    wheel, archive = built(ROOT, "wheel", DIST), built(ROOT, "sdist", DIST)
    check_files(wheel)
    with tempfile.TemporaryDirectory(prefix="damier-package-") as name:
        folder = Path(name)
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        again = built(folder / archive.name.removesuffix(".tar.gz"), "wheel", folder)
        check_files(again)
        assert contents(again) == contents(wheel), "the source archive makes another wheel than the tree"
        for number, each in enumerate((wheel, again)):
            check_installed(each, folder / f"environment-{number}")
    print(f"{wheel.name} and {archive.name}: {len(contents(wheel))} files, installed and tried")


def built(tree: Path, kind: str, folder: Path) -> Path:
    """A package of a tree of sources, made by the locked builder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [found] = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of damier in a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist() if name.startswith("damier/")}


def check_files(wheel: Path) -> None:
    """A wheel has each file that git knows, as it is, and nothing else."""
    listed = subprocess.run(["git", "ls-files", "-z", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = {name.removeprefix("src/"): (ROOT / name).read_bytes() for name in listed.split("\0") if name}
    found = contents(wheel)
    assert len(wanted) > 300
    assert sorted(found) == sorted(wanted), sorted(found.keys() ^ wanted.keys())
    assert [name for name in found if found[name] != wanted[name]] == []


def check_installed(wheel: Path, environment: Path) -> None:
    """A wheel does what it should in an environment of its own."""
    venv.create(environment, symlinks=os.name != "nt")
    python = environment / "bin" / "python"
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True, check=True
    )
    Path(where.stdout.strip(), "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "--python", python, *install, wheel], check=True)
    empty = environment / "empty"
    empty.mkdir()
    told = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    told["DAMIER_DATA"] = str(environment / "data")

    def said(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=empty, env=told, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    program = environment / "bin" / "damier"
    assert said(python, "-c", "import damier; print(damier.__file__)").startswith(str(environment))
    assert re.search(r"\d+\.\d+\.\d+", wheel.name)[0] in said(program, "--version")  # type: ignore[index]
    assert {"chess", "connect4", "othello"} <= set(said(program, "games").split())
    assert "opening" in said(program, "show", "chess", "1. e4 c5").lower()  # by a file of data
    with served(program, empty, told) as address:
        check_page(address)


@contextmanager
def served(program: Path, folder: Path, told: dict[str, str]) -> Iterator[str]:
    """The address of the installed damier's page."""
    command = [program, "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())  # type: ignore[union-attr]
            assert found, server.stderr.read()  # type: ignore[union-attr]
            yield found[0]
            server.send_signal(signal.SIGTERM)
            server.wait(PATIENCE)
        finally:
            server.kill()


def check_page(address: str) -> None:
    """The page and all files that belong to it come as they are in the tree, and a game can be played."""
    cookies = CookieJar()
    asked = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))

    def answer(path: str, body: object = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
        with asked.open(request, timeout=PATIENCE) as given:
            content: bytes = given.read()
            return content

    assert b"<title>damier" in answer("")
    static = ROOT / "src/damier/web/static"
    files = [file for file in static.rglob("*") if file.is_file()]
    assert any(file.parent.name == "languages" for file in files)
    for file in files:
        assert answer(f"static/{file.relative_to(static).as_posix()}") == file.read_bytes(), file
    game = json.loads(answer("api/sittings", {"game": "tictactoe", "sides": [{}, {}]}))
    headers = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)}
    talk = f"{address.replace('http', 'ws', 1)}api/sittings/{game['id']}/talk"
    with connect(talk, origin=address.rstrip("/"), additional_headers=headers) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"do": "move", "move": "b2"}))
        while True:
            message = json.loads(socket.recv(timeout=PATIENCE))
            assert message["kind"] != "error", message
            if message["kind"] == "state" and any(node["move"] == "b2" for node in message["state"]["nodes"]):
                break
    assert "b2" in json.loads(answer(f"api/sittings/{game['id']}/file"))["text"]


if __name__ == "__main__":
    main()
