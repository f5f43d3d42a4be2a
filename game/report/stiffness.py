"""Bounds of the material: as stiff whatever substeps, mass and mesh, and the cone of friction."""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from components.arrays import Integers
from components.softbody import SoftbodyTopology
from components.terrain import Solid
from game.report.card import Bound
from game.report.lab import GRAVITY, SECOND, Lab, floor

RADIUS = 60.0
"""Of a slime under observation [cm]."""
NOTHING: Integers = np.zeros((0, 2), dtype=np.int64)
PARTICLE = SoftbodyTopology(np.zeros((1, 3)), NOTHING, np.zeros((0, 3), dtype=np.int64), "particle")


def stiffness() -> Iterator[Bound]:
    """How high a slime is at rest."""
    share = _spread({"substeps": count} for count in (8, 16, 32)) / RADIUS
    yield Bound("height at rest by 8 to 32 substeps, spread by radius", share, 0.005)
    share = _spread({"mass": mass} for mass in (0.1, 20.0, 500.0)) / RADIUS
    yield Bound("height at rest by 0.1 to 500 kg, spread by radius", share, 0.005)
    heights = [_height({"subdivisions": count}) for count in (1, 2, 3)]
    share = (max(heights) - min(heights)) / (max(heights) + min(heights))
    yield Bound("height at rest by 42 to 642 particles, off their middle", share, 0.03)


def slopes() -> Iterator[Bound]:
    """A particle on a slope a tenth of a degree below the angle of friction, and a degree above it."""
    for friction in (0.1, 0.5, 0.8):
        critical = math.degrees(math.atan(friction))
        crept, _ = _slid(critical - 0.1, friction)
        yield Bound(f"friction {friction:g}, 0.1 degrees below its angle: creep [cm]", crept, 1e-6)
        angle = math.radians(critical + 1.0)
        exact = -GRAVITY * (math.sin(angle) - friction * math.cos(angle)) * 2.0
        _, speed = _slid(critical + 1.0, friction)
        yield Bound(
            f"friction {friction:g}, 1 degree above it: speed, error", abs(speed / exact - 1.0), 0.002
        )


def _spread(settings: Iterable[dict[str, float]]) -> float:
    heights = [_height(options) for options in settings]
    return max(heights) - min(heights)


def _height(options: dict[str, float]) -> float:
    lab = Lab((0.0, 0.0, 70.0), solids=[floor()], settings=options)
    lab.tick(8 * SECOND)
    return lab.height()


def _slid(degrees: float, friction: float) -> tuple[float, float]:
    """How far a particle slides down a slope in two seconds [cm], and how fast it is then [cm/s]."""
    angle = math.radians(degrees)
    down = np.array((math.cos(angle), -math.sin(angle)))
    normal = np.array((math.sin(angle), math.cos(angle)))
    outline = np.array((-3000 * down, -3000 * down - 100 * normal, 3000 * down - 100 * normal, 3000 * down))
    ground = Solid(outline, depth=(-500.0, 500.0), friction=friction)
    lab = Lab(
        (0.0, 0.0, 0.0), solids=[ground], topology=PARTICLE, settings={"friction": friction, "damping": 0.0}
    )
    lab.tick(2 * SECOND)
    return float(lab.x()[0, [0, 2]] @ down), float(lab.v()[0, [0, 2]] @ down)
