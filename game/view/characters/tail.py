"""Cloth that trails behind a character, as a function of its speed and of time."""

import math

import numpy as np

from game.view.arrays import Floats
from game.view.characters.outfit import Tail
from game.view.cones.cones import COLOUR, END, END_RADIUS, FIELDS, INK, START, START_RADIUS

FULL_STREAM = 300.0
"""Speed at which cloth stands out straight [cm/s]."""
LEAST_STREAM = 0.12
"""How much it stands out at rest."""
OUTLINE = 1.2


def tail_cones(
    tail: Tail, colours: Floats, root: Floats, backward: Floats, velocity: Floats, time: float
) -> Floats:
    """Cones of a strip from its root [cm], shape [segment_count, FIELDS].

    Args:
        tail: The strip.
        colours: Its colours in turn, shape [colour_count, 3].
        root: Where it is tied, world space [cm], shape [3].
        backward: Unit vector away from where the body looks, shape [3].
        velocity: Velocity of the body, smoothed [cm/s], shape [3].
        time: Time that has passed [s].
    """
    stream = min(1.0, LEAST_STREAM + float(np.hypot(velocity[0], velocity[2])) / FULL_STREAM)
    away = backward * 120.0 - velocity
    away = away / max(float(np.linalg.norm(away)), 1.0)
    step = tail.length / tail.segments
    points = [root]
    for number in range(tail.segments):
        along = number / tail.segments
        droop = (1.0 - stream) * (0.5 + 1.6 * along)
        wave = math.sin(number * 0.9 - time * 9.0) * (0.12 + 0.5 * along) * (0.25 + 0.75 * stream)
        way = away * stream + np.array((0.0, 0.12, -droop)) + np.array((-away[2], 0.0, abs(away[0]))) * wave
        points.append(points[-1] + way * (step / max(float(np.linalg.norm(way)), 0.3)))
    cones = np.zeros((tail.segments, FIELDS))
    radii = np.linspace(*tail.radii, tail.segments + 1)
    cones[:, START], cones[:, END] = points[:-1], points[1:]
    cones[:, START_RADIUS], cones[:, END_RADIUS] = radii[:-1], radii[1:]
    cones[:, COLOUR], cones[:, INK] = colours[np.arange(tail.segments) % len(colours)], OUTLINE
    return cones
