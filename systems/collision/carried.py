"""The shapes that entities carry, and when what follows from them has to be worked out anew."""

from typing import TypeVar

from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.transform import Transform
from systems.query import Rows, entities_with

Collider = SphereCollider | CapsuleCollider | BoxCollider
Kind = TypeVar("Kind", SphereCollider, CapsuleCollider, BoxCollider)
Placed = list[tuple[int, tuple[Kind, Transform]]]
"""Entities with a shape of one kind, and where they are."""


def shape_sources() -> tuple[Rows, int, int, int]:
    """All that what follows from shapes depends on, for `systems.kept.Kept`.

    It depends on who is there, and how often a field of each kind was set. The numbers in offsets and half
    extents may still change.
    """
    return entities_with(Transform), SphereCollider.changes, CapsuleCollider.changes, BoxCollider.changes


def carried_shapes() -> tuple[Placed[SphereCollider], Placed[CapsuleCollider], Placed[BoxCollider]]:
    """All spheres, capsules and boxes of the current world, each ascending by entity."""
    return (
        entities_with(SphereCollider, Transform),
        entities_with(CapsuleCollider, Transform),
        entities_with(BoxCollider, Transform),
    )
