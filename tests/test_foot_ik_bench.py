"""Feet are measured; how long they take is never asserted."""

from game.bench.feet import LEGS, STAGES, LegSolver, Walkers
from game.bench.rows import collect, rows_of


def test_every_stage_of_walkers_and_the_solver_has_a_row() -> None:
    rows = rows_of(collect([LegSolver(), Walkers(1), Walkers(3)], rounds=2, warm_up=1), lambda name: name)
    counts = {row.name: row.count for row in rows}
    assert counts[f"two-bone solve and foot rotation, {LEGS} legs"] == LEGS
    for walkers in (1, 3):
        for stage, _ in STAGES:
            assert counts[f"{stage}, {walkers} walkers"] == 2 * walkers
        assert counts[f"poses and feet, {walkers} walkers"] == 2 * walkers
    assert all(row.ms > 0.0 for row in rows)
