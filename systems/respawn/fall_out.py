"""What falls out of the level comes back where it began."""

import esper

from components.character import CharacterState, GroundContact, SpawnPoint
from components.events import Respawned
from components.softbody import SoftbodyParticles
from components.transform import Transform, Velocity
from components.world import Events, LevelInfo
from systems.query import entities_with, resource
from systems.softbody.edit import place


def has_fallen(height: float, bounds: tuple[float, float, float, float]) -> bool:
    """Whether a height [cm] lies below a level's bounds (x_min, x_max, z_min, z_max)."""
    return height < bounds[2]


class Respawn(esper.Processor):
    """Puts what fell out of the level back to its spawn point, at rest."""

    def process(self, dt: float) -> None:
        """Looks at everything that has a spawn point."""
        del dt
        bounds, events = resource(LevelInfo).bounds, resource(Events).items
        for entity, (transform, velocity, spawn) in entities_with(Transform, Velocity, SpawnPoint):
            if has_fallen(float(transform.position[2]), bounds):
                _bring_back(entity, transform, velocity, spawn)
                events.append(Respawned(entity))


def _bring_back(entity: int, transform: Transform, velocity: Velocity, spawn: SpawnPoint) -> None:
    particles = esper.try_component(entity, SoftbodyParticles)
    if particles is not None:
        place(particles, transform, spawn.position)
    transform.position[:] = spawn.position
    velocity.linear[:] = 0.0
    state = esper.try_component(entity, CharacterState)
    if state is not None:
        state.jumping, state.coyote_wait, state.jump_wait = False, -1.0, -1.0
        state.time_since_ground = state.time_on_ground = 0.0
    ground = esper.try_component(entity, GroundContact)
    if ground is not None:
        leave_ground(ground)


def leave_ground(ground: GroundContact) -> None:
    """Makes a contact one of a character that stands on nothing."""
    ground.grounded, ground.platform, ground.solid, ground.entity = False, -1, -1, 0
    ground.velocity[:] = 0.0
    ground.normal[:] = 0.0, 0.0, 1.0
