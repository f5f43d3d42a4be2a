"""Small worlds for system tests: terrain from boxes, a character on it, and a tick."""

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

import esper
import numpy as np

from components.arrays import Floats
from components.character import CharacterMotor, CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.overlap import OverlapLedger
from components.platform import Platform
from components.skeleton import AnimationLibrary
from components.terrain import MotionArrays, PlatformMotion, Solid
from components.transform import Transform, Velocity
from components.world import Actions, Commands, Events, LevelInfo, RandomState, TickCount
from systems.character.control import PlayerControl
from systems.character.movement import CharacterMovement
from systems.collision.bake import bake_terrain
from systems.platform.travel import Platforms
from systems.query import resource
from systems.structure import create

DT = 1.0 / 60.0
"""Length of a tick [s]."""

MOVEMENT: tuple[esper.Processor, ...] = (PlayerControl(), Platforms(), CharacterMovement())
"""The systems that move characters, in the order of a tick."""

Kind = TypeVar("Kind")


def box(x_min: float, x_max: float, z_min: float, z_max: float, **options: object) -> Solid:
    """A box-shaped solid [cm]."""
    outline = np.array([(x_min, z_min), (x_max, z_min), (x_max, z_max), (x_min, z_max)], dtype=float)
    return Solid(outline, **options)  # type: ignore[arg-type]


def polygon(*corners: tuple[float, float], **options: object) -> Solid:
    """A solid with this counter-clockwise outline [cm]."""
    return Solid(np.array(corners, dtype=float), **options)  # type: ignore[arg-type]


def hill(angle: float, start: float = 0.0, run: float = 2000.0) -> Solid:
    """Ground that rises to the right at an angle [deg] from height 0, over this many centimetres."""
    top = run * math.tan(math.radians(angle))
    return polygon((start, -100), (start + run, -100), (start + run, top), (start, 0))


def stairs(count: int, run: float, rise: float, start: float = 0.0, landing: float = 1500.0) -> Solid:
    """Stairs that rise to the right from height 0, with a landing behind the last step [cm]."""
    end = start + count * run + landing
    corners = [(start, -100.0), (end, -100.0), (end, count * rise)]
    for step in reversed(range(count)):
        corners += [(start + step * run, (step + 1) * rise), (start + step * run, step * rise)]
    return polygon(*corners)


def no_motion() -> MotionArrays:
    """Terrain in which nothing moves."""
    return MotionArrays(np.zeros((0, 3)), np.zeros((0, 3)))


def build_world(
    solids: Sequence[Solid],
    *,
    platforms: Sequence[Platform] = (),
    library: AnimationLibrary | None = None,
) -> None:
    """Puts a world entity with this terrain into the current esper world, and an entity for each platform."""
    count = len(platforms)
    motion = PlatformMotion(np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count, dtype=np.int64))
    esper.create_entity(
        LevelInfo(bounds=(-1e6, 1e6, -1e6, 1e6)),
        TickCount(),
        Actions(),
        Events(),
        OverlapLedger(),
        Commands(),
        RandomState(),
        bake_terrain(solids, identity="test"),
        motion,
        library or AnimationLibrary(),
    )
    for platform in platforms:
        motion.entities[platform.index] = create(platform, Transform())


def spawn_walker(x: float = 0.0, feet: float = 0.02, **motor: float) -> int:
    """Creates a character of the player with its soles at this height [cm]."""
    place = Transform(np.array((x, 0.0, feet + 88.0)))
    return create(place, Velocity(), CapsuleCollider(), CharacterMotor(player=True, **motor))


def press(actions: Iterable[str] = ()) -> None:
    """Sets what the player holds, as a simulation does at the start of a tick."""
    state, held = resource(Actions), frozenset(actions)
    state.pressed, state.released = held - state.held, state.held - held
    state.held = held
    resource(Events).items.clear()


def run_tick(systems: Sequence[esper.Processor], actions: Iterable[str] = ()) -> None:
    """Runs systems once, in the given order."""
    press(actions)
    for system in systems:
        system.process(DT)
    resource(TickCount).value += 1


def place_of(entity: int) -> Floats:
    """Position of an entity [cm], shape [3]."""
    return esper.component_for_entity(entity, Transform).position


def ground_of(entity: int) -> GroundContact:
    """What a character stands on."""
    return esper.component_for_entity(entity, GroundContact)


def state_of(entity: int) -> CharacterState:
    """How a character is moving."""
    return esper.component_for_entity(entity, CharacterState)


def velocity_of(entity: int) -> Floats:
    """Velocity of an entity [cm/s], shape [3]."""
    return esper.component_for_entity(entity, Velocity).linear


def feet_of(entity: int) -> float:
    """Height of a character's soles [cm]."""
    return float(place_of(entity)[2]) - 88.0


def move(count: int, *actions: str) -> None:
    """Runs the systems of movement for some ticks with the same actions held."""
    for _ in range(count):
        run_tick(MOVEMENT, actions)


def events_of(kind: type[Kind]) -> list[Kind]:
    """What of this kind happened during the last tick."""
    return [event for event in resource(Events).items if isinstance(event, kind)]
