"""Profiles: two seeds and this project's own rules, as data over one core."""

import math
from dataclasses import dataclass
from enum import IntEnum

from components.foot_ik import FootIK, Profile

REFERENCE_RATE = 60.0
"""Tick rate at which exact decay is the same as the seed's interpolation [1/s]."""
SOFTNESS = 0.02
"""Share of its length in which a leg slows down before it is straight [1]."""


class PelvisRule(IntEnum):
    """Where the pelvis goes."""

    REACH = 0
    """Down as little as lets every planted leg reach its ground."""
    LOWEST = 1
    """Down with the lower foot (seed 000)."""
    NONE = 2
    """Nowhere (seed 001)."""


class Faults(IntEnum):
    """Which seed's arithmetic is followed as it stands, faults and all."""

    NONE = 0
    UNREAL = 1
    UNITY = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """What one profile does."""

    pelvis: PelvisRule = PelvisRule.REACH
    """Where the pelvis goes."""
    whole_sole: bool = True
    """Whether heel and toe look for ground too; else the ankle alone."""
    from_ankle: bool = False
    """Whether the search begins above the ankle (seed 001); else at the capsule's middle (seed 000)."""
    judged: bool = True
    """Whether slope, height, tag and a start inside something rule ground out."""
    planting: bool = True
    """Whether feet that bear weight stay where they are."""
    foresight: bool = True
    """Whether feet in the air go to the ground where they will come down."""
    banded: bool = True
    """Whether small changes count as noise."""
    softness: float = SOFTNESS
    """Share of its length in which a leg slows down [1]."""
    tag: str = ""
    """Tag that ground must have where FootIK names none."""
    faults: Faults = Faults.NONE
    """Whose faults are kept."""


RULES: dict[Profile, Rules] = {
    Profile.SOFTSTEP: Rules(),
    Profile.UNREAL: Rules(
        pelvis=PelvisRule.LOWEST, whole_sole=False, planting=False, foresight=False, softness=0.0
    ),
    Profile.UNITY: Rules(
        whole_sole=False,
        from_ankle=True,
        planting=False,
        foresight=False,
        softness=0.0,
        tag="WalkableGround",
    ),
    Profile.UNREAL_SEED: Rules(
        pelvis=PelvisRule.LOWEST,
        whole_sole=False,
        judged=False,
        planting=False,
        foresight=False,
        banded=False,
        softness=0.0,
        faults=Faults.UNREAL,
    ),
    Profile.UNITY_SEED: Rules(
        pelvis=PelvisRule.NONE,
        whole_sole=False,
        from_ankle=True,
        judged=False,
        planting=False,
        foresight=False,
        banded=False,
        softness=0.0,
        tag="WalkableGround",
        faults=Faults.UNITY,
    ),
}
"""The rules of every profile."""


def rules_of(foot_ik: FootIK) -> Rules:
    """The rules of a character's profile."""
    return RULES[foot_ik.profile]


def tag_of(foot_ik: FootIK) -> str:
    """The tag that a character's ground must have, or an empty text."""
    return foot_ik.tag or rules_of(foot_ik).tag


def decay_rate(interp_speed: float) -> float:
    """Rate of exact decay that is a seed's interpolation speed at 60 ticks a second [1/s].

    A step of share s/60 leaves exp(-rate/60) = 1 - s/60, so rate = -60 ln(1 - s/60): 19.9887 for 17. A speed
    that jumps there in one tick has an infinite rate; 0 means at once, as in the seed.
    """
    share = interp_speed / REFERENCE_RATE
    if interp_speed <= 0.0 or share >= 1.0:
        return math.inf
    return -REFERENCE_RATE * math.log1p(-share)


def weights_of(weights: tuple[float, ...], count: int) -> tuple[float, ...]:
    """One weight for each foot; feet left out count in full."""
    return (*weights, *(1.0,) * count)[:count]
