"""Hands that stop at walls."""

import math

import esper
import numpy as np
import pytest
from heroes import LIBRARY, MANNEQUIN, bone_of, foot_ik, hold_hero, pose_of, pose_ticks
from scenes import box, build_world, place_of

from systems.foot_ik.hands import PALM

pytestmark = pytest.mark.usefixtures("world")
HANDS = ("hand_l", "hand_r")
FLOOR = box(-3000, 3000, -100, 0)


def hero_before_wall(wall: float, *, yaw: float = 0.0) -> int:
    """A hero at the origin and a wall that begins at an X in front of it [cm]."""
    solid = box(wall, 300, 0, 300) if yaw == 0.0 else box(-300, -wall, 0, 300)
    build_world([FLOOR, solid], library=LIBRARY)
    hero = hold_hero(yaw=yaw, settings=foot_ik(hands=HANDS))
    pose_ticks(1)
    return hero


def arm_lengths(hero: int, side: str) -> tuple[float, float]:
    shoulder, elbow, hand = (bone_of(hero, f"{bone}_{side}") for bone in ("upperarm", "lowerarm", "hand"))
    return math.dist(shoulder, elbow), math.dist(elbow, hand)


def test_a_hand_in_the_open_is_left_alone() -> None:
    hero = hero_before_wall(250)
    with_hands = pose_of(hero).positions_ws.copy()
    other = hold_hero(settings=foot_ik())
    pose_ticks(1)
    first, second = with_hands, pose_of(other).positions_ws
    np.testing.assert_allclose(first[MANNEQUIN.index("hand_l")], second[MANNEQUIN.index("hand_l")], atol=0.2)


@pytest.mark.parametrize("wall", [3.0, 6.0, 9.0])
def test_a_hand_stops_a_palm_before_a_wall_and_the_arm_keeps_its_bones(wall: float) -> None:
    hero = hero_before_wall(wall)
    for hand in HANDS:
        assert bone_of(hero, hand)[0] < wall
        assert arm_lengths(hero, hand[-1]) == pytest.approx((26, 24), abs=1e-9)
    reaching = [float(bone_of(hero, hand)[0]) for hand in HANDS]
    assert max(reaching) > wall - 3 * PALM


def test_it_comes_to_the_wall_without_a_jump() -> None:
    build_world([FLOOR, box(100, 300, 0, 300)], library=LIBRARY)
    hero = hold_hero(40, settings=foot_ik(hands=HANDS))
    before = None
    for _ in range(260):
        place_of(hero)[0] += 0.2
        pose_ticks(1)
        now = np.array([bone_of(hero, hand) for hand in HANDS])
        if before is not None:
            assert np.abs(now - before).max() < 2.0
        before = now


def test_facing_left_is_the_mirror() -> None:
    right = pose_of(hero_before_wall(6)).positions_ws.copy()
    esper.clear_database()
    left = pose_of(hero_before_wall(6, yaw=-180.0)).positions_ws
    np.testing.assert_allclose(left * (-1, -1, 1), right, atol=1e-12)


def test_the_hands_of_many_stop_as_each_alone_would() -> None:
    alone = pose_of(hero_before_wall(6)).positions_ws.copy()
    esper.clear_database()
    build_world([FLOOR, box(6, 300, 0, 300)], library=LIBRARY)
    free = hold_hero(-400, settings=foot_ik(hands=HANDS))
    without, stopped = hold_hero(settings=foot_ik()), hold_hero(settings=foot_ik(hands=HANDS))
    pose_ticks(1)
    np.testing.assert_array_equal(pose_of(stopped).positions_ws, alone)
    hand = MANNEQUIN.index("hand_l")
    assert pose_of(without).positions_ws[hand, 0] > pose_of(stopped).positions_ws[hand, 0]
    np.testing.assert_allclose(
        pose_of(free).positions_ws[hand] + (400, 0, 0), pose_of(without).positions_ws[hand], atol=1e-9
    )
