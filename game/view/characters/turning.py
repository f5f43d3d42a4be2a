"""Rotations of many bones at once, for drawing."""

import math

import numpy as np

from game.view.arrays import Floats, Integers
from game.view.kernel import drawing_kernel

VIEWER = -81.0
"""Heading of a face that is seen straight on, shear included [deg]."""
FACE_FOLLOWS = 23.0 / 90.0
"""How far a face turns with its body."""


def quaternion_product(first: Floats, second: Floats) -> Floats:
    """Hamilton products of quaternions (x, y, z, w): second, then first; shape [..., 4]."""
    ax, ay, az, aw = first[..., 0], first[..., 1], first[..., 2], first[..., 3]
    bx, by, bz, bw = second[..., 0], second[..., 1], second[..., 2], second[..., 3]
    product = np.empty(np.broadcast_shapes(first.shape, second.shape))
    product[..., 0] = aw * bx + ax * bw + ay * bz - az * by
    product[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    product[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    product[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return product


def heading(quaternion: Floats) -> float:
    """Yaw of a rotation [deg], -180 to 180."""
    x, y, z, w = quaternion.tolist()
    return math.degrees(math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z)))


def face_heading(body: float) -> float:
    """Where the face of a body with that heading looks [deg]: mostly at the viewer, a little ahead."""
    aside = (body + 90.0 + 180.0) % 360.0 - 180.0
    if abs(aside) > 90.0:  # noqa: PLR2004 - it turns its back to the viewer
        aside = math.copysign(180.0 - abs(aside), aside)
    return VIEWER + aside * FACE_FOLLOWS


def yaw_quaternion(degrees: float) -> Floats:
    """Unit quaternion (x, y, z, w) of a turn about the upward axis, shape [4]."""
    half = math.radians(degrees) / 2
    return np.array((0.0, 0.0, math.sin(half), math.cos(half)))


@drawing_kernel
def turned(turn: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector turned by a unit quaternion (x, y, z, w): v + 2w(q x v) + 2q x (q x v)."""
    qx, qy, qz, w = turn[0], turn[1], turn[2], turn[3]
    cx, cy, cz = qy * z - qz * y, qz * x - qx * z, qx * y - qy * x
    return (
        x + 2.0 * (w * cx + qy * cz - qz * cy),
        y + 2.0 * (w * cy + qz * cx - qx * cz),
        z + 2.0 * (w * cz + qx * cy - qy * cx),
    )


@drawing_kernel
def turn_about(turn: Floats, rows: Integers, positions: Floats, rotations: Floats) -> None:
    """Turns bones of these rows by a unit quaternion about the first of them, in place."""
    x0, y0, z0 = positions[rows[0], 0], positions[rows[0], 1], positions[rows[0], 2]
    ax, ay, az, aw = turn[0], turn[1], turn[2], turn[3]
    for row in rows:
        x, y, z = turned(turn, positions[row, 0] - x0, positions[row, 1] - y0, positions[row, 2] - z0)
        positions[row, 0], positions[row, 1], positions[row, 2] = x0 + x, y0 + y, z0 + z
        bx, by, bz, bw = rotations[row, 0], rotations[row, 1], rotations[row, 2], rotations[row, 3]
        rotations[row, 0] = aw * bx + ax * bw + ay * bz - az * by
        rotations[row, 1] = aw * by - ax * bz + ay * bw + az * bx
        rotations[row, 2] = aw * bz + ax * by - ay * bx + az * bw
        rotations[row, 3] = aw * bw - ax * bx - ay * by - az * bz
