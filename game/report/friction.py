"""Bounds of friction: Coulomb's cone on slopes, and how far it lets a block slide."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from components.arrays import Integers
from components.softbody import SoftbodyShape, SoftbodyTopology
from components.terrain import Solid
from game.report.card import Bound
from game.report.lab import GRAVITY, SECOND, Lab, floor
from systems.softbody.shapes import topology_of

NOTHING: Integers = np.zeros((0, 2), dtype=np.int64)
PARTICLE = SoftbodyTopology(np.zeros((1, 3)), NOTHING, np.zeros((0, 3), dtype=np.int64), "particle")


def slopes() -> Iterator[Bound]:
    """A particle on a slope a tenth of a degree below the angle of friction, and a degree above it."""
    for friction in (0.1, 0.5, 0.8):
        critical = math.degrees(math.atan(friction))
        crept, _ = _slid(critical - 0.1, friction)
        yield Bound(f"friction {friction:g}, 0.1 degrees below its angle: creep [cm]", abs(crept), 1e-6)
        angle = math.radians(critical + 1.0)
        exact = -GRAVITY * (math.sin(angle) - friction * math.cos(angle)) * 2.0
        _, speed = _slid(critical + 1.0, friction)
        off = abs(speed / exact - 1.0)
        yield Bound(f"friction {friction:g}, 1 degree above it: speed, error", off, 0.002)


def sliding() -> Iterator[Bound]:
    """A block of 60 cm that slides: Coulomb's friction stops it after v² / 2 u g, whatever its mass."""
    block, ground = topology_of(SoftbodyShape.BOX, 2), replace(floor(), friction=0.5)
    for mass in (0.1, 20.0, 500.0):
        settings = {"radius": 30.0, "mass": mass, "compliance": 2e-5}
        lab = Lab((0.0, 0.0, 30.1), solids=[ground], topology=block, settings=settings)
        lab.tick(SECOND)
        start = lab.x()[:, 0].mean()
        lab.throw(lab.v() + np.array((300.0, 0.0, 0.0)))
        lab.tick(2 * SECOND)
        way, exact = lab.x()[:, 0].mean() - start, 300.0**2 / (2.0 * 0.5 * -GRAVITY)
        yield Bound(f"block of {mass:g} kg at 300 cm/s: way to rest, error", abs(way / exact - 1.0), 0.05)


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
