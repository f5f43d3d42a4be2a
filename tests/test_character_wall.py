"""Walls, corners, corridors and seams: nothing is passed, nothing is stuck to, nothing is caught on."""

import math

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
    no_motion,
    place_of,
    polygon,
    spawn_walker,
    velocity_of,
)

from components.events import Landed
from components.terrain import Terrain
from systems.collision.query import capsule_overlap
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)
WALL = box(200, 300, -50, 600)
REACH = 34.02
GAIT = [("right",), ("right", "run")]
G = 980.0


def is_clear(entity: int) -> bool:
    """Whether a character overlaps nothing of the static terrain."""
    terrain = resource(Terrain).arrays
    return not capsule_overlap(terrain, no_motion(), place_of(entity), radius=34 - 1e-3, half_length=54)


@pytest.mark.parametrize("actions", GAIT)
def test_a_wall_stops_at_the_skin(actions: tuple[str, ...]) -> None:
    build_world([FLOOR, WALL])
    entity = spawn_walker()
    for _ in range(120):
        move(1, *actions)
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-9)
        assert place_of(entity)[0] <= 200 - 34
    assert place_of(entity)[0] == pytest.approx(200 - REACH, abs=1e-6)
    assert velocity_of(entity)[0] == 0
    move(1, "left")
    assert velocity_of(entity)[0] == pytest.approx(-1600 * DT)
    assert place_of(entity)[0] == pytest.approx(200 - REACH - 1600 * DT * DT, abs=1e-6)


@pytest.mark.parametrize("actions", GAIT)
def test_pressing_into_a_wall_changes_nothing_of_a_jump(actions: tuple[str, ...]) -> None:
    build_world([FLOOR, WALL])
    entity = spawn_walker()
    move(120, *actions)
    for tick in range(1, 63):
        move(1, "jump", *actions)
        expected = 520 * tick * DT - G * DT * DT * tick * (tick + 1) / 2
        assert feet_of(entity) - 0.02 == pytest.approx(expected, abs=1e-6)
        assert velocity_of(entity)[0] == 0
        assert not ground_of(entity).grounded
    move(1, *actions)
    assert ground_of(entity).grounded


@pytest.mark.parametrize("seams", [1, 30])
def test_falling_along_a_wall_is_free_fall_over_its_seams(seams: int) -> None:
    height = 2000 / seams
    build_world([FLOOR, *(box(200, 300, i * height, (i + 1) * height) for i in range(seams))])
    entity = spawn_walker(120, feet=1900)
    move(30, "right", "run")
    for tick in range(31, 110):
        move(1, "right", "run")
        assert velocity_of(entity)[2] == pytest.approx(-G * DT * tick)
        assert feet_of(entity) == pytest.approx(1900 - G * DT * DT * tick * (tick + 1) / 2, abs=1e-3)
        assert place_of(entity)[0] == pytest.approx(200 - REACH, abs=0.01)


def test_the_corner_of_a_wall_and_a_ceiling_holds_nobody() -> None:
    build_world([FLOOR, WALL, box(-500, 200, 176 + 60, 400)])
    entity = spawn_walker(100)
    move(60, "right")
    move(12, "right", "jump")
    assert velocity_of(entity)[2] <= 0
    move(40, "right", "jump")
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


def test_between_two_walls_one_falls_freely_and_jumps() -> None:
    build_world([FLOOR, box(-200, -34.5, 0, 900), box(34.5, 200, 0, 900)])
    entity = spawn_walker(feet=800)
    for tick in range(1, 70):
        move(1, "left" if tick % 3 else "right")
        assert feet_of(entity) == pytest.approx(800 - G * DT * DT * tick * (tick + 1) / 2, abs=1e-6)
    move(20)
    move(1)
    move(31, "jump", "right")
    assert feet_of(entity) - 0.02 == pytest.approx(133.644444, abs=1e-5)


@pytest.mark.parametrize("height", [20.0, 100.0, 170.0])
def test_a_tunnel_that_is_too_low_is_a_wall(height: float) -> None:
    build_world([FLOOR, box(200, 2000, height, 400)])
    entity = spawn_walker()
    for _ in range(100):
        move(1, "right", "run")
        assert ground_of(entity).grounded
        assert is_clear(entity)
    assert place_of(entity)[0] < 200


def test_a_tunnel_that_fits_is_passed_standing() -> None:
    build_world([FLOOR, box(200, 2000, 176.1, 400)])
    entity = spawn_walker()
    for _ in range(200):
        move(1, "right", "run")
        assert ground_of(entity).grounded
        assert is_clear(entity)
    assert place_of(entity)[0] > 1000


def test_falling_into_a_funnel_ends_on_its_walls() -> None:
    funnel = [polygon((-500, 0), (-10, 0), (-500, 900)), polygon((10, 0), (500, 0), (500, 900))]
    build_world(funnel)
    entity = spawn_walker(150, feet=700)
    for _ in range(300):
        move(1, "right")
        assert np.isfinite(place_of(entity)).all()
        assert is_clear(entity)
    assert abs(place_of(entity)[0]) < 1


@pytest.mark.parametrize("actions", GAIT)
@pytest.mark.parametrize("width", [7.0, 40.0, 100.0])
def test_walking_over_the_seams_of_flush_boxes_is_exact(width: float, actions: tuple[str, ...]) -> None:
    count = int(2400 / width)
    build_world([box(i * width, (i + 1) * width, -50, 0) for i in range(-count // 2, count // 2)])
    entity = spawn_walker(-800)
    move(20, *actions)
    for way in (actions, ("left", *actions[1:])):
        move(40, *way)
        level, speed = place_of(entity)[2], velocity_of(entity)[0]
        assert abs(speed) == (400 if "run" in actions else 150)
        for _ in range(150):
            before = place_of(entity)[0]
            move(1, *way)
            assert place_of(entity)[2] == level
            assert velocity_of(entity)[0] == speed
            assert place_of(entity)[0] - before == pytest.approx(speed * DT, abs=1e-9)
            assert ground_of(entity).grounded


@pytest.mark.parametrize("start", np.linspace(-20, 20, 9).tolist())
def test_landing_on_seams_at_a_run_keeps_the_speed(start: float) -> None:
    build_world([box(i * 40, (i + 1) * 40, -50, 0) for i in range(-20, 60)])
    entity = spawn_walker(start)
    move(30, "right", "run")
    for _ in range(3):
        landed = False
        while not landed:
            before = place_of(entity)[0]
            move(1, "right", "run", *(("jump",) if ground_of(entity).grounded else ()))
            landed = bool(events_of(Landed))
            assert velocity_of(entity)[0] == 400
            assert place_of(entity)[0] - before == pytest.approx(400 * DT, abs=1e-9)
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
        move(1, "right", "run")


def test_a_thin_floor_holds_the_fastest_fall() -> None:
    build_world([box(-500, 500, -5, 0)])
    entity = spawn_walker(feet=4000)
    velocity_of(entity)[2] = -2000
    move(200)
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)


@pytest.mark.parametrize("speed", [400.0, 2000.0, 20_000.0, 2e6])
@pytest.mark.parametrize("in_the_air", [False, True])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_no_speed_passes_a_thin_wall(speed: float, side: float, *, in_the_air: bool) -> None:
    build_world([FLOOR, box(200, 201, 0, 900), box(-201, -200, 0, 900)])
    entity = spawn_walker(feet=300 if in_the_air else 0.02)
    if not in_the_air:
        move(1)
    velocity_of(entity)[0] = side * speed
    for _ in range(80):
        move(1, "right" if side > 0 else "left")
        assert abs(place_of(entity)[0]) <= 200 - 34
        assert is_clear(entity)
    assert place_of(entity)[0] == pytest.approx(side * (200 - REACH), abs=1e-6)


@pytest.mark.parametrize("speed", [2000.0, 20_000.0, 2e6])
@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_nothing_leaves_a_closed_room(speed: float, angle: float) -> None:
    walls = [
        box(-201, -200, -1, 601),
        box(200, 201, -1, 601),
        box(-201, 201, -1, 0),
        box(-201, 201, 600, 601),
    ]
    build_world(walls)
    entity = spawn_walker(feet=200, max_fall_speed=1e9)
    velocity_of(entity)[0] = speed * math.cos(math.radians(angle))
    velocity_of(entity)[2] = speed * math.sin(math.radians(angle))
    for _ in range(10):
        move(1)
        assert is_clear(entity)
        assert abs(place_of(entity)[0]) < 166.01
        assert 0 < feet_of(entity) < 424.01


def test_one_starts_free_of_what_one_was_placed_in() -> None:
    build_world([FLOOR, WALL])
    entity = spawn_walker(180, feet=-3)
    move(5)
    assert is_clear(entity)
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert place_of(entity)[0] == pytest.approx(166, abs=0.1)
