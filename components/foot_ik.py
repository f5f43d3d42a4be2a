"""Feet that find the ground: the settings of seed 000 and what they work out in a tick."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Flags, Floats, Integers


class DebugDraw(StrEnum):
    """How long a trace stays visible in the debug view."""

    NONE = "none"
    ONE_FRAME = "one_frame"
    DURATION = "duration"
    PERSISTENT = "persistent"


class JointTarget(StrEnum):
    """Which bone the joint in the middle of a leg leans to."""

    KNEE = "knee"
    THIGH = "thigh"


@dataclass(slots=True)
class FootIK:
    """How a character's feet look for ground (seed 000)."""

    feet: tuple[str, ...] = ("foot_l", "foot_r")
    """Bones at the ends of the legs; the two bones above each are its calf and thigh."""
    trace_distance: Annotated[float, Meta(ge=0)] = 55.0
    """How far below the capsule's bottom ground is looked for [cm]."""
    interp_speed: Annotated[float, Meta(ge=0)] = 17.0
    """Interpolation speed [1/s]; 0 means at once."""
    offset_distance: float = 5.0
    """Added to the height of both feet [cm]."""
    joint_target: JointTarget = JointTarget.KNEE
    """What the knees lean to: their animated place, or straight ahead of the thigh."""
    ankle_height: Annotated[float, Meta(ge=0)] = 8.0
    """Height of the ankle over its sole [cm]."""
    debug_draw: DebugDraw = DebugDraw.NONE
    """How long traces stay visible."""
    debug_duration: Annotated[float, Meta(ge=0)] = 2.0
    """How long they stay for DebugDraw.DURATION [s]."""


@dataclass(slots=True)
class FootTraces:
    """What the ground traces of this tick found, one row a foot."""

    hit: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Whether there is ground, shape [foot_count]. The other rows mean nothing where False."""
    start: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World start of each trace [cm], shape [foot_count, 3]."""
    end: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World end of each trace [cm], shape [foot_count, 3]."""
    point: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World point of the ground [cm], shape [foot_count, 3]; where the ground bends under a sole, of the
    plane that the sole rests on."""
    normal: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Unit normal of that ground or plane, shape [foot_count, 3]."""
    platform: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Row of PlatformMotion it belongs to, or -1, shape [foot_count]."""
    landing_hit: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Whether the foot is in the air and there is ground where it will come down, shape [foot_count]."""
    landing_point: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World point of that ground [cm], shape [foot_count, 3]; means nothing where there is none."""


@dataclass(slots=True)
class TraceMark:
    """One trace that is kept for the debug view."""

    start: Floats
    """World start [cm], shape [3]."""
    end: Floats
    """World end: where it hit, or where it would have ended [cm], shape [3]."""
    hit: bool
    """Whether it hit."""
    age: float = 0.0
    """Time since it was made [s]."""


@dataclass(slots=True)
class TraceLog:
    """Traces that the debug view shows, oldest first; FootIK.debug_draw says how long they stay."""

    marks: list[TraceMark] = field(default_factory=list)
    """The traces; at most the last few hundred."""


@dataclass(slots=True)
class IKData:
    """Smoothed offsets that put the feet on the ground, in world space."""

    pelvis_distance: float = 0.0
    """Vertical offset of the pelvis [cm]."""
    foot_distances: Floats = field(default_factory=lambda: np.zeros(0))
    """Vertical offset of each foot on top of the pelvis's [cm], shape [foot_count]."""
    foot_rotations: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """Rotation from level ground to the ground under each foot, unit quaternions, shape [foot_count, 4]."""
    ground_heights: Floats = field(default_factory=lambda: np.zeros(0))
    """Smoothed world height of the ground under each foot [cm], shape [foot_count]."""
    weights: Floats = field(default_factory=lambda: np.zeros(0))
    """How much each foot follows the ground [0, 1], shape [foot_count]."""
    found: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Whether each foot had ground to stand on in the last tick, shape [foot_count]."""
    floor: float = 0.0
    """Smoothed world height of the ground that the body stands on, the lower foot's at most [cm]."""
    settled: bool = False
    """False until the first tick on the ground, which takes the ground as it is."""

    @property
    def left_distance(self) -> float:
        """Offset of the first foot [cm]."""
        return float(self.foot_distances[0])

    @property
    def right_distance(self) -> float:
        """Offset of the second foot [cm]."""
        return float(self.foot_distances[1])
