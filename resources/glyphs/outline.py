#!/usr/bin/env python3
"""Writes carved.txt, the outlines of a regular-script font, made bolder as a carver's knife leaves them; and heavy.txt,
those of a sans-serif one, made bolder still, for people who need large print.

    pip install fonttools skia-python
    ./outline.py carved TW-Kai-98_1.ttf > carved.txt
    ./outline.py heavy NotoSansCJK-Bold.ttc > heavy.txt

One line a character: the character, the width and height of its box, how far it reaches from its middle, then
its contours. Coordinates are thousandths of the em, from the middle, which lies between those of the box and of
the smallest circle around the outline; y downwards. M, L and Q are followed by one, one and two
points, all parted by spaces; every contour is closed; the inside is what an odd number of contours surround, and
holes run against the contours around them.
"""

import math
import sys

import skia
from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.ttLib import TTFont

# Characters by the width of the stroke laid around them: the fewer brush strokes, the bolder. New ones go to the end,
# so that the others are found as fast as ever.
CARVED = [
    (22, "傌俥將象馬砲"),
    (28, "帥相炮車楚漢"),
    (36, "仕兵卒士河界四五六九"),
    (44, "一二三七八123456789"),
    (36, "帅马车将汉"),
    (44, "ABCDEFGHI0"),
]
HEAVY = [
    (26, "象"),
    (34, "帅相将马炮"),
    (44, "仕车兵士卒"),
    (40, "一二三四五六七八九0123456789ABCDEFGHI"),
]
# Which face of a collection of fonts: the one for simplified Chinese.
SETS = {"carved": (CARVED, -1), "heavy": (HEAVY, 2)}


class SkiaPen(BasePen):
    """Draws a glyph into a path of thousandths of the em, y downwards."""

    def __init__(self, glyphs, units):
        super().__init__(glyphs)
        self.path, self.factor = skia.Path(), 1000 / units

    def at(self, point):
        return point[0] * self.factor, -point[1] * self.factor

    def _moveTo(self, p):
        self.path.moveTo(*self.at(p))

    def _lineTo(self, p):
        self.path.lineTo(*self.at(p))

    def _qCurveToOne(self, p, q):
        self.path.quadTo(*self.at(p), *self.at(q))

    def _curveToOne(self, p, q, r):
        self.path.cubicTo(*self.at(p), *self.at(q), *self.at(r))

    def _closePath(self):
        self.path.close()


def bolder(path, width):
    """The path and a round stroke of this width around it, as one outline without overlaps."""
    paint = skia.Paint(Style=skia.Paint.kStroke_Style, StrokeWidth=width, StrokeJoin=skia.Paint.kRound_Join)
    stroke = skia.Path()
    paint.getFillPath(path, stroke)
    return alternating(skia.Simplify(skia.Op(path, stroke, skia.kUnion_PathOp)))


def alternating(path):
    """The same outline with its holes running against what is around them, so that every rule of filling sees them."""
    contours = []
    steps = skia.Path.Iter(path, True)
    for verb, points in steps:
        if verb == skia.Path.kMove_Verb:
            contours.append((skia.Path(), points[0]))
            contours[-1][0].moveTo(points[0])
        elif verb == skia.Path.kLine_Verb:
            contours[-1][0].lineTo(points[1])
        elif verb == skia.Path.kQuad_Verb:
            contours[-1][0].quadTo(points[1], points[2])
        elif verb == skia.Path.kConic_Verb:
            contours[-1][0].conicTo(points[1], points[2], steps.conicWeight())
    turned = skia.Path()
    turned.setFillType(skia.PathFillType.kEvenOdd)
    for contour, (x, y) in contours:
        around = sum(other.contains(x, y) for other, _ in contours if other is not contour)
        if (area(contour) > 0) == (around % 2 == 0):
            turned.addPath(contour)
        else:
            turned.reverseAddPath(contour)
    return turned


def area(contour):
    """Twice the area between the points of a contour, negative if they run the other way round."""
    points = [contour.getPoint(i) for i in range(contour.countPoints())]
    return sum(p.fX * q.fY - q.fX * p.fY for p, q in zip(points, points[1:] + points[:1]))


def commands(path):
    """The letters and points of the data file; arcs of round joins become parabolas."""
    contours = skia.Path.Iter(path, False)
    for verb, points in contours:
        if verb == skia.Path.kMove_Verb:
            yield "M", points
        elif verb == skia.Path.kLine_Verb:
            yield "L", points[1:]
        elif verb == skia.Path.kQuad_Verb:
            yield "Q", points[1:]
        elif verb == skia.Path.kConic_Verb:
            arc = skia.Path.ConvertConicToQuads(points[0], points[1], points[2], contours.conicWeight(), 0)
            yield "Q", arc[1:]
        elif verb == skia.Path.kCubic_Verb:
            raise ValueError("a cubic curve is left")


def middle(path):
    """Where the eye sees the middle: between those of the box and of the smallest circle around it."""
    points = [point for letter, points in commands(path) for point in points[-1:]]
    box = path.computeTightBounds()
    x, y = box.centerX(), box.centerY()
    for step in range(1, 4000):
        far = max(points, key=lambda p: math.dist((x, y), (p.x(), p.y())))
        x, y = x + (far.x() - x) / (step + 1), y + (far.y() - y) / (step + 1)
    return (x + box.centerX()) / 2, (y + box.centerY()) / 2


def line(char, path, centre=None):
    """The line of the data file for one character; steps too short to be seen are left out."""
    box = path.computeTightBounds()
    x, y = centre or middle(path)
    parts, last, reach = [], (0, 0), 0
    for letter, points in commands(path):
        points = [(round(p.x() - x), round(p.y() - y)) for p in points]
        reach = max(reach, math.hypot(*points[-1]))
        if letter == "M" or math.dist(last, points[-1]) > 3:
            parts += [letter, *(str(number) for point in points for number in point)]
            last = points[-1]
    return f"{char} {round(box.width())} {round(box.height())} {round(reach)} {' '.join(parts)}"


def outlines(font, weights):
    """Every character of a table with its outline, bolder by the width beside it."""
    glyphs, names, units = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
    for width, chars in weights:
        for char in chars:
            pen = SkiaPen(glyphs, units)
            # Some fonts have cubic curves, of which the data file knows nothing.
            glyphs[names[ord(char)]].draw(Cu2QuPen(pen, units / 1000))
            yield char, bolder(pen.path, width)


def main(name, file):
    weights, face = SETS[name]
    for char, path in outlines(TTFont(file, fontNumber=face), weights):
        print(line(char, path))


if __name__ == "__main__":
    main(*sys.argv[1:])
