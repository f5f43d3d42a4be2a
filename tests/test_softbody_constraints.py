"""Closed forms of the XPBD constraints, worked out by hand: the float64 oracle meets them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from softbody_oracle import solve_distances, solve_volume, volume_gradients

from components.arrays import Floats
from systems.softbody.topology import icosphere, signed_volume

DT = 1.0 / 60.0
ONE_EDGE = np.array([[0, 1]])
TETRA = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
TETRA_FACES = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
numbers = st.floats(-100.0, 100.0)


def stretched(
    *,
    compliance: float = 0.0,
    weights: tuple[float, float] = (1.0, 1.0),
    sweeps: int = 1,
    forget: bool = False,
) -> tuple[Floats, Floats]:
    """Positions and multiplier of an edge of length 10 that begins 12 long."""
    positions = np.array([(0.0, 0.0, 0.0), (12.0, 0.0, 0.0)])
    multipliers = np.zeros(1)
    for _ in range(sweeps):
        if forget:
            multipliers[:] = 0.0
        solve_distances(
            positions, np.array(weights), ONE_EDGE, np.array([10.0]), multipliers, compliance / DT**2
        )
    return positions, multipliers


@pytest.mark.parametrize(
    ("compliance", "multiplier", "length"),
    [(0.0, -1.0, 10.0), (1e-4, -0.8474576, 10.3050847), (1e-3, -0.3571429, 11.2857143)],
)
def test_one_edge(compliance: float, multiplier: float, length: float) -> None:
    positions, multipliers = stretched(compliance=compliance)
    assert multipliers[0] == pytest.approx(multiplier, abs=5e-8)
    assert positions[1, 0] - positions[0, 0] == pytest.approx(length, abs=5e-8)


@pytest.mark.parametrize("sweeps", [1, 2, 3, 10, 50])
def test_the_multiplier_makes_the_number_of_sweeps_indifferent(sweeps: int) -> None:
    positions, _ = stretched(compliance=1e-3, sweeps=sweeps)
    assert positions[1, 0] - positions[0, 0] == pytest.approx(11.2857143, abs=5e-8)


@pytest.mark.parametrize(
    ("sweeps", "length"), [(1, 11.286), (2, 10.827), (3, 10.531), (4, 10.342), (5, 10.220)]
)
def test_forgetting_the_multiplier_would_stiffen_with_every_sweep(sweeps: int, length: float) -> None:
    positions, _ = stretched(compliance=1e-3, sweeps=sweeps, forget=True)
    assert positions[1, 0] - positions[0, 0] == pytest.approx(length, abs=5e-4)


def test_the_lighter_end_moves_further() -> None:
    positions, _ = stretched(weights=(1.0, 1.0 / 3.0))
    np.testing.assert_allclose(positions[:, 0], (1.5, 11.5), atol=1e-12)


def test_an_edge_without_length_stays_where_it_is() -> None:
    positions = np.ones((2, 3))
    solve_distances(positions, np.ones(2), ONE_EDGE, np.array([10.0]), np.zeros(1), 0.0)
    np.testing.assert_array_equal(positions, 1.0)


def test_ends_that_nothing_can_move_stay() -> None:
    positions, _ = stretched(weights=(0.0, 0.0))
    np.testing.assert_array_equal(positions[:, 0], (0.0, 12.0))


def squashed(share: float, *, scale: float = 1.0) -> Floats:
    positions = scale * TETRA
    positions[:, 2] *= share
    return positions


def solved(
    positions: Floats, *, compliance: float = 0.0, rest: float = 1.0 / 6.0, longest: float = math.inf
) -> float:
    """Lambda of one volume solve."""
    gradients = np.zeros((4, 3))
    a = compliance / DT**2
    return solve_volume(positions, np.ones(4), TETRA_FACES, rest, 0.0, a, longest, gradients)


def test_volume_and_gradients_of_the_corner_tetrahedron() -> None:
    gradients = np.zeros((4, 3))
    volume_gradients(TETRA, TETRA_FACES, gradients)
    assert signed_volume(TETRA, TETRA_FACES) == pytest.approx(1.0 / 6.0, abs=1e-15)
    expected = np.array([(-1, -1, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1)]) / 6.0
    np.testing.assert_allclose(gradients, expected, atol=1e-15)
    assert np.sum(gradients**2) == pytest.approx(1.0 / 6.0)


def test_volume_converges_quadratically() -> None:
    positions = squashed(0.5)
    volumes = []
    for _ in range(3):
        solved(positions)
        volumes.append(signed_volume(positions, TETRA_FACES))
    np.testing.assert_allclose(volumes, (0.1830633, 0.1670850, 0.1666670), atol=5e-8)


def test_positions_after_one_volume_solve() -> None:
    positions = squashed(0.5)
    before = positions.copy()
    assert solved(positions) == pytest.approx(1.0)
    t = 1.0 / 12.0
    expected = [(-t, -t, -2 * t), (1 + t, 0, 0), (0, 1 + t, 0), (0, 0, 2.0 / 3.0)]
    np.testing.assert_allclose(positions, expected, atol=1e-14)
    np.testing.assert_allclose((positions - before).sum(axis=0), 0.0, atol=1e-15)


def test_a_compliant_volume() -> None:
    positions = squashed(0.5)
    assert solved(positions, compliance=1e-3) == pytest.approx(0.0226244, abs=5e-8)
    assert signed_volume(positions, TETRA_FACES) == pytest.approx(0.0852267, abs=5e-8)


def test_volume_ten_times_the_size() -> None:
    positions = squashed(0.5, scale=10.0)
    gradients = np.zeros((4, 3))
    volume_gradients(10.0 * TETRA, TETRA_FACES, gradients)
    assert np.sum(gradients**2) == pytest.approx(1666.67, abs=5e-3)
    assert solved(positions, rest=1000.0 / 6.0) == pytest.approx(0.1)
    assert signed_volume(positions, TETRA_FACES) == pytest.approx(183.063, abs=5e-4)


@pytest.mark.parametrize("start", [-0.5, -0.9, -1.0, -1.1, -2.0])
def test_a_volume_turned_inside_out_comes_back(start: float) -> None:
    positions = squashed(start)
    assert signed_volume(positions, TETRA_FACES) * 6.0 == pytest.approx(start)
    for _ in range(5):
        solved(positions)
    assert signed_volume(positions, TETRA_FACES) * 6.0 == pytest.approx(1.0, abs=5e-4)


def test_no_particle_is_moved_further_than_allowed() -> None:
    positions = squashed(0.5)
    before = positions.copy()
    solved(positions, longest=0.01)
    assert np.linalg.norm(positions - before, axis=1).max() == pytest.approx(0.01)


def test_a_point_has_no_volume_gradient_and_stays() -> None:
    positions = np.zeros((4, 3))
    assert solved(positions) == 0.0
    np.testing.assert_array_equal(positions, 0.0)


@given(st.lists(numbers, min_size=12, max_size=12))
def test_the_gradient_is_the_slope_of_the_volume(values: list[float]) -> None:
    positions = np.array(values).reshape(4, 3)
    gradients = np.zeros((4, 3))
    volume_gradients(positions, TETRA_FACES, gradients)
    step = 1e-3
    for i in range(4):
        for axis in range(3):
            high, low = positions.copy(), positions.copy()
            high[i, axis] += step
            low[i, axis] -= step
            # the volume is linear in each coordinate, so the difference quotient is exact but for rounding
            slope = (signed_volume(high, TETRA_FACES) - signed_volume(low, TETRA_FACES)) / (2.0 * step)
            assert gradients[i, axis] == pytest.approx(slope, abs=1e-5)


@given(numbers, numbers, numbers)
def test_volume_is_the_same_everywhere(x: float, y: float, z: float) -> None:
    mesh = icosphere(1)
    here = signed_volume(mesh.rest_positions, mesh.triangles)
    there = signed_volume(mesh.rest_positions + 1e4 * np.array((x, y, z)), mesh.triangles)
    assert there == pytest.approx(here, rel=1e-8)


@given(st.lists(numbers, min_size=12, max_size=12), st.lists(st.floats(0.01, 10.0), min_size=4, max_size=4))
def test_constraints_keep_the_momentum(values: list[float], weights: list[float]) -> None:
    positions = np.array(values).reshape(4, 3)
    before, w = positions.copy(), np.array(weights)
    edges = np.array([(0, 1), (2, 3), (0, 2), (1, 3)])
    solve_distances(positions, w, edges, np.full(4, 5.0), np.zeros(4), 0.3)
    solve_volume(positions, w, TETRA_FACES, 10.0, 0.0, 0.1, 3.0, np.zeros((4, 3)))
    moved = (positions - before) / w[:, None]
    np.testing.assert_allclose(moved.sum(axis=0), 0.0, atol=1e-8 * (1.0 + np.abs(moved).max()))
