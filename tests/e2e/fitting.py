"""Whether a text has room where it is shown: what the accessibility tree tells of a label against what Pango measures."""

import functools

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo

# What labels may be smaller or larger than the window’s font, as its style sheets have it.
SCALES = (1.81, 1.36, 1.2, 1.1, 1.0, 0.93, 0.9, 0.86, 0.82, 0.72)


@functools.cache
def context():
    return PangoCairo.FontMap.get_default().create_context()


@functools.cache
def measured(text, scale, width=None):
    """Width and height of a text in the font of the window, parted into lines if a width is given."""
    layout = Pango.Layout.new(context())
    layout.set_font_description(Pango.FontDescription(f"Cantarell {11 * scale}"))
    layout.set_text(text, -1)
    if width:
        layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        layout.set_width(width * Pango.SCALE)
    return layout.get_pixel_size()


def unreadable(texts):
    """Those of the texts that have a character in no font."""
    layout = Pango.Layout.new(context())

    def has_unknown(text):
        layout.set_text(text, -1)
        return layout.get_unknown_glyphs_count() > 0

    return [text for text in texts if has_unknown(text)]


def is_cut(text, area, in_button=False):
    """Whether a label of that size shows less than its text. Which font it has is not known: it is cut if the text has
    no room in any whose lines are as high as those of the label may be. In a button it may have more height than its
    lines."""
    if area.width <= 1 or area.height <= 1:
        return False  # Not shown.
    more = 9 if in_button else 4
    fitting = [scale for scale in SCALES if has_lines_of(measured("x", scale)[1], area.height, more)] or [1.0]
    return all(not has_room(text, scale, area) for scale in fitting)


def has_lines_of(height, whole, more):
    """Whether so many pixels are a number of lines, which letters that another font has make higher."""
    lines = round(whole / height)
    return lines >= 1 and -2 <= (whole - lines * height) / lines <= more


def has_room(text, scale, area):
    width, height = measured(text, scale)
    if width <= area.width + 2:
        return True
    lines = round(area.height / measured("x", scale)[1])
    return measured(text, scale, area.width + 2)[1] <= max(lines, 1) * height + 2
