"""Rotations of many things at once, and frames that do not flip near upright."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.maths import rotation
from systems.maths.quaternion import rotate, shortest_arc, slerp
from systems.maths.rotation import (
    look_rotation,
    make_from_x,
    make_from_xz,
    make_from_y,
    make_from_z,
    make_from_zx,
    matrix_to_quaternion,
    quaternion_to_rotator,
    rotator_to_quaternion,
)

ONE_AXIS = (make_from_x, make_from_y, make_from_z)
vectors = arrays(np.float64, 3, elements=st.floats(-1000, 1000))


def tilted(degrees: float, azimuth: float, *, down: bool = False) -> Floats:
    """A unit vector this far from upright."""
    tilt, around = math.radians(degrees), math.radians(azimuth)
    upright = np.array((math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)))
    return upright * (1.0, 1.0, -1.0 if down else 1.0)


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("azimuth", range(0, 180, 15))
@pytest.mark.parametrize("make", ONE_AXIS)
def test_a_continuous_form_passes_over_upright_without_a_flip(
    make: Callable[..., Floats], azimuth: int, *, down: bool
) -> None:
    tilts = np.linspace(-3.0, 3.0, 601)
    path = [make(tilted(tilt, azimuth, down=down), continuous=True) for tilt in tilts]
    steps = [np.abs(b - a).max() for a, b in itertools.pairwise(path)]
    assert max(steps) < math.radians(0.01) * 3.0
    flips = [make(tilted(tilt, azimuth, down=down)) for tilt in tilts]
    assert max(np.abs(b - a).max() for a, b in itertools.pairwise(flips)) > 0.5


@pytest.mark.parametrize("make", ONE_AXIS)
@pytest.mark.parametrize("yaw", range(0, 360, 15))
def test_for_level_directions_it_is_the_same(make: Callable[..., Floats], yaw: int) -> None:
    direction = (math.cos(math.radians(yaw)), math.sin(math.radians(yaw)), 0.0)
    np.testing.assert_allclose(make(direction, continuous=True), make(direction), atol=1e-12)


@given(vectors)
def test_a_continuous_form_is_right_handed_and_keeps_its_axis(vector: Floats) -> None:
    assume(float(np.linalg.norm(vector)) > 1e-3)
    for index, make in enumerate(ONE_AXIS):
        rows = make(vector, continuous=True)
        np.testing.assert_allclose(rows @ rows.T, np.eye(3), atol=1e-9)
        assert np.linalg.det(rows) == pytest.approx(1, abs=1e-9)
        np.testing.assert_allclose(rows[index], vector / np.linalg.norm(vector), atol=1e-14)


def test_zero_and_parallel_have_their_results_in_the_continuous_form_too() -> None:
    for make in ONE_AXIS:
        np.testing.assert_array_equal(make((0, 0, 0), continuous=True), np.zeros((3, 3)))
    parallel = make_from_zx((0, 0, 2), (0, 0, 5), continuous=True)
    np.testing.assert_array_equal(parallel, make_from_z((0, 0, 1), continuous=True))
    normal = (-0.5, 0, math.sqrt(0.75))
    np.testing.assert_array_equal(
        make_from_xz((1, 0, 0), normal, continuous=True), make_from_xz((1, 0, 0), normal)
    )


@given(arrays(np.float64, (5, 3), elements=st.floats(-1000, 1000)), st.booleans())
def test_many_give_what_each_gives_alone(rows: Floats, continuous: bool) -> None:  # noqa: FBT001 - hypothesis
    for make in ONE_AXIS:
        together = make(rows, continuous=continuous)
        np.testing.assert_array_equal(together, [make(row, continuous=continuous) for row in rows])
        quaternions = matrix_to_quaternion(together)
        np.testing.assert_array_equal(quaternions, [matrix_to_quaternion(m) for m in together])
        np.testing.assert_array_equal(
            quaternion_to_rotator(quaternions), [quaternion_to_rotator(q) for q in quaternions]
        )
    np.testing.assert_array_equal(look_rotation(rows), [look_rotation(row) for row in rows])
    np.testing.assert_array_equal(
        make_from_zx(z_axis=(0, 0, 1), x_axis=rows), [make_from_zx((0, 0, 1), row) for row in rows]
    )
    np.testing.assert_array_equal(rotator_to_quaternion(rows), [rotator_to_quaternion(row) for row in rows])


def test_rows_that_do_not_fit_are_told() -> None:
    with pytest.raises(ValueError, match="z_axis and x_axis"):
        make_from_zx(np.ones((2, 3)), np.ones((3, 3)))
    with pytest.raises(ValueError, match="z_axis"):
        make_from_z([(1, 0, 0), (math.nan, 0, 0)])
    with pytest.raises(ValueError, match="x_axis"):
        rotation.make_from_x(np.ones((2, 2, 3)))


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((1, 0, 0), (-1, 0, 0)),
        ((0, 0, 1), (0, 0, -1)),
        ((0, 1, 0), (0, -1, 0)),
        ((1, 0, 0), (-1, 1e-7, 0)),
        ((0, 0, 1), (1e-7, 0, -1)),
        ((0, 0, 1), (0, -1e-9, -1)),
    ],
)
def test_the_arc_between_opposite_vectors_maps_one_to_the_other(start: ArrayLike, end: ArrayLike) -> None:
    goal = np.asarray(end, dtype=float) / np.linalg.norm(end)
    np.testing.assert_allclose(rotate(shortest_arc(start, end), start), goal, atol=1e-6)


@pytest.mark.parametrize(
    ("start", "end", "share", "expected"), [(350, 10, 0.5, 0), (170, -170, 0.25, 175), (359, 1, 0.5, 0)]
)
def test_turning_goes_the_short_way_round(start: float, end: float, share: float, expected: float) -> None:
    from_yaw, to_yaw = rotator_to_quaternion((0, start, 0)), rotator_to_quaternion((0, end, 0))
    yaw = float(quaternion_to_rotator(slerp(from_yaw, to_yaw, share))[1])
    assert (yaw - expected + 180) % 360 - 180 == pytest.approx(0, abs=1e-9)


def test_ten_turns_round_take_the_same_way_ten_times() -> None:
    right, left = rotator_to_quaternion((0, 0, 0)), rotator_to_quaternion((0, 180, 0))
    shares = np.linspace(0, 1, 11)
    ways = [[slerp(right, left, share).tolist() for share in shares] for _ in range(10)]
    assert all(way == ways[0] for way in ways)
