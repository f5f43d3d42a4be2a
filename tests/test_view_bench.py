"""What is drawn when drawing is measured. What it takes is for `bench` to say."""

import numpy as np
import pytest

from components.softbody import SoftbodyParticles
from game.bench.drawing import BLIT, FRAME, SLIME_COUNTS, Drawing, drawings, slimes_name, with_slimes
from game.bench.rows import collect, rows_of
from game.bench.suite import PARTS


def test_both_counts_of_the_budget_are_drawn_in_blits_of_the_same_run() -> None:
    assert SLIME_COUNTS == (10, 30)
    (part,) = (part for part in PARTS if part.subjects is drawings)
    rows = {row.name: row for row in rows_of(collect(drawings(), 1, warm_up=0), part.yardstick)}
    assert set(rows) == {BLIT, FRAME, slimes_name(10), slimes_name(30)}
    for name in (FRAME, slimes_name(10), slimes_name(30)):
        assert rows[name].ratio == pytest.approx(rows[name].ms / rows[BLIT].ms)


def test_as_many_slimes_as_asked_for_stand_in_sight() -> None:
    simulation = with_slimes(30)
    bodies = [particles.positions_ws for _, (particles,) in simulation.entities_with(SoftbodyParticles)]
    middles = np.array([body.mean(axis=0) for body in bodies])
    assert len(middles) == 30
    assert np.abs(middles[:, 0]).max() < 640.0 / 0.84, "half the picture's width at 0.84 px/cm"
    assert middles[:, 2].min() > 0.0, "nobody fell off the ground at 0"


def test_a_hundred_rounds_make_medians_of_two_hundred_pictures() -> None:
    samples = list(Drawing(with_slimes(10))())
    assert [sample.name for sample in samples] == [BLIT, FRAME] * 2
