"""The yardsticks: work that does not change with this project."""

from collections.abc import Iterator

import numpy as np

from game.bench.rows import Sample, timed

ARITHMETIC = "numpy arithmetic"
"""Name of the yardstick of all that computes."""

TURNS = 20
_NUMBERS = np.linspace(0.0, 1.0, 10_000)
_RESULT = np.empty_like(_NUMBERS)


def arithmetic() -> Iterator[Sample]:
    """Multiplies, adds and takes roots of numbers that fit the cache."""
    yield timed(ARITHMETIC, TURNS * len(_NUMBERS), _compute)


def _compute() -> None:
    for _ in range(TURNS):
        np.multiply(_NUMBERS, _NUMBERS, out=_RESULT)
        np.add(_RESULT, 1.0, out=_RESULT)
        np.sqrt(_RESULT, out=_RESULT)
