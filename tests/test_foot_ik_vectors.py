"""Reference vectors that no other test of feet names, each against what this project does."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from heroes import LIBRARY, bone_of, data_of, foot_ik, hold_hero, pose_ticks
from scenes import box, build_world

from components.foot_ik import FootTraces, Profile, Verdict
from systems.foot_ik.faithful import seed_raw
from systems.foot_ik.profile import decay_rate
from systems.foot_ik.seed import SeedOffsets, seed_slope_rotator, seed_step, seed_targets
from systems.foot_ik.slope import slope_rotator
from systems.foot_ik.two_bone import allowed_span, solve_two_bone
from systems.maths.interpolation import decay, finterp_to
from systems.maths.quaternion import multiply, rotate
from systems.maths.rotation import rotator_to_quaternion

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
TICK, SPEED = 1 / 60, 17.0
WALKABLE = ("WalkableGround",)


def height_of_jump(time: float) -> float:
    return 420 * time - 490 * time * time


def test_how_long_the_seed_holds_a_jump() -> None:
    leaves = (420 - math.sqrt(420**2 - 4 * 490 * 55)) / 980
    assert leaves == pytest.approx(VECTORS["jump.t_exit"], abs=1e-8)
    held = sum(height_of_jump(k * TICK) <= 55 for k in range(1, 15))
    assert held == VECTORS["jump.frames_held"]


def missed(x: float, y: float) -> FootTraces:
    """Traces of two feet that found nothing."""
    start = np.array(((x, y, 0.0), (x, y, 0.0)))
    return FootTraces(
        start=start,
        end=start,
        verdict=np.full(2, Verdict.MISSED),
    )


@pytest.mark.parametrize(
    ("name", "bottom"),
    [
        ("ue.ledge_right_over_void_listing2_at_(1000,200,88)", 0.0),
        ("ue.airborne_both_miss_listing2_at_(1000,200,388)", 300.0),
    ],
)
def test_what_the_seed_reads_where_it_hit_nothing(name: str, bottom: float) -> None:
    raw = seed_raw(missed(1000, 200), 1, bottom, 55.0, 5.0)
    assert raw == pytest.approx(VECTORS[name]["right_raw"], abs=1e-6)


def test_how_far_up_the_seed_sends_a_jumper() -> None:
    offsets, highest = SeedOffsets(5.0), 0.0
    for k in range(1, 52):
        height = height_of_jump(k * TICK)
        raw = 5 - height if height <= 55 else seed_raw(missed(1000, 200), 0, height, 55.0, 5.0)
        offsets = seed_step(offsets, seed_targets(raw, raw), TICK, SPEED)
        highest = max(highest, offsets.pelvis)
    assert highest == pytest.approx(VECTORS["jump.listing2_max_pelvis"], abs=1e-6)


def test_facing_left_the_seeds_rotator_is_right_in_the_world_alone() -> None:
    normal = np.array((-0.5, 0, math.sqrt(0.75)))
    turn, left = rotator_to_quaternion(seed_slope_rotator(normal)), rotator_to_quaternion((0, -180, 0))
    in_world = rotate(multiply(turn, left), (0, 0, 1))
    in_component = rotate(multiply(left, turn), (0, 0, 1))
    np.testing.assert_allclose(in_world, VECTORS["slope.facing_left_up_if_world_space"]["up"], atol=1e-8)
    np.testing.assert_allclose(
        in_component, VECTORS["slope.facing_left_up_if_component_space"]["up"], atol=1e-8
    )
    own = rotate(rotator_to_quaternion(slope_rotator(rotate(left, normal))), (0, 0, 1))
    np.testing.assert_allclose(rotate(left, own), normal, atol=1e-9)


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(
    ("name", "ground", "expected"),
    [("unity.swing_.099_on_flat", 0.1, 8.1), ("unity.above_head_1.05", 103.0, 111.0)],
)
def test_where_the_unity_seed_puts_an_ankle(name: str, ground: float, expected: float) -> None:
    """Metres and ankles of 0.1 in the vectors; here centimetres and ankles of 8, and ground as far off."""
    build_world([box(-100, 100, -90, ground, tags=WALKABLE)], library=LIBRARY)
    hero = hold_hero(settings=foot_ik(profile=Profile.UNITY_SEED))
    pose_ticks(1)
    wanted = bone_of(hero, "foot_l")[2] if name.endswith("flat") else 8 + data_of(hero).foot_distances[0]
    assert wanted == pytest.approx(expected, abs=0.02)
    assert VECTORS[name] in (0.1, 1.15)


@pytest.mark.usefixtures("world")
def test_the_unity_seed_hovers_over_a_step_down_and_the_corrected_one_does_not() -> None:
    build_world([box(-100, 100, -90, -20, tags=WALKABLE)], library=LIBRARY)
    seed, corrected = (hold_hero(settings=foot_ik(profile=p)) for p in (Profile.UNITY_SEED, Profile.UNITY))
    pose_ticks(60)
    hover = bone_of(seed, "foot_l")[2] - 8 + 20
    assert hover == pytest.approx(100 * VECTORS["unity.step_down_.2_hover"], abs=0.05)
    assert bone_of(corrected, "foot_l")[2] - 8 + 20 == pytest.approx(0, abs=0.05)


def knee(distance: float, softness: float) -> float:
    leg = solve_two_bone((0, 0, 90), (0, 0, 90 - distance), (50, 0, 50), 45, 45, softness=softness)
    cosine = float((np.array((0, 0, 90)) - leg.joint) @ (leg.end - leg.joint)) / 45**2
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def test_a_soft_knee_opens_evenly_where_a_hard_one_jumps() -> None:
    soft, hard = VECTORS["soft.max_knee_step_deg_per_.05_soft_vs_hard"]
    for softness, expected in ((0.05, soft), (0.0, hard)):
        steps = np.abs(np.diff([knee(80 + 0.05 * k, softness) for k in range(301)]))
        assert steps.max() == pytest.approx(expected, rel=0.02)
    assert knee(82, 0.0) == pytest.approx(VECTORS["acc.knee_at_82"], abs=1e-6)


def test_reaching_softly_never_passes_the_target_as_another_library_does() -> None:
    overshoot = VECTORS["soft.ozz_overshoot"]
    passed = 0
    for text, theirs in VECTORS["soft.ozz_.5_L2"].items():
        distance = float(text)
        ours = allowed_span(distance, 1.0, 1.0, 1.0, 0.5)
        assert ours <= distance + 1e-12
        passed += theirs > distance
    assert passed
    assert overshoot["slope_at_0"] == pytest.approx(4 / 3, abs=1e-8)
    slope = (allowed_span(1.0 + 1e-6, 1.0, 1.0, 1.0, 0.5) - 1.0) / 1e-6
    assert slope == pytest.approx(1, abs=1e-5)


def test_too_near_bones_keep_their_lengths_where_unreal_shortens_one() -> None:
    theirs = VECTORS["ik.ue_too_close_50_30_d10"]
    ours = solve_two_bone((0, 0, 0), (10, 0, 0), (0, 0, 50), 50, 30)
    assert theirs["lower_len"] != theirs["expected"]
    assert math.dist(ours.joint, ours.end) == pytest.approx(theirs["expected"], abs=1e-9)


def test_nothing_is_ever_stretched() -> None:
    assert max(VECTORS["ik.ue_stretch"].values()) > 1
    for distance in (85.5, 90, 99, 108, 120):
        leg = solve_two_bone((0, 0, 0), (distance, 0, 0), (0, 0, 50), 45, 45)
        assert math.dist((0, 0, 0), leg.joint) == pytest.approx(45, abs=1e-9)


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("scale", [2.0, 0.5])
def test_offsets_move_feet_by_as_much_as_is_wanted_whatever_the_scale(scale: float) -> None:
    fault = VECTORS[f"acc.scale{scale:g}_bone_space_error".replace("0.5", ".5")]
    build_world(
        [box(-100, 100, -90, 20, depth=(0.0, 150.0)), box(-100, 100, -90, 0, depth=(-150.0, 0.0))],
        library=LIBRARY,
    )
    hero = hold_hero(scale=scale, settings=foot_ik(profile=Profile.UNREAL))
    pose_ticks(60)
    assert bone_of(hero, "foot_l")[2] - 8 * scale == pytest.approx(fault["want_world"], abs=0.05 * scale)
    assert abs(fault["error"]) == pytest.approx(abs(fault["want_world"] - fault["moves"]))


def test_the_rest_of_the_arithmetic() -> None:
    first = VECTORS["acc.stairs18_seed_first_frame"]
    assert finterp_to(0, 18, TICK, SPEED) == pytest.approx(first["dz"], abs=1e-9)
    assert first["dz"] * 60 == pytest.approx(first["speed"])
    remaining = decay(1.0, 0.0, VECTORS["acc.time_to_1pct_matched"], decay_rate(SPEED))
    assert remaining == pytest.approx(0.01, abs=1e-8)
    assert pytest.approx(VECTORS["acc.lock_drift_per_frame_200ups_world_locked"], abs=1e-8) == 200 / 60
    down = VECTORS["acc.stairs_down"]
    assert pytest.approx((down["steps_per_s"], down["mean_vz"]), abs=1e-8) == (150 / 28, -150 * 18 / 28)
    assert (
        VECTORS["acc.jump_gate_halflife.03_worst_pull"] < VECTORS["acc.jump_freeze_then_fade_worst_pull"] == 0
    )
