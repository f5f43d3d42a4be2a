"""Things to pick up, checkpoints, and goals."""

from pathlib import Path

import numpy as np
import pytest
from arenas import arena, entity, floor, of_kind, points_of, run, x_of

from components.character import SpawnPoint
from components.collider import Layer
from components.events import CheckpointReached, GoalLocked, LevelCompleted, PickedUp, Respawned
from components.goal import Goal, Progress
from components.health import HealthState
from components.transform import Transform
from game.simulation import Simulation
from systems.goal.reach import distance_to, enters, missing_for
from systems.overlap.shapes import Shape

CAPSULE = Shape(1, (0.0, 0.0, 88.0), (0.0, 0.0, 54.0), 34.0, Layer.PAWN, 1, 1)


def progress_of(simulation: Simulation) -> Progress:
    return simulation.component(simulation.named("hero"), Progress)


@pytest.mark.parametrize(
    ("point", "distance"), [((134, 0, 100), 100), ((0, 0, 276), 100), ((0, 40, 172), 16), ((0, 0, 88), -34)]
)
def test_distance_from_a_capsule(point: tuple[float, float, float], distance: float) -> None:
    assert distance_to(CAPSULE, np.array(point)) == pytest.approx(distance)


@pytest.mark.parametrize(("x", "inside"), [(73.9, True), (74.1, False), (-73.9, True), (0, True)])
def test_a_box_is_entered_by_any_part_of_the_body(x: float, *, inside: bool) -> None:
    assert enters(CAPSULE, np.array((x, 0, 88)), np.array((40, 150, 120))) is inside


def test_a_goal_counts_one_kind() -> None:
    goal = Goal(needs=2, needs_kind="key")
    assert missing_for(goal, Progress(taken={"key": 1, "gem": 9})) == 1
    assert missing_for(goal, Progress(taken={"key": 3})) == 0


def test_what_is_picked_up_is_counted_once_and_gone(tmp_path: Path) -> None:
    simulation = arena(
        tmp_path,
        entity("a", 100, 60, Pickup={}),
        entity("b", 130, 60, Pickup={}),
        entity("k", 500, 60, Pickup={"kind": "key"}),
    )
    things = [simulation.named(name) for name in ("a", "b")]
    told = run(simulation, 120, "right")
    assert sorted(event.entity for event in of_kind(told, PickedUp)) == sorted(things)
    assert {(event.by, event.kind) for event in of_kind(told, PickedUp)} == {
        (simulation.named("hero"), "gem")
    }
    assert progress_of(simulation).taken == {"gem": 2}
    for name in ("a", "b"):
        with pytest.raises(KeyError):
            simulation.named(name)
    assert simulation.named("k")


def test_a_heart_heals(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("heart", 60, 60, Pickup={"kind": "heart", "health": 2}))
    simulation.component(simulation.named("hero"), HealthState).points = 4.0
    run(simulation, 2)
    assert points_of(simulation, "hero") == 5.0


def test_the_hero_comes_back_at_the_checkpoint_it_reached_last(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("flag", 200, 88.02, Checkpoint={}), terrain=[floor(-500, 500)])
    hero = simulation.named("hero")
    told = run(simulation, 120, "right")
    assert [(event.entity, event.by) for event in of_kind(told, CheckpointReached)] == [
        (simulation.named("flag"), hero)
    ]
    np.testing.assert_allclose(simulation.component(hero, SpawnPoint).position, (200, 0, 88.02))
    told = []
    while not of_kind(told, Respawned):
        told = run(simulation, 1, "right", "run")
        assert simulation.tick_count < 600
    assert points_of(simulation, "hero") == 4.0
    assert x_of(simulation, "hero") > 199


def test_a_goal_ends_the_level_once_and_names_the_next(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("door", 200, 100, Goal={"next_level": "cavern"}))
    told = run(simulation, 240, "right")
    assert [(event.entity, event.by, event.next_level) for event in of_kind(told, LevelCompleted)] == [
        (simulation.named("door"), simulation.named("hero"), "cavern")
    ]
    assert (progress_of(simulation).completed, progress_of(simulation).next_level) == (True, "cavern")
    assert x_of(simulation, "hero") < 250


def test_a_locked_goal_says_what_is_missing_each_time_somebody_comes(tmp_path: Path) -> None:
    simulation = arena(
        tmp_path, entity("door", 250, 100, Goal={"needs": 1}), entity("key", -300, 60, Pickup={"kind": "key"})
    )
    there = run(simulation, 110, "right")
    assert [event.missing for event in of_kind(there, GoalLocked)] == [1]
    assert of_kind(there, LevelCompleted) == []
    run(simulation, 240, "left")
    assert progress_of(simulation).taken == {"key": 1}
    assert len(of_kind(run(simulation, 300, "right"), LevelCompleted)) == 1


def test_a_dead_hero_takes_nothing(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("gem", 20, 60, Pickup={}))
    hero = simulation.named("hero")
    simulation.component(hero, HealthState).points = 0.0
    simulation.component(hero, HealthState).down = 0.5
    assert of_kind(run(simulation, 5), PickedUp) == []
    simulation.component(hero, Transform).position[0] = 0.0
    assert of_kind(run(simulation, 60), PickedUp) != []
