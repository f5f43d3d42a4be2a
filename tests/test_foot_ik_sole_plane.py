"""Soles on ground that bends under them."""

import math

import numpy as np
import pytest

from components.arrays import Floats
from systems.foot_ik.sole_plane import bent_ground, height_at, sole_point

ANKLE = 8.0
FLAT = np.array((0.0, 0.0, 1.0))


def slope(angle: float) -> Floats:
    """Normal of ground that falls to +X by an angle [deg]."""
    return np.array((math.sin(math.radians(angle)), 0, math.cos(math.radians(angle))))


def ground(x: float, angle: float) -> float:
    """Height of a crest: level up to 0, then falling; of a hollow for a negative angle."""
    return 0.0 if x < 0 else -math.tan(math.radians(angle)) * x


def found(x: float, angle: float) -> tuple[Floats, Floats]:
    return np.array((x, 0, ground(x, angle))), FLAT if x < 0 else slope(angle)


def test_the_sole_lies_down_the_normal_from_the_ankle() -> None:
    point, normal = found(50, 35)
    sole = sole_point(point, normal, ANKLE)
    assert sole[2] == pytest.approx(ground(sole[0], 35))
    assert sole[0] == pytest.approx(50 - ANKLE * math.sin(math.radians(35)))


@pytest.mark.parametrize("angle", [20.0, 35.0, 44.0, -20.0, -35.0, -44.0])
def test_the_sole_touches_the_ground_across_a_crest_and_a_hollow(angle: float) -> None:
    for x in np.arange(-8, 8, 0.1):
        point, normal = found(x, angle)
        other, other_normal = found(sole_point(point, normal, ANKLE)[0], angle)
        rest, rest_normal = bent_ground(point, normal, other, other_normal, ANKLE)
        ankle = rest + np.array((0, 0, ANKLE / rest_normal[2]))
        sole = ankle - ANKLE * rest_normal
        assert (rest[0], rest[1]) == (point[0], point[1])
        assert sole[2] == pytest.approx(ground(sole[0], angle), abs=1e-9)


def test_one_plane_and_a_step_stay_what_they_are() -> None:
    point, normal = found(50, 35)
    other, other_normal = found(45, 35)
    assert bent_ground(point, normal, other, other_normal, ANKLE)[0] is point
    step = np.array((45.0, 0, 0))
    assert bent_ground(point, normal, step, FLAT, ANKLE)[1] is normal


def test_heights_of_a_plane() -> None:
    assert height_at(np.array((0.0, 0, 5)), slope(45), np.array((3.0, 9, 0))) == pytest.approx(2)
