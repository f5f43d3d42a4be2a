"""What falls out of the level, or has died and is to come back, begins again at its spawn point."""

from typing import TypeVar

import esper

from components.attack import AttackState
from components.character import CharacterState, GroundContact, SpawnPoint
from components.events import Hurt, Respawned
from components.health import Health, HealthState
from components.softbody import SoftbodyParticles
from components.transform import Transform, Velocity
from components.world import Events, LevelInfo
from systems.character.ground import leave_ground
from systems.health.harm import GRACE, ROUNDING, revive
from systems.health.injury import die
from systems.melee.swing import cancel
from systems.query import entities_with, resource
from systems.softbody.edit import place

WORLD = 0
"""Who did it, where nobody did."""

Kind = TypeVar("Kind")


def has_fallen(height: float, bounds: tuple[float, float, float, float]) -> bool:
    """Whether a height [cm] lies below a level's bounds (x_min, x_max, z_min, z_max)."""
    return height < bounds[2]


class Respawn(esper.Processor):
    """Puts what fell out of the level back to its spawn point, at rest, and brings the dead back.

    A fall takes health from those who come back after death, and kills others that have health; the dead
    come back when they have lain long enough, or at once where they fell out.
    """

    def process(self, dt: float) -> None:
        """Looks at everything that has a spawn point."""
        bounds, events = resource(LevelInfo).bounds, resource(Events).items
        down = {entity for entity, (state,) in entities_with(HealthState) if state.down > 0.0}
        for entity, (transform, velocity, spawn) in entities_with(Transform, Velocity, SpawnPoint):
            fallen = has_fallen(transform.position[2], bounds)
            if not fallen and entity not in down:
                continue
            lost = fallen and _is_lost(entity)
            if fallen:
                events += _suffer_fall(entity)
            if not lost and (fallen or _has_lain(entity, dt)):
                _bring_back(entity, transform, velocity, spawn)
                events.append(Respawned(entity))


def _is_lost(entity: int) -> bool:
    """Whether somebody could die and would not come back."""
    health = _try(entity, Health)
    return health is not None and not health.comes_back


def _suffer_fall(entity: int) -> list[object]:
    health, state = _try(entity, Health), _try(entity, HealthState)
    if health is None or state is None or state.points <= 0.0:
        return []
    if not health.comes_back:
        return [die(entity, WORLD, health, state, bursts=False)]
    taken = min(health.fall_damage, state.points)
    state.points -= taken
    state.flash = health.flash_time
    told: list[object] = [Hurt(entity, WORLD, taken, state.points)] if taken else []
    return told if state.points > 0.0 else [*told, die(entity, WORLD, health, state)]


def _has_lain(entity: int, dt: float) -> bool:
    """Whether a dead one's time is over in this tick."""
    state = _try(entity, HealthState)
    if state is None or state.down <= 0.0:
        return False
    state.down -= dt
    return state.down <= ROUNDING


def _bring_back(entity: int, transform: Transform, velocity: Velocity, spawn: SpawnPoint) -> None:
    particles = _try(entity, SoftbodyParticles)
    if particles is not None:
        place(particles, transform, spawn.position)
    transform.position[:] = spawn.position
    velocity.linear[:] = 0.0
    health, health_state, strike = _try(entity, Health), _try(entity, HealthState), _try(entity, AttackState)
    if health is not None and health_state is not None and health.comes_back:
        if health_state.points <= 0.0:
            revive(health, health_state)
        health_state.invulnerable = max(health_state.invulnerable, GRACE)
    if strike is not None:
        cancel(strike)
    state = _try(entity, CharacterState)
    if state is not None:
        state.jumping, state.coyote_wait, state.jump_wait = False, -1.0, -1.0
        state.time_since_ground = state.time_on_ground = 0.0
    ground = _try(entity, GroundContact)
    if ground is not None:
        leave_ground(ground)


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
