"""Straight lines against terrain."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_moving, near_static
from systems.kernel import Record, inlined_kernel, kernel, lean_kernel

PIECE = 2.0
"""Length of the pieces in which a long line is walked, in grid cells [1]."""


class Line(NamedTuple):
    """A line from one place to another; kernels take it whole."""

    x: float
    """World start [cm]; so are the two that follow."""
    y: float
    z: float
    way_x: float
    """Way to its end [cm]; so are the two that follow."""
    way_y: float
    way_z: float


class Hit(NamedTuple):
    """Where a line enters a prism."""

    prism: int
    """Which, or -1 for none."""
    time: float
    """Share of the way, negative for a start inside."""
    x: float
    """Unit normal of the face entered; so are the two that follow."""
    y: float
    z: float


@lean_kernel
def no_hit() -> Hit:
    """What a line hits that hits nothing."""
    return Hit(-1, math.inf, 0.0, 0.0, 0.0)


@lean_kernel
def line_between(start: Floats, end: Floats) -> Line:
    """The line between two world points [cm], shape [3]."""
    return Line(start[0], start[1], start[2], end[0] - start[0], end[1] - start[1], end[2] - start[2])


@inlined_kernel
def clip_line(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, line: Line
) -> tuple[float, float, float, float, float]:
    """Where a line enters and leaves a prism (Cyrus and Beck 1978).

    Returns:
        Time of entry and of exit as shares of the way (entry > exit for a miss, entry < 0 < exit for a
        start inside) and the unit normal of the face entered.
    """
    p = terrain.prisms[prism]
    x, y, z = line.x, line.y, line.z
    if p.platform >= 0:
        x -= motion.offset[p.platform, 0]
        y -= motion.offset[p.platform, 1]
        z -= motion.offset[p.platform, 2]
    entry = -math.inf
    leave = math.inf
    nx, ny, nz = 0.0, 0.0, 0.0
    for face in range(p.edge_count + 2):
        if face < p.edge_count:
            e = terrain.edges[p.first_edge + face]
            fx, fy, fz = e.normal_x, 0.0, e.normal_z
            height = (x - e.x) * fx + (z - e.z) * fz
        elif face == p.edge_count:
            fx, fy, fz = 0.0, -1.0, 0.0
            height = p.y_min - y
        else:
            fx, fy, fz = 0.0, 1.0, 0.0
            height = y - p.y_max
        climb = fx * line.way_x + fy * line.way_y + fz * line.way_z
        if climb == 0.0:
            if height > 0.0:
                return 1.0, 0.0, 0.0, 0.0, 1.0
        elif climb < 0.0:
            if -height / climb > entry:
                entry = -height / climb
                nx, ny, nz = fx, fy, fz
        else:
            leave = min(leave, -height / climb)
    return entry, leave, nx, ny, nz


@inlined_kernel
def enter_prism(terrain: TerrainArrays, motion: MotionArrays, prism: int, line: Line) -> Hit:
    """Where a line enters a prism or starts in it; a one-way prism counts only from above and outside."""
    entry, leave, nx, ny, nz = clip_line(terrain, motion, prism, line)
    if entry > leave or entry > 1.0 or leave <= 0.0:
        return no_hit()
    if terrain.prisms[prism].one_way and (entry < 0.0 or nz <= 0.0):
        return no_hit()
    return Hit(prism, entry, nx, ny, nz)


@lean_kernel
def nearer(hit: Hit, other: Hit) -> bool:
    """Whether one hit comes before another: by time, then by prism."""
    return hit.time < other.time or (hit.time == other.time and hit.prism < other.prism)


@lean_kernel
def first_among(
    terrain: TerrainArrays,
    motion: MotionArrays,
    line: Line,
    ignored: Integers,
    near: Integers,
    count: int,
    best: Hit,
) -> Hit:
    """The nearest hit of a line among the first `count` prisms of a list, or the best one so far."""
    for place in range(count):
        hit = enter_prism(terrain, motion, near[place], line)
        if hit.prism >= 0 and nearer(hit, best) and not _listed(ignored, terrain.prisms[hit.prism].solid):
            best = hit
    return best


@lean_kernel
def trace_first(
    terrain: TerrainArrays,
    motion: MotionArrays,
    line: Line,
    layer_mask: int,
    ignored: Integers,
    found: Integers,
) -> Hit:
    """The first prism that a line enters or starts in; see `trace_line`.

    The walk through the grid ends where nothing nearer can come.
    """
    near = _near_moving(terrain, motion, line, layer_mask, found)
    best = first_among(terrain, motion, line, ignored, found, near, no_hit())
    first, last, pieces = _pieces(terrain.grid[0], line)
    for piece in range(pieces):
        begin, end = _piece(first, last, piece, pieces)
        if best.time < begin:
            break
        near = _near_piece(terrain, line, begin, end, layer_mask, found)
        best = first_among(terrain, motion, line, ignored, found, near, best)
    return best


@lean_kernel
def trace_line(
    terrain: TerrainArrays,
    motion: MotionArrays,
    line: Line,
    layer_mask: int,
    ignored: Integers,
    found: Integers,
    times: Floats,
    normals: Floats,
    prisms: Integers,
) -> int:
    """Finds every prism that a line enters or starts in, nearest first, and returns how many there are.

    The line is walked through the grid in pieces, so that it costs what lies along it. A one-way prism
    counts only where the line comes down on it from outside.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        line: The line.
        layer_mask: Layers that count.
        ignored: Indices of solids that do not count, shape [ignored_count].
        found: Scratch, shape [prism_count].
        times: Receives the share of the way at each hit, negative for a start inside, shape [prism_count].
        normals: Receives unit normals, shape [prism_count, 3].
        prisms: Receives prism indices, shape [prism_count].
    """
    near = _near_moving(terrain, motion, line, layer_mask, found)
    count = _add_hits(terrain, motion, line, ignored, found, near, times, normals, prisms, 0)
    first, last, pieces = _pieces(terrain.grid[0], line)
    for piece in range(pieces):
        begin, end = _piece(first, last, piece, pieces)
        near = _near_piece(terrain, line, begin, end, layer_mask, found)
        count = _add_hits(terrain, motion, line, ignored, found, near, times, normals, prisms, count)
    return count


@lean_kernel
def _near_moving(
    terrain: TerrainArrays, motion: MotionArrays, line: Line, layer_mask: int, found: Integers
) -> int:
    x, y, z = line.x + line.way_x, line.y + line.way_y, line.z + line.way_z
    return near_moving(
        terrain,
        motion,
        min(line.x, x),
        max(line.x, x),
        min(line.y, y),
        max(line.y, y),
        min(line.z, z),
        max(line.z, z),
        layer_mask,
        found,
        0,
    )


@lean_kernel
def _near_piece(
    terrain: TerrainArrays, line: Line, begin: float, end: float, layer_mask: int, found: Integers
) -> int:
    """Prisms that never move near the part of a line between two shares of its way."""
    x, other_x = line.x + line.way_x * begin, line.x + line.way_x * end
    y, other_y = line.y + line.way_y * begin, line.y + line.way_y * end
    z, other_z = line.z + line.way_z * begin, line.z + line.way_z * end
    return near_static(
        terrain,
        min(x, other_x),
        max(x, other_x),
        min(y, other_y),
        max(y, other_y),
        min(z, other_z),
        max(z, other_z),
        layer_mask,
        found,
    )


@lean_kernel
def _add_hits(
    terrain: TerrainArrays,
    motion: MotionArrays,
    line: Line,
    ignored: Integers,
    near: Integers,
    near_count: int,
    times: Floats,
    normals: Floats,
    prisms: Integers,
    count: int,
) -> int:
    for place in range(near_count):
        hit = enter_prism(terrain, motion, near[place], line)
        if hit.prism < 0 or _listed(ignored, terrain.prisms[hit.prism].solid):
            continue
        if not _listed(prisms[:count], hit.prism):
            count = _insert_hit(times, normals, prisms, count, hit)
    return count


@lean_kernel
def _pieces(grid: Record, line: Line) -> tuple[float, float, int]:
    """Shares of the way between which a line runs over the grid, and in how many pieces it is walked."""
    first, last = _share_in_grid(grid, line)
    if first > last:
        return first, last, 0
    reach = (last - first) * max(math.fabs(line.way_x), math.fabs(line.way_z))
    return first, last, max(1, math.ceil(reach / (PIECE * grid.cell)))


@lean_kernel
def _piece(first: float, last: float, piece: int, pieces: int) -> tuple[float, float]:
    """Shares of the way at which a piece begins and ends."""
    return first + (last - first) * (piece / pieces), first + (last - first) * ((piece + 1) / pieces)


@lean_kernel
def _share_in_grid(grid: Record, line: Line) -> tuple[float, float]:
    """Shares of the way between which a line runs over the grid and a cell around it; first > last if not."""
    width, height = (grid.columns + 1) * grid.cell, (grid.rows + 1) * grid.cell
    first, last = _share_in_slab(line.x - grid.x, line.way_x, -grid.cell, width)
    enter, leave = _share_in_slab(line.z - grid.z, line.way_z, -grid.cell, height)
    return max(first, enter, 0.0), min(last, leave, 1.0)


@lean_kernel
def _share_in_slab(place: float, way: float, low: float, high: float) -> tuple[float, float]:
    if way == 0.0:
        return (0.0, 1.0) if low <= place <= high else (1.0, 0.0)
    at_low, at_high = (low - place) / way, (high - place) / way
    return min(at_low, at_high), max(at_low, at_high)


@kernel
def trace_lines(
    terrain: TerrainArrays, motion: MotionArrays, starts: Floats, ends: Floats, layer_mask: int
) -> tuple[Flags, Flags, Floats, Floats, Floats, Integers]:
    """First hit of each of many lines in one call.

    Returns:
        Whether it hit, whether it started inside, share of the way, world point [cm], unit normal and
        prism, a row a line. A line that starts inside has no hit; rows without a hit hold no numbers (NaN)
        and prism -1.
    """
    lines = starts.shape[0]
    hit = np.zeros(lines, np.bool_)
    inside = np.zeros(lines, np.bool_)
    time = np.full(lines, np.nan)
    point = np.full((lines, 3), np.nan)
    normal = np.full((lines, 3), np.nan)
    prism = np.full(lines, -1, np.int64)
    found = np.empty(terrain.prisms.shape[0], np.int64)
    _trace_rows(terrain, motion, starts, ends, layer_mask, found, hit, inside, time, point, normal, prism)
    return hit, inside, time, point, normal, prism


@lean_kernel
def _trace_rows(
    terrain: TerrainArrays,
    motion: MotionArrays,
    starts: Floats,
    ends: Floats,
    layer_mask: int,
    found: Integers,
    hit: Flags,
    inside: Flags,
    time: Floats,
    point: Floats,
    normal: Floats,
    prism: Integers,
) -> None:
    for row in range(starts.shape[0]):
        line = line_between(starts[row], ends[row])
        first = trace_first(terrain, motion, line, layer_mask, found[:0], found)
        inside[row] = first.prism >= 0 and first.time < 0.0
        hit[row] = first.prism >= 0 and not inside[row]
        if hit[row]:
            time[row], prism[row] = first.time, first.prism
            normal[row, 0], normal[row, 1], normal[row, 2] = first.x, first.y, first.z
            point[row, 0] = line.x + line.way_x * first.time
            point[row, 1] = line.y + line.way_y * first.time
            point[row, 2] = line.z + line.way_z * first.time


@lean_kernel
def _listed(items: Integers, item: int) -> bool:
    for i in range(items.shape[0]):
        if items[i] == item:
            return True
    return False


@lean_kernel
def _insert_hit(times: Floats, normals: Floats, prisms: Integers, count: int, hit: Hit) -> int:
    place = count
    while place > 0 and nearer(hit, Hit(prisms[place - 1], times[place - 1], 0.0, 0.0, 0.0)):
        times[place] = times[place - 1]
        prisms[place] = prisms[place - 1]
        for axis in range(3):
            normals[place, axis] = normals[place - 1, axis]
        place -= 1
    times[place], prisms[place] = hit.time, hit.prism
    normals[place, 0], normals[place, 1], normals[place, 2] = hit.x, hit.y, hit.z
    return count + 1
