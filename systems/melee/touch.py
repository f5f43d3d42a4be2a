"""Bodies that hurt by touch: slimes that come at somebody."""

import math
from typing import TypeVar

import esper
import numpy as np

from components.arrays import Floats
from components.attack import ContactAttack
from components.collider import Layer
from components.events import Hit
from components.health import HealthState
from components.softbody import Softbody
from components.transform import Transform
from components.world import Events
from systems.health.harm import can_be_hurt
from systems.melee.capsule import raised
from systems.melee.contact import Contact
from systems.melee.victims import STRETCH, Candidate, bodies_of, candidates, soft_layer
from systems.overlap.shapes import Shape, shapes_of
from systems.query import entities_with, resource

TOP = 0.6
"""Z of the skin's normal from which on somebody is on top [1]."""

Kind = TypeVar("Kind")


def middle_line(shape: Shape) -> Floats:
    """The upright line in the middle of a shape, shape [6]."""
    x, y, z = shape.centre
    return np.array((x, y, z - shape.core[2], x, y, z + shape.core[2]))


def touches(contact: Contact, shape: Shape, attack: ContactAttack) -> bool:
    """Whether a body at this contact with a shape's middle line hurts it."""
    near = float(contact.gap) - shape.radius <= attack.margin
    return near and (attack.from_above or float(contact.normal[2]) < TOP)


def away_from(attacker: Floats, victim: Floats) -> Floats:
    """Level direction from one to the other along X, unit vector [3]; toward +X where neither is further."""
    return np.array((1.0 if victim[0] >= attacker[0] else -1.0, 0.0, 0.0))


class Touches(esper.Processor):
    """Tells of hits by bodies that hurt what they touch, as long as it can be hurt."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after strikes."""
        if not dt > 0.0:
            return
        vulnerable: dict[tuple[Layer, ...], list[Candidate]] = {}
        for entity, (attack, transform) in entities_with(ContactAttack, Transform):
            own = _try(entity, HealthState)
            if own is not None and (own.harmless > 0.0 or own.points <= 0.0):
                continue
            if attack.layers not in vulnerable:
                vulnerable[attack.layers] = _vulnerable(attack.layers)
            for candidate in vulnerable[attack.layers]:
                hit = _touch(entity, attack, transform, candidate) if candidate.entity != entity else None
                if hit is not None:
                    resource(Events).items.append(hit)


def _vulnerable(layers: tuple[Layer, ...]) -> list[Candidate]:
    """Everybody in these layers who can be hurt now."""
    return [
        candidate
        for candidate in candidates(layers)
        if (state := _try(candidate.entity, HealthState)) is not None and can_be_hurt(state)
    ]


def _touch(entity: int, attack: ContactAttack, transform: Transform, candidate: Candidate) -> Hit | None:
    victim = candidate.entity
    away = candidate.position - transform.position
    near = candidate.reach + attack.margin + _reach(entity, transform.scale)
    if abs(float(away[0])) > near or abs(float(away[2])) > near:
        return None
    for body in bodies_of(entity, (soft_layer(entity),)):
        for shape in shapes_of(victim):
            if shape.layer in attack.layers:
                contact = body.contact(middle_line(shape))
                if touches(contact, shape, attack):
                    impulse = attack.impulse * raised(
                        away_from(transform.position, candidate.position), attack.lift
                    )
                    return Hit(entity, victim, contact.point, -contact.normal, attack.damage, impulse)
    return None


def _reach(entity: int, scale: float) -> float:
    """How far the skin or the colliders of a body are from its place at most [cm]."""
    softbody = _try(entity, Softbody)
    if softbody is not None:
        return STRETCH * softbody.radius * scale
    return max((sum(shape.core) + 2.0 * shape.radius for shape in shapes_of(entity)), default=math.inf)


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
