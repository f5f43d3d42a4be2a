"""A simulation is a value: the same level and actions give the same state, to the last bit."""

import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import esper
import numpy as np
import pytest

from components.character import CharacterState
from components.skeleton import SkeletonPose
from components.softbody import SoftbodyParticles
from components.transform import Transform
from components.world import Actions
from game.simulation import Simulation
from systems import TICK

SCRIPT = [
    ({"right"}, 40),
    ({"right", "run"}, 20),
    ({"right", "run", "jump"}, 30),
    (set(), 10),
    ({"left"}, 20),
]


def play(simulation: Simulation) -> str:
    """Plays the script and gives the state's hash."""
    for actions, ticks in SCRIPT:
        for _ in range(ticks):
            simulation.tick(actions)
    return simulation.state_hash()


def test_same_level_and_actions_give_the_same_state() -> None:
    assert play(Simulation.load("stairs")) == play(Simulation.load("stairs"))


def test_order_of_entities_in_the_file_does_not_matter(tmp_path: Path) -> None:
    level = json.loads(resources.files("levels").joinpath("stairs.json").read_text(encoding="utf-8"))
    level["entities"].reverse()
    path = tmp_path / "stairs.json"
    path.write_text(json.dumps(level))
    assert play(Simulation.load(path)) == play(Simulation.load("stairs"))


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_and_process_do_not_matter(seed: str) -> None:
    code = (
        "from game.simulation import Simulation\n"
        "s = Simulation.load('stairs')\n"
        "for i in range(60): s.tick({'right', 'run'} if i < 40 else {'jump'})\n"
        "print(s.state_hash())"
    )
    environment = os.environ | {"PYTHONHASHSEED": seed}
    result = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    simulation = Simulation.load("stairs")
    for i in range(60):
        simulation.tick({"right", "run"} if i < 40 else {"jump"})
    assert result.stdout.strip() == simulation.state_hash()


def test_two_simulations_in_one_process_do_not_meet() -> None:
    alone = play(Simulation.load("stairs"))
    first, second = Simulation.load("stairs"), Simulation.load("meadow")
    for actions, ticks in SCRIPT:
        for _ in range(ticks):
            first.tick(actions)
            second.tick({"left"})
    assert first.state_hash() == alone


def test_going_back_to_a_snapshot_repeats_the_same_future() -> None:
    simulation = Simulation.load("stairs")
    for _ in range(30):
        simulation.tick({"right"})
    snapshot = simulation.snapshot()
    first = play(simulation)
    for _ in range(2):
        simulation.restore(snapshot)
        assert simulation.tick_count == 30
        assert play(simulation) == first


def test_a_snapshot_is_a_copy() -> None:
    simulation = Simulation.load("stairs")
    snapshot = simulation.snapshot()
    mint = simulation.named("mint")
    before = simulation.component(mint, SoftbodyParticles).positions_ws
    for _ in range(30):
        simulation.tick()
    simulation.restore(snapshot)
    np.testing.assert_array_equal(simulation.component(mint, SoftbodyParticles).positions_ws, before)


def test_characters_have_a_pose_before_the_first_tick() -> None:
    simulation = Simulation.load("stairs")
    pose = simulation.component(simulation.named("hero"), SkeletonPose)
    assert pose.positions_ws[:, 2].max() > 130  # the head of a hero who stands on the ground
    assert simulation.events == []


def test_presses_and_releases_last_one_tick() -> None:
    simulation = Simulation.load("meadow")
    seen = []
    for held in ((), ("jump",), ("jump",), (), ()):
        simulation.tick(held)
        actions = simulation.resource(Actions)
        seen.append((bool(actions.held), bool(actions.pressed), bool(actions.released)))
    assert seen == [
        (False, False, False),
        (True, True, False),
        (True, False, False),
        (False, False, True),
        (False, False, False),
    ]


def test_any_change_of_state_changes_the_hash() -> None:
    simulation = Simulation.load("meadow")
    before = simulation.state_hash()
    state = simulation.component(simulation.named("hero"), CharacterState)
    state.yaw = np.nextafter(state.yaw, 1.0)
    assert simulation.state_hash() != before


def test_spawning_and_despawning_between_ticks() -> None:
    simulation = Simulation.load("meadow")
    count = simulation.entity_count()
    entity = simulation.spawn(Transform())
    assert simulation.entity_count() == count + 1
    simulation.despawn(entity)
    simulation.despawn(entity)
    simulation.tick()
    assert simulation.entity_count() == count


def test_the_current_world_is_left_as_it_was() -> None:
    before = esper.current_world
    simulation = Simulation.load("meadow")
    simulation.tick()
    with simulation.entered():
        assert esper.current_world != before
    assert esper.current_world == before
    simulation.close()
    simulation.close()


def test_missing_names_are_told() -> None:
    simulation = Simulation.load("meadow")
    with pytest.raises(KeyError, match="nobody"):
        simulation.named("nobody")


def test_each_system_stands_once_in_the_tick() -> None:
    assert len(set(TICK)) == len(TICK)
