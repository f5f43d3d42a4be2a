"""Rotations against the reference vectors, and against their definitions."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.maths import rotation
from systems.maths.quaternion import multiply, rotate
from systems.maths.rotation import (
    look_rotation,
    make_from_x,
    make_from_xy,
    make_from_xz,
    make_from_y,
    make_from_yx,
    make_from_yz,
    make_from_z,
    make_from_zx,
    make_from_zy,
    matrix_to_quaternion,
    quaternion_to_rotator,
    rotator_to_quaternion,
)

VECTORS = json.loads((Path(__file__).parent / "data" / "foot_ik_vectors.json").read_text())

DIRECTIONS = {
    "pX": (1, 0, 0),
    "mX": (-1, 0, 0),
    "pY": (0, 1, 0),
    "mY": (0, -1, 0),
    "pZ": (0, 0, 1),
    "mZ": (0, 0, -1),
    "d111": (1, 1, 1),
    "nearZ_1e3": (0.001, 0, math.sqrt(1 - 1e-6)),
    "nearZ_2e2": (0.02, 0, 1),
}
ONE_AXIS: dict[str, Callable[[ArrayLike], Floats]] = {"x": make_from_x, "y": make_from_y, "z": make_from_z}
TWO_AXES: dict[str, Callable[[ArrayLike, ArrayLike], Floats]] = {
    "xy": make_from_xy,
    "xz": make_from_xz,
    "yx": make_from_yx,
    "yz": make_from_yz,
    "zx": make_from_zx,
    "zy": make_from_zy,
}
SLOPES = sorted(
    key
    for key, value in VECTORS.items()
    if key.startswith("slope.") and "normal" in value and "pitch" in value
)

vectors = arrays(np.float64, 3, elements=st.floats(-1000, 1000))
rotators = arrays(np.float64, 3, elements=st.floats(-360, 360))


def longer_than(vector: Floats, length: float) -> bool:
    return bool(np.linalg.norm(vector) > length)


def assert_same_rotation(found: Floats, expected: ArrayLike, tolerance: float) -> None:
    assert abs(abs(float(np.dot(found, expected))) - 1.0) < tolerance


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("axis", ONE_AXIS)
def test_make_from_one_axis_has_the_reference_rows_and_quaternion(axis: str, direction: str) -> None:
    expected = VECTORS[f"make_{axis}.{direction}"]
    rows = ONE_AXIS[axis](DIRECTIONS[direction])
    np.testing.assert_allclose(rows, expected["rows"], atol=1e-9)
    quaternion = matrix_to_quaternion(rows)
    np.testing.assert_allclose(quaternion, expected["quat"], atol=1e-9)


def test_make_from_z_of_seed_002() -> None:
    forward = (103.278600, 171.270344, 0.0)
    rows = make_from_z(forward)
    expected = VECTORS["makez.seed"]
    np.testing.assert_allclose(rows, expected["rows"], atol=1e-9)
    quaternion = matrix_to_quaternion(rows)
    np.testing.assert_allclose(quaternion, expected["quat"], atol=1e-9)
    np.testing.assert_allclose(quaternion_to_rotator(quaternion), expected["pyr"], atol=1e-7)
    assert np.linalg.det(rows) == pytest.approx(expected["det"], abs=1e-12)
    for local, image in VECTORS["makez.seed_maps"].items():
        turned = rotate(quaternion, np.eye(3)["XYZ".index(local)])
        np.testing.assert_allclose(turned, image, atol=1e-9)


def test_a_zero_vector_gives_zero_rows_and_the_identity() -> None:
    for make in ONE_AXIS.values():
        np.testing.assert_array_equal(make((0, 0, 0)), VECTORS["makez.zero_rows"])
    for make_two in TWO_AXES.values():
        np.testing.assert_array_equal(make_two((0, 0, 0), (1, 2, 3)), np.zeros((3, 3)))
    np.testing.assert_array_equal(matrix_to_quaternion(np.zeros((3, 3))), (0, 0, 0, 1))


def test_make_from_two_axes_has_the_reference_rows() -> None:
    normal = (-0.5, 0, math.sqrt(0.75))
    np.testing.assert_allclose(make_from_xz((1, 0, 0), normal), VECTORS["make_xz.X_n30"], atol=1e-9)
    np.testing.assert_allclose(make_from_zx(normal, (1, 0, 0)), VECTORS["make_zx.n30_X"], atol=1e-9)
    np.testing.assert_allclose(make_from_zx((0, 0, 2), (0, 0, 5)), VECTORS["make_zx.collinear_Z"], atol=0)
    np.testing.assert_allclose(make_from_xz((3, 0, 0), (-1, 0, 0)), VECTORS["make_xz.collinear_X"], atol=0)
    compound = np.array((0.4, 0.3, 0.8)) / np.linalg.norm((0.4, 0.3, 0.8))
    aligned = VECTORS["acc.align_zx_compound"]
    rows = make_from_zx(compound, (1, 0, 0))
    np.testing.assert_allclose(rows, aligned["rows"], atol=1e-9)
    np.testing.assert_allclose(matrix_to_quaternion(rows), aligned["quat"], atol=1e-9)
    np.testing.assert_allclose(quaternion_to_rotator(aligned["quat"]), aligned["pyr"], atol=1e-6)


def test_the_axis_flips_only_within_the_known_angle_of_upright() -> None:
    threshold = math.radians(VECTORS["acc.makez_threshold_deg"])
    inside = make_from_z((math.sin(threshold * 0.999), 0, math.cos(threshold * 0.999)))
    outside = make_from_z((math.sin(threshold * 1.001), 0, math.cos(threshold * 1.001)))
    angle = math.degrees(math.acos(np.clip(inside[0] @ outside[0], -1, 1)))
    assert angle == pytest.approx(VECTORS["acc.makez_X_flip_deg"])


@given(vectors)
def test_one_axis_forms_are_right_handed_and_keep_their_axis(vector: Floats) -> None:
    assume(longer_than(vector, 1e-3))
    for index, make in enumerate(ONE_AXIS.values()):
        rows = make(vector)
        np.testing.assert_allclose(rows @ rows.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(rows) == pytest.approx(1, abs=1e-12)
        np.testing.assert_allclose(rows[index], vector / np.linalg.norm(vector), atol=1e-14)


@given(vectors, vectors)
def test_two_axis_forms_keep_the_first_and_lean_to_the_second(first: Floats, second: Floats) -> None:
    assume(longer_than(first, 1e-3) and longer_than(second, 1e-3))
    kept = first / np.linalg.norm(first)
    bent = second / np.linalg.norm(second)
    assume(abs(kept @ bent) < 0.9999)
    for name, make in TWO_AXES.items():
        rows = make(first, second)
        np.testing.assert_allclose(rows @ rows.T, np.eye(3), atol=1e-11)
        assert np.linalg.det(rows) == pytest.approx(1, abs=1e-11)
        np.testing.assert_allclose(rows["xyz".index(name[0])], kept, atol=1e-13)
        leaning = bent - (bent @ kept) * kept
        np.testing.assert_allclose(rows["xyz".index(name[1])], leaning / np.linalg.norm(leaning), atol=1e-11)


@given(rotators)
def test_a_rotator_is_yaw_after_pitch_after_roll_with_unreal_signs(rotator: Floats) -> None:
    pitch, yaw, roll = np.radians(rotator)
    about_z = np.array(((math.cos(yaw), -math.sin(yaw), 0), (math.sin(yaw), math.cos(yaw), 0), (0, 0, 1)))
    about_y = np.array(  # by -pitch
        ((math.cos(pitch), 0, -math.sin(pitch)), (0, 1, 0), (math.sin(pitch), 0, math.cos(pitch)))
    )
    about_x = np.array(  # by -roll
        ((1, 0, 0), (0, math.cos(roll), math.sin(roll)), (0, -math.sin(roll), math.cos(roll)))
    )
    expected = about_z @ about_y @ about_x
    quaternion = rotator_to_quaternion(rotator)
    found = np.array([rotate(quaternion, axis) for axis in np.eye(3)]).T
    np.testing.assert_allclose(found, expected, atol=1e-13)


@given(rotators)
def test_quaternion_matrix_and_rotator_round_trips(rotator: Floats) -> None:
    quaternion = rotator_to_quaternion(rotator)
    rows = np.array([rotate(quaternion, axis) for axis in np.eye(3)])
    assert_same_rotation(matrix_to_quaternion(rows), quaternion, 1e-12)
    assert_same_rotation(rotator_to_quaternion(quaternion_to_rotator(quaternion)), quaternion, 1e-12)


@given(st.floats(-89.9, 89.9), st.floats(-179.9, 179.9), st.floats(-179.9, 179.9))
def test_a_rotator_in_range_comes_back(pitch: float, yaw: float, roll: float) -> None:
    found = quaternion_to_rotator(rotator_to_quaternion((pitch, yaw, roll)))
    np.testing.assert_allclose(found, (pitch, yaw, roll), atol=1e-9)


@pytest.mark.parametrize("pitch", [90.0, -90.0])
def test_straight_up_or_down_all_turn_is_told_as_yaw(pitch: float) -> None:
    quaternion = rotator_to_quaternion((pitch, 30.0, 10.0))
    rotator = quaternion_to_rotator(quaternion)
    assert rotator[0] == pytest.approx(pitch)
    assert rotator[2] == 0.0
    assert_same_rotation(rotator_to_quaternion(rotator), quaternion, 1e-12)


def test_half_a_turn_is_an_exact_mirror() -> None:
    quaternion = rotator_to_quaternion((0, 180, 0))
    np.testing.assert_array_equal(quaternion, (0, 0, 1, 0))
    np.testing.assert_array_equal(rotate(quaternion, (0.1, 0.7, -0.3)), (-0.1, -0.7, -0.3))


def test_all_branches_of_the_matrix_conversion_have_w_positive_first() -> None:
    for index in range(3):
        expected = np.zeros(4)
        expected[index] = 1.0
        half_turn = -np.eye(3)
        half_turn[index, index] = 1.0
        np.testing.assert_array_equal(matrix_to_quaternion(half_turn), expected)


@pytest.mark.parametrize("name", SLOPES)
def test_slope_rotators_have_the_reference_quaternion(name: str) -> None:
    slope = VECTORS[name]
    quaternion = rotator_to_quaternion((slope["pitch"], 0.0, slope["roll"]))
    np.testing.assert_allclose(quaternion, slope["quat"], atol=1e-9)
    np.testing.assert_allclose(rotate(quaternion, (0, 0, 1)), slope["up"], atol=1e-9)


def test_a_character_that_faces_left_pitches_the_other_way() -> None:
    facing_left = VECTORS["slope.facing_left_correct_rot"]
    quaternion = rotator_to_quaternion(facing_left["pyr"])
    rows = [rotate(quaternion, axis) for axis in np.eye(3)]
    np.testing.assert_allclose(rows, facing_left["rows"], atol=1e-9)
    assert_same_rotation(matrix_to_quaternion(facing_left["rows"]), quaternion, 1e-9)


def unity_to_ours(vector: ArrayLike) -> Floats:
    """From Unity's X right, Y up, Z ahead to X ahead, Y left, Z up."""
    x, y, z = np.asarray(vector, dtype=float)
    return np.array((z, -x, y))


@pytest.mark.parametrize(
    ("name", "forward", "up"),
    [
        ("unity.look_fwd_normal30", (0, 0, 1), (0, math.sqrt(0.75), -0.5)),
        ("unity.look_projected30", (0, 0.5, math.sqrt(0.75)), (0, math.sqrt(0.75), -0.5)),
    ],
)
def test_look_rotation_has_the_reference_axes(
    name: str, forward: tuple[float, ...], up: tuple[float, ...]
) -> None:
    right, above, ahead = (unity_to_ours(row) for row in VECTORS[name]["rows"])
    quaternion = look_rotation(unity_to_ours(forward), unity_to_ours(up))
    np.testing.assert_allclose(rotate(quaternion, (1, 0, 0)), ahead, atol=1e-9)
    np.testing.assert_allclose(rotate(quaternion, (0, -1, 0)), right, atol=1e-9)
    np.testing.assert_allclose(rotate(quaternion, (0, 0, 1)), above, atol=1e-9)
    error = math.degrees(math.acos(min(1.0, float(above @ unity_to_ours(up)))))
    assert error == pytest.approx(VECTORS[name]["up_err_deg"], abs=1e-5)


def test_look_rotation_leans_to_side_slopes_and_misses_compound_ones() -> None:
    right, above, _ = (unity_to_ours(row) for row in VECTORS["unity.look_side30"]["rows"])
    quaternion = look_rotation((1, 0, 0), above)
    np.testing.assert_allclose(rotate(quaternion, (0, 0, 1)), above, atol=1e-9)
    np.testing.assert_allclose(rotate(quaternion, (0, -1, 0)), right, atol=1e-9)
    assert VECTORS["unity.look_side30"]["up_err_deg"] == 0
    normal = unity_to_ours(np.array((0.4, 0.8, 0.3)) / math.sqrt(0.89))
    up = rotate(look_rotation((1, 0, 0), normal), (0, 0, 1))
    error = math.degrees(math.acos(float(up @ normal)))
    assert error == pytest.approx(VECTORS["unity.look_compound"]["up_err_deg"], abs=1e-6)


@pytest.mark.parametrize(("space", "yaw_first"), [("component", True), ("world", False)])
def test_what_a_slopes_rotator_does_for_a_character_that_faces_left(space: str, yaw_first: bool) -> None:  # noqa: FBT001 - a case
    slope, left = rotator_to_quaternion((30, 0, 0)), rotator_to_quaternion((0, 180, 0))
    turned = multiply(left, slope) if yaw_first else multiply(slope, left)
    expected = VECTORS[f"slope.facing_left_up_if_{space}_space"]
    up = rotate(turned, (0, 0, 1))
    np.testing.assert_allclose(up, expected["up"], atol=1e-9)
    normal = np.array((-0.5, 0, math.sqrt(0.75)))
    assert math.degrees(math.acos(min(1.0, float(up @ normal)))) == pytest.approx(
        expected["err_deg"], abs=1e-5
    )


def test_look_rotation_without_direction_or_up() -> None:
    np.testing.assert_array_equal(look_rotation((0, 0, 0)), (0, 0, 0, 1))
    for up in ((0, 0, 0), (0, 0, 5), (0, 0, -5)):
        quaternion = look_rotation((0, 0, 3), up)
        np.testing.assert_allclose(rotate(quaternion, (1, 0, 0)), (0, 0, 1), atol=1e-15)


@given(vectors, vectors)
def test_look_rotation_equals_make_from_xz(forward: Floats, up: Floats) -> None:
    assume(longer_than(forward, 1e-3) and longer_than(up, 1e-3))
    assume(longer_than(np.cross(forward, up), 1e-3 * float(np.linalg.norm(forward) * np.linalg.norm(up))))
    np.testing.assert_array_equal(look_rotation(forward, up), matrix_to_quaternion(make_from_xz(forward, up)))


@pytest.mark.parametrize("value", [(math.nan, 0, 0), (math.inf, 0, 0), (1, 2), "left", None, (1e200, 0, 0)])
def test_what_is_no_vector_is_named(value: ArrayLike) -> None:
    for name in ("x", "y", "z"):
        with pytest.raises(ValueError, match=f"{name}_axis"):
            ONE_AXIS[name](value)
    with pytest.raises(ValueError, match="x_axis"):
        make_from_zx((0, 0, 1), value)
    with pytest.raises(ValueError, match="forward"):
        look_rotation(value)
    with pytest.raises(ValueError, match="rotator"):
        rotator_to_quaternion(value)
    with pytest.raises(ValueError, match="quaternion"):
        quaternion_to_rotator(value)
    with pytest.raises(ValueError, match="matrix"):
        rotation.matrix_to_quaternion(value)
