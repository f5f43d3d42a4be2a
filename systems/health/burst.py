"""A soft body bursts into smaller ones: no mass, no volume and no momentum is lost."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from components.appearance import SlimeLook
from components.arrays import Floats
from components.attack import ContactAttack
from components.collider import SphereCollider
from components.health import Health
from components.mind import Mind
from components.overlap import OverlapImpulse
from components.softbody import Softbody
from components.transform import Transform, Velocity
from systems.maths.elementary import sine_cosine

SPEED = 160.0
"""How fast pieces fly apart [cm/s]."""
HEALTH_SHARE = 0.5
"""What a piece bears of what the whole one did [1]."""

INHERITED: tuple[type, ...] = (SphereCollider, OverlapImpulse, SlimeLook, Mind, ContactAttack)
"""What pieces have as the whole one had it."""


class Piece(NamedTuple):
    """A smaller body."""

    position: Floats
    """World position [cm], shape [3]."""
    velocity: Floats
    """World velocity [cm/s], shape [3]."""
    mass: float
    """[kg]"""
    radius: float
    """[cm]"""


def pieces_of(position: Floats, velocity: Floats, mass: float, radius: float, count: int) -> list[Piece]:
    """Equal pieces within a sphere, side by side on a circle that faces the viewer, flying apart.

    Volume goes with the cube of the radius, so each has the count's cube root less.

    Args:
        position: World centre of the whole [cm], shape [3].
        velocity: Its mean velocity [cm/s], shape [3].
        mass: Its mass [kg].
        radius: Its radius [cm].
        count: How many pieces.
    """
    small = radius * float(np.cbrt(1.0 / count))
    pieces = []
    for number in range(count):
        sine, cosine = sine_cosine(360.0 * number / count + (90.0 if count % 2 else 0.0))
        outward = np.array((cosine, 0.0, sine))
        place = position + (radius - small) * outward
        pieces.append(Piece(place, velocity + SPEED * outward, mass / count, small))
    return pieces


def born_of(parent: Sequence[object], count: int) -> list[list[object]]:
    """Components of the pieces of a soft body.

    Args:
        parent: Its components; a Softbody and a Transform among them.
        count: How many pieces.
    """
    parts = {type(part): part for part in parent}
    softbody, transform = parts[Softbody], parts[Transform]
    assert isinstance(softbody, Softbody)  # noqa: S101 - for the type checker
    assert isinstance(transform, Transform)  # noqa: S101 - for the type checker
    velocity = parts.get(Velocity, Velocity())
    moving = velocity.linear if isinstance(velocity, Velocity) else np.zeros(3)
    radius = softbody.radius * transform.scale
    born = []
    for piece in pieces_of(transform.position, moving, softbody.mass, radius, count):
        ratio = piece.radius / radius
        born.append(
            [
                Transform(piece.position, scale=transform.scale),
                Velocity(piece.velocity),
                replace(softbody, radius=softbody.radius * ratio, mass=piece.mass),
                *(inherited(parts[kind], ratio) for kind in INHERITED if kind in parts),
                *(_weaker(part) for part in parent if isinstance(part, Health)),
            ]
        )
    return born


def inherited(part: object, ratio: float) -> object:
    """A component as a smaller or larger body has it, by the ratio of their radii."""
    if isinstance(part, SphereCollider):
        return replace(part, radius=part.radius * ratio, offset=part.offset * ratio)
    return deepcopy(part)


def _weaker(health: Health) -> Health:
    last = health.generations <= 1
    return replace(
        health,
        maximum=max(HEALTH_SHARE * health.maximum, 1.0),
        pieces=0 if last else health.pieces,
        generations=max(health.generations - 1, 0),
    )
