"""Quaternions: products, turns, blends and shortest arcs."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from components.arrays import Floats
from systems.maths.quaternion import conjugate, multiply, rotate, shortest_arc, slerp
from systems.maths.rotation import rotator_to_quaternion

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())

vectors = arrays(np.float64, 3, elements=st.floats(-1000, 1000))
quaternions = arrays(np.float64, 3, elements=st.floats(-180, 180)).map(rotator_to_quaternion)


def angle_of(quaternion: Floats) -> float:
    """How far it turns [deg]."""
    return math.degrees(2 * math.atan2(float(np.linalg.norm(quaternion[:3])), abs(float(quaternion[3]))))


@given(quaternions, quaternions, vectors)
def test_a_product_turns_by_its_second_factor_first(a: Floats, b: Floats, v: Floats) -> None:
    np.testing.assert_allclose(rotate(multiply(a, b), v), rotate(a, rotate(b, v)), atol=1e-10)


@given(quaternions, vectors)
def test_turning_keeps_lengths_and_turning_back_undoes_it(q: Floats, v: Floats) -> None:
    turned = rotate(q, v)
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(v), abs=1e-10)
    np.testing.assert_allclose(rotate(conjugate(q), turned), v, atol=1e-10)


@pytest.mark.parametrize("name", sorted(VECTORS["weight.nlerp_vs_slerp"]))
def test_slerp_covers_equal_angles_in_equal_shares(name: str) -> None:
    share, whole = (float(part) for part in name.removeprefix("w").split("_of_"))
    found = slerp((0, 0, 0, 1), rotator_to_quaternion((whole, 0, 0)), share)
    assert angle_of(found) == pytest.approx(VECTORS["weight.nlerp_vs_slerp"][name][1], abs=1e-6)


def test_half_the_weight_is_half_the_angle() -> None:
    found = slerp((0, 0, 0, 1), rotator_to_quaternion((30, 0, 0)), 0.5)
    np.testing.assert_allclose(found, VECTORS["acc.half_rot_weight_30"], atol=1e-9)


@given(quaternions, quaternions, st.floats(0, 1))
def test_slerp_stays_on_the_short_way(a: Floats, b: Floats, share: float) -> None:
    found = slerp(a, b, share)
    whole = angle_of(multiply(conjugate(a), b))
    assume(whole < 179.99)
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-14)
    assert angle_of(multiply(conjugate(a), found)) == pytest.approx(whole * share, abs=1e-5)
    assert angle_of(multiply(conjugate(found), b)) == pytest.approx(whole * (1 - share), abs=1e-5)


@given(quaternions, quaternions)
def test_slerp_ends_where_it_should(a: Floats, b: Floats) -> None:
    assert abs(float(slerp(a, b, 0.0) @ a)) == pytest.approx(1, abs=1e-14)
    assert abs(float(slerp(a, b, 1.0) @ b)) == pytest.approx(1, abs=1e-14)


@given(vectors, vectors)
def test_the_shortest_arc_takes_one_direction_to_the_other(start: Floats, end: Floats) -> None:
    assume(np.linalg.norm(start) > 1e-3)
    assume(np.linalg.norm(end) > 1e-3)
    a, b = start / np.linalg.norm(start), end / np.linalg.norm(end)
    arc = shortest_arc(start, end)
    np.testing.assert_allclose(rotate(arc, a), b, atol=1e-6)
    expected = math.degrees(math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b)))
    assert angle_of(arc) == pytest.approx(expected, abs=1e-5)


def test_the_shortest_arc_of_a_slope_is_the_reference() -> None:
    expected = VECTORS["acc.align_shortest_arc_compound"]
    arc = shortest_arc((0, 0, 1), (0.4, 0.3, 0.8))
    np.testing.assert_allclose(arc, expected["quat"], atol=1e-9)
    np.testing.assert_allclose(rotate(arc, (0, 0, 1)), expected["up"], atol=1e-9)
    assert angle_of(arc) == pytest.approx(expected["tilt_deg"], abs=1e-6)


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ((1, 0, 0), (0, 0, 1, 0)),
        ((0, -1, 0), (0, 0, 1, 0)),
        ((0, 0, 1), (0, 1, 0, 0)),
        ((0, 0, -1), (0, 1, 0, 0)),
    ],
)
def test_opposite_directions_turn_by_a_fixed_rule(
    direction: tuple[float, ...], expected: tuple[float, ...]
) -> None:
    np.testing.assert_array_equal(shortest_arc(direction, -np.array(direction)), expected)


@given(vectors, st.floats(1e-9, 1e-5), st.floats(0, 360))
def test_nearly_opposite_directions_still_arrive(start: Floats, away: float, around: float) -> None:
    assume(np.linalg.norm(start) > 1e-3)
    a = start / np.linalg.norm(start)
    side = np.cross(a, (1.0, 0.0, 0.0) if abs(a[0]) < 0.9 else (0.0, 1.0, 0.0))
    side = side / np.linalg.norm(side)
    turned = math.cos(around) * side + math.sin(around) * np.cross(a, side)
    b = -a + away * turned
    np.testing.assert_allclose(rotate(shortest_arc(a, b), a), b / np.linalg.norm(b), atol=1e-6)


def test_a_zero_direction_turns_nothing() -> None:
    np.testing.assert_array_equal(shortest_arc((0, 0, 0), (1, 0, 0)), (0, 0, 0, 1))
    np.testing.assert_array_equal(shortest_arc((1, 0, 0), (0, 0, 0)), (0, 0, 0, 1))


def test_arguments_that_are_not_finite_are_named() -> None:
    good = (0, 0, 0, 1)
    with pytest.raises(ValueError, match="b must be finite"):
        multiply(good, (0, 0, math.nan, 1))
    with pytest.raises(ValueError, match="vector must be"):
        rotate(good, (1, 2))
    with pytest.raises(ValueError, match="share must be finite"):
        slerp(good, good, math.inf)
    with pytest.raises(ValueError, match="end must be finite"):
        shortest_arc((1, 0, 0), (math.nan, 0, 0))
    with pytest.raises(ValueError, match="rotation must be"):
        conjugate((0, 0, 1))
