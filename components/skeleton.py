"""Skeletons, clips and poses: as they are authored, as they are shared, and as they stand now."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Flags, Floats, Integers, Vector, vector
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


@dataclass(frozen=True, slots=True)
class AnimationLibrary(Shared):
    """Every skeleton and clip of a level. Lives on the world entity and never changes."""

    skeletons: dict[str, SkeletonAsset] = field(default_factory=dict)
    """Skeletons by name."""
    clips: dict[str, dict[str, ClipAsset]] = field(default_factory=dict)
    """Clips by skeleton name, then by clip name."""
    identity: str = ""
    """Stands for the whole in a state hash."""


@dataclass(slots=True)
class Skeleton:
    """Which skeleton a character has."""

    asset: str = "mannequin"
    """Name in the animation library."""


@dataclass(slots=True)
class SkeletonPose:
    """How a skeleton stands in this tick."""

    local_translations: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """In the parents' frames [cm], shape [bone_count, 3]."""
    local_rotations: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """In the parents' frames, unit quaternions, shape [bone_count, 4]."""
    positions_ws: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World positions [cm], shape [bone_count, 3]."""
    rotations_ws: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """World unit quaternions, shape [bone_count, 4]."""
    root_position_ws: Floats = field(default_factory=vector)
    """World position of the component space's origin, between the soles [cm], shape [3]."""
    root_rotation_ws: Floats = field(default_factory=lambda: np.array((0.0, 0.0, 0.0, 1.0)))
    """World rotation of component space, unit quaternion, shape [4]."""


@dataclass(slots=True)
class Animator:
    """What a character's animation is doing."""

    weights: dict[str, float] = field(default_factory=lambda: {"idle": 1.0})
    """Share of each base clip in the blend [1]; sums to 1."""
    times: dict[str, float] = field(default_factory=dict)
    """Play position of clips that are driven by time [s]."""
    gait_phase: float = 0.0
    """Play position of clips that are driven by distance, in repetitions [0, 1)."""
    overlay: str = ""
    """One-shot clip played over the base, such as "attack"; empty when there is none."""
    overlay_time: float = 0.0
    """Play position of the overlay [s]."""
    curves: dict[str, float] = field(default_factory=dict)
    """Blended curve values of this tick, such as "contact_l"."""
    speed: float = 0.0
    """Ground speed that the blend of idle, walk and run has settled to [cm/s]."""
    grade: float = 0.0
    """Rise over run of the way lately walked, up or down [1]."""
    airborne: float = 0.0
    """Share of the clips for the air in the blend [1]."""
    travelled: float = 0.0
    """CharacterState.travelled of the last tick [cm]."""
    height: float | None = None
    """World height of the root in the last tick [cm]; None before the first."""
    landings: dict[str, Floats] = field(default_factory=dict)
    """Where each foot in the air will come down if the character goes on like this, by its bone: component
    space of this tick [cm], shape [3]."""
    landing_times: dict[str, float] = field(default_factory=dict)
    """When it will, from now [s], by its bone."""
    landing_ways: dict[str, float] = field(default_factory=dict)
    """How far the body goes until then, in the size of the skeleton [cm], by the foot's bone."""
