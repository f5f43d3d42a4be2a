"""Forward kinematics against products of 4x4 matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from components.arrays import Floats
from systems.animation.kinematics import forward_kinematics, to_world
from systems.maths.quaternion import rotate
from systems.maths.rotation import rotator_to_quaternion

PARENTS = np.array((-1, 0, 1, 2, 1, 4))
COUNT = len(PARENTS)

places = arrays(np.float64, (COUNT, 3), elements=st.floats(-50, 50))
turns = arrays(np.float64, (COUNT, 3), elements=st.floats(-180, 180)).map(
    lambda rotators: np.array([rotator_to_quaternion(rotator) for rotator in rotators])
)


def matrix(place: Floats, turn: Floats) -> Floats:
    found = np.eye(4)
    found[:3, :3] = np.array([rotate(turn, axis) for axis in np.eye(3)]).T
    found[:3, 3] = place
    return found


def posed(translations: Floats, rotations: Floats) -> tuple[Floats, Floats]:
    positions_cs, rotations_cs = np.empty((COUNT, 3)), np.empty((COUNT, 4))
    forward_kinematics(PARENTS, translations, rotations, positions_cs, rotations_cs)
    return positions_cs, rotations_cs


def in_world(
    translations: Floats, rotations: Floats, root: Floats, root_turn: Floats, scale: float = 1.0
) -> tuple[Floats, Floats]:
    positions_ws, rotations_ws = np.empty((COUNT, 3)), np.empty((COUNT, 4))
    to_world(root, root_turn, scale, *posed(translations, rotations), positions_ws, rotations_ws)
    return positions_ws, rotations_ws


@given(places, turns)
def test_bones_stand_where_matrix_products_put_them(translations: Floats, rotations: Floats) -> None:
    positions_cs, rotations_cs = posed(translations, rotations)
    whole: list[Floats] = []
    for bone, parent in enumerate(PARENTS):
        own = matrix(translations[bone], rotations[bone])
        whole.append(own if parent < 0 else whole[parent] @ own)
        np.testing.assert_allclose(positions_cs[bone], whole[bone][:3, 3], atol=1e-10)
        np.testing.assert_allclose(rotate(rotations_cs[bone], (1, 0, 0)), whole[bone][:3, 0], atol=1e-12)
        np.testing.assert_allclose(rotate(rotations_cs[bone], (0, 0, 1)), whole[bone][:3, 2], atol=1e-12)


@given(places, turns)
def test_facing_left_is_the_mirror_to_the_last_bit(translations: Floats, rotations: Floats) -> None:
    right, _ = in_world(translations, rotations, np.zeros(3), rotator_to_quaternion((0, 0, 0)))
    for yaw in (180, -180):
        left, _ = in_world(translations, rotations, np.zeros(3), rotator_to_quaternion((0, yaw, 0)))
        np.testing.assert_array_equal(left, right * (-1, -1, 1))


@given(places, turns, st.sampled_from([0.01, 0.5, 2.0, 100.0]))
def test_a_scaled_skeleton_has_the_same_angles(translations: Floats, rotations: Floats, scale: float) -> None:
    root, turn = np.array((3.0, 4.0, 5.0)), rotator_to_quaternion((0, 30, 0))
    plain, plain_turns = in_world(translations, rotations, root, turn)
    scaled, scaled_turns = in_world(translations, rotations, root, turn, scale)
    np.testing.assert_allclose(scaled - root, (plain - root) * scale, atol=1e-9 * scale)
    np.testing.assert_array_equal(scaled_turns, plain_turns)


def test_rotations_stay_of_unit_length_down_a_long_chain() -> None:
    count = 200
    parents = np.arange(-1, count - 1)
    rotations = np.tile(rotator_to_quaternion((7, 11, 13)), (count, 1))
    positions_cs, rotations_cs = np.empty((count, 3)), np.empty((count, 4))
    forward_kinematics(parents, np.ones((count, 3)), rotations, positions_cs, rotations_cs)
    assert np.linalg.norm(rotations_cs, axis=1) == pytest.approx(1, abs=1e-15)
