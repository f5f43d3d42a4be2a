"""Edges of the ground: perching on them, slipping off them, and gaps too narrow to fall into."""

import math

import pytest
from scenes import (
    box,
    build_world,
    events_of,
    feet_of,
    ground_of,
    hill,
    move,
    place_of,
    polygon,
    spawn_walker,
    velocity_of,
)

from components.events import Landed

pytestmark = pytest.mark.usefixtures("world")

LEDGE = box(-1000, 0, -900, 0)
REACH = 34.02


@pytest.mark.parametrize("past", [-20.0, 0.0, 8.0, 14.9])
def test_up_to_the_perch_radius_past_an_edge_one_stands(past: float) -> None:
    build_world([LEDGE])
    entity = spawn_walker(past, feet=1)
    move(30)
    rest = place_of(entity).copy()
    move(60)
    assert ground_of(entity).grounded
    assert tuple(place_of(entity)) == tuple(rest)
    assert rest[0] == past
    assert feet_of(entity) == pytest.approx(math.sqrt(REACH**2 - max(past, 0) ** 2) - 34, abs=1e-6)


@pytest.mark.parametrize("past", [15.1, 20.0, 33.0])
def test_further_out_one_slips_off(past: float) -> None:
    build_world([LEDGE])
    entity = spawn_walker(past, feet=1)
    for _ in range(80):
        move(1)
        assert not ground_of(entity).grounded
    assert feet_of(entity) < -300
    assert place_of(entity)[0] > past


@pytest.mark.parametrize("mirrored", [False, True])
def test_walking_off_an_edge_leaves_the_ground_at_the_perch_radius(*, mirrored: bool) -> None:
    build_world([box(0, 1000, -900, 0) if mirrored else LEDGE])
    side, way = (-1.0, "left") if mirrored else (1.0, "right")
    entity = spawn_walker(-60 * side)
    move(1)
    while ground_of(entity).grounded:
        before = place_of(entity)[0]
        move(1, way)
    assert before * side <= 15 < place_of(entity)[0] * side
    assert velocity_of(entity)[0] == 150 * side
    assert velocity_of(entity)[2] == 0
    move(40, way)
    assert feet_of(entity) < -100


@pytest.mark.parametrize("gap", [10.0, 29.0, 40.0, 55.0, 66.0, 67.9])
@pytest.mark.parametrize("actions", [("right",), ("right", "run")])
def test_a_gap_narrower_than_the_capsule_is_walked_over(actions: tuple[str, ...], gap: float) -> None:
    build_world([LEDGE, box(gap, 2000, -900, 0)])
    entity = spawn_walker(-250)
    move(1)
    for way in (actions, ("left", *actions[1:])):
        move(30, *way)
        while (place_of(entity)[0] < 150) if way is actions else (place_of(entity)[0] > -100):
            before = place_of(entity)[0]
            move(1, *way)
            assert ground_of(entity).grounded
            assert place_of(entity)[0] != before
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


@pytest.mark.parametrize("gap", [40.0, 55.0, 66.0, 67.9])
@pytest.mark.parametrize("share", [0.3, 0.5, 0.6])
def test_falling_into_a_narrow_gap_one_lands_and_can_jump_out(gap: float, share: float) -> None:
    build_world([LEDGE, box(gap, 2000, -900, 0)])
    entity = spawn_walker(gap * share, feet=150)
    told = 0
    for _ in range(90):
        move(1)
        told += len(events_of(Landed))
    assert told == 1
    assert ground_of(entity).grounded
    rest = place_of(entity).copy()
    move(30)
    assert tuple(place_of(entity)) == tuple(rest)
    move(31, "jump")
    assert feet_of(entity) - (rest[2] - 88) == pytest.approx(133.644444, abs=1e-4)


@pytest.mark.parametrize("gap", [72.0, 80.0, 90.0])
def test_a_gap_wider_than_the_capsule_is_fallen_into(gap: float) -> None:
    build_world([LEDGE, box(gap, 2000, -900, 0)])
    entity = spawn_walker(-60)
    move(1)
    while ground_of(entity).grounded:
        assert place_of(entity)[0] <= 15
        move(1, "right")
    move(60)
    assert feet_of(entity) < -100


def test_a_crate_too_near_a_wall_leaves_no_trap() -> None:
    """Between the edge of a crate and a wall 50 cm away, one stands on the edge instead of being stuck."""
    build_world([box(-1000, 1000, -100, 0), box(0, 100, 0, 120), box(150, 250, 0, 400)])
    entity = spawn_walker(50, feet=121)
    move(90, "right")
    assert ground_of(entity).grounded
    assert place_of(entity)[0] == pytest.approx(150 - REACH, abs=1e-6)
    move(60, "left")
    assert place_of(entity)[0] < 50


@pytest.mark.parametrize("angle", [50.0, 60.0, 80.0])
@pytest.mark.parametrize("start", [-100.0, 0.0, 40.0])
def test_at_the_bottom_of_a_ditch_of_steep_slopes_one_stands(start: float, angle: float) -> None:
    top = 600 * math.tan(math.radians(angle))
    left = polygon((-600, -100), (0, -100), (0, 0), (-600, top))
    build_world([left, hill(angle, run=600)])
    entity = spawn_walker(start, feet=abs(start) * math.tan(math.radians(angle)) + 250)
    told = 0
    for _ in range(120):
        move(1)
        told += len(events_of(Landed))
    assert told == 1
    assert ground_of(entity).grounded
    assert place_of(entity)[0] == pytest.approx(0, abs=0.1)
    for _ in range(30):
        move(1, "right")
        assert ground_of(entity).grounded
    assert place_of(entity)[0] == pytest.approx(0, abs=0.1)
    bottom = feet_of(entity)
    move(20, "jump")
    assert feet_of(entity) > bottom + 100


@pytest.mark.parametrize("actions", [(), ("right",)])
def test_between_a_steep_slope_and_the_side_of_a_block_one_comes_to_stand(actions: tuple[str, ...]) -> None:
    """The capsule's straight side touches the corner of the block, and its cap the slope."""
    block = polygon((-200, -900), (-70, -900), (-34.1, 100), (-200, 260))
    build_world([block, hill(60, start=-20, run=600)])
    entity = spawn_walker(0, feet=400)
    move(200, *actions)
    rest = place_of(entity).copy()
    for _ in range(30):
        move(1, *actions)
        assert ground_of(entity).grounded
    assert tuple(place_of(entity)) == tuple(rest)
    move(15, "jump")
    assert feet_of(entity) > rest[2] - 88 + 80


def test_an_edge_over_a_floor_within_a_step_is_no_edge() -> None:
    build_world([LEDGE, box(0, 1000, -900, -40)])
    entity = spawn_walker(25, feet=1)
    move(30)
    assert ground_of(entity).grounded
    assert place_of(entity)[0] == 25
    assert feet_of(entity) == pytest.approx(math.sqrt(REACH**2 - 25**2) - 34, abs=1e-6)
