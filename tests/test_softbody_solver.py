"""A soft body by itself: free fall, conservation, recovery, invariance, and the plain solver's answer."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import box
from slimes import DT, GRAVITY, WEIGHTLESS, Specimen
from softbody_oracle import OracleBody, oracle_tick

from components.arrays import Floats
from components.softbody import SoftbodyShape, SoftbodyTopology
from systems.softbody.shapes import topology_of
from systems.softbody.topology import closed_mesh, icosphere, signed_volume

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)


def oracle_of(body: Specimen) -> OracleBody:
    """The same body for the plain solver."""
    particles = body.particles
    return OracleBody(
        body.x.copy(),
        body.v.copy(),
        body.m.copy(),
        particles.topology.edges,
        particles.edge_lengths,
        particles.topology.triangles,
        rest_volume(body),
    )


def rest_volume(body: Specimen) -> float:
    """Volume at rest [cm³]."""
    topology = body.particles.topology
    return signed_volume(topology.rest_positions, topology.triangles) * body.particles.radius**3


@pytest.mark.parametrize(("subdivisions", "ticks"), [(1, 20), (2, 3)])
def test_the_plain_solver_gives_the_same_answer(subdivisions: int, ticks: int) -> None:
    body = Specimen((0.0, 0.0, 62.0), solids=[FLOOR], subdivisions=subdivisions)
    body.v[:] = np.array((150.0, 40.0, -200.0)) + np.cross((0.0, 2.0, 1.0), body.x - body.centroid)
    plain = oracle_of(body)
    for _ in range(ticks):
        body.tick()
        oracle_tick(plain, GRAVITY, DT)
    assert body.bottom < 1e-3  # it did land
    np.testing.assert_allclose(body.x, plain.x, atol=0.01)
    np.testing.assert_allclose(body.v, plain.v, atol=3.0)


def test_the_plain_solver_strains_as_much_after_four_seconds() -> None:
    body = Specimen((0.0, 0.0, 62.0), solids=[FLOOR], subdivisions=1)
    body.v[:] = (150.0, 0.0, -200.0)
    plain = oracle_of(body)
    for _ in range(240):
        body.tick()
        oracle_tick(plain, GRAVITY, DT)
    ends = plain.x[plain.edges]
    ratios = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / plain.lengths
    strain = np.abs(ratios - 1.0).mean()
    assert np.abs(body.edge_ratios - 1.0).mean() == pytest.approx(strain, rel=0.01)


def test_the_plain_solver_also_springs_back_from_a_large_squash() -> None:
    body = Specimen((0.0, 0.0, 200.0), gravity=WEIGHTLESS, subdivisions=1, max_speed=1e5)
    body.x[:, 2] = 200.0 + 0.5 * (body.x[:, 2] - 200.0)
    plain = oracle_of(body)
    for _ in range(10):
        body.tick()
        oracle_tick(plain, WEIGHTLESS, DT)
    np.testing.assert_allclose(body.x, plain.x, atol=0.01)


def test_free_fall_is_the_sum_of_its_steps() -> None:
    body = Specimen((0.0, 0.0, 1000.0))
    shape, steps, h = body.x - body.centroid, 480, DT / 8
    body.tick(60)
    fallen = 980.0 * h * h * steps * (steps + 1) / 2.0
    assert 1000.0 - body.centroid[2] == pytest.approx(fallen, rel=5e-6)
    assert fallen - 490.0 == pytest.approx(0.5 * 980.0 * h, rel=1e-9)  # half a step late: 1.02 cm in 1 s
    np.testing.assert_allclose(body.x - body.centroid, shape, atol=1e-3)
    np.testing.assert_allclose(body.v, np.tile((0.0, 0.0, -980.0), (162, 1)), rtol=1e-5, atol=0.02)


def test_a_spinning_body_keeps_its_momenta() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    body.v[:] = np.array((50.0, 20.0, -30.0)) + np.cross((0.7, 2.0, 2.2), body.x)
    momentum, spin = body.momentum, body.angular_momentum
    body.tick(300)
    assert np.linalg.norm(body.momentum - momentum) <= 1e-6 * np.linalg.norm(momentum)
    assert np.linalg.norm(body.angular_momentum - spin) <= 1e-5 * np.linalg.norm(spin)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.floats(0.4, 1.3), st.floats(0.4, 1.3), st.floats(0.1, 500.0))
def test_a_squashed_and_thrown_body_keeps_its_momenta(seed: int, x: float, z: float, mass: float) -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, mass=mass)
    body.x[:] *= (x, 1.0, z)
    body.v[:] = np.array((200.0, 0.0, 50.0)) + np.random.default_rng(seed).normal(0.0, 100.0, body.v.shape)
    momentum, spin = body.momentum, body.angular_momentum
    body.tick(60)
    assert np.linalg.norm(body.momentum - momentum) <= 1e-6 * np.linalg.norm(momentum)
    assert np.linalg.norm(body.angular_momentum - spin) <= 1e-5 * np.linalg.norm(spin)


def test_springing_back_from_rest_makes_no_ghost_spin() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    body.x[:, 2] *= 0.5
    body.tick(300)
    inertia = 20.0 * 60.0**2 * 2.0 / 3.0
    assert np.linalg.norm(body.angular_momentum) / inertia < 1e-5
    assert np.linalg.norm(body.momentum) / 20.0 < 1e-3
    assert body.volume == pytest.approx(1.0, abs=1e-5)


MESHES: dict[str, SoftbodyTopology] = {
    "ball": icosphere(2),
    "box": topology_of(SoftbodyShape.BOX, 2),
    "capsule": topology_of(SoftbodyShape.CAPSULE, 2),
    "coarse": icosphere(1),
    "fine": icosphere(3),
}


@pytest.mark.parametrize("name", list(MESHES))
@pytest.mark.parametrize("compliance", [2e-4, 2e-3, 2e-2])
@pytest.mark.parametrize("substeps", [1, 2, 4, 8, 16])
def test_energy_never_grows(name: str, compliance: float, substeps: int) -> None:
    body = Specimen(
        (0.0, 0.0, 160.0),
        solids=[FLOOR],
        topology=MESHES[name],
        substeps=substeps,
        compliance=compliance,
    )
    before = start = body.energy()
    for _ in range(240):
        body.tick()
        energy = body.energy()
        assert energy - before <= 1e-3 * start
        before = energy
    assert before < 0.8 * start


@pytest.mark.parametrize("substeps", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("compliance", [0.0, 2e-4, 2e-3, 2e-2])
def test_no_setting_makes_a_body_bounce_higher(substeps: int, compliance: float) -> None:
    body = Specimen((0.0, 0.0, 160.0), solids=[FLOOR], substeps=substeps, compliance=compliance)
    start = 980.0 * 20.0 * 160.0
    for _ in range(240):
        body.tick()
        kinetic = 0.5 * np.sum(body.m[:, None] * body.v**2)
        assert kinetic + 980.0 * np.sum(body.m * body.x[:, 2]) <= start


@pytest.mark.parametrize("speed", [2000.0, 10000.0])
def test_energy_never_grows_in_a_crash(speed: float) -> None:
    body = Specimen((0.0, 0.0, 300.0), solids=[FLOOR], max_speed=20000.0)
    body.v[:, 2] = -speed
    before = start = body.energy()
    for _ in range(240):
        body.tick()
        assert body.energy() - before <= 1e-3 * start
        before = body.energy()
    assert before < 0.05 * start


SHAPES: dict[str, Callable[[Floats], Floats]] = {
    "mirrored": lambda x: x * (1.0, 1.0, -1.0),
    "flat": lambda x: x * (1.0, 1.0, 0.0),
    "line": lambda x: x * (1.0, 0.0, 0.0),
    "point": lambda x: x * 0.0,
    "shuffled": lambda x: x[np.random.default_rng(3).permutation(len(x))],
}


@pytest.mark.parametrize("name", list(SHAPES))
@pytest.mark.parametrize("subdivisions", [1, 2])
def test_a_broken_shape_comes_back(name: str, subdivisions: int) -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, subdivisions=subdivisions)
    body.x[:] = SHAPES[name](body.x)
    volumes = []
    for _ in range(180):
        body.tick()
        volumes.append(body.volume)
    assert min(volumes[29:]) >= 0.99  # within half a second
    assert min(volumes) >= -1.0
    assert max(volumes) <= 1.25
    np.testing.assert_allclose(body.edge_ratios, 1.0, atol=0.02)
    np.testing.assert_allclose(body.centroid, 0.0, atol=0.01)
    assert np.linalg.norm(body.momentum) / 20.0 < 0.05


@pytest.mark.parametrize("far", [1e4, 1e6])
def test_it_is_the_same_far_from_the_origin(far: float) -> None:
    here = Specimen((0.0, 0.0, 160.0), solids=[FLOOR])
    there = Specimen((far, 0.0, 160.0), solids=[box(far - 5000.0, far + 5000.0, -200.0, 0.0, friction=0.5)])
    here.tick(180)
    there.tick(180)
    assert there.height == pytest.approx(here.height, abs=1e-6)
    np.testing.assert_allclose(there.x - (far, 0.0, 0.0), here.x, atol=1e-5)


def mirrored_topology() -> SoftbodyTopology:
    """The icosphere seen in a mirror across X: the same edges in the same order."""
    mesh = icosphere(2)
    mirror = closed_mesh(mesh.rest_positions * (-1.0, 1.0, 1.0), mesh.triangles, identity="mirrored")
    return SoftbodyTopology(mirror.rest_positions, mesh.edges, mirror.triangles, "mirrored")


def test_a_mirrored_world_runs_mirrored() -> None:
    here = Specimen((30.0, 0.0, 80.0), solids=[FLOOR, box(90.0, 300.0, 0.0, 50.0)])
    there = Specimen(
        (-30.0, 0.0, 80.0), solids=[FLOOR, box(-300.0, -90.0, 0.0, 50.0)], topology=mirrored_topology()
    )
    here.v[:] = (300.0, 20.0, -100.0)
    there.v[:] = (-300.0, 20.0, -100.0)
    here.tick(120)
    there.tick(120)
    np.testing.assert_allclose(there.x * (-1.0, 1.0, 1.0), here.x, atol=1e-9)


def test_turned_round_the_vertical_it_runs_turned() -> None:
    here = Specimen((0.0, 0.0, 100.0), solids=[box(-900.0, 900.0, -200.0, 0.0, depth=(-900.0, 900.0))])
    there = Specimen((0.0, 0.0, 100.0), solids=[box(-900.0, 900.0, -200.0, 0.0, depth=(-900.0, 900.0))])
    there.x[:] = np.column_stack((-here.x[:, 1], here.x[:, 0], here.x[:, 2]))
    here.v[:] = (200.0, 50.0, -100.0)
    there.v[:] = (-50.0, 200.0, -100.0)
    here.tick(120)
    there.tick(120)
    np.testing.assert_allclose(
        there.x, np.column_stack((-here.x[:, 1], here.x[:, 0], here.x[:, 2])), atol=0.01
    )


def test_a_mesh_listed_clockwise_behaves_the_same() -> None:
    mesh = icosphere(2)
    clockwise = closed_mesh(mesh.rest_positions, mesh.triangles[:, ::-1], identity="clockwise")
    bodies = [Specimen(solids=[FLOOR], topology=topology) for topology in (None, clockwise)]
    for body in bodies:
        body.tick(300)
        assert 0.95 <= body.volume <= 1.02
    assert abs(bodies[0].centroid[2] - bodies[1].centroid[2]) < 0.5


def test_pressure_inflates() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, pressure=1.3)
    body.tick(240)
    assert body.volume == pytest.approx(1.3, abs=0.02)


def test_a_compliant_volume_gives_way_under_pressure() -> None:
    stiff = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, pressure=1.3)
    soft = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, pressure=1.3, volume_compliance=1e4)
    stiff.tick(240)
    soft.tick(240)
    assert 1.0 < soft.volume < stiff.volume - 0.01


def test_the_whole_body_is_no_faster_than_its_limit() -> None:
    body = Specimen((0.0, 0.0, 1e5), max_speed=800.0)
    shape = body.x - body.centroid
    body.tick(120)
    np.testing.assert_allclose(body.v, np.tile((0.0, 0.0, -800.0), (162, 1)), atol=0.02)
    np.testing.assert_allclose(body.x - body.centroid, shape, atol=1e-3)


def test_damping_lets_a_wobble_die_and_leaves_a_spin_alone() -> None:
    calm, lively = (Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, damping=rate) for rate in (10.0, 0.0))
    for body in (calm, lively):
        body.x[:, 2] *= 0.9
        body.v[:] = np.cross((0.0, 0.0, 1.0), body.x)
        body.tick(60)
    spread = [np.ptp(body.edge_ratios) for body in (calm, lively)]
    assert spread[0] < 0.5 * spread[1]
    np.testing.assert_allclose(calm.angular_momentum, lively.angular_momentum, rtol=1e-5, atol=1.0)
