"""Flat faces to pixels, into the same tile as cones."""

import math

import numpy as np

from game.view.arrays import Floats, Floats32, single
from game.view.cones.cones import BALL
from game.view.cones.raster import BLUE, COVER, DEPTH, GREEN, HALF, ONE, RED, ZERO, Box
from game.view.kernel import drawing_kernel
from game.view.projection import Projection
from game.view.props.shape import CORNERS, FACE_COLOUR, FACE_GLOSS

SHINE = 6
"""Column of the table of light with what a glossy surface adds."""
SMALLEST = single(1e-3)


def lit_faces(
    faces: Floats, ball: Floats32, projection: Projection, left: int, top: int, origin: float
) -> Floats32:
    """Faces that look at the viewer as the rasteriser takes them, shape [face_count, 12].

    Three corners each in columns, rows and depth from origin, all in px, then red, green and blue.
    """
    corners = faces[:, CORNERS].reshape(-1, 3, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    seen = projection.view_normals(normals)
    facing = seen[:, 2] > 0.0
    row, column = (
        ((seen[facing, axis] + 1.0) * (BALL / 2)).astype(np.int64).clip(0, BALL - 1) for axis in (1, 0)
    )
    light = ball[row, column]
    colour = faces[facing, FACE_COLOUR] * light[:, :3] + light[:, 3:6]
    colour += faces[facing, FACE_GLOSS, None] * light[:, SHINE, None]
    plane = projection.project(corners[facing]) - (left, top, origin)
    plane[..., 2] *= projection.scale
    return np.concatenate((plane.reshape(-1, 9), np.minimum(colour, 255.0)), axis=1).astype(np.float32)


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
