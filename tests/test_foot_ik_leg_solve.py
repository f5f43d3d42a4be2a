"""One leg bent in its plane against rotation matrices that carry frames of unit vectors to each other."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.arrays import Floats
from systems.foot_ik.leg_solve import bend_leg
from systems.foot_ik.two_bone import solve_two_bone
from systems.maths.quaternion import multiply, rotate, shortest_arc
from systems.maths.rotation import rotator_to_quaternion

PARENTS = np.array((-1, 0, 1, 2))
HIP, THIGH, CALF, FOOT = range(4)
SIDE = (1.0, 0.0, 0.0)
IDENTITY = (0.0, 0.0, 0.0, 1.0)
AXES = np.eye(3)
ON_THE_LINE = 1e-6

angles = st.tuples(st.floats(-180, 180), st.floats(-180, 180), st.floats(-180, 180))
ways = st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(-20, 20))


class Leg:
    """A leg in component space: hip at 90, knee and ankle where they are said to be, bones turned anyhow."""

    def __init__(self, knee: Floats, ankle: Floats, turns: list[tuple[float, float, float]]) -> None:
        self.places = np.array(((0, 0, 100), (0, 10, 90), knee, ankle), dtype=float)
        self.turns = np.array([rotator_to_quaternion(turn) for turn in turns])
        self.upper, self.lower = math.dist(*self.places[1:3]), math.dist(*self.places[2:4])

    def bent(
        self,
        shift: tuple[float, float, float],
        way: tuple[float, float, float],
        turn: Floats,
        *,
        follow_knee: bool = True,
    ) -> tuple[Floats, bool]:
        """World rotations of thigh, calf and foot as matrices, and whether the ankle came to its place."""
        local = np.tile(IDENTITY, (4, 1))
        x, y, z, w = turn.tolist()
        turned = (x, y, z, w)
        reached = bend_leg(
            PARENTS, local, self.places, self.turns, FOOT, shift, way, turned, SIDE, follow_knee, 0.02
        )
        world = [self.turns[HIP]]
        for bone in (THIGH, CALF, FOOT):
            world.append(multiply(world[-1], local[bone]))
        return np.array([matrix(turn) for turn in world[1:]]), reached

    def expected(
        self, shift: tuple[float, float, float], way: tuple[float, float, float], turn: Floats
    ) -> tuple[Floats, bool]:
        """The same by frames: bone and hinge before and after."""
        hip, knee, ankle = self.places[1:]
        line = unit(ankle - hip)
        bend = knee - hip - line * ((knee - hip) @ line)
        bend = unit(bend) if bend @ SIDE >= 0 else -unit(bend)
        new_hip, target = hip + shift, ankle + way
        new_line = unit(target - new_hip)
        lean = rotate(shortest_arc(line, new_line), bend)
        solved = solve_two_bone(
            new_hip, target, new_hip + lean, self.upper, self.lower, softness=0.02, bend_direction=SIDE
        )
        new_bend = lean if lean @ SIDE >= 0 else -lean
        hinge, new_hinge = np.cross(bend, line), np.cross(new_bend, new_line)
        bones = (
            (knee - hip, solved.joint - new_hip, self.turns[THIGH]),
            (ankle - knee, solved.end - solved.joint, self.turns[CALF]),
        )
        turns = [frame(new, new_hinge) @ frame(old, hinge).T @ matrix(before) for old, new, before in bones]
        return np.array([*turns, matrix(multiply(turn, self.turns[FOOT]))]), solved.reached


def unit(vector: Floats) -> Floats:
    shortened: Floats = vector / np.sqrt(vector @ vector)
    return shortened


def matrix(turn: Floats) -> Floats:
    return np.column_stack([rotate(turn, axis) for axis in AXES])


def frame(along: Floats, hinge: Floats) -> Floats:
    return np.column_stack((unit(along), hinge, np.cross(unit(along), hinge)))


@given(st.floats(2, 30), st.floats(-0.7, 0.7), ways, ways, st.tuples(angles, angles, angles, angles), angles)
def test_bones_turn_as_the_frames_of_their_plane_do(
    bend: float,
    spread: float,
    shift: tuple[float, float, float],
    way: tuple[float, float, float],
    turns: tuple[tuple[float, float, float], ...],
    turn: tuple[float, float, float],
) -> None:
    leg = Leg(np.array((bend, 10 + spread * bend, 50)), np.array((0.0, 12.0, 8.0)), list(turns))
    goal = leg.places[FOOT] + way - leg.places[THIGH] - shift
    assume(math.hypot(*goal) > 5)
    found, reached = leg.bent(shift, way, rotator_to_quaternion(turn))
    expected, expected_reached = leg.expected(shift, way, rotator_to_quaternion(turn))
    np.testing.assert_allclose(found, expected, atol=1e-11)
    assert reached == expected_reached


@pytest.mark.parametrize("off", [0.0, 1e-13, 1e-9, 1e-6, 1e-4])
@pytest.mark.parametrize("way", [(0.0, 0.0, 10.0), (15.0, 0.0, 9.0), (-10.0, 4.0, 12.0)])
@pytest.mark.parametrize("follow_knee", [True, False])
def test_a_straight_leg_bends_to_its_side_and_its_bones_keep_their_lengths(
    off: float, way: tuple[float, float, float], *, follow_knee: bool
) -> None:
    """However nearly straight it is, and off the line to whichever side."""
    for sideways in (off, -off):
        leg = Leg(np.array((0, 10 + sideways, 50)), np.array((0.0, 10.0, 8.0)), [(0, 0, 0)] * 4)
        found, reached = leg.bent((0.0, 0.0, 0.0), way, np.array(IDENTITY), follow_knee=follow_knee)
        knee = leg.places[THIGH] + found[0] @ (leg.places[CALF] - leg.places[THIGH])
        ankle = knee + found[1] @ (leg.places[FOOT] - leg.places[CALF])
        np.testing.assert_allclose(ankle, leg.places[FOOT] + way, atol=1e-9)
        assert reached
        line = unit(ankle - leg.places[THIGH])
        bend = knee - leg.places[THIGH]
        assert off > ON_THE_LINE or (bend - line * (bend @ line)) @ SIDE > 1


def test_a_leg_that_is_turned_over_and_one_without_a_thigh_stay_finite() -> None:
    leg = Leg(np.array((5.0, 10, 50)), np.array((0.0, 10.0, 8.0)), [(0, 0, 0)] * 4)
    over, _ = leg.bent((0.0, 0.0, 0.0), (0.0, 0.0, 160.0), np.array(IDENTITY))
    assert np.isfinite(over).all()
    knee = leg.places[THIGH] + over[0] @ (leg.places[CALF] - leg.places[THIGH])
    ankle = knee + over[1] @ (leg.places[FOOT] - leg.places[CALF])
    np.testing.assert_allclose(ankle, leg.places[FOOT] + (0, 0, 160), atol=1e-9)
    stump = Leg(np.array((0.0, 10, 90)), np.array((0.0, 10.0, 50.0)), [(0, 0, 0)] * 4)
    assert np.isfinite(stump.bent((0.0, 0.0, 0.0), (3.0, 0.0, 5.0), np.array(IDENTITY))[0]).all()
