"""What is wrong with an outline drawn by hand."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Flags, Floats
from game.level.problem import JsonPath
from systems.collision.outline import signed_area

SMALLEST = 1e-3
"""Smallest distance that is no slip of the pen [cm]."""

Point = tuple[float, float]
Fault = tuple[JsonPath, str]
"""Something wrong: where in the shape, and what."""


def outline_faults(name: str, outline: Sequence[Point]) -> list[Fault]:
    """Why a closed outline does not go once round an area; nothing for one that does.

    Args:
        name: What the file calls the outline.
        outline: Its corners in X and Z [cm], in order; the last is joined to the first.

    Returns:
        Corners that lie on each other; else corners that lie on edges, and edges that cross; else an
        outline without area.
    """
    corners = np.array(outline, dtype=np.float64)
    repeated = _faults(name, "is the same point as", np.triu(_coinciding(corners), k=1))
    if repeated:
        return repeated
    ends = np.roll(corners, -1, axis=0)
    faults = _faults(name, "lies on the edge from", _on_edge(corners, ends))
    faults += _faults(name, "starts an edge that crosses the one from", np.triu(_crossing(corners, ends)))
    if not faults and abs(signed_area(corners)) < SMALLEST:
        faults.append(((name,), "encloses no area"))
    return faults


def _faults(name: str, what: str, table: Flags) -> list[Fault]:
    """One fault of the column's corner for every True."""
    return [((name, int(late)), f"{what} {name}[{early}]") for early, late in np.argwhere(table)]


def _coinciding(corners: Floats) -> Flags:
    """Which corners coincide, shape [corner_count, corner_count]; symmetric."""
    away = corners[:, None] - corners[None, :]
    near: Flags = _length(away) < SMALLEST
    return near


def _length(vectors: Floats) -> Floats:
    return np.hypot(vectors[..., 0], vectors[..., 1])


def _on_edge(starts: Floats, ends: Floats) -> Flags:
    """Which corners (columns) lie on edges (rows) that they do not belong to."""
    way = (ends - starts)[:, None]
    away = starts[None, :] - starts[:, None]
    share = np.clip((way * away).sum(axis=2) / (way * way).sum(axis=2), 0.0, 1.0)
    own = np.eye(len(starts), dtype=np.bool_)
    others: Flags = ~own & ~np.roll(own, 1, axis=1)
    return others & (_length(away - share[..., None] * way) < SMALLEST)


def _crossing(starts: Floats, ends: Floats) -> Flags:
    """Which edges cross in a point inside both; symmetric."""
    apart: Flags = _side(starts, ends, starts) * _side(starts, ends, ends) < 0.0
    return apart & apart.T


def _side(starts: Floats, ends: Floats, points: Floats) -> Floats:
    """On which side of each edge (row) each point (column) lies: -1, 0 or 1."""
    way, away = (ends - starts)[:, None], points[None, :] - starts[:, None]
    return np.sign(way[..., 0] * away[..., 1] - way[..., 1] * away[..., 0])
