"""Interpolation against the reference's numbers, which seed 000's functions give in the engine."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.maths.interpolation import decay, deg_atan2, finterp_to, rinterp_to

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())
TICK = 1 / 60
SPEED = 17.0


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("speed0", (3, 9, TICK, 0)),
        ("speed_neg", (3, 9, TICK, -1)),
        ("dt0", (3, 9, 0, SPEED)),
        ("dt_neg", (3, 9, -1, SPEED)),
        ("big_dt", (3, 9, 1, SPEED)),
        ("near", (9 - 9.9e-5, 9, 0, SPEED)),
        ("just_not_near", (9 - 1.01e-4, 9, 0, SPEED)),
    ],
)
def test_finterp_at_its_edges(name: str, arguments: tuple[float, float, float, float]) -> None:
    assert finterp_to(*arguments) == VECTORS["interp.edge"][name]


@pytest.mark.parametrize(("name", "target"), [("interp.left20_first6", 20), ("interp.pelvis-15_first6", -15)])
def test_finterp_frame_by_frame(name: str, target: float) -> None:
    value = 0.0
    for expected in VECTORS[name]:
        assert value == pytest.approx(expected, abs=1e-9)
        value = finterp_to(value, target, TICK, SPEED)


@pytest.mark.parametrize("rate", ["10", "15", "20", "30", "60", "120", "240", "1000"])
def test_finterp_depends_on_the_frame_rate_as_the_reference_says(rate: str) -> None:
    value, steps = 0.0, int(rate) // 10 if rate != "15" else 2  # 0.1 s is no whole number of frames at 15
    for _ in range(steps):
        value = finterp_to(value, 20, 1 / int(rate), SPEED)
    assert value == pytest.approx(VECTORS["interp.left20_after_0.1s_by_fps"][rate], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("interp.frames_left20_exact", 20),
        ("interp.frames_pelvis5_exact", 5),
        ("interp.frames_pelvis-15_exact", -15),
    ],
)
def test_finterp_arrives_exactly(name: str, target: float) -> None:
    value, frames = 0.0, 0
    while value != target:
        value = finterp_to(value, target, TICK, SPEED)
        frames += 1
    assert frames == VECTORS[name]


def test_finterp_comes_within_one_percent_when_the_reference_says() -> None:
    value, frames = 0.0, 0
    while abs(value - 20) > 0.2:
        value = finterp_to(value, 20, TICK, SPEED)
        frames += 1
    assert frames == VECTORS["interp.frames_left20_within1pct"]


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(0, 10), st.floats(0.01, 100))
def test_finterp_never_leaves_the_way(current: float, target: float, dt: float, speed: float) -> None:
    value = finterp_to(current, target, dt, speed)
    assert min(current, target) - 1e-9 <= value <= max(current, target) + 1e-9


def yaw(angle: float) -> tuple[float, float, float]:
    return 0.0, angle, 0.0


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("rinterp.170_to_-170", (0, 0, 170), (0, 0, -170)),
        ("rinterp.-170_to_170", (0, 0, -170), (0, 0, 170)),
        ("rinterp.0_to_180", (0, 0, 0), (0, 0, 180)),
        ("rinterp.0_to_-180", (0, 0, 0), (0, 0, -180)),
        ("rinterp.10_to_370", (0, 10, 0), (0, 370, 0)),
        ("rinterp.30pitch_frame1", (0, 0, 0), (30, 0, 0)),
    ],
)
def test_rinterp_takes_each_angle_the_short_way(
    name: str, start: tuple[float, ...], end: tuple[float, ...]
) -> None:
    np.testing.assert_allclose(rinterp_to(start, end, TICK, SPEED), VECTORS[name], atol=1e-9)


def test_rinterp_without_time_stays_and_without_speed_arrives() -> None:
    np.testing.assert_array_equal(rinterp_to((1, 2, 3), (9, 9, 9), 0, SPEED), VECTORS["rinterp.dt0"])
    np.testing.assert_array_equal(rinterp_to((1, 2, 3), (9, 9, 9), TICK, 0), VECTORS["rinterp.speed0"])


@pytest.mark.parametrize(
    ("start", "end", "share", "expected"), [(350, 10, 0.5, 0), (170, -170, 0.25, 175), (359, 1, 0.5, 0)]
)
def test_angles_do_not_go_the_long_way(start: float, end: float, share: float, expected: float) -> None:
    found = rinterp_to(yaw(start), yaw(end), share, 1.0)[1]
    assert math.remainder(found - expected, 360) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("y", "x", "expected"), [(0, 0, 0), (1, 1, 45), (0, -1, 180), (-1, 0, -90), (3, 4, 36.86989764584402)]
)
def test_deg_atan2(y: float, x: float, expected: float) -> None:
    assert deg_atan2(y, x) == pytest.approx(expected, abs=1e-13)


def test_decay_is_the_exact_exponential() -> None:
    expected = VECTORS["interp.left20_after_0.1s_by_fps"]["exact_20(1-e^-1.7)"]
    assert decay(0, 20, 0.1, SPEED) == pytest.approx(expected, abs=1e-9)
    assert decay(0, 20, TICK, SPEED) == pytest.approx(VECTORS["acc.exp_lambda17_frame1_of_20"], abs=1e-9)
    assert decay(0, 1, VECTORS["interp.halflife_of_speed17"], SPEED) == pytest.approx(0.5, abs=1e-8)
    assert decay(1, 0, VECTORS["acc.time_to_1pct_exp17"], SPEED) == pytest.approx(0.01, abs=1e-8)


def test_a_rate_makes_decay_agree_with_60_frames_of_finterp() -> None:
    rate = VECTORS["acc.lambda_matching_seed_at_60fps"]
    assert rate == pytest.approx(-60 * math.log(1 - SPEED / 60), abs=1e-8)
    assert decay(0, 20, TICK, rate) == pytest.approx(VECTORS["acc.exp_matched_frame1_of_20"], abs=1e-8)
    assert decay(0, 20, 0.1, rate) == pytest.approx(VECTORS["acc.exp_matched_at_0.1s_of_20"], abs=1e-8)
    halflife = VECTORS["acc.halflife_matching_seed_at_60fps"]
    assert decay(0, 1, halflife, rate) == pytest.approx(0.5, abs=1e-7)


@given(st.lists(st.floats(1e-4, 0.1), min_size=1, max_size=30), st.floats(0, 30), st.floats(-100, 100))
def test_decay_does_not_care_how_time_is_cut(steps: list[float], speed: float, target: float) -> None:
    value = 7.0
    for step in steps:
        value = decay(value, target, step, speed)
    assert value == pytest.approx(decay(7.0, target, math.fsum(steps), speed), abs=1e-9)


def test_decay_without_speed_arrives_and_without_time_stays() -> None:
    assert decay(3, 9, TICK, 0) == 9
    assert decay(3, 9, 0, SPEED) == 3
    assert decay(3, 9, -1, SPEED) == 3


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize("function", [finterp_to, decay])
def test_arguments_that_are_no_numbers_are_named(position: int, function: object) -> None:
    assert callable(function)
    for bad in (math.nan, math.inf, "fast", None):
        arguments: list[object] = [1.0, 2.0, 0.1, 3.0]
        arguments[position] = bad
        with pytest.raises(ValueError, match=("current", "target", "dt", "speed")[position]):
            function(*arguments)


def test_rinterp_and_deg_atan2_name_their_arguments() -> None:
    with pytest.raises(ValueError, match="target"):
        rinterp_to((0, 0, 0), (0, math.nan, 0), TICK, SPEED)
    with pytest.raises(ValueError, match="speed"):
        rinterp_to((0, 0, 0), (0, 1, 0), TICK, math.inf)
    with pytest.raises(ValueError, match="x must"):
        deg_atan2(0, math.nan)
