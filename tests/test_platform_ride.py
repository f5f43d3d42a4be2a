"""Characters on moving platforms, under them, and in their way."""

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
    hill,
    move,
    place_of,
    polygon,
    spawn_walker,
    velocity_of,
)

from components.arrays import Floats
from components.events import Jumped, Landed
from components.platform import Platform
from components.terrain import PlatformMotion, Terrain
from systems.collision.query import capsule_overlap
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -600, 0)
G = 980.0
PATHS = {
    "along": ([(0, 0), (300, 0)], 120.0),
    "up and down": ([(0, 0), (0, 300)], 120.0),
    "fast up and down": ([(0, 0), (0, 600)], 600.0),
    "down first": ([(0, 0), (0, -400)], 500.0),
    "diagonal": ([(0, 0), (200, 150)], 200.0),
    "round corners": ([(0, 0), (200, 0), (200, 200), (0, 200), (-100, 50)], 333.0),
    "fast along": ([(0, 0), (900, 0)], 900.0),
}


def path(points: list[tuple[int, int]], speed: float) -> Platform:
    return Platform(0, np.array(points, dtype=float), speed)


def offset() -> Floats:
    place: Floats = resource(PlatformMotion).offset[0]
    return place


def lift_speed() -> Floats:
    velocity: Floats = resource(PlatformMotion).velocity[0]
    return velocity


def ride(name: str, *, one_way: bool = False) -> int:
    """A character at rest on a platform that follows one of the paths."""
    build_world([box(-400, 400, -20, 0, platform=0, one_way=one_way)], platforms=[path(*PATHS[name])])
    entity = spawn_walker(10)
    move(90)  # landing on it, and coming to rest on it
    assert ground_of(entity).platform == 0
    return entity


@pytest.mark.parametrize("one_way", [False, True])
@pytest.mark.parametrize("name", PATHS)
def test_standing_on_a_platform_keeps_the_place_on_it(name: str, *, one_way: bool) -> None:
    entity = ride(name, one_way=one_way)
    place = place_of(entity) - offset()
    for _ in range(600):
        move(1)
        assert ground_of(entity).grounded
        np.testing.assert_allclose(place_of(entity) - offset(), place, atol=1e-6)
        np.testing.assert_allclose(velocity_of(entity), lift_speed(), atol=1e-6)
        np.testing.assert_allclose(ground_of(entity).velocity, lift_speed(), atol=1e-9)
        assert ground_of(entity).platform == 0
        assert ground_of(entity).entity == resource(PlatformMotion).entities[0]
        assert events_of(Landed) == []


@pytest.mark.parametrize("one_way", [False, True])
@pytest.mark.parametrize("name", PATHS)
def test_walking_on_a_platform_is_walking_speed_relative_to_it(name: str, *, one_way: bool) -> None:
    entity = ride(name, one_way=one_way)
    move(10, "right")
    for actions in (("right",), ("left",)) * 3:
        move(12, *actions)
        before = place_of(entity) - offset()
        move(20, *actions)
        side = 1.0 if actions == ("right",) else -1.0
        way = place_of(entity) - offset() - before
        assert tuple(way) == pytest.approx((side * 150 * 20 * DT, 0, 0), abs=1e-5)
        assert ground_of(entity).grounded


def test_a_jump_takes_the_platforms_speed_along() -> None:
    entity = ride("along")
    while lift_speed()[0] < 119 or offset()[0] > 100:
        move(1)
    start, speed = place_of(entity).copy(), lift_speed().copy()
    for tick in range(1, 20):
        move(1, "jump")
        assert place_of(entity)[0] == pytest.approx(start[0] + speed[0] * DT * tick, abs=1e-6)
    assert velocity_of(entity)[2] == pytest.approx(520 - G * DT * 19)


def test_a_jump_off_a_rising_platform_is_higher_by_its_speed() -> None:
    entity = ride("fast up and down")
    while lift_speed()[2] < 599:
        move(1)
    move(1, "jump")
    assert velocity_of(entity)[2] == pytest.approx(520 + 600 - G * DT)
    assert len(events_of(Jumped)) == 1


@pytest.mark.parametrize("name", PATHS)
def test_a_jump_leaves_the_platform_by_its_own_motion_only(name: str) -> None:
    entity = ride(name)
    before = place_of(entity).copy()
    move(1, "jump")
    assert not ground_of(entity).grounded
    np.testing.assert_allclose(place_of(entity) - before, velocity_of(entity) * DT, atol=1e-6)


def test_a_jump_off_a_sinking_platform_is_no_lower() -> None:
    entity = ride("down first")
    while lift_speed()[2] > -499:
        move(1)
    move(1, "jump")
    assert velocity_of(entity)[2] == pytest.approx(520 - G * DT)


def test_stepping_from_a_rising_platform_to_firm_ground_leaves_no_speed_behind() -> None:
    build_world(
        [box(-150, 60, -20, 0, platform=0), box(60, 900, -200, 60)], platforms=[path([(0, 0), (0, 300)], 60)]
    )
    entity = spawn_walker(-20)
    while place_of(entity)[0] < 200:
        move(1, "right")
        assert ground_of(entity).grounded
    assert tuple(velocity_of(entity)) == (150, 0, 0)
    assert ground_of(entity).platform == -1
    assert ground_of(entity).entity == 0
    assert tuple(ground_of(entity).velocity) == (0, 0, 0)


def test_walking_off_a_platform_is_a_fall_with_its_speed() -> None:
    entity = ride("along")
    move(60, "right", "run")
    while ground_of(entity).grounded:
        speed = velocity_of(entity)[0]
        move(1, "right")
    before = place_of(entity)[0]
    move(1)
    assert place_of(entity)[0] - before == pytest.approx(speed * DT, abs=1e-6)
    assert ground_of(entity).platform == -1
    assert ground_of(entity).entity == 0


@pytest.mark.parametrize("speed", [60.0, 200.0, 900.0])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_platform_from_the_side_pushes(speed: float, side: int) -> None:
    left, right = sorted((-150 * side, -100 * side))
    build_world(
        [FLOOR, box(left, right, 0.5, 300, platform=0)], platforms=[path([(0, 0), (300 * side, 0)], speed)]
    )
    entity = spawn_walker()
    move(1)
    while offset()[0] * side < 250:
        move(1)
        face = -100 + offset()[0] * side
        assert place_of(entity)[0] * side >= face + 34 - 1e-6
        assert ground_of(entity).grounded
        assert feet_of(entity) == pytest.approx(0.02, abs=1e-6)
    assert place_of(entity)[0] * side == pytest.approx(face + 34, abs=1e-6)


def test_a_platform_pushes_one_that_runs_against_it() -> None:
    build_world([FLOOR, box(-150, -100, 0.5, 300, platform=0)], platforms=[path([(0, 0), (300, 0)], 200)])
    entity = spawn_walker()
    for _ in range(85):
        move(1, "left", "run")
        assert place_of(entity)[0] >= -100 + offset()[0] + 34 - 1e-6
        assert ground_of(entity).grounded
    assert place_of(entity)[0] == pytest.approx(-66 + offset()[0], abs=0.03)


CRUSHERS = {
    "between platform and wall": ([box(100, 200, 0, 500)], box(-150, -100, 0.5, 300, platform=0), (300, 0)),
    "between platform and ceiling": (
        [box(-500, 500, 200, 900)],
        box(-100, 100, -30, -0.5, platform=0),
        (0, 300),
    ),
    "between platform and floor": ([], box(-100, 100, 250, 300, platform=0), (0, -260)),
    "between platform and thin floor": ([], box(-20, 200, 250, 450, platform=0), (-40, -260)),
}


@pytest.mark.parametrize("speed", [50.0, 300.0, 900.0])
@pytest.mark.parametrize("name", CRUSHERS)
def test_what_crushes_passes_through_and_nothing_else_does(name: str, speed: float) -> None:
    still, moving, way = CRUSHERS[name]
    floor = box(-3000, 3000, -5 if "thin" in name else -600, 0)
    build_world([floor, *still, moving], platforms=[path([(0, 0), way], speed)])
    entity = spawn_walker(10)
    move(1)
    terrain = resource(Terrain).arrays
    for tick in range(600):
        before = place_of(entity).copy()
        move(1, *(("jump",) if tick % 90 == 80 else ()))
        touching = capsule_overlap(
            terrain, resource(PlatformMotion).arrays, place_of(entity), radius=34 - 0.03, half_length=54
        )
        assert not any(terrain.prisms["platform"][prism] < 0 for prism in touching)
        assert math.dist(place_of(entity), before) < 46
    start = place_of(entity)[0]
    move(200, "left", "run")
    assert place_of(entity)[0] < start - 200


def test_a_wall_that_pushes_up_a_hill_does_not_crush() -> None:
    build_world(
        [FLOOR, hill(44), box(-300, -250, 0.5, 300, platform=0)], platforms=[path([(0, 0), (400, 0)], 900)]
    )
    entity = spawn_walker(-150)
    move(1)
    for _ in range(24):
        move(1)
        assert place_of(entity)[0] >= -250 + offset()[0] + 34 - 0.03
        assert ground_of(entity).grounded


def test_a_platform_lifts_one_that_falls_onto_it_faster_than_it_sinks() -> None:
    build_world([box(-150, 150, -20, 0, platform=0)], platforms=[path([(0, 0), (0, 900)], 600)])
    entity = spawn_walker(feet=700)
    velocity_of(entity)[2] = -1500
    landed = []
    for _ in range(60):
        move(1)
        landed += events_of(Landed)
        assert feet_of(entity) >= offset()[2] - 1e-6
    assert len(landed) == 1
    assert landed[0].speed > 1500 + 600
    assert ground_of(entity).grounded
    assert feet_of(entity) == pytest.approx(offset()[2] + 0.02, abs=1e-6)


def test_on_a_sloping_platform_one_rides_and_walks() -> None:
    wedge = polygon((-200, -30), (200, -30), (200, 80), (-200, 0), platform=0)
    tilt = math.atan2(80, 400)
    build_world([wedge], platforms=[path([(0, 0), (200, 100), (0, 200)], 150)])
    entity = spawn_walker(feet=60)
    move(60)
    place = place_of(entity) - offset()
    for _ in range(200):
        move(1)
        assert ground_of(entity).grounded
        np.testing.assert_allclose(place_of(entity) - offset(), place, atol=1e-6)
    move(10, "right")
    before = place_of(entity) - offset()
    move(10, "right")
    way = place_of(entity) - offset() - before
    assert math.hypot(way[0], way[2]) == pytest.approx(150 * 10 * DT, abs=1e-4)
    assert way[2] / way[0] == pytest.approx(math.tan(tilt), abs=1e-6)


def test_a_moving_wall_beside_a_hill_does_not_lift_off_the_ground() -> None:
    build_world(
        [FLOOR, hill(30), box(-300, -250, 0.5, 300, platform=0)], platforms=[path([(0, 0), (400, 0)], 100)]
    )
    entity = spawn_walker(-150)
    move(1)
    for _ in range(230):
        move(1)
        assert ground_of(entity).grounded
    assert place_of(entity)[0] > 100
