"""Beginning a level again, with its file as it was or changed."""

import json
from pathlib import Path

import pytest

from components.terrain import Terrain
from game.actions import ActionState
from game.beginning import Beginning
from game.level.problem import LevelError
from game.loop import Game
from game.simulation import Simulation


class _Looking:
    """Plays a view that needs nothing."""

    def observe(self, simulation: Simulation) -> None:
        """Sees a tick."""


def write_level(path: Path, ground: float) -> Path:
    box = {"shape": "box", "x": [-500, 500], "z": [-100, ground]}
    path.write_text(json.dumps({"terrain": [box], "entities": [{"name": "hero", "prefab": "hero"}]}))
    return path


def test_a_level_that_stayed_as_it_was_begins_again_with_the_terrain_it_had(tmp_path: Path) -> None:
    begin = Beginning(write_level(tmp_path / "cave.json", 0.0))
    first = begin()
    beginning, terrain = first.state_hash(), first.resource(Terrain)
    for _ in range(10):
        first.tick({"right"})
    assert first.state_hash() != beginning
    again = begin()
    assert again.state_hash() == beginning
    assert again.resource(Terrain) is terrain


def test_a_level_that_changed_begins_as_it_is_now(tmp_path: Path) -> None:
    path = write_level(tmp_path / "cave.json", 0.0)
    begin = Beginning(path)
    first = begin()
    write_level(path, 40.0)
    second = begin()
    assert second is not first
    assert second.level.identity != first.level.identity
    assert begin() is second


def test_a_game_restarts_from_it_without_closing_what_it_goes_on_with(tmp_path: Path) -> None:
    path = write_level(tmp_path / "cave.json", 0.0)
    game = Game(Beginning(path), actions=ActionState({}), watcher=_Looking())
    beginning = game.simulation.state_hash()
    game.advance(0.055)
    game.restart()
    assert game.simulation.state_hash() == beginning
    game.advance(0.055)
    assert game.simulation.tick_count == 3
    path.write_text("{")
    with pytest.raises(LevelError):
        game.restart()
    assert game.simulation.tick_count == 3
