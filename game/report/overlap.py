"""How deep one soft body is inside another, by brute force."""

import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyParticles


def overlap(first: SoftbodyParticles, second: SoftbodyParticles) -> float:
    """How deep a particle of either is inside the other [cm]; 0 where none is."""
    return max(deepest(first, second), deepest(second, first))


def deepest(own: SoftbodyParticles, other: SoftbodyParticles) -> float:
    """How deep the deepest particle of one body is inside another [cm].

    It is inside where the other's surface turns once round it (van Oosterom and Strackee 1983, the solid
    angle of a triangle), and as deep as the nearest triangle is far.
    """
    corners = other.positions_ws[other.topology.triangles]
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    places = own.positions_ws
    places = places[((places > low) & (places < high)).all(axis=1)]
    a, b, c = np.moveaxis(corners[None] - places[:, None, None], 2, 0)
    inside = np.flatnonzero(turns_round(a, b, c) > 0.5)  # noqa: PLR2004 - half a turn
    if not len(inside):
        return 0.0
    return float(distances(a[inside], b[inside], c[inside]).min(axis=1).max())


def turns_round(a: Floats, b: Floats, c: Floats) -> Floats:
    """How often a surface turns round points, from its corners relative to each, shape [point_count]."""
    la, lb, lc = (np.sqrt((side * side).sum(axis=2)) for side in (a, b, c))
    triple = (a * np.cross(b, c)).sum(axis=2)
    rest = la * lb * lc + (a * b).sum(axis=2) * lc + (b * c).sum(axis=2) * la + (c * a).sum(axis=2) * lb
    turns: Floats = np.arctan2(triple, rest).sum(axis=1) / (2.0 * np.pi)
    return turns


def distances(a: Floats, b: Floats, c: Floats) -> Floats:
    """How far the origin is from triangles; the nearest one's is exact, shape [point_count, count]."""
    u, w = b - a, c - a
    uu, uw, ww = (u * u).sum(axis=2), (u * w).sum(axis=2), (w * w).sum(axis=2)
    ua, wa = -(u * a).sum(axis=2), -(w * a).sum(axis=2)
    scale = np.maximum(uu * ww - uw * uw, 1e-12)
    s = np.clip((ww * ua - uw * wa) / scale, 0.0, 1.0)
    t = np.clip((uu * wa - uw * ua) / scale, 0.0, 1.0)
    total = np.maximum(s + t, 1.0)[..., None]
    nearest = a + s[..., None] / total * u + t[..., None] / total * w
    far: Floats = np.sqrt((nearest * nearest).sum(axis=2))
    return far
