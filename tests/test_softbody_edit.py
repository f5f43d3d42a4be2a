"""Birth, placing, pushing, recentring, and what happens to numbers that are not finite."""

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, build_world, place_of
from slimes import particles_of, run_slimes, spawn_slime

from components.arrays import Floats, vector
from components.collider import CapsuleCollider
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from systems.softbody.birth import born, companions
from systems.softbody.edit import (
    centroid,
    mass_by_weight,
    mean_velocity,
    place,
    push,
    write_positions,
    write_velocities,
)
from systems.softbody.measure import move_anchor
from systems.softbody.pools import lanes_of, meshes_of_pools, refresh
from systems.softbody.recentre import Recentre
from systems.softbody.solids import capsule_row
from systems.softbody.topology import signed_volume

pytestmark = pytest.mark.usefixtures("world")

numbers = st.floats(-1e4, 1e4)
triples = st.tuples(numbers, numbers, numbers)


def lone(*, mass: float = 20.0) -> SoftbodyParticles:
    return born(Softbody(mass=mass), np.array((1.0, 2.0, 3.0)))


def poison(particles: SoftbodyParticles, poisoned: str, bad: float) -> None:
    """Makes one number of a slime a bad one."""
    if poisoned == "positions":
        positions = particles.positions_ws
        positions[17, 1] = bad
        write_positions(particles, positions)
    else:
        velocities = particles.velocities_ws
        velocities[17, 1] = bad
        write_velocities(particles, velocities)


def momentum(particles: SoftbodyParticles) -> Floats:
    total: Floats = (particles.velocities_ws / particles.inverse_masses[:, None]).sum(axis=0)
    return total


def test_a_body_is_born_round_at_its_place() -> None:
    particles = born(Softbody(radius=40.0, mass=12.0), np.array((5.0, -6.0, 7.0)))
    away = particles.positions_ws - (5.0, -6.0, 7.0)
    np.testing.assert_allclose(np.linalg.norm(away, axis=1), 40.0, rtol=1e-6)
    np.testing.assert_allclose((1.0 / particles.inverse_masses).sum(), 12.0)
    np.testing.assert_array_equal(particles.velocities_ws, 0.0)
    ends = particles.positions_ws[particles.topology.edges]
    np.testing.assert_allclose(
        particles.edge_lengths, np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1), rtol=1e-6
    )
    volume = signed_volume(particles.positions_ws, particles.topology.triangles)
    assert 0.9 * 4.0 / 3.0 * np.pi * 40.0**3 < volume < 4.0 / 3.0 * np.pi * 40.0**3


@pytest.mark.parametrize("subdivisions", [1, 2, 3])
def test_the_mass_does_not_grow_with_the_mesh(subdivisions: int) -> None:
    particles = born(Softbody(subdivisions=subdivisions, mass=20.0), vector())
    assert len(particles.positions_ws) == 10 * 4**subdivisions + 2
    np.testing.assert_allclose((1.0 / particles.inverse_masses).sum(), 20.0)


def test_companions_follow_transform_scale_and_velocity() -> None:
    components: dict[type, object] = {
        Softbody: Softbody(radius=30.0),
        Transform: Transform(np.array((100.0, 0.0, 50.0)), scale=2.0),
        Velocity: Velocity(np.array((7.0, 0.0, -3.0))),
    }
    particles, velocity = companions(components)
    assert isinstance(particles, SoftbodyParticles)
    assert isinstance(velocity, Velocity)
    np.testing.assert_allclose(centroid(particles), (100.0, 0.0, 50.0), atol=1e-12)
    np.testing.assert_allclose(np.ptp(particles.positions_ws[:, 2]), 2.0 * 2.0 * 30.0, rtol=0.02)
    np.testing.assert_array_equal(particles.velocities_ws, np.tile((7.0, 0.0, -3.0), (162, 1)))
    np.testing.assert_array_equal(velocity.linear, (7.0, 0.0, -3.0))


def test_read_copies_are_copies() -> None:
    particles = lone()
    particles.positions_ws[:] = 0.0
    particles.velocities_ws[:] = 1.0
    assert particles.positions_ws.any()
    assert not particles.velocities_ws.any()


@pytest.mark.parametrize("keep_velocity", [False, True])
def test_placing_shifts_all_particles_alike(keep_velocity: bool) -> None:  # noqa: FBT001 - a parameter of the test
    particles, transform = lone(), Transform(np.array((1.0, 2.0, 3.0)))
    write_velocities(particles, np.tile((1.0, 2.0, 3.0), (162, 1)))
    before = particles.positions_ws
    place(particles, transform, np.array((1001.0, 2.0, 3.0)), keep_velocity=keep_velocity)
    np.testing.assert_allclose(
        particles.positions_ws - before, np.tile((1000.0, 0.0, 0.0), (162, 1)), atol=1e-9
    )
    np.testing.assert_array_equal(transform.position, (1001.0, 2.0, 3.0))
    np.testing.assert_array_equal(particles.velocities_ws[0], (1.0, 2.0, 3.0) if keep_velocity else 0.0)


def test_placing_sweeps_nothing() -> None:
    build_world([box(100.0, 110.0, -500.0, 500.0), box(-500.0, 900.0, -200.0, -100.0)])
    slime = spawn_slime((0.0, 0.0, 0.0))
    transform = esper.component_for_entity(slime, Transform)
    place(particles_of(slime), transform, np.array((300.0, 0.0, 0.0)))
    run_slimes(30)
    assert place_of(slime)[0] == pytest.approx(300.0, abs=0.5)


@pytest.mark.parametrize("position", [(np.nan, 0.0, 0.0), (0.0, 0.0), (np.inf, 0.0, 0.0)])
def test_placing_nowhere_is_refused(position: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="position is not three finite numbers"):
        place(lone(), Transform(), np.array(position))


@given(triples)
def test_pushing_by_a_velocity(velocity: tuple[float, float, float]) -> None:
    particles = lone()
    gained = push(particles, velocity=np.array(velocity))
    np.testing.assert_allclose(particles.velocities_ws, np.tile(velocity, (162, 1)), rtol=1e-6, atol=1e-30)
    np.testing.assert_allclose(gained, 20.0 * np.array(velocity), rtol=1e-12)


@given(triples, st.integers(0, 1000), st.floats(0.1, 500.0))
def test_pushing_by_an_impulse_gives_just_that_momentum(
    impulse: tuple[float, float, float], seed: int, mass: float
) -> None:
    particles = lone(mass=mass)
    weights = np.random.default_rng(seed).uniform(0.0, 1.0, 162)
    gained = push(particles, impulse=np.array(impulse), weights=weights)
    np.testing.assert_allclose(gained, impulse, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(momentum(particles), impulse, rtol=1e-5, atol=1e-3)
    assert mass_by_weight(particles, weights) == pytest.approx(mass * weights.mean())


def test_a_push_on_nobody_does_nothing() -> None:
    particles = lone()
    gained = push(particles, impulse=np.array((1.0, 0.0, 0.0)), weights=np.zeros(162))
    np.testing.assert_array_equal(gained, 0.0)
    np.testing.assert_array_equal(particles.velocities_ws, 0.0)


def test_a_push_needs_one_measure() -> None:
    with pytest.raises(ValueError, match="either a velocity or an impulse"):
        push(lone())
    with pytest.raises(ValueError, match="either a velocity or an impulse"):
        push(lone(), velocity=vector(), impulse=vector())


def test_recentring_changes_no_particle() -> None:
    """Moving at (60, 0, -120) around (12, 0, 0), as in the seed's example."""
    build_world([])
    particles = lone()
    write_positions(particles, particles.positions_ws + vector(11.0, -2.0, -3.0))
    write_velocities(particles, np.tile((60.0, 0.0, -120.0), (162, 1)))
    positions, velocities = particles.positions_ws, particles.velocities_ws
    entity = esper.create_entity(particles, Transform(), Velocity())
    Recentre().process(1.0 / 60.0)
    np.testing.assert_array_equal(particles.positions_ws, positions)
    np.testing.assert_array_equal(particles.velocities_ws, velocities)
    np.testing.assert_allclose(place_of(entity), (12.0, 0.0, 0.0), atol=2e-5)
    np.testing.assert_allclose(esper.component_for_entity(entity, Velocity).linear, (60.0, 0.0, -120.0))


def test_centroid_and_mean_velocity_are_means() -> None:
    particles = lone()
    write_velocities(particles, particles.positions_ws)
    np.testing.assert_allclose(centroid(particles), particles.positions_ws.mean(axis=0), atol=1e-10)
    np.testing.assert_allclose(mean_velocity(particles), particles.velocities_ws.mean(axis=0), atol=1e-10)


def test_anchors_lie_on_a_grid_and_move_without_moving_the_world() -> None:
    build_world([])
    slime = spawn_slime((3.3, 0.0, 7.7), velocity=(900.0, 0.0, 100.0))
    for _ in range(60):
        run_slimes(1)
        pools, slot = particles_of(slime).pools, particles_of(slime).slot
        anchor = pools.anchors[slot]
        np.testing.assert_array_equal(anchor * 16.0, np.rint(anchor * 16.0))
        assert np.abs(pools.lane(pools.positions, slot).mean(axis=0)).max() <= 8.1


def test_moving_an_anchor_changes_no_position_by_more_than_half_a_step() -> None:
    particles = lone()
    pools, slot = particles.pools, particles.slot
    pools.lane(pools.positions, slot)[:] += np.array((9.3, -20.2, 70.1), dtype=np.float32)
    pools.stale[:] = True
    refresh(pools)
    before = particles.positions_ws
    move_anchor(lanes_of(pools), meshes_of_pools(pools).ranges, pools.anchors, slot)
    moved = np.abs(particles.positions_ws - before)
    assert np.abs(pools.lane(pools.positions, slot).mean(axis=0)).max() < 1.0
    assert moved.max() <= 0.5 * np.spacing(np.float32(before.max()))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e300])
@pytest.mark.parametrize("poisoned", ["positions", "velocities"])
def test_a_poisoned_slime_is_restored_and_the_others_do_not_notice(bad: float, poisoned: str) -> None:
    build_world([box(-900.0, 900.0, -100.0, 0.0)])
    first, second = spawn_slime((-200.0, 0.0, 80.0)), spawn_slime((200.0, 0.0, 80.0))
    run_slimes(20)
    before = particles_of(first).positions_ws
    poison(particles_of(first), poisoned, bad)
    run_slimes(100)
    restored = particles_of(first)
    assert restored.restored_count == 1 or np.isfinite(bad)
    assert np.isfinite(restored.positions_ws).all()
    assert np.isfinite(restored.velocities_ws).all()
    assert abs(place_of(first)[0] - before[:, 0].mean()) < 60.0
    healthy = particles_of(second).positions_ws
    esper.clear_database()
    build_world([box(-900.0, 900.0, -100.0, 0.0)])
    alone = spawn_slime((200.0, 0.0, 80.0))
    run_slimes(120)
    np.testing.assert_array_equal(particles_of(alone).positions_ws, healthy)


def test_a_restored_slime_has_its_last_shape_at_its_place() -> None:
    build_world([box(-900.0, 900.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 55.0))
    run_slimes(360)
    particles, here = particles_of(slime), place_of(slime)
    before = particles.positions_ws
    poison(particles, "velocities", np.nan)
    run_slimes(1)
    np.testing.assert_allclose(particles.positions_ws, before, atol=0.05)
    np.testing.assert_allclose(place_of(slime), here, atol=0.05)
    run_slimes(60)
    assert np.linalg.norm(particles.velocities_ws, axis=1).max() < 2.0


def test_a_capsule_too_short_for_its_radius_is_a_sphere() -> None:
    place = Transform(np.array((1.0, 2.0, 3.0)), scale=2.0)
    row = capsule_row(CapsuleCollider(radius=34.0, half_height=20.0), place, vector(4.0, 5.0, 6.0))
    assert row == (1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 68.0, 4.0, 5.0, 6.0)
    row = capsule_row(CapsuleCollider(), place, vector())
    assert row[3:7] == (0.0, 0.0, 108.0, 68.0)
