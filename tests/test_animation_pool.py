"""The pool of all poses: who is in it, where, and what happens when somebody comes or goes."""

import copy

import esper
import numpy as np
import pytest
from heroes import LIBRARY, MANNEQUIN, animator_of, hold_hero, pose_of
from scenes import box, build_world, run_tick

from components.character import CharacterState
from components.pose_pool import BASE_CLIPS, PosePool, WorldPoses
from components.skeleton import Animator, Skeleton, SkeletonPose
from components.transform import Transform
from game.level.level import load_level
from game.state_hash import hash_state
from systems.animation.animate import Animate
from systems.animation.pool import poses_of_world
from systems.animation.rigs import rigs_of
from systems.query import resource
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")
BONE_COUNT = len(MANNEQUIN.bones)


def walked(ticks: int, *heroes: int) -> None:
    for _ in range(ticks):
        for row, hero in enumerate(heroes):
            esper.component_for_entity(hero, CharacterState).travelled += 2.0 + row
        run_tick((Animate(),))


def heroes_in_a_world(count: int) -> list[int]:
    build_world([box(-3000, 3000, -100, 0)], library=LIBRARY)
    return [hold_hero(50.0 * row) for row in range(count)]


def test_everybody_is_a_row_in_the_order_of_entities() -> None:
    heroes = heroes_in_a_world(3)
    walked(2, *heroes)
    pool = poses_of_world()
    assert pool is resource(WorldPoses).pool
    assert pool.entities.tolist() == heroes
    assert pool.first_bone.tolist() == [0, BONE_COUNT, 2 * BONE_COUNT, 3 * BONE_COUNT]
    for row, hero in enumerate(heroes):
        assert (pose_of(hero).pool, pose_of(hero).row) == (pool, row)
        assert (animator_of(hero).pool, animator_of(hero).row) == (pool, row)
    pool.positions_ws[BONE_COUNT] = (1, 2, 3)
    np.testing.assert_array_equal(pose_of(heroes[1]).positions_ws[0], (1, 2, 3))


def test_the_pool_lasts_while_nobody_comes_or_goes() -> None:
    heroes = heroes_in_a_world(2)
    walked(1, *heroes)
    pool = poses_of_world()
    create(Transform())
    walked(3, *heroes)
    assert poses_of_world() is pool


def test_who_stays_keeps_all_that_is_known_and_who_left_keeps_its_last_pose() -> None:
    heroes = heroes_in_a_world(3)
    walked(30, *heroes)
    leaver, seen = pose_of(heroes[1]), pose_of(heroes[1]).positions_ws.copy()
    stays = [copy.deepcopy(animator_of(hero).canonical()) for hero in (heroes[0], heroes[2])]
    esper.delete_entity(heroes[1], immediate=True)
    newcomer = hold_hero(500.0)
    assert poses_of_world().entities.tolist() == [heroes[0], heroes[2], newcomer]
    assert [hashed(animator_of(hero).canonical()) for hero in (heroes[0], heroes[2])] == [
        hashed(each) for each in stays
    ]
    walked(5, heroes[0], heroes[2], newcomer)
    np.testing.assert_array_equal(leaver.positions_ws, seen)


def test_what_is_known_outlasts_the_cache_of_rigs() -> None:
    heroes = heroes_in_a_world(2)
    walked(30, *heroes)
    before = hashed(animator_of(heroes[1]))
    rigs_of.cache_clear()
    esper.delete_entity(heroes[0], immediate=True)
    assert poses_of_world().entities.tolist() == [heroes[1]]
    assert hashed(animator_of(heroes[1])) == before


def hashed(value: object) -> str:
    return hash_state({1: [value]})


def test_a_skeleton_without_an_animator_keeps_the_pose_it_is_given() -> None:
    heroes = heroes_in_a_world(1)
    statue = create(Transform(), Skeleton())
    esper.remove_component(statue, Animator)
    walked(1, *heroes)
    pose_of(statue).positions_ws[4] = (7, 8, 9)
    walked(3, *heroes)
    np.testing.assert_array_equal(pose_of(statue).positions_ws[4], (7, 8, 9))
    assert poses_of_world().animated.tolist() == [True, False]


def test_another_skeleton_takes_the_place_of_the_first() -> None:
    build_world([box(-3000, 3000, -100, 0)], library=load_level("feet").library)
    changing = hold_hero()
    walked(5, changing)
    esper.add_component(changing, Skeleton("hound"))
    walked(5, changing)
    assert len(pose_of(changing).positions_ws) == 24
    assert set(animator_of(changing).curves) == {f"contact_{foot}" for foot in ("hl", "hr", "fl", "fr")}


def test_before_anything_looks_at_it_a_character_stands_idle_without_a_pose() -> None:
    pose, animator = SkeletonPose(), Animator()
    assert pose.positions_ws.shape == pose.local_translations.shape == (0, 3)
    assert animator.weights == {name: float(name == "idle") for name in BASE_CLIPS}
    assert (animator.overlay, animator.height, animator.curves, animator.landings) == ("", None, {}, {})


def test_copies_of_handles_are_together_in_a_copy_of_their_pool() -> None:
    heroes = heroes_in_a_world(2)
    walked(20, *heroes)
    parts = [
        resource(WorldPoses),
        *(pose_of(hero) for hero in heroes),
        *(animator_of(hero) for hero in heroes),
    ]
    world, first, second, *_ = twins = copy.deepcopy(parts)
    assert isinstance(world, WorldPoses)
    assert isinstance(first, SkeletonPose)
    assert isinstance(second, SkeletonPose)
    assert world.pool is first.pool is second.pool
    assert world.pool is not poses_of_world()
    assert [hashed(twin) for twin in twins] == [hashed(part) for part in parts]
    first.positions_ws[0] += 1.0
    assert hashed(first) != hashed(parts[1])


def test_where_a_character_is_kept_does_not_show_in_its_hash() -> None:
    heroes = heroes_in_a_world(2)
    walked(20, *heroes)
    before = hashed(pose_of(heroes[1])), hashed(animator_of(heroes[1]))
    esper.delete_entity(heroes[0], immediate=True)
    assert poses_of_world().entities.tolist() == [heroes[1]]
    assert (hashed(pose_of(heroes[1])), hashed(animator_of(heroes[1]))) == before
    assert isinstance(poses_of_world(), PosePool)
