"""Momenta of a body of particles."""

import numpy as np
import pytest
import softbody_oracle
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Floats
from systems.softbody.motion import (
    add_internal_change,
    all_finite,
    fastest,
    limit_change,
    limit_mean_speed,
    total_mass,
    weighted_mean,
)
from systems.softbody.solver import damped_share


def cloud(seed: int, count: int = 12) -> tuple[Floats, Floats, Floats, Floats]:
    """Positions, velocities, changes and inverse masses of some particles."""
    chance = np.random.default_rng(seed)
    vectors = chance.normal(0.0, 50.0, (3, count, 3))
    return vectors[0], vectors[1], vectors[2], chance.uniform(0.1, 10.0, count)


def momenta(x: Floats, v: Floats, w: Floats) -> Floats:
    m = 1.0 / w[:, None]
    return np.concatenate(((m * v).sum(axis=0), (m * np.cross(x, v)).sum(axis=0)))


@given(st.integers(0, 10**6), st.floats(0.0, 1.0))
def test_no_internal_change_and_no_damping_moves_the_momenta(seed: int, damping: float) -> None:
    x, v, change, w = cloud(seed)
    before = momenta(x, v, w)
    add_internal_change(x, v, change, w, damping)
    np.testing.assert_allclose(momenta(x, v, w), before, rtol=1e-9, atol=1e-9 * np.abs(before).max())


@given(st.integers(0, 10**6), st.floats(0.0, 1.0))
def test_it_is_what_the_rigid_motions_say(seed: int, damping: float) -> None:
    x, v, change, w = cloud(seed)
    m = 1.0 / w
    wanted = v + change - softbody_oracle.rigid(x, change, m)
    wanted += damping * (softbody_oracle.rigid(x, wanted, m) - wanted)
    add_internal_change(x, v, change, w, damping)
    np.testing.assert_allclose(v, wanted, rtol=1e-8, atol=1e-8)


def test_full_damping_leaves_a_rigid_motion_and_does_not_touch_one() -> None:
    x, _, _, w = cloud(3)
    rigid = np.array((10.0, 20.0, 30.0)) + np.cross(np.array((1.0, 2.0, 3.0)), x)
    v = rigid.copy()
    add_internal_change(x, v, np.zeros_like(v), w, 1.0)
    np.testing.assert_allclose(v, rigid, atol=1e-9)


@pytest.mark.parametrize("shape", ["line", "point"])
def test_a_line_and_a_point_give_no_nonsense(shape: str) -> None:
    x, v, change, w = cloud(4)
    x[:, 1:] = 0.0
    if shape == "point":
        x[:] = 7.0
    before = momenta(x, v, w)[:3]
    add_internal_change(x, v, change, w, 0.01)
    assert all_finite(v)
    np.testing.assert_allclose(momenta(x, v, w)[:3], before, rtol=1e-9)


def test_the_mean_is_by_mass() -> None:
    vectors = np.array([(0.0, 0.0, 0.0), (4.0, 8.0, -4.0)])
    assert weighted_mean(vectors, np.array([1.0, 1.0 / 3.0])) == pytest.approx((3.0, 6.0, -3.0))
    assert total_mass(np.array([1.0, 1.0 / 3.0])) == pytest.approx(4.0)


def test_a_fast_body_is_slowed_as_a_whole() -> None:
    velocities = np.array([(400.0, 0.0, 10.0), (400.0, 0.0, -10.0)])
    limit_mean_speed(velocities, np.ones(2), 300.0)
    np.testing.assert_allclose(velocities, [(300.0, 0.0, 10.0), (300.0, 0.0, -10.0)])
    limit_mean_speed(velocities, np.ones(2), 300.0)
    np.testing.assert_allclose(velocities, [(300.0, 0.0, 10.0), (300.0, 0.0, -10.0)])


def test_a_change_may_not_make_a_particle_faster_than_allowed() -> None:
    velocities = np.array([(100.0, 0.0, 0.0), (100.0, 0.0, 0.0)])
    change = np.array([(200.0, 400.0, 0.0), (50.0, 0.0, 0.0)])
    limit_change(velocities, change, 250.0)
    np.testing.assert_allclose(velocities[0] + change[0], (150.0, 200.0, 0.0))
    np.testing.assert_array_equal(change[1], (50.0, 0.0, 0.0))
    assert fastest(velocities + change) == pytest.approx(250.0)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_found(bad: float) -> None:
    values = np.zeros((5, 3))
    assert all_finite(values)
    values[4, 2] = bad
    assert not all_finite(values)


@pytest.mark.parametrize(("rate", "tolerance"), [(0.0, 0.0), (0.001, 1e-13), (0.01, 1e-12), (0.1, 1e-7)])
def test_damping_follows_the_exponential(rate: float, tolerance: float) -> None:
    assert damped_share(rate) == pytest.approx(1.0 - np.exp(-rate), abs=tolerance)


@given(st.floats(0.0, 1e9))
def test_damping_is_a_share(rate: float) -> None:
    assert 0.0 <= damped_share(rate) <= 1.0
