"""A small game of one's own, from public names only: component, system, level, loop."""

import json
from dataclasses import dataclass
from pathlib import Path

import esper
import pygame
import pytest

from components.transform import Transform
from components.world import Events
from game.simulation import After, Before, Simulation
from game.view import View
from systems.character.movement import CharacterMovement
from systems.query import entities_with, resource
from systems.structure import despawn


@dataclass(slots=True)
class Coin:
    """Something to pick up."""

    value: int = 1
    """What it is worth."""


@dataclass(slots=True)
class Purse:
    """What has been picked up."""

    total: int = 0
    """Worth of all coins."""


@dataclass(slots=True)
class CoinTaken:
    """A coin was picked up."""

    coin: int
    """Which."""


class PickUp(esper.Processor):
    """Puts coins that a purse comes near into it."""

    def process(self, dt: float) -> None:
        """Looks at every pair of purse and coin."""
        del dt
        for _, (purse, place) in entities_with(Purse, Transform):
            for entity, (coin, spot) in entities_with(Coin, Transform):
                if abs(place.position[0] - spot.position[0]) < 50:
                    purse.total += coin.value
                    despawn(entity)
                    resource(Events).items.append(CoinTaken(entity))


@pytest.fixture
def level_file(tmp_path: Path) -> Path:
    level = {
        "name": "Coins",
        "bounds": {"x": [-500, 1500], "z": [-300, 600]},
        "terrain": [{"shape": "box", "x": [-500, 1500], "z": [-200, 0]}],
        "entities": [
            {"name": "hero", "prefab": "hero", "components": {"Purse": {}}},
            {"name": "near", "components": {"Transform": {"position": [200, 0, 40]}, "Coin": {"value": 3}}},
            {"name": "far", "components": {"Transform": {"position": [1200, 0, 40]}, "Coin": {"value": 5}}},
        ],
    }
    path = tmp_path / "coins.json"
    path.write_text(json.dumps(level))
    return path


@pytest.fixture
def simulation(level_file: Path) -> Simulation:
    return Simulation.load(level_file, components=[Coin, Purse], systems=[After(CharacterMovement, PickUp())])


def test_own_component_system_and_level_run_in_the_tick(simulation: Simulation) -> None:
    hero = simulation.named("hero")
    taken = []
    for _ in range(120):
        simulation.tick({"right"})
        taken += [event for event in simulation.events if isinstance(event, CoinTaken)]
    # 150 cm/s for 2 s, less the start: past the coin at 200, far from the one at 1200.
    assert simulation.component(hero, Purse).total == 3
    assert len(taken) == 1
    with pytest.raises(KeyError, match="near"):
        simulation.named("near")
    assert simulation.named("far")


def test_own_loop_draws_onto_any_surface(simulation: Simulation) -> None:
    view = View((320, 180))
    surface = pygame.Surface((320, 180))
    before = simulation.state_hash()
    for _ in range(3):
        view.draw(surface, simulation, alpha=0.5)
    assert simulation.state_hash() == before
    assert len({tuple(surface.get_at((x, y))) for x in range(0, 320, 20) for y in range(0, 180, 20)}) > 10


def test_own_state_is_part_of_hash_snapshot_and_restore(simulation: Simulation) -> None:
    hero = simulation.named("hero")
    start, start_hash = simulation.snapshot(), simulation.state_hash()
    for _ in range(120):
        simulation.tick({"right"})
    end_hash = simulation.state_hash()
    simulation.restore(start)
    assert simulation.state_hash() == start_hash != end_hash
    assert simulation.component(hero, Purse).total == 0
    for _ in range(120):
        simulation.tick({"right"})
    assert simulation.state_hash() == end_hash


def test_a_system_placed_around_something_that_does_not_run_is_an_error(level_file: Path) -> None:
    with pytest.raises(ValueError, match="PickUp is not part of the tick"):
        Simulation.load(level_file, components=[Coin, Purse], systems=[Before(PickUp, PickUp())])


def test_a_bare_system_runs_at_the_end_before_structural_changes(level_file: Path) -> None:
    seen: list[int] = []

    class Last(esper.Processor):
        def process(self, dt: float) -> None:
            del dt
            seen.append(len(entities_with(Coin, Transform)))

    simulation = Simulation.load(
        level_file, components=[Coin, Purse], systems=[Last(), After(Last, PickUp())]
    )
    simulation.tick()
    assert seen == [2]
