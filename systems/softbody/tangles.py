"""Surfaces that pass through themselves, and how bodies have to move to get out of it.

Crossed edges hold each other: neither they nor the volume find a way back. A body knows its shape, though, so
each particle is sent to where it belongs in it, turned to where the body is as a whole (Mueller et al. 2005).
"""

import numpy as np

from components.arrays import Flags, Floats
from components.softbody import SoftbodyTopology

SINGULAR = 1e-9
"""Determinant of inertia, as a share of the cube of its trace, that tells a line or a point [1]."""
DOUBLINGS = 30
"""How often a matrix is squared to leave only its largest eigenvector."""


def passes_through_itself(positions: Floats, topology: SoftbodyTopology) -> bool:
    """Whether any side of a triangle of a surface goes through another [cm], shape [particle_count, 3]."""
    triangles = topology.triangles
    edges = triangles[:, ((0, 1), (1, 2), (2, 0))].reshape(-1, 2)
    edges = edges[edges[:, 0] < edges[:, 1]]  # once each: its other triangle has it the other way
    ends, corners = positions[edges], positions[triangles]
    lows, highs = ends.min(axis=1), ends.max(axis=1)
    left, right = corners.min(axis=1), corners.max(axis=1)
    near = np.ones((len(edges), len(triangles)), dtype=np.bool_)
    for axis in range(3):
        near &= lows[:, axis, None] <= right[:, axis]
        near &= highs[:, axis, None] >= left[:, axis]
    pairs = np.argwhere(near)
    is_apart = (edges[pairs[:, 0], :, None] != triangles[pairs[:, 1], None, :]).all(axis=(1, 2))
    which, through = pairs[is_apart].T
    return bool(pierces(ends[which], corners[through]).any())


def pierces(ends: Floats, corners: Floats) -> Flags:
    """Which segments go through the triangle beside them.

    Each end is on another side of the triangle, and its three sides all turn the same way round the segment.

    Args:
        ends: Ends of the segments [cm], shape [count, 2, 3].
        corners: Corners of the triangles [cm], shape [count, 3, 3].
    """
    a, b = ends[:, 0], ends[:, 1]
    p, q, r = corners[:, 0], corners[:, 1], corners[:, 2]
    turns = np.stack([_six_volumes(a, b, *side) for side in ((p, q), (q, r), (r, p))])
    is_round = (turns > 0.0).all(axis=0) | (turns < 0.0).all(axis=0)
    found: Flags = is_round & (_six_volumes(a, p, q, r) * _six_volumes(b, p, q, r) < 0.0)
    return found


def way_home(arms: Floats, shape: Floats) -> Floats:
    """How far each particle is from where it belongs [cm], shape [particle_count, 3].

    The shape is put where it is nearest to all of them together: so the ways add up to nothing, and neither
    do they turn the body.

    Args:
        arms: Particles around their centroid [cm], shape [particle_count, 3].
        shape: The shape at rest around its centroid [cm], shape [particle_count, 3].
    """
    return turned(shape, best_turn(shape, arms)) - arms


def best_turn(shape: Floats, arms: Floats) -> Floats:
    """The unit quaternion (w, x, y, z) that turns a shape to where it is nearest to some arms, shape [4].

    It is the eigenvector of the largest eigenvalue of a symmetric matrix (Horn 1987, section 4), which is
    moved up to have no negative ones and squared until nothing else is left.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = np.cumsum(shape[:, :, None] * arms[:, None], axis=0)[-1]
    matrix = np.array(
        (
            (xx + yy + zz, yz - zy, zx - xz, xy - yx),
            (yz - zy, xx - yy - zz, xy + yx, zx + xz),
            (zx - xz, xy + yx, yy - xx - zz, yz + zy),
            (xy - yx, zx + xz, yz + zy, zz - xx - yy),
        )
    )
    matrix += np.eye(4) * (np.abs(matrix).max() * 4.0 + np.finfo(float).tiny)
    for _ in range(DOUBLINGS):
        matrix = (matrix[:, :, None] * matrix[None]).sum(axis=1)
        matrix /= np.abs(matrix).max()
    column = matrix[:, int(np.argmax(np.diagonal(matrix)))]
    unit: Floats = column / np.sqrt((column * column).sum())
    return unit


def turned(vectors: Floats, quaternion: Floats) -> Floats:
    """Vectors turned by a unit quaternion (w, x, y, z), shape [count, 3]."""
    w, axis = quaternion[0], quaternion[1:]
    across = 2.0 * _cross(np.broadcast_to(axis, vectors.shape), vectors)
    found: Floats = vectors + w * across + _cross(np.broadcast_to(axis, vectors.shape), across)
    return found


def rigid_motion(arms: Floats, velocities: Floats) -> Floats:
    """Velocities of a rigid body with the same momenta [cm/s], shape [particle_count, 3].

    Args:
        arms: Particles around their centroid [cm], shape [particle_count, 3].
        velocities: Theirs [cm/s], shape [particle_count, 3].
    """
    x, y, z = arms.T
    spin = np.cumsum(_cross(arms, velocities), axis=0)[-1]
    squares = np.cumsum((y * y + z * z, z * z + x * x, x * x + y * y), axis=1)[:, -1]
    products = -np.cumsum((y * z, z * x, x * y), axis=1)[:, -1]
    turning = _solved(squares, products, spin)
    mean = np.cumsum(velocities, axis=0)[-1] / len(velocities)
    motion: Floats = mean + _cross(np.broadcast_to(turning, arms.shape), arms)
    return motion


def _solved(squares: Floats, products: Floats, right: Floats) -> Floats:
    """Solves a symmetric system of three by Cramer's rule; of one without an answer, nothing."""
    (a, b, c), (f, e, d) = squares.tolist(), products.tolist()
    adjugate = np.array(
        (
            (b * c - f * f, e * f - d * c, d * f - b * e),
            (e * f - d * c, a * c - e * e, d * e - a * f),
            (d * f - b * e, d * e - a * f, a * b - d * d),
        )
    )
    size = a * adjugate[0, 0] + d * adjugate[0, 1] + e * adjugate[0, 2]
    if abs(size) <= SINGULAR * (a + b + c) ** 3:
        return np.zeros(3)
    answer: Floats = (adjugate * right).sum(axis=1) / size
    return answer


def _six_volumes(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Six times the signed volume of tetrahedra, shape [count]."""
    volumes: Floats = ((b - a) * _cross(c - a, d - a)).sum(axis=1)
    return volumes


def _cross(a: Floats, b: Floats) -> Floats:
    ax, ay, az = a.T
    bx, by, bz = b.T
    return np.stack((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx), axis=1)
