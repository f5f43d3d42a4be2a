"""Levels that lead to each other."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from arenas import entity, floor

from components.goal import Progress
from components.transform import Transform
from game.actions import ActionState
from game.campaign import Campaign, level_beside
from game.interface.status import LINGER
from game.loop import Game
from game.simulation import Simulation

LINGERING = round(LINGER * 60)


class _Watching:
    """Plays the view: keeps the names of the levels it was shown."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def observe(self, simulation: Simulation) -> None:
        if simulation.level.name not in self.names[-1:]:
            self.names.append(simulation.level.name)


def write_level(folder: Path, name: str, goal: Mapping[str, object]) -> Path:
    path = folder / f"{name}.json"
    level = {
        "name": name,
        "terrain": [floor()],
        "entities": [entity("hero", 0, 88.02, prefab="hero"), entity("door", 100, 100, Goal=goal)],
    }
    path.write_text(json.dumps(level))
    return path


def game_of(path: Path) -> tuple[Game[Simulation], _Watching]:
    campaign, watching = Campaign(path), _Watching()
    actions = ActionState({"right": (1,)})
    actions.press(1)
    return Game(campaign, actions=actions, watcher=watching, is_over=campaign.is_over), watching


def test_a_reached_goal_leads_to_the_level_beside_after_a_moment(tmp_path: Path) -> None:
    write_level(tmp_path, "second", {})
    game, watching = game_of(write_level(tmp_path, "first", {"next_level": "second"}))
    while not game.simulation.component(game.simulation.named("hero"), Progress).completed:
        game.advance(1 / 60)
    for _ in range(LINGERING - 1):
        game.advance(1 / 60)
        assert watching.names == ["first"]
    game.advance(2 / 60)
    assert watching.names == ["first", "second"]
    assert game.simulation.tick_count == 0


def test_a_restart_stays_in_the_level_that_is_played(tmp_path: Path) -> None:
    write_level(tmp_path, "second", {})
    game, watching = game_of(write_level(tmp_path, "first", {"next_level": "second"}))
    while watching.names[-1] == "first":
        game.advance(1 / 60)
    game.advance(0.5)
    game.restart()
    assert game.simulation.tick_count == 0
    assert watching.names == ["first", "second"]


def test_the_last_level_goes_on(tmp_path: Path) -> None:
    game, watching = game_of(write_level(tmp_path, "last", {}))
    for _ in range(60 + 3 * LINGERING):
        game.advance(1 / 60)
    assert game.simulation.component(game.simulation.named("hero"), Progress).completed
    assert watching.names == ["last"]


def test_a_next_level_with_faults_is_told_once_and_the_level_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "second.json").write_text("{")
    game, watching = game_of(write_level(tmp_path, "first", {"next_level": "second"}))
    for _ in range(60 + 3 * LINGERING):
        game.advance(1 / 60)
    assert watching.names == ["first"]
    assert capsys.readouterr().err.count("second.json") == 1
    assert game.simulation.component(game.simulation.named("hero"), Transform).position[0] > 20


def test_bundled_levels_lead_to_bundled_ones(tmp_path: Path) -> None:
    assert level_beside("lagoon", "cavern") == "cavern"
    assert level_beside(tmp_path / "mine.json", "cavern") == "cavern"
    beside = tmp_path / "cavern.json"
    beside.write_text("{}")
    assert level_beside(tmp_path / "mine.json", "cavern") == beside
