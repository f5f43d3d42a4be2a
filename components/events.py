"""What can happen in a tick, told as data."""

from dataclasses import dataclass, field
from enum import StrEnum

from components.arrays import Floats, vector


class EndReason(StrEnum):
    """Why an overlap ended."""

    LEFT = "left"
    DESTROYED = "destroyed"
    DISABLED = "disabled"
    FILTERED = "filtered"
    LEVEL_CHANGED = "level_changed"


@dataclass(slots=True)
class OverlapBegan:
    """Two shapes began to overlap; told once for each side that tracks it."""

    entity: int
    """The entity whose collider noticed."""
    other: int
    """The entity it overlaps."""


@dataclass(slots=True)
class OverlapEnded:
    """Two shapes no longer overlap; exactly one for each OverlapBegan."""

    entity: int
    """The entity whose collider noticed."""
    other: int
    """The entity it overlapped."""
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
