"""The hound: four legs of 56 cm, knees behind that bend forward and elbows in front that bend back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, vector
from components.skeleton import BoneDefinition, ClipDefinition, SkeletonDefinition, TrackDefinition
from game.authoring.rounding import DECIMALS, rounded_rotator
from game.authoring.shapes import ease, hermite, swing
from systems.foot_ik.two_bone import solve_two_bone
from systems.maths.quaternion import conjugate, multiply
from systems.maths.rotation import make_from_zy, matrix_to_quaternion, quaternion_to_rotator

NAME = "hound"
UPPER, LOWER, ANKLE = 28.0, 28.0, 5.0
"""Lengths of both bones of a leg, and height of the ankle over the sole [cm]."""
TRUNK = vector(-30.0, 0.0, 60.0)
"""Place of the pelvis [cm]."""
CHEST = vector(60.0, 0.0, 0.0)
"""Place of the chest from the pelvis [cm]."""
STRIDE, DURATION, KEYS = 84.0, 0.84, 24
"""Way of one cycle of the walk [cm], its length [s], and its keys."""
STANCE = 0.64
"""Share of the cycle in which a foot is down [1]."""
LIFT = 7.0
"""How high a foot is swung [cm]."""


class Leg(NamedTuple):
    """One of its legs."""

    parent: str
    """Bone that it hangs from."""
    hip: Floats
    """Where, in component space [cm], shape [3]."""
    knee: float
    """1 where the joint in its middle bends forward, -1 back."""
    phase: float
    """When in the walk its foot comes down [1]."""


LEGS: Mapping[str, Leg] = MappingProxyType(
    {
        "hl": Leg("pelvis", vector(-32, 8, 56), 1.0, 0.0),
        "fl": Leg("chest", vector(31, 8, 56), -1.0, 0.25),
        "hr": Leg("pelvis", vector(-32, -8, 56), 1.0, 0.5),
        "fr": Leg("chest", vector(31, -8, 56), -1.0, 0.75),
    }
)
"""Its legs, in the order in which their feet come down."""
FEET = tuple(f"foot_{leg}" for leg in LEGS)
"""Bones at the ends of its legs."""


def hound() -> SkeletonDefinition:
    """The skeleton as its file describes it."""
    bones = [
        BoneDefinition("root"),
        BoneDefinition("pelvis", "root", TRUNK),
        BoneDefinition("spine", "pelvis", CHEST * 0.5),
        BoneDefinition("chest", "spine", CHEST * 0.5),
        BoneDefinition("neck", "chest", vector(10, 0, 8)),
        BoneDefinition("head", "neck", vector(12, 0, 14)),
        BoneDefinition("tail", "pelvis", vector(-12, 0, 4)),
        BoneDefinition("tail_end", "tail", vector(-22, 0, 12)),
    ]
    for name, leg in LEGS.items():
        turns = leg_turns(leg, _home(leg))
        hip = leg.hip - TRUNK - (CHEST if leg.parent == "chest" else vector())
        bones += [
            BoneDefinition(f"thigh_{name}", leg.parent, hip, turns[0]),
            BoneDefinition(f"calf_{name}", f"thigh_{name}", vector(0, 0, -UPPER), turns[1]),
            BoneDefinition(f"foot_{name}", f"calf_{name}", vector(0, 0, -LOWER), turns[2]),
            BoneDefinition(f"ball_{name}", f"foot_{name}", vector(6, 0, -4)),
        ]
    return SkeletonDefinition(NAME, tuple(bones))


def leg_turns(leg: Leg, ankle: Floats) -> tuple[Floats, Floats, Floats]:
    """Rotators of thigh, calf and foot [deg] that bring a level foot to a place, the trunk being level."""
    ahead = vector(leg.knee, 0, 0)
    solved = solve_two_bone(leg.hip, ankle, leg.hip + ahead, UPPER, LOWER, reach_ratio=0.98)
    hinge = np.cross(vector(1, 0, 0), solved.end - leg.hip)
    thigh = matrix_to_quaternion(make_from_zy(leg.hip - solved.joint, hinge))
    calf = matrix_to_quaternion(make_from_zy(solved.joint - solved.end, hinge))
    return (
        rounded_rotator(quaternion_to_rotator(thigh)),
        rounded_rotator(quaternion_to_rotator(multiply(conjugate(thigh), calf))),
        rounded_rotator(quaternion_to_rotator(conjugate(calf))),
    )


def _home(leg: Leg) -> Floats:
    return vector(leg.hip[0], leg.hip[1], ANKLE)


def _stepping(leg: Leg, phase: float) -> Floats:
    """Place of an ankle in the walk [cm]."""
    at, reach = (phase - leg.phase) % 1.0, 0.5 * STRIDE * STANCE
    place = _home(leg)
    if at < STANCE:
        return place + vector(reach - STRIDE * at, 0, 0)
    share = (at - STANCE) / (1.0 - STANCE)
    back = -STRIDE * (1.0 - STANCE)
    x = hermite(share, -reach, back, reach, back)
    return place + vector(x, 0, LIFT * ease(2 * share) * ease(2 - 2 * share))


def hound_clips() -> list[ClipDefinition]:
    """Its clips: idle, and a walk at 100 cm/s."""
    return [_idle(), _walk()]


def _idle() -> ClipDefinition:
    sway = [(2.0 * key / 8, round(1.5 * swing(key / 8, peak=0.25), DECIMALS), 0.0, 0.0) for key in range(8)]
    wag = [(2.0 * key / 8, 0.0, round(14 * swing(key / 8, peak=0.0), DECIMALS), 0.0) for key in range(8)]
    tracks = {"neck": TrackDefinition(tuple(sway)), "tail": TrackDefinition(tuple(wag))}
    curves: dict[str, tuple[tuple[float, float], ...]] = {f"contact_{name}": ((0.0, 1.0),) for name in LEGS}
    return ClipDefinition("idle", 2.0, loop=True, tracks=tracks, curves=curves)


def _walk() -> ClipDefinition:
    phases = [key / KEYS for key in range(KEYS)]
    times = [round(phase * DURATION, DECIMALS) for phase in phases]
    tracks: dict[str, TrackDefinition] = {}
    curves: dict[str, tuple[tuple[float, float], ...]] = {}
    for name, leg in LEGS.items():
        turns = [leg_turns(leg, _stepping(leg, phase)) for phase in phases]
        for row, bone in enumerate(("thigh", "calf", "foot")):
            keys = ((time, *turn[row].tolist()) for time, turn in zip(times, turns, strict=True))
            tracks[f"{bone}_{name}"] = TrackDefinition(tuple(keys))
        down = (float((phase - leg.phase) % 1.0 < STANCE - 1e-9) for phase in phases)
        curves[f"contact_{name}"] = tuple(zip(times, down, strict=True))
    nod = [
        (time, round(2.5 * swing(2 * phase % 1.0, peak=0.1), DECIMALS), 0.0, 0.0)
        for time, phase in zip(times, phases, strict=True)
    ]
    tracks["neck"] = TrackDefinition(tuple(nod))
    return ClipDefinition("walk", DURATION, loop=True, stride=STRIDE, tracks=tracks, curves=curves)
