"""One-way platforms: open from below and from the side, ground from above."""

import esper
import numpy as np
import pytest
from scenes import (
    DT,
    box,
    build_world,
    events_of,
    feet_of,
    ground_of,
    move,
    place_of,
    spawn_walker,
    velocity_of,
)

from components.events import Landed
from components.platform import Platform
from components.terrain import PlatformMotion
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)
G = 980.0


def height_at(tick: int) -> float:
    return 520 * tick * DT - G * DT * DT * tick * (tick + 1) / 2


@pytest.mark.parametrize("height", [40.0, 90.0, 130.0])
def test_a_jump_passes_from_below_and_lands_on_top(height: float) -> None:
    build_world([FLOOR, box(-100, 100, height - 10, height, one_way=True)])
    entity = spawn_walker()
    move(1)
    landed = []
    for tick in range(1, 63):
        move(1, "jump")
        landed += events_of(Landed)
        if landed:
            break
        assert feet_of(entity) - 0.02 == pytest.approx(height_at(tick), abs=1e-9)
    assert velocity_of(entity)[2] == 0
    assert tick > 32
    assert feet_of(entity) == pytest.approx(height + 0.02, abs=1e-6)
    move(30)
    assert ground_of(entity).grounded
    assert ground_of(entity).solid == 1


def test_a_jump_that_does_not_clear_it_falls_back_through() -> None:
    build_world([FLOOR, box(-100, 100, 130, 140, one_way=True)])
    entity = spawn_walker()
    move(1)
    for tick in range(1, 63):
        move(1, "jump")
        assert feet_of(entity) - 0.02 == pytest.approx(height_at(tick), abs=1e-9)
    move(5, "jump")
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


def test_walking_off_one_and_onto_the_floor() -> None:
    build_world([FLOOR, box(-100, 100, 90, 100, one_way=True)])
    entity = spawn_walker(feet=101)
    move(10)
    assert feet_of(entity) == pytest.approx(100.02, abs=1e-6)
    move(120, "right")
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert place_of(entity)[0] > 150


@pytest.mark.parametrize("height", [46.0, 60.0, 100.0, 150.0, 170.0, 176.0])
@pytest.mark.parametrize("actions", [("right",), ("right", "run")])
def test_walking_past_under_one_is_undisturbed(actions: tuple[str, ...], height: float) -> None:
    build_world([FLOOR, box(100, 300, height - 10, height, one_way=True)])
    entity = spawn_walker()
    move(30, *actions)
    while place_of(entity)[0] < 400:
        before = place_of(entity).copy()
        move(1, *actions)
        assert ground_of(entity).grounded
        assert place_of(entity)[2] == pytest.approx(before[2], abs=1e-9)
        assert place_of(entity)[0] - before[0] == pytest.approx(velocity_of(entity)[0] * DT)
        assert velocity_of(entity)[0] == (400 if "run" in actions else 150)


@pytest.mark.parametrize("height", [18.0, 30.0, 44.0])
def test_a_low_one_is_a_step_like_any_other(height: float) -> None:
    heights: list[list[float]] = []
    for one_way in (False, True):
        esper.clear_database()
        build_world([FLOOR, box(100, 600, height - 10, height, one_way=one_way)])
        entity = spawn_walker()
        heights.append([])
        for _ in range(120):
            move(1, "right")
            assert ground_of(entity).grounded
            heights[-1].append(feet_of(entity))
    assert heights[1] == pytest.approx(heights[0], abs=1e-9)
    assert heights[1][-1] == pytest.approx(height + 0.02, abs=1e-6)


@pytest.mark.parametrize("actions", [(), ("right",), ("left", "run")])
def test_one_at_the_height_of_the_legs_is_not_stepped_onto_from_within(actions: tuple[str, ...]) -> None:
    build_world([FLOOR, box(-600, 600, 20, 30, one_way=True)])
    entity = spawn_walker()
    for _ in range(60):
        move(1, *actions)
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


def test_steps_are_climbed_within_one_at_the_height_of_the_chest() -> None:
    build_world([FLOOR, box(100, 900, 0, 30), box(-500, 900, 90, 100, one_way=True)])
    entity = spawn_walker()
    for _ in range(90):
        move(1, "right")
        assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(30.02, abs=1e-6)


def test_a_stack_is_climbed_one_by_one() -> None:
    build_world([FLOOR, *(box(-100, 100, z - 8, z, one_way=True) for z in (100, 200, 300))])
    entity = spawn_walker()
    move(1)
    for height in (100, 200, 300):
        move(50, "jump")
        move(20)
        assert feet_of(entity) == pytest.approx(height + 0.02, abs=1e-6)


@pytest.mark.parametrize("speed", [50.0, 300.0, 600.0])
def test_standing_on_one_that_rises(speed: float) -> None:
    rising = Platform(0, np.array([(0.0, 0.0), (0.0, 1e5)]), speed)
    build_world([box(-100, 100, -20, 0, one_way=True, platform=0)], platforms=[rising])
    entity = spawn_walker(feet=1)
    for _ in range(10):
        move(1)
    for _ in range(300):
        move(1, "right") if place_of(entity)[0] < 80 else move(1)
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(resource(PlatformMotion).offset[0, 2] + 0.02, abs=1e-6)


@pytest.mark.parametrize("speed", [50.0, 300.0])
def test_one_that_sinks_onto_a_head_passes(speed: float) -> None:
    sinking = Platform(0, np.array([(0.0, 0.0), (0.0, -290.0)]), speed)
    build_world([FLOOR, box(-100, 100, 290, 300, one_way=True, platform=0)], platforms=[sinking])
    entity = spawn_walker()
    for _ in range(int(290 / speed * 60)):
        move(1)
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


@pytest.mark.parametrize("speed", [50.0, 300.0, 600.0])
def test_one_that_rises_from_below_the_floor_takes_along_whose_soles_it_reaches(speed: float) -> None:
    rising = Platform(0, np.array([(0.0, 0.0), (0.0, 400.0)]), speed)
    build_world([FLOOR, box(-100, 100, -60, -50, one_way=True, platform=0)], platforms=[rising])
    entity = spawn_walker()
    for _ in range(int(400 / speed * 60) - 1):
        move(1)
        assert ground_of(entity).grounded
        expected = max(resource(PlatformMotion).offset[0, 2] - 50, 0.0) + 0.02
        assert feet_of(entity) == pytest.approx(expected, abs=1e-6)


def test_a_moving_one_does_not_push_from_the_side() -> None:
    passing = Platform(0, np.array([(0.0, 0.0), (600.0, 0.0)]), 200.0)
    build_world([FLOOR, box(-400, -300, 60, 90, one_way=True, platform=0)], platforms=[passing])
    entity = spawn_walker()
    for _ in range(170):
        move(1)
        assert place_of(entity)[0] == 0
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
