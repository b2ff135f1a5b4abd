"""Reports as diagrams, by matplotlib."""

import io
import math
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, MaxNLocator

from damier.compile_cache import replace
from damier.lab.report import Panel, Report, Series

_COLOURS = ["#1d4e89", "#c8553d", "#3f7d58", "#7a5195", "#8c6d1f", "#5b6770", "#a23b72", "#2a9d8f", "#d98c21", "#6ea4d4"]
_WIDE = 3_000
_WIDEST = 16.0  # inches of panels side by side; beyond, they stand in several rows
_CELL_TEXT, _CELL_EDGE = "#141a20", "#9aa5b1"  # on the cells of a board, by day and by night
_SHORT_NAME = 4  # letters that fit below an axis
_LETTERS_AN_INCH, _SIGN = 14, 8  # of the legend, and its sign in letters
_STYLE: Any = {
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.08,
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
    """Write the panels of a report to a file, SVG or PNG by its suffix: side by side, in several rows if wide."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: a plot is written as .svg or .png")
    names = list(dict.fromkeys(_name(series) for panel in report.panels for series in panel.series))
    colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(names)}
    with matplotlib.rc_context(_STYLE):
        widths = [_width(panel) for panel in report.panels]
        rows, columns, across = 1, len(widths), sum(widths)
        if across > _WIDEST:
            rows = math.ceil(len(widths) / max(1, int(_WIDEST / max(widths))))
            columns = math.ceil(len(widths) / rows)
            across = columns * max(widths)
        figure = Figure(figsize=(across + 0.4, 4.4 * rows), layout="constrained")
        figure.suptitle(report.title, fontsize=11)
        handles: dict[str, Any] = {}
        for place, panel in enumerate(report.panels):
            axes = figure.add_subplot(rows, columns, place + 1)
            handles |= _draw(axes, panel, colours)
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=_legend_columns(figure, handles))
        metadata = {"Date": None} if path.suffix == ".svg" else None
        drawn = io.BytesIO()
        figure.savefig(drawn, format=path.suffix[1:], dpi=150, metadata=metadata)
    replace(path, drawn.getvalue(), mode=0o644)


def _width(panel: Panel) -> float:
    """Inches across; more where many names stand along the axis."""
    if panel.cells is not None:
        return 4.1
    return max(4.1, 0.38 * len(panel.places or []))


def _draw(axes: Any, panel: Panel, colours: dict[str, str]) -> dict[str, Any]:
    """Draw one panel; what its legend has to say."""
    if panel.cells is not None:
        _draw_board(axes, panel, panel.cells)
        return {}
    axes.set(title=panel.title, xlabel=panel.x_label, ylabel=panel.y_label)
    axes.set_axisbelow(True)
    axes.set(xscale="log" if "x" in panel.log else "linear", yscale="log" if "y" in panel.log else "linear")
    bars = sum(series.look == "ratios" for series in panel.series)
    handles: dict[str, Any] = {}
    for place, series in enumerate(panel.series):
        handle = _add(axes, series, colours[_name(series)], place, bars)
        if series.look == "stopped":  # the colour tells what was stopped, the panel what the sign means
            handles.setdefault(_name(series), handle)
        else:
            handles[series.label] = handle
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log" and not _is_wide(axis):
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter("{x:,.0f}" if axis.get_view_interval()[0] >= 1 else "{x:,g}")
            axis.set_minor_formatter("")
    if panel.places:
        turned: Any = {"rotation": 40, "ha": "right"} if max(map(len, panel.places)) > _SHORT_NAME else {}
        axes.set_xticks(range(len(panel.places)), panel.places, **turned)
    elif "x" not in panel.log:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    return handles


def _draw_board(axes: Any, panel: Panel, cells: list[list[float | None]]) -> None:
    """Draw a board whose cells are coloured by their numbers, red below 0 and blue above."""
    reach = max((abs(value) for row in cells for value in row if value is not None), default=1.0) or 1.0
    wide = max(map(len, cells))
    colours = matplotlib.colormaps["RdBu"]
    axes.set_title(panel.title)
    axes.set(xlim=(0, wide), ylim=(len(cells), 0), aspect="equal")
    axes.grid(visible=False)
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            colour = colours(0.5 + 0.4 * value / reach) if value is not None else "none"
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor=_CELL_EDGE, lw=0.7))
            if value is not None:
                axes.text(column + 0.5, row + 0.5, f"{round(value)}", ha="center", va="center", fontsize=7, color=_CELL_TEXT)
    axes.set_xticks([i + 0.5 for i in range(wide)], _names(panel.places, wide))
    axes.set_yticks([i + 0.5 for i in range(len(cells))], _names(panel.rows, len(cells)))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _names(names: list[str] | None, count: int) -> list[str]:
    """So many names, of which some may be missing."""
    return [*(names or []), *[""] * count][:count]


def _legend_columns(figure: Any, labels: dict[str, Any]) -> int:
    """How many columns of the legend fit below the panels."""
    room = int(figure.get_figwidth() * _LETTERS_AN_INCH) // (max(map(len, labels)) + _SIGN)
    return max(1, min(len(labels), room, 6))


def _is_wide(axis: Any) -> bool:
    """Whether a logarithmic axis spans so much that only powers of ten fit along it."""
    low, high = axis.get_view_interval()
    return bool(high / low > _WIDE)


def _name(series: Series) -> str:
    return series.label.split(",")[0]


def _add(axes: Any, series: Series, colour: str, place: int, bars: int) -> Any:
    """Draw one series, the so-manieth of the panel; the handle for the legend."""
    if series.look == "ratios":
        width = 0.8 / bars
        shift = (place - (bars - 1) / 2) * width
        return axes.bar([x + shift for x in series.x], [y - 1 for y in series.y], width, bottom=1, color=colour)
    if series.look == "stopped":
        return axes.plot(series.x, series.y, color=colour, marker="^", ms=6, mfc="white", ls="")[0]
    if series.look == "ours":
        return axes.errorbar(series.x, series.y, series.error, color=colour, marker="o", ms=4.5, lw=1.4, capsize=2, zorder=3)
    if series.look == "points":
        return axes.errorbar(series.x, series.y, series.error, color=colour, marker="o", ms=5, ls="", capsize=2)
    if series.look == "published":
        return axes.plot(series.x, series.y, color=colour, marker="D", ms=6, mfc="white", lw=0.9, ls=":", zorder=2)[0]
    return axes.axhline(series.y[0], color=colour, lw=1.2, ls="--" if series.look == "published level" else "-", zorder=1)
