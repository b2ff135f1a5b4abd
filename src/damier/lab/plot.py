"""Reports as diagrams. The only file that imports matplotlib."""

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from damier.lab.report import Panel, Report, Series

_COLOURS = ["#1d4e89", "#c8553d", "#3f7d58", "#7a5195", "#8c6d1f", "#5b6770", "#a23b72", "#2a9d8f"]
_STYLE: Any = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#6b7682",
    "axes.grid": True,
    "grid.color": "#e3e7eb",
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.fonttype": "path",
    "svg.hashsalt": "damier",  # the same report gives the same file
}


def plot(report: Report, path: Path) -> None:
    """Write the panels of a report, side by side, to a file: SVG or PNG by its suffix."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: a plot is written as .svg or .png")
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(4.1 * len(report.panels) + 0.4, 4.2), layout="constrained")
        for place, panel in enumerate(report.panels):
            _draw(figure.add_subplot(1, len(report.panels), place + 1), panel)
        figure.suptitle(report.title, fontsize=11)
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, dpi=150, metadata=metadata)


def _draw(axes: Any, panel: Panel) -> None:
    axes.set_title(panel.title)
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    names = list(dict.fromkeys(_name(series) for series in panel.series))
    for series in panel.series:
        _add(axes, series, _COLOURS[names.index(_name(series)) % len(_COLOURS)])
    axes.legend()


def _name(series: Series) -> str:
    """What is measured: ours and the published figure of it share a colour."""
    return series.label.split(",")[0]


def _add(axes: Any, series: Series, colour: str) -> None:
    if series.look == "ours":
        axes.errorbar(
            series.x, series.y, series.error, color=colour, marker="o", ms=4.5, lw=1.4, capsize=2, label=series.label, zorder=3
        )
    elif series.look == "published":
        axes.plot(series.x, series.y, color=colour, marker="D", ms=6, mfc="white", lw=0.9, ls=":", label=series.label, zorder=2)
    else:
        dashes = "--" if series.look == "published level" else "-"
        axes.axhline(series.y[0], color=colour, lw=1.2, ls=dashes, label=series.label, zorder=1)
