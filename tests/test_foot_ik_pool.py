"""The pool of all feet: handles that keep what is theirs, settings that are heeded, one hash anywhere."""

import copy
from itertools import chain

import esper
import numpy as np
import pytest
from heroes import (
    LIBRARY,
    data_of,
    foot_ik,
    hold_hero,
    pose_of,
    pose_ticks,
    spawn_hero,
    traces_of,
    walk_ticks,
)
from scenes import box, build_world, run_tick, stairs

from components.feet_pool import NOTHING_FOUND, FeetPool, WorldFeet
from components.foot_ik import DebugDraw, FootIK, FootTraces, IKData, JointTarget, Profile, TraceLog, Verdict
from components.skeleton import Animator
from game.simulation import Simulation
from game.state_hash import hash_state
from systems.animation.animate import Animate
from systems.foot_ik.crowd import SETTINGS_ALONE, crowd_of_world
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_ik import LegIK
from systems.foot_ik.settings import SETTINGS, settings_of
from systems.foot_ik.walkers import walkers_of
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")
GROUND = [box(-3000, 0, -100, 0), stairs(6, 28, 18)]


CHANGED = {"joint_target": JointTarget.THIGH, "see_through": True, "walkable_angle": 20.0}
"""Values of fields that are no lengths."""


def told(entity: int) -> tuple[tuple[object, ...], ...]:
    """All that is known of an entity's feet."""
    return copy.deepcopy((traces_of(entity).canonical(), data_of(entity).canonical()))


def test_feet_that_have_not_looked_have_found_nothing() -> None:
    assert NOTHING_FOUND == Verdict.MISSED
    traces, data = FootTraces(), IKData()
    assert len(traces.hit) == len(data.weights) == 0
    assert not data.settled
    two = FootTraces(FeetPool.blank((2, 3)), 1)
    assert two.hit.tolist() == [False] * 3
    assert np.isnan(two.anchor).all()


def test_made_by_hand_they_have_as_many_feet_as_they_are_given() -> None:
    data = IKData(pelvis_distance=-3.0, locked=np.array((True, False, True)))
    assert data.pelvis_distance == -3.0
    assert data.locked.tolist() == [True, False, True]
    assert data.twists.tolist() == [0.0] * 3
    with pytest.raises(AttributeError):
        IKData(no_such_field=1.0)


def test_all_feet_of_a_world_are_rows_of_one_pool() -> None:
    build_world(GROUND, library=LIBRARY)
    heroes = [hold_hero(x) for x in (-50.0, -20.0)] + [hold_hero(-90.0, settings=foot_ik(feet=("foot_r",)))]
    pose_ticks(2)
    pool = resource(WorldFeet).pool
    assert pool.first_foot.tolist() == [0, 2, 4, 5]
    for row, hero in enumerate(heroes):
        for part in (traces_of(hero), data_of(hero)):
            assert (part.pool, part.row) == (pool, row)
    data_of(heroes[1]).twists[1] = 7.0
    assert pool.twists[3] == 7.0


def test_nothing_is_worked_out_anew_while_nothing_changes() -> None:
    build_world(GROUND, library=LIBRARY)
    hero = hold_hero()
    pose_ticks(1)
    crowd = crowd_of_world()
    pose_ticks(3)
    assert crowd_of_world() is crowd
    esper.create_entity(foot_ik())  # somebody without a pose
    assert crowd_of_world() is crowd
    esper.component_for_entity(hero, FootIK).heel = 7.0
    assert crowd_of_world() is crowd  # its settings alone are read anew
    assert crowd.stale == [0]
    esper.component_for_entity(hero, FootIK).tag = "ice"
    assert crowd_of_world() is not crowd


def test_who_comes_or_goes_leaves_what_is_known_of_others() -> None:
    build_world(GROUND, library=LIBRARY)
    first, second, third = (hold_hero(x) for x in (-80.0, 30.0, 60.0))
    pose_ticks(20)
    before = told(first), told(third)
    esper.delete_entity(second, immediate=True)
    fourth = hold_hero(90.0)
    crowd = crowd_of_world()
    assert [member.pose.pool.entities[member.pose.row] for member in crowd.members] == [first, third, fourth]
    after = told(first), told(third)
    for old, new in zip(before, after, strict=True):
        for one, other in zip((*old[0], *old[1]), (*new[0], *new[1]), strict=True):
            np.testing.assert_array_equal(one, other)
    assert not data_of(fourth).settled


def test_every_field_that_is_set_is_heeded_in_the_next_tick() -> None:
    build_world([box(-3000, 3000, -100, 0)], library=LIBRARY)
    hero = hold_hero()
    settings = esper.component_for_entity(hero, FootIK)
    pose_ticks(3)
    settings.offset_distance = 4.0
    pose_ticks(60)
    assert data_of(hero).foot_distances + data_of(hero).pelvis_distance == pytest.approx([4.0, 4.0], abs=1e-9)
    settings.profile, settings.tag = Profile.UNREAL, "ice"
    pose_ticks(1)
    assert (traces_of(hero).verdict == Verdict.NOT_WALKABLE).all()
    settings.tag, settings.layers = "", ()
    pose_ticks(1)
    assert (traces_of(hero).verdict == Verdict.MISSED).all()


@pytest.mark.parametrize("name", SETTINGS_ALONE)
def test_a_field_that_is_set_later_gives_what_it_gives_from_the_beginning(name: str) -> None:
    """To the last bit, for one of three, and the feet of others do not know of it."""
    value = CHANGED.get(name, 7.0)
    seen = []
    for late in (False, True):
        esper.clear_database()
        build_world(GROUND, library=LIBRARY)
        chosen = [foot_ik(), foot_ik(**({} if late else {name: value})), foot_ik()]
        heroes = [hold_hero(40.0 * place, settings=asked) for place, asked in enumerate(chosen)]
        if late:
            walkers = walkers_of(crowd_of_world())
            setattr(chosen[1], name, value)
            assert walkers_of(crowd_of_world()) is walkers
        pose_ticks(4)
        seen.append([told(hero) for hero in heroes])
    for early, later in zip(*seen, strict=True):
        for one, other in zip(chain(*early), chain(*later), strict=True):
            np.testing.assert_array_equal(one, other)


def test_settings_are_read_off_every_character() -> None:
    build_world(GROUND, library=LIBRARY)
    heels = (5.0, 6.0, 5.0)
    for heel in heels:
        hold_hero(settings=foot_ik(heel=heel))
    rows = settings_of(crowd_of_world())
    assert rows.dtype == SETTINGS
    assert rows["heel"].tolist() == list(heels)


def test_other_feet_begin_anew() -> None:
    build_world(GROUND, library=LIBRARY)
    hero, other = hold_hero(), hold_hero(-40.0)
    pose_ticks(5)
    before = told(other)
    esper.component_for_entity(hero, FootIK).feet = ("foot_r",)
    crowd_of_world()
    assert len(data_of(hero).weights) == 1
    assert not data_of(hero).settled
    assert repr(told(other)) == repr(before)
    pose_ticks(1)
    assert data_of(hero).settled


def test_a_pose_that_a_game_makes_itself_is_bent_like_one_of_ours() -> None:
    build_world([box(-3000, 3000, -100, 0)], library=LIBRARY)
    hero, own = hold_hero(0, 12.0), hold_hero(0, 12.0)
    esper.remove_component(own, Animator)
    arrays = ("local_translations", "local_rotations", "positions_ws", "rotations_ws", "root_position_ws")
    for _ in range(20):
        run_tick((Animate(),))
        for name in arrays:
            getattr(pose_of(own), name)[:] = getattr(pose_of(hero), name)
        run_tick((GroundTrace(), IKInterpolation(), LegIK()))
    assert data_of(own).found.all()
    np.testing.assert_allclose(pose_of(own).positions_ws, pose_of(hero).positions_ws, atol=1e-12)


def test_one_without_a_pose_is_left_alone() -> None:
    build_world(GROUND, library=LIBRARY)
    hero = hold_hero()
    esper.remove_component(hero, Animator)
    pose_ticks(2)
    assert not traces_of(hero).hit.any()
    assert not pose_of(hero).positions_ws.any()


def test_a_hash_does_not_know_rows() -> None:
    build_world(GROUND, library=LIBRARY)
    hero, other = hold_hero(), hold_hero(-40.0)
    pose_ticks(4)
    before = hash_state({1: (traces_of(other), data_of(other))})
    esper.delete_entity(hero, immediate=True)
    crowd_of_world()
    assert data_of(other).row == 0
    assert hash_state({1: (traces_of(other), data_of(other))}) == before
    data_of(other).lock_points[0, 0] += 1.0
    assert hash_state({1: (traces_of(other), data_of(other))}) != before


def test_traces_are_no_longer_shown_when_nobody_asks() -> None:
    build_world(GROUND, library=LIBRARY)
    hero = hold_hero(settings=foot_ik(debug_draw=DebugDraw.PERSISTENT))
    pose_ticks(2)
    log = esper.component_for_entity(hero, TraceLog)
    assert len(log.marks) == 4
    esper.component_for_entity(hero, FootIK).debug_draw = DebugDraw.NONE
    pose_ticks(1)
    assert not log.marks


def test_going_back_takes_the_feet_along() -> None:
    simulation = Simulation.load("stairs")
    for _ in range(20):
        simulation.tick({"right"})
    snapshot = simulation.snapshot()
    hashes = []
    for _ in range(2):
        for _ in range(30):
            simulation.tick({"right"})
        hashes.append(simulation.state_hash())
        simulation.restore(snapshot)
    assert hashes[0] == hashes[1]
    for _, (traces, data) in simulation.entities_with(FootTraces, IKData):
        assert traces.pool is data.pool is simulation.resource(WorldFeet).pool


def test_a_walker_goes_on_in_a_world_without_a_pool() -> None:
    build_world(GROUND, library=LIBRARY)
    hero = spawn_hero(-200.0)
    walk_ticks(3, "right")
    for entity, _ in esper.get_component(WorldFeet):
        esper.remove_component(entity, WorldFeet)
    walk_ticks(3, "right")
    assert data_of(hero).settled
    assert traces_of(hero).pool is resource(WorldFeet).pool
