"""Faces that a neighbour covers: nothing may be pushed out through them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers
from components.terrain import EDGE, TerrainArrays

TOUCHING = 1e-4
"""Gap below which two faces touch [cm]."""
PARALLEL = 1e-9
"""How far the cosine of two parallel unit normals may be from 1 or -1 [1]."""


def hide_covered_faces(terrain: TerrainArrays) -> TerrainArrays:
    """Splits edges where a neighbour begins or ends to cover them, and marks the covered parts invisible."""
    covered = covered_intervals(terrain)
    if not covered:
        return terrain
    prisms = terrain.prisms.copy()
    pieces: list[np.void] = []
    count = 0
    for prism in prisms:
        first, last = int(prism["first_edge"]), int(prism["first_edge"] + prism["edge_count"])
        parts = [part for e in range(first, last) for part in split(terrain.edges[e], covered.get(e, ()))]
        prism["first_edge"], prism["edge_count"] = count, len(parts)
        count += len(parts)
        pieces += parts
    return terrain._replace(prisms=prisms, edges=np.array(pieces, dtype=EDGE))


def split(edge: np.void, intervals: Sequence[tuple[float, float]]) -> list[np.void]:
    """Cuts an edge where ascending covered intervals [cm] begin and end."""
    if not intervals:
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


class _Faces(NamedTuple):
    """What decides about edges in front of a prism, a row for each edge."""

    low: Floats
    """Lower corner of the edge's bounds and of its prism's depth (x, y, z) [cm], shape [edge_count, 3]."""
    high: Floats
    """The upper corner."""
    kinds: Integers
    """First edge, platform, and layer of its prism, shape [edge_count, 3]."""


def covered_intervals(terrain: TerrainArrays) -> dict[int, list[tuple[float, float]]]:
    """Where other solids cover edges.

    Returns:
        For each edge that is covered anywhere, beginnings and ends along it [cm], ascending and apart.
    """
    prisms, edges = terrain.prisms, terrain.edges
    faces = _faces(prisms, edges)
    order = np.argsort(faces.low[:, 0], kind="stable")
    firsts = np.searchsorted(np.maximum.accumulate(faces.high[order, 0]) + TOUCHING, prisms["x_min"])
    lasts = np.searchsorted(faces.low[order, 0] - TOUCHING, prisms["x_max"], side="right")
    found: list[tuple[int, float, float]] = []
    for cover in np.flatnonzero(~prisms["one_way"]).tolist():
        prism, beside = prisms[cover], order[firsts[cover] : lasts[cover]]
        beside = beside[_may_cover(prism, faces, beside)]
        if len(beside):
            first = prism["first_edge"]
            begin, end = _covered_interval(edges[beside], edges[first : first + prism["edge_count"]])
            is_covered = end - begin > TOUCHING
            rows = beside[is_covered], begin[is_covered], end[is_covered]
            found += zip(*(row.tolist() for row in rows), strict=True)
    return _merged(sorted(found))


def _faces(prisms: NDArray[np.void], edges: NDArray[np.void]) -> _Faces:
    own = np.repeat(np.arange(len(prisms)), prisms["edge_count"])
    x, end_x = edges["x"], edges["x"] + edges["direction_x"] * edges["length"]
    z, end_z = edges["z"], edges["z"] + edges["direction_z"] * edges["length"]
    return _Faces(
        np.column_stack((np.minimum(x, end_x), prisms["y_min"][own], np.minimum(z, end_z))),
        np.column_stack((np.maximum(x, end_x), prisms["y_max"][own], np.maximum(z, end_z))),
        np.column_stack([prisms[name][own] for name in ("first_edge", "platform", "layer_bit")]),
    )


def _may_cover(cover: np.void, faces: _Faces, rows: Integers) -> Flags:
    """Whether some edges are of prisms that go where another goes, are no deeper, and touch its bounds."""
    (left, front, below), (right, back, above) = faces.low[rows].T, faces.high[rows].T
    first, platform, layer = faces.kinds[rows].T
    may: Flags = (
        (cover["x_min"] <= right + TOUCHING)
        & (cover["x_max"] >= left - TOUCHING)
        & (cover["z_min"] <= above + TOUCHING)
        & (cover["z_max"] >= below - TOUCHING)
        & (cover["y_min"] <= front + TOUCHING)
        & (cover["y_max"] >= back - TOUCHING)
        & (first != cover["first_edge"])
        & (platform == cover["platform"])
        & (layer == cover["layer_bit"])
    )
    return may


def _covered_interval(edges: NDArray[np.void], outline: NDArray[np.void]) -> tuple[Floats, Floats]:
    """The parts of edges before which a prism lies [cm]: lines clipped by a convex outline.

    An edge on the prism's outline is covered where the two face each other, and free where both are part of
    one flush surface.
    """
    begin, end = np.zeros(len(edges)), edges["length"].copy()
    for side in outline:
        facing = edges["normal_x"] * side["normal_x"] + edges["normal_z"] * side["normal_z"]
        height = (edges["x"] - side["x"]) * side["normal_x"] + (edges["z"] - side["z"]) * side["normal_z"]
        height[facing < PARALLEL - 1.0] -= TOUCHING
        height[facing > 1.0 - PARALLEL] += TOUCHING
        climb = edges["direction_x"] * side["normal_x"] + edges["direction_z"] * side["normal_z"]
        rises, falls = climb > 0.0, climb < 0.0
        end[rises] = np.minimum(end[rises], -height[rises] / climb[rises])
        begin[falls] = np.maximum(begin[falls], -height[falls] / climb[falls])
        end[~rises & ~falls & (height > 0.0)] = -np.inf
    return begin, end


def _merged(intervals: Iterable[tuple[int, float, float]]) -> dict[int, list[tuple[float, float]]]:
    """Ascending intervals of edges as one where they touch, by edge."""
    merged: dict[int, list[tuple[float, float]]] = {}
    for edge, begin, end in intervals:
        parts = merged.setdefault(edge, [])
        if parts and begin <= parts[-1][1] + TOUCHING:
            parts[-1] = parts[-1][0], max(parts[-1][1], end)
        else:
            parts.append((begin, end))
    return merged
