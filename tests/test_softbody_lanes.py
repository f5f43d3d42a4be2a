"""Lanes: vectors, closed forms in lanes, momenta, and bodies that know nothing of each other."""

import operator
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import softbody_oracle
from hypothesis import given
from hypothesis import strategies as st
from llvmlite import binding
from slimes import WEIGHTLESS, Specimen

from components.arrays import Floats
from components.softbody import Floats32, Softbody, SoftbodyParticles, SoftbodyTopology
from systems.softbody.birth import born
from systems.softbody.elastic import solve_edges, solve_volume
from systems.softbody.lanes import ROW, Lanes, Material, Scratch
from systems.softbody.momenta import damped_share, take_change
from systems.softbody.pools import lanes_of, materials, write_positions, write_velocities
from systems.softbody.tables import Meshes, meshes_of
from systems.softbody.topology import icosphere
from systems.softbody.vectors import (
    LANES,
    OVERRIDE,
    any_of,
    below,
    bits_of,
    choose,
    first_bit_of,
    lane_kernel,
    lanes_of_this_machine,
    larger,
    least_of,
    load,
    root,
    smaller,
    spread,
    store,
)

f32 = np.float32
NO_EDGES, NO_TRIANGLES = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 3), dtype=np.int64)
H = 1.0 / 60.0


@lane_kernel
def calculated(a: Floats32, b: Floats32, out: Floats32) -> bool:
    """Writes what every operation makes of two vectors, one after the other."""
    x = load(a, 0)
    y = load(b, 0)
    store(out, 0 * LANES, x + y)
    store(out, 1 * LANES, x - y)
    store(out, 2 * LANES, x * y)
    store(out, 3 * LANES, x / y)
    store(out, 4 * LANES, root(y))
    store(out, 5 * LANES, smaller(x, y))
    store(out, 6 * LANES, larger(x, y))
    store(out, 7 * LANES, choose(below(x, y), x, spread(f32(0.5))))
    store(out, 8 * LANES, x * y + y)
    return any_of(below(x, y))


@lane_kernel
def lanes_below(a: Floats32, b: Floats32) -> int:
    """Bits of the lanes in which one number is below another."""
    return bits_of(below(load(a, 0), load(b, 0)))


@given(st.integers(0, 2**LANES - 1))
def test_a_mask_has_a_bit_for_each_lane(bits: int) -> None:
    ones = np.array([1.0 if bits >> lane & 1 else 0.0 for lane in range(LANES)], f32)
    assert lanes_below(np.zeros(LANES, f32), ones) == bits


@lane_kernel
def first_below(a: Floats32, b: Floats32) -> int:
    """The first lane in which one number is below another; there must be one."""
    return first_bit_of(bits_of(below(load(a, 0), load(b, 0))))


@lane_kernel
def least_number(a: Floats32) -> np.float32:
    """The least of a vector's numbers."""
    return least_of(load(a, 0))


@given(st.integers(1, 2**LANES - 1))
def test_the_first_bit_is_that_of_the_first_lane(bits: int) -> None:
    ones = np.array([1.0 if bits >> lane & 1 else 0.0 for lane in range(LANES)], f32)
    assert first_below(np.zeros(LANES, f32), ones) == int(np.argmax(ones))


@given(st.lists(st.floats(0.0, 2.0**100, width=32), min_size=LANES, max_size=LANES))
def test_the_least_number_is_the_least(numbers: list[float]) -> None:
    assert least_number(np.array(numbers, f32)) == min(numbers)


numbers32 = st.floats(-1e6, 1e6, width=32)


@given(
    st.lists(numbers32, min_size=LANES, max_size=LANES),
    st.lists(st.floats(2.0**-20, 1e6, width=32), min_size=LANES, max_size=LANES),
)
def test_vectors_do_what_single_numbers_do(a: list[float], b: list[float]) -> None:
    x, y, out = np.array(a, f32), np.array(b, f32), np.zeros(9 * LANES, f32)
    found = calculated(x, y, out)
    rows = out.reshape(9, LANES)
    signs: tuple[Callable[[Floats32, Floats32], Floats32], ...] = (
        operator.add,
        operator.sub,
        operator.mul,
        operator.truediv,
    )
    for row, sign in zip(rows, signs, strict=False):
        np.testing.assert_array_equal(row, sign(x, y))
    np.testing.assert_array_equal(rows[4], np.sqrt(y))
    np.testing.assert_array_equal(rows[5], np.minimum(x, y))
    np.testing.assert_array_equal(rows[6], np.maximum(x, y))
    np.testing.assert_array_equal(rows[7], np.where(x < y, x, f32(0.5)))
    np.testing.assert_array_equal(rows[8], (x * y) + y)  # a product fused into the sum would differ
    assert found == bool((x < y).any())


def test_what_is_not_a_number_gives_way_to_the_second() -> None:
    x, y, out = np.full(LANES, np.nan, f32), np.ones(LANES, f32), np.zeros(9 * LANES, f32)
    assert not calculated(x, y, out)
    rows = out.reshape(9, LANES)
    np.testing.assert_array_equal(rows[5:7], 1.0)


def test_the_environment_may_ask_for_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OVERRIDE, "4")
    assert lanes_of_this_machine() == 4
    monkeypatch.setenv(OVERRIDE, "5")
    with pytest.raises(ValueError, match="SOFTSTEP_LANES must be one of"):
        lanes_of_this_machine()


def loose(positions: Floats, **options: object) -> SoftbodyParticles:
    """A body of particles on which nothing acts but what a test asks for."""
    mesh = SoftbodyTopology(positions, NO_EDGES, NO_TRIANGLES, "loose")
    particles = born(Softbody(radius=1.0, **options), np.zeros(3), topology=mesh)  # type: ignore[arg-type]
    write_positions(particles, positions)
    return particles


def scratch_of(particles: SoftbodyParticles) -> Scratch:
    size = len(particles.topology.rest_positions) * ROW
    previous, escapes, changes = (np.zeros(size + more, f32) for more in (ROW, 0, 0))
    return Scratch(previous, escapes, changes, *np.zeros((2, 1), dtype=np.int64))


def pair(compliance: float) -> Floats:
    """Ends of an edge of length 10 that began 12 long, after one solve; each end weighs 1 kg."""
    mesh = SoftbodyTopology(
        np.array([(-5.0, 0.0, 0.0), (5.0, 0.0, 0.0)]), np.array([[0, 1]]), NO_TRIANGLES, "pair"
    )
    particles = born(Softbody(radius=1.0), np.zeros(3), topology=mesh)
    write_positions(particles, np.array([(-6.0, 0.0, 0.0), (6.0, 0.0, 0.0)]))
    materials(particles.pools)[0, Material.SOFTNESS] = compliance
    solve_edges(lanes_of(particles.pools), meshes_of((mesh,)), 0, f32(H))
    return particles.positions_ws


@pytest.mark.parametrize("compliance", [0.0, 1e-4, 1e-3])
def test_one_edge(compliance: float) -> None:
    """XPBD leaves s / (2 + s) of the 2 cm, and the solver in lanes takes s for less by s / (1 + s)."""
    ends, softness = pair(compliance), compliance / H**2
    softness -= softness / (1.0 + softness)
    length = 10.0 + 2.0 * softness / (2.0 + softness)
    assert ends[1, 0] - ends[0, 0] == pytest.approx(length, abs=1e-5)
    assert ends[1, 0] + ends[0, 0] == pytest.approx(0.0, abs=1e-6)


@lane_kernel
def grow(lanes: Lanes, meshes: Meshes, scratch: Scratch, h: f32) -> None:
    """Solves the volume of the first block once, and moves its particles."""
    way = solve_volume(lanes, meshes, scratch, 0, h)
    for a in range(0, scratch.changes.shape[0], LANES):
        store(lanes.positions, a, load(lanes.positions, a) + way * load(scratch.changes, a))


TETRA = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
TETRA_FACES = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


@pytest.mark.parametrize("squash", [0.5, -0.5, 1.3])
def test_one_volume(squash: float) -> None:
    mesh = SoftbodyTopology(TETRA, NO_EDGES, TETRA_FACES, "tetra")
    particles = born(Softbody(radius=1.0, mass=4.0), np.zeros(3), topology=mesh)
    start = TETRA * (1.0, 1.0, squash)
    write_positions(particles, start)
    materials(particles.pools)[0, Material.LONGEST_MOVE] = 1e9
    exact = start.copy()
    softbody_oracle.solve_volume(exact, np.ones(4), TETRA_FACES, 1.0 / 6.0, 0.0, 0.0, 1e9, np.zeros((4, 3)))
    grow(lanes_of(particles.pools), meshes_of((mesh,)), scratch_of(particles), f32(H))
    np.testing.assert_allclose(particles.positions_ws, exact, atol=1e-5)


@lane_kernel
def take(lanes: Lanes, scratch: Scratch, count: int, h: f32) -> None:
    """Takes the change of the first block's positions, with no volume."""
    take_change(lanes, scratch, 0, count, spread(f32(0.0)), h)


@given(st.integers(0, 10**6), st.floats(0.0, 6.0))
def test_a_change_is_taken_without_its_rigid_part(seed: int, rate: float) -> None:
    chance = np.random.default_rng(seed)
    x, v, change = chance.normal(0.0, 50.0, (3, 12, 3))
    particles = loose(x, damping=rate, max_speed=1e6)
    materials(particles.pools)[0, Material.DAMPING] = rate
    pools, scratch = particles.pools, scratch_of(particles)
    write_velocities(particles, v)
    size = scratch.changes.size
    scratch.previous[:size] = pools.positions[:size]
    scratch.previous[size:] = pools.positions[:size].reshape(-1, ROW).sum(axis=0)
    pools.positions[:size] += f32(H) * pools.velocities[:size]
    pools.lane(pools.positions, 0)[:] += H * change
    take(lanes_of(pools), scratch, 12, f32(H))
    m = np.ones(12)
    wanted = v + change - softbody_oracle.rigid(x, change, m)
    share = 1.0 - np.exp(-rate * H)
    wanted += share * (softbody_oracle.rigid(x, wanted, m) - wanted)
    np.testing.assert_allclose(particles.velocities_ws, wanted, atol=0.02)


@lane_kernel
def shares(rates: Floats32, out: Floats32) -> None:
    """Damped shares of a vector of rates."""
    store(out, 0, damped_share(load(rates, 0)))


@given(st.lists(st.floats(0.0, 0.125, width=32), min_size=LANES, max_size=LANES))
def test_damping_follows_the_exponential(rates: list[float]) -> None:
    values, out = np.array(rates, f32), np.zeros(LANES, f32)
    shares(values, out)
    np.testing.assert_allclose(out, 1.0 - np.exp(-values.astype(float)), atol=4e-7)


@given(st.lists(st.floats(0.0, 1e9, width=32), min_size=LANES, max_size=LANES))
def test_damping_is_a_share(rates: list[float]) -> None:
    values, out = np.array(rates, f32), np.zeros(LANES, f32)
    shares(values, out)
    assert (out >= 0.0).all()
    assert (out <= 1.0).all()


@pytest.mark.parametrize("subdivisions", [1, 2, 3])
def test_rings_cut_in_quadrangles_have_the_volume_and_its_gradient(subdivisions: int) -> None:
    mesh = icosphere(subdivisions)
    tables = meshes_of((mesh,))
    x = np.random.default_rng(1).normal(0.0, 1.0, mesh.rest_positions.shape)
    gradients = np.zeros_like(x)
    softbody_oracle.volume_gradients(x, mesh.triangles, gradients)
    for i in range(len(x)):
        quads = tables.quads.reshape(-1, 4)[tables.quad_start[i] : tables.quad_start[i + 1]] // ROW
        a, b, c, d = x[quads].transpose(1, 0, 2)
        np.testing.assert_allclose(np.cross(c - a, d - b).sum(axis=0) / 6.0, gradients[i], atol=1e-12)


def test_triangles_know_their_neighbours() -> None:
    mesh = icosphere(1)
    tables = meshes_of((mesh,))
    for triangle, beside in zip(mesh.triangles.tolist(), tables.neighbours.tolist(), strict=True):
        for k, other in enumerate(beside):
            side = {triangle[k], triangle[(k + 1) % 3]}
            assert side < set(mesh.triangles[other].tolist())
    for particle, corner in enumerate(tables.corners.tolist()):
        assert particle in mesh.triangles[corner]


def test_a_body_of_loose_particles_flies_straight() -> None:
    positions = np.random.default_rng(2).normal(0.0, 20.0, (5, 3))
    mesh = SoftbodyTopology(positions, NO_EDGES, NO_TRIANGLES, "loose")
    body = Specimen((0.0, 0.0, 0.0), topology=mesh, radius=1.0, damping=0.0, gravity=WEIGHTLESS)
    body.v[:] = (100.0, 0.0, 50.0)
    start = body.x.copy()
    body.tick(60)
    np.testing.assert_allclose(body.x - start, np.tile((100.0, 0.0, 50.0), (5, 1)), atol=1e-3)


CROWD = """
import hashlib, numpy as np
from components.arrays import vector
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.softbody import SoftbodyShape
from components.transform import Transform, Velocity
from scenes import box, build_world
from slimes import particles_of, run_slimes, spawn_slime
from systems.softbody.vectors import LANES
from systems.structure import create
walls = [box(-900, 900, -100, 0), box(-300, -200, -100, 900), box(200, 300, -100, 900)]
build_world(walls)
options = dict(lane_locked=False, radius=40.0)
of_some = {3: dict(plasticity=5.0, yield_strain=0.02), 5: dict(substeps=12), 9: dict(sag=6.0, settle=1.0)}
slimes = [spawn_slime((-120.0 + 82.0 * (k % 4) + k % 3, 25.0 * (k % 2), 60.0 + 85.0 * (k // 4)),
          **options, **of_some.get(k, {})) for k in range(19)]
slimes.append(spawn_slime((0.0, 0.0, 600.0), subdivisions=1, radius=40.0))
slimes.append(spawn_slime((60.0, 0.0, 700.0), shape=SoftbodyShape.BOX, radius=30.0))
create(Transform(vector(0.0, 0.0, 88.0)), CapsuleCollider(), Velocity())
create(Transform(vector(100.0, 0.0, 30.0)), SphereCollider(radius=30.0, layer=Layer.TERRAIN))
create(Transform(vector(-100.0, 0.0, 20.0)), BoxCollider(vector(20.0, 20.0, 20.0), layer=Layer.TERRAIN))
run_slimes(90)
digest = hashlib.sha256()
for slime in slimes:
    for part in particles_of(slime).canonical()[2:]:
        digest.update(np.array(part).tobytes())
print(LANES, digest.hexdigest())
"""


def machine_of(lanes: int) -> dict[str, str]:
    """Lets numba write code for a processor whose registers hold so many lanes, where this one can run it.

    SSE2 for 4 lanes, AVX2 for 8; for 16, and on other kinds of processors, what this one has.
    """
    name = {4: "x86-64", 8: "haswell"}.get(lanes)
    features = binding.get_host_cpu_features()
    is_able = lanes == 4 or all(features.get(part) for part in ("avx2", "fma", "bmi", "bmi2", "movbe"))
    if name is None or platform.machine().lower() not in {"x86_64", "amd64"} or not is_able:
        return {}
    return {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}


def crowd_hash(lanes: int) -> list[str]:
    here = Path(__file__).parent
    path = os.pathsep.join((str(here), str(here.parent)))
    run = subprocess.run(  # noqa: S603 - our own interpreter and our own text
        [sys.executable, "-c", CROWD],
        env=os.environ | machine_of(lanes) | {"PYTHONPATH": path, OVERRIDE: str(lanes)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.split()


def test_every_width_and_every_instruction_set_gives_the_same_bits() -> None:
    hashes = {lanes: crowd_hash(lanes) for lanes in (16, 8, 4)}
    assert [int(hashes[lanes][0]) for lanes in hashes] == [16, 8, 4]
    assert len({digest for _, digest in hashes.values()}) == 1
