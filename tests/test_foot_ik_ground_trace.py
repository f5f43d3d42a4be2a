"""Ground traces: where they go, what they find, and what they leave to be seen."""

import math
from typing import Any

import esper
import numpy as np
import pytest
from heroes import (
    FEET,
    LIBRARY,
    animator_of,
    bone_of,
    foot_ik,
    hold_hero,
    spawn_hero,
    traces_of,
    walk_ticks,
)
from scenes import box, build_world, hill, place_of, polygon, run_tick

from components.collider import Layer
from components.foot_ik import DebugDraw, FootTraces, IKData, Profile, TraceLog, Verdict
from components.platform import Platform
from components.terrain import PlatformMotion, Solid
from systems.animation.animate import Animate
from systems.foot_ik.aim import is_near
from systems.foot_ik.ground_trace import GroundTrace, companions
from systems.foot_ik.way import farthest_rise
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")
TRACING = (Animate(), GroundTrace())
FLOOR = box(-3000, 3000, -100, 0)


def trace(count: int = 1) -> None:
    for _ in range(count):
        run_tick(TRACING)


def test_traces_start_at_the_capsules_middle_and_end_below_its_bottom() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero(50, 10)
    trace()
    traces = traces_of(hero)
    for row, foot in enumerate(FEET):
        ball, ankle = bone_of(hero, foot.replace("foot", "ball")), bone_of(hero, foot)
        np.testing.assert_allclose(traces.start[row], (ball[0], ball[1], 98))
        np.testing.assert_allclose(traces.end[row], (ball[0], ball[1], 10 - 55))
        np.testing.assert_allclose(traces.point[row], (ankle[0], ankle[1], 0), atol=1e-3)
        np.testing.assert_array_equal(traces.normal[row], (0, 0, 1))
    assert traces.hit.all()
    np.testing.assert_array_equal(traces.platform, -1)
    assert not traces.landing_hit.any()


def test_ground_just_out_of_reach_is_missed() -> None:
    build_world([FLOOR], library=LIBRARY)
    near, far = hold_hero(0, 54.9), hold_hero(0, 55.1)
    trace()
    assert traces_of(near).hit.all()
    assert not traces_of(far).hit.any()


def test_a_trace_that_starts_in_something_solid_finds_nothing() -> None:
    build_world([FLOOR, box(-100, 100, 0, 300, depth=(1.0, 150.0))], library=LIBRARY)
    hero = hold_hero()
    trace()
    np.testing.assert_array_equal(traces_of(hero).hit, (False, True))


def test_only_terrain_and_platforms_are_ground() -> None:
    build_world([FLOOR, box(-100, 100, 0, 20, layer=Layer.TRIGGER)], library=LIBRARY)
    hero = hold_hero()
    trace()
    np.testing.assert_allclose(traces_of(hero).point[:, 2], 0, atol=1e-12)


def test_each_foot_finds_its_own_ground_and_its_platform() -> None:
    lift = box(-100, 100, -10, 12, depth=(1.0, 150.0), layer=Layer.PLATFORM, platform=0)
    build_world([FLOOR, lift], platforms=[Platform(0)], library=LIBRARY)
    hero = hold_hero()
    resource(PlatformMotion).offset[0, 2] = 5
    trace()
    traces = traces_of(hero)
    np.testing.assert_allclose(traces.point[:, 2], (17, 0), atol=1e-12)
    np.testing.assert_array_equal(traces.platform, (0, -1))


def test_feet_use_the_pose_of_this_tick_before_their_legs_are_bent() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    trace(3)
    place_of(hero)[0] += 100
    trace()
    assert traces_of(hero).point[0, 0] == pytest.approx(bone_of(hero, "foot_l")[0], abs=1e-3)
    assert traces_of(hero).point[0, 0] > 100


def test_all_feet_of_all_characters_are_traced() -> None:
    build_world([hill(20)], library=LIBRARY)
    heroes = [hold_hero(x, math.tan(math.radians(20)) * x) for x in (100, 400, 900)]
    trace()
    for hero in heroes:
        points = traces_of(hero).point
        np.testing.assert_allclose(points[:, 2], math.tan(math.radians(20)) * points[:, 0], atol=1e-9)
        np.testing.assert_allclose(traces_of(hero).normal[:, 0], -math.sin(math.radians(20)))


def test_a_walkers_feet_look_for_ground_where_they_will_come_down() -> None:
    build_world([FLOOR, box(300, 3000, 0, 18)], library=LIBRARY)
    hero = spawn_hero(0)
    seen = []
    for _ in range(200):
        walk_ticks(1, "right")
        traces = traces_of(hero)
        for row in np.flatnonzero(traces.landing_hit):
            ahead = traces.landing_point[row] - place_of(hero)
            assert 0 < ahead[0] < 150
            assert traces.landing_point[row][2] == pytest.approx(
                18 if traces.landing_point[row][0] > 300 else 0, abs=1e-9
            )
            seen.append(animator_of(hero).landing_times[FEET[row]])
    assert len(seen) > 100
    assert 0.3 < max(seen) < 0.7


def test_walls_and_drops_are_no_place_to_land() -> None:
    assert farthest_rise(0.0) < 45
    assert farthest_rise(60.0) > 60 * 18 / 28 + 10
    build_world([box(-3000, 200, -400, 0), box(200, 3000, -400, -120)], library=LIBRARY)
    hero = spawn_hero(0)
    while place_of(hero)[0] < 190:
        walk_ticks(1, "right")
        traces = traces_of(hero)
        assert (traces.landing_point[traces.landing_hit][:, 2] > -1).all()


@pytest.mark.parametrize("profile", [Profile.SOFTSTEP, Profile.UNREAL])
def test_a_foot_that_sways_over_an_edge_keeps_to_one_side_of_it(profile: Profile) -> None:
    build_world([FLOOR, box(0, 100, 0, 18)], library=LIBRARY)
    hero = hold_hero(-20, settings=foot_ik(profile=profile))
    trace()
    place_of(hero)[0] -= traces_of(hero).start[0, 0]
    middle, heights = place_of(hero)[0], []
    for tick in range(300):
        place_of(hero)[0] = middle + 0.5 * math.sin(math.tau * tick / 60)
        trace()
        heights.append(float(traces_of(hero).point[0, 2]))
    assert np.count_nonzero(np.diff(heights)) <= 1
    place_of(hero)[0] += 3.0 if heights[-1] == 0 else -3.0
    trace()
    assert float(traces_of(hero).point[0, 2]) == 18 - heights[-1]


def test_feet_look_where_they_looked_until_they_have_moved() -> None:
    nowhere = np.array((np.nan, np.nan))
    cases = (((1.0, 0.0), (0.0, 0.0), True), ((5.0, 5.0), (5.0, 6.3), False), ((7.0, 7.0), nowhere, False))
    for (x, y), anchor, near in cases:
        assert is_near(x, y, np.array(anchor), 1.2) == near


def test_every_verdict_is_told() -> None:
    left: dict[str, Any] = {"depth": (1.0, 150.0)}
    cases: dict[Verdict, tuple[list[Solid], dict[str, Any]]] = {
        Verdict.HIT: ([FLOOR], {}),
        Verdict.MISSED: ([box(-100, 100, -50, 0, depth=(-150.0, -1.0))], {}),
        Verdict.TOO_STEEP: ([FLOOR, polygon((-40, 0), (40, 0), (40, 80), **left)], {}),
        Verdict.TOO_HIGH: ([FLOOR, box(-100, 100, 0, 60, **left)], {}),
        Verdict.TOO_LOW: ([box(-100, 100, -60, -40)], {"max_step_down": 39.0}),
        Verdict.NOT_WALKABLE: ([box(-100, 100, -60, 0)], {"tag": "WalkableGround"}),
        Verdict.INSIDE: ([FLOOR, box(-100, 100, 0, 300, **left)], {}),
    }
    for verdict, (solids, settings) in cases.items():
        esper.clear_database()
        build_world(solids, library=LIBRARY)
        hero = hold_hero(settings=foot_ik(**settings))
        trace()
        assert traces_of(hero).verdict[0] == verdict
        assert traces_of(hero).hit[0] == (verdict is Verdict.HIT)


def test_what_lacks_the_tag_is_looked_through_where_that_is_asked_for() -> None:
    tagged = box(-100, 100, -60, 0, tags=("WalkableGround",))
    build_world([tagged, box(-100, 100, 0, 10)], library=LIBRARY)
    blind = hold_hero(settings=foot_ik(tag="WalkableGround"))
    seeing = hold_hero(settings=foot_ik(tag="WalkableGround", see_through=True))
    trace()
    assert not traces_of(blind).hit.any()
    np.testing.assert_allclose(traces_of(seeing).point[:, 2], 0, atol=1e-12)


def test_layers_say_what_is_ground() -> None:
    build_world([FLOOR, box(-100, 100, 0, 20, layer=Layer.TRIGGER)], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(layers=(Layer.TRIGGER,)))
    trace()
    np.testing.assert_allclose(traces_of(hero).point[:, 2], 20, atol=1e-12)


def marks(entity: int) -> TraceLog:
    return esper.component_for_entity(entity, TraceLog)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (DebugDraw.NONE, [0, 0, 0]),
        (DebugDraw.ONE_FRAME, [2, 2, 2]),
        (DebugDraw.DURATION, [2, 2 * 6, 2 * 6]),
        (DebugDraw.PERSISTENT, [2, 20, 40]),
    ],
)
def test_traces_stay_to_be_seen_as_long_as_asked(mode: DebugDraw, expected: list[int]) -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(debug_draw=mode, debug_duration=0.095))
    counts = []
    for ticks in (1, 9, 10):
        trace(ticks)
        counts.append(len(marks(hero).marks))
    assert counts == expected


def test_a_log_does_not_grow_without_end_and_shows_misses_whole() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero(0, 200, settings=foot_ik(debug_draw=DebugDraw.PERSISTENT))
    trace(400)
    log = marks(hero)
    assert len(log.marks) == 300
    assert not log.marks[-1].hit
    np.testing.assert_array_equal(log.marks[-1].end, traces_of(hero).end[1])
    assert log.marks[-1].age == 0
    assert log.marks[0].age == pytest.approx(149 / 60)


def test_feet_come_with_traces_data_and_a_log() -> None:
    assert [type(part) for part in companions({})] == [FootTraces, IKData, TraceLog]
