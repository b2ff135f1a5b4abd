"""The notebooks of the documentation, run by a real kernel, in a folder of their own.

`python tests/notebooks.py --write` runs them and keeps in each what its cells print and draw, so that readers of the repository
and of the site see it; `test_notebooks.py` runs them again and compares. What a network learns hangs on how a processor adds
real numbers up: cells that begin with VARIES have to show as many prints and drawings as before, whatever these say. Names of
notebooks behind `--write` say which ones.
"""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
SECONDS = 600  # for a cell; rules may have to be compiled
DRAWN = "image/svg+xml"
VARIES = "# learnt anew each time\n"


def executed(notebook: Path, folder: Path) -> Any:
    """A notebook after all its cells were run, one after the other, in an empty folder; a cell that fails ends it."""
    read = nbformat.read(notebook, as_version=4)
    for cell in read.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    before = os.environ["PATH"]
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])  # where `!damier` finds it
    try:
        NotebookClient(read, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    finally:
        os.environ["PATH"] = before
    return read


def shown(cell: Any) -> list[str]:
    """What a cell has printed and drawn, in short: no numbers of runs, and of a drawing nothing but the drawing."""
    found: list[str] = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            assert output["name"] == "stdout", output["text"]
            if len(found) and isinstance(found[-1], _Printed):  # it comes in pieces
                found[-1] = _Printed(found[-1] + output["text"])
            else:
                found.append(_Printed(output["text"]))
        else:
            found.append(output["data"].get(DRAWN) or output["data"]["text/plain"])
    if cell.source.startswith(VARIES):
        return ["printed" if isinstance(each, _Printed) else "drawn" for each in found]
    return found


class _Printed(str):
    """What was printed, rather than drawn."""


def write(notebook: Path) -> None:
    """Run a notebook and keep what it shows; what a drawing is called stands in for the object behind it."""
    with tempfile.TemporaryDirectory() as folder:
        read = executed(notebook, Path(folder))
    for cell in read.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            pieces = [output for output in cell.outputs if output["output_type"] == "stream"]
            if pieces:
                pieces[0]["text"] = "".join(output["text"] for output in pieces)
                cell.outputs = [output for output in cell.outputs if output not in pieces[1:]]
            for output in cell.outputs:
                output.pop("execution_count", None)
                if output["output_type"] == "execute_result":
                    output["execution_count"] = None
                if DRAWN in output.get("data", {}):
                    title = re.search("<title>(.*?)</title>", output["data"][DRAWN], re.DOTALL)
                    output["data"]["text/plain"] = title[1] if title else ""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    read.metadata = nbformat.from_dict({"kernelspec": kernel, "language_info": {"name": "python"}})
    nbformat.write(read, notebook)


if __name__ == "__main__" and sys.argv[1:2] == ["--write"]:
    for each in NOTEBOOKS:
        if sys.argv[2:] and each.stem not in sys.argv[2:]:
            continue
        write(each)
        print(f"{each.relative_to(ROOT)}: {each.stat().st_size // 1024} KiB")
