"""What an experiment found: a table with the published figures beside ours, notes in words, and what to plot."""

import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Number = int | float


class AtLeast(float):
    """A number of which only a part was counted: the true one is larger."""


class Column(NamedTuple):
    """A column of the table: its heading, and how many digits after the point its numbers have."""

    name: str
    digits: int | None = None

    def write(self, value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, AtLeast):
            return f">{value:,.{self.digits or 0}f}"
        if self.digits is not None and isinstance(value, (int, float)):
            return f"{value:.{self.digits}f}"
        return f"{value:,}" if isinstance(value, int) else str(value)


def columns(*written: str | tuple[str, int]) -> list[Column]:
    """Columns by their headings, some with digits."""
    return [Column(each) if isinstance(each, str) else Column(*each) for each in written]


class Series(NamedTuple):
    """Points to plot. `look` is "ours" (dots with error bars, joined), "points" (not joined), "published" (open diamonds,
    joined), "level" or "published level" (a line across the panel at the height of the only y), "stopped" (open
    triangles: the value is larger), "ratios" (bars that stand on 1; those of several series side by side).

    What stands before a comma in the label is what is measured: it has one colour in all panels.
    """

    label: str
    x: list[Number]
    y: list[Number]
    error: list[Number] | None = None
    look: str = "ours"


class Panel(NamedTuple):
    """One of the diagrams of a plot: series of points, or a board of numbers, by rows from the top."""

    title: str
    x_label: str
    y_label: str
    series: list[Series]
    log: str = ""  # "x", "y" or "xy": the axes with a logarithmic scale
    places: list[str] | None = None  # the names of x = 0, 1, ... where x is no number
    cells: list[list[float | None]] | None = None  # the numbers on a board; its columns have the names of `places`
    rows: list[str] | None = None  # the names of its rows


@dataclass
class Report:
    """The outcome of an experiment."""

    name: str
    title: str
    columns: list[Column]
    rows: list[list[Any]]
    notes: list[str]
    panels: list[Panel]
    published: dict[str, Any]  # the figures of the source, and where they stand
    settings: dict[str, Any] = field(default_factory=dict)

    def table(self) -> str:
        """Title, table and notes as plain text."""
        head = [column.name for column in self.columns]
        body = [[column.write(value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]
        widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
        is_text = [any(isinstance(row[i], str) for row in self.rows) for i in range(len(head))]

        def write(line: list[str]) -> str:
            cells = [
                cell.ljust(width) if text else cell.rjust(width)
                for cell, width, text in zip(line, widths, is_text, strict=True)
            ]
            return "  ".join(cells).rstrip()

        rule = "  ".join("-" * width for width in widths)
        notes = [textwrap.fill(note, 110, subsequent_indent="  ") for note in self.notes]
        return "\n".join([self.title, "", write(head), rule, *map(write, body), "", *notes])

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for json.dumps."""
        return {
            "experiment": self.name,
            "title": self.title,
            "settings": self.settings,
            "columns": [column.name for column in self.columns],
            "rows": self.rows,
            "notes": self.notes,
            "published": self.published,
            "panels": [{**panel._asdict(), "series": [series._asdict() for series in panel.series]} for panel in self.panels],
        }

    def plot(self, path: str | Path) -> None:
        """Draw the panels side by side into a file, SVG or PNG by its suffix."""
        from damier.lab.plot import plot

        plot(self, Path(path))
