"""Flat faces to pixels, into the same tile as cones."""

import math

import numpy as np

from game.view.arrays import FAR, Floats, Floats32, single
from game.view.cones.cones import BALL
from game.view.cones.raster import BLUE, COVER, DEPTH, GREEN, HALF, ONE, RED, ZERO, Box
from game.view.kernel import drawing_kernel
from game.view.projection import Lens, depth_of
from game.view.props.shape import FACE_GLOSS

SHINE = 6
"""Column of the table of light with what a glossy surface adds."""
SMALLEST = single(1e-3)
HALF_BALL = BALL / 2

Point = tuple[float, float, float]


@drawing_kernel
def lit_faces(faces: Floats, ball: Floats32, lens: Lens, origin: float) -> Floats32:
    """Faces that look at the viewer as the rasteriser takes them, shape [face_count, 12].

    Three corners each in columns, rows and depth from origin, all in px, then red, green and blue.
    """
    lit, count = np.empty((faces.shape[0], 12), dtype=np.float32), 0
    for i in range(faces.shape[0]):
        nx, ny, nz = face_normal(faces[i])
        toward = nz * lens.sine - ny * lens.cosine
        if toward > 0.0:
            row = min(max(int((1.0 - (nz * lens.cosine + ny * lens.sine)) * HALF_BALL), 0), BALL - 1)
            column = min(max(int((nx + 1.0) * HALF_BALL), 0), BALL - 1)
            for corner in range(3):
                x, y, z = faces[i, 3 * corner], faces[i, 3 * corner + 1], faces[i, 3 * corner + 2]
                lit[count, 3 * corner] = lens.scale * (x + lens.shear * y) - lens.left
                lit[count, 3 * corner + 1] = -lens.scale * (z * lens.cosine + y * lens.sine) - lens.top
                lit[count, 3 * corner + 2] = (depth_of(lens, y, z) - origin) * lens.scale
            for channel in range(3):
                colour = faces[i, 9 + channel] * ball[row, column, channel] + ball[row, column, 3 + channel]
                lit[count, 9 + channel] = min(colour + faces[i, FACE_GLOSS] * ball[row, column, SHINE], 255.0)
            count += 1
    return lit[:count]


@drawing_kernel
def face_normal(face: Floats) -> tuple[float, float, float]:
    """Unit normal of a face's first three corners, out of the side from which they run counter-clockwise."""
    ax, ay, az = face[3] - face[0], face[4] - face[1], face[5] - face[2]
    bx, by, bz = face[6] - face[0], face[7] - face[1], face[8] - face[2]
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    length = max(math.sqrt(x * x + y * y + z * z), 1e-9)
    return x / length, y / length, z / length


@drawing_kernel
def faces_box(faces: Floats32, width: int, height: int) -> Box:
    """The part of a frame of that size that seen faces touch; empty when they are out of sight."""
    left, top, right, bottom = FAR, FAR, -FAR, -FAR
    for i in range(faces.shape[0]):
        for corner in (0, 3, 6):
            left, right = min(left, faces[i, corner]), max(right, faces[i, corner])
            top, bottom = min(top, faces[i, corner + 1]), max(bottom, faces[i, corner + 1])
    first, above = max(int(left) - 2, 0), max(int(top) - 2, 0)
    last, below = min(int(right) + 3, width), min(int(bottom) + 3, height)
    return Box(first, above, max(last - first, 0), max(below - above, 0))


@drawing_kernel
def move_points(rows: Floats, first: int, place: Point, size: float, cosine: float, sine: float) -> None:
    """Turns the points in three columns of rows about the upward axis, sizes and moves them."""
    for i in range(rows.shape[0]):
        x, y, z = rows[i, first], rows[i, first + 1], rows[i, first + 2]
        rows[i, first] = place[0] + size * (x * cosine - y * sine)
        rows[i, first + 1] = place[1] + size * (x * sine + y * cosine)
        rows[i, first + 2] = place[2] + size * z


@drawing_kernel
def draw_facets(faces: Floats32, tile: Floats32, box: Box) -> None:
    """Draws projected faces over what the tile holds, where they are nearer."""
    for i in range(faces.shape[0]):
        draw_facet(faces[i], tile, box)


@drawing_kernel
def draw_facet(face: Floats32, tile: Floats32, box: Box) -> None:
    """Draws one face; its edges reach half a pixel out, so that neighbours leave no seam."""
    ax, ay, bx, by, cx, cy = face[0], face[1], face[3], face[4], face[6], face[7]
    doubled = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if abs(doubled) > SMALLEST:
        low_x, high_x = min(ax, bx, cx) - ONE, max(ax, bx, cx) + ONE
        low_y, high_y = min(ay, by, cy) - ONE, max(ay, by, cy) + ONE
        for y in range(max(int(low_y), box.top), min(int(high_y) + 1, box.top + box.height)):
            for x in range(max(int(low_x), box.left), min(int(high_x) + 1, box.left + box.width)):
                px, py = single(x) + HALF, single(y) + HALF
                inside = min(
                    beyond(ax, ay, bx, by, px, py, doubled),
                    beyond(bx, by, cx, cy, px, py, doubled),
                    beyond(cx, cy, ax, ay, px, py, doubled),
                )
                cover = min(inside + ONE, ONE)
                if cover > ZERO:
                    b = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / doubled
                    c = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / doubled
                    depth = face[2] + b * (face[5] - face[2]) + c * (face[8] - face[2])
                    paint(face, tile, (y - box.top) * box.width + x - box.left, cover, depth)


@drawing_kernel
def beyond(ax: float, ay: float, bx: float, by: float, px: float, py: float, doubled: float) -> float:
    """Distance of a point from a line [px], positive on the side of the face."""
    way_x, way_y = bx - ax, by - ay
    length = math.sqrt(way_x * way_x + way_y * way_y) + SMALLEST
    away = (way_x * (py - ay) - way_y * (px - ax)) / length
    return away if doubled > ZERO else -away


@drawing_kernel
def paint(face: Floats32, tile: Floats32, pixel: int, cover: float, depth: float) -> None:
    """Blends a pixel of a face into the tile."""
    before = tile[COVER, pixel]
    if depth <= tile[DEPTH, pixel] + ONE:
        share = ONE if before <= ZERO else cover
        tile[RED, pixel] += (face[9] - tile[RED, pixel]) * share
        tile[GREEN, pixel] += (face[10] - tile[GREEN, pixel]) * share
        tile[BLUE, pixel] += (face[11] - tile[BLUE, pixel]) * share
        tile[COVER, pixel] = cover + before * (ONE - cover)
        tile[DEPTH, pixel] = min(depth, tile[DEPTH, pixel])
