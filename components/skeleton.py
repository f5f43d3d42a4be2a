"""Skeletons, clips and poses: as they are authored, as they are shared, and as they stand now."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Flags, Floats, Integers, Vector, vector
from components.pool_row import Number, PoolRow, Row, Rows
from components.pose_pool import BASE_CLIPS, PosePool
from components.shared import Shared


@dataclass(frozen=True, slots=True)
class BoneDefinition:
    """One bone of a skeleton file. Parents come before children."""

    name: str
    """Unique in its skeleton, such as "thigh_l"."""
    parent: str | None = None
    """Name of the parent bone; None for the root."""
    translation: Vector = field(default_factory=vector)
    """Position in the parent's frame in the reference pose [cm], shape [3]."""
    rotation: Vector = field(default_factory=vector)
    """Rotator (pitch, yaw, roll) in the parent's frame in the reference pose [deg], shape [3]."""


@dataclass(frozen=True, slots=True)
class SkeletonDefinition:
    """A skeleton file: component space has X forward, Y to the left, Z up, its origin between the soles."""

    name: str
    """What components call it."""
    bones: tuple[BoneDefinition, ...]
    """Parents before children."""


@dataclass(frozen=True, slots=True)
class TrackDefinition:
    """Key frames of one bone, replacing its reference pose."""

    rotation: tuple[tuple[float, float, float, float], ...] = ()
    """Keys (time [s], pitch, yaw, roll [deg]) in the parent's frame, times ascending."""
    translation: tuple[tuple[float, float, float, float], ...] = ()
    """Keys (time [s], x, y, z [cm]) in the parent's frame, times ascending."""


@dataclass(frozen=True, slots=True)
class ClipDefinition:
    """A clip file."""

    name: str
    """What the animation system calls it, such as "walk"."""
    duration: Annotated[float, Meta(gt=0)]
    """Length [s]."""
    loop: bool = False
    """Whether it repeats."""
    stride: Annotated[float, Meta(ge=0)] = 0.0
    """Way covered by one repetition [cm]; 0 for a clip that is driven by time."""
    tracks: dict[str, TrackDefinition] = field(default_factory=dict)
    """Key frames by bone name."""
    curves: dict[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Keys (time [s], value) by curve name; "contact_l" is 1 while the sole of "foot_l" bears weight."""
    notifies: tuple[tuple[float, str], ...] = ()
    """Moments (time [s], name), such as (0.2, "hit_begin")."""


@dataclass(frozen=True, slots=True)
class SkeletonAsset:
    """A skeleton as the systems use it."""

    name: str
    """What components call it."""
    bones: tuple[str, ...]
    """Bone names, parents before children."""
    parents: Integers
    """Index of each bone's parent, -1 for the root, shape [bone_count]."""
    translations: Floats
    """Reference pose in the parents' frames [cm], shape [bone_count, 3]."""
    rotations: Floats
    """Reference pose in the parents' frames, unit quaternions, shape [bone_count, 4]."""

    def index(self, bone: str) -> int:
        """Row of a bone. Raises ValueError when the skeleton has no such bone."""
        if bone not in self.bones:
            raise ValueError(f"skeleton {self.name!r} has no bone {bone!r}")
        return self.bones.index(bone)


@dataclass(frozen=True, slots=True)
class Landing:
    """Where in a clip a foot comes down."""

    phase: float
    """When its contact curve rises through a half, in repetitions [0, 1)."""
    place: Floats
    """Where the foot is then, component space [cm], shape [3]."""


@dataclass(frozen=True, slots=True)
class ClipAsset:
    """A clip bound to one skeleton: key frames resampled at even steps."""

    name: str
    """What the animation system calls it."""
    duration: float
    """Length [s]."""
    loop: bool
    """Whether it repeats; the last frame of a loop equals its first."""
    stride: float
    """Way covered by one repetition [cm]; 0 for a clip that is driven by time."""
    translations: Floats
    """Local translations [cm], shape [frame_count, bone_count, 3]."""
    rotations: Floats
    """Local unit quaternions, shape [frame_count, bone_count, 4]."""
    animated: Flags
    """Which bones the clip moves, shape [bone_count]."""
    curves: dict[str, Floats]
    """Curve values at the same steps, shape [frame_count] each."""
    notifies: tuple[tuple[float, str], ...]
    """Moments (time [s], name), ascending."""
    landings: dict[str, Landing] = field(default_factory=dict)
    """Where each foot comes down, by its bone; feet whose contact curve never rises are left out."""
    stands: dict[str, Floats] = field(default_factory=dict)
    """Where each foot with a contact curve is at the start, component space [cm], by its bone, shape [3]."""


@dataclass(frozen=True, slots=True, eq=False)
class AnimationLibrary(Shared):
    """Every skeleton and clip of a level. Lives on the world entity and never changes."""

    skeletons: dict[str, SkeletonAsset] = field(default_factory=dict)
    """Skeletons by name."""
    clips: dict[str, dict[str, ClipAsset]] = field(default_factory=dict)
    """Clips by skeleton name, then by clip name."""
    identity: str = ""
    """Stands for the whole in a state hash."""


# Frozen: who gets another skeleton gets another component, so all that follows from it is looked up anew.
@dataclass(frozen=True, slots=True)
class Skeleton:
    """Which skeleton a character has."""

    asset: str = "mannequin"
    """Name in the animation library."""


class SkeletonPose(PoolRow[PosePool]):
    """How a skeleton stands in this tick.

    Its arrays are views that systems write to and that the next tick changes: copy what to keep.
    """

    __slots__ = ()

    def __init__(self, pool: PosePool | None = None, row: int = 0) -> None:
        super().__init__(pool or PosePool.blank(), row)

    local_translations = Rows[Floats]("first_bone")
    """In the parents' frames [cm], shape [bone_count, 3]."""
    local_rotations = Rows[Floats]("first_bone")
    """In the parents' frames, unit quaternions, shape [bone_count, 4]."""
    positions_ws = Rows[Floats]("first_bone")
    """World positions [cm], shape [bone_count, 3]."""
    rotations_ws = Rows[Floats]("first_bone")
    """World unit quaternions, shape [bone_count, 4]."""
    root_position_ws = Row[Floats]("root_positions")
    """World position of the component space's origin, between the soles [cm], shape [3]."""
    root_rotation_ws = Row[Floats]("root_rotations")
    """World rotation of component space, unit quaternion, shape [4]."""

    def canonical(self) -> tuple[object, ...]:
        """All that a state hash takes of it, the same whatever its row."""
        bones = (self.local_translations, self.local_rotations, self.positions_ws, self.rotations_ws)
        return *bones, self.root_position_ws, self.root_rotation_ws


class Animator(PoolRow[PosePool]):
    """What a character's animation is doing."""

    __slots__ = ()

    def __init__(self, pool: PosePool | None = None, row: int = 0) -> None:
        super().__init__(pool or PosePool.blank(), row)

    gait_phase = Number()
    """Play position of clips that are driven by distance, in repetitions [0, 1)."""
    overlay_time = Number()
    """Play position of the overlay [s]."""
    speed = Number()
    """Ground speed that the blend of idle, walk and run has settled to [cm/s]."""
    grade = Number()
    """Rise over run of the way lately walked, up or down [1]."""
    airborne = Number()
    """Share of the clips for the air in the blend [1]."""
    travelled = Number()
    """CharacterState.travelled of the last tick [cm]."""

    @property
    def height(self) -> float | None:
        """World height of the root in the last tick [cm]; None before the first."""
        height = float(self.pool.height[self.row])
        return None if np.isnan(height) else height

    @property
    def weights(self) -> dict[str, float]:
        """Share of each base clip in the blend [1]; sums to 1."""
        return dict(zip(BASE_CLIPS, self.pool.weights[self.row].tolist(), strict=True))

    @property
    def times(self) -> dict[str, float]:
        """Play position of base clips where they are driven by time [s]."""
        return dict(zip(BASE_CLIPS, self.pool.times[self.row].tolist(), strict=True))

    @property
    def overlay(self) -> str:
        """One-shot clip played over the base, such as "attack"; empty when there is none."""
        row = int(self.pool.overlay[self.row])
        return self.pool.rigs[self.row].clips[row] if row >= 0 else ""

    @property
    def curves(self) -> dict[str, float]:
        """Blended curve values of this tick, such as "contact_l"."""
        pool, rig = self.pool, self.pool.rigs[self.row]
        contacts = _told(rig.contact_curves, pool.contacts[self.row])
        return contacts | _told(rig.other_curves, pool.other_curves[self.row])

    @property
    def landings(self) -> dict[str, Floats]:
        """Where each foot in the air will come down if the character goes on like this, by its bone.

        Places are in the component space of this tick [cm], shape [3].
        """
        places = self.pool.landings[self.row]
        rows = zip(self.pool.rigs[self.row].contact_feet, places, strict=False)
        return {foot: place.copy() for foot, place in rows if not np.isnan(place[0])}

    @property
    def landing_times(self) -> dict[str, float]:
        """When it will, from now [s], by its bone."""
        return _told(self.pool.rigs[self.row].contact_feet, self.pool.landing_times[self.row])

    @property
    def landing_ways(self) -> dict[str, float]:
        """How far the body goes until then, in the size of the skeleton [cm], by the foot's bone."""
        return _told(self.pool.rigs[self.row].contact_feet, self.pool.landing_ways[self.row])

    def canonical(self) -> tuple[object, ...]:
        """All that a state hash takes of it, the same whatever its row."""
        blend = (self.weights, self.times, self.gait_phase, self.overlay, self.overlay_time, self.curves)
        moved = (self.speed, self.grade, self.airborne, self.travelled, self.height)
        return *blend, *moved, self.landings, self.landing_times, self.landing_ways


def _told(names: Iterable[str], values: Floats) -> dict[str, float]:
    """Numbers by name, without those that are none; there may be more columns than names."""
    rows = zip(names, values.tolist(), strict=False)
    return {name: value for name, value in rows if not math.isnan(value)}
