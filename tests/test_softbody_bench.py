"""The yardsticks of the slime solver do the same work as it does."""

import numpy as np
import pytest

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyParticles
from game.bench import suite
from game.bench.plain import coloured, natural, plain_tick
from game.bench.rows import Row, Sample, Subject
from game.bench.slime_systems import apart, touching
from game.bench.slimes import MESH, RADIUS, SUBSTEPS, YARDSTICK, Crowd, resting, work_of
from game.bench.suite import PARTS, Part, measure, measure_part
from game.bench.vectorised import batches_of, vectorised_tick

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
    batches = batches_of(work)
    x = np.ascontiguousarray(resting(2).transpose(1, 2, 0), dtype=np.float32)
    v = np.zeros_like(x)
    plain_x, plain_v = resting(1).astype(np.float32), np.zeros((1, 162, 3), np.float32)
    for _ in range(20):
        vectorised_tick(x, v, batches, SUBSTEPS)
        plain_tick(plain_x, plain_v, work_of(np.concatenate(groups)), SUBSTEPS)
    np.testing.assert_array_equal(x[:, :, 0], x[:, :, 1])
    np.testing.assert_allclose(x[:, :, 0], plain_x[0], atol=0.02)
    assert strain(x[:, :, 0]) == pytest.approx(strain(plain_x[0]), rel=0.02)


def shares_a_particle(tuples: Integers) -> bool:
    return len(np.unique(tuples)) < tuples.size


def test_colours_share_no_particle_and_miss_nothing() -> None:
    for tuples in (MESH.edges, MESH.triangles):
        groups = coloured(tuples)
        assert not any(shares_a_particle(tuples[group]) for group in groups)
        assert sorted(np.concatenate(groups).tolist()) == list(range(len(tuples)))


def test_every_row_of_slimes_is_measured() -> None:
    (part,) = (part for part in PARTS if part.name == "slimes")
    rows: list[Row] = measure_part(part, rounds=1)
    names = [row.name for row in rows]
    assert len(names) == len(set(names)) == 14
    assert all(row.ms > 0.0 for row in rows)
    (yardstick,) = (row for row in rows if row.name == YARDSTICK)
    assert yardstick.ratio == 1.0
    assert yardstick.count == 300 * len(MESH.edges) * SUBSTEPS


def test_slimes_of_the_whole_tick_touch_or_not_as_they_should() -> None:
    cases = (apart(3), True, False), (apart(3, gravity=0.0), False, False), (touching(), True, True)
    for systems, stand, touch in cases:
        bodies = [body for _, (body,) in systems.simulation.entities_with(SoftbodyParticles)]
        assert not any(body.is_asleep for body in bodies)
        assert any(body.contact_entities.any() for body in bodies) is touch
        assert all(bool(body.contact_count) is stand for body in bodies)
        (sample,) = systems()
        assert sample.count == len(bodies) * len(MESH.edges) * SUBSTEPS


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that cost nothing."""

    def subject(name: str) -> Subject:
        return lambda: [Sample(f"{name} one", 1, 1.0), Sample(f"{name} two", 1, 2.0)]

    made = [
        Part(name, lambda name=name: [subject(name)], lambda row: row, 1, takes_long=name == "long")  # type: ignore[misc]
        for name in ("short", "other", "long")
    ]
    monkeypatch.setattr(suite, "PARTS", made)


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), ["short one", "short two", "other one", "other two"]),
        (("long",), ["long one", "long two"]),
        (("two",), ["short two", "other two"]),
        (("other", "long", "two"), ["other two", "long two"]),
        (("nothing",), []),
    ],
)
def test_names_choose_parts_and_rows(names: tuple[str, ...], expected: list[str]) -> None:
    assert [row.name for row in measure(names)] == expected
