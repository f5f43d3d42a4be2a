"""The bounds below what float32 can hold bind the plain float64 solver, whose answer the lanes must give."""

from dataclasses import replace

import numpy as np
import pytest
from softbody_oracle import OracleBody, oracle_tick, solve_distances

from components.arrays import Floats
from systems.softbody.topology import icosphere, signed_volume

DT = 1.0 / 60.0
GRAVITY = np.array((0.0, 0.0, -980.0))
NOTHING = np.zeros(3)
MESH = icosphere(1)
RADIUS = 60.0
FAR_UP = np.array((0.0, 0.0, 2000.0))
"""Where no floor is met [cm]."""


def ball(centre: tuple[float, float, float] = (0.0, 0.0, 0.0), **options: float) -> OracleBody:
    """A slime of 42 particles and 20 kg."""
    shape = MESH.rest_positions * RADIUS
    ends = shape[MESH.edges]
    return OracleBody(
        shape + centre,
        np.zeros_like(shape),
        np.full(len(shape), 20.0 / len(shape)),
        MESH.edges,
        np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1),
        MESH.triangles,
        signed_volume(shape, MESH.triangles),
        **options,  # type: ignore[arg-type]
    )


def run(body: OracleBody, ticks: int, gravity: Floats = GRAVITY) -> OracleBody:
    """Runs ticks."""
    for _ in range(ticks):
        oracle_tick(body, gravity, DT)
    return body


def momenta(body: OracleBody) -> tuple[Floats, Floats]:
    """Momentum, and angular momentum about the centroid."""
    arms = body.x - np.average(body.x, axis=0, weights=body.m)
    return body.m @ body.v, body.m @ np.cross(arms, body.v)


def test_free_fall_is_the_sum_of_its_steps() -> None:
    body = ball((0.0, 0.0, 1000.0))
    shape = body.x - (0.0, 0.0, 1000.0)
    run(body, 60)
    h, count = DT / 8, 480
    fallen = 980.0 * h * h * count * (count + 1) / 2.0
    assert 1000.0 - body.x[:, 2].mean() == pytest.approx(fallen, rel=1e-8)
    assert np.abs(body.x - body.x.mean(axis=0) - shape).max() < 1e-9


def test_momenta_are_kept() -> None:
    body = ball()
    body.x *= (1.0, 1.2, 0.7)
    body.v += np.cross((0.5, 3.0, -1.0), body.x)
    body.v += (100.0, 30.0, -20.0)
    body.x += FAR_UP
    linear, angular = momenta(body)
    run(body, 120, NOTHING)
    after, turned = momenta(body)
    assert np.linalg.norm(after - linear) < 1e-12 * np.linalg.norm(linear)
    assert np.linalg.norm(turned - angular) < 1e-6 * np.linalg.norm(angular)


def test_springing_back_from_rest_makes_no_ghost_spin() -> None:
    body = ball()
    body.x[:, 2] *= 0.5
    body.x += FAR_UP
    run(body, 60, NOTHING)
    inertia = 20.0 * RADIUS**2 * 2.0 / 3.0
    assert np.abs(momenta(body)[1]).max() / inertia < 1e-8


@pytest.mark.parametrize("mass", [0.1, 500.0])
def test_a_resting_body_is_not_in_the_ground(mass: float) -> None:
    body = ball((0.0, 0.0, 62.0))
    body.m *= mass / 20.0
    for _ in range(90):
        run(body, 1)
        assert body.x[:, 2].min() > -1e-6
    assert body.x[:, 2].min() < 1e-6


def thrown() -> OracleBody:
    """A slime that lands askew."""
    body = ball((0.0, 0.0, 62.0))
    body.v += (150.0, 40.0, -200.0)
    return body


def test_moved_turned_or_mirrored_it_does_the_same() -> None:
    plain = run(thrown(), 60)
    assert plain.x[:, 2].min() < 1e-6  # it did land
    angle = 0.7
    turn = np.array(
        ((np.cos(angle), -np.sin(angle), 0.0), (np.sin(angle), np.cos(angle), 0.0), (0.0, 0.0, 1.0))
    )
    mirror = np.diag((-1.0, 1.0, 1.0))
    for change in (turn, mirror):
        body = thrown()
        faces = body.triangles if np.linalg.det(change) > 0.0 else body.triangles[:, ::-1]
        body = replace(body, x=body.x @ change.T, v=body.v @ change.T, triangles=faces)
        np.testing.assert_allclose(run(body, 60).x, plain.x @ change.T, atol=1e-9)
    body = thrown()
    body.x += (4096.0, -64.0, 0.0)
    np.testing.assert_allclose(run(body, 60).x - (4096.0, -64.0, 0.0), plain.x, atol=1e-8)


def spring(compliance: float, mass: float, stretch: float) -> tuple[Floats, Floats]:
    """Two equal masses on a spring of 10 cm that is stretched: positions and inverse masses."""
    half = 5.0 + stretch / 2.0
    assert compliance > 0.0
    return np.array(((-half, 0.0, 0.0), (half, 0.0, 0.0))), np.full(2, 1.0 / mass)


@pytest.mark.parametrize("substeps", [4, 8, 16])
def test_two_masses_on_a_spring_swing_in_their_period(substeps: int) -> None:
    """T = 2 pi sqrt(compliance m / 2); and the method itself damps as implicit Euler steps do.

    Those divide the amplitude by sqrt(1 + w² h²) each.
    """
    mass, period = 2.0, 0.5
    compliance = (period / (2.0 * np.pi)) ** 2 * 2.0 / mass
    x, w = spring(compliance, mass, 2.0)
    v, h = np.zeros_like(x), DT / substeps
    edges, lengths = np.array(((0, 1),)), np.array((10.0,))
    lows, before, falling = [], 2.0, True
    amplitudes = []
    for step in range(int(3.2 / h)):
        old, moved = x.copy(), x + h * v
        solve_distances(moved, w, edges, lengths, np.zeros(1), compliance / h**2)
        x, v = moved, (moved - old) / h
        now = float(x[1, 0] - x[0, 0]) - 10.0
        if falling and now > before:
            lows.append(step * h)
            amplitudes.append(-before)
        falling, before = now < before, now
    periods = np.diff(lows)
    assert periods.mean() == pytest.approx(period, rel=0.01)
    at_three_seconds = np.interp(3.0, lows, amplitudes) / 2.0
    turn = 2.0 * np.pi / period * h
    assert at_three_seconds == pytest.approx((1.0 + turn**2) ** (-0.5 * 3.0 / h), abs=0.05)


def test_twice_the_load_stretches_twice_as_far() -> None:
    """A mass that hangs on a spring from one that nothing moves, until damping has brought it to rest."""
    stretches = []
    for load in (1.0, 2.0):
        x, w = spring(1e-3, load, 0.0)
        w[0], v, h = 0.0, np.zeros_like(x), DT / 8
        for _ in range(8 * 600):
            v[1, 0] += 980.0 * h
            old, moved = x.copy(), x + h * v
            solve_distances(moved, w, np.array(((0, 1),)), np.array((10.0,)), np.zeros(1), 1e-3 / h**2)
            x, v = moved, (moved - old) / h * 0.98
        stretches.append(float(x[1, 0] - x[0, 0]) - 10.0)
    assert stretches[0] == pytest.approx(980.0 * 1e-3, rel=0.02)  # compliance times weight
    assert stretches[1] == pytest.approx(2.0 * stretches[0], rel=0.02)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)])
def test_the_order_of_nodes_does_not_matter_to_a_mirrored_tetrahedron(order: tuple[int, ...]) -> None:
    corners = np.array(((0.0, 0.0, 0.0), (60.0, 0.0, 0.0), (0.0, 60.0, 0.0), (0.0, 0.0, 60.0)))
    faces = np.array(((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
    place = np.array(order)
    x = np.empty_like(corners)
    x[place] = corners
    edges = np.array([(a, b) for a in range(4) for b in range(a + 1, 4)])
    ends = x[edges]
    body = OracleBody(
        x.copy(),
        np.zeros_like(x),
        np.full(4, 5.0),
        edges,
        np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1),
        place[faces],
        36000.0,
    )
    body.x[:, 2] *= -1.0
    body.x += FAR_UP
    run(body, 60, NOTHING)
    a, b, c = (body.x[body.triangles[:, k]] - body.x[0] for k in range(3))
    volume = float(np.sum(a * np.cross(b, c))) / 6.0
    assert volume == pytest.approx(36000.0, rel=0.01)
