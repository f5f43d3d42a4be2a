"""Feet that find the ground: the settings of seeds 000 and 001 and what they work out in a tick."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import ArrayLike

from components.arrays import Flags, Floats, Integers
from components.collider import Layer
from components.feet_pool import FeetPool
from components.pool_row import Number, PoolRow, Rows
from components.watched import Watched


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


class Profile(StrEnum):
    """Whose rules a character's feet follow; `systems.foot_ik.profile` says what they are."""

    SOFTSTEP = "softstep"
    """The whole of this project: feet plant themselves, soles lie on what is under them."""
    UNREAL = "unreal"
    """Seed 000, corrected: the pelvis goes with the lower foot."""
    UNITY = "unity"
    """Seed 001, corrected: the ray begins above the ankle, and tagged ground alone counts."""
    UNREAL_SEED = "unreal_seed"
    """Seed 000 to the number, with its faults, for comparison."""
    UNITY_SEED = "unity_seed"
    """Seed 001 to the number, with its faults, for comparison."""


class Verdict(IntEnum):
    """What a foot's search for ground came to."""

    HIT = 0
    """There is ground to stand on."""
    MISSED = 1
    """There is nothing within reach."""
    TOO_STEEP = 2
    """What is there is steeper than `FootIK.walkable_angle`."""
    TOO_HIGH = 3
    """It is higher than `FootIK.max_step_up`."""
    TOO_LOW = 4
    """It is lower than `FootIK.max_step_down`."""
    NOT_WALKABLE = 5
    """It lacks the tag that `FootIK.tag` asks for."""
    INSIDE = 6
    """The search began inside something solid."""


Share = Annotated[float, Meta(ge=0, le=1)]
Length = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class FootIK(Watched):
    """How a character's feet look for ground. Lengths are those of a character of scale 1."""

    profile: Profile = Profile.SOFTSTEP
    """Whose rules they follow."""

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
    """Height of the ankle over its sole [cm]; seed 001's ground distance."""
    heel: Length = 6.0
    """How far the sole reaches behind the ankle [cm]."""
    toe: Length = 18.0
    """How far it reaches ahead of it [cm]."""
    walkable_angle: Annotated[float, Meta(ge=0, lt=90)] = 45.0
    """Steepest ground that is stood on, and the farthest that a foot tilts [deg]."""
    max_step_up: Length = 45.0
    """Highest ground over the capsule's bottom that a foot steps on, less what it is lifted by [cm]."""
    max_step_down: Length = 55.0
    """Lowest ground under the capsule's bottom that a foot steps on [cm]."""
    layers: tuple[Layer, ...] = (Layer.TERRAIN, Layer.PLATFORM, Layer.SLIME)
    """What can be ground."""
    tag: str = ""
    """Tag that ground must have, such as "WalkableGround"; empty where all is ground (seed 001)."""
    see_through: bool = False
    """Whether the search goes on below what lacks the tag."""
    position_weights: tuple[Share, ...] = ()
    """How much each foot goes to its ground [1]; feet left out count in full (seed 001)."""
    rotation_weights: tuple[Share, ...] = ()
    """How much each foot turns with its ground [1]; feet left out count in full (seed 001)."""
    max_pelvis_drop: Length = 30.0
    """Farthest that the pelvis is lowered for a leg to reach [cm]."""
    max_pelvis_raise: Length = 0.0
    """Farthest that it is raised, where both feet stand higher than the capsule [cm]."""
    height_band: Length = 0.1
    """Changes of height that count as noise [cm]."""
    angle_band: Annotated[float, Meta(ge=0, lt=90)] = 1.0
    """Turns of the ground that count as noise [deg]."""
    edge_band: Length = 1.2
    """Way that a foot moves before it looks anew on which side of an edge it is [cm]."""
    release_distance: Length = 20.0
    """How far the animation may be from a planted foot before it lets go [cm]."""
    release_angle: Annotated[float, Meta(ge=0, le=180)] = 40.0
    """How far the animation may turn from a planted foot before it lets go [deg]."""
    hands: tuple[str, ...] = ()
    """Bones at the ends of arms that stop at walls."""
    debug_draw: DebugDraw = DebugDraw.NONE
    """How long traces stay visible."""
    debug_duration: Annotated[float, Meta(ge=0)] = 2.0
    """How long they stay for DebugDraw.DURATION [s]."""


class FeetOf(PoolRow[FeetPool]):
    """One character's feet in a pool; by itself a pool of one."""

    __slots__ = ()

    def __init__(self, pool: FeetPool | None = None, row: int = 0, **values: ArrayLike) -> None:
        """Feet that have not looked for ground yet, but for the values given."""
        super().__init__(pool or _pool_for(values), row)
        for name, value in values.items():
            setattr(self, name, value)


class FootTraces(FeetOf):
    """What the ground traces of this tick found, one row a foot.

    Its arrays are views that the next tick changes: copy what to keep.
    """

    __slots__ = ()

    verdict = Rows[Integers]("first_foot")
    """What the search came to, a `Verdict`, shape [foot_count]."""
    start = Rows[Floats]("first_foot")
    """World start of each trace [cm], shape [foot_count, 3]."""
    end = Rows[Floats]("first_foot")
    """World end of each trace [cm], shape [foot_count, 3]."""
    point = Rows[Floats]("first_foot")
    """World point of the plane that the whole sole rests on, under its ankle [cm], shape [foot_count, 3]."""
    normal = Rows[Floats]("first_foot")
    """Unit normal of that plane, shape [foot_count, 3]."""
    anchor = Rows[Floats]("first_foot")
    """World X and Y at which each foot looked last; it looks there again until it has moved by
    `FootIK.edge_band` [cm], shape [foot_count, 2]."""
    platform = Rows[Integers]("first_foot")
    """Row of PlatformMotion it belongs to, or -1, shape [foot_count]."""
    body = Rows[Integers]("first_foot")
    """Soft body that it belongs to, an entity, or -1, shape [foot_count]."""
    particles = Rows[Integers]("first_foot")
    """That body's particles at the corners of the triangle under each foot, shape [foot_count, 3]."""
    shares = Rows[Floats]("first_foot")
    """Share of each of them in the place under the foot; they sum to 1, shape [foot_count, 3]."""
    foothold = Rows[Floats]("first_foot")
    """World position of that place [cm], shape [foot_count, 3]."""
    carried = Rows[Floats]("first_foot")
    """How far the place that each foot had found on a soft body went with it in this tick [cm],
    shape [foot_count, 3]."""
    landing_hit = Rows[Flags]("first_foot")
    """Whether the foot is in the air and there is ground where it will come down, shape [foot_count]."""
    landing_point = Rows[Floats]("first_foot")
    """World point of that ground under the ankle [cm], shape [foot_count, 3]; means nothing where there is
    none."""
    landing_normal = Rows[Floats]("first_foot")
    """Unit normal of the plane that the sole will rest on there, shape [foot_count, 3]."""
    nudge = Rows[Floats]("first_foot")
    """World X and Y by which a sole would have to move for heel and toes not to be in a step beside it [cm],
    shape [foot_count, 2]."""
    landing_nudge = Rows[Floats]("first_foot")
    """The same where it will come down [cm], shape [foot_count, 2]."""

    @property
    def hit(self) -> Flags:
        """Whether there is ground, shape [foot_count]. The other rows mean nothing where False."""
        hit: Flags = self.verdict == Verdict.HIT
        return hit

    def canonical(self) -> tuple[object, ...]:
        """All that a state hash takes of it, the same whatever its row."""
        found = (self.verdict, self.start, self.end, self.point, self.normal, self.anchor, self.platform)
        living = (self.body, self.particles, self.shares, self.foothold, self.carried)
        landing = (self.landing_hit, self.landing_point, self.landing_normal)
        return *found, *living, *landing, self.nudge, self.landing_nudge


def _pool_for(values: dict[str, ArrayLike]) -> FeetPool:
    """A pool of one character that has as many feet as its values have rows."""
    counts = [len(np.asarray(value)) for value in values.values() if np.ndim(value)]
    return FeetPool.blank((max(counts, default=0),))


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


class IKData(FeetOf):
    """Smoothed offsets that put the feet on the ground, in world space.

    Its arrays are views that the next tick changes: copy what to keep.
    """

    __slots__ = ()

    pelvis_distance = Number()
    """Vertical offset of the pelvis [cm]."""
    foot_distances = Rows[Floats]("first_foot")
    """Vertical offset of each foot on top of the pelvis's [cm], shape [foot_count]."""
    foot_rotations = Rows[Floats]("first_foot")
    """Rotation from level ground to the ground under each foot, unit quaternions, shape [foot_count, 4]."""
    ground_heights = Rows[Floats]("first_foot")
    """Smoothed world height of the ground under each foot [cm], shape [foot_count]."""
    weights = Rows[Floats]("first_foot")
    """How much each foot follows the ground [0, 1], shape [foot_count]."""
    found = Rows[Flags]("first_foot")
    """Whether each foot had ground to stand on in the last tick, shape [foot_count]."""
    held_heights = Rows[Floats]("first_foot")
    """World height that each foot's ground counts as having, free of noise [cm], shape [foot_count]."""
    held_normals = Rows[Floats]("first_foot")
    """Unit normal that it counts as having, shape [foot_count, 3]."""
    wanted = Rows[Floats]("first_foot")
    """Vertical offset that each foot wants against its animation; frozen in the air [cm],
    shape [foot_count]."""
    locked = Rows[Flags]("first_foot")
    """Whether each foot is planted, shape [foot_count]."""
    lock_points = Rows[Floats]("first_foot")
    """World X and Y where the ball of each planted foot stays; goes along with a platform [cm],
    shape [foot_count, 2]."""
    lock_headings = Rows[Floats]("first_foot")
    """World X and Y of the unit vector that its toes point along, shape [foot_count, 2]."""
    slides = Rows[Floats]("first_foot")
    """How far the ball of each foot is from its animation [cm], shape [foot_count, 2]."""
    twists = Rows[Floats]("first_foot")
    """How far each foot is turned about the vertical from its animation [deg], shape [foot_count]."""
    lock_tilts = Rows[Floats]("first_foot")
    """World X and Y by which the ground's slope had moved its ball when a foot was planted [cm],
    shape [foot_count, 2]."""
    lock_slides = Rows[Floats]("first_foot")
    """How far the ball of a planted foot was from its animation when it was planted [cm],
    shape [foot_count, 2]."""
    shuffle_times = Rows[Floats]("first_foot")
    """Time left of a small step by which a planted foot catches up with its animation [s], 0 where there is
    none, shape [foot_count]."""
    reached = Rows[Flags]("first_foot")
    """Whether each ankle came to its place in the last tick, shape [foot_count]."""
    grip = Number()
    """How much the pelvis follows the ground [0, 1]."""
    wanted_pelvis = Number()
    """Vertical offset that the pelvis wants; frozen in the air [cm]."""
    floor = Number()
    """Smoothed world height of the ground that the body stands on, before its legs' reach lowers it [cm]."""

    @property
    def settled(self) -> bool:
        """False until the first tick on the ground, which takes the ground as it is."""
        return bool(self.pool.settled[self.row])

    @settled.setter
    def settled(self, value: bool) -> None:
        self.pool.settled[self.row] = value

    @property
    def left_distance(self) -> float:
        """Offset of the first foot [cm]."""
        return float(self.foot_distances[0])

    @property
    def right_distance(self) -> float:
        """Offset of the second foot [cm]."""
        return float(self.foot_distances[1])

    def canonical(self) -> tuple[object, ...]:
        """All that a state hash takes of it, the same whatever its row."""
        offsets = (self.pelvis_distance, self.foot_distances, self.foot_rotations, self.weights, self.found)
        ground = (self.ground_heights, self.held_heights, self.held_normals, self.wanted)
        planted = (self.locked, self.lock_points, self.lock_headings, self.slides, self.twists, self.reached)
        stepping = (self.lock_tilts, self.lock_slides, self.shuffle_times)
        return *offsets, *ground, *planted, *stepping, self.grip, self.wanted_pelvis, self.floor, self.settled
