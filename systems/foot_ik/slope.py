"""Feet on slopes: the rotation that lays a sole on the ground and keeps its heading."""

import math

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.kernel import lean_kernel
from systems.maths.checks import finite, unit
from systems.maths.elementary import arctangent
from systems.maths.quaternion import Quadruple, Triple
from systems.maths.rotation import core_rotator


def slope_rotator(normal: ArrayLike) -> Floats:
    """Rotator (pitch, yaw, roll) [deg] that takes up to a ground's normal without turning the heading.

    pitch = -atan2(n.x, n.z) and roll = asin(n.y) for a heading along X, in whose frame the normal is given;
    what seed 000 has for roll, atan2(n.y, n.z), is that only where n.x is zero. A zero normal gives zeros.

    Raises:
        ValueError: When the normal is not three finite numbers.
    """
    x, y, z = unit(normal, "normal").tolist()
    return np.array((*core_slope((x, y, z)), 0.0))[[0, 2, 1]]


def ankle_rise(normal: ArrayLike, ankle_height: float) -> float:
    """How much higher an ankle stands over a slope than over level ground [cm]: h / n.z - h.

    The sole lies on the slope, so the ankle is h from it at right angles, h / n.z straight up (Thales).

    Raises:
        ValueError: When an argument is not finite or the ground is vertical or overhanging.
    """
    z = float(unit(normal, "normal")[2])
    if z <= 0.0:
        raise ValueError(f"normal must point upward, got {normal!r}")
    return core_ankle_rise(z, float(finite(ankle_height, "ankle_height", ())))


@lean_kernel
def core_slope(normal: Triple) -> tuple[float, float]:
    """Pitch and roll [deg] of `slope_rotator`, for a unit normal."""
    level = math.sqrt(normal[0] * normal[0] + normal[2] * normal[2])
    return -arctangent(normal[0], normal[2]), arctangent(normal[1], level)


@lean_kernel
def core_ankle_rise(normal_z: float, ankle_height: float) -> float:
    """`ankle_rise` without its checks."""
    return ankle_height / normal_z - ankle_height


@lean_kernel
def core_slope_rotation(normal: Triple) -> Quadruple:
    """Rotation from level ground to ground with this unit normal, in a frame whose X is the heading."""
    pitch, roll = core_slope(normal)
    return core_rotator(pitch, 0.0, roll)


@lean_kernel
def core_limited(normal: Triple, least_up: float) -> Triple:
    """The unit normal of ground that rises the same way and is no steeper than one with this Z."""
    if normal[2] >= least_up:
        return normal
    share = math.sqrt((1.0 - least_up) * (1.0 + least_up) / (normal[0] * normal[0] + normal[1] * normal[1]))
    return normal[0] * share, normal[1] * share, least_up
