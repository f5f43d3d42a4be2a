"""Where an entity is, how fast it moves, and what a level calls it."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from components.arrays import Quaternion, Vector, identity_quaternion, vector


@dataclass(slots=True)
class Transform:
    """Position, rotation and uniform scale of an entity in the world."""

    position: Vector = field(default_factory=vector)
    """World position [cm], shape [3]. A character's is its capsule's centre, a slime's its centroid."""
    rotation: Quaternion = field(default_factory=identity_quaternion)
    """World rotation, unit quaternion (x, y, z, w), shape [4]."""
    scale: Annotated[float, Meta(gt=0)] = 1.0
    """Uniform scale [1]."""


@dataclass(slots=True)
class Velocity:
    """Linear velocity of an entity."""

    linear: Vector = field(default_factory=vector)
    """World velocity [cm/s], shape [3]."""


@dataclass(slots=True)
class Name:
    """What a level file calls an entity; unique in its level."""

    value: str
    """The name."""
