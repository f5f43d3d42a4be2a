"""Blends: what is shown at what speed, how far steps carry, and where feet will come down."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.attack import AttackState, MeleeAttack
from game.authoring.library import mannequin_library
from systems.animation.blend import Motion, Plain, advance, feet_that_came_down, local_pose
from systems.animation.gait import (
    FIRST_STEP,
    advanced,
    grade_after,
    next_landings,
    shortened,
    stride_of,
)
from systems.animation.overlay import overlay_weight, strike_time
from systems.animation.sampling import curve_at, notifies_between, phase_at
from systems.animation.weights import (
    air_weights,
    base_weights,
    curve_weights,
    gait_weights,
    landing_weight,
    natural_speed,
)

LIBRARY = mannequin_library()
MANNEQUIN = LIBRARY.skeletons["mannequin"]
CLIPS = LIBRARY.clips["mannequin"]
TICK = 1 / 60


def walked(animator: Plain, speed: float, ticks: int, dt: float = TICK) -> None:
    for _ in range(ticks):
        advance(animator, CLIPS, Motion(way=speed * dt, level_speed=speed), dt)


@pytest.mark.parametrize(
    ("speed", "idle", "walk", "run"),
    [(0, 1, 0, 0), (75, 0.5, 0.5, 0), (150, 0, 1, 0), (275, 0, 0.5, 0.5), (400, 0, 0, 1), (900, 0, 0, 1)],
)
def test_speed_decides_between_idle_walk_and_run(speed: float, idle: float, walk: float, run: float) -> None:
    weights = gait_weights(speed, natural_speed(CLIPS, "walk"), natural_speed(CLIPS, "run"))
    assert weights == pytest.approx({"idle": idle, "walk": walk, "run": run})


def test_speeds_that_no_clip_has_are_taken_as_none() -> None:
    assert gait_weights(100, 0, 0) == {"idle": 0, "walk": 1, "run": 0}
    assert gait_weights(0, 0, 0) == {"idle": 1, "walk": 0, "run": 0}
    assert natural_speed({}, "walk") == 0


@given(st.floats(0, 1000), st.floats(-2000, 2000), st.floats(0, 1), st.floats(0, 2000), st.floats(0, 2))
def test_weights_sum_to_one(
    speed: float, vertical: float, airborne: float, landing_speed: float, time: float
) -> None:
    landing = landing_weight(landing_speed, time, 0.36, speed / 400)
    weights = base_weights(gait_weights(speed, 150, 400), air_weights(vertical), airborne, landing)
    assert sum(weights.values()) == pytest.approx(1)
    assert min(weights.values()) >= 0
    assert sum(curve_weights(weights).values()) == pytest.approx(1)


def test_rising_is_jump_and_sinking_is_fall() -> None:
    assert air_weights(300) == {"jump": 1, "fall": 0}
    assert air_weights(0) == {"jump": 0.5, "fall": 0.5}
    assert air_weights(-300) == {"jump": 0, "fall": 1}


def test_the_harder_the_landing_the_deeper_the_knees_and_not_for_long() -> None:
    assert landing_weight(200, 0, 0.36, 0) == 0
    assert landing_weight(900, 0, 0.36, 0) == 1
    assert landing_weight(2000, 0.18, 0.36, 0) == 1
    assert landing_weight(900, 0.27, 0.36, 0) == pytest.approx(0.5)
    assert landing_weight(900, 0.36, 0.36, 0) == 0
    assert landing_weight(900, 5, 0.36, 0) == 0
    assert landing_weight(900, 0, 0.36, 1) == pytest.approx(0.3)


def test_short_steps_count_as_steps_in_curves() -> None:
    assert curve_weights({"idle": 0.7, "walk": 0.3}) == pytest.approx({"idle": 0, "walk": 1, "run": 0})
    assert curve_weights({"idle": 0.9, "walk": 0.1}) == pytest.approx({"idle": 0.45, "walk": 0.55, "run": 0})
    assert curve_weights({"idle": 1.0, "walk": 0.0}) == {"idle": 1.0, "walk": 0.0}


def test_the_stride_is_blended_and_never_patters() -> None:
    assert stride_of(CLIPS, {"walk": 1}) == 144
    assert stride_of(CLIPS, {"walk": 0.5, "run": 0.5}) == 216
    assert stride_of(CLIPS, {"walk": 0.01}) == pytest.approx(0.35 * 144)
    assert stride_of({}, {"walk": 1}) == 0
    assert advanced(0.9, 36, 144) == pytest.approx(0.15)
    assert advanced(0.9, 36, 0) == 0.9


def test_a_walking_foot_goes_through_one_cycle_a_stride() -> None:
    animator = Plain()
    walked(animator, 150, 200)
    phase = animator.gait_phase
    walked(animator, 150, 48, 0.02)  # 48 steps of 3 cm
    assert animator.gait_phase == pytest.approx(phase, abs=1e-9)


def test_a_body_that_stands_waits_at_the_first_step() -> None:
    animator = Plain(gait_phase=0.7)
    walked(animator, 0, 5)
    assert animator.gait_phase == FIRST_STEP


@pytest.mark.parametrize("grade", [0.3, -0.64, 1.0])
def test_the_grade_of_a_slope_is_found_and_steps_get_shorter(grade: float) -> None:
    found = 0.0
    for _ in range(400):
        found = grade_after(found, 2.5 * grade, 2.5)
    assert found == pytest.approx(grade, abs=0.001)
    assert shortened(150, found) == pytest.approx(150 / (1 + 0.9 * abs(grade)), rel=1e-3)


def test_the_grade_of_stairs_is_that_of_the_flight() -> None:
    found, seen = 0.0, []
    for step in range(30):
        for tick in range(11):
            found = grade_after(found, 18 if tick == 0 else 0, 28 / 11)
            if step > 15:
                seen.append(found)
    assert np.mean(seen) == pytest.approx(18 / 28, abs=0.03)
    assert np.ptp(seen) < 0.25
    assert grade_after(0.4, 18, 0) == 0.4


def test_landings_are_foreseen_where_the_foot_then_comes_down() -> None:
    animator = Plain()
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
    weights = {"walk": 1.0}
    assert next_landings(CLIPS, weights, 0.3, 144, {"foot_l": 0.9}) == {}
    assert next_landings({}, weights, 0.3, 144, {"foot_l": 0.1}) == {}
    assert next_landings(CLIPS, weights, 0.3, 144, {"hand_l": 0.1}) == {}
    way, _ = next_landings(CLIPS, weights, 0.3, 144, {"foot_r": 0.1})["foot_r"]
    assert way == pytest.approx((CLIPS["walk"].landings["foot_r"].phase - 0.3) * 144)


def test_feet_that_come_down_are_told_once() -> None:
    before, now = {"contact_l": 0.4, "contact_r": 0.6}, {"contact_r": 0.9, "contact_l": 0.5, "sway": 1.0}
    assert feet_that_came_down(before, now) == ["foot_l"]
    assert feet_that_came_down(now, now) == []
    assert feet_that_came_down({}, now) == []


def test_the_pose_without_clips_is_the_reference_pose() -> None:
    translations, rotations = local_pose(Plain(), MANNEQUIN, {})
    np.testing.assert_array_equal(translations, MANNEQUIN.translations)
    np.testing.assert_array_equal(rotations, MANNEQUIN.rotations)


@given(st.floats(0, 600), st.integers(1, 120))
def test_poses_keep_bones_and_unit_rotations(speed: float, ticks: int) -> None:
    animator = Plain()
    walked(animator, speed, ticks)
    translations, rotations = local_pose(animator, MANNEQUIN, CLIPS)
    np.testing.assert_allclose(np.linalg.norm(rotations, axis=1), 1, atol=1e-14)
    np.testing.assert_allclose(translations[2:], MANNEQUIN.translations[2:], atol=1e-9)


def test_speed_blends_in_and_out_the_same_at_any_tick_rate_within_a_frame() -> None:
    speeds = []
    for rate in (60, 120):
        animator = Plain()
        walked(animator, 150, rate // 4, 1 / rate)
        speeds.append(animator.speed)
    assert speeds[0] == pytest.approx(speeds[1], rel=0.02)


def test_an_overlay_moves_its_bones_and_leaves_the_legs() -> None:
    animator = Plain()
    walked(animator, 150, 100)
    base = local_pose(animator, MANNEQUIN, CLIPS)[1]
    animator.overlay, animator.overlay_time = "attack", 0.12
    over = local_pose(animator, MANNEQUIN, CLIPS)[1]
    moved = {MANNEQUIN.bones[row] for row in np.flatnonzero(np.abs(over - base).max(axis=1) > 1e-9)}
    assert "upperarm_r" in moved
    assert not moved & {"root", "pelvis", "thigh_l", "calf_r", "foot_l", "foot_r"}


def test_an_overlay_fades_in_and_out() -> None:
    attack = CLIPS["attack"]
    assert overlay_weight(attack, 0) == 0
    assert overlay_weight(attack, 0.03) == pytest.approx(0.5)
    assert overlay_weight(attack, 0.2) == 1
    assert overlay_weight(attack, 0.5 - 0.075) == pytest.approx(0.5)
    assert overlay_weight(attack, 0.6) == 0


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


def test_clips_are_read_between_their_frames() -> None:
    assert phase_at(CLIPS["idle"], 4.0) == pytest.approx(0.25)
    assert phase_at(CLIPS["jump"], 4.0) == 1.0
    values = np.array((0.0, 10.0, 40.0))
    assert [curve_at(values, phase) for phase in (0, 0.25, 0.5, 0.9, 1)] == pytest.approx([0, 5, 10, 34, 40])
    assert notifies_between(CLIPS["attack"], 0.1, 0.12) == ["hit_begin"]
    assert notifies_between(CLIPS["attack"], 0.12, 0.5) == ["hit_end"]
