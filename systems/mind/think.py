"""Minds in the tick: slimes sense, decide, squash and hop."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import esper

from components.arrays import Floats
from components.character import CharacterMotor
from components.events import Hopped, Noticed
from components.health import Health, HealthState
from components.mind import Mind, MindState, Mood
from components.softbody import SoftbodyParticles
from components.terrain import MotionArrays, PlatformMotion, Terrain, TerrainArrays
from components.transform import Transform
from components.world import Events, LevelInfo, RandomState
from systems.mind.decide import Senses, Sighting, change_mood, heading, leap, rest_after
from systems.mind.hop import can_land, hold_on, on_ground, squash, throw
from systems.query import entities_with, resource

AIRBORNE = 0.1
"""Time after a leap in which nothing is ground [s]."""

LEDGE = 100.0
"""How far below its centre one may land that is at ease [cm]."""
CLIFF = 260.0
"""How far below its centre one may land that is after somebody, or runs from them [cm]."""

Kind = TypeVar("Kind")


class Ground(NamedTuple):
    """Where minds may hop."""

    terrain: TerrainArrays
    """The baked terrain."""
    motion: MotionArrays
    """Where its platforms are."""
    gravity: float
    """How fast things fall faster [cm/s²]."""


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with a Mind needs besides it: a state, with its home where it is."""
    transform = components.get(Transform)
    home = float(transform.position[0]) if isinstance(transform, Transform) else 0.0
    return (MindState(home=home),)


class Minds(esper.Processor):
    """Lets every slime with a mind do what it wants."""

    def process(self, dt: float) -> None:
        """Runs once a tick, before anything moves; a tick without length changes nothing."""
        minds = entities_with(Mind, MindState, SoftbodyParticles, Transform)
        if not minds or not dt > 0.0:
            return
        ground = Ground(
            resource(Terrain).arrays,
            resource(PlatformMotion).arrays,
            max(-float(resource(LevelInfo).gravity[2]), 1e-9),
        )
        characters = _characters()
        for entity, (mind, state, particles, transform) in minds:
            senses = _sense(entity, transform.position, characters)
            if change_mood(mind, state, senses):
                resource(Events).items.append(Noticed(entity, state.target))
            if act(mind, state, senses, particles, ground, resource(RandomState), dt):
                resource(Events).items.append(Hopped(entity))


def act(
    mind: Mind,
    state: MindState,
    senses: Senses,
    particles: SoftbodyParticles,
    ground: Ground,
    random: RandomState,
    dt: float,
) -> bool:
    """Waits, squashes, leaps or lands; returns whether it leapt just now."""
    if state.squash > 0.0:
        state.squash -= dt
        squash(particles, dt)
        if state.squash > 0.0:
            return False
        return _leap(mind, state, senses, particles, ground)
    state.wait = max(state.wait - dt, 0.0)
    startled = state.mood is Mood.NOTICE
    if state.wait > 0.0 or startled or not on_ground(ground.terrain, ground.motion, particles):
        return False
    if state.leaping:
        state.leaping, state.wait = False, rest_after(mind, state, random)
        hold_on(particles)
        return False
    _choose(mind, state, senses, ground, random)
    return False


def _choose(mind: Mind, state: MindState, senses: Senses, ground: Ground, random: RandomState) -> None:
    """Begins a hop, the other way round if need be; or rests again, where neither goes."""
    direction = heading(mind, state, senses, random)
    ways = [direction, -direction] if state.mood is Mood.PATROL else [direction]
    distance = mind.hop_speed * 2.0 * mind.leap_speed / ground.gravity
    drop = CLIFF if state.mood in {Mood.CHASE, Mood.FLEE} else LEDGE
    for way in ways:
        if way and can_land(ground.terrain, ground.motion, senses.place, way, distance=distance, drop=drop):
            state.direction, state.squash = way, max(mind.squash_time, 1e-9)
            return
    state.direction = direction or state.direction
    state.wait = rest_after(mind, state, random)


def _leap(mind: Mind, state: MindState, senses: Senses, particles: SoftbodyParticles, ground: Ground) -> bool:
    state.squash = 0.0
    if not on_ground(ground.terrain, ground.motion, particles):
        return False
    throw(particles, *leap(mind, state, senses, ground.gravity))
    state.leaping, state.wait = True, AIRBORNE
    return True


def _characters() -> list[tuple[int, Floats]]:
    """Where the characters are that a player steers and that are up."""
    found = []
    for entity, (motor, transform) in entities_with(CharacterMotor, Transform):
        state = _try(entity, HealthState)
        if motor.player and (state is None or state.down == 0.0):
            found.append((entity, transform.position))
    return found


def _sense(entity: int, place: Floats, characters: list[tuple[int, Floats]]) -> Senses:
    sightings = [
        Sighting(other, float(there[0] - place[0]), float(there[2] - place[2])) for other, there in characters
    ]
    health, state = _try(entity, Health), _try(entity, HealthState)
    share = state.points / health.maximum if health and state else 1.0
    nearest = min(sightings, key=lambda seen: abs(seen.ahead) + abs(seen.above), default=None)
    return Senses(place.copy(), share, nearest)


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
