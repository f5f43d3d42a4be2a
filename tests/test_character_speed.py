"""How fast a character walks, runs, stops and turns; numbers from v = a t, summed tick by tick."""

import math
from dataclasses import replace

import pytest
from scenes import DT, box, build_world, events_of, move, place_of, spawn_walker, state_of, velocity_of

from components.character import CharacterIntent
from components.events import Landed
from components.world import Actions
from systems.character.control import intent_of

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)
RIGHT, RUN_RIGHT = ("right",), ("right", "run")


def walker() -> int:
    build_world([FLOOR])
    entity = spawn_walker()
    move(1)
    return entity


def distance(top: float, rate: float, ticks: int) -> float:
    """Way covered from rest: the speed grows by the same step each tick until it reaches the top [cm]."""
    step = rate * DT
    growing = min(math.floor(top / step + 1e-9), ticks)
    return DT * (step * growing * (growing + 1) / 2 + top * (ticks - growing))


@pytest.mark.parametrize(("actions", "top"), [(RIGHT, 150.0), (RUN_RIGHT, 400.0)])
def test_top_speed_is_reached_after_speed_over_acceleration(actions: tuple[str, ...], top: float) -> None:
    entity = walker()
    ticks = math.ceil(top / 1600 / DT - 1e-9)
    move(ticks - 1, *actions)
    assert velocity_of(entity)[0] < top - 1
    move(1, *actions)
    assert velocity_of(entity)[0] == pytest.approx(top)
    move(60 - ticks, *actions)
    assert place_of(entity)[0] == pytest.approx(distance(top, 1600, 60), abs=1e-9)
    assert velocity_of(entity)[0] == top


def test_the_way_of_one_second_in_plain_numbers() -> None:
    assert distance(150, 1600, 60) == pytest.approx(144.166667)  # 26.67 * 15 / 60 + 55 * 150 / 60
    assert distance(400, 1600, 60) == pytest.approx(353.333333)  # 26.67 * 120 / 60 + 45 * 400 / 60


@pytest.mark.parametrize(("actions", "top"), [(RIGHT, 150.0), (RUN_RIGHT, 400.0)])
def test_letting_go_stops_after_speed_over_deceleration(actions: tuple[str, ...], top: float) -> None:
    entity = walker()
    move(60, *actions)
    start = place_of(entity)[0]
    ticks = math.ceil(top / 2000 / DT - 1e-9)
    move(ticks - 1)
    assert velocity_of(entity)[0] > 1
    move(1)
    assert velocity_of(entity)[0] == pytest.approx(0, abs=1e-9)
    step = 2000 * DT
    braking = sum(top - step * tick for tick in range(1, ticks))
    assert place_of(entity)[0] - start == pytest.approx(braking * DT, abs=1e-9)
    move(1)
    rest = place_of(entity).copy()
    move(30)
    assert tuple(place_of(entity)) == tuple(rest)


def test_the_way_walked_is_counted() -> None:
    entity = walker()
    move(60, *RIGHT)
    move(60, "left")
    back = sum(abs(max(150 - 1600 * DT * tick, -150)) for tick in range(1, 61)) * DT
    assert state_of(entity).travelled == pytest.approx(distance(150, 1600, 60) + back)


def test_left_and_right_together_cancel() -> None:
    entity = walker()
    move(30, "left", "right")
    assert place_of(entity)[0] == 0
    move(30, *RUN_RIGHT)
    move(12, "left", "right", "run")
    assert velocity_of(entity)[0] == pytest.approx(0, abs=1e-9)
    assert state_of(entity).facing == 1


def test_intents_from_actions() -> None:
    held = frozenset({"left", "run", "jump", "attack"})
    wish = CharacterIntent(direction=-1, run=True, jump_held=True)
    assert intent_of(Actions(held, frozenset({"jump"}))) == replace(wish, jump_pressed=True)
    assert intent_of(Actions(held, frozenset({"attack"}))) == replace(wish, attack_pressed=True)
    assert intent_of(Actions()) == CharacterIntent()


def test_letting_go_of_run_brakes_to_a_walk() -> None:
    entity = walker()
    move(60, *RUN_RIGHT)
    move(10, *RIGHT)  # (400 - 150) / 1600 * 60 = 9.375
    assert velocity_of(entity)[0] == 150


def test_the_body_turns_by_the_viewers_side_in_a_fifth_of_a_second() -> None:
    entity = walker()
    move(1, "left")
    assert state_of(entity).facing == -1
    assert state_of(entity).yaw == pytest.approx(-15)
    move(5, "left")
    assert state_of(entity).yaw == pytest.approx(-90)  # toward the viewer
    move(5)
    assert state_of(entity).yaw == pytest.approx(-165)  # it finishes its turn without input
    move(1)
    assert state_of(entity).yaw == -180
    move(6, "right")
    assert state_of(entity).yaw == pytest.approx(-90)
    move(6)
    assert state_of(entity).yaw == 0


def test_a_character_without_input_keeps_its_lane() -> None:
    build_world([FLOOR])
    entity = spawn_walker()
    place_of(entity)[1] = 40.0
    state_of(entity).lane = 25.0
    move(20, "right", "jump")
    assert place_of(entity)[1] == 25


def test_in_the_air_it_speeds_up_more_slowly_and_does_not_brake() -> None:
    build_world([FLOOR])
    entity = spawn_walker(feet=1000)
    move(10, *RIGHT)
    assert velocity_of(entity)[0] == pytest.approx(150)  # 900 / 60 a tick
    assert place_of(entity)[0] == pytest.approx(distance(150, 900, 10), abs=1e-9)
    move(10)
    assert velocity_of(entity)[0] == pytest.approx(150)
    move(20, "left")
    assert velocity_of(entity)[0] == pytest.approx(-150)


def test_falling_is_capped() -> None:
    build_world([FLOOR])
    entity = spawn_walker(feet=9000)
    move(122)
    assert velocity_of(entity)[2] == pytest.approx(-980 * 122 / 60)
    move(3)
    assert velocity_of(entity)[2] == -2000


def test_landing_is_told_with_its_speed_and_place() -> None:
    build_world([FLOOR])
    entity = spawn_walker(x=7, feet=100.02)
    move(26)  # 980 / 3600 * n (n + 1) / 2 reaches 100 in tick 27
    assert events_of(Landed) == []
    move(1)
    (landed,) = events_of(Landed)
    assert landed.entity == entity
    assert landed.speed == pytest.approx(980 * 27 / 60)
    assert tuple(landed.point) == pytest.approx((7, 0, 0), abs=1e-6)
    assert state_of(entity).landing_speed == landed.speed
    move(1)
    assert events_of(Landed) == []
