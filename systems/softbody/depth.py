"""How deep points lie inside closed surfaces, by brute force: to judge contacts by, not to solve them."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyParticles

NEIGHBOUR = 1.25
"""Distance of two centroids up to which bodies are compared, as a share of the sum of their sizes [1]."""


def deepest_overlap(bodies: Sequence[SoftbodyParticles]) -> float:
    """The greatest depth of a particle of any body inside another one's surface [cm]."""
    places = [body.positions_ws for body in bodies]
    middles = [place.mean(axis=0) for place in places]
    deepest = 0.0
    for i, own in enumerate(bodies):
        for j, other in enumerate(bodies):
            apart = middles[i] - middles[j]
            reach = NEIGHBOUR * (own.radius + other.radius)
            if i != j and float(apart @ apart) < reach * reach:
                deepest = max(deepest, depth_inside(places[i], places[j][other.topology.triangles]))
    return deepest


def depth_inside(points: Floats, corners: Floats) -> float:
    """The greatest depth of any point inside a closed surface [cm]; 0 where all are outside.

    Inside is where the surface turns once round the point (solid angle of all triangles, van Oosterom and
    Strackee 1983), also where it is folded; depth is the distance from the nearest triangle.

    Args:
        points: Points [cm], shape [point_count, 3].
        corners: Corners of all triangles [cm], counter-clockwise from outside, shape [triangle_count, 3, 3].
    """
    near = np.flatnonzero(
        ((points >= corners.min(axis=(0, 1))) & (points <= corners.max(axis=(0, 1)))).all(axis=1)
    )
    away = corners[None] - points[near, None, None]
    lengths = np.sqrt((away * away).sum(axis=3))
    a, b, c = (away[:, :, k] for k in range(3))
    la, lb, lc = (lengths[:, :, k] for k in range(3))
    triple = (a * np.cross(b, c)).sum(axis=2)
    sides = la * lb * lc + (a * b).sum(axis=2) * lc + (b * c).sum(axis=2) * la + (c * a).sum(axis=2) * lb
    turns = np.arctan2(triple, sides).sum(axis=1) / (2.0 * np.pi)
    inside = np.flatnonzero(turns > 0.5)  # noqa: PLR2004 - between no turn and one
    if not len(inside):
        return 0.0
    return float(_from_triangles(a[inside], b[inside], c[inside]).min(axis=1).max())


def _from_triangles(a: Floats, b: Floats, c: Floats) -> Floats:
    """Distance of the origin from triangles, a little more beside them, shape [point_count, count]."""
    u, w = b - a, c - a
    uu, uw, ww = (u * u).sum(axis=2), (u * w).sum(axis=2), (w * w).sum(axis=2)
    ua, wa = -(u * a).sum(axis=2), -(w * a).sum(axis=2)
    scale = uu * ww - uw * uw + 1e-30
    s, t = np.clip((ww * ua - uw * wa) / scale, 0.0, 1.0), np.clip((uu * wa - uw * ua) / scale, 0.0, 1.0)
    total = np.maximum(s + t, 1.0)
    nearest = a + (s / total)[..., None] * u + (t / total)[..., None] * w
    distances: Floats = np.sqrt((nearest * nearest).sum(axis=2))
    return distances
