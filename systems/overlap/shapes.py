"""The shapes that entities carry, in one form: an axis-aligned box with rounded edges.

A sphere is a core without size and a radius, an upright capsule a vertical line and a radius, a box a core
without radius. So one formula measures them all.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats
from components.collider import BoxCollider, CapsuleCollider, ColliderKind, Layer, SphereCollider
from components.transform import Transform
from systems.collision.layers import own_and_met
from systems.maths.quaternion import rotate

Triple = tuple[float, float, float]

KINDS: dict[type, ColliderKind] = {
    SphereCollider: ColliderKind.SPHERE,
    CapsuleCollider: ColliderKind.CAPSULE,
    BoxCollider: ColliderKind.BOX,
}
"""Which of an entity's colliders one is, by its class."""


class Shape(NamedTuple):
    """One enabled collider of an entity, in the world."""

    entity: int
    """Whose it is."""
    centre: Triple
    """World space [cm]."""
    core: Triple
    """Half the size of the core along X, Y and Z [cm]."""
    radius: float
    """What is within this distance of the core belongs to the shape [cm]."""
    layer: Layer
    """What it is."""
    bit: int
    """The same as a bit."""
    mask: int
    """Bits of the layers it meets."""
    kind: ColliderKind = ColliderKind.SPHERE
    """Which of the entity's colliders it is."""
    sensor: bool = False
    """Whether it only notices and is noticed."""


@dataclass(frozen=True, slots=True)
class SurfaceContact:
    """The nearest point of a shape's surface."""

    point: Floats
    """World space [cm], shape [3]."""
    normal: Floats
    """Unit normal out of the shape there, shape [3]."""
    distance: float
    """Signed distance from the surface [cm], negative inside."""


def shapes_of(entity: int) -> list[Shape]:
    """An entity's enabled colliders, its sphere first, then its capsule, then its box."""
    transform = esper.try_component(entity, Transform)
    if transform is None:
        return []
    sphere = sphere_of(entity, esper.try_component(entity, SphereCollider), transform)
    capsule = _capsule_of(entity, esper.try_component(entity, CapsuleCollider), transform)
    box = _box_of(entity, esper.try_component(entity, BoxCollider), transform)
    return [shape for shape in (sphere, capsule, box) if shape is not None]


def sphere_of(entity: int, collider: SphereCollider | None, transform: Transform) -> Shape | None:
    """A sphere with its offset turned and scaled along; None where there is none that takes part."""
    if collider is None or not collider.enabled:
        return None
    centre = transform.position
    if collider.offset.any():
        centre = centre + rotate(transform.rotation, collider.offset * transform.scale)
    return _shape(entity, collider, centre, (0.0, 0.0, 0.0), collider.radius * transform.scale)


def meets(a: Shape, b: Shape) -> bool:
    """Whether the masks of both sides let them notice each other."""
    return bool(a.bit & b.mask and b.bit & a.mask)


def surface_contact(shape: Shape, point: Floats) -> SurfaceContact:
    """The point of a shape's surface that is nearest to a point.

    From a point on the axis of a sphere or capsule it is straight up, from one inside a box through the
    nearest face; so there is always a normal.
    """
    away = [value - middle for value, middle in zip(point.tolist(), shape.centre, strict=True)]
    inside = [min(max(a, -c), c) for a, c in zip(away, shape.core, strict=True)]
    x, y, z = (a - i for a, i in zip(away, inside, strict=True))
    length = math.sqrt(x * x + y * y + z * z)
    if length > 0.0:
        normal, distance = np.array((x, y, z)) / length, length - shape.radius
    elif shape.radius > 0.0:
        normal, distance = np.array((0.0, 0.0, 1.0)), -shape.radius
    else:
        depths = [c - abs(a) for a, c in zip(away, shape.core, strict=True)]
        axis = depths.index(min(depths))
        normal, distance = np.zeros(3), -depths[axis]
        normal[axis] = math.copysign(1.0, away[axis])
    return SurfaceContact(point - distance * normal, normal, distance)


def table_of(shapes: Iterable[Shape]) -> Floats:
    """The shapes as kernels read them: centre (3), core (3), radius [cm], shape [shape_count, 7]."""
    return np.array([(*shape.centre, *shape.core, shape.radius) for shape in shapes]).reshape(-1, 7)


def _capsule_of(entity: int, collider: CapsuleCollider | None, transform: Transform) -> Shape | None:
    if collider is None or not collider.enabled:
        return None
    radius = collider.radius * transform.scale
    core = max(collider.half_height * transform.scale - radius, 0.0)
    return _shape(entity, collider, transform.position, (0.0, 0.0, core), radius)


def _box_of(entity: int, collider: BoxCollider | None, transform: Transform) -> Shape | None:
    if collider is None or not collider.enabled:
        return None
    x, y, z = (collider.half_extents * transform.scale).tolist()
    return _shape(entity, collider, transform.position, (x, y, z), 0.0)


def _shape(
    entity: int,
    collider: SphereCollider | CapsuleCollider | BoxCollider,
    centre: Floats,
    core: Triple,
    radius: float,
) -> Shape:
    x, y, z = centre.tolist()
    bit, mask = own_and_met(collider.layer, tuple(collider.mask))
    kind = KINDS[type(collider)]
    return Shape(entity, (x, y, z), core, radius, collider.layer, bit, mask, kind, collider.sensor)
