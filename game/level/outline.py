"""What is wrong with ranges, paths and outlines drawn by hand."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from components.arrays import Flags, Floats
from game.level.problem import Fault

SMALLEST = 1e-3
"""Smallest distance that is no slip of the pen [cm]."""

Point = tuple[float, float]


def range_faults(pair: Point) -> list[Fault]:
    """Why a pair of limits leaves nothing between them."""
    low, high = pair
    if high - low >= SMALLEST:
        return []
    return [((), f"expected the smaller number first and the larger second, got [{low:g}, {high:g}]")]


def path_faults(path: Sequence[Point]) -> list[Fault]:
    """Why a path does not lead from the place of what follows it to another; an empty one leads nowhere."""
    faults: list[Fault] = []
    if path and path[0] != (0.0, 0.0):
        faults.append(((0,), "expected [0, 0]: a path begins where the platform is"))
    if len(path) == 1:
        faults.append(((), "expected at least 2 points, got 1"))
    for index, (start, end) in enumerate(pairwise(path), start=1):
        if math.dist(start, end) < SMALLEST:
            faults.append(((index,), f"is the same point as path[{index - 1}]"))
    return faults


def outline_faults(outline: Sequence[Point]) -> list[Fault]:
    """Why a closed outline does not go once round an area; nothing for one that does.

    Args:
        outline: Its corners in X and Z [cm], in order; the last is joined to the first.

    Returns:
        Corners that lie on each other; else corners that lie on edges, and edges that cross; else an
        outline without area.
    """
    corners = np.array(outline, dtype=np.float64)
    repeated = _faults("is the same point as", np.triu(_coinciding(corners), k=1))
    if repeated:
        return repeated
    ends = corners[np.arange(1, len(corners) + 1) % len(corners)]
    faults = _faults("lies on the edge from", _on_edge(corners, ends))
    faults += _faults("starts an edge that crosses the one from", np.triu(_crossing(corners, ends)))
    if not faults and abs(_area(corners, ends)) < SMALLEST:
        faults.append(((), "encloses no area"))
    return faults


def _faults(what: str, table: Flags) -> list[Fault]:
    """One fault of the column's corner for every True."""
    found = np.argwhere(table) if table.any() else ()
    return [((int(late),), f"{what} outline[{early}]") for early, late in found]


def _area(starts: Floats, ends: Floats) -> float:
    """Area that edges enclose [cm²], positive counter-clockwise; shoelace formula."""
    return 0.5 * float((starts[:, 0] * ends[:, 1] - ends[:, 0] * starts[:, 1]).sum())


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
    near: Flags = _length(away - share[..., None] * way) < SMALLEST
    edge = np.arange(len(starts))
    near[edge, edge] = near[edge, (edge + 1) % len(starts)] = False
    return near


def _crossing(starts: Floats, ends: Floats) -> Flags:
    """Which edges cross in a point inside both; symmetric."""
    apart: Flags = _side(starts, ends, starts) * _side(starts, ends, ends) < 0.0
    return apart & apart.T


def _side(starts: Floats, ends: Floats, points: Floats) -> Floats:
    """On which side of each edge (row) each point (column) lies: -1, 0 or 1."""
    way, away = (ends - starts)[:, None], points[None, :] - starts[:, None]
    return np.sign(way[..., 0] * away[..., 1] - way[..., 1] * away[..., 0])
