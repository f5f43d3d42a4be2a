"""What can happen in a tick, told as data."""

from dataclasses import dataclass, field
from enum import StrEnum

from components.arrays import Floats, vector
from components.collider import ColliderKind


class EndReason(StrEnum):
    """Why an overlap ended."""

    LEFT = "left"
    """They moved apart."""
    DESTROYED = "destroyed"
    """An entity is gone."""
    DISABLED = "disabled"
    """A collider was disabled or removed, or nobody tracks it any more."""
    FILTERED = "filtered"
    """Layers and masks do not let them meet any more."""
    LEVEL_CHANGED = "level_changed"
    """The level was left."""


@dataclass(slots=True)
class OverlapBegan:
    """Two colliders began to overlap; told once for each side that tracks them.

    Entities with several colliders begin once for each pair; `Overlaps.since` tells of entities.
    """

    entity: int
    """The entity whose collider noticed."""
    other: int
    """The entity it overlaps."""
    collider: ColliderKind = ColliderKind.SPHERE
    """Which collider noticed."""
    other_collider: ColliderKind = ColliderKind.SPHERE
    """Which collider of the other entity it overlaps."""


@dataclass(slots=True)
class OverlapEnded:
    """Two colliders no longer overlap; exactly one for each OverlapBegan."""

    entity: int
    """The entity whose collider noticed."""
    other: int
    """The entity it overlapped."""
    collider: ColliderKind = ColliderKind.SPHERE
    """Which collider noticed."""
    other_collider: ColliderKind = ColliderKind.SPHERE
    """Which collider of the other entity it overlapped."""
    reason: EndReason = EndReason.LEFT
    """Why."""


@dataclass(slots=True)
class Jumped:
    """A character left the ground by a jump."""

    entity: int
    """The character."""


@dataclass(slots=True)
class Landed:
    """A character reached the ground."""

    entity: int
    """The character."""
    speed: float
    """Downward speed just before [cm/s]."""
    point: Floats = field(default_factory=vector)
    """Where, world space [cm], shape [3]."""


@dataclass(slots=True)
class Footstep:
    """A foot of a walking character touched down."""

    entity: int
    """The character."""
    bone: str
    """Which foot."""
    point: Floats = field(default_factory=vector)
    """Where, world space [cm], shape [3]."""


@dataclass(slots=True)
class ImpulseApplied:
    """A soft body was pushed because something came to overlap it."""

    entity: int
    """The soft body."""
    other: int
    """What pushed it."""
    point: Floats = field(default_factory=vector)
    """Contact point, world space [cm], shape [3]."""
    normal: Floats = field(default_factory=vector)
    """Unit direction of the push, shape [3]."""
    strength: float = 0.0
    """Speed gained at the contact point [cm/s]."""


@dataclass(slots=True)
class Respawned:
    """Something fell out of the level and was brought back."""

    entity: int
    """What came back."""


@dataclass(slots=True)
class Hit:
    """A strike or the touch of a body hit somebody."""

    attacker: int
    """Who hits."""
    victim: int
    """Who is hit."""
    point: Floats = field(default_factory=vector)
    """Where on the victim's surface, world space [cm], shape [3]."""
    normal: Floats = field(default_factory=vector)
    """Unit normal out of the victim there, shape [3]."""
    damage: float = 0.0
    """Health that it is worth; how much is taken, `Hurt` tells."""
    impulse: Floats = field(default_factory=vector)
    """Momentum given [kg cm/s], shape [3]."""


@dataclass(slots=True)
class Hurt:
    """Somebody lost health."""

    entity: int
    """Who."""
    by: int
    """Who did it; 0 for the world."""
    damage: float
    """Health lost."""
    points: float
    """Health left."""


@dataclass(slots=True)
class Died:
    """Somebody has no health left."""

    entity: int
    """Who."""
    by: int
    """Who did it; 0 for the world."""
    point: Floats = field(default_factory=vector)
    """Where, world space [cm], shape [3]."""
    pieces: int = 0
    """Smaller ones that it bursts into; 0 where only goo is left."""


@dataclass(slots=True)
class Noticed:
    """A mind became aware of somebody."""

    entity: int
    """Whose mind."""
    other: int
    """Whom it noticed."""


@dataclass(slots=True)
class Hopped:
    """A slime pushed itself off the ground."""

    entity: int
    """The slime."""


@dataclass(slots=True)
class Split:
    """A slime became several."""

    entity: int
    """The slime, which is the first of its parts now."""
    count: int
    """How many parts there are."""
    point: Floats = field(default_factory=vector)
    """Where its middle was, world space [cm], shape [3]."""


@dataclass(slots=True)
class Merged:
    """Several slimes became one."""

    entity: int
    """The one that they are now."""
    others: tuple[int, ...]
    """Those that are gone, ascending."""
    point: Floats = field(default_factory=vector)
    """Where their middle is, world space [cm], shape [3]."""


@dataclass(slots=True)
class PickedUp:
    """Something was picked up."""

    entity: int
    """What; it is gone at the end of the tick."""
    by: int
    """Who took it."""
    kind: str = ""
    """What kind of thing it was."""
    point: Floats = field(default_factory=vector)
    """Where, world space [cm], shape [3]."""


@dataclass(slots=True)
class CheckpointReached:
    """Somebody will come back here from now on."""

    entity: int
    """The checkpoint."""
    by: int
    """Who reached it."""


@dataclass(slots=True)
class GoalLocked:
    """Somebody came to a goal without enough of what it asks for."""

    entity: int
    """The goal."""
    by: int
    """Who came."""
    missing: int
    """How many more it asks for."""


@dataclass(slots=True)
class LevelCompleted:
    """A goal was reached: the level is over."""

    entity: int
    """The goal."""
    by: int
    """Who reached it."""
    next_level: str = ""
    """Name of the level to go on with; empty after the last."""
