"""Explorers in the tick: they pick up, reach checkpoints, and complete the level."""

from typing import TypeVar

import esper

from components.character import SpawnPoint
from components.events import CheckpointReached, GoalLocked, LevelCompleted, PickedUp
from components.goal import Checkpoint, Explorer, Goal, Pickup, Progress
from components.health import Health, HealthState
from components.transform import Transform
from components.world import Events
from systems.goal.reach import distance_to, enters, missing_for
from systems.health.harm import heal
from systems.overlap.shapes import Shape, shapes_of
from systems.query import entities_with, resource
from systems.structure import despawn

Kind = TypeVar("Kind")


class Goals(esper.Processor):
    """Gives explorers what they come to, once."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything has moved and every hit has been suffered."""
        if not dt > 0.0:
            return
        taken: set[int] = set()
        for entity, (explorer, progress) in entities_with(Explorer, Progress):
            shapes = shapes_of(entity)
            if shapes and not _is_down(entity) and not progress.completed:
                _pick_up(entity, explorer, progress, shapes[0], taken)
                _reach_checkpoints(entity, progress, shapes[0])
                _reach_goals(entity, progress, shapes[0])


def _is_down(entity: int) -> bool:
    state = _try(entity, HealthState)
    return state is not None and (state.down > 0.0 or state.points <= 0.0)


def _pick_up(entity: int, explorer: Explorer, progress: Progress, shape: Shape, taken: set[int]) -> None:
    for thing, (pickup, transform) in entities_with(Pickup, Transform):
        reach = pickup.radius + explorer.magnet
        if thing in taken or distance_to(shape, transform.position) > reach:
            continue
        taken.add(thing)
        progress.taken[pickup.kind] = progress.taken.get(pickup.kind, 0) + 1
        health, state = _try(entity, Health), _try(entity, HealthState)
        if health is not None and state is not None:
            heal(health, state, pickup.health)
        resource(Events).items.append(PickedUp(thing, entity, pickup.kind, transform.position.copy()))
        despawn(thing)


def _reach_checkpoints(entity: int, progress: Progress, shape: Shape) -> None:
    """The explorer will come back over the foot of the checkpoint that it entered last."""
    spawn_point = _try(entity, SpawnPoint)
    for place, (checkpoint, transform) in entities_with(Checkpoint, Transform):
        if place != progress.checkpoint and enters(shape, transform.position, checkpoint.half_extents):
            progress.checkpoint = place
            if spawn_point is not None:
                spawn_point.position = transform.position.copy()
            resource(Events).items.append(CheckpointReached(place, entity))


def _reach_goals(entity: int, progress: Progress, shape: Shape) -> None:
    at_locked = 0
    for place, (goal, transform) in entities_with(Goal, Transform):
        if progress.completed or not enters(shape, transform.position, goal.half_extents):
            continue
        missing = missing_for(goal, progress)
        if missing == 0:
            progress.completed, progress.next_level = True, goal.next_level
            resource(Events).items.append(LevelCompleted(place, entity, goal.next_level))
        else:
            at_locked = place
            if progress.waiting != place:
                resource(Events).items.append(GoalLocked(place, entity, missing))
    progress.waiting = at_locked


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
