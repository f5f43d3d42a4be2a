"""A closed mesh to a tile of pixels: nearest front, farthest back, normals and coverage."""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats32, Indices, single
from game.view.kernel import drawing_kernel
from game.view.projection import Lens, depth_of, frame_x, frame_y

NOTHING = single(1e9)
"""Depth where no front was drawn [cm]."""
ZERO, HALF, ONE = single(0.0), single(0.5), single(1.0)
FLAT = single(1e-5)
"""Doubled area below which a triangle is seen from its edge [px²]."""
TINY = single(1e-20)
MARGIN = 2
"""Pixels around a body that its soft edge may touch."""
INNER = single(1.6)
"""How far outside an edge is looked for more of the same body [px]."""
PAST_END = single(0.04)
"""How far past its ends an edge is softened, as a share of its length."""


class TileBox(NamedTuple):
    """The part of the frame that a tile stands for [px]."""

    left: int
    top: int
    width: int
    height: int


FRONT, BACK, NORMAL_X, NORMAL_Y, COVER = range(5)
"""Columns of a tile, whose rows are pixels by the tile's own width: depth of the nearest front (NOTHING
without one) and of the farthest back [cm], the front's normal as the viewer sees it, and coverage [0, 1]."""

COLUMN, ROW, DEPTH, TURN_X, TURN_Y = range(5)
"""Columns of a seen mesh, whose rows are vertices: place in the frame [px], depth [cm], normal as seen."""


@drawing_kernel
def see_mesh(positions: Floats32, triangles: Indices, lens: Lens) -> Floats32:
    """Projects a mesh with its vertex normals, which are weighted by area, shape [vertex_count, 5]."""
    count = positions.shape[0]
    normals = np.zeros((count, 3), dtype=np.float32)
    for triangle in range(triangles.shape[0]):
        a, b, c = triangles[triangle]
        normal = area_normal(positions[a], positions[b], positions[c])
        for corner in (a, b, c):
            for axis in range(3):
                normals[corner, axis] += normal[axis]
    seen = np.empty((count, 5), dtype=np.float32)
    for vertex in range(count):
        x, y, z = positions[vertex]
        seen[vertex, COLUMN], seen[vertex, ROW] = frame_x(lens, x, y), frame_y(lens, y, z)
        seen[vertex, DEPTH] = depth_of(lens, y, z)
        nx, ny, nz = normals[vertex]
        length = math.sqrt(nx * nx + ny * ny + nz * nz + TINY)
        seen[vertex, TURN_X] = nx / length
        seen[vertex, TURN_Y] = -(nz * lens.cosine + ny * lens.sine) / length
    return seen


@drawing_kernel
def area_normal(a: Floats32, b: Floats32, c: Floats32) -> tuple[float, float, float]:
    """A triangle's normal, twice its area long."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


@drawing_kernel
def mesh_bounds(seen: Floats32) -> tuple[float, float, float, float]:
    """Lowest and highest column, lowest and highest row of a body [px]."""
    x_low, x_high = seen[0, COLUMN], seen[0, COLUMN]
    y_low, y_high = seen[0, ROW], seen[0, ROW]
    for vertex in range(1, seen.shape[0]):
        x_low, x_high = min(x_low, seen[vertex, COLUMN]), max(x_high, seen[vertex, COLUMN])
        y_low, y_high = min(y_low, seen[vertex, ROW]), max(y_high, seen[vertex, ROW])
    return x_low, x_high, y_low, y_high


@drawing_kernel
def box_in_frame(bounds: tuple[float, float, float, float], width: int, height: int) -> TileBox:
    """The part of the frame that a body touches, soft edge included; empty when it is out of sight."""
    left = max(math.floor(bounds[0]) - MARGIN, 0)
    top = max(math.floor(bounds[2]) - MARGIN, 0)
    right = min(math.ceil(bounds[1]) + MARGIN, width)
    bottom = min(math.ceil(bounds[3]) + MARGIN, height)
    return TileBox(left, top, max(right - left, 0), max(bottom - top, 0))


@drawing_kernel
def fill_mesh(seen: Floats32, triangles: Indices, tile: Floats32, box: TileBox) -> None:
    """Draws all triangles into an emptied tile."""
    for pixel in range(box.width * box.height):
        tile[pixel, FRONT], tile[pixel, BACK], tile[pixel, COVER] = NOTHING, -NOTHING, ZERO
    for i in range(triangles.shape[0]):
        a, b, c = triangles[i, 0], triangles[i, 1], triangles[i, 2]
        if clockwise(seen, a, b, c):
            fill_back(seen, a, b, c, tile, box)
        else:
            fill_front(seen, a, b, c, tile, box)


@drawing_kernel
def clockwise(seen: Floats32, a: int, b: int, c: int) -> bool:
    """Whether a triangle turns its back to the viewer (rows run down)."""
    ux, uy = seen[b, COLUMN] - seen[a, COLUMN], seen[b, ROW] - seen[a, ROW]
    vx, vy = seen[c, COLUMN] - seen[a, COLUMN], seen[c, ROW] - seen[a, ROW]
    return bool(ux * vy - uy * vx >= ZERO)


@drawing_kernel
def fill_front(seen: Floats32, a: int, b: int, c: int, tile: Floats32, box: TileBox) -> None:
    """Draws a triangle that faces the viewer by rows, depth and normal changing evenly along each."""
    a, b, c = downward(seen, a, b, c)
    frame, leans = triangle_frame(seen, a, b, c), edge_leans(seen, a, b, c)
    depth, nx, ny = seen[a, DEPTH], seen[a, TURN_X], seen[a, TURN_Y]
    depth_x, depth_y = slopes(seen[b, DEPTH] - depth, seen[c, DEPTH] - depth, frame)
    nx_x, nx_y = slopes(seen[b, TURN_X] - nx, seen[c, TURN_X] - nx, frame)
    ny_x, ny_y = slopes(seen[b, TURN_Y] - ny, seen[c, TURN_Y] - ny, frame)
    for y in range(*rows_between(seen[a, ROW], seen[c, ROW], box.top, box.height)):
        row = single(box.top + y) + HALF
        low, high = span(seen, a, b, leans, row, box.left, box.width)
        across, down = single(box.left + low) + HALF - seen[a, COLUMN], row - seen[a, ROW]
        here = depth + across * depth_x + down * depth_y
        here_nx, here_ny = nx + across * nx_x + down * nx_y, ny + across * ny_x + down * ny_y
        for pixel in range(y * box.width + low, y * box.width + high):
            if here < tile[pixel, FRONT]:
                tile[pixel, FRONT], tile[pixel, COVER] = here, ONE
                tile[pixel, NORMAL_X], tile[pixel, NORMAL_Y] = here_nx, here_ny
            here, here_nx, here_ny = here + depth_x, here_nx + nx_x, here_ny + ny_x


@drawing_kernel
def fill_back(seen: Floats32, a: int, b: int, c: int, tile: Floats32, box: TileBox) -> None:
    """Draws the depth of a triangle that turns its back to the viewer."""
    a, b, c = downward(seen, a, b, c)
    frame, leans = triangle_frame(seen, a, b, c), edge_leans(seen, a, b, c)
    depth = seen[a, DEPTH]
    depth_x, depth_y = slopes(seen[b, DEPTH] - depth, seen[c, DEPTH] - depth, frame)
    for y in range(*rows_between(seen[a, ROW], seen[c, ROW], box.top, box.height)):
        row = single(box.top + y) + HALF
        low, high = span(seen, a, b, leans, row, box.left, box.width)
        across, down = single(box.left + low) + HALF - seen[a, COLUMN], row - seen[a, ROW]
        here = depth + across * depth_x + down * depth_y
        for pixel in range(y * box.width + low, y * box.width + high):
            tile[pixel, BACK] = max(tile[pixel, BACK], here)
            here += depth_x


@drawing_kernel
def downward(seen: Floats32, a: int, b: int, c: int) -> tuple[int, int, int]:
    """A triangle's corners from the highest to the lowest."""
    if seen[b, ROW] < seen[a, ROW]:
        a, b = b, a
    if seen[c, ROW] < seen[b, ROW]:
        b, c = c, b
    if seen[b, ROW] < seen[a, ROW]:
        a, b = b, a
    return a, b, c


@drawing_kernel
def triangle_frame(seen: Floats32, a: int, b: int, c: int) -> tuple[float, float, float, float]:
    """Ways from a to b and from a to c over their cross product; 0 where that vanishes."""
    ux, uy = seen[b, COLUMN] - seen[a, COLUMN], seen[b, ROW] - seen[a, ROW]
    vx, vy = seen[c, COLUMN] - seen[a, COLUMN], seen[c, ROW] - seen[a, ROW]
    area = ux * vy - uy * vx
    inverse = ONE / area if abs(area) > FLAT else ZERO
    return ux * inverse, uy * inverse, vx * inverse, vy * inverse


@drawing_kernel
def slopes(to_b: float, to_c: float, frame: tuple[float, float, float, float]) -> tuple[float, float]:
    """Change per column and per row of a value that differs by to_b and to_c at the other two corners."""
    return to_b * frame[3] - to_c * frame[1], to_c * frame[0] - to_b * frame[2]


@drawing_kernel
def edge_leans(seen: Floats32, a: int, b: int, c: int) -> tuple[float, float, float]:
    """Columns per row along the edges ac, ab and bc of a triangle."""
    return lean(seen, a, c), lean(seen, a, b), lean(seen, b, c)


@drawing_kernel
def lean(seen: Floats32, a: int, b: int) -> float:
    """Columns per row along an edge; 0 where it runs along a row."""
    rows = seen[b, ROW] - seen[a, ROW]
    return (seen[b, COLUMN] - seen[a, COLUMN]) / rows if rows != ZERO else ZERO


@drawing_kernel
def rows_between(high: float, low: float, top: int, height: int) -> tuple[int, int]:
    """First and past-the-last row of a tile whose centres lie between two rows of the frame."""
    return max(math.ceil(high - HALF) - top, 0), min(math.ceil(low - HALF) - top, height)


@drawing_kernel
def span(
    seen: Floats32, a: int, b: int, leans: tuple[float, float, float], row: float, left: int, width: int
) -> tuple[int, int]:
    """First and past-the-last column of a tile whose centres lie in a triangle at a row of the frame.

    One side of it is its long edge from its highest corner a; the other changes at its middle corner b.
    """
    one = seen[a, COLUMN] + (row - seen[a, ROW]) * leans[0]
    corner, slope = (a, leans[1]) if row < seen[b, ROW] else (b, leans[2])
    other = seen[corner, COLUMN] + (row - seen[corner, ROW]) * slope
    first, last = math.ceil(min(one, other) - HALF) - left, math.ceil(max(one, other) - HALF) - left
    return max(first, 0), min(last, width)


@drawing_kernel
def soften_outline(seen: Floats32, triangles: Indices, edges: Indices, tile: Floats32, box: TileBox) -> None:
    """Gives pixels along edges between front and back their share of coverage."""
    for edge in range(edges.shape[0]):
        i, j, one, other = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        hidden = clockwise(seen, triangles[one, 0], triangles[one, 1], triangles[one, 2])
        if hidden != clockwise(seen, triangles[other, 0], triangles[other, 1], triangles[other, 2]):
            seen_side = other if hidden else one
            inner = triangles[seen_side, 0] + triangles[seen_side, 1] + triangles[seen_side, 2] - i - j
            soften_edge(seen, i, j, inner, tile, box)


@drawing_kernel
def soften_edge(seen: Floats32, i: int, j: int, inner: int, tile: Floats32, box: TileBox) -> None:
    """Coverage by the signed distance from one edge of the outline; inner is a vertex on the body's side."""
    ix, iy = seen[i, COLUMN] - single(box.left), seen[i, ROW] - single(box.top)
    way_x, way_y = seen[j, COLUMN] - seen[i, COLUMN], seen[j, ROW] - seen[i, ROW]
    length = math.sqrt(way_x * way_x + way_y * way_y)
    if length < FLAT:
        return
    normal_x, normal_y = -way_y / length, way_x / length
    in_x, in_y = seen[inner, COLUMN] - seen[i, COLUMN], seen[inner, ROW] - seen[i, ROW]
    if normal_x * in_x + normal_y * in_y < ZERO:
        normal_x, normal_y = -normal_x, -normal_y
    outside_x = int(ix + way_x * HALF - normal_x * INNER)
    outside_y = int(iy + way_y * HALF - normal_y * INNER)
    within = 0 <= outside_x < box.width and 0 <= outside_y < box.height
    if within and tile[outside_y * box.width + outside_x, COVER] >= ONE:
        return  # a fold within the body
    for y in range(
        max(0, int(min(iy, iy + way_y) - ONE)), min(box.height, int(max(iy, iy + way_y) + ONE) + 1)
    ):
        for x in range(
            max(0, int(min(ix, ix + way_x) - ONE)), min(box.width, int(max(ix, ix + way_x) + ONE) + 1)
        ):
            to_x, to_y = single(x) + HALF - ix, single(y) + HALF - iy
            inward = to_x * normal_x + to_y * normal_y
            share = (to_x * way_x + to_y * way_y) / (length * length)
            if abs(inward) <= HALF and -PAST_END <= share <= ONE + PAST_END:
                soften_pixel(seen, i, j, min(max(share, ZERO), ONE), HALF + inward, tile, y * box.width + x)


@drawing_kernel
def soften_pixel(
    seen: Floats32, i: int, j: int, share: float, cover: float, tile: Floats32, pixel: int
) -> None:
    """Takes coverage from a pixel just inside the outline, or gives some to one just outside."""
    if cover >= HALF:
        tile[pixel, COVER] = min(tile[pixel, COVER], cover)
    elif tile[pixel, FRONT] == NOTHING and cover > tile[pixel, COVER]:
        rest = ONE - share
        tile[pixel, COVER] = cover
        tile[pixel, NORMAL_X] = rest * seen[i, TURN_X] + share * seen[j, TURN_X]
        tile[pixel, NORMAL_Y] = rest * seen[i, TURN_Y] + share * seen[j, TURN_Y]
        tile[pixel, BACK] = rest * seen[i, DEPTH] + share * seen[j, DEPTH]
