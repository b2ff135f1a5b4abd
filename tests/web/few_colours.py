"""Pictures of few colours, which are small: the colours that most of a page has stay as they are, rare ones come near."""

from PIL import Image

SHARE_KEPT = 4  # one of so many colours is one that the picture has most of


def palette_of(pictures: list[Image.Image], colours: int) -> Image.Image:
    """A palette for pictures that are shown one after the other, or for one."""
    width, height = max(each.width for each in pictures), sum(each.height for each in pictures)
    whole = Image.new("RGB", (width, height))
    top = 0
    for each in pictures:
        whole.paste(each, (0, top))
        top += each.height
    counted = whole.getcolors(width * height) or []
    most = [colour for _, colour in sorted(counted, reverse=True)[: colours // SHARE_KEPT]]
    others = whole.quantize(colours - len(most), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in most for part in colour] + others)  # type: ignore[attr-defined]
    return palette


def few_colours(picture: Image.Image, colours: int, palette: Image.Image | None = None) -> Image.Image:
    """A picture in so many colours, or in those of a palette."""
    return picture.quantize(palette=palette or palette_of([picture], colours), dither=Image.Dither.NONE)
