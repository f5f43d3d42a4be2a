"""The camera: what moves it, what does not, and where it stops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_in import StandIn

from components.camera import CameraFocus
from components.events import Died, Hit, Hurt, Landed
from game.view import View
from game.view.camera import FOLLOW_RATE, HORIZON, LIFT, Aim, Camera, clamp, drag
from game.view.jolt import HARD_LANDING, MOST, REST_RATE, Jolt
from game.view.projection import Projection
from game.view.view import SCALE

SIZE = (1280, 720)
OPEN = (-1e6, 1e6, -1e6, 1e6)
HERO, OTHER = 7, 8
FOCUS = CameraFocus(dead_zone=80.0, look_ahead=90.0)


def follow(camera: Camera, targets: list[tuple[float, float]], heading: float = 0.0) -> None:
    for x, z in targets:
        camera.follow(Aim(x, z), heading, FOCUS, OPEN, 60.0)


def new_camera() -> Camera:
    return Camera(Projection(), SIZE)


def test_it_begins_on_its_target() -> None:
    camera = new_camera()

    follow(camera, [(1000.0, 88.0)])

    assert camera.aim(1.0) == Aim(1000.0, 88.0 + LIFT)


def test_a_target_in_the_dead_zone_does_not_move_it() -> None:
    camera = new_camera()

    follow(camera, [(0.0, 0.0), (79.0, 40.0), (-79.0, -40.0), (30.0, 44.0)])

    assert camera.aim(1.0) == Aim(0.0, LIFT)


def test_beyond_the_dead_zone_it_follows_until_the_target_is_at_the_zones_edge() -> None:
    camera = new_camera()

    follow(camera, [(0.0, 0.0)] + [(300.0, 0.0)] * 300)

    assert abs(camera.aim(1.0).x - 220.0) < 1e-6


def test_it_covers_the_same_share_of_its_way_whatever_the_tick_rate() -> None:
    slow, fast = new_camera(), new_camera()
    for camera, rate, ticks in ((slow, 30.0, 15), (fast, 120.0, 60)):
        camera.follow(Aim(0.0, 0.0), 0.0, FOCUS, OPEN, rate)
        for _ in range(ticks):
            camera.follow(Aim(300.0, 0.0), 0.0, FOCUS, OPEN, rate)

    expected = 220.0 * (1.0 - np.exp(-FOLLOW_RATE * 0.5))
    assert abs(slow.aim(1.0).x - expected) < 1e-9
    assert abs(fast.aim(1.0).x - expected) < 1e-9


def test_it_looks_ahead_of_a_heading() -> None:
    right, left = new_camera(), new_camera()

    follow(right, [(0.0, 0.0)] * 600, heading=1.0)
    follow(left, [(0.0, 0.0)] * 600, heading=-1.0)

    assert abs(right.aim(1.0).x - 90.0) < 1e-3
    assert abs(left.aim(1.0).x + 90.0) < 1e-3


def test_between_ticks_it_is_between_its_places() -> None:
    camera = new_camera()
    follow(camera, [(0.0, 0.0), (200.0, 0.0), (250.0, 0.0)])

    before, after = camera.aim(0.0), camera.aim(1.0)

    assert before.x < after.x
    assert camera.aim(0.25).x == before.x + 0.25 * (after.x - before.x)


@given(st.floats(-3000.0, 3000.0), st.floats(-3000.0, 3000.0))
def test_it_shows_nothing_beyond_the_bounds(x: float, z: float) -> None:
    projection, camera = Projection(), new_camera()
    bounds = (-1000.0, 2000.0, -600.0, 1200.0)

    camera.follow(Aim(x, z), 1.0, FOCUS, bounds, 60.0)
    left, top = camera.corner(camera.aim(1.0))

    low, high = projection.on_lane(left, top + SIZE[1]), projection.on_lane(left + SIZE[0], top)
    assert low[0] >= bounds[0] - 1.0
    assert high[0] <= bounds[1] + 1.0
    assert low[2] >= bounds[2] - 1.0
    assert high[2] <= bounds[3] + 1.0


def test_a_level_smaller_than_the_frame_stands_in_its_middle() -> None:
    projection, camera = Projection(), new_camera()

    camera.follow(Aim(900.0, 0.0), 0.0, FOCUS, (0.0, 1000.0, -1e6, 1e6), 60.0)
    left, _ = camera.corner(camera.aim(1.0))

    assert abs(left + SIZE[0] / 2 - projection.scale * 500.0) <= 0.5


def test_the_target_stands_where_the_horizon_says() -> None:
    projection, camera = Projection(), new_camera()
    follow(camera, [(400.0, 100.0)])

    left, top = camera.corner(camera.aim(1.0))
    u, v, _ = projection.project(np.array((400.0, 0.0, 100.0 + LIFT)))

    assert abs(u - left - SIZE[0] / 2) <= 0.5
    assert abs(v - top - SIZE[1] * HORIZON) <= 0.5


def test_it_cuts_to_what_jumps_away() -> None:
    camera = new_camera()

    follow(camera, [(0.0, 0.0), (5000.0, 0.0)])

    assert camera.aim(1.0).x == 5000.0
    assert camera.aim(0.0).x == 5000.0


def test_the_same_targets_give_the_same_camera() -> None:
    chance = np.random.default_rng(4)
    targets = [(float(x), float(z)) for x, z in chance.normal(0.0, 60.0, (200, 2)).cumsum(axis=0)]
    first, second = new_camera(), new_camera()

    follow(first, targets, heading=1.0)
    follow(second, targets, heading=1.0)

    assert first.aim(0.3) == second.aim(0.3)


@given(st.floats(-100.0, 100.0), st.floats(-100.0, 100.0), st.floats(0.0, 50.0))
def test_what_is_dragged_stays_within_its_rope_and_moves_no_farther_than_it_must(
    held: float, target: float, slack: float
) -> None:
    dragged = drag(held, target, slack)

    assert abs(dragged - target) <= slack + 1e-9
    if abs(held - target) <= slack:
        assert abs(dragged - held) < 1e-9


def test_an_empty_range_gives_its_middle() -> None:
    assert clamp(7.0, 10.0, 4.0) == 7.0
    assert clamp(0.0, 10.0, 4.0) == 7.0
    assert clamp(0.0, 1.0, 4.0) == 1.0


def jolted(*events: object, ticks: int = 0) -> Jolt:
    jolt = Jolt()
    jolt.take(events, HERO, 60.0)
    for _ in range(ticks):
        jolt.take((), HERO, 60.0)
    return jolt


@pytest.mark.parametrize(
    ("event", "strength"),
    [
        (Landed(HERO, HARD_LANDING), 0.0),
        (Landed(HERO, HARD_LANDING + 120.0), 2.0),
        (Landed(HERO, 1e6), MOST),
        (Landed(OTHER, 1e6), 0.0),
        (Hit(HERO, OTHER), 3.5),
        (Hit(OTHER, HERO), 3.5),
        (Hit(OTHER, OTHER), 0.0),
        (Hurt(HERO, OTHER, 1.0, 2.0), 9.0),
        (Hurt(OTHER, HERO, 1.0, 2.0), 0.0),
        (Died(OTHER, HERO), 7.0),
        ("coin", 0.0),
    ],
)
def test_what_happens_to_the_hero_jolts_it(event: object, strength: float) -> None:
    assert jolted(event).strength == pytest.approx(strength)


def test_a_jolt_dies_away_exponentially_and_ends() -> None:
    assert jolted(Hit(HERO, OTHER), ticks=30).strength == pytest.approx(3.5 * math.exp(-REST_RATE / 2.0))
    assert jolted(Hit(HERO, OTHER), ticks=60).strength == 0.0


def test_the_strongest_of_a_tick_counts_and_a_weaker_one_does_not_calm_it() -> None:
    jolt = jolted(Hit(HERO, OTHER), Hurt(HERO, OTHER, 1.0, 2.0))
    assert jolt.strength == pytest.approx(9.0)
    jolt.take([Hit(HERO, OTHER)], HERO, 60.0)
    assert jolt.strength == pytest.approx(9.0 * math.exp(-REST_RATE / 60.0))


@given(st.floats(0.0, 1e4), st.floats(0.0, 1.0))
def test_it_sways_no_farther_than_its_strength(time: float, alpha: float) -> None:
    x, z = jolted(Landed(HERO, 1e6)).offset(time, alpha)
    assert abs(x) <= alpha * MOST + 1e-9
    assert abs(z) <= alpha * MOST + 1e-9
    assert Jolt().offset(time, alpha) == (0.0, 0.0)


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_a_level_asks_for_its_zoom(zoom: float) -> None:
    simulation = StandIn()
    simulation.add_hero((0.0, 0.0, 0.0))
    for _, (focus,) in simulation.entities_with(CameraFocus):
        focus.zoom = zoom
    view = View((320, 180), zoom=0.5)
    view.observe(simulation)
    left, right = (view.world_to_screen((x, 0.0, 0.0))[0] for x in (0.0, 100.0))
    assert right - left == pytest.approx(100.0 * SCALE * 0.5 * zoom)
