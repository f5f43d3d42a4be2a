"""What soft bodies cannot enter besides terrain: entities that carry a solid shape."""

import math
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.character import CharacterMotor, GroundContact
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.softbody import Softbody
from components.transform import Transform, Velocity
from systems.collision.carried import Collider, carried_shapes
from systems.collision.layers import own_and_met
from systems.maths.quaternion import rotate
from systems.softbody.tick import Givers

SOLID_LAYERS = (Layer.TERRAIN, Layer.PLATFORM, Layer.PAWN)
"""Layers of spheres and boxes that soft bodies cannot enter; capsules are solid in any."""
NO_ROWS = np.zeros((0, 10))
STILL = np.zeros(3)
"""Velocity of what has none [cm/s]."""


class Solid(NamedTuple):
    """One that soft bodies cannot enter, with all that tells where it is and how it gives way."""

    collider: Collider
    place: Transform
    velocity: Velocity | None
    motor: CharacterMotor | None
    ground: GroundContact | None


class Solids(NamedTuple):
    """All of them: capsules, then spheres, then boxes, each ascending by entity."""

    parts: list[Solid]
    owners: Integers
    """Entity, bit of its layer, and bits of the layers it meets, shape [solid_count, 3]."""
    masses: Floats
    """Of each [kg]; infinite where it does not give way; shape [solid_count]."""


def solids_of_world(*_sources: object) -> Solids:
    """The solids among all shapes; they hold while `shape_sources` and the settings of characters do."""
    spheres, capsules, boxes = carried_shapes()
    all_shapes: list[tuple[int, tuple[Collider, Transform]]] = [*capsules, *spheres, *boxes]
    parts: list[Solid] = []
    owners: list[tuple[int, int, int]] = []
    for entity, (collider, place) in all_shapes:
        if _is_solid(entity, collider):
            velocity = esper.try_component(entity, Velocity)
            motor = esper.try_component(entity, CharacterMotor)
            ground = esper.try_component(entity, GroundContact)
            parts.append(Solid(collider, place, velocity, motor, ground))
            owners.append((entity, *own_and_met(collider.layer, tuple(collider.mask))))
    masses = [math.inf if part.motor is None else part.motor.mass for part in parts]
    return Solids(parts, np.array(owners, dtype=np.int64).reshape(-1, 3), np.array(masses, dtype=np.float64))


def _is_solid(entity: int, collider: Collider) -> bool:
    is_met = isinstance(collider, CapsuleCollider) or collider.layer in SOLID_LAYERS
    return is_met and collider.enabled and not collider.sensor and not esper.has_component(entity, Softbody)


def solid_rows(solids: Solids) -> Floats:
    """Where solids are now, as `Obstacles` holds them."""
    rows = [_row(solid) for solid in solids.parts]
    return np.array(rows, dtype=np.float64) if rows else NO_ROWS


def _row(solid: Solid) -> tuple[float, ...]:
    velocity = STILL if solid.velocity is None else solid.velocity.linear
    match solid.collider:
        case CapsuleCollider() as capsule:
            return capsule_row(capsule, solid.place, velocity)
        case SphereCollider() as sphere:
            return sphere_row(sphere, solid.place, velocity)
        case box:
            return box_row(box, solid.place, velocity)


def capsule_row(collider: CapsuleCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A capsule as `Obstacles` holds solids; scaled, and upright whatever the rotation."""
    radius = collider.radius * transform.scale
    core = max(collider.half_height * transform.scale - radius, 0.0)
    return (*transform.position.tolist(), 0.0, 0.0, core, radius, *velocity.tolist())


def sphere_row(collider: SphereCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A sphere as `Obstacles` holds solids."""
    centre = transform.position
    if collider.offset.any():
        centre = centre + rotate(transform.rotation, collider.offset * transform.scale)
    return (*centre.tolist(), 0.0, 0.0, 0.0, collider.radius * transform.scale, *velocity.tolist())


def box_row(collider: BoxCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A box as `Obstacles` holds solids; upright whatever the rotation."""
    core = collider.half_extents * transform.scale
    return (*transform.position.tolist(), *core.tolist(), 0.0, *velocity.tolist())


def givers_of(solids: Solids) -> Givers:
    """Which solids give way: characters, but not downward from ground that they stand on."""
    braced = [
        motor is not None and ground is not None and ground.grounded and ground.solid >= 0
        for *_, motor, ground in solids.parts
    ]
    return Givers(solids.owners[:, 0], solids.masses, np.array(braced, dtype=np.bool_))
