"""Straight lines against terrain."""

import math

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_moving, near_static
from systems.kernel import Record, kernel

PIECE = 2.0
"""Length of the pieces in which a long line is walked, in grid cells [1]."""


@kernel
def clip_line(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, start: Floats, way: Floats
) -> tuple[float, float, float, float, float]:
    """Where a line enters and leaves a prism (Cyrus and Beck 1978).

    Returns:
        Time of entry and of exit as shares of the way (entry > exit for a miss, entry < 0 < exit for a
        start inside) and the unit normal of the face entered.
    """
    p = terrain.prisms[prism]
    x, y, z = start[0], start[1], start[2]
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
        climb = fx * way[0] + fy * way[1] + fz * way[2]
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


@kernel
def trace_line(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Floats,
    end: Floats,
    layer_mask: int,
    ignored: Integers,
    found: Integers,
    times: Floats,
    normals: Floats,
    prisms: Integers,
    only_first: bool = False,  # noqa: FBT002 - compiled functions have no keyword-only parameters
) -> int:
    """Finds every prism that a line enters or starts in, nearest first, and returns how many there are.

    The line is walked through the grid in pieces, so that it costs what lies along it. A one-way prism
    counts only where the line comes down on it from outside.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        start: World start [cm], shape [3].
        end: World end [cm], shape [3].
        layer_mask: Layers that count.
        ignored: Indices of solids that do not count, shape [ignored_count].
        found: Scratch, shape [prism_count].
        times: Receives the share of the way at each hit, negative for a start inside, shape [prism_count].
        normals: Receives unit normals, shape [prism_count, 3].
        prisms: Receives prism indices, shape [prism_count].
        only_first: Whether the walk ends with the nearest hit; what comes after it is then incomplete.
    """
    way = end - start
    low, high = np.minimum(start, end), np.maximum(start, end)
    near = near_moving(
        terrain, motion, low[0], high[0], low[1], high[1], low[2], high[2], layer_mask, found, 0
    )
    count = _add_hits(terrain, motion, start, way, ignored, found[:near], times, normals, prisms, 0)
    first, last = _share_in_grid(terrain.grid[0], start, way)
    reach = (last - first) * max(math.fabs(way[0]), math.fabs(way[2]))
    pieces = max(1, math.ceil(reach / (PIECE * terrain.grid[0].cell))) if first <= last else 0
    for piece in range(pieces):
        begin = first + (last - first) * (piece / pieces)
        if only_first and count > 0 and times[0] < begin:
            break
        one, other = start + way * begin, start + way * (first + (last - first) * ((piece + 1) / pieces))
        low, high = np.minimum(one, other), np.maximum(one, other)
        near = near_static(terrain, low[0], high[0], low[1], high[1], low[2], high[2], layer_mask, found)
        count = _add_hits(terrain, motion, start, way, ignored, found[:near], times, normals, prisms, count)
    return count


@kernel
def _add_hits(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Floats,
    way: Floats,
    ignored: Integers,
    near: Integers,
    times: Floats,
    normals: Floats,
    prisms: Integers,
    count: int,
) -> int:
    for p in near:
        entry, leave, nx, ny, nz = clip_line(terrain, motion, p, start, way)
        if entry > leave or entry > 1.0 or leave <= 0.0:
            continue
        if terrain.prisms[p].one_way and (entry < 0.0 or nz <= 0.0):
            continue
        if _listed(ignored, terrain.prisms[p].solid) or _listed(prisms[:count], p):
            continue
        count = _insert_hit(times, normals, prisms, count, entry, nx, ny, nz, p)
    return count


@kernel
def _share_in_grid(grid: Record, start: Floats, way: Floats) -> tuple[float, float]:
    """Shares of the way between which a line runs over the grid and a cell around it; first > last if not."""
    width, height = (grid.columns + 1) * grid.cell, (grid.rows + 1) * grid.cell
    first, last = _share_in_slab(start[0] - grid.x, way[0], -grid.cell, width)
    enter, leave = _share_in_slab(start[2] - grid.z, way[2], -grid.cell, height)
    return max(first, enter, 0.0), min(last, leave, 1.0)


@kernel
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
    room = terrain.prisms.shape[0]
    hit = np.zeros(lines, np.bool_)
    inside = np.zeros(lines, np.bool_)
    time = np.full(lines, np.nan)
    point = np.full((lines, 3), np.nan)
    normal = np.full((lines, 3), np.nan)
    prism = np.full(lines, -1, np.int64)
    nothing = np.empty(0, np.int64)
    found = np.empty(room, np.int64)
    times = np.empty(room)
    normals = np.empty((room, 3))
    prisms = np.empty(room, np.int64)
    for row in range(lines):
        count = trace_line(
            terrain, motion, starts[row], ends[row], layer_mask, nothing, found, times, normals, prisms, True
        )
        if count == 0:
            continue
        if times[0] < 0.0:
            inside[row] = True
            continue
        hit[row] = True
        time[row] = times[0]
        point[row] = starts[row] + (ends[row] - starts[row]) * times[0]
        normal[row] = normals[0]
        prism[row] = prisms[0]
    return hit, inside, time, point, normal, prism


@kernel
def _listed(items: Integers, item: int) -> bool:
    for i in range(items.shape[0]):
        if items[i] == item:
            return True
    return False


@kernel
def _insert_hit(
    times: Floats,
    normals: Floats,
    prisms: Integers,
    count: int,
    time: float,
    nx: float,
    ny: float,
    nz: float,
    prism: int,
) -> int:
    place = count
    while place > 0 and (times[place - 1] > time or (times[place - 1] == time and prisms[place - 1] > prism)):
        times[place] = times[place - 1]
        normals[place] = normals[place - 1]
        prisms[place] = prisms[place - 1]
        place -= 1
    times[place] = time
    normals[place, 0] = nx
    normals[place, 1] = ny
    normals[place, 2] = nz
    prisms[place] = prism
    return count + 1
