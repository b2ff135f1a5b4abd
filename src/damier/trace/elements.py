"""The pieces of a drawing: lines, texts, marks, and the colours they share."""

from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

INK, GREY, PALE, PAPER, RED = "#1f2a36", "#66717d", "#a9b2bc", "#ffffff", "#b0303c"
MAX_FILL, MIN_FILL, ASIDE_FILL = "#dfe9f5", "#fbe9d3", "#e9ebee"


class Pen(NamedTuple):
    """How a line looks; told apart in black and white too."""

    colour: str
    width: float
    dashes: str = ""
    cap: str = "butt"

    @property
    def attributes(self) -> str:
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else ""
        cap = f' stroke-linecap="{self.cap}"' if self.cap != "butt" else ""
        return f'stroke="{self.colour}" stroke-width="{self.width}"{dashes}{cap}'


SOLID, BOLD = Pen(INK, 1.2), Pen(INK, 3.0)
DASHED, DOTTED = Pen(GREY, 1.1, "5 4"), Pen(PALE, 1.0, "1.5 3")
ASIDE = Pen(GREY, 1.3, "8 2.5 1.5 2.5")
STROKE, CROSS = Pen(RED, 1.7, cap="round"), Pen(RED, 1.6)


def line(x1: float, y1: float, x2: float, y2: float, pen: Pen) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {pen.attributes}/>'


def box(x: float, y: float, width: float, height: float, radius: float, fill: str, pen: Pen) -> str:
    """A rectangle around a point."""
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'rx="{radius:.1f}" fill="{fill}" {pen.attributes}/>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str = INK,
    anchor: str = "",
    weight: str = "",
    style: str = "",
    halo: bool = False,
    spacing: float = 0,
) -> str:
    """A text that starts at a point, or is centred there (anchor "middle"); with a halo it is readable upon a line."""
    if not words:
        return ""
    more = {"text-anchor": anchor, "font-weight": weight, "font-style": style}
    if spacing:
        more["letter-spacing"] = str(spacing)
    if halo:
        more |= {"stroke": PAPER, "stroke-width": "3.5", "stroke-linejoin": "round", "paint-order": "stroke"}
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in more.items() if value)
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{attributes}>{escape(words)}</text>'


def cut_mark(x: float, y: float, dx: float, dy: float) -> str:
    """Two short strokes across an edge of this direction."""
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    along, across = (dx / length, dy / length), (-5.5 * dy / length, 5.5 * dx / length)
    strokes = []
    for shift in (-2.0, 2.0):
        cx, cy = x + along[0] * shift, y + along[1] * shift
        strokes.append(line(cx - across[0], cy - across[1], cx + across[0], cy + across[1], STROKE))
    return "".join(strokes)


def cross(x: float, y: float) -> str:
    """A small cross."""
    return line(x - 3.5, y - 3.5, x + 3.5, y + 3.5, CROSS) + line(x - 3.5, y + 3.5, x + 3.5, y - 3.5, CROSS)
