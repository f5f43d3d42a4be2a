"""Jumps: heights and times in closed form for the discrete fall, and when a press of jump counts.

With v falling by g dt before each move, n ticks after take-off z = v n dt - g dt² n (n + 1) / 2.
"""

import math

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
    state_of,
    velocity_of,
)

from components.events import Jumped, Landed

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)
LEDGE = box(-3000, 0, -100, 0)
G = 980.0
AIR_TICKS = 63
"""Ticks of a full jump: 2 v / (g dt) - 1 rounded up."""


def height(speed: float, ticks: int) -> float:
    return speed * ticks * DT - G * DT * DT * ticks * (ticks + 1) / 2


def apex(speed: float) -> float:
    return height(speed, math.floor(speed / (G * DT)))


def walker() -> int:
    build_world([FLOOR])
    entity = spawn_walker()
    move(1)
    return entity


def highest(entity: int, ticks: int, *actions: str) -> float:
    heights = []
    for _ in range(ticks):
        move(1, *actions)
        heights.append(feet_of(entity))
    return max(heights) - 0.02


def test_a_full_jump_has_the_height_and_the_time_of_its_closed_form() -> None:
    entity = walker()
    for tick in range(1, AIR_TICKS):
        move(1, "jump")
        assert (len(events_of(Jumped)), events_of(Landed)) == (int(tick == 1), [])
        assert feet_of(entity) - 0.02 == pytest.approx(height(520, tick), abs=1e-9)
        assert velocity_of(entity)[2] == pytest.approx(520 - G * DT * tick)
        assert not ground_of(entity).grounded
        assert state_of(entity).time_since_ground == pytest.approx(tick * DT)
    assert apex(520) == pytest.approx(133.644444)
    move(1, "jump")
    assert ground_of(entity).grounded
    assert len(events_of(Landed)) == 1
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert velocity_of(entity)[2] == 0


def test_holding_jump_jumps_once() -> None:
    entity = walker()
    move(AIR_TICKS, "jump")
    move(60, "jump")
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    move(1)
    move(1, "jump")
    assert len(events_of(Jumped)) == 1


@pytest.mark.parametrize("held", [1, 5, 15, 28])
def test_letting_go_early_keeps_part_of_the_speed(held: int) -> None:
    entity = walker()
    move(held, "jump")
    rest = 0.45 * (520 - G * DT * held)
    assert highest(entity, 40) == pytest.approx(height(520, held) + apex(rest))


def test_a_tap_is_less_than_a_third_of_a_jump() -> None:
    entity = walker()
    move(1, "jump")
    assert highest(entity, 40) < apex(520) / 3


def test_letting_go_and_pressing_again_in_the_air_cuts_once_and_gives_nothing_back() -> None:
    entity = walker()
    move(5, "jump")
    move(1)
    speed = velocity_of(entity)[2]
    move(1, "jump")
    move(1)
    assert velocity_of(entity)[2] == pytest.approx(speed - 2 * G * DT)


@pytest.mark.parametrize(("late", "jumps"), [(1, True), (6, True), (8, False), (20, False)])
def test_a_jump_counts_a_tenth_of_a_second_after_the_edge(late: int, jumps: bool) -> None:  # noqa: FBT001 - a table
    build_world([LEDGE])
    entity = spawn_walker(-60)
    move(1)
    while ground_of(entity).grounded:
        move(1, "right")
    move(late - 1, "right")
    move(1, "right", "jump")
    assert bool(events_of(Jumped)) is jumps
    assert velocity_of(entity)[2] == pytest.approx(520 - G * DT if jumps else -G * DT * late)


def test_there_is_no_second_jump_in_the_air() -> None:
    build_world([LEDGE])
    entity = spawn_walker(-60)
    move(1)
    while ground_of(entity).grounded:
        move(1, "right")
    move(2, "right", "jump")
    jumps = 0
    for tick in range(30):
        move(1, *(("jump",) if tick % 2 else ()))
        jumps += len(events_of(Jumped))
    assert jumps == 0


def test_a_jump_at_the_edge_leaves_no_jump_for_later() -> None:
    build_world([LEDGE])
    spawn_walker(-20)
    move(1)
    move(1, "right", "jump")
    assert len(events_of(Jumped)) == 1
    move(1, "right")
    move(1, "right", "jump")
    assert events_of(Jumped) == []


@pytest.mark.parametrize(("early", "jumps"), [(0, True), (3, True), (5, True), (7, False), (12, False)])
def test_a_press_within_a_tenth_of_a_second_before_landing_counts(early: int, jumps: bool) -> None:  # noqa: FBT001 - a table
    entity = walker()
    move(1, "jump")
    press = AIR_TICKS - early  # tick of the press; the landing is in tick AIR_TICKS
    told = 0
    for tick in range(2, AIR_TICKS + 3):
        move(1, *(("jump",) if tick >= press or tick <= 40 else ()))
        told += len(events_of(Jumped))
        if tick == AIR_TICKS:
            assert len(events_of(Landed)) == 1
    assert told == int(jumps)
    if jumps:
        assert feet_of(entity) - 0.02 == pytest.approx(height(520, 2))


def test_a_buffered_press_that_is_let_go_gives_a_short_jump() -> None:
    entity = walker()
    move(AIR_TICKS - 3, "jump")
    move(1)
    move(1, "jump")
    move(1)
    assert ground_of(entity).grounded
    rest = 0.45 * (520 - G * DT)
    assert highest(entity, 40) == pytest.approx(height(520, 1) + apex(rest))


def test_a_ceiling_stops_the_rise_and_not_the_fall() -> None:
    build_world([FLOOR, box(-500, 500, 176 + 50, 400)])
    entity = spawn_walker()
    move(1)
    assert highest(entity, 9, "jump") == pytest.approx(50 - 0.04, abs=1e-6)
    before = feet_of(entity)
    assert velocity_of(entity)[2] <= 0
    move(1, "jump")
    assert feet_of(entity) < before
    move(30, "jump")
    assert ground_of(entity).grounded


def test_a_running_jump_keeps_its_speed() -> None:
    entity = walker()
    move(60, "right", "run")
    start = place_of(entity)[0]
    move(AIR_TICKS - 1, "right", "run", "jump")
    assert place_of(entity)[0] - start == pytest.approx(400 * DT * (AIR_TICKS - 1))


def test_times_on_the_ground_and_in_the_air() -> None:
    entity = walker()
    move(29)
    assert state_of(entity).time_on_ground == pytest.approx(0.5)
    move(30, "jump")
    assert state_of(entity).time_on_ground == 0
    assert state_of(entity).time_since_ground == pytest.approx(0.5)
    assert ground_of(entity).solid == -1
    move(AIR_TICKS - 30, "jump")
    assert state_of(entity).time_since_ground == 0
    assert ground_of(entity).solid == 0
