"""Collision layers and the shapes entities carry."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from components.arrays import Vector, vector
from components.watched import Watched


class Layer(StrEnum):
    """What a shape is, for masks that say what may meet what."""

    TERRAIN = "terrain"
    """Static ground, walls and props of the level."""
    PLATFORM = "platform"
    """Terrain that moves."""
    PAWN = "pawn"
    """Characters."""
    SLIME = "slime"
    """Soft bodies."""
    TRIGGER = "trigger"
    """Places that only notice."""


EVERYTHING: tuple[Layer, ...] = tuple(Layer)
"""The mask that meets every layer."""


class ColliderKind(StrEnum):
    """Which of its colliders an entity means; it has at most one of each."""

    SPHERE = "sphere"
    """Its SphereCollider."""
    CAPSULE = "capsule"
    """Its CapsuleCollider."""
    BOX = "box"
    """Its BoxCollider."""


@dataclass(slots=True)
class SphereCollider(Watched):
    """A sphere around an entity's position that notices what overlaps it."""

    radius: Annotated[float, Meta(gt=0)] = 60.0
    """Radius [cm]."""
    offset: Vector = field(default_factory=vector)
    """Centre relative to the entity's position, in its own frame [cm], shape [3]."""
    layer: Layer = Layer.SLIME
    """What this shape is."""
    mask: tuple[Layer, ...] = EVERYTHING
    """What it meets."""
    enabled: bool = True
    """Whether it takes part at all."""
    sensor: bool = False
    """Whether it notices and is noticed, and neither pushes nor collides; nor does the body it belongs to."""


@dataclass(slots=True)
class CapsuleCollider(Watched):
    """An upright capsule around an entity's position."""

    radius: Annotated[float, Meta(gt=0)] = 34.0
    """Radius of the caps and the side [cm]."""
    half_height: Annotated[float, Meta(gt=0)] = 88.0
    """Half of the whole height, caps included [cm]. Below the radius it acts as a sphere."""
    layer: Layer = Layer.PAWN
    """What this shape is."""
    mask: tuple[Layer, ...] = EVERYTHING
    """What it meets."""
    enabled: bool = True
    """Whether it takes part at all."""
    sensor: bool = False
    """Whether it notices and is noticed, and neither pushes nor collides; nor does the body it belongs to."""


@dataclass(slots=True)
class BoxCollider(Watched):
    """An axis-aligned box around an entity's position."""

    half_extents: Vector = field(default_factory=lambda: vector(50.0, 50.0, 50.0))
    """Half the size along X, Y and Z [cm], shape [3]."""
    layer: Layer = Layer.TRIGGER
    """What this shape is."""
    mask: tuple[Layer, ...] = EVERYTHING
    """What it meets."""
    enabled: bool = True
    """Whether it takes part at all."""
    sensor: bool = False
    """Whether it notices and is noticed, and neither pushes nor collides; nor does the body it belongs to."""
