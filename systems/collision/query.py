"""Questions to the terrain, for game code and systems outside kernels.

Every answer is a value of its own: a trace that misses says so and carries no numbers to misread.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Flags, Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.distance import prism_distance, segment_distance
from systems.collision.layers import ALL_LAYERS
from systems.collision.line import line_between, trace_first, trace_line, trace_lines
from systems.collision.sweep import CLOSE_ENOUGH, near_swept, sweep_capsule
from systems.kernel import kernel


def _nowhere() -> Floats:
    return np.full(3, np.nan)


@dataclass(frozen=True, slots=True)
class TraceHit:
    """What a trace or a sweep found."""

    hit: bool
    """Whether something was hit. Where False, the fields below hold no numbers (NaN)."""
    started_inside: bool = False
    """Whether it started inside something. A line then has no hit; a sweep hits where it goes deeper."""
    time: float = np.nan
    """Share of the way at the hit, 0 to 1 [1]."""
    distance: float = np.nan
    """Way to the hit [cm]."""
    point: Floats = field(default_factory=_nowhere)
    """World point of the surface [cm], shape [3]."""
    normal: Floats = field(default_factory=_nowhere)
    """Unit normal of the contact, out of the surface, shape [3]."""
    face_normal: Floats = field(default_factory=_nowhere)
    """Unit normal of the face touched; on a corner, of the adjacent face that faces up most, shape [3]."""
    prism: int = -1
    """Prism that was hit."""
    solid: int = -1
    """Index into Terrain.solids of what was hit."""
    platform: int = -1
    """Row of PlatformMotion of what was hit, or -1."""


MISS = TraceHit(hit=False)
"""Nothing there."""


class LineHits(NamedTuple):
    """What many line traces found, a row a line; rows without a hit hold no numbers (NaN)."""

    hit: Flags
    """Whether something was hit, shape [line_count]."""
    started_inside: Flags
    """Whether the line started inside something solid, shape [line_count]."""
    time: Floats
    """Share of the way, shape [line_count]."""
    point: Floats
    """World points [cm], shape [line_count, 3]."""
    normal: Floats
    """Unit normals, shape [line_count, 3]."""
    prism: Integers
    """Prisms, -1 without a hit, shape [line_count]."""


def line_trace(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: ArrayLike,
    end: ArrayLike,
    *,
    layer_mask: int = ALL_LAYERS,
    ignore: Sequence[int] = (),
) -> TraceHit:
    """First surface on the way from start to end [cm].

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        start: World start [cm], shape [3].
        end: World end [cm], shape [3].
        layer_mask: Layers that count, from `systems.collision.layers.layer_bits`.
        ignore: Indices of solids that do not count.

    Raises:
        ValueError: A point is not finite.
    """
    begin, finish = _point("start", start), _point("end", end)
    found = np.empty(len(terrain.prisms), dtype=np.int64)
    ignored = np.array(ignore, dtype=np.int64)
    hit = trace_first(terrain, motion, line_between(begin, finish), layer_mask, ignored, found)
    if hit.prism < 0:
        return MISS
    return _line_hit(terrain, begin, finish - begin, hit.time, np.array(hit[2:]), hit.prism)


def line_trace_all(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: ArrayLike,
    end: ArrayLike,
    *,
    layer_mask: int = ALL_LAYERS,
    ignore: Sequence[int] = (),
) -> list[TraceHit]:
    """Every prism that a line starts in or enters, nearest first; arguments as for `line_trace`."""
    begin, finish = _point("start", start), _point("end", end)
    room = len(terrain.prisms)
    times, normals = np.empty(room), np.empty((room, 3))
    found, prisms = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    ignored, line = np.array(ignore, dtype=np.int64), line_between(begin, finish)
    count = trace_line(terrain, motion, line, layer_mask, ignored, found, times, normals, prisms)
    way = finish - begin
    return [_line_hit(terrain, begin, way, times[i], normals[i], int(prisms[i])) for i in range(count)]


def _line_hit(
    terrain: TerrainArrays, start: Floats, way: Floats, time: float, normal: Floats, prism: int
) -> TraceHit:
    solid, platform = _owner(terrain, prism)
    if time < 0:
        return TraceHit(hit=False, started_inside=True, prism=prism, solid=solid, platform=platform)
    return TraceHit(
        hit=True,
        time=float(time),
        distance=float(time * np.sqrt(way @ way)),
        point=start + time * way,
        normal=normal.copy(),
        face_normal=normal.copy(),
        prism=prism,
        solid=solid,
        platform=platform,
    )


def line_traces(
    terrain: TerrainArrays, motion: MotionArrays, starts: Floats, ends: Floats, layer_mask: int = ALL_LAYERS
) -> LineHits:
    """First hits of many lines [cm], shapes [line_count, 3], in one compiled call."""
    return LineHits(*trace_lines(terrain, motion, starts, ends, layer_mask))


def capsule_sweep(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: ArrayLike,
    end: ArrayLike,
    *,
    radius: float,
    half_length: float = 0.0,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    layer_mask: int = ALL_LAYERS,
) -> TraceHit:
    """First surface that a capsule touches on its way.

    What it overlaps at the start counts only where it would go deeper, and is then hit at once. One-way
    prisms count only where the whole capsule starts above them.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        start: World position of its centre at the start [cm], shape [3].
        end: World position of its centre at the end [cm], shape [3].
        radius: Radius [cm].
        half_length: Half the length of its core, caps not counted [cm]; 0 makes a sphere.
        axis: Unit vector along its core, shape [3].
        layer_mask: Layers that count.

    Raises:
        ValueError: A point is not finite, or the radius is negative.
    """
    centre, finish = _point("start", start), _point("end", end)
    along = 2.0 * _size("half_length", half_length) * _point("axis", axis)
    way = finish - centre
    result = np.empty(10)
    begin = centre - 0.5 * along
    size = _size("radius", radius)
    lowest = float(min(begin[2], begin[2] + along[2])) - size
    prism = sweep_capsule(terrain, motion, begin, along, size, way, layer_mask, False, lowest, 0.0, result)
    if prism < 0:
        return MISS
    solid, platform = _owner(terrain, prism)
    inside = result[0] == 0.0 and _depth(terrain, motion, prism, begin, along) < size - CLOSE_ENOUGH
    return TraceHit(
        hit=True,
        started_inside=bool(inside),
        time=float(result[0]),
        distance=float(result[0] * np.sqrt(way @ way)),
        point=result[4:7].copy(),
        normal=result[1:4].copy(),
        face_normal=result[7:10].copy(),
        prism=prism,
        solid=solid,
        platform=platform,
    )


def sphere_sweep(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: ArrayLike,
    end: ArrayLike,
    *,
    radius: float,
    layer_mask: int = ALL_LAYERS,
) -> TraceHit:
    """First surface that a sphere touches on its way; arguments as for `capsule_sweep`."""
    return capsule_sweep(terrain, motion, start, end, radius=radius, layer_mask=layer_mask)


def capsule_overlap(
    terrain: TerrainArrays,
    motion: MotionArrays,
    centre: ArrayLike,
    *,
    radius: float,
    half_length: float = 0.0,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    layer_mask: int = ALL_LAYERS,
) -> list[int]:
    """Prisms that a capsule overlaps, ascending; touching is no overlap. Arguments as for `capsule_sweep`."""
    along = 2.0 * _size("half_length", half_length) * _point("axis", axis)
    begin = _point("centre", centre) - 0.5 * along
    size = _size("radius", radius)
    found = np.empty(len(terrain.prisms), dtype=np.int64)
    near = near_swept(terrain, motion, begin, along, size, np.zeros(3), layer_mask, found)
    deepest = size - CLOSE_ENOUGH
    return [int(p) for p in found[:near] if _depth(terrain, motion, int(p), begin, along) < deepest]


def sphere_overlap(
    terrain: TerrainArrays,
    motion: MotionArrays,
    centre: ArrayLike,
    *,
    radius: float,
    layer_mask: int = ALL_LAYERS,
) -> list[int]:
    """Prisms that a sphere overlaps, ascending; touching does not count. Arguments as for `capsule_sweep`."""
    return capsule_overlap(terrain, motion, centre, radius=radius, layer_mask=layer_mask)


def _depth(terrain: TerrainArrays, motion: MotionArrays, prism: int, begin: Floats, along: Floats) -> float:
    x, y, z = begin
    along_x, along_y, along_z = along
    return segment_distance(terrain, motion, prism, x, y, z, along_x, along_y, along_z, False)[0]


@kernel
def signed_distances(
    terrain: TerrainArrays, motion: MotionArrays, points: Floats, reach: float, layer_mask: int
) -> tuple[Floats, Floats, Integers]:
    """Signed distance from the terrain to each of many points.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        points: World points [cm], shape [point_count, 3].
        reach: How far away terrain is looked for [cm].
        layer_mask: Layers that count.

    Returns:
        Distances [cm], negative inside; unit normals; prisms. Where nothing is within reach the distance is
        infinite, the normal holds no numbers (NaN), and the prism is -1.
    """
    distances = np.full(points.shape[0], np.inf)
    normals = np.full_like(points, np.nan)
    prisms = np.full(points.shape[0], -1, np.int64)
    found = np.empty(terrain.prisms.shape[0], np.int64)
    along = np.zeros(3)
    for i in range(points.shape[0]):
        near = near_swept(terrain, motion, points[i], along, reach, along, layer_mask, found)
        for place in range(near):
            p = found[place]
            d, nx, ny, nz = prism_distance(terrain, motion, p, points[i, 0], points[i, 1], points[i, 2])
            if d <= reach and d < distances[i]:
                distances[i] = d
                normals[i, 0], normals[i, 1], normals[i, 2] = nx, ny, nz
                prisms[i] = p
    return distances, normals, prisms


def _owner(terrain: TerrainArrays, prism: int) -> tuple[int, int]:
    row = terrain.prisms[prism]
    return int(row["solid"]), int(row["platform"])


def _point(name: str, value: ArrayLike) -> Floats:
    point = np.asarray(value, dtype=np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise ValueError(f"{name} must be three finite numbers, not {value!r}")
    return point


def _size(name: str, value: float) -> float:
    if not 0.0 <= value < np.inf:
        raise ValueError(f"{name} must be a finite number of at least 0, not {value!r}")
    return float(value)
