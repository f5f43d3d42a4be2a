"""What shares a block with a slime changes no bit of it: whether it is awake, touched, born or touching."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import esper
import numpy as np
import pytest
from scenes import box, build_world, place_of
from slimes import particles_of, run_slimes, spawn_slime, weightless_world

from components.arrays import Floats, vector
from components.collider import Layer, SphereCollider
from components.softbody import Floats32
from components.transform import Transform, Velocity
from systems.softbody.edit import push
from systems.softbody.pools import facts
from systems.softbody.vectors import LANES, OVERRIDE
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

FAR = -5000.0
"""Where strangers are [cm]."""


def in_each_other(stranger: Callable[[int], None]) -> list[Floats32]:
    """Two that fly and part as wholes, while something happens to strangers in each tick."""
    esper.clear_database()
    weightless_world()
    slimes = [
        spawn_slime(place, lane_locked=False, velocity=(500.0, 0.0, 0.0))
        for place in ((0.0, 0.0, 0.0), (7.3, 0.0, 11.0))
    ]
    for tick in range(30):
        stranger(tick)
        run_slimes(1)
    return [numbers for slime in slimes for numbers in particles_of(slime).canonical()[2:5]]  # type: ignore[misc]


def test_strangers_that_come_change_no_bit_of_two_in_each_other() -> None:
    def comes(tick: int) -> None:
        if tick % 2 == 0:
            spawn_slime((FAR - 300.0 * tick, 0.0, 0.0))

    for alone, beside in zip(in_each_other(lambda _: None), in_each_other(comes), strict=True):
        np.testing.assert_array_equal(alone, beside)


def asleep(*, with_stranger: bool) -> list[tuple[Floats, Floats, Floats32]]:
    """Place, velocity and facts of a sleeper, tick by tick."""
    esper.clear_database()
    build_world([box(-9000.0, 9000.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 42.0), radius=40.0, friction=0.5)
    if with_stranger:
        spawn_slime((FAR, 0.0, 42.0), radius=40.0, can_sleep=False, velocity=(100.0, 0.0, 0.0))
    run_slimes(500)
    body, told = particles_of(slime), []
    assert body.is_asleep
    for _ in range(5):
        run_slimes(1)
        speed = esper.component_for_entity(slime, Velocity).linear.copy()
        fact = facts(body.pools)[body.slot // LANES, :, body.slot % LANES].copy()
        told.append((place_of(slime).copy(), speed, fact))
    return told


def test_a_sleeper_does_not_notice_that_a_stranger_is_awake() -> None:
    for alone, beside in zip(asleep(with_stranger=False), asleep(with_stranger=True), strict=True):
        for mine, theirs in zip(alone, beside, strict=True):
            np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(alone[1], 0.0)


def pushed_sideways(*, with_stranger: bool) -> tuple[Floats, Floats]:
    """One that keeps its lane on its way out of something beside it; the stranger was there before it."""
    esper.clear_database()
    build_world([box(-9000.0, 9000.0, -100.0, 0.0)])
    if with_stranger:
        spawn_slime((FAR, 0.0, 35.0), radius=40.0)
        create(Transform(vector(FAR, 30.0, 60.0)), SphereCollider(radius=30.0, layer=Layer.TERRAIN))
    slime = spawn_slime((0.3, 0.0, 42.0), radius=40.0, friction=0.5)
    create(Transform(vector(11.0, -33.0, 38.0)), SphereCollider(radius=30.0, layer=Layer.TERRAIN))
    for _ in range(20):
        push(particles_of(slime), velocity=vector(3.0, 0.0, 1.0))
        run_slimes(1)
    return particles_of(slime).positions_ws, particles_of(slime).velocities_ws


def test_the_lane_does_not_notice_what_strangers_touch() -> None:
    alone, beside = pushed_sideways(with_stranger=False), pushed_sideways(with_stranger=True)
    for mine, theirs in zip(alone, beside, strict=True):
        np.testing.assert_array_equal(mine, theirs)


LEVEL = """
from game.simulation import Simulation
from systems.softbody.vectors import LANES
hashes = []
for name, ticks in (("slimes", 480), ("slime-hero", 120)):
    simulation = Simulation.load(name)
    for tick in range(ticks):
        simulation.tick({"right", "jump"} if tick % 20 < 10 else {"right", "split"})
    hashes.append(simulation.state_hash())
print(LANES, *hashes)
"""


def level_hashes(lanes: int) -> list[str]:
    """Number of lanes, and the hashes of levels in which some sleep, some part, and some are pushed."""
    run = subprocess.run(  # noqa: S603 - our own interpreter and our own text
        [sys.executable, "-c", LEVEL],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent), OVERRIDE: str(lanes)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()[-1].split()


def test_levels_have_one_hash_whatever_the_width() -> None:
    first, *others = (level_hashes(lanes) for lanes in (16, 8, 4))
    assert [first[0], *(other[0] for other in others)] == ["16", "8", "4"]
    assert all(other[1:] == first[1:] for other in others)
