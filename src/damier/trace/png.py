"""A drawing as a picture of dots (PNG), for where no SVG can be shown.

What `elements.py` draws with is little: lines, boxes, texts, and groups that are moved. So the drawing is read again, element
by element, and drawn by matplotlib, which is there for the lab's plots.
"""

import io
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

SCALE = 2.0  # dots for a pixel of the drawing
MOST_DOTS = 30_000  # across or down
PIXELS_AN_INCH, POINTS_AN_INCH = 96.0, 72.0
_POINTS = POINTS_AN_INCH / PIXELS_AN_INCH
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")


def to_png(drawing: str) -> bytes:
    """The picture of a drawing; of one that is very large with fewer dots, or ValueError if even that is too much."""
    root = ElementTree.fromstring(drawing)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    scale = min(SCALE, MOST_DOTS / max(width, height))
    if scale < SCALE / 4:
        raise ValueError(f"a drawing of {width:,.0f} by {height:,.0f} pixels is too large for a PNG; write an SVG, or fold it")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / PIXELS_AN_INCH, height / PIXELS_AN_INCH), dpi=PIXELS_AN_INCH * scale)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    _draw(axes, root, 0.0, 0.0, 1.0, root.attrib.get("fill", "#000000"))
    picture = io.BytesIO()
    figure.savefig(picture, format="png", facecolor="white")
    return picture.getvalue()


def _draw(axes: Any, element: ElementTree.Element, x: float, y: float, order: float, ink: str) -> float:
    """Draw an element and what is in it, later ones above earlier ones; how many there were by then."""
    moved = _MOVED.search(element.attrib.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    draw = {"rect": _rect, "line": _line, "text": _text}.get(element.tag.rpartition("}")[2])
    if draw is not None:
        draw(axes, element, x, y, order, ink)
        order += 1
    for each in element:
        order = _draw(axes, each, x, y, order, ink)
    return order


def _pen(attributes: dict[str, str]) -> dict[str, Any]:
    width = float(attributes.get("stroke-width", 0))
    dashes = [float(part) / width for part in attributes.get("stroke-dasharray", "").split()]  # of which one is as long as wide
    return {"linewidth": width * _POINTS, "linestyle": (0, dashes) if dashes else "-"}


def _rect(axes: Any, element: ElementTree.Element, x: float, y: float, order: float, ink: str) -> None:
    from matplotlib.patches import FancyBboxPatch

    given = element.attrib
    corner = x + float(given.get("x", 0)), y + float(given.get("y", 0))
    width, height = float(given["width"]), float(given["height"])
    radius = min(float(given.get("rx", 0)), width / 2, height / 2)
    style = f"round,pad=0,rounding_size={radius}" if radius else "square,pad=0"
    colours: dict[str, Any] = {"facecolor": given.get("fill", ink), "edgecolor": given.get("stroke", "none")}
    axes.add_patch(FancyBboxPatch(corner, width, height, boxstyle=style, zorder=order, **colours, **_pen(given)))


def _line(axes: Any, element: ElementTree.Element, x: float, y: float, order: float, ink: str) -> None:
    given = element.attrib
    across = [x + float(given["x1"]), x + float(given["x2"])]
    down = [y + float(given["y1"]), y + float(given["y2"])]
    caps = {"solid_capstyle": given.get("stroke-linecap", "butt"), "dash_capstyle": "butt"}
    axes.plot(across, down, color=given["stroke"], zorder=order, **caps, **_pen(given))


def _text(axes: Any, element: ElementTree.Element, x: float, y: float, order: float, ink: str) -> None:
    from matplotlib.patheffects import withStroke

    given = element.attrib
    halo = []
    if "stroke" in given:
        halo = [withStroke(linewidth=float(given["stroke-width"]) * _POINTS, foreground=given["stroke"])]
    axes.text(
        x + float(given["x"]),
        y + float(given["y"]),
        (element.text or "").replace("$", r"\$"),  # no formulas
        fontsize=float(given["font-size"]) * _POINTS,
        color=given.get("fill", ink),
        ha="center" if given.get("text-anchor") == "middle" else "left",
        va="baseline",
        weight=given.get("font-weight", "normal"),
        style=given.get("font-style", "normal"),
        path_effects=halo,
        zorder=order,
    )
