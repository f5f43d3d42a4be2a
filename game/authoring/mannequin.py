"""The mannequin: 176 cm with a big head, legs of 86 cm that stand a little bent."""

from components.arrays import vector
from components.skeleton import BoneDefinition, SkeletonDefinition
from game.authoring.legs import CALF, FOOT_TO_BALL, HIP, THIGH, FootPlace, leg_rotators
from game.authoring.rounding import rounded

SIDES = {"l": 1.0, "r": -1.0}
"""Sign of Y of each side."""
ANKLE = 8.0
"""Height of the ankle over the sole [cm]."""
PELVIS = 94.0
"""Height of the pelvis in the reference pose [cm]."""
ARM_ROLL = 8.0
"""How far the arms stand off in the reference pose [deg]."""


def mannequin() -> SkeletonDefinition:
    """The skeleton as its file describes it."""
    bones = [
        BoneDefinition("root"),
        BoneDefinition("pelvis", "root", vector(0, 0, PELVIS)),
        BoneDefinition("spine_01", "pelvis", vector(-1, 0, 7)),
        BoneDefinition("spine_02", "spine_01", vector(0, 0, 10)),
        BoneDefinition("spine_03", "spine_02", vector(0, 0, 11)),
        BoneDefinition("neck_01", "spine_03", vector(0, 0, 14)),
        BoneDefinition("head", "neck_01", vector(1.5, 0, 6)),
    ]
    for side, sign in SIDES.items():
        bones += _arm(side, sign)
    for side, sign in SIDES.items():
        bones += _leg(side, sign)
    return SkeletonDefinition("mannequin", tuple(bones))


def _arm(side: str, sign: float) -> list[BoneDefinition]:
    return [
        BoneDefinition(f"clavicle_{side}", "spine_03", vector(0, 3 * sign, 10)),
        BoneDefinition(
            f"upperarm_{side}", f"clavicle_{side}", vector(0, 13 * sign, 0), vector(0, 0, -ARM_ROLL * sign)
        ),
        BoneDefinition(f"lowerarm_{side}", f"upperarm_{side}", vector(0, 0, -26), vector(8, 0, 0)),
        BoneDefinition(f"hand_{side}", f"lowerarm_{side}", vector(0, 0, -24)),
    ]


def _leg(side: str, sign: float) -> list[BoneDefinition]:
    ankle = FootPlace(vector(0, HIP[1] * sign, ANKLE))
    turns = leg_rotators(vector(0, 0, PELVIS), vector(), sign, ankle)
    return [
        BoneDefinition(
            f"thigh_{side}", "pelvis", vector(HIP[0], HIP[1] * sign, HIP[2]), rounded(turns.thigh)
        ),
        BoneDefinition(f"calf_{side}", f"thigh_{side}", vector(0, 0, -THIGH), rounded(turns.calf)),
        BoneDefinition(f"foot_{side}", f"calf_{side}", vector(0, 0, -CALF), rounded(turns.foot)),
        BoneDefinition(f"ball_{side}", f"foot_{side}", vector(FOOT_TO_BALL[0], 0, FOOT_TO_BALL[1])),
    ]
