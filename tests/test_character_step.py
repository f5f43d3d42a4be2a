"""Steps and stairs: what is climbed, what is not, and keeping to the ground on the way down."""

import math

import pytest
from scenes import (
    DT,
    box,
    build_world,
    feet_of,
    ground_of,
    move,
    place_of,
    spawn_walker,
    stairs,
    velocity_of,
)

from components.terrain import Solid

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)
GAIT = [("right",), ("right", "run")]
SPEED = {("right",): 150.0, ("right", "run"): 400.0}
REACH = 34.02
"""The capsule's radius and its skin [cm]."""


@pytest.mark.parametrize("actions", GAIT)
@pytest.mark.parametrize("rise", [1.0, 18.0, 40.0, 44.9, 45.0])
def test_steps_up_to_the_step_height_are_climbed_without_slowing(
    rise: float, actions: tuple[str, ...]
) -> None:
    build_world([FLOOR, box(200, 2000, 0, rise)])
    entity = spawn_walker()
    move(30, *actions)
    while place_of(entity)[0] < 300:
        before = place_of(entity)[0]
        move(1, *actions)
        assert ground_of(entity).grounded
        assert place_of(entity)[0] - before == pytest.approx(SPEED[actions] * DT, abs=0.03)
    assert feet_of(entity) == pytest.approx(rise + 0.02, abs=1e-6)


@pytest.mark.parametrize("actions", GAIT)
@pytest.mark.parametrize("rise", [46.0, 60.0, 200.0])
def test_higher_ones_are_walls(rise: float, actions: tuple[str, ...]) -> None:
    build_world([FLOOR, box(200, 2000, 0, rise)])
    entity = spawn_walker()
    for _ in range(200):
        move(1, *actions)
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert place_of(entity)[0] == pytest.approx(200 - REACH, abs=1e-6)
    assert velocity_of(entity)[0] == 0


def test_a_crate_is_jumped_onto() -> None:
    build_world([FLOOR, box(200, 400, 0, 60)])
    entity = spawn_walker(150)
    move(1)
    move(33, "right", "jump")
    move(40)
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(60.02, abs=1e-6)


def test_a_step_under_a_low_ceiling_is_climbed_where_there_is_room() -> None:
    build_world([FLOOR, box(200, 2000, 0, 20), box(0, 2000, 176 + 21, 300)])
    entity = spawn_walker()
    move(120, "right")
    assert feet_of(entity) == pytest.approx(20.02, abs=1e-6)
    assert place_of(entity)[0] > 250


def test_a_step_under_a_ceiling_that_is_too_low_is_a_wall() -> None:
    build_world([FLOOR, box(200, 2000, 0, 20), box(0, 2000, 176 + 19, 300)])
    entity = spawn_walker()
    for _ in range(120):
        move(1, "right")
        assert ground_of(entity).grounded
    assert 200 - REACH - 1e-6 <= place_of(entity)[0] < 200
    assert velocity_of(entity)[0] == 0


def test_steps_do_not_add_up_to_a_wall() -> None:
    """Two steps of 30 within the capsule's width are 60 high, but each is climbed from the one below."""
    build_world([FLOOR, box(200, 230, 0, 30), box(230, 2000, 0, 60)])
    entity = spawn_walker()
    for _ in range(150):
        move(1, "right")
        assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(60.02, abs=1e-6)


def boxes(count: int, run: float, rise: float) -> list[Solid]:
    return [box(i * run, count * run + 1500, i * rise, (i + 1) * rise) for i in range(count)]


@pytest.mark.parametrize("as_boxes", [False, True])
@pytest.mark.parametrize(("count", "run", "rise"), [(20, 28.0, 18.0), (12, 30.0, 30.0), (8, 60.0, 44.0)])
@pytest.mark.parametrize("actions", GAIT)
def test_stairs_are_walked_up_and_down_on_the_ground_at_full_speed(
    actions: tuple[str, ...], count: int, run: float, rise: float, *, as_boxes: bool
) -> None:
    steps = boxes(count, run, rise) if as_boxes else [stairs(count, run, rise)]
    build_world([FLOOR, *steps])
    entity = spawn_walker(-150)
    move(20, *actions)
    speed, top = SPEED[actions], count * rise
    up_and_down = (actions, ("left", *actions[1:]))
    for way in up_and_down:
        side = 1.0 if way is actions else -1.0
        end = count * run + 100.0 if way is actions else -100.0
        move(30, *way)
        while (end - place_of(entity)[0]) * side > 0:
            before = place_of(entity).copy()
            move(1, *way)
            assert ground_of(entity).grounded
            assert (place_of(entity)[0] - before[0]) * side == pytest.approx(speed * DT, abs=1e-9)
            assert (place_of(entity)[2] - before[2]) * side > -1e-6
        assert feet_of(entity) == pytest.approx(top + 0.02 if way is actions else 0.02, abs=1e-6)


def test_on_a_step_the_capsule_stands_on_its_corner() -> None:
    """Its lower cap rolls over the corner: d before it, the cap's centre is sqrt(r² - d²) above it."""
    build_world([FLOOR, box(200, 2000, 0, 20)])
    entity = spawn_walker(190, feet=30)
    move(20)
    assert feet_of(entity) == pytest.approx(20 + math.sqrt(REACH**2 - 10**2) - 34, abs=1e-6)
    assert tuple(ground_of(entity).point) == pytest.approx((200, 0, 20), abs=1e-6)
    assert tuple(ground_of(entity).normal) == (0, 0, 1)
    assert ground_of(entity).solid == 1


@pytest.mark.parametrize("actions", GAIT)
def test_a_drop_within_the_step_height_is_taken_on_the_ground(actions: tuple[str, ...]) -> None:
    build_world([box(-2000, 0, -100, 0), box(0, 2000, -145, -44.9)])
    entity = spawn_walker(-200)
    move(1)
    while place_of(entity)[0] < 100:
        move(1, *actions)
        assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(-44.88, abs=1e-6)


def test_a_deeper_drop_is_a_fall() -> None:
    build_world([box(-2000, 0, -200, 0), box(0, 2000, -200, -60)])
    entity = spawn_walker(-100)
    move(1)
    in_the_air = 0
    while place_of(entity)[0] < 100:
        move(1, "right")
        in_the_air += not ground_of(entity).grounded
    assert in_the_air >= 15  # 60 cm take 0.35 s
    assert feet_of(entity) == pytest.approx(-59.98, abs=1e-6)
