"""Crowds: poses in pooled arrays, one compiled call a stage, and each character as if it were alone."""

import esper
import numpy as np
import pytest
from heroes import LIBRARY, data_of, foot_ik, hold_hero, pose_of
from scenes import box, build_world, hill, place_of, run_tick, stairs

from components.arrays import Floats
from components.character import CharacterState
from components.foot_ik import Profile
from systems.animation.animate import Animate
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.foot_ik.leg_ik import LegIK

pytestmark = pytest.mark.usefixtures("world")
GROUND = [box(-3000, 0, -100, 0), stairs(6, 28, 18), hill(15, 1700, 500)]
PLACES = [-200.0, -40.0, 20.0, 61.0, 100.0, 140.0]
PROFILES = [
    Profile.SOFTSTEP,
    Profile.UNREAL,
    Profile.SOFTSTEP,
    Profile.UNITY,
    Profile.SOFTSTEP,
    Profile.UNREAL,
]


def posing() -> tuple[esper.Processor, ...]:
    return Animate(), GroundTrace(), IKInterpolation(), LegIK()


def walk(heroes: list[int], ticks: int) -> list[list[Floats]]:
    """What heroes look like tick by tick, as they are moved along at their own speeds."""
    systems, seen = posing(), []
    for _ in range(ticks):
        for row, hero in enumerate(heroes):
            way = 1.5 + 0.2 * (round(float(place_of(hero)[1])) % 3) + 0.0 * row
            esper.component_for_entity(hero, CharacterState).travelled += way
            place_of(hero)[0] += way
        run_tick(systems)
        seen.append([pose_of(hero).positions_ws.copy() for hero in heroes])
    return seen


def spawn(row: int) -> int:
    hero = hold_hero(PLACES[row], 0.0, settings=foot_ik(profile=PROFILES[row]))
    place_of(hero)[1] = row
    return hero


def test_everybody_moves_as_if_alone_to_a_trillionth() -> None:
    build_world(GROUND, library=LIBRARY)
    together = walk([spawn(row) for row in range(len(PLACES))], 40)
    for row in range(len(PLACES)):
        esper.clear_database()
        build_world(GROUND, library=LIBRARY)
        alone = walk([spawn(row)], 40)
        for crowd, single in zip(together, alone, strict=True):
            np.testing.assert_allclose(crowd[row], single[0], rtol=0, atol=1e-12)


def test_a_walker_that_leaves_changes_nobody_else() -> None:
    build_world(GROUND, library=LIBRARY)
    heroes = [spawn(row) for row in range(3)]
    walk(heroes, 5)
    esper.delete_entity(heroes[1], immediate=True)
    walk([heroes[0], heroes[2]], 5)
    for hero in (heroes[0], heroes[2]):
        assert data_of(hero).settled
        assert np.isfinite(pose_of(hero).positions_ws).all()
