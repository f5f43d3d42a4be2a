"""How a character moved in a tick, and where that leaves the root of its skeleton."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats
from systems.animation.kinematics import row4, set4
from systems.kernel import lean_kernel
from systems.maths.elementary import sine_cosine

FASTEST = 3000.0
"""Speed beyond which way walked was a jump of numbers [cm/s]."""
YAW, TRAVELLED, TIME_SINCE_GROUND, TIME_ON_GROUND, LANDING_SPEED = range(5)
"""Rows of `Readings.states`."""


class Readings(NamedTuple):
    """What was read of the characters' components in this tick; kernels take it whole."""

    positions: Floats
    """Transform.position [cm], shape [character_count, 3]."""
    rotations: Floats
    """Transform.rotation of those without a heading, unit quaternions, shape [character_count, 4]."""
    scales: Floats
    """Transform.scale [1], shape [character_count]."""
    half_heights: Floats
    """CapsuleCollider.half_height [cm], not a number without one, shape [character_count]."""
    headed: Flags
    """Who has a CharacterState, and so a heading, shape [character_count]."""
    walking: Flags
    """Who has a GroundContact besides, and so can walk, shape [character_count]."""
    states: Floats
    """Five fields of CharacterState, shape [5, character_count]."""
    grounded: Flags
    """GroundContact.grounded, true without one, shape [character_count]."""
    slopes: Floats
    """Z of the ground's normal, shape [character_count]."""
    ground_rise_speeds: Floats
    """Upward speed of the ground stood on [cm/s], shape [character_count]."""
    velocities: Floats
    """Velocity.linear [cm/s], shape [character_count, 3]."""
    strikes: Floats
    """AttackState.time, or -1, and the times of MeleeAttack [s], shape [4, character_count]."""


class Motion(NamedTuple):
    """How a character moved in a tick, as far as its pose depends on it."""

    way: float = 0.0
    """Way walked, measured level, in the size of the skeleton [cm]."""
    rise: float = 0.0
    """Height gained against the ground it stands on [cm]."""
    level_speed: float = 0.0
    """Speed along X [cm/s]."""
    vertical_speed: float = 0.0
    """Upward speed [cm/s]."""
    grounded: bool = True
    """Whether it stands on walkable ground."""
    time_since_ground: float = 0.0
    """Time in the air [s]."""
    time_on_ground: float = 0.0
    """Time since landing [s]."""
    landing_speed: float = 0.0
    """Downward speed of the last landing [cm/s]."""


@lean_kernel
def motion_of(readings: Readings, row: int, way: float, rise: float, dt: float) -> Motion:
    """How a character moved; without the components of one it stands still.

    Args:
        readings: What was read of all characters.
        row: The character.
        way: Way walked since the last tick, along the ground [cm].
        rise: Height gained [cm].
        dt: Length of the tick [s].
    """
    if not readings.walking[row]:
        return Motion(0.0, 0.0, 0.0, 0.0, True, 0.0, 0.0, 0.0)
    scale = readings.scales[row]
    return Motion(
        min(max(way * readings.slopes[row], 0.0), FASTEST * dt) / scale,
        (rise - readings.ground_rise_speeds[row] * dt) / scale,
        readings.velocities[row, 0] / scale,
        readings.velocities[row, 2],
        readings.grounded[row],
        readings.states[TIME_SINCE_GROUND, row],
        readings.states[TIME_ON_GROUND, row],
        readings.states[LANDING_SPEED, row],
    )


@lean_kernel
def place_root(readings: Readings, row: int, root_positions: Floats, root_rotations: Floats) -> None:
    """Component space begins at the capsule's bottom and looks where the character looks."""
    half = readings.half_heights[row]
    below = 0.0 if math.isnan(half) else half * readings.scales[row]
    root_positions[row, 0] = readings.positions[row, 0]
    root_positions[row, 1] = readings.positions[row, 1]
    root_positions[row, 2] = readings.positions[row, 2] - below
    if readings.headed[row]:
        sine, cosine = sine_cosine(np.fmod(readings.states[YAW, row], 360.0) * 0.5)
        set4(root_rotations, row, (0.0, 0.0, sine, cosine))
    else:
        set4(root_rotations, row, row4(readings.rotations, row))
