"""Soft bodies are pushed by what comes to overlap them, and push back.

Seed 003 moves the positions of one side each tick, so how hard it pushes depends on the tick rate, on mass,
and on which of two slimes comes first, and only the last source counts. Here a push changes velocities, all
sources count, and momentum is kept: what a slime gains, the other side loses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import esper
import numpy as np

from components.arrays import Floats
from components.character import CharacterMotor
from components.collider import ColliderKind, Layer
from components.events import ImpulseApplied
from components.overlap import ImpulseMode, OverlapImpulse, Overlaps
from components.softbody import SoftbodyParticles
from components.transform import Velocity
from components.world import Events, TickCount
from systems.impulse.falloff import closing_speed, falloff, recoil, steady_speed
from systems.overlap.shapes import Shape, shapes_of, surface_contact
from systems.query import entities_with, resource
from systems.softbody.edit import mass_by_weight, push

Pair = tuple[int, int]
"""The entity that is pushed, and the one that pushes."""


@dataclass(frozen=True, slots=True)
class Side:
    """What a push does to one soft body."""

    particles: SoftbodyParticles
    """Its particles."""
    point: Floats
    """Contact point on the other side's surface [cm], shape [3]."""
    normal: Floats
    """Unit direction of the push, shape [3]."""
    weights: Floats
    """How strongly each particle feels it [1], shape [particle_count]."""
    weighted_mass: float
    """Sum of mass times weight [kg]."""


@dataclass(frozen=True, slots=True)
class SolidContacts:
    """A soft body's sphere and what it overlaps of another entity, sensors left out."""

    sphere: Shape
    """Its sphere."""
    shapes: Sequence[Shape]
    """The other's colliders."""
    since: int
    """Tick at which the first of them began to be overlapped."""


@dataclass(frozen=True, slots=True)
class Source:
    """A push that a soft body asks for."""

    sphere: Shape
    """The sphere with which the body noticed."""
    shape: Shape
    """What it overlaps."""
    side: Side
    """What it does to the body."""
    speed: float
    """Speed gained at the contact point [cm/s]."""
    settings: OverlapImpulse
    """How the body is meant to be pushed."""

    @property
    def momentum(self) -> float:
        """Momentum it would give the body [kg cm/s]."""
        return self.speed * self.side.weighted_mass


def side_of(particles: SoftbodyParticles, point: Floats, normal: Floats, radius: float) -> Side:
    """One soft body's side of a push that comes from a point."""
    weights = falloff(particles.positions_ws, point, radius)
    return Side(particles, point, normal, weights, mass_by_weight(particles, weights))


def nearest_shape(sphere: Shape, shapes: Sequence[Shape]) -> Shape:
    """The shape whose surface is nearest to a sphere's centre; of equal ones the first."""
    centre = np.array(sphere.centre)
    return min(shapes, key=lambda shape: surface_contact(shape, centre).distance)


def strength_from(settings: OverlapImpulse, layer: Layer) -> float | None:
    """How hard something of a layer pushes [cm/s]; None for all but characters and slimes, which do not."""
    match layer:
        case Layer.PAWN:
            return settings.pawn_strength
        case Layer.SLIME:
            return settings.slime_strength
        case _:
            return None


def shared_momentum(own: Source, opposite: Source | None) -> float:
    """Momentum that passes between two sides [kg cm/s].

    Where both are soft bodies that ask to be pushed, it is the smaller of the two, so that the pair counts
    once, whichever comes first, and neither gains more than its own strength.
    """
    return own.momentum if opposite is None else min(own.momentum, opposite.momentum)


class Impulses(esper.Processor):
    """Gives soft bodies the velocity that overlaps push into them; they feel it in the next tick."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after overlaps were tracked."""
        if not dt > 0.0:
            return
        sources = _sources(dt)
        if not sources:
            return
        events: dict[Pair, ImpulseApplied] = {}
        for (entity, other), source in sources.items():
            opposite = sources.get((other, entity))
            if opposite is not None and other < entity:
                continue
            momentum = shared_momentum(source, opposite)
            if momentum > 0.0:
                events[entity, other] = _give(source.side, entity, other, momentum)
                answer = _answer(entity, other, source, momentum)
                if answer is not None:
                    events[other, entity] = answer
        resource(Events).items.extend(events[pair] for pair in sorted(events))


def _sources(dt: float) -> dict[Pair, Source]:
    """All pushes of this tick, ascending by pair; all see the positions that the tick ended with."""
    now = resource(TickCount).value
    sources = {}
    for entity, (settings, overlaps, particles) in entities_with(OverlapImpulse, Overlaps, SoftbodyParticles):
        steady = settings.mode is ImpulseMode.PER_TICK
        if not (overlaps.colliders if steady else now in overlaps.colliders.values()):
            continue
        for other in _others(overlaps, now=None if steady else now):
            found = solid_contacts(overlaps, entity, other)
            if found is not None and (steady or found.since == now):
                source = _source(found, settings, particles, dt)
                if source is not None:
                    sources[entity, other] = source
    return sources


def _others(overlaps: Overlaps, *, now: int | None) -> list[int]:
    """Whom a sphere overlaps, ascending; of those with whom anything began at a tick, where it is given."""
    began = overlaps.colliders.items()
    return sorted({pair.other for pair, tick in began if now is None or tick == now})


def solid_contacts(overlaps: Overlaps, entity: int, other: int) -> SolidContacts | None:
    """What an entity's sphere overlaps of another; None where either is a sensor, or gone by now."""
    begun = {
        pair.other_collider: tick
        for pair, tick in overlaps.colliders.items()
        if pair.other == other and pair.collider is ColliderKind.SPHERE
    }
    shapes = [shape for shape in shapes_of(other) if shape.kind in begun and not shape.sensor]
    for sphere in shapes_of(entity):
        if sphere.kind is ColliderKind.SPHERE and not sphere.sensor and shapes:
            return SolidContacts(sphere, shapes, min(begun[shape.kind] for shape in shapes))
    return None


def _source(
    contacts: SolidContacts, settings: OverlapImpulse, particles: SoftbodyParticles, dt: float
) -> Source | None:
    sphere, shape = contacts.sphere, nearest_shape(contacts.sphere, contacts.shapes)
    strength = strength_from(settings, shape.layer)
    if strength is None:
        return None
    contact = surface_contact(shape, np.array(sphere.centre))
    if settings.mode is ImpulseMode.ON_BEGIN and settings.least_approach > 0.0:
        relative = _velocity_of(sphere.entity) - _velocity_of(shape.entity)
        if closing_speed(relative, contact.normal) < settings.least_approach:
            return None
    side = side_of(particles, contact.point, contact.normal, sphere.radius)
    speed = strength if settings.mode is ImpulseMode.ON_BEGIN else steady_speed(strength, dt)
    return Source(sphere, shape, side, speed, settings)


def _velocity_of(entity: int) -> Floats:
    velocity = esper.try_component(entity, Velocity)
    return np.zeros(3) if velocity is None else velocity.linear


def _give(side: Side, entity: int, other: int, momentum: float) -> ImpulseApplied:
    push(side.particles, impulse=momentum * side.normal, weights=side.weights)
    return ImpulseApplied(entity, other, side.point, side.normal, momentum / side.weighted_mass)


def _answer(entity: int, other: int, source: Source, momentum: float) -> ImpulseApplied | None:
    """Takes the momentum from the other side."""
    particles = esper.try_component(other, SoftbodyParticles)
    velocity = esper.try_component(other, Velocity)
    normal = source.side.normal
    if particles is not None:
        side = _opposite_side(source, particles)
        return _give(side, other, entity, momentum)
    if velocity is not None and esper.has_component(other, CharacterMotor):
        settings = source.settings
        change = recoil(-momentum * normal, settings.pawn_mass, settings.pawn_recoil)
        velocity.linear = velocity.linear + change
    return None


def _opposite_side(source: Source, particles: SoftbodyParticles) -> Side:
    """The other slime's side: pushed along the same line from the first one's surface, or else as a whole."""
    sphere, normal = source.sphere, source.side.normal
    point = np.array(sphere.centre) - sphere.radius * normal
    if source.shape.radius > 0.0:
        side = side_of(particles, point, -normal, source.shape.radius)
        if side.weighted_mass > 0.0:
            return side
    alike = np.ones(len(particles.topology.rest_positions))
    return Side(particles, point, -normal, alike, mass_by_weight(particles, alike))
