"""Where a strike can hit: a capsule that lies along the attacker's forward vector (seed 002)."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.maths.checks import finite, unit
from systems.maths.elementary import sine_cosine
from systems.maths.quaternion import rotate
from systems.maths.rotation import make_from_z, matrix_to_quaternion


class Capsule(NamedTuple):
    """All points within a radius of a line."""

    start: Floats
    """World start of the line [cm], shape [3]."""
    end: Floats
    """World end of the line [cm], shape [3]."""
    radius: float
    """[cm]"""

    @property
    def segment(self) -> Floats:
        """Start and end as kernels take them, shape [6]."""
        return np.concatenate((self.start, self.end))


def capsule_at(centre: ArrayLike, rotation: ArrayLike, half_height: float, radius: float) -> Capsule:
    """A capsule whose long axis is the Z axis of its rotation.

    Args:
        centre: World centre [cm], shape [3].
        rotation: Unit quaternion, shape [4].
        half_height: Half of its whole length, caps included [cm]; below the radius it is a sphere.
        radius: Radius of the caps and the side [cm].

    Raises:
        ValueError: An argument is not finite, or a size is not positive.
    """
    middle = finite(centre, "centre", (3,))
    for name, size in (("half_height", half_height), ("radius", radius)):
        if not (math.isfinite(size) and size > 0.0):
            raise ValueError(f"{name} must be finite and above 0, got {size}")
    along = rotate(rotation, (0.0, 0.0, max(half_height - radius, 0.0)))
    return Capsule(middle - along, middle + along, radius)


def attack_capsule(position: ArrayLike, forward: ArrayLike, attack_range: float, radius: float) -> Capsule:
    """The capsule of a strike: its long axis along forward by `make_from_z`, its centre at half the range.

    Half its length is range / 2 + radius, so that the line inside runs from the attacker to its range.

    Args:
        position: World position of the attacker [cm], shape [3].
        forward: Any direction, up and down included, shape [3].
        attack_range: How far it reaches, without the cap [cm].
        radius: Radius [cm].

    Raises:
        ValueError: An argument is not finite, forward is no direction, or a size is negative.
    """
    ahead = unit(forward, "forward")
    if not ahead.any():
        raise ValueError("forward must be a direction, got a vector of length 0")
    if not attack_range >= 0.0:
        raise ValueError(f"attack_range must not be below 0, got {attack_range}")
    centre = finite(position, "position", (3,)) + 0.5 * attack_range * ahead
    rotation = matrix_to_quaternion(make_from_z(ahead))
    return capsule_at(centre, rotation, 0.5 * attack_range + radius, radius)


def aimed(rotation: ArrayLike, facing: float, pitch: float) -> Floats:
    """Where somebody aims, unit vector [3].

    Args:
        rotation: World rotation, unit quaternion [4]; its X axis is ahead.
        facing: 1 ahead, -1 behind.
        pitch: Angle above that [deg].
    """
    sine, cosine = sine_cosine(pitch)
    return rotate(rotation, (facing * cosine, 0.0, sine))


def raised(direction: Floats, lift: float) -> Floats:
    """A direction turned up by an angle [deg] without leaving its vertical plane, at most upright, shape [3].

    One that is upright or hangs straight down has no such plane and stays.
    """
    level = math.sqrt(direction[0] ** 2 + direction[1] ** 2)
    if level < 1e-9:  # noqa: PLR2004 - rounding of an upright unit vector
        return direction.copy()
    sine, cosine = sine_cosine(lift)
    risen, ahead = direction[2] * cosine + level * sine, level * cosine - direction[2] * sine
    if ahead <= 0.0:
        return np.array((0.0, 0.0, math.copysign(1.0, risen)))
    return np.array((direction[0] / level * ahead, direction[1] / level * ahead, risen))
