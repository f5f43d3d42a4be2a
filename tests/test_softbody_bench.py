"""The yardsticks of the slime solver do the same work as it does."""

import numpy as np
import pytest

from components.arrays import Floats, Integers
from components.softbody import Floats32
from game.bench.plain import coloured, natural, numpy_tick, plain_tick
from game.bench.rows import Row
from game.bench.slimes import CROWD, MESH, RADIUS, SUBSTEPS, Crowd, measure_slimes, resting, work_of

TICKS = 120


def strain(x: Floats | Floats32) -> float:
    """Mean of how far edges are from their length, as a share of it."""
    ends = x[MESH.edges]
    rest = MESH.rest_positions[MESH.edges] * RADIUS
    ratios = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / np.linalg.norm(rest[:, 1] - rest[:, 0], axis=1)
    return float(np.abs(ratios - 1.0).mean())


def test_each_does_what_the_lanes_do() -> None:
    crowd = Crowd(1)
    for _ in range(TICKS):
        crowd.tick()
    lanes = crowd.bodies[0].positions_ws
    orders = (natural(MESH.edges), np.concatenate(coloured(MESH.edges)), np.arange(len(MESH.edges)))
    for order in orders:
        x, v = resting(1).astype(np.float32), np.zeros((1, 162, 3), np.float32)
        for _ in range(TICKS + 60):
            plain_tick(x, v, work_of(order), SUBSTEPS)
        assert strain(x[0]) == pytest.approx(strain(lanes), rel=0.03)
        assert np.ptp(x[0, :, 2]) == pytest.approx(np.ptp(lanes[:, 2]), abs=0.5)


def test_numpy_does_it_too() -> None:
    work, groups = work_of(np.arange(len(MESH.edges))), coloured(MESH.edges)
    x = np.ascontiguousarray(resting(2).transpose(1, 2, 0), dtype=np.float32)
    v = np.zeros_like(x)
    plain_x, plain_v = resting(1).astype(np.float32), np.zeros((1, 162, 3), np.float32)
    for _ in range(20):
        x, v = numpy_tick(x, v, work, groups, SUBSTEPS)
        plain_tick(plain_x, plain_v, work_of(np.concatenate(groups)), SUBSTEPS)
    np.testing.assert_allclose(x[:, :, 0], x[:, :, 1], atol=1e-3)
    assert strain(x[:, :, 0]) == pytest.approx(strain(plain_x[0]), rel=0.02)


def shares_a_particle(edges: Integers) -> bool:
    return len(np.unique(edges)) < edges.size


def test_colours_share_no_particle_and_miss_no_edge() -> None:
    groups = coloured(MESH.edges)
    assert not any(shares_a_particle(MESH.edges[group]) for group in groups)
    assert sorted(np.concatenate(groups).tolist()) == list(range(len(MESH.edges)))


def test_every_row_is_measured() -> None:
    rows: list[Row] = measure_slimes(1, (1, CROWD))
    names = [row.name for row in rows]
    assert len(names) == len(set(names)) == 8
    assert all(row.ms > 0.0 for row in rows)
