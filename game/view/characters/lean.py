"""Upper bodies that lean into what feet do: ahead when they get faster or go uphill, else back.

For looks only: what the simulation knows of a pose stays as it is.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from game.view.arrays import Floats
from game.view.characters.fitting import Fitting
from game.view.characters.turning import heading, turn_about
from game.view.scene import Figure, Scene

PER_ACCELERATION, MOST_BY_ACCELERATION = 9.0 / 900.0, 9.0
"""Lean for an acceleration [deg s²/cm], and the most that comes of it [deg]."""
PER_SLOPE, MOST_BY_SLOPE = 11.0, 7.0
"""Lean on a slope of 45 degrees, and the most that comes of slopes [deg]."""
STANDING = 60.0
"""Speed below which slopes hardly count [cm/s]."""
RATE = 11.0
"""How fast a body takes up its lean [1/s]."""
STILL = 0.05
"""What is less cannot be seen [deg]."""


@dataclass(slots=True)
class Sway:
    """How a body leans."""

    lean: float
    """Ahead [deg]."""
    velocity: Floats
    """Of the body in the tick before [cm/s], shape [3]."""


class Leans:
    """The leans of the figures of a level, tick by tick."""

    def __init__(self) -> None:
        self._sways: dict[int, Sway] = {}

    def leant(self, scene: Scene, fittings: Mapping[int, Fitting], tick_rate: float) -> Scene:
        """A scene just reached, in which figures with an upper body lean."""
        sways, figures = {}, dict(scene.figures)
        for entity, fitting in fittings.items():
            if len(fitting.upper):
                figure, old = figures[entity], self._sways.get(entity)
                sway = sways[entity] = swayed(old, figure, tick_rate)
                figures[entity] = lean_figure(figure, fitting, sway.lean)
        self._sways = sways
        return replace(scene, figures=figures)


def swayed(old: Sway | None, figure: Figure, tick_rate: float) -> Sway:
    """How a figure leans after a tick; one that is new stands straight."""
    if old is None:
        return Sway(0.0, figure.velocity)
    ahead = math.cos(math.radians(heading(figure.root_rotation)))
    acceleration = (figure.velocity - old.velocity) * tick_rate
    wanted = wanted_lean(
        ahead * float(acceleration[0]), ahead * float(figure.velocity[0]), float(figure.velocity[2])
    )
    share = 1.0 - math.exp(-RATE / tick_rate)
    return Sway(old.lean + (wanted - old.lean) * share, figure.velocity)


def wanted_lean(acceleration: float, speed: float, rise: float) -> float:
    """How far a body would lean ahead [deg] at an acceleration [cm/s²], speed and rise [cm/s]."""
    push = limited(PER_ACCELERATION * acceleration, MOST_BY_ACCELERATION)
    return push + limited(PER_SLOPE * rise / (abs(speed) + STANDING), MOST_BY_SLOPE)


def limited(value: float, most: float) -> float:
    """The nearest number between -most and most."""
    return min(max(value, -most), most)


def lean_figure(figure: Figure, fitting: Fitting, degrees: float) -> Figure:
    """A figure whose upper body is turned ahead about its waist."""
    if abs(degrees) < STILL:
        return figure
    yaw, half = math.radians(heading(figure.root_rotation)), math.radians(degrees) / 2
    turn = np.array((-math.sin(yaw) * math.sin(half), math.cos(yaw) * math.sin(half), 0.0, math.cos(half)))
    positions, rotations = figure.positions.copy(), figure.rotations.copy()
    turn_about(turn, fitting.upper, positions, rotations)
    return replace(figure, positions=positions, rotations=rotations)
