"""What hits do: they push, they hurt, and they kill."""

from typing import TypeVar

import esper
import numpy as np

from components.arrays import Floats
from components.attack import AttackState, ContactAttack, MeleeAttack
from components.character import CharacterMotor, CharacterState, GroundContact
from components.events import Died, Hit, Hurt
from components.health import Health, HealthState
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from components.world import Events
from systems.health.burst import born_of
from systems.health.harm import hurt, wear_off
from systems.impulse.falloff import falloff
from systems.melee.swing import cancel
from systems.query import entities_with, resource
from systems.softbody.edit import mass_by_weight, push
from systems.structure import despawn, spawn

MOST_KNOCKBACK = 600.0
"""Fastest that one hit makes a character [cm/s]."""

Kind = TypeVar("Kind")


def dent_radius(softbody: Softbody, scale: float) -> float:
    """How far from where it is struck a soft body feels it at once [cm]: its own radius and a little."""
    return 1.2 * softbody.radius * scale


def knocked(velocity: Floats, impulse: Floats, mass: float) -> Floats:
    """Velocity of a character after a hit [cm/s], shape [3]: what ran against the impulse stops first.

    It has no Y, and an impulse gives no more than 600 cm/s: what is beyond, the ground takes.
    """
    change = np.array((impulse[0], 0.0, impulse[2])) / mass
    size = float(np.sqrt(change[0] ** 2 + change[2] ** 2))
    if size == 0.0:
        return velocity.copy()
    direction = change / size
    against = min(float(velocity[0] * direction[0] + velocity[2] * direction[2]), 0.0)
    return velocity - against * direction + min(size, MOST_KNOCKBACK) * direction


class Injuries(esper.Processor):
    """Works off this tick's `Hit` events, whoever told them, in their order."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything that can hit."""
        for _, (state,) in entities_with(HealthState):
            wear_off(state, dt)
        events = resource(Events).items
        for hit in [event for event in events if isinstance(event, Hit)]:
            if esper.entity_exists(hit.victim):
                events += _suffer(hit)


def _suffer(hit: Hit) -> list[object]:
    """What a hit does to its victim, and what there is to tell of it."""
    health, state = _try(hit.victim, Health), _try(hit.victim, HealthState)
    if health is None or state is None:
        _dent(hit)
        return []
    if state.points <= 0.0:
        return []
    own_touch = _try(hit.victim, ContactAttack)
    taken = hurt(health, state, hit.damage, harmless=own_touch.pause if own_touch else 0.0)
    _dent(hit)
    if not taken:
        return []
    _interrupt(hit, health, state)
    told: list[object] = [Hurt(hit.victim, hit.attacker, taken, state.points)]
    return told if state.points > 0.0 else [*told, die(hit.victim, hit.attacker, health, state)]


def _dent(hit: Hit) -> None:
    """A soft body takes the impulse where it is struck, the more the nearer."""
    softbody, particles = _try(hit.victim, Softbody), _try(hit.victim, SoftbodyParticles)
    transform = _try(hit.victim, Transform)
    if softbody is None or particles is None or transform is None:
        return
    weights = falloff(particles.positions_ws, hit.point, dent_radius(softbody, transform.scale))
    alike = mass_by_weight(particles, weights) <= 0.0
    push(particles, impulse=hit.impulse, weights=None if alike else weights)


def _interrupt(hit: Hit, health: Health, state: HealthState) -> None:
    """A character is knocked back, and its own strike comes to nothing."""
    blow = _try(hit.attacker, MeleeAttack)
    state.hit_stop = blow.hit_stop if blow else 0.0
    strike, velocity = _try(hit.victim, AttackState), _try(hit.victim, Velocity)
    if strike is not None:
        cancel(strike)
    if velocity is None or not esper.has_component(hit.victim, CharacterMotor):
        return
    velocity.linear = knocked(velocity.linear, hit.impulse, health.mass)
    ground, moving = _try(hit.victim, GroundContact), _try(hit.victim, CharacterState)
    if ground is not None and velocity.linear[2] > 0.0:
        ground.grounded = False
    if moving is not None:
        moving.jumping, moving.coyote_wait = False, -1.0


def die(entity: int, by: int, health: Health, state: HealthState, *, bursts: bool = True) -> Died:
    """Ends somebody: they lie down until they come back, burst, or are gone at the end of the tick."""
    transform = _try(entity, Transform)
    place = np.zeros(3) if transform is None else transform.position.copy()
    state.points, state.deaths = 0.0, state.deaths + 1
    if health.comes_back:
        state.down = max(health.down_time, 1e-6)
        return Died(entity, by, place)
    pieces = 0
    bursts = bursts and health.pieces > 0 and health.generations > 0
    if bursts and esper.has_component(entity, Softbody):
        parts: tuple[object, ...] = esper.components_for_entity(entity)
        for part in born_of(parts, health.pieces):
            spawn(*part)
        pieces = health.pieces
    despawn(entity)
    return Died(entity, by, place, pieces)


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
