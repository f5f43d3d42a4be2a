"""Upper bodies lean into accelerations and slopes; feet and what the simulation knows stay where they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_in import MANNEQUIN, StandIn
from test_view_scene import moved

from components.skeleton import SkeletonPose
from game.view.characters.fitting import fit
from game.view.characters.lean import (
    MOST_BY_ACCELERATION,
    MOST_BY_SLOPE,
    lean_figure,
    wanted_lean,
)
from game.view.characters.outfit import outfit_named
from game.view.characters.turning import quaternion_product, turn_about, turned, yaw_quaternion
from game.view.projection import Projection
from game.view.scene import Figure, scene_of
from game.view.witness import Witness

FITTING = fit(outfit_named("hero"), MANNEQUIN)
HEAD, WAIST, FOOT = (MANNEQUIN.index(bone) for bone in ("head", "spine_01", "foot_l"))
SPEED = st.floats(-2000.0, 2000.0)


def figure(yaw: float = 0.0) -> Figure:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0))
    pose = simulation.component(hero, SkeletonPose)
    pose.root_rotation_ws[:] = yaw_quaternion(yaw)
    return scene_of(simulation, None).figures[hero]


@given(SPEED, SPEED, SPEED)
def test_a_lean_is_bounded_and_odd(acceleration: float, speed: float, rise: float) -> None:
    lean = wanted_lean(acceleration, speed, rise)

    assert abs(lean) <= MOST_BY_ACCELERATION + MOST_BY_SLOPE
    assert wanted_lean(-acceleration, speed, -rise) == pytest.approx(-lean)


def test_a_body_leans_ahead_uphill_and_when_it_gets_faster() -> None:
    assert wanted_lean(0.0, 0.0, 0.0) == wanted_lean(0.0, 400.0, 0.0) == 0.0
    assert wanted_lean(600.0, 0.0, 0.0) > 3.0
    assert wanted_lean(0.0, 150.0, 96.0) > 3.0
    assert wanted_lean(0.0, 150.0, -96.0) < -3.0


@pytest.mark.parametrize(("yaw", "side"), [(0.0, 1.0), (180.0, -1.0)])
def test_a_lean_turns_all_above_the_waist_about_it_and_nothing_else(yaw: float, side: float) -> None:
    straight = figure(yaw)

    leant = lean_figure(straight, FITTING, 10.0)

    lower = np.setdiff1d(np.arange(len(MANNEQUIN.bones)), FITTING.upper)
    np.testing.assert_array_equal(leant.positions[lower], straight.positions[lower])
    np.testing.assert_allclose(leant.positions[WAIST], straight.positions[WAIST])
    arm, arm_before = (each.positions[HEAD] - each.positions[WAIST] for each in (leant, straight))
    assert np.linalg.norm(arm) == pytest.approx(np.linalg.norm(arm_before))
    cosine = arm @ arm_before / (arm @ arm)
    assert np.degrees(np.arccos(cosine)) == pytest.approx(10.0, abs=1e-6)
    assert side * (arm[0] - arm_before[0]) > 5.0


def test_bones_turn_with_the_body_they_are_on() -> None:
    turn, straight = yaw_quaternion(50.0), figure()
    positions, rotations = straight.positions.copy(), straight.rotations.copy()

    turn_about(turn, FITTING.upper, positions, rotations)

    away = straight.positions[HEAD] - straight.positions[WAIST]
    np.testing.assert_allclose(positions[HEAD] - positions[WAIST], turned(turn, *away), atol=1e-12)
    np.testing.assert_allclose(
        rotations[HEAD], quaternion_product(turn, straight.rotations[HEAD]), atol=1e-12
    )
    np.testing.assert_array_equal(rotations[FOOT], straight.rotations[FOOT])


def test_who_gets_going_leans_and_comes_upright_again() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0))
    witness, heads = Witness(simulation, Projection(), (640, 360)), []
    for step in [6.0] * 60 + [0.0] * 90:
        moved(simulation, hero, (step, 0.0, 0.0))
        witness.observe(simulation)
        shown = witness.moment(1.0).scene.figures[hero].positions
        heads.append(shown[HEAD, 0] - shown[FOOT, 0])

    pose = simulation.component(hero, SkeletonPose).positions_ws
    straight = pose[HEAD, 0] - pose[FOOT, 0]
    assert max(heads[:20]) > straight + 3.0
    assert heads[59] == pytest.approx(straight, abs=0.5)
    assert min(heads[60:80]) < straight - 3.0
    assert heads[-1] == pytest.approx(straight, abs=0.5)
