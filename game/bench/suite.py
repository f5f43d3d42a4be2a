"""Everything that is measured, in turns."""

from game.bench.drawing import BLIT, SLIME_COUNTS, Drawing, SlimeDrawing, is_drawn
from game.bench.feet import LegSolver, Walkers
from game.bench.reference import ARITHMETIC, arithmetic
from game.bench.rows import Row, Subject, collect, rows_of
from game.bench.simulation import Questions, Ticks

ROUNDS = 100
"""Turns of everything."""

CROWDS = (1, 100, 1000)
"""How many walkers have their feet measured."""


def measure(rounds: int = ROUNDS) -> list[Row]:
    """What things cost here: medians over rounds in which everything takes its turn.

    Drawing is compared to a blit of the same size, all else to arithmetic of numpy.
    """
    ticks = Ticks()
    subjects: list[Subject] = [
        arithmetic,
        ticks,
        Questions(ticks.simulation),
        LegSolver(),
        *(Walkers(count) for count in CROWDS),
        Drawing(ticks.simulation),
        *(SlimeDrawing(count) for count in SLIME_COUNTS),
    ]
    return rows_of(collect(subjects, rounds), yardstick)


def yardstick(name: str) -> str:
    """What a row is compared to."""
    return BLIT if is_drawn(name) else ARITHMETIC
