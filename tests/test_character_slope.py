"""Slopes: walked on at full speed up to 45 degrees, slid off above."""

import math

import numpy as np
import pytest
from scenes import (
    DT,
    box,
    build_world,
    feet_of,
    ground_of,
    hill,
    move,
    place_of,
    polygon,
    spawn_walker,
    velocity_of,
)

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 0, -100, 0)
GENTLE = [5.0, 20.0, 35.0, 45.0]
STEEP = [46.0, 50.0, 60.0, 75.0]
GAIT = [("right",), ("right", "run")]
SPEED = {("right",): 150.0, ("right", "run"): 400.0}
REACH = 34.02


def lift(angle: float) -> float:
    """How much higher than on the flat a capsule's soles are over the point of the slope below its axis."""
    return REACH / math.cos(math.radians(angle)) - 34


@pytest.mark.parametrize("angle", GENTLE)
@pytest.mark.parametrize("actions", GAIT)
def test_along_the_ground_the_speed_is_the_same_on_every_slope(
    actions: tuple[str, ...], angle: float
) -> None:
    build_world([FLOOR, hill(angle)])
    entity = spawn_walker(-100)
    move(1)
    for way in (actions, ("left", *actions[1:])):
        while (place_of(entity)[0] < 700) if way is actions else (place_of(entity)[0] > -200):
            before = place_of(entity).copy()
            speed = velocity_of(entity)[0]
            move(1, *way)
            assert ground_of(entity).grounded
            on_slope = min(before[0], place_of(entity)[0]) > 50
            if on_slope and speed == velocity_of(entity)[0]:
                covered = math.dist(place_of(entity), before)
                assert covered == pytest.approx(SPEED[actions] * DT, abs=1e-6)
                x = place_of(entity)[0]
                expected = x * math.tan(math.radians(angle)) + lift(angle)
                assert feet_of(entity) == pytest.approx(expected, abs=1e-6)
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


@pytest.mark.parametrize("angle", GENTLE)
def test_standing_still_on_a_slope_is_exactly_still(angle: float) -> None:
    build_world([FLOOR, hill(angle)])
    entity = spawn_walker(-100)
    move(200, "right")
    move(10)
    rest = place_of(entity).copy()
    move(300)
    np.testing.assert_array_equal(place_of(entity), rest)
    np.testing.assert_array_equal(velocity_of(entity), 0)


@pytest.mark.parametrize("angle", GENTLE)
def test_the_ground_below_a_character_on_a_slope(angle: float) -> None:
    build_world([FLOOR, hill(angle)])
    entity = spawn_walker(-100)
    move(200, "right")
    ground, tilt = ground_of(entity), math.radians(angle)
    assert tuple(ground.normal) == pytest.approx((-math.sin(tilt), 0, math.cos(tilt)))
    assert ground.point[2] == pytest.approx(ground.point[0] * math.tan(tilt), abs=1e-6)
    away = place_of(entity) - (0, 0, 54) - ground.point
    assert tuple(away) == pytest.approx(tuple(REACH * ground.normal), abs=1e-6)


@pytest.mark.parametrize("angle", STEEP)
@pytest.mark.parametrize("swap", [False, True])
def test_a_steep_slope_is_a_wall_to_walk_against(angle: float, *, swap: bool) -> None:
    solids = [FLOOR, hill(angle, run=1000)]
    build_world(solids[::-1] if swap else solids)
    entity = spawn_walker(-200)
    foot = -REACH * math.tan(math.radians(angle) / 2)
    for actions in GAIT:
        for _ in range(150):
            move(1, *actions)
            assert ground_of(entity).grounded
        assert place_of(entity)[0] == pytest.approx(foot, abs=0.05)
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert velocity_of(entity)[0] == 0


@pytest.mark.parametrize("angle", STEEP)
@pytest.mark.parametrize("actions", [(), ("right",), ("right", "run")])
def test_one_slides_off_a_steep_slope(actions: tuple[str, ...], angle: float) -> None:
    build_world([FLOOR, hill(angle, run=1000)])
    tilt = math.radians(angle)
    entity = spawn_walker(200, feet=200 * math.tan(tilt) + REACH / math.cos(tilt) - 33)
    last = math.inf
    for tick in range(300):
        move(1, *actions)
        if ground_of(entity).grounded:
            break
        assert place_of(entity)[0] <= last + (0 if tick > 20 else 1)
        last = place_of(entity)[0]
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


@pytest.mark.parametrize("angle", STEEP)
def test_sliding_gathers_the_pull_along_the_slope(angle: float) -> None:
    build_world([FLOOR, hill(angle, run=2000)])
    tilt = math.radians(angle)
    entity = spawn_walker(900, feet=900 * math.tan(tilt) + lift(angle))
    move(30)
    along = math.hypot(velocity_of(entity)[0], velocity_of(entity)[2])
    assert along == pytest.approx(980 * math.sin(tilt) * 30 * DT, rel=1e-3)
    assert velocity_of(entity)[2] / velocity_of(entity)[0] == pytest.approx(math.tan(tilt))


@pytest.mark.parametrize("angle", STEEP)
@pytest.mark.parametrize("actions", GAIT)
def test_jumping_at_a_steep_slope_gains_no_height(actions: tuple[str, ...], angle: float) -> None:
    build_world([FLOOR, hill(angle, run=3000)])
    entity = spawn_walker(-400)
    move(1)
    highest = 0.0
    for tick in range(400):
        move(1, *actions, *(("jump",) if tick % 40 >= 5 else ()))
        highest = max(highest, feet_of(entity))
    assert highest < 133.7  # what a jump on the flat reaches


def test_over_the_top_of_a_roof() -> None:
    roof = polygon((0, -100), (1000, -100), (1000, 0), (500, 289), (0, 0))
    build_world([FLOOR, roof, box(1000, 3000, -100, 0)])
    for actions in GAIT:
        entity = spawn_walker(-100)
        while place_of(entity)[0] < 1100:
            move(1, *actions)
            assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
        place_of(entity)[0] = -1500.0


def test_a_hill_between_slopes_of_different_steepness_is_walked_down_on_the_ground() -> None:
    ridge = polygon((0, -900), (1600, -900), (1600, -750), (1200, -400), (800, -100), (400, 0), (0, 0))
    build_world([FLOOR, ridge])
    entity = spawn_walker(-100)
    while place_of(entity)[0] < 1550:
        move(1, "right", "run")
        assert ground_of(entity).grounded


def test_a_low_sloping_ceiling_stops_without_pushing_into_anything() -> None:
    wedge = polygon((0, 250), (1000, 100), (1000, 300), (0, 300))
    build_world([box(-3000, 3000, -100, 0), wedge])
    entity = spawn_walker(-100)
    for _ in range(300):
        move(1, "right", "run")
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-3)
    assert 0 < place_of(entity)[0] < 500
    assert velocity_of(entity)[0] == pytest.approx(0, abs=2)
