#!/usr/bin/env python3
"""Writes pictograms.txt: the seven pieces as pictures, each over the letter that it has in WXF notation.

    pip install fonttools skia-python
    ./pictograms.py NotoSansCJK-Bold.ttc > pictograms.txt

The pictures are drawn here, in thousandths of the em, y downwards, about (0, 0); the letters are those of the font.
The file is as described in outline.py. Shapes are bold and few, so that they are told apart on a piece as small as
a fingernail: no line is thinner than 34, and no gap narrower than 30.
"""

import math
import sys

import skia
from fontTools.ttLib import TTFont
from outline import alternating, line, outlines

# Where the picture and the letter below it stand.
PICTURE, LETTER = -118, 308
# How much bolder the letters are made, and how large.
BOLDER, LETTER_SIZE = 36, 0.37


def polygon(*points):
    path = skia.Path()
    path.addPoly([skia.Point(*point) for point in points], True)
    return path


def curve(start, *steps):
    """A closed shape of lines (x, y) and of parabolas (control x, control y, x, y)."""
    path = skia.Path()
    path.moveTo(*start)
    for step in steps:
        (path.lineTo if len(step) == 2 else path.quadTo)(*step)
    path.close()
    return path


def trail(width, start, *steps, cap=skia.Paint.kRound_Cap):
    """A line of this width."""
    path = skia.Path()
    path.moveTo(*start)
    for step in steps:
        (path.lineTo if len(step) == 2 else path.quadTo)(*step)
    return stroked(path, width, cap)


def parabolas(path):
    """The same outline with its arcs as parabolas, the only curves of the data file."""
    steps, same = skia.Path.Iter(path, False), skia.Path()
    while True:
        # A loop over the steps would be one ahead of the weight.
        verb, points = steps.next()
        if verb == skia.Path.kDone_Verb:
            return same
        if verb == skia.Path.kMove_Verb:
            same.moveTo(points[0])
        elif verb == skia.Path.kLine_Verb:
            same.lineTo(points[1])
        elif verb == skia.Path.kQuad_Verb:
            same.quadTo(points[1], points[2])
        elif verb == skia.Path.kConic_Verb:
            arc = skia.Path.ConvertConicToQuads(*points, steps.conicWeight(), 1)
            for control, end in zip(arc[1::2], arc[2::2]):
                same.quadTo(control, end)
        else:
            same.close()


def stroked(path, width, cap=skia.Paint.kRound_Cap):
    paint = skia.Paint(Style=skia.Paint.kStroke_Style, StrokeWidth=width, StrokeCap=cap)
    paint.setStrokeJoin(skia.Paint.kRound_Join)
    filled = skia.Path()
    paint.getFillPath(path, filled)
    return parabolas(filled)


def disc(x, y, radius):
    return ellipse(x, y, radius, radius)


def ellipse(x, y, wide, high):
    path = skia.Path()
    path.addOval(skia.Rect.MakeLTRB(x - wide, y - high, x + wide, y + high))
    return parabolas(path)


def bar(left, top, right, bottom, radius=0):
    path = skia.Path()
    path.addRoundRect(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius)
    return parabolas(path)


def turned(path, degrees, x=0, y=0):
    matrix = skia.Matrix()
    matrix.setRotate(degrees, x, y)
    moved = skia.Path()
    path.transform(matrix, moved)
    return moved


def joined(*paths):
    whole = skia.Path()
    for path in paths:
        whole = skia.Op(whole, path, skia.kUnion_PathOp)
    return whole


def without(path, *others):
    for other in others:
        path = skia.Op(path, other, skia.kDifference_PathOp)
    return path


def general():
    """A crown."""
    points = polygon((-255, -120), (-132, 8), (0, -205), (132, 8), (255, -120), (208, 128), (-208, 128))
    pearls = [disc(x, y, 42) for x, y in ((-262, -138), (0, -222), (262, -138))]
    band = bar(-212, 160, 212, 222, 18)
    return joined(points, stroked(points, 24), *pearls, band)


def advisor():
    """The cap of a court official, with its two wings."""
    dome = joined(
        curve((-142, 96), (-142, -84, -58, -104), (-58, -216, 28, -216), (112, -216, 112, -96), (142, -60, 142, 96)),
    )
    crown = without(dome, trail(34, (-160, 0), (0, -52, 160, 0), cap=skia.Paint.kButt_Cap))
    band = bar(-160, 132, 160, 206, 30)
    wings = [joined(ellipse(side * 268, 58, 84, 46), bar(min(side * 142, side * 230), 42, max(side * 142, side * 230), 74))
             for side in (-1, 1)]
    return joined(crown, band, *wings)


def elephant():
    """An elephant that walks to the left."""
    body = curve(
        (-60, -150), (90, -200, 210, -130), (290, -80, 285, 60), (285, 205), (180, 205), (180, 110),
        (110, 130, 40, 110), (40, 205), (-65, 205), (-65, 60),
    )
    head = ellipse(-120, -70, 120, 125)
    trunk = trail(62, (-205, -50), (-262, 20, -250, 110), (-238, 176, -290, 172))
    tusk = curve((-196, 62), (-186, 118, -128, 128), (-150, 96, -146, 50))
    tail = trail(34, (272, -60), (318, -20, 306, 70))
    ear = curve((-96, -118), (30, -170, 44, -50), (44, 40, -20, 62), (-60, 20, -92, 10), (-118, -60, -96, -118))
    groove = without(stroked(ear, 34), polygon((-140, -140), (-92, -140), (-84, 20), (-140, 20)))
    eye = disc(-170, -92, 21)
    return joined(without(joined(body, head, trunk, tail), groove, eye), tusk)


def horse():
    """The head of a horse, as on the knights of other boards."""
    head = curve(
        (-10, -232), (30, -200), (190, -160, 214, 30), (224, 120, 214, 214), (-128, 214), (-128, 130, -20, 66),
        (20, 34, 16, -14), (-60, 30, -112, 34), (-134, 84, -176, 80), (-222, 66, -226, 22), (-206, -44, -160, -100),
        (-136, -166, -62, -188), (-44, -214, -10, -232),
    )
    eye = ellipse(-76, -96, 24, 20)
    nostril = disc(-182, 26, 15)
    mane = trail(32, (62, -118), (150, -60, 150, 96), cap=skia.Paint.kRound_Cap)
    return without(head, eye, nostril, mane)


def chariot():
    """The wheel of a chariot: six spokes."""
    rim = without(disc(0, 0, 232), disc(0, 0, 168))
    spokes = [turned(bar(-24, -190, 24, 190), degrees) for degrees in (0, 60, 120)]
    hub = disc(0, 0, 76)
    return without(joined(rim, *spokes, hub), disc(0, 0, 30))


def cannon():
    """A cannon on its wheel, that aims to the upper right."""
    barrel = curve((-250, -50), (-262, 30, -200, 62), (250, 44), (250, -66), (-190, -100), (-240, -104, -250, -50))
    muzzle = bar(226, -92, 284, 70, 20)
    knob = disc(-270, -18, 38)
    aimed = turned(joined(barrel, muzzle, knob), -24, -30, 0)
    trail_end = trail(64, (-40, 110), (-250, 196))
    wheel = without(disc(10, 112, 122), disc(10, 112, 78))
    around = disc(10, 112, 152)
    hub = disc(10, 112, 40)
    return joined(without(joined(aimed, trail_end), around), wheel, hub)


def soldier():
    """A foot soldier with a pointed helmet and a spear."""
    helmet = curve((-60, -232), (50, -190, 84, -88), (-204, -88), (-170, -190, -60, -232))
    face = curve((-152, -54), (32, -54), (32, 40, -60, 48), (-152, 40, -152, -54))
    shoulders = curve((-250, 216), (-244, 76, -120, 74), (-60, 128, 0, 74), (124, 76, 130, 216))
    shaft = bar(188, -120, 226, 216, 8)
    point = curve((207, -268), (262, -180, 250, -112), (164, -112), (152, -180, 207, -268))
    return joined(helmet, face, shoulders, shaft, point)


PIECES = {
    "K": general, "A": advisor, "E": elephant, "H": horse, "R": chariot, "C": cannon, "P": soldier,
}


def placed(path, y, size):
    """The path at this size with the middle of its box at this height."""
    box = path.computeTightBounds()
    matrix = skia.Matrix()
    matrix.setScaleTranslate(size, size, -box.centerX() * size, y - box.centerY() * size)
    moved = skia.Path()
    path.transform(matrix, moved)
    return moved


def main(file):
    letters = dict(outlines(TTFont(file, fontNumber=2), [(BOLDER, "".join(PIECES))]))
    for letter, picture in PIECES.items():
        drawn = joined(placed(picture(), PICTURE, 1), placed(letters[letter], LETTER, LETTER_SIZE))
        print(line(letter, alternating(skia.Simplify(drawn)), (0, 0)))


if __name__ == "__main__":
    main(*sys.argv[1:])
