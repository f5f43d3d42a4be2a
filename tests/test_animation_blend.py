"""Blends: what is shown at what speed, how far steps carry, and where feet will come down."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from components.attack import AttackState, MeleeAttack
from components.pose_pool import BASE_CLIPS, PosePool
from components.skeleton import AnimationLibrary, Animator, ClipAsset
from game.authoring.library import mannequin_library
from systems.animation.advance import advance, animations_in
from systems.animation.bank import Bank, bank_of
from systems.animation.gait import (
    FIRST_STEP,
    advanced,
    grade_after,
    natural_speed,
    next_landing,
    shortened,
    stride_of,
)
from systems.animation.motion import Motion
from systems.animation.overlay import overlay_weight, strike_time
from systems.animation.posing import blend
from systems.animation.rigs import rigs_of
from systems.animation.sampling import add_curves, clear_curves, frame_at, phase_at
from systems.animation.weights import (
    curve_weights,
    gait_weights,
    jump_share,
    landing_weight,
    write_base_weights,
)

LIBRARY = mannequin_library()
MANNEQUIN = LIBRARY.skeletons["mannequin"]
CLIPS = LIBRARY.clips["mannequin"]
BANK = bank_of(LIBRARY)
NO_CLIPS = AnimationLibrary(LIBRARY.skeletons)
BASE = BANK.skeletons.base_clips[0]
STRIDES, DURATIONS = BANK.clips.strides, BANK.clips.durations
LANDINGS = BANK.clips.landing_phases, BANK.clips.landings, BANK.clips.stands
FEET = rigs_of(LIBRARY)["mannequin"].contact_feet
TICK = 1 / 60


def animator_in(library: AnimationLibrary = LIBRARY) -> Animator:
    """An animator whose pool has room for what the mannequin's clips tell."""
    rig = rigs_of(library)["mannequin"]
    return Animator(PosePool.blank(rigs=[rig], foot_count=len(rig.contact_feet)))


def walked(animator: Animator, speed: float, ticks: int, dt: float = TICK, *, bank: Bank = BANK) -> None:
    motion = Motion(way=speed * dt, level_speed=speed)
    for _ in range(ticks):
        advance(animations_in(animator.pool), animator.row, bank, 0, motion, dt)


def blended(animator: Animator, bank: Bank = BANK) -> tuple[Floats, Floats]:
    """Local translations [cm] and unit quaternions."""
    places, rotations = np.zeros((len(MANNEQUIN.bones), 3)), np.zeros((len(MANNEQUIN.bones), 4))
    turns, others = np.empty((2, 4, bank.clips.turns.shape[2]))
    blend(animator.row, 0, bank, animations_in(animator.pool), places, rotations, turns, others)
    return places, rotations


def all_weights(gait: tuple[float, float, float], jump: float, airborne: float, landing: float) -> Floats:
    weights = np.empty(6)
    write_base_weights(gait, jump, airborne, landing, weights)
    return weights


def row_of(name: str) -> int:
    return int(BASE[BASE_CLIPS.index(name)])


@pytest.mark.parametrize(
    ("speed", "idle", "walk", "run"),
    [(0, 1, 0, 0), (75, 0.5, 0.5, 0), (150, 0, 1, 0), (275, 0, 0.5, 0.5), (400, 0, 0, 1), (900, 0, 0, 1)],
)
def test_speed_decides_between_idle_walk_and_run(speed: float, idle: float, walk: float, run: float) -> None:
    walking, running = (natural_speed(STRIDES, DURATIONS, row_of(name)) for name in ("walk", "run"))
    assert gait_weights(speed, walking, running) == pytest.approx((idle, walk, run))


def test_speeds_that_no_clip_has_are_taken_as_none() -> None:
    assert gait_weights(100.0, 0.0, 0.0) == (0, 1, 0)
    assert gait_weights(0.0, 0.0, 0.0) == (1, 0, 0)
    assert natural_speed(STRIDES, DURATIONS, -1) == 0


@given(st.floats(0, 1000), st.floats(-2000, 2000), st.floats(0, 1), st.floats(0, 2000), st.floats(0, 2))
def test_weights_sum_to_one(
    speed: float, vertical: float, airborne: float, landing_speed: float, time: float
) -> None:
    landing = landing_weight(landing_speed, time, 0.36, speed / 400)
    weights = all_weights(gait_weights(speed, 150.0, 400.0), jump_share(vertical), airborne, landing)
    assert weights.sum() == pytest.approx(1)
    assert weights.min() >= 0
    assert sum(curve_weights(*weights[:3])) + weights[3:].sum() == pytest.approx(1)


def test_rising_is_jump_and_sinking_is_fall() -> None:
    assert [jump_share(speed) for speed in (300.0, 0.0, -300.0)] == [1, 0.5, 0]
    np.testing.assert_allclose(all_weights((1.0, 0.0, 0.0), 0.25, 0.8, 0.0), (0.2, 0, 0, 0.2, 0.6, 0))


def test_the_harder_the_landing_the_deeper_the_knees_and_not_for_long() -> None:
    assert landing_weight(200.0, 0.0, 0.36, 0.0) == 0
    assert landing_weight(900.0, 0.0, 0.36, 0.0) == 1
    assert landing_weight(2000.0, 0.18, 0.36, 0.0) == 1
    assert landing_weight(900.0, 0.27, 0.36, 0.0) == pytest.approx(0.5)
    assert landing_weight(900.0, 0.36, 0.36, 0.0) == 0
    assert landing_weight(900.0, 5.0, 0.36, 0.0) == 0
    assert landing_weight(900.0, 0.0, 0.36, 1.0) == pytest.approx(0.3)


def test_short_steps_count_as_steps_in_curves() -> None:
    assert curve_weights(0.7, 0.3, 0.0) == pytest.approx((0, 1, 0))
    assert curve_weights(0.9, 0.1, 0.0) == pytest.approx((0.45, 0.55, 0))
    assert curve_weights(1.0, 0.0, 0.0) == (1, 0, 0)


def test_the_stride_is_blended_and_never_patters() -> None:
    assert stride_of(STRIDES, BASE, (0.0, 1.0, 0.0)) == 144
    assert stride_of(STRIDES, BASE, (0.0, 0.5, 0.5)) == 216
    assert stride_of(STRIDES, BASE, (0.99, 0.01, 0.0)) == pytest.approx(0.35 * 144)
    assert stride_of(STRIDES, np.full(6, -1), (0.0, 1.0, 0.0)) == 0
    assert advanced(0.9, 36.0, 144.0) == pytest.approx(0.15)
    assert advanced(0.9, 36.0, 0.0) == 0.9


def test_a_walking_foot_goes_through_one_cycle_a_stride() -> None:
    animator = animator_in()
    walked(animator, 150, 200)
    phase = animator.gait_phase
    walked(animator, 150, 48, 0.02)  # 48 steps of 3 cm
    assert animator.gait_phase == pytest.approx(phase, abs=1e-9)


def test_a_body_that_stands_waits_at_the_first_step() -> None:
    animator = animator_in()
    animator.gait_phase = 0.7
    walked(animator, 0, 5)
    assert animator.gait_phase == FIRST_STEP


@pytest.mark.parametrize("grade", [0.3, -0.64, 1.0])
def test_the_grade_of_a_slope_is_found_and_steps_get_shorter(grade: float) -> None:
    found = 0.0
    for _ in range(400):
        found = grade_after(found, 2.5 * grade, 2.5)
    assert found == pytest.approx(grade, abs=0.001)
    assert shortened(150.0, found) == pytest.approx(150 / (1 + 0.9 * abs(grade)), rel=1e-3)


def test_the_grade_of_stairs_is_that_of_the_flight() -> None:
    found, seen = 0.0, []
    for step in range(30):
        for tick in range(11):
            found = grade_after(found, 18.0 if tick == 0 else 0.0, 28 / 11)
            if step > 15:
                seen.append(found)
    assert np.mean(seen) == pytest.approx(18 / 28, abs=0.03)
    assert np.ptp(seen) < 0.25
    assert grade_after(0.4, 18.0, 0.0) == 0.4


def test_landings_are_foreseen_where_the_foot_then_comes_down() -> None:
    animator = animator_in()
    walked(animator, 150, 300)
    foot = "foot_r"
    while foot in animator.landings:
        walked(animator, 150, 1)
    while foot not in animator.landings:
        walked(animator, 150, 1)
    place, time = animator.landings[foot].copy(), animator.landing_times[foot]
    way = 0.0
    while foot in animator.landings:
        walked(animator, 150, 1)
        way += 150 * TICK
    assert way / 150 == pytest.approx(time, abs=2 * TICK)
    landing = CLIPS["walk"].landings[foot].place
    assert place[0] - way == pytest.approx(landing[0], abs=5)
    assert place[1] == pytest.approx(landing[1], abs=0.1)


def test_no_landing_is_foreseen_for_feet_on_the_ground_or_without_a_gait() -> None:
    left, right = FEET.index("foot_l"), FEET.index("foot_r")
    walk, place, nothing = (0.0, 1.0, 0.0), np.zeros(3), np.full(6, -1)
    for base, foot, gait, contact in (
        (BASE, left, walk, 0.9),
        (nothing, left, walk, 0.1),
        (BASE, left, walk, math.nan),
        (BASE, left, (1.0, 0.0, 0.0), 0.1),
    ):
        place[:] = 0.0
        assert math.isnan(next_landing(*LANDINGS, base, foot, gait, 0.3, 144.0, contact, place))
        assert np.isnan(place).all()
    way = next_landing(*LANDINGS, BASE, right, walk, 0.3, 144.0, 0.1, place)
    landing = CLIPS["walk"].landings["foot_r"]
    assert way == pytest.approx((landing.phase - 0.3) * 144)
    np.testing.assert_allclose(place, landing.place + np.array((way, 0, 0)))


def test_the_pose_without_clips_is_the_reference_pose() -> None:
    animator, bank = animator_in(NO_CLIPS), bank_of(NO_CLIPS)
    walked(animator, 150, 10, bank=bank)
    translations, rotations = blended(animator, bank)
    np.testing.assert_array_equal(translations, MANNEQUIN.translations)
    np.testing.assert_array_equal(rotations, MANNEQUIN.rotations)


@given(st.floats(0, 600), st.integers(1, 120))
def test_poses_keep_bones_and_unit_rotations(speed: float, ticks: int) -> None:
    animator = animator_in()
    walked(animator, speed, ticks)
    translations, rotations = blended(animator)
    np.testing.assert_allclose(np.linalg.norm(rotations, axis=1), 1, atol=1e-14)
    np.testing.assert_allclose(translations[2:], MANNEQUIN.translations[2:], atol=1e-9)


def test_speed_blends_in_and_out_the_same_at_any_tick_rate_within_a_frame() -> None:
    speeds = []
    for rate in (60, 120):
        animator = animator_in()
        walked(animator, 150, rate // 4, 1 / rate)
        speeds.append(animator.speed)
    assert speeds[0] == pytest.approx(speeds[1], rel=0.02)


def test_an_overlay_moves_its_bones_and_leaves_the_legs() -> None:
    animator = animator_in()
    walked(animator, 150, 100)
    base = blended(animator)[1]
    animator.pool.overlay[0] = animator.pool.rigs[0].clips.index("attack")
    animator.overlay_time = 0.12
    over = blended(animator)[1]
    moved = {MANNEQUIN.bones[row] for row in np.flatnonzero(np.abs(over - base).max(axis=1) > 1e-9)}
    assert animator.overlay == "attack"
    assert "upperarm_r" in moved
    assert not moved & {"root", "pelvis", "thigh_l", "calf_r", "foot_l", "foot_r"}


def test_an_overlay_fades_in_and_out() -> None:
    times = (0.0, 0.03, 0.2, 0.5 - 0.075, 0.6)
    assert [overlay_weight(0.5, time) for time in times] == pytest.approx([0, 0.5, 1, 0.5, 0])


@pytest.mark.parametrize(
    ("time", "shown"),
    [(0, 0), (0.1, 0.06), (0.2, 0.12), (0.25, 0.195), (0.3, 0.27), (0.5, 0.385), (0.7, 0.5)],
)
def test_a_slower_strike_hits_in_the_same_pose(time: float, shown: float) -> None:
    slow = MeleeAttack(wind_up=0.2, active=0.1, recovery=0.4)
    assert strike_time(CLIPS["attack"], slow, AttackState(time)) == pytest.approx(shown)


def test_a_strike_without_wind_up_or_recovery_divides_by_nothing() -> None:
    sudden = MeleeAttack(wind_up=0, active=0.1, recovery=0)
    assert strike_time(CLIPS["attack"], sudden, AttackState(0)) == pytest.approx(0.12)
    assert strike_time(CLIPS["attack"], sudden, AttackState(0.1)) == 0.5


def test_a_clip_without_moments_is_stretched_evenly() -> None:
    attack, clip = MeleeAttack(wind_up=0.2, active=0.1, recovery=0.4), quiet(CLIPS["attack"])
    for time in (0.05, 0.2, 0.27, 0.5):
        assert strike_time(clip, attack, AttackState(time)) == pytest.approx(time / 0.7 * clip.duration)


def quiet(clip: ClipAsset) -> ClipAsset:
    """The same clip, which does not tell when it hits."""
    return dataclasses.replace(clip, notifies=())


def test_clips_are_read_between_their_frames() -> None:
    idle, jump = CLIPS["idle"], CLIPS["jump"]
    assert phase_at(4.0, idle.duration, idle.loop) == pytest.approx(0.25)
    assert phase_at(4.0, jump.duration, jump.loop) == 1.0
    row, first = row_of("walk"), int(BANK.clips.first_frame[row_of("walk")])
    assert frame_at(BANK.clips.first_frame, row, 0.0) == (first, 0)
    assert frame_at(BANK.clips.first_frame, row, 0.26) == pytest.approx((first + 6, 0.24))
    assert frame_at(BANK.clips.first_frame, row, 1.0) == (first + 23, 1)


def test_curves_add_up_and_clips_without_one_count_as_nothing() -> None:
    one, other = ((0.0, math.nan, 4.0), (1.0, math.nan, 8.0)), ((math.nan, 3.0, 2.0), (math.nan, 5.0, 2.0))
    frames, values = np.array((*one, *other)), np.empty(3)
    clear_curves(values)
    assert np.isnan(values).all()
    add_curves(frames, 0, 0.25, 0.5, values)
    np.testing.assert_allclose(values, (0.125, math.nan, 2.5))
    add_curves(frames, 2, 0.0, 0.5, values)
    np.testing.assert_allclose(values, (0.125, 1.5, 3.5))
