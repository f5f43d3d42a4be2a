"""Hands that stop at walls."""

import math

import esper
import numpy as np
import pytest
from heroes import LIBRARY, MANNEQUIN, bone_of, foot_ik, hold_hero, pose_of, pose_ticks
from scenes import box, build_world, place_of

from components.attack import AttackState, MeleeAttack
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


@pytest.mark.parametrize("wall", [1.0, 1.4, 3.0])
def test_a_hand_stays_before_a_wall_and_the_arm_keeps_its_bones(wall: float) -> None:
    free = [bone_of(hero_before_wall(250), hand).copy() for hand in HANDS]
    esper.clear_database()
    hero = hero_before_wall(wall)
    assert max(hand[0] for hand in free) > wall
    for hand, before in zip(HANDS, free, strict=True):
        now = bone_of(hero, hand)
        assert now[0] <= wall
        np.testing.assert_allclose(now[1:], before[1:], atol=1e-9)
        assert arm_lengths(hero, hand[-1]) == pytest.approx((26, 24), abs=1e-9)


def test_an_arm_straight_ahead_stops_a_palm_before_the_wall() -> None:
    hero = hero_before_wall(250)
    _, forward = strike_of(hero)
    esper.clear_database()
    wall = forward + 2.0
    hero = hero_before_wall(wall)
    shoulder, reached = strike_of(hero)
    assert reached < forward
    assert wall - reached == pytest.approx(PALM, abs=0.6)
    assert reached > shoulder


def strike_of(hero: int) -> tuple[float, float]:
    """X of the right shoulder and hand of a hero who holds out the arm, as far ahead as the hand ever is."""
    best = -math.inf, -math.inf
    esper.add_component(hero, MeleeAttack())
    esper.add_component(hero, AttackState(time=0.0))
    for _ in range(60):
        esper.component_for_entity(hero, AttackState).time += 1.0 / 60.0
        pose_ticks(1)
        shoulder, hand = bone_of(hero, "upperarm_r")[0], bone_of(hero, "hand_r")[0]
        best = max(best, (hand, shoulder))
    return best[1], best[0]


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
    right = pose_of(hero_before_wall(3)).positions_ws.copy()
    esper.clear_database()
    left = pose_of(hero_before_wall(3, yaw=-180.0)).positions_ws
    np.testing.assert_allclose(left * (-1, -1, 1), right, atol=1e-12)


def test_the_hands_of_many_stop_as_each_alone_would() -> None:
    alone = pose_of(hero_before_wall(3)).positions_ws.copy()
    esper.clear_database()
    build_world([FLOOR, box(3, 300, 0, 300)], library=LIBRARY)
    free = hold_hero(-400, settings=foot_ik(hands=HANDS))
    without, stopped = hold_hero(settings=foot_ik()), hold_hero(settings=foot_ik(hands=HANDS))
    pose_ticks(1)
    np.testing.assert_array_equal(pose_of(stopped).positions_ws, alone)
    hand = MANNEQUIN.index("hand_r")
    assert pose_of(without).positions_ws[hand, 0] > pose_of(stopped).positions_ws[hand, 0]
    np.testing.assert_allclose(
        pose_of(free).positions_ws[hand] + (400, 0, 0), pose_of(without).positions_ws[hand], atol=1e-9
    )
