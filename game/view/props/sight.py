"""Which things a simulation has, and how they are."""

from dataclasses import dataclass

import numpy as np

from components.goal import Checkpoint, Goal, Pickup, Progress
from components.terrain import Terrain
from components.transform import Transform
from game.view.arrays import Floats
from game.view.props.model import State, model_named
from game.view.source import Watched, components_of

DEEPEST = 400.0
"""How far below a thing's place the ground is looked for [cm]."""


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing."""

    model: str
    place: Floats
    """Where it stands or floats [cm], shape [3]."""
    state: State
    since: float
    """Tick from which on it has been in that state."""


def props_of(simulation: Watched, before: dict[int, Prop]) -> dict[int, Prop]:
    """Every thing by its entity, ascending; what was there a tick before keeps its ground."""
    progress = list(components_of(simulation, Progress).values())
    reached = {each.checkpoint for each in progress}
    found: dict[int, tuple[str, State, Floats]] = {}
    for entity, (pickup, transform) in simulation.entities_with(Pickup, Transform):
        found[entity] = pickup.kind, State.IDLE, transform.position
    for entity, (_, transform) in simulation.entities_with(Checkpoint, Transform):
        found[entity] = "checkpoint", _state(active=entity in reached), transform.position
    for entity, (goal, transform) in simulation.entities_with(Goal, Transform):
        is_open = goal.needs <= max((each.taken.get(goal.needs_kind, 0) for each in progress), default=0)
        found[entity] = "goal", _state(active=is_open), transform.position
    tick = float(simulation.tick_count)
    return {
        entity: _prop(simulation, *found[entity], tick, before.get(entity))
        for entity in sorted(found)
        if np.isfinite(found[entity][2]).all()
    }


def _state(*, active: bool) -> State:
    return State.ACTIVE if active else State.IDLE


def _prop(
    simulation: Watched, model: str, state: State, position: Floats, tick: float, old: Prop | None
) -> Prop:
    if model_named(model).stands:
        place = old.place if old else stood(simulation.resource(Terrain), position)
    else:
        place = position.copy()
    since = tick if old is None or old.state is not state else old.since
    return Prop(model, place, state, since)


def stood(terrain: Terrain, position: Floats) -> Floats:
    """The place on solid ground straight below a position [cm], or the position where there is none near."""
    x, y, z = position.tolist()
    heights = [
        height
        for solid in terrain.solids
        if solid.platform < 0 and solid.depth[0] <= y <= solid.depth[1]
        for height in _heights(solid.outline, x)
        if z - DEEPEST <= height <= z
    ]
    return np.array((x, y, max(heights, default=z)))


def _heights(outline: Floats, x: float) -> list[float]:
    """Where a vertical line crosses an outline [cm]."""
    ahead = np.roll(outline, -1, axis=0)
    low, high = np.minimum(outline[:, 0], ahead[:, 0]), np.maximum(outline[:, 0], ahead[:, 0])
    crossed = (low <= x) & (x <= high) & (high > low)
    start, end = outline[crossed], ahead[crossed]
    heights: list[float] = (
        start[:, 1] + (x - start[:, 0]) / (end[:, 0] - start[:, 0]) * (end[:, 1] - start[:, 1])
    ).tolist()
    return heights
