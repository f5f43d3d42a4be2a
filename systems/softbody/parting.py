"""One slime becomes several, and several become one: mass, momentum and volume are kept."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats
from components.collider import SphereCollider
from components.events import Merged, Split
from components.slime import SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from components.world import Events
from systems.health.burst import INHERITED, inherited
from systems.query import resource
from systems.softbody.birth import born
from systems.softbody.edit import centroid, mean_velocity
from systems.softbody.pools import keep, write_shape
from systems.softbody.tables import unit_volume
from systems.softbody.topology import signed_volume
from systems.structure import attach, create, delete

Part = tuple[Softbody, Transform, Velocity]
"""How a part is meant to be, where it is born, and how fast."""


class Slime(NamedTuple):
    """A slime with verbs."""

    verbs: SlimeVerbs
    """What it can do."""
    form: SlimeForm
    """What it is like without them."""
    softbody: Softbody
    """How it is meant to be now."""
    body: SoftbodyParticles
    """Its particles."""
    transform: Transform
    """Where it is."""
    velocity: Velocity
    """How fast it is."""


SMALLEST = 0.1
"""Least share of its rest volume that a body is taken to hold, however it is pressed [1]."""


def size(share: float) -> float:
    """Factor on the radius of a body with a share of the volume: its cube root [1]."""
    return float(share ** (1.0 / 3.0))


def rest_volume(softbody: Softbody, body: SoftbodyParticles) -> float:
    """Volume that a body goes back to [cm³]."""
    return unit_volume(body.topology) * body.radius**3 * softbody.pressure


def volume_of(softbody: Softbody, body: SoftbodyParticles) -> float:
    """Volume that a body holds now [cm³]."""
    now = signed_volume(body.positions_ws - centroid(body), body.topology.triangles)
    return max(now, SMALLEST * rest_volume(softbody, body))


def split(
    softbody: Softbody, body: SoftbodyParticles, shares: Sequence[float], *, apart: float, scale: float = 1.0
) -> list[Part]:
    """The parts of a slime, side by side along X, that fly apart.

    Args:
        softbody: How it is meant to be.
        body: Its particles.
        shares: Share of each part in mass and volume; together 1.
        apart: Speed at which neighbours part [cm/s].
        scale: Scale of its entity [1].

    Raises:
        ValueError: The shares are not positive, or do not add up to 1.
    """
    if min(shares) <= 0.0 or abs(sum(shares) - 1.0) > 1e-9:  # noqa: PLR2004 - rounding of a sum
        raise ValueError(f"shares must be positive and add up to 1: {list(shares)}")
    radii = [body.radius * size(share) for share in shares]
    ways = np.cumsum([0.0] + [a + b for a, b in pairwise(radii)])
    speeds = apart * np.arange(len(shares), dtype=float)
    middle, velocity = centroid(body), mean_velocity(body)
    weights = np.array(shares)
    parts: list[Part] = []
    for row, share in enumerate(shares):
        offset = np.array((ways[row] - np.cumsum(weights * ways)[-1], 0.0, 0.0))
        gain = np.array((speeds[row] - np.cumsum(weights * speeds)[-1], 0.0, 0.0))
        part = replace(softbody, radius=radii[row] / scale, mass=body.mass * share)
        parts.append((part, Transform(middle + offset, scale=scale), Velocity(velocity + gain)))
    return parts


def merge(softbodies: Sequence[Softbody], bodies: Sequence[SoftbodyParticles], *, scale: float = 1.0) -> Part:
    """The one slime that several become, in the manner of the first, whose entity has a scale [1]."""
    masses = np.array([body.mass for body in bodies])
    mass = float(np.cumsum(masses)[-1])
    volumes = [rest_volume(*pair) for pair in zip(softbodies, bodies, strict=True)]

    def mean(vectors: Sequence[Floats]) -> Floats:
        weighted: Floats = np.cumsum(masses[:, None] * np.array(vectors), axis=0)[-1] / mass
        return weighted

    radius = bodies[0].radius * size(float(np.cumsum(volumes)[-1]) / volumes[0])
    whole = replace(softbodies[0], radius=radius / scale, mass=mass)
    place = Transform(mean([centroid(body) for body in bodies]), scale=scale)
    return whole, place, Velocity(mean([mean_velocity(body) for body in bodies]))


def reborn(part: Part, volume: float) -> SoftbodyParticles:
    """Particles of a part, in its shape at rest, but as large as the volume [cm³] that it is given."""
    softbody, place, velocity = part
    body = born(softbody, place.position, velocity=velocity.linear, scale=place.scale)
    shape = body.topology.rest_positions * size(volume / unit_volume(body.topology))
    write_shape(body, place.position, shape)
    keep(body)
    return body


def split_up(entity: int) -> None:
    """Splits a slime with verbs into equal parts at once; it is the first of them.

    The others are what it is, and want what it wants; only its name and the camera stay with it.
    """
    slime = _slime(entity)
    if slime is None or slime.body.mass < slime.verbs.least_mass * slime.verbs.parts:
        return
    share = 1.0 / slime.verbs.parts
    volume, middle = volume_of(slime.softbody, slime.body) * share, centroid(slime.body)
    form = replace(slime.form, mass=slime.form.mass * share)
    parts = split(
        slime.softbody,
        slime.body,
        [share] * slime.verbs.parts,
        apart=slime.verbs.part_speed,
        scale=slime.transform.scale,
    )
    for part in parts[1:]:
        create(*part, reborn(part, volume), deepcopy(form), *_inheritance(entity, size(share)))
    _become(entity, slime, parts[0], volume, form)
    resource(Events).items.append(Split(entity, len(parts), middle))


def take_in(entity: int) -> None:
    """Lets a slime become one, at once, with all slimes with verbs that it touches."""
    slime = _slime(entity)
    if slime is None:
        return
    touched = sorted(set(slime.body.contact_entities.tolist()) - {0, entity})
    others = {other: found for other in touched if (found := _slime(other)) is not None}
    if not others:
        return
    slimes = [slime, *others.values()]
    bodies = [one.body for one in slimes]
    whole = merge([one.softbody for one in slimes], bodies, scale=slime.transform.scale)
    volume = float(np.cumsum([volume_of(one.softbody, one.body) for one in slimes])[-1])
    mass = float(np.cumsum([one.form.mass for one in slimes])[-1])
    for other in others:
        delete(other)
    _become(entity, slime, whole, volume, replace(slime.form, mass=mass))
    resource(Events).items.append(Merged(entity, tuple(others), whole[1].position.copy()))


def _slime(entity: int) -> Slime | None:
    """What parts and merges; None where it is gone, or has no verbs."""
    if not esper.entity_exists(entity):
        return None
    verbs, form = esper.try_component(entity, SlimeVerbs), esper.try_component(entity, SlimeForm)
    softbody = esper.try_component(entity, Softbody)
    body = esper.try_component(entity, SoftbodyParticles)
    transform, velocity = esper.try_component(entity, Transform), esper.try_component(entity, Velocity)
    if verbs and form and softbody and body and transform and velocity:
        return Slime(verbs, form, softbody, body, transform, velocity)
    return None


def _inheritance(entity: int, ratio: float) -> list[object]:
    """What a part has as the whole one has it, by the ratio of their radii."""
    kinds = (*INHERITED, SlimeVerbs, SlimeIntent)
    components: tuple[object, ...] = esper.components_for_entity(entity)
    return [inherited(part, ratio) for part in components if type(part) in kinds]


def _become(entity: int, slime: Slime, part: Part, volume: float, form: SlimeForm) -> None:
    """Gives an entity another body; its sphere grows along."""
    softbody, place, velocity = part
    ratio = softbody.radius * place.scale / slime.body.radius
    sphere = esper.try_component(entity, SphereCollider)
    attach(entity, softbody, reborn(part, volume), form, *([inherited(sphere, ratio)] if sphere else []))
    slime.transform.position, slime.velocity.linear = place.position, velocity.linear
