"""What collision tests compare with: exact formulas for boxes, brute force for the rest, in plain float64."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from hypothesis import strategies as st

from components.arrays import Floats
from components.terrain import MotionArrays, Solid, TerrainArrays
from systems.collision.bake import bake_terrain
from systems.collision.distance import segment_distance


def bake(*solids: Solid) -> TerrainArrays:
    """Terrain arrays of these solids."""
    return bake_terrain(solids).arrays


def moved(*offsets: Sequence[float], velocity: Sequence[float] = (0.0, 0.0, 0.0)) -> MotionArrays:
    """Platforms at these offsets [cm], all with the same velocity [cm/s]."""
    return MotionArrays(np.array(offsets, dtype=float), np.array([velocity] * len(offsets), dtype=float))


def core_distance(
    terrain: TerrainArrays, start: Floats, along: Floats, prism: int = 0
) -> tuple[float, Floats, float]:
    """Distance, normal and place of a core's nearest point, from the kernel that others rely on."""
    x, y, z = (float(value) for value in start)
    dx, dy, dz = (float(value) for value in along)
    still = MotionArrays(np.zeros((0, 3)), np.zeros((0, 3)))
    in_space = False
    d, nx, ny, nz, place = segment_distance(terrain, still, prism, x, y, z, dx, dy, dz, in_space)
    return d, np.array((nx, ny, nz)), place


def outline_of(terrain: TerrainArrays, prism: int) -> Floats:
    """Starts of a prism's edges [cm], shape [edge_count, 2]."""
    row = terrain.prisms[prism]
    edges = terrain.edges[row["first_edge"] : row["first_edge"] + row["edge_count"]]
    return np.column_stack((edges["x"], edges["z"]))


def visible_faces(
    terrain: TerrainArrays, prism: int
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Start and end of each visible face of a prism, rounded to a micrometre."""
    row = terrain.prisms[prism]
    faces = []
    for e in terrain.edges[row["first_edge"] : row["first_edge"] + row["edge_count"]]:
        if e["visible"]:
            end = (e["x"] + e["length"] * e["direction_x"], e["z"] + e["length"] * e["direction_z"])
            faces.append(((_tidy(e["x"]), _tidy(e["z"])), (_tidy(end[0]), _tidy(end[1]))))
    return faces


def _tidy(value: float) -> float:
    return round(float(value), 4) + 0.0


def box_distance(point: Sequence[float] | Floats, low: Sequence[float], high: Sequence[float]) -> float:
    """Signed distance from a box to a point (the closed form of Quilez's `sdBox`)."""
    outside = [max(lo - p, p - hi) for p, lo, hi in zip(point, low, high, strict=True)]
    gap = math.hypot(*(max(o, 0.0) for o in outside))
    return float(gap + min(max(outside), 0.0))


def box_entry(
    start: Sequence[float], end: Sequence[float], low: Sequence[float], high: Sequence[float]
) -> tuple[float, float]:
    """Shares of the way at which a line enters and leaves a box (slab method, Kay and Kajiya 1986)."""
    entry, leave = -math.inf, math.inf
    for s, e, lo, hi in zip(start, end, low, high, strict=True):
        if s == e:
            if not lo <= s <= hi:
                return 1.0, 0.0
            continue
        first, last = sorted(((lo - s) / (e - s), (hi - s) / (e - s)))
        entry, leave = max(entry, first), min(leave, last)
    return entry, leave


def inside_polygon(outline: Floats, x: float, z: float) -> bool:
    """Whether a point lies in an outline, by the crossings of a ray to the right."""
    inside = False
    for (ax, az), (bx, bz) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
            inside = not inside
    return inside


def segment_gap(point: Sequence[float], start: Sequence[float], end: Sequence[float]) -> tuple[float, float]:
    """Share of the way from start to end that is nearest to a point, and the distance there; in a plane."""
    way = (end[0] - start[0], end[1] - start[1])
    share = ((point[0] - start[0]) * way[0] + (point[1] - start[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2)
    share = min(max(share, 0.0), 1.0)
    gap = math.hypot(point[0] - start[0] - share * way[0], point[1] - start[1] - share * way[1])
    return share, gap


def polygon_distance(outline: Floats, x: float, z: float) -> float:
    """Signed distance from an outline to a point: the nearest of all sides, negative inside."""
    sides = zip(outline, np.roll(outline, -1, axis=0), strict=True)
    nearest = min(segment_gap((x, z), a, b)[1] for a, b in sides)
    return -nearest if inside_polygon(outline, x, z) else nearest


def prism_distance_by_hand(
    outline: Floats, depth: tuple[float, float], point: Sequence[float] | Floats
) -> float:
    """Signed distance from a prism to a point, composed of the outline's and the depth range's."""
    flat = polygon_distance(outline, point[0], point[2])
    deep = max(depth[0] - point[1], point[1] - depth[1])
    return math.hypot(max(flat, 0.0), max(deep, 0.0)) + min(max(flat, deep), 0.0)


def whole(low: int, high: int) -> st.SearchStrategy[float]:
    """Whole numbers as floats, so that shapes often touch exactly."""
    return st.integers(low, high).map(float)


@st.composite
def star_outlines(draw: st.DrawFn, *, corners: int = 12) -> Floats:
    """Simple counter-clockwise outlines, mostly concave: a radius for each of ascending angles."""
    count = draw(st.integers(4, corners))
    turns = [k + draw(st.floats(-0.4, 0.4)) for k in range(count)]
    radii = np.array([draw(st.floats(20.0, 300.0)) for _ in range(count)])
    angles = 2.0 * math.pi * np.array(turns) / count
    centre = np.array([draw(whole(-500, 500)), draw(whole(-500, 500))])
    return np.column_stack((centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)))


@st.composite
def convex_outlines(draw: st.DrawFn) -> Floats:
    """Convex counter-clockwise outlines: corners on an ellipse that is turned and moved."""
    count = draw(st.integers(3, 8))
    turns = np.array([k + draw(st.floats(-0.3, 0.3)) for k in range(count)]) * 2.0 * math.pi / count
    wide, high = draw(st.floats(20.0, 200.0)), draw(st.floats(20.0, 200.0))
    tilt = draw(st.floats(0.0, math.pi))
    x, z = wide * np.cos(turns), high * np.sin(turns)
    c, s = math.cos(tilt), math.sin(tilt)
    centre = np.array([draw(whole(-200, 200)), draw(whole(-200, 200))])
    return np.column_stack((centre[0] + c * x - s * z, centre[1] + s * x + c * z))


def lengths(vectors: Iterable[Sequence[float]]) -> list[float]:
    """Length of each vector."""
    return [math.hypot(*vector) for vector in vectors]
