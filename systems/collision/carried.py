"""The shapes that entities carry, and when what follows from them has to be worked out anew."""

from collections.abc import Sequence
from typing import TypeVar

from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.transform import Transform
from systems.query import entities_with

Collider = SphereCollider | CapsuleCollider | BoxCollider
Kind = TypeVar("Kind", SphereCollider, CapsuleCollider, BoxCollider)
Placed = Sequence[tuple[int, tuple[Kind, Transform]]]
"""Entities with a shape of one kind, and where they are."""
Carried = tuple[Placed[SphereCollider], Placed[CapsuleCollider], Placed[BoxCollider], int, int, int]


def carried_shapes() -> Carried:
    """All spheres, capsules and boxes of the current world, and how often a field of each kind was set.

    They are sources of `systems.kept.Kept`. The numbers in offsets and half extents may still change.
    """
    return (
        entities_with(SphereCollider, Transform),
        entities_with(CapsuleCollider, Transform),
        entities_with(BoxCollider, Transform),
        SphereCollider.changes,
        CapsuleCollider.changes,
        BoxCollider.changes,
    )
