"""Whom a strike may meet: every body of the layers it can hit, in one form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import esper

from components.arrays import Floats
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform
from systems.melee.contact import Body, MeshBody, ShapeBody
from systems.overlap.shapes import shapes_of
from systems.query import entities_with

STRETCH = 2.0
"""How many times its radius a soft body's skin is from its centre at most [1]."""

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who is near enough to be looked at."""

    entity: int
    """Who."""
    position: Floats
    """World position [cm], shape [3]."""
    reach: float
    """No part of it is further from its position [cm]."""


def candidates(layers: Sequence[Layer]) -> list[Candidate]:
    """Everybody with a body in one of these layers, ascending."""
    reaches: dict[int, float] = {}
    for entity, (sphere,) in entities_with(SphereCollider):
        if sphere.enabled and sphere.layer in layers:
            reaches[entity] = sphere.radius + float(abs(sphere.offset).sum())
    for entity, (capsule,) in entities_with(CapsuleCollider):
        if capsule.enabled and capsule.layer in layers:
            reaches[entity] = max(reaches.get(entity, 0.0), capsule.half_height, capsule.radius)
    for entity, (box,) in entities_with(BoxCollider):
        if box.enabled and box.layer in layers:
            reaches[entity] = max(reaches.get(entity, 0.0), float(box.half_extents.sum()))
    for entity, (softbody,) in entities_with(Softbody):
        if soft_layer(entity) in layers:
            reaches[entity] = max(reaches.get(entity, 0.0), STRETCH * softbody.radius)
    return [
        Candidate(entity, transform.position.copy(), reaches[entity] * transform.scale)
        for entity in sorted(reaches)
        if (transform := _try(entity, Transform)) is not None
    ]


def soft_layer(entity: int) -> Layer:
    """What a soft body is: what its sphere says, or a slime."""
    sphere = _try(entity, SphereCollider)
    return Layer.SLIME if sphere is None else sphere.layer


def bodies_of(entity: int, layers: Sequence[Layer]) -> list[Body]:
    """What of an entity can be hit: the skin of a soft body instead of its sphere, and other colliders."""
    particles = _try(entity, SoftbodyParticles)
    bodies: list[Body] = []
    if particles is not None and soft_layer(entity) in layers:
        bodies.append(MeshBody(particles.positions_ws, particles.topology.triangles))
    shapes = shapes_of(entity)
    if particles is not None and shapes and not any(shapes[0].core):
        shapes = shapes[1:]
    return [*bodies, *(ShapeBody(shape) for shape in shapes if shape.layer in layers)]


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
