"""Slimes that touch slimes: momentum, overlap, rest, sleep, and that nobody notices strangers."""

import copy
from collections.abc import Sequence

import esper
import numpy as np
import pytest
from scenes import box, build_world, place_of
from slimes import particles_of, run_slimes, spawn_slime, weightless_world

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyPools
from components.transform import Transform
from components.world import LevelInfo
from game.state_hash import hash_state
from systems.query import resource
from systems.softbody.depth import deepest_overlap
from systems.softbody.edit import place, push
from systems.softbody.vectors import LANES

pytestmark = pytest.mark.usefixtures("world")


def floating(x: float, y: float = 0.0, *, speed: float = 0.0, **options: float) -> int:
    """A slime without lane or damping by friction, in a world without gravity."""
    settings: dict[str, float] = {"lane_locked": False, "friction": 0.5} | options
    return spawn_slime((x, y, 0.0), velocity=(speed, 0.0, 0.0), **settings)


def overlap(slimes: Sequence[int]) -> float:
    """The deepest of all pairs that are near each other [cm]."""
    return deepest_overlap([particles_of(slime) for slime in slimes])


def momenta(slimes: Sequence[int]) -> tuple[Floats, Floats]:
    """Momentum and angular momentum about the origin of all together."""
    linear, angular = np.zeros(3), np.zeros(3)
    for slime in slimes:
        particles = particles_of(slime)
        m = 1.0 / particles.inverse_masses[:, None]
        linear += (m * particles.velocities_ws).sum(axis=0)
        angular += (m * np.cross(particles.positions_ws, particles.velocities_ws)).sum(axis=0)
    return linear, angular


@pytest.mark.parametrize(
    ("speed", "offset", "masses", "most"),
    [
        (200.0, 0.0, (20.0, 20.0), 1.0),
        (200.0, 40.0, (20.0, 20.0), 1.0),
        (200.0, 0.0, (10.0, 30.0), 1.0),
        (1000.0, 0.0, (20.0, 20.0), 2.0),
    ],
)
def test_two_that_collide_keep_their_momenta_and_hardly_overlap(
    speed: float, offset: float, masses: tuple[float, float], most: float
) -> None:
    weightless_world()
    slimes = [
        floating(-150.0, speed=speed, mass=masses[0]),
        floating(150.0, offset, speed=-speed, mass=masses[1]),
    ]
    run_slimes(1)
    linear, angular = momenta(slimes)
    worst = 0.0
    for _ in range(120):
        run_slimes(1)
        worst = max(worst, overlap(slimes))
    after, turned = momenta(slimes)
    scale = speed * sum(masses)  # the momenta that meet
    assert np.linalg.norm(after - linear) <= 1e-6 * scale
    assert np.linalg.norm(turned - angular) <= 1e-4 * scale * 60.0
    assert worst <= most
    assert place_of(slimes[0])[0] < place_of(slimes[1])[0]
    assert particles_of(slimes[0]).velocities_ws[:, 0].mean() < 0.9 * speed  # they did meet


@pytest.mark.parametrize("moment", range(8))
def test_two_that_collide_fast_hardly_overlap_whenever_in_a_tick_they_meet(moment: int) -> None:
    weightless_world()
    way = 120.0 + 1000.0 / 60.0 * moment / 8.0
    slimes = [floating(-way, speed=1000.0), floating(way, speed=-1000.0)]
    worst = 0.0
    for _ in range(30):
        run_slimes(1)
        worst = max(worst, overlap(slimes))
    assert worst <= 2.0
    assert place_of(slimes[0])[0] < place_of(slimes[1])[0]
    assert particles_of(slimes[0]).velocities_ws[:, 0].mean() < 0.0  # they did meet


def test_a_pair_that_meets_fast_changes_no_bit_of_a_calm_one() -> None:
    states = []
    for with_strangers in (False, True):
        esper.clear_database()
        weightless_world()
        slimes = [floating(-70.0, speed=100.0), floating(70.0, speed=-100.0)]
        if with_strangers:
            for x, speed in ((2000.0, 1000.0), (2200.0, -1000.0)):
                floating(x, speed=speed)
        run_slimes(20)
        bodies = [particles_of(slime) for slime in slimes]
        states.append([numbers for body in bodies for numbers in body.canonical()[2:5]])
        assert all(body.contact_count > 0 for body in bodies)
    for alone, beside in zip(*states, strict=True):
        np.testing.assert_array_equal(alone, beside)


def test_two_born_in_each_other_part_within_a_second_and_not_fast() -> None:
    weightless_world()
    slimes = [floating(0.0), floating(60.0)]
    fastest = 0.0
    for _ in range(60):
        run_slimes(1)
        mean = [float(np.linalg.norm(particles_of(slime).velocities_ws.mean(axis=0))) for slime in slimes]
        fastest = max(fastest, *mean)
    assert overlap(slimes) <= 1.0
    assert fastest <= 100.0


def test_slimes_of_different_meshes_meet_too() -> None:
    weightless_world()
    slimes = [floating(-150.0, speed=200.0), floating(150.0, speed=-200.0, subdivisions=1)]
    run_slimes(1)
    linear, _ = momenta(slimes)
    for _ in range(90):
        run_slimes(1)
        assert overlap(slimes) <= 2.0
    after, _ = momenta(slimes)
    assert np.linalg.norm(after - linear) <= 1e-6 * 4000.0


def test_slimes_of_different_substeps_meet_and_part_again() -> None:
    weightless_world()
    slimes = [floating(-150.0, speed=200.0, substeps=8), floating(150.0, speed=-200.0, substeps=16)]
    stranger = floating(900.0, substeps=8)
    run_slimes(1)
    linear, _ = momenta(slimes)
    seen = set()
    for _ in range(120):
        run_slimes(1)
        assert overlap(slimes) <= 1.0
        seen.add(substeps_of(slimes))
    after, _ = momenta(slimes)
    assert np.linalg.norm(after - linear) <= 1e-6 * 8000.0
    assert place_of(slimes[0])[0] < place_of(slimes[1])[0]
    assert seen == {(8, 16), (16, 16)}  # as many as the most while they touch, their own before and after
    assert substeps_of([*slimes, stranger]) == (8, 16, 8)


def substeps_of(slimes: Sequence[int]) -> tuple[int, ...]:
    """In how many substeps each is solved."""
    blocks = resource(SoftbodyPools).blocks
    return tuple(int(blocks[particles_of(slime).slot // LANES, 2]) for slime in slimes)


def test_pairs_of_different_substeps_keep_to_their_own() -> None:
    states = []
    for with_strangers in (False, True):
        esper.clear_database()
        weightless_world()
        slimes = [floating(-150.0, speed=200.0), floating(150.0, speed=-200.0)]
        if with_strangers:
            for x, speed in ((2000.0, 300.0), (2300.0, -300.0)):
                floating(x, speed=speed, substeps=16)
        run_slimes(60)
        states.append([numbers for slime in slimes for numbers in particles_of(slime).canonical()[2:5]])
    for alone, beside in zip(*states, strict=True):
        np.testing.assert_array_equal(alone, beside)


def test_a_stack_in_a_shaft_rests() -> None:
    walls = [box(-400.0, 400.0, -100.0, 0.0), box(-180.0, -80.0, 0.0, 900.0), box(80.0, 180.0, 0.0, 900.0)]
    build_world(walls)
    slimes = [spawn_slime((0.0, 0.0, 61.0 + 121.0 * k), friction=0.5) for k in range(3)]
    run_slimes(300)
    assert overlap(slimes) <= 2.0
    heights = [place_of(slime)[2] for slime in slimes]
    assert heights == sorted(heights)
    assert heights[0] > 30.0


def test_what_rests_falls_asleep_and_stays_to_the_last_bit() -> None:
    build_world([box(-900.0, 900.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 160.0), friction=0.5)
    run_slimes(600)
    particles = particles_of(slime)
    assert particles.is_asleep
    before = particles.positions_ws
    run_slimes(60)
    np.testing.assert_array_equal(particles.positions_ws, before)
    np.testing.assert_array_equal(particles.velocities_ws, 0.0)
    assert particles.contact_count > 5


def asleep_on_the_floor() -> int:
    build_world([box(-900.0, 900.0, -100.0, 0.0), box(-60.0, 60.0, 300.0, 320.0, platform=-1)])
    slime = spawn_slime((0.0, 0.0, 42.0), radius=40.0, friction=0.5)
    run_slimes(480)
    assert particles_of(slime).is_asleep
    return slime


def test_a_push_wakes() -> None:
    slime = asleep_on_the_floor()
    push(particles_of(slime), velocity=np.array((0.0, 0.0, 200.0)))
    run_slimes(1)
    assert not particles_of(slime).is_asleep
    run_slimes(9)
    assert place_of(slime)[2] > 45.0


def test_a_change_of_its_settings_wakes() -> None:
    slime = asleep_on_the_floor()
    esper.component_for_entity(slime, Softbody).pressure = 1.5
    height = place_of(slime)[2]
    run_slimes(60)
    assert place_of(slime)[2] > height + 1.0


def test_another_that_falls_on_it_wakes() -> None:
    slime = asleep_on_the_floor()
    spawn_slime((3.0, 0.0, 200.0), radius=40.0)
    heights = []
    for _ in range(60):
        run_slimes(1)
        heights.append(place_of(slime)[2])
    assert min(heights) < heights[0] - 5.0


def test_other_gravity_wakes() -> None:
    slime = asleep_on_the_floor()
    resource(LevelInfo).gravity = np.array((0.0, 0.0, 500.0))
    run_slimes(20)
    assert place_of(slime)[2] > 50.0


def test_a_slime_put_elsewhere_wakes() -> None:
    slime = asleep_on_the_floor()
    place(particles_of(slime), esper.component_for_entity(slime, Transform), np.array((0.0, 0.0, 100.0)))
    run_slimes(30)
    assert place_of(slime)[2] < 90.0


def test_one_that_may_not_sleep_does_not() -> None:
    build_world([box(-900.0, 900.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 42.0), radius=40.0, can_sleep=False)
    run_slimes(480)
    assert not particles_of(slime).is_asleep


def test_what_floats_does_not_sleep() -> None:
    weightless_world()
    slime = floating(0.0, speed=0.5)
    run_slimes(120)
    assert place_of(slime)[0] == pytest.approx(1.0, abs=1e-3)


def far_apart(count: int, *, without: int = -1) -> list[int]:
    """Slimes that fall on their own floors; one may be missing."""
    build_world([box(-900.0, 90000.0, -100.0, 0.0)])
    return [
        spawn_slime((400.0 * k, 0.0, 80.0 + k % 5), friction=0.5, radius=40.0, subdivisions=1)
        for k in range(count)
        if k != without
    ]


def test_strangers_change_no_bit() -> None:
    slimes = far_apart(LANES + 3)
    run_slimes(60)
    crowd = [particles_of(slime).canonical()[2:5] for slime in slimes]
    for k in (0, LANES + 2):
        esper.clear_database()
        build_world([box(-900.0, 90000.0, -100.0, 0.0)])
        alone = spawn_slime((400.0 * k, 0.0, 80.0 + k % 5), friction=0.5, radius=40.0, subdivisions=1)
        run_slimes(60)
        for mine, theirs in zip(particles_of(alone).canonical()[2:5], crowd[k], strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_coming_and_going_changes_no_other_bit() -> None:
    slimes = far_apart(LANES + 3)
    run_slimes(40)
    plain = [particles_of(slime).canonical()[2:5] for slime in slimes]
    esper.clear_database()
    slimes = far_apart(LANES + 3)
    run_slimes(10)
    esper.delete_entity(slimes[2], immediate=True)
    run_slimes(10)
    extra = [spawn_slime((-500.0 - 200.0 * k, 0.0, 500.0), subdivisions=1) for k in range(LANES)]
    run_slimes(10)
    for slime in extra:
        esper.delete_entity(slime, immediate=True)
    run_slimes(10)
    pools = resource(SoftbodyPools)
    assert int(pools.taken.sum()) == LANES + 2
    for k, slime in enumerate(slimes):
        if k != 2:
            for mine, theirs in zip(particles_of(slime).canonical()[2:5], plain[k], strict=True):
                np.testing.assert_array_equal(mine, theirs)


def test_other_substeps_move_to_another_block_and_on() -> None:
    slimes = far_apart(3)
    run_slimes(10)
    esper.component_for_entity(slimes[1], Softbody).substeps = 16
    before = particles_of(slimes[1]).positions_ws
    run_slimes(1)
    blocks = [particles_of(slime).slot // LANES for slime in slimes]
    assert blocks[0] == blocks[2] != blocks[1]
    assert np.abs(particles_of(slimes[1]).positions_ws - before).max() < 5.0


def state() -> str:
    return hash_state({entity: esper.components_for_entity(entity) for entity in esper._entities})


def test_the_hash_does_not_ask_for_the_lane() -> None:
    far_apart(3)
    run_slimes(20)
    first = state()
    esper.clear_database()
    slimes = far_apart(3)
    stranger = spawn_slime((-500.0, 0.0, 500.0), subdivisions=1)
    run_slimes(1)
    esper.delete_entity(stranger, immediate=True)
    esper.clear_database()
    far_apart(3)
    run_slimes(20)
    assert state() == first
    assert slimes


def test_a_copy_of_the_pools_is_whole_and_aligned() -> None:
    slimes = far_apart(2)
    run_slimes(5)
    twins = copy.deepcopy([particles_of(slime) for slime in slimes])
    assert twins[0].pools is twins[1].pools
    assert twins[0].pools is not resource(SoftbodyPools)
    assert twins[0].pools.positions.ctypes.data % 64 == 0
    before = twins[0].positions_ws
    run_slimes(5)
    np.testing.assert_array_equal(twins[0].positions_ws, before)
    assert twins[0].topology is particles_of(slimes[0]).topology
