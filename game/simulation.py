"""A level that runs: an esper world, a fixed tick, and its state as a value."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, overload

import esper
import numpy as np

from components.appearance import LevelTheme
from components.arrays import Vector, vector
from components.events import EndReason
from components.overlap import OverlapLedger
from components.platform import Platform
from components.sprite import Pictures
from components.terrain import PlatformMotion
from components.transform import Name, Transform
from components.world import Actions, Commands, Events, LevelInfo, RandomState, TickCount
from game.level.identity import identity_of
from game.level.level import Level, load_level
from game.state_hash import hash_state
from game.world import World
from systems import TICK
from systems.animation.animate import Animate
from systems.collision.bake import bake_terrain
from systems.overlap.tracking import end_all
from systems.query import entities_with, resource
from systems.structure import StructuralChanges, create

First = TypeVar("First")
Second = TypeVar("Second")
Third = TypeVar("Third")


@dataclass(frozen=True)
class Before:
    """A system's place in the tick: right before another."""

    anchor: type[esper.Processor]
    """A system of systems.TICK."""
    system: esper.Processor
    """The system to add."""


@dataclass(frozen=True)
class After:
    """A system's place in the tick: right after another."""

    anchor: type[esper.Processor]
    """A system of systems.TICK."""
    system: esper.Processor
    """The system to add."""


@dataclass(frozen=True)
class Snapshot:
    """A simulation's whole state, to come back to."""

    entities: dict[int, tuple[object, ...]]
    """Copies of all components by entity."""
    next_entity: int
    """Number of the next new entity."""


class Simulation:
    """A level that runs in a world of its own, one fixed tick at a time.

    It is deterministic: the same level and the same actions give the same state, to the last bit.
    """

    def __init__(self, level: Level, *, systems: Sequence[Before | After | esper.Processor] = ()) -> None:
        self._world = World()
        self._last_words: list[object] | None = None
        self.tick_rate = level.tick_rate
        """Ticks per second [1/s]."""
        with self._world.entered():
            for priority, system in enumerate(reversed(tick_order(systems))):
                esper.add_processor(system, priority)
            _populate(level)
            Animate().process(0.0)  # characters have a pose before the first tick

    @classmethod
    def load(
        cls,
        level: str | Path | Level,
        *,
        components: Sequence[type] = (),
        systems: Sequence[Before | After | esper.Processor] = (),
    ) -> Simulation:
        """Starts a level.

        Args:
            level: Name of a bundled level, path of a level file, or a loaded level.
            components: Component classes of your own that the level may name.
            systems: Systems of your own: `After(GroundTrace, Mine())`, `Before(...)`, or a bare system, which
                runs at the end of the tick, before structural changes.

        Raises:
            LevelError: The level has faults; it tells all of them, with their places in the file.
        """
        if not isinstance(level, Level):
            level = load_level(level, components=components)
        return cls(level, systems=systems)

    def tick(self, actions: Iterable[str] = ()) -> None:
        """Runs one tick.

        Args:
            actions: Names of the actions held during this tick, such as "right" and "jump".
        """
        with self._world.entered():
            _take_actions(frozenset(actions))
            resource(Events).items.clear()
            esper.process(1.0 / self.tick_rate)
            resource(TickCount).value += 1

    @property
    def tick_count(self) -> int:
        """Ticks since the level began."""
        return self.resource(TickCount).value

    @property
    def events(self) -> list[object]:
        """What happened during the last tick, in order; once closed, what ended by that."""
        return list(self.resource(Events).items if self._last_words is None else self._last_words)

    @property
    def level(self) -> LevelInfo:
        """What the level says about itself."""
        return self.resource(LevelInfo)

    def named(self, name: str) -> int:
        """The entity that the level calls by this name. Raises KeyError when there is none."""
        with self._world.entered():
            for entity, (label,) in entities_with(Name):
                if label.value == name:
                    return entity
        raise KeyError(f"nothing in this level is called {name!r}")

    def component(self, entity: int, kind: type[First]) -> First:
        """An entity's component. Raises KeyError when it has none of this kind."""
        with self._world.entered():
            return esper.component_for_entity(entity, kind)

    def try_component(self, entity: int, kind: type[First]) -> First | None:
        """An entity's component, or None."""
        with self._world.entered():
            return esper.try_component(entity, kind)

    def resource(self, kind: type[First]) -> First:
        """The world entity's component. Raises LookupError when it has none of this kind."""
        with self._world.entered():
            return resource(kind)

    @overload
    def entities_with(self, first: type[First], /) -> list[tuple[int, tuple[First]]]: ...
    @overload
    def entities_with(
        self, first: type[First], second: type[Second], /
    ) -> list[tuple[int, tuple[First, Second]]]: ...
    @overload
    def entities_with(
        self, first: type[First], second: type[Second], third: type[Third], /
    ) -> list[tuple[int, tuple[First, Second, Third]]]: ...
    def entities_with(self, *kinds: type) -> object:
        """Entities that have all the given components, ascending."""
        with self._world.entered():
            return entities_with(*kinds)

    def spawn(self, *components: object) -> int:
        """Creates an entity between two ticks, with the companions its components need."""
        with self._world.entered():
            return create(*components)

    def despawn(self, entity: int) -> None:
        """Deletes an entity between two ticks; one that is gone already is no error."""
        with self._world.entered():
            if esper.entity_exists(entity):
                esper.delete_entity(entity, immediate=True)

    def entered(self) -> AbstractContextManager[None]:
        """Makes this simulation's world esper's current one for the length of a with block."""
        return self._world.entered()

    def entity_count(self) -> int:
        """How many entities there are, the world entity included."""
        return len(self._world.entities())

    def state_hash(self) -> str:
        """Hexadecimal number that stands for the whole state; equal states have equal hashes."""
        return hash_state(self._world.entities())

    def snapshot(self) -> Snapshot:
        """A copy of the whole state; what never changes is shared, not copied."""
        return Snapshot(copy.deepcopy(self._world.entities()), self._world.next_entity())

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot of this simulation; the snapshot can be used again."""
        self._world.replace(copy.deepcopy(snapshot.entities), next_entity=snapshot.next_entity)

    def close(self) -> None:
        """Leaves the level: every overlap ends, which `events` tells from then on, and its world is freed.

        Without it the world is freed when nothing refers to it any more.
        """
        if self._last_words is not None:
            return
        with self._world.entered():
            resource(Events).items.clear()
            end_all(EndReason.LEVEL_CHANGED)
            self._last_words = list(resource(Events).items)
        self._world.close()


def tick_order(systems: Sequence[Before | After | esper.Processor]) -> list[esper.Processor]:
    """New systems of systems.TICK with a game's own at their places, in the order in which they run.

    Raises:
        ValueError: A place names a system that is not part of the tick.
    """
    order: list[esper.Processor] = [system() for system in TICK]
    for entry in systems:
        match entry:
            case Before(anchor, system):
                order.insert(_place(order, anchor), system)
            case After(anchor, system):
                order.insert(_place(order, anchor) + 1, system)
            case system:
                order.insert(_place(order, StructuralChanges), system)
    return order


def _place(order: Sequence[esper.Processor], anchor: type[esper.Processor]) -> int:
    for place, system in enumerate(order):
        if type(system) is anchor:
            return place
    raise ValueError(f"{anchor.__name__} is not part of the tick")


def _take_actions(held: frozenset[str]) -> None:
    actions = resource(Actions)
    actions.pressed, actions.released = held - actions.held, actions.held - held
    actions.held = held


def _populate(level: Level) -> None:
    terrain = bake_terrain(level.solids, identity=level.identity)
    count = len(level.platforms)
    motion = PlatformMotion(np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count, dtype=np.int64))
    esper.create_entity(
        LevelInfo(level.name, level.identity, level.tick_rate, level.gravity, level.theme, level.bounds),
        TickCount(),
        Actions(),
        Events(),
        Commands(),
        RandomState(),
        OverlapLedger(),
        terrain,
        motion,
        level.library,
        *_own_theme(level),
        *_pictures(level),
    )
    for row, blueprint in enumerate(level.platforms):
        place = Transform(_centre_of_platform(level, row))
        moving = Platform(row, blueprint.path.copy(), blueprint.speed)
        motion.entities[row] = create(Name(blueprint.name), moving, place)
    for entity in level.entities:
        create(Name(entity.name), *copy.deepcopy(entity.components))


def _own_theme(level: Level) -> list[LevelTheme]:
    return [LevelTheme(level.own_theme, identity_of(level.own_theme))] if level.own_theme else []


def _pictures(level: Level) -> list[Pictures]:
    return [] if level.pictures is None else [Pictures(level.pictures)]


def _centre_of_platform(level: Level, row: int) -> Vector:
    outlines = [solid.outline for solid in level.solids if solid.platform == row]
    depths = [solid.depth for solid in level.solids if solid.platform == row]
    points = np.concatenate(outlines)
    x, z = 0.5 * (points.min(axis=0) + points.max(axis=0))
    return vector(float(x), 0.5 * (depths[0][0] + depths[0][1]), float(z))
