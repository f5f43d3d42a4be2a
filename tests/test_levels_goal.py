"""The three levels of the game: each can be played to its end, and leads to the next."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from components.attack import ContactAttack
from components.events import Died, LevelCompleted, PickedUp
from components.goal import Checkpoint, Goal, Pickup
from components.mind import Mind
from components.transform import Transform
from game.level.files import bundled_levels
from game.level.level import Level, load_level
from game.script import read_script
from game.simulation import Simulation

GAME = ["lagoon", "cavern", "summit"]
"""The levels in the order in which they are played."""
RECORD_ANEW = "slimes or levels have changed: run python tests/record_routes.py"


def parts(level: Level, kind: type) -> list[dict[type, object]]:
    """Entities that have a component of this kind, by class."""
    entities = [{type(part): part for part in blueprint.components} for blueprint in level.entities]
    return [entity for entity in entities if kind in entity]


def goal_of(level: Level) -> Goal:
    """A level's only goal."""
    (entity,) = parts(level, Goal)
    goal = entity[Goal]
    assert isinstance(goal, Goal)
    return goal


def test_each_level_leads_to_the_next_and_the_last_to_none() -> None:
    assert [goal_of(load_level(name)).next_level for name in GAME] == [*GAME[1:], ""]
    assert set(GAME) <= set(bundled_levels())


@pytest.mark.parametrize("name", GAME)
def test_there_is_something_to_find_to_fear_and_to_come_back_to(name: str) -> None:
    level = load_level(name)
    assert len(parts(level, Pickup)) >= 15
    assert len(parts(level, ContactAttack)) >= 3
    assert len(parts(level, Mind)) > len(parts(level, ContactAttack))
    assert len(parts(level, Checkpoint)) >= 2


@pytest.mark.parametrize("name", GAME)
def test_a_locked_goal_can_be_opened(name: str) -> None:
    level = load_level(name)
    goal = goal_of(level)
    pickups = [entity[Pickup] for entity in parts(level, Pickup)]
    kinds = Counter(pickup.kind for pickup in pickups if isinstance(pickup, Pickup))
    assert kinds[goal.needs_kind] >= goal.needs


@pytest.mark.parametrize("name", GAME)
def test_checkpoints_stand_where_a_hero_can(name: str) -> None:
    simulation = Simulation.load(name)
    for slime, _ in simulation.entities_with(ContactAttack):
        simulation.despawn(slime)
    hero = simulation.component(simulation.named("hero"), Transform)
    places = [t.position.copy() for _, (_, t) in simulation.entities_with(Checkpoint, Transform)]
    for place in places:
        hero.position[:] = place
        for _ in range(10):
            simulation.tick()
        assert abs(float(hero.position[0] - place[0])) < 1.0
        assert -3.0 < float(hero.position[2] - place[2]) < 1.0


@pytest.mark.parametrize("name", GAME)
def test_recorded_actions_play_it_to_the_end_alike_in_two_processes(name: str) -> None:
    script = read_script(f"{name}-goal")
    ticks = script.changes[-1].tick
    with start_elsewhere(name, ticks) as elsewhere:
        simulation = Simulation.load(name)
        told: list[object] = []
        for tick in range(ticks):
            simulation.tick(script.held(tick))
            told += simulation.events
        completed = [event.next_level for event in told if isinstance(event, LevelCompleted)]
        assert completed == [goal_of(load_level(name)).next_level], RECORD_ANEW
        assert sum(isinstance(event, PickedUp) for event in told) >= 10
        assert any(isinstance(event, Died) for event in told)
        output, errors = elsewhere.communicate()
    assert not errors
    assert json.loads(output)["state_hash"] == simulation.state_hash()


def start_elsewhere(name: str, ticks: int) -> subprocess.Popen[str]:
    """The same actions in a process of its own."""
    command = [sys.executable, "-m", "game", "run", name, "--actions", f"{name}-goal"]
    command += ["--ticks", str(ticks), "--json"]
    return subprocess.Popen(  # noqa: S603 - our own command
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        cwd=Path(__file__).parent.parent,
    )
