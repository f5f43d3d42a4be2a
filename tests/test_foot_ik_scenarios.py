"""What people complain of in foot placement, one test each, with the bound that makes it good.

Numbers name the scenarios of the project's reference. What is about the solver alone is in
test_foot_ik_two_bone and test_foot_ik_legs (3.3 to 3.9), what is about time in test_foot_ik_smoothing (3.1,
3.2, 3.20), what is about finding ground in test_foot_ik_ground_trace (3.16).
"""

import json
import math
from pathlib import Path

import esper
import numpy as np
import pytest
from heroes import (
    FEET,
    LIBRARY,
    MANNEQUIN,
    bone_of,
    data_of,
    foot_ik,
    hold_hero,
    leg_lengths,
    pose_of,
    pose_ticks,
    sole_of,
    spawn_hero,
    traces_of,
    walk_ticks,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenes import box, build_world, feet_of, hill, place_of, run_tick, stairs, velocity_of

from components.arrays import Floats
from components.character import CharacterState, GroundContact
from components.collider import Layer
from components.foot_ik import Profile, Verdict
from components.platform import Platform
from components.skeleton import Animator
from components.terrain import PlatformMotion, Solid
from systems.animation.animate import Animate
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_ik import LegIK
from systems.foot_ik.pelvis import pelvis_offset
from systems.foot_ik.two_bone import solve_two_bone
from systems.maths.quaternion import rotate
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")
VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
FLOOR = box(-3000, 3000, -100, 0)
POSING = (Animate(), GroundTrace(), IKInterpolation(), LegIK())


def sides(left: float, right: float, **options: object) -> list[Solid]:
    """Ground of one height under each foot of one that looks along +X [cm]."""
    return [
        box(-300, 300, -190, left, depth=(0.0, 150.0), **options),
        box(-300, 300, -190, right, depth=(-150.0, 0.0), **options),
    ]


def sway(tick: int) -> float:
    return 0.5 * math.sin(math.tau * tick / 60)


def test_3_1_a_foot_that_sways_over_an_edge_stays_where_it_is() -> None:
    build_world([FLOOR, box(0, 100, 0, 20)], library=LIBRARY)
    hero = hold_hero(-20)
    pose_ticks(1)
    middle = place_of(hero)[0] - traces_of(hero).start[0, 0]
    heights = []
    for tick in range(300):
        place_of(hero)[0] = middle + sway(tick)
        pose_ticks(1)
        heights.append(float(bone_of(hero, "foot_l")[2]))
    assert np.ptp(heights[60:]) <= 0.5


def test_3_3_a_soft_knee_does_not_pop() -> None:
    angles, spans = [], []
    for step in range(31):
        distance = 80 + 0.5 * step
        leg = solve_two_bone((0, 0, 90), (0, 0, 90 - distance), (50, 0, 50), 45, 45, softness=0.05)
        spans.append(90 - float(leg.end[2]))
        upper, lower = np.array((0, 0, 90)) - leg.joint, leg.end - leg.joint
        angles.append(math.degrees(math.acos(float(upper @ lower) / 45**2)))
        assert spans[-1] <= min(distance, 90) + 1e-9
    assert np.abs(np.diff(angles)).max() <= 1.99
    assert (np.diff(spans) > 0).all()


def test_3_4_and_3_5_too_far_and_too_near_keep_the_bones() -> None:
    far = solve_two_bone((0, 0, 90), (0, 0, -30), (50, 0, 50), 45, 45, reach_ratio=0.99)
    near = solve_two_bone((0, 0, 0), (10, 0, 0), (0, 0, 50), 50, 30)
    assert not far.reached
    assert not near.reached
    assert 90 - far.end[2] == pytest.approx(VECTORS["acc.reach_cap_99pct"], abs=1e-9)
    assert near.end[0] == pytest.approx(20, abs=1e-9)


def test_3_9_toe_out_is_kept_on_a_slope() -> None:
    build_world([hill(30, -1000)], library=LIBRARY)
    hero = hold_hero(0, 1000 * math.tan(math.radians(30)))
    run_tick((Animate(),))
    animated = [rotate(pose_of(hero).rotations_ws[MANNEQUIN.index(foot)], (1, 0, 0)) for foot in FEET]
    pose_ticks(1)
    for foot, before in zip(FEET, animated, strict=True):
        now = rotate(pose_of(hero).rotations_ws[MANNEQUIN.index(foot)], (1, 0, 0))
        slope = np.array((math.cos(math.radians(30)), 0, math.sin(math.radians(30))))
        assert math.atan2(now[1], now @ slope) == pytest.approx(math.atan2(before[1], before[0]), abs=2e-3)


def test_3_10_a_planted_foot_does_not_slide_while_the_body_drifts() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    pose_ticks(30)
    start = {foot: bone_of(hero, foot.replace("foot", "ball"))[:2].copy() for foot in FEET}
    for _ in range(18):
        place_of(hero)[0] += 30 / 60
        pose_ticks(1)
        for foot in FEET:
            way = bone_of(hero, foot.replace("foot", "ball"))[:2] - start[foot]
            assert np.hypot(*way) <= 0.01
            assert sole_of(hero, foot).gap == pytest.approx(0, abs=0.5)


def test_3_10_no_jump_when_it_lets_go_and_takes_hold_again() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    pose_ticks(30)
    before = bone_of(hero, "ball_l").copy()
    for _ in range(120):
        place_of(hero)[0] += 1.0
        pose_ticks(1)
        now = bone_of(hero, "ball_l").copy()
        assert np.hypot(*(now - before)[:2]) <= 0.207 * 20 + 1.0
        before = now


def test_3_11_feet_ride_a_platform_to_a_millionth() -> None:
    lift = box(-200, 200, -20, 0, layer=Layer.PLATFORM, platform=0)
    path = np.array(((0.0, 0.0), (2000.0, 500.0)))
    build_world([lift], platforms=[Platform(0, path, 206.0)], library=LIBRARY)
    hero = spawn_hero(0)
    walk_ticks(90)
    offset = resource(PlatformMotion).offset
    assert data_of(hero).locked.all()
    start = [bone_of(hero, foot.replace("foot", "ball")) - offset[0] for foot in FEET]
    pelvis = data_of(hero).pelvis_distance
    for _ in range(120):
        walk_ticks(1)
        for foot, place in zip(FEET, start, strict=True):
            drift = bone_of(hero, foot.replace("foot", "ball")) - offset[0] - place
            assert np.hypot(*drift[:2]) <= 1e-6
        assert data_of(hero).pelvis_distance == pytest.approx(pelvis, abs=1e-6)


def test_3_13_the_pelvis_does_not_plunge() -> None:
    build_world(sides(0, -54), library=LIBRARY)
    hero = hold_hero()
    pose_ticks(120)
    assert -30 - 1e-6 <= data_of(hero).pelvis_distance < -20
    assert data_of(hero).reached.tolist() == [True, False]
    deepest = pelvis_offset([(0, 0, 90), (0, 0, 90)], [(0, 0, 8), (0, 0, -47)], [89.1, 89.1], max_drop=30)
    assert deepest == -30


@pytest.mark.parametrize("way", ["up", "down"])
def test_3_13_and_3_23_ten_stairs_without_a_yo_yo(way: str) -> None:
    build_world([FLOOR, stairs(10, 28, 18)], library=LIBRARY)
    hero = spawn_hero(-200 if way == "up" else 480, 0 if way == "up" else 180)
    walk_ticks(60)
    heights = []
    for _ in range(300):
        walk_ticks(1, "right" if way == "up" else "left")
        heights.append(float(bone_of(hero, "pelvis")[2]))
    steps = np.diff(heights)
    on_stairs = (
        np.flatnonzero(np.abs(heights - np.array(heights[0])) > 6)[0],
        np.flatnonzero(np.abs(heights - np.array(heights[-1])) > 6)[-1],
    )
    climbing = steps[on_stairs[0] : on_stairs[1]]
    assert np.abs(climbing).sum() <= 1.1 * 180
    assert np.abs(steps).max() * 60 <= 200


def test_3_14_a_foot_that_steps_off_a_ledge_fades_out() -> None:
    build_world([box(-300, 0, -190, 0), box(-300, 300, -190, 0, depth=(0.0, 150.0))], library=LIBRARY)
    hero = hold_hero(-60)
    pose_ticks(30)
    place_of(hero)[0] = 60
    left_before = None
    for tick in range(60):
        before = bone_of(hero, "foot_r")[2]
        pose_ticks(1)
        if tick > 0:
            assert abs(bone_of(hero, "foot_r")[2] - before) <= 6
            assert abs(data_of(hero).pelvis_distance) < 1e-6
        left_before = data_of(hero).foot_distances[0]
        if tick == 15:
            assert data_of(hero).weights[1] < 0.05
    assert left_before == pytest.approx(0, abs=1e-6)
    assert traces_of(hero).verdict.tolist() == [Verdict.HIT, Verdict.MISSED]


def test_3_15_a_jump_is_never_pulled_back() -> None:
    build_world([FLOOR, stairs(6, 28, 18)], library=LIBRARY)
    hero = spawn_hero(20)
    walk_ticks(60)
    pelvis, bottom, before = data_of(hero).pelvis_distance, feet_of(hero), 0.0
    walk_ticks(1, "jump")
    while velocity_of(hero)[2] > 0:
        walk_ticks(1, "jump")
        rise = feet_of(hero) - bottom
        assert rise + data_of(hero).pelvis_distance - pelvis >= rise - 1e-9
        if velocity_of(hero)[2] > 0:
            assert rise >= before
        before = rise


numbers = st.floats(-18, 18)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(numbers, min_size=7, max_size=7), st.lists(st.floats(0, 4), min_size=10, max_size=30))
def test_3_17_facing_left_is_the_exact_mirror(grounds: list[float], ways: list[float]) -> None:
    """Every output of every stage, on treads of random heights, to 1e-12."""
    outcomes = []
    for side in (1.0, -1.0):
        esper.clear_database()
        solids = [
            box(*((x, x + 30) if side > 0 else (-x - 30, -x)), -200, height, depth=(-150.0, 150.0))
            for x, height in zip(range(-105, 105, 30), grounds, strict=True)
        ]
        build_world(solids, library=LIBRARY)
        hero = hold_hero(0, 0, yaw=0.0 if side > 0 else -180.0)
        seen = []
        for way in ways:
            esper.component_for_entity(hero, CharacterState).travelled += way
            place_of(hero)[0] += way * side
            pose_ticks(1)
            data, traces, flip = data_of(hero), traces_of(hero), np.array((side, side, 1.0))
            assert traces.hit.tolist() is not None
            seen.append(
                [
                    pose_of(hero).positions_ws * flip,
                    np.array([data.pelvis_distance, data.floor, data.grip]),
                    data.foot_distances,
                    data.weights,
                    data.slides * side,
                    data.twists,
                    traces.verdict.astype(float),
                    np.where(traces.hit[:, None], traces.normal, 0.0) * flip,
                    data.locked.astype(float),
                ]
            )
        outcomes.append(seen)
    for right, left in zip(*outcomes, strict=True):
        for one, other in zip(right, left, strict=True):
            np.testing.assert_allclose(other, one, rtol=0, atol=1e-12)


@pytest.mark.parametrize("scale", [0.01, 0.5, 2.0, 100.0])
def test_3_18_a_scaled_world_gives_the_same_angles(scale: float) -> None:
    poses = []
    for size in (1.0, scale):
        esper.clear_database()
        grown = [
            Solid(solid.outline * size, (solid.depth[0] * size, solid.depth[1] * size))
            for solid in sides(0, -9)
        ]
        build_world(grown, library=LIBRARY)
        hero = hold_hero(scale=size)
        pose_ticks(20)
        poses.append((pose_of(hero).positions_ws / size, pose_of(hero).local_rotations.copy()))
    np.testing.assert_allclose(poses[1][0], poses[0][0], atol=1e-6)
    np.testing.assert_allclose(poses[1][1], poses[0][1], atol=1e-9)


def test_3_19_feet_are_at_the_new_place_in_the_same_tick() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    pose_ticks(30)
    before = bone_of(hero, "foot_l").copy()
    place_of(hero)[0] += 100
    pose_ticks(1)
    assert bone_of(hero, "foot_l")[0] - before[0] == pytest.approx(100, abs=0.1)


def test_3_21_feet_turn_the_short_way_at_the_pace_of_the_angle() -> None:
    build_world([hill(30, -1000)], library=LIBRARY)
    hero = hold_hero(0, 1000 * math.tan(math.radians(30)), settings=foot_ik(profile=Profile.UNREAL))
    esper.component_for_entity(hero, GroundContact).grounded = False
    pose_ticks(1)
    data_of(hero).settled = True
    data_of(hero).weights[:] = 1.0
    esper.component_for_entity(hero, GroundContact).grounded = True
    angles = []
    for _ in range(60):
        pose_ticks(1)
        turn = data_of(hero).foot_rotations[0]
        angles.append(2 * math.degrees(math.acos(min(abs(float(turn[3])), 1.0))))
    assert angles[0] == pytest.approx(VECTORS["rinterp.30pitch_frame1"][0], abs=1e-6)
    assert (np.diff(angles) >= -1e-9).all()
    assert angles[-1] == pytest.approx(30, abs=1e-4)


def test_3_22_a_lifted_foot_keeps_its_lift() -> None:
    lifts: list[list[float]] = []
    for height in (0.0, 20.0):
        esper.clear_database()
        build_world([box(-3000, 3000, -100, height)], library=LIBRARY)
        hero = hold_hero(0, height)
        state = esper.component_for_entity(hero, CharacterState)
        lifts.append([])
        for _ in range(60):
            state.travelled += 2.5
            place_of(hero)[0] += 2.5
            pose_ticks(1)
            lifts[-1].append(float(bone_of(hero, "foot_r")[2]) - height)
    assert lifts[1] == pytest.approx(lifts[0], abs=1e-9)
    assert max(lifts[0]) > 14


@pytest.mark.parametrize("weight", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_3_24_no_weight_pushes_a_foot_through_its_ground(weight: float) -> None:
    """The ground is the one that the weight leaves: a share of the step."""
    build_world(sides(20, 0), library=LIBRARY)
    hero = hold_hero(settings=foot_ik(position_weights=(weight, 1.0)))
    pose_ticks(60)
    assert bone_of(hero, "foot_l")[2] - 8 == pytest.approx(20 * weight, abs=0.5)
    assert leg_lengths(hero, "l") == pytest.approx((44, 42), abs=1e-9)


def test_c02_the_unreal_profile_across_two_treads() -> None:
    build_world(sides(0, 20), library=LIBRARY)
    hero = hold_hero(0, 20, settings=foot_ik(profile=Profile.UNREAL))
    pose_ticks(60)
    assert data_of(hero).pelvis_distance == pytest.approx(-20, abs=0.3)
    for foot in FEET:
        assert sole_of(hero, foot).gap == pytest.approx(0, abs=0.5)
    spans = [math.dist(bone_of(hero, f"thigh_{side}"), bone_of(hero, f"foot_{side}")) for side in "lr"]
    assert spans[0] - spans[1] == pytest.approx(20, abs=1.5)


@pytest.mark.parametrize("scale", [0.01, 0.5, 1.0, 2.0])
def test_c06_the_drop_is_in_the_world_whatever_the_scale(scale: float) -> None:
    build_world(sides(0, -8 * min(scale, 1.0)), library=LIBRARY)
    hero = hold_hero(scale=scale, settings=foot_ik(profile=Profile.UNREAL))
    pose_ticks(60)
    assert data_of(hero).pelvis_distance == pytest.approx(-8 * min(scale, 1.0), abs=0.3 * scale)


def test_c08_offsets_are_gone_a_third_of_a_second_after_a_jump() -> None:
    build_world(sides(0, 20), library=LIBRARY)
    hero = hold_hero(0, 20, settings=foot_ik(profile=Profile.UNREAL))
    pose_ticks(60)
    esper.component_for_entity(hero, GroundContact).grounded = False
    longest = 0.0
    for _ in range(18):
        place_of(hero)[2] += 6
        pose_ticks(1)
        for side in "lr":
            longest = max(longest, math.dist(bone_of(hero, f"thigh_{side}"), bone_of(hero, f"foot_{side}")))
    assert abs(data_of(hero).pelvis_distance) <= 0.5
    assert np.abs(data_of(hero).foot_distances).max() <= 0.5
    assert longest <= 86.001


def animated_normal(angle: float) -> Floats:
    return np.array((-math.sin(math.radians(angle)), 0.0, math.cos(math.radians(angle))))


@pytest.mark.parametrize("angle", [20.0, 30.0])
@pytest.mark.parametrize("yaw", [0.0, -180.0])
def test_c04_toes_lie_in_the_slope_whatever_the_facing(angle: float, yaw: float) -> None:
    build_world([hill(angle, -1000)], library=LIBRARY)
    hero = hold_hero(0, 1000 * math.tan(math.radians(angle)), yaw=yaw)
    pose_ticks(30)
    for foot in FEET:
        turn = pose_of(hero).rotations_ws[MANNEQUIN.index(foot)]
        assert rotate(turn, (0, 0, 1)) @ animated_normal(angle) >= 0.9999
    assert isinstance(esper.component_for_entity(hero, Animator), Animator)
