"""All enabled colliders of a world, in columns."""

from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.collider import BoxCollider, CapsuleCollider, ColliderKind, SphereCollider
from components.transform import Transform
from systems.collision.layers import own_and_met
from systems.maths.quaternion import rotate
from systems.query import entities_with


class Colliders(NamedTuple):
    """Colliders kind by kind, each ascending by entity."""

    entities: Integers
    """Whose each is, shape [count]."""
    kinds: list[ColliderKind]
    """Which of its entity's it is."""
    shapes: Floats
    """Centre (3), half the size of the core (3) and radius [cm], as of a `Shape`, shape [count, 7]."""
    bits: Integers
    """What each is, as a bit, shape [count]."""
    masks: Integers
    """Bits of the layers it meets, shape [count]."""


Size = tuple[float, float, float, float]
"""Half the size of the core along X, Y and Z, and the radius [cm]."""
Row = tuple[tuple[float, ...], tuple[int, int, int], ColliderKind]
"""Of one collider: its shape; its entity, what it is and what it meets; and its kind."""
CENTRED = [0.0, 0.0, 0.0]
"""Offset of a sphere whose centre is where its entity is [cm]."""
_NONE: Integers = np.zeros(0, dtype=np.int64)
NOTHING = Colliders(_NONE, [], np.zeros((0, 7)), _NONE, _NONE)
"""No collider at all."""


def colliders() -> Colliders:
    """Those of the current world that take part."""
    rows: list[Row] = []
    for entity, (sphere, place) in entities_with(SphereCollider, Transform):
        if sphere.enabled and esper.entity_exists(entity):
            size = (0.0, 0.0, 0.0, sphere.radius * place.scale)
            rows.append(_row(entity, sphere, ColliderKind.SPHERE, _centre_of(sphere, place), size))
    for entity, (capsule, place) in entities_with(CapsuleCollider, Transform):
        if capsule.enabled and esper.entity_exists(entity):
            radius = capsule.radius * place.scale
            size = (0.0, 0.0, max(capsule.half_height * place.scale - radius, 0.0), radius)
            rows.append(_row(entity, capsule, ColliderKind.CAPSULE, place.position.tolist(), size))
    for entity, (box, place) in entities_with(BoxCollider, Transform):
        if box.enabled and esper.entity_exists(entity):
            x, y, z = (box.half_extents * place.scale).tolist()
            rows.append(_row(entity, box, ColliderKind.BOX, place.position.tolist(), (x, y, z, 0.0)))
    return _table(rows) if rows else NOTHING


def _centre_of(sphere: SphereCollider, place: Transform) -> list[float]:
    centre = place.position
    if sphere.offset.tolist() != CENTRED:
        centre = centre + rotate(place.rotation, sphere.offset * place.scale)
    found: list[float] = centre.tolist()
    return found


def _row(
    entity: int,
    collider: SphereCollider | CapsuleCollider | BoxCollider,
    kind: ColliderKind,
    centre: list[float],
    size: Size,
) -> Row:
    return (*centre, *size), (entity, *own_and_met(collider.layer, tuple(collider.mask))), kind


def _table(rows: list[Row]) -> Colliders:
    shapes, numbers, kinds = zip(*rows, strict=True)
    entities, bits, masks = np.array(numbers, dtype=np.int64).T
    return Colliders(entities, list(kinds), np.array(shapes), bits, masks)
