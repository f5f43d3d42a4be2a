"""Animate in a world: roots, poses, footsteps and strikes."""

import esper
import numpy as np
import pytest
from heroes import (
    CLIPS,
    LIBRARY,
    MANNEQUIN,
    POSING,
    animator_of,
    bone_of,
    hold_hero,
    pose_of,
    pose_ticks,
    spawn_hero,
    walk_ticks,
)
from scenes import box, build_world, events_of, place_of, run_tick

from components.attack import AttackState
from components.character import CharacterState, GroundContact
from components.events import Footstep
from components.skeleton import Animator, Skeleton, SkeletonPose
from components.transform import Transform, Velocity
from systems.animation.animate import Animate
from systems.maths.rotation import rotator_to_quaternion
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")
FLOOR = box(-3000, 3000, -100, 0)


def test_the_root_is_the_capsules_bottom_and_looks_ahead() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero(120, 7, yaw=-180)
    run_tick((Animate(),))
    pose = pose_of(hero)
    np.testing.assert_allclose(pose.root_position_ws, (120, 0, 7))
    np.testing.assert_array_equal(pose.root_rotation_ws, rotator_to_quaternion((0, -180, 0)))
    assert pose.positions_ws.shape == (23, 3)
    assert bone_of(hero, "ball_l")[0] < bone_of(hero, "foot_l")[0]  # toes toward -X
    assert bone_of(hero, "foot_l")[1] < 0 < bone_of(hero, "foot_r")[1]  # its left is nearer


def test_a_skeleton_without_a_character_stands_where_its_transform_is() -> None:
    build_world([FLOOR], library=LIBRARY)
    place = Transform(np.array((1.0, 2.0, 3.0)), rotator_to_quaternion((0, 90, 0)))
    statue = create(place, Skeleton(), SkeletonPose(), Animator())
    run_tick((Animate(),))
    np.testing.assert_allclose(pose_of(statue).root_position_ws, (1, 2, 3))
    np.testing.assert_allclose(pose_of(statue).root_rotation_ws, place.rotation)
    assert animator_of(statue).weights["idle"] == 1


def test_a_pose_is_read_where_it_is_and_not_copied() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero()
    walk_ticks(3, "right")
    view = pose_of(hero).positions_ws
    walk_ticks(1, "right")
    np.testing.assert_array_equal(view, pose_of(hero).positions_ws)
    assert np.shares_memory(view, pose_of(hero).positions_ws)


def test_walking_covers_the_stride_and_tells_each_footstep_where_it_falls() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero(-1000)
    walk_ticks(60, "right")
    start = place_of(hero)[0]
    steps: list[Footstep] = []
    for _ in range(116):  # two strides of 144 cm at 2.5 cm a tick
        walk_ticks(1, "right")
        steps += events_of(Footstep)
    first = steps[0].bone
    other = {"foot_l": "foot_r", "foot_r": "foot_l"}[first]
    assert [step.bone for step in steps][:4] == [first, other, first, other]
    assert len(steps) in {4, 5}
    assert all(step.entity == hero for step in steps)
    assert np.diff([step.point[0] for step in steps]) == pytest.approx(72, abs=3)
    assert all(step.point[2] == pytest.approx(0, abs=0.03) for step in steps)
    assert steps[0].point[0] > start


def test_nobody_steps_in_the_air() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    ground = esper.component_for_entity(hero, GroundContact)
    ground.grounded = False
    pose_ticks(1)
    animator_of(hero).pool.contacts[:] = 0.0
    pose_ticks(1)
    assert events_of(Footstep) == []


def test_the_air_is_jump_then_fall_and_landing_gives_at_the_knees() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero()
    walk_ticks(30)
    standing = bone_of(hero, "pelvis")[2]
    walk_ticks(12, "jump")
    assert animator_of(hero).weights["jump"] > 0.8
    while esper.component_for_entity(hero, Velocity).linear[2] > -300:
        walk_ticks(1, "jump")
    assert animator_of(hero).weights["fall"] > 0.9
    while not esper.component_for_entity(hero, GroundContact).grounded:
        walk_ticks(1)
    walk_ticks(6)
    assert animator_of(hero).weights["land"] > 0.3
    assert bone_of(hero, "pelvis")[2] < standing - 5
    walk_ticks(40)
    assert animator_of(hero).weights["land"] == 0
    assert bone_of(hero, "pelvis")[2] == pytest.approx(standing, abs=1)


def test_a_strike_is_shown_over_the_walk() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero()
    walk_ticks(30, "right")
    walk_ticks(1, "right", "attack")
    assert esper.component_for_entity(hero, AttackState).time == 0
    walk_ticks(8, "right")
    animator = animator_of(hero)
    assert animator.overlay == "attack"
    assert animator.overlay_time == pytest.approx(7 / 60)
    assert bone_of(hero, "hand_r")[2] > bone_of(hero, "neck_01")[2]
    walk_ticks(30, "right")
    assert animator.overlay == ""


def test_facing_left_mirrors_facing_right_to_the_last_bit() -> None:
    poses = []
    for yaw in (0.0, -180.0):
        esper.clear_database()
        build_world([FLOOR], library=LIBRARY)
        hero = hold_hero(0, 0, yaw=yaw)
        state = esper.component_for_entity(hero, CharacterState)
        for _ in range(37):
            state.travelled += 2.5
            run_tick(POSING)
        poses.append(pose_of(hero).positions_ws)
    np.testing.assert_array_equal(poses[1], poses[0] * (-1, -1, 1))


def test_a_character_of_twice_the_size_takes_steps_of_twice_the_length() -> None:
    build_world([FLOOR], library=LIBRARY)
    small, big = hold_hero(), hold_hero(scale=2.0)
    for _ in range(30):
        esper.component_for_entity(small, CharacterState).travelled += 2.5
        esper.component_for_entity(big, CharacterState).travelled += 5.0
        run_tick((Animate(),))
    assert animator_of(big).gait_phase == pytest.approx(animator_of(small).gait_phase, abs=1e-12)
    np.testing.assert_allclose(pose_of(big).positions_ws, pose_of(small).positions_ws * 2, atol=1e-9)


def test_a_jump_of_numbers_is_no_walk() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = hold_hero()
    esper.component_for_entity(hero, CharacterState).travelled = 1e9
    run_tick((Animate(),))
    assert np.isfinite(pose_of(hero).positions_ws).all()
    assert animator_of(hero).speed <= 3000


def test_the_skeleton_stays_whole_in_every_blend() -> None:
    build_world([FLOOR], library=LIBRARY)
    hero = spawn_hero(-1000)
    script = [("right",)] * 20 + [("right", "run")] * 40 + [("right", "jump", "attack")] * 30 + [()] * 60
    for actions in script:
        walk_ticks(1, *actions)
        pose = pose_of(hero)
        assert np.isfinite(pose.positions_ws).all()
        for bone in range(2, len(MANNEQUIN.bones)):
            length = np.linalg.norm(pose.positions_ws[bone] - pose.positions_ws[MANNEQUIN.parents[bone]])
            assert length == pytest.approx(np.linalg.norm(MANNEQUIN.translations[bone]), abs=1e-9)
    assert set(animator_of(hero).weights) == set(CLIPS) - {"attack"}
