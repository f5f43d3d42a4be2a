"""Slerp of many bones at once, against sines and arctangents."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from components.arrays import Floats
from systems.animation.turning import (
    normalise_turns,
    read_turns,
    sine_share,
    squared_angle,
    turn_all_the_way,
    turn_toward,
    turning_frames,
)
from systems.maths.quaternion import slerp
from systems.maths.rotation import rotator_to_quaternion

BONES = 8

turns = arrays(np.float64, (BONES, 3), elements=st.floats(-180, 180)).map(
    lambda rotators: np.array([rotator_to_quaternion(rotator) for rotator in rotators])
)
shares = st.floats(0, 1)


@given(st.floats(0, math.pi / 2))
def test_an_angle_is_found_from_its_cosine(angle: float) -> None:
    fall = 2 * math.sin(angle / 2) ** 2
    assert squared_angle(fall) == pytest.approx(angle**2, rel=1e-14, abs=1e-300)


@given(st.floats(1e-6, math.pi / 2))
def test_the_sine_is_that_share_of_its_angle(angle: float) -> None:
    assert sine_share(angle**2) == pytest.approx(math.sin(angle) / angle, rel=1e-15)
    assert sine_share(0.0) == 1


@given(turns, turns, shares)
def test_between_two_frames_bones_turn_as_slerp_has_it(start: Floats, end: Floats, share: float) -> None:
    frames, found = turning_frames(np.stack((start, end)), BONES), np.empty((4, BONES))
    read_turns(frames[0], frames[1], share, found)
    for bone in range(BONES):
        wanted = slerp(start[bone], end[bone], share)
        np.testing.assert_allclose(found[:, bone], wanted, rtol=0, atol=1e-12)


@given(turns, turns, shares, arrays(np.float64, BONES, elements=st.floats(0, 1)))
def test_bones_turn_toward_others_the_short_way(
    start: Floats, end: Floats, weight: float, shares_of_bones: Floats
) -> None:
    found = start.T.copy()
    turn_toward(found, end.T.copy(), weight, shares_of_bones)
    for bone in range(BONES):
        wanted = slerp(start[bone], end[bone], weight * shares_of_bones[bone])
        np.testing.assert_allclose(found[:, bone], wanted, rtol=0, atol=1e-12)


@given(turns, turns)
def test_all_the_way_is_toward_with_all_the_weight(start: Floats, end: Floats) -> None:
    found, wanted = start.T.copy(), start.T.copy()
    turn_all_the_way(found, end.T.copy())
    turn_toward(wanted, end.T.copy(), 1.0, np.ones(BONES))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-15)


def test_bones_that_have_no_share_stay_to_the_last_bit() -> None:
    start, end = (np.tile(rotator_to_quaternion(way), (BONES, 1)).T for way in ((10, 20, 30), (50, -70, 0)))
    found = start.copy()
    turn_toward(found, np.ascontiguousarray(end), 0.8, np.array([1.0, *[0.0] * 7]))
    np.testing.assert_array_equal(found[:, 1:], start[:, 1:])
    assert np.abs(found[:, 0] - start[:, 0]).max() > 0.1


def test_frames_that_are_the_same_rotation_with_another_sign_are_one() -> None:
    start = np.tile(rotator_to_quaternion((10, 20, 30)), (BONES, 1))
    frames, found = turning_frames(np.stack((start, -start)), 2 * BONES), np.empty((4, 2 * BONES))
    read_turns(frames[0], frames[1], 0.3, found)
    np.testing.assert_allclose(found[:, :BONES].T, start, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(found[:, BONES:].T, np.tile((0, 0, 0, 1), (BONES, 1)))


@given(turns, st.floats(0.1, 10))
def test_lengths_are_taken_out(rotations: Floats, length: float) -> None:
    found = np.ascontiguousarray(rotations.T * length)
    normalise_turns(found)
    np.testing.assert_allclose(found.T, rotations, rtol=0, atol=1e-15)
