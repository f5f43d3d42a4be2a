"""Faces that a neighbour covers: nothing may be pushed out through them."""

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import EDGE, MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.collision.layers import ALL_LAYERS
from systems.kernel import kernel

TOUCHING = 1e-4
"""Gap below which two faces touch [cm]."""
PARALLEL = 1e-9
"""How far the cosine of two parallel unit normals may be from 1 or -1 [1]."""


def hide_covered_faces(terrain: TerrainArrays) -> TerrainArrays:
    """Splits edges where a neighbour begins or ends to cover them, and marks the covered parts invisible."""
    nowhere = MotionArrays(
        *(np.zeros((int(terrain.prisms["platform"].max(initial=-1)) + 1, 3)) for _ in "ov")
    )
    start, cover = covered_intervals(terrain, nowhere)
    if len(cover) == 0:
        return terrain
    prisms = terrain.prisms.copy()
    pieces: list[np.void] = []
    count = 0
    for prism in prisms:
        first, last = int(prism["first_edge"]), int(prism["first_edge"] + prism["edge_count"])
        parts = [
            part
            for e in range(first, last)
            for part in split(terrain.edges[e], cover[start[e] : start[e + 1]])
        ]
        prism["first_edge"], prism["edge_count"] = count, len(parts)
        count += len(parts)
        pieces += parts
    return terrain._replace(prisms=prisms, edges=np.array(pieces, dtype=EDGE))


def split(edge: np.void, intervals: Floats) -> list[np.void]:
    """Cuts an edge where ascending covered intervals [cm], shape [interval_count, 2], begin and end."""
    if len(intervals) == 0:
        return [edge]
    length = float(edge["length"])
    parts, done = [], 0.0
    for begin, end in intervals:
        hidden_from = begin if begin > done + TOUCHING else done
        hidden_to = end if end < length - TOUCHING else length
        if hidden_from > done:
            parts.append(_part(edge, done, hidden_from, visible=True))
        parts.append(_part(edge, hidden_from, hidden_to, visible=False))
        done = hidden_to
    if done < length:
        parts.append(_part(edge, done, length, visible=True))
    return parts


def _part(edge: np.void, begin: float, end: float, *, visible: bool) -> np.void:
    part = edge.copy()
    part["x"] += begin * edge["direction_x"]
    part["z"] += begin * edge["direction_z"]
    part["length"] = end - begin
    part["visible"] = visible
    return part


@kernel
def covered_intervals(terrain: TerrainArrays, motion: MotionArrays) -> tuple[Integers, Floats]:
    """For each edge, the parts of it that other solids cover.

    Returns:
        First interval of each edge, shape [edge_count + 1], and the intervals along the edges [cm],
        merged and ascending within an edge, shape [interval_count, 2].
    """
    prisms = terrain.prisms
    edges = terrain.edges
    start = np.zeros(edges.shape[0] + 1, np.int64)
    cover = np.zeros((16, 2))
    found = np.empty(prisms.shape[0], np.int64)
    count = 0
    for p in range(prisms.shape[0]):
        for e in range(prisms[p].first_edge, prisms[p].first_edge + prisms[p].edge_count):
            first = count
            end_x = edges[e].x + edges[e].direction_x * edges[e].length
            end_z = edges[e].z + edges[e].direction_z * edges[e].length
            near = near_prisms(
                terrain,
                motion,
                min(edges[e].x, end_x) - TOUCHING,
                max(edges[e].x, end_x) + TOUCHING,
                prisms[p].y_min,
                prisms[p].y_max,
                min(edges[e].z, end_z) - TOUCHING,
                max(edges[e].z, end_z) + TOUCHING,
                ALL_LAYERS,
                found,
            )
            for place in range(near):
                q = found[place]
                if q == p or not _may_cover(terrain, q, p):
                    continue
                begin, end = _covered_interval(terrain, e, q)
                if end - begin > TOUCHING:
                    if count == cover.shape[0]:
                        larger = np.zeros((2 * count, 2))
                        larger[:count] = cover
                        cover = larger
                    cover[count, 0] = begin
                    cover[count, 1] = end
                    count += 1
            count = _merge(cover, first, count)
            start[e + 1] = count
    return start, cover[:count].copy()


@kernel
def _may_cover(terrain: TerrainArrays, cover: int, covered: int) -> bool:
    a = terrain.prisms[cover]
    b = terrain.prisms[covered]
    return (
        not a.one_way
        and a.platform == b.platform
        and a.layer_bit == b.layer_bit
        and a.y_min <= b.y_min + TOUCHING
        and a.y_max >= b.y_max - TOUCHING
    )


@kernel
def _covered_interval(terrain: TerrainArrays, edge: int, cover: int) -> tuple[float, float]:
    """The part of an edge before which another prism lies [cm]: a line clipped by a convex outline.

    An edge on the other prism's outline is covered where the two face each other, and free where both are
    part of one flush surface.
    """
    a = terrain.edges[edge]
    begin, end = 0.0, a.length
    first = terrain.prisms[cover].first_edge
    for o in range(first, first + terrain.prisms[cover].edge_count):
        b = terrain.edges[o]
        facing = a.normal_x * b.normal_x + a.normal_z * b.normal_z
        height = (a.x - b.x) * b.normal_x + (a.z - b.z) * b.normal_z
        if facing < PARALLEL - 1.0:
            height -= TOUCHING
        elif facing > 1.0 - PARALLEL:
            height += TOUCHING
        climb = a.direction_x * b.normal_x + a.direction_z * b.normal_z
        if climb > 0.0:
            end = min(end, -height / climb)
        elif climb < 0.0:
            begin = max(begin, -height / climb)
        elif height > 0.0:
            return 0.0, 0.0
    return begin, end


@kernel
def _merge(cover: Floats, first: int, count: int) -> int:
    for i in range(first + 1, count):
        begin = cover[i, 0]
        end = cover[i, 1]
        place = i
        while place > first and cover[place - 1, 0] > begin:
            cover[place] = cover[place - 1]
            place -= 1
        cover[place, 0] = begin
        cover[place, 1] = end
    kept = first
    for i in range(first, count):
        if kept > first and cover[i, 0] <= cover[kept - 1, 1] + TOUCHING:
            cover[kept - 1, 1] = max(cover[kept - 1, 1], cover[i, 1])
        else:
            cover[kept] = cover[i]
            kept += 1
    return kept
