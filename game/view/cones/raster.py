"""Round cones to pixels: analytic coverage, spheres' normals, an inked outline between limbs."""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats32, single
from game.view.cones.cones import BALL, GLOSS, GLOW, INK
from game.view.kernel import drawing_kernel

NOTHING = single(1e9)
"""Depth where no cone is [px]."""
ZERO, HALF, ONE = single(0.0), single(0.5), single(1.0)
HALF_BALL = single(BALL / 2)
MARGIN = single(3.0)
"""Pixels around a cone that its outline may touch."""
SMALLEST = single(1e-6)
WHITE = single(255.0)


RED, GREEN, BLUE, COVER, DEPTH = range(5)
"""Rows of a tile, whose columns are pixels by the tile's own width: colour [0, 255], coverage [0, 1], and
depth [px], NOTHING where no cone is."""


class Box(NamedTuple):
    """A rectangle of the frame [px]."""

    left: int
    top: int
    width: int
    height: int


def cone_tile(pixel_count: int) -> Floats32:
    """Room for that many pixels."""
    return np.zeros((5, pixel_count), dtype=np.float32)


@drawing_kernel
def cones_box(cones: Floats32, width: int, height: int) -> Box:
    """The part of a frame of that size that seen cones touch; empty when they are out of sight."""
    left, top, right, bottom = NOTHING, NOTHING, -NOTHING, -NOTHING
    for i in range(cones.shape[0]):
        for end in (0, 4):
            reach = cones[i, end + 3] + MARGIN
            left, right = min(left, cones[i, end] - reach), max(right, cones[i, end] + reach)
            top, bottom = min(top, cones[i, end + 1] - reach), max(bottom, cones[i, end + 1] + reach)
    first, above = max(math.floor(left), 0), max(math.floor(top), 0)
    last, below = min(math.ceil(right), width), min(math.ceil(bottom), height)
    return Box(first, above, max(last - first, 0), max(below - above, 0))


@drawing_kernel
def draw_cones(cones: Floats32, ball: Floats32, tile: Floats32, box: Box) -> None:
    """Draws projected cones, far ones first, into an emptied tile."""
    for pixel in range(box.width * box.height):
        tile[COVER, pixel], tile[DEPTH, pixel] = ZERO, NOTHING
    for i in range(cones.shape[0]):
        draw_cone(cones[i], ball, tile, box)


@drawing_kernel
def draw_cone(cone: Floats32, ball: Floats32, tile: Floats32, box: Box) -> None:
    """Draws one cone over what the tile holds, where it is nearer."""
    ax, ay, az, radius_a = cone[0] - single(box.left), cone[1] - single(box.top), cone[2], cone[3]
    way_x, way_y, way_z, widening = cone[4] - cone[0], cone[5] - cone[1], cone[6] - cone[2], cone[7] - cone[3]
    length = math.sqrt(way_x * way_x + way_y * way_y + SMALLEST)
    along_x, along_y, tangent = way_x / length, way_y / length, cone_tangent(-widening, length)
    outline, look = cone[INK], (cone[8], cone[9], cone[10], cone[GLOSS], cone[GLOW])
    for y in span(ay, radius_a, way_y, cone[7], outline, box.height):
        for x in span(ax, radius_a, way_x, cone[7], outline, box.width):
            to_x, to_y = single(x) + HALF - ax, single(y) + HALF - ay
            along = to_x * along_x + to_y * along_y
            aside = abs(to_y * along_x - to_x * along_y)
            share = min(max((along - aside * tangent) / length, ZERO), ONE)  # of the sphere that touches here
            off_x, off_y, radius = to_x - way_x * share, to_y - way_y * share, radius_a + widening * share
            away = off_x * off_x + off_y * off_y
            cover = radius + HALF - math.sqrt(away)
            pixel, middle = y * box.width + x, az + way_z * share
            if cover > ZERO:
                depth = middle - math.sqrt(max(radius * radius - away, ZERO))
                if depth <= tile[DEPTH, pixel] + HALF:
                    put(look, ball, tile, pixel, min(cover, ONE), off_x / radius, off_y / radius)
                    if cover > HALF or tile[DEPTH, pixel] == NOTHING:
                        tile[DEPTH, pixel] = depth
            elif cover > -outline:
                ink(tile, pixel, min(ONE, cover + outline) * HALF, middle)


@drawing_kernel
def span(start: float, radius: float, way: float, end_radius: float, outline: float, size: int) -> range:
    """Pixels of a tile's row or column that a cone and its outline may touch."""
    low = min(start - radius, start + way - end_radius) - outline - ONE
    high = max(start + radius, start + way + end_radius) + outline + ONE
    return range(max(0, int(low)), min(size, int(high) + 1))


@drawing_kernel
def cone_tangent(taper: float, length: float) -> float:
    """Tangent of the angle between a cone's axis and its side."""
    rest = length * length - taper * taper
    return taper / math.sqrt(rest) if rest > SMALLEST else ZERO


@drawing_kernel
def ink(tile: Floats32, pixel: int, strength: float, depth: float) -> None:
    """Darkens what lies behind an outline."""
    if tile[COVER, pixel] > ZERO and tile[DEPTH, pixel] > depth - ONE:
        tile[RED, pixel] *= ONE - strength
        tile[GREEN, pixel] *= ONE - strength
        tile[BLUE, pixel] *= ONE - strength * single(0.8)


@drawing_kernel
def put(
    look: tuple[float, float, float, float, float],
    ball: Floats32,
    tile: Floats32,
    pixel: int,
    cover: float,
    nx: float,
    ny: float,
) -> None:
    """Blends a lit pixel into the tile; look is the cone's colour, gloss and glow."""
    before = tile[COVER, pixel]
    share = ONE if before <= ZERO else cover
    red, green, blue, gloss, glow = look
    row = min(max(int((ny + ONE) * HALF_BALL), 0), BALL - 1)
    column = min(max(int((nx + ONE) * HALF_BALL), 0), BALL - 1)
    shine, lit = gloss * ball[row, column, 6], ONE - glow
    red += (red * ball[row, column, 0] + ball[row, column, 3] + shine - red) * lit
    green += (green * ball[row, column, 1] + ball[row, column, 4] + shine - green) * lit
    blue += (blue * ball[row, column, 2] + ball[row, column, 5] + shine - blue) * lit
    tile[RED, pixel] += (red - tile[RED, pixel]) * share
    tile[GREEN, pixel] += (green - tile[GREEN, pixel]) * share
    tile[BLUE, pixel] += (blue - tile[BLUE, pixel]) * share
    tile[COVER, pixel] = cover + before * (ONE - cover)
