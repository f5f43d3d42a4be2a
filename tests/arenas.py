"""Small levels for tests of the game: a floor, a hero, and whatever a test adds."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from components.health import HealthState
from components.transform import Transform
from game.simulation import Simulation

Event = TypeVar("Event")

Fields = Mapping[str, object]


def floor(x_min: float = -2000, x_max: float = 2000) -> Fields:
    """Ground with its top at height 0 [cm]."""
    return {"shape": "box", "x": [x_min, x_max], "z": [-200, 0]}


def entity(name: str, x: float, z: float, *, prefab: str | None = None, **components: Fields) -> Fields:
    """An entity in the hero's lane."""
    head: Fields = {"name": name} if prefab is None else {"name": name, "prefab": prefab}
    return {**head, "components": {"Transform": {"position": [x, 0, z]}, **components}}


def arena(folder: Path, *entities: Fields, terrain: list[Fields] | None = None) -> Simulation:
    """A level with a hero at the origin."""
    level = {
        "name": "Arena",
        "bounds": {"x": [-3000, 3000], "z": [-400, 900]},
        "terrain": terrain or [floor()],
        "entities": [entity("hero", 0, 88.02, prefab="hero"), *entities],
    }
    path = folder / "arena.json"
    path.write_text(json.dumps(level))
    return Simulation.load(path)


def run(simulation: Simulation, ticks: int, *actions: str) -> list[object]:
    """Ticks with the same actions held, and everything that happened."""
    told: list[object] = []
    for _ in range(ticks):
        simulation.tick(actions)
        told += simulation.events
    return told


def of_kind(told: list[object], kind: type[Event]) -> list[Event]:
    """The events of a kind."""
    return [event for event in told if isinstance(event, kind)]


def x_of(simulation: Simulation, name: str) -> float:
    """World X of a named entity [cm]."""
    return float(simulation.component(simulation.named(name), Transform).position[0])


def points_of(simulation: Simulation, name: str) -> float:
    """Health left of a named entity."""
    return simulation.component(simulation.named(name), HealthState).points
