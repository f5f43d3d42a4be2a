"""Bounds of the material: as stiff whatever substeps, mass and mesh."""

from collections.abc import Iterable, Iterator

from game.report.card import Bound
from game.report.lab import SECOND, Lab, floor

RADIUS = 60.0
"""Of a slime under observation [cm]."""


def stiffness() -> Iterator[Bound]:
    """How high a slime is at rest."""
    share = _spread({"substeps": count} for count in (4, 8, 16, 32)) / RADIUS
    yield Bound("height at rest by 4 to 32 substeps, spread by radius", share, 0.005)
    share = _spread({"mass": mass} for mass in (0.1, 20.0, 500.0)) / RADIUS
    yield Bound("height at rest by 0.1 to 500 kg, spread by radius", share, 0.005)
    heights = [_height({"subdivisions": count}) for count in (1, 2, 3)]
    share = (max(heights) - min(heights)) / (max(heights) + min(heights))
    yield Bound("height at rest by 42 to 642 particles, off their middle", share, 0.03)


def _spread(settings: Iterable[dict[str, float]]) -> float:
    heights = [_height(options) for options in settings]
    return max(heights) - min(heights)


def _height(options: dict[str, float]) -> float:
    lab = Lab((0.0, 0.0, 70.0), solids=[floor()], settings=options)
    lab.tick(8 * SECOND)
    return lab.height()
