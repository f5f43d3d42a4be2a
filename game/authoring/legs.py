"""Legs bent so that their feet are where they should be."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, vector
from systems.foot_ik.two_bone import solve_two_bone
from systems.maths.quaternion import conjugate, multiply, rotate
from systems.maths.rotation import (
    make_from_zy,
    matrix_to_quaternion,
    quaternion_to_rotator,
    rotator_to_quaternion,
)

THIGH = 44.0
"""Hip to knee [cm]."""
CALF = 42.0
"""Knee to ankle [cm]."""
HIP = (0.0, 9.0, -3.0)
"""Left hip from the pelvis [cm]; the right one mirrors Y."""
FOOT_TO_BALL = (12.0, -6.5)
"""Ball of the foot from the ankle, in X and Z [cm]."""
REACH = 0.992
"""Share of the leg's length that clips use at most; the rest is in hand to find the ground with [1]."""


@dataclass(slots=True)
class FootPlace:
    """Where a foot is meant to be."""

    ankle: Floats
    """Component space [cm], shape [3]."""
    pitch: float = 0.0
    """Toes up [deg]."""
    yaw: float = 0.0
    """Toes toward +Y [deg]."""
    ball_pitch: float = 0.0
    """Toes up against the foot [deg]."""
    knee_yaw: float = 0.0
    """Which way the knee points, toward +Y [deg]."""
    turn: Floats = field(init=False)
    """Component-space rotation of the foot, unit quaternion, shape [4]."""

    def __post_init__(self) -> None:
        self.turn = rotator_to_quaternion((self.pitch, self.yaw, 0.0))


class LegRotators(NamedTuple):
    """Rotators (pitch, yaw, roll) of a leg's bones in their parents' frames [deg], shape [3] each."""

    thigh: Floats
    calf: Floats
    foot: Floats
    ball: Floats


def leg_rotators(pelvis: Floats, pelvis_rotator: Floats, sign: float, foot: FootPlace) -> LegRotators:
    """Solves a leg.

    Args:
        pelvis: Place of the pelvis in component space [cm], shape [3].
        pelvis_rotator: Its rotator (pitch, yaw, roll) [deg], shape [3].
        sign: 1 for the left leg, -1 for the right.
        foot: Where its foot should be. One out of reach is approached as far as REACH allows.
    """
    pelvis_turn = rotator_to_quaternion(pelvis_rotator)
    hip = pelvis + rotate(pelvis_turn, vector(HIP[0], HIP[1] * sign, HIP[2]))
    ahead = rotate(rotator_to_quaternion((0.0, foot.knee_yaw, 0.0)), vector(1, 0, 0))
    leg = solve_two_bone(hip, foot.ankle, hip + ahead, THIGH, CALF, reach_ratio=REACH)
    hinge = np.cross(ahead, leg.end - hip)
    thigh = matrix_to_quaternion(make_from_zy(hip - leg.joint, hinge))
    calf = matrix_to_quaternion(make_from_zy(leg.joint - leg.end, hinge))
    return LegRotators(
        quaternion_to_rotator(multiply(conjugate(pelvis_turn), thigh)),
        quaternion_to_rotator(multiply(conjugate(thigh), calf)),
        quaternion_to_rotator(multiply(conjugate(calf), foot.turn)),
        vector(foot.ball_pitch, 0, 0),
    )
