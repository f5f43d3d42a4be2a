"""The arithmetic of seed 000, as it stands there.

The systems of this room keep world offsets instead; this module says what the seed's own numbers are, with
the sign that its mirrored right leg wants. Its rotator is exact only for slopes along one axis;
`systems.foot_ik.slope` has the exact one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.maths.checks import finite
from systems.maths.interpolation import deg_atan2, finterp_to


class SeedOffsets(NamedTuple):
    """What the seed hands to its animation graph."""

    pelvis: float = 0.0
    """World Z of the pelvis [cm]."""
    left: float = 0.0
    """Local X of the left foot's bone [cm]."""
    right: float = 0.0
    """Local X of the right foot's bone, which is mirrored: down where the left is up [cm]."""


def raw_distance(ground_height: float, capsule_bottom: float, trace_distance: float, offset: float) -> float:
    """O + length - T: how far a foot has to move for the ground under it [cm].

    Args:
        ground_height: World height where the trace hit [cm].
        capsule_bottom: World height of the capsule's bottom [cm].
        trace_distance: T, how far below the bottom the trace ends [cm].
        offset: O, added to every foot [cm].

    length, measured from the end of the trace, is ground - (bottom - T), so T cancels but for its reach.
    """
    length = ground_height - (capsule_bottom - trace_distance)
    return offset + length - trace_distance


def seed_targets(left_raw: float, right_raw: float) -> SeedOffsets:
    """Where pelvis and feet want to be: the pelvis with the lower foot, the feet with what is left over."""
    pelvis = min(left_raw, right_raw)
    return SeedOffsets(pelvis, left_raw - pelvis, -(right_raw - pelvis))


def seed_step(offsets: SeedOffsets, targets: SeedOffsets, dt: float, speed: float) -> SeedOffsets:
    """One frame of the seed: each number a step of `finterp_to` toward its target."""
    return SeedOffsets(
        *(finterp_to(now, target, dt, speed) for now, target in zip(offsets, targets, strict=True))
    )


def seed_slope_rotator(normal: ArrayLike) -> Floats:
    """Rotator (pitch, yaw, roll) [deg] the seed gives a foot on ground with this normal, shape [3].

    pitch = -atan2(n.x, n.z), roll = atan2(n.y, n.z). A zero normal gives zeros.
    """
    x, y, z = finite(normal, "normal", (3,)).tolist()
    return np.array((-deg_atan2(x, z), 0.0, deg_atan2(y, z)))
