"""Rotations of many bones at once, for drawing."""

import math

import numpy as np

from game.view.arrays import Floats

VIEWER = -81.0
"""Heading of a face that is seen straight on, shear included [deg]."""
FACE_FOLLOWS = 23.0 / 90.0
"""How far a face turns with its body."""


def quaternion_product(first: Floats, second: Floats) -> Floats:
    """Hamilton products of quaternions (x, y, z, w): second, then first; shape [..., 4]."""
    ax, ay, az, aw = np.moveaxis(first, -1, 0)
    bx, by, bz, bw = np.moveaxis(second, -1, 0)
    x = aw * bx + ax * bw + ay * bz - az * by
    y = aw * by - ax * bz + ay * bw + az * bx
    z = aw * bz + ax * by - ay * bx + az * bw
    return np.stack((x, y, z, aw * bw - ax * bx - ay * by - az * bz), axis=-1)


def matrices(quaternions: Floats) -> Floats:
    """Rotation matrices of unit quaternions (x, y, z, w), shape [..., 3, 3]."""
    x, y, z, w = np.moveaxis(quaternions, -1, 0)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


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


def about_up(degrees: float) -> Floats:
    """Matrix of a turn about the upward axis, shape [3, 3]."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array(((cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)))
