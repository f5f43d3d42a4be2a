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
ASIDE = 0.12
"""How much it hangs behind the body."""
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
    stream = min(1.0, LEAST_STREAM + math.hypot(velocity[0], velocity[2]) / FULL_STREAM)
    away = backward * 120.0 - velocity
    away = away / max(float(np.linalg.norm(away)), 1.0)
    number = np.arange(tail.segments)
    along = number / tail.segments
    wave = np.sin(number * 0.9 - time * 9.0) * (0.12 + 0.5 * along) * (0.25 + 0.75 * stream)
    ways = np.empty((tail.segments, 3))
    ways[:, 0] = away[0] * stream - away[2] * wave
    ways[:, 1] = away[1] * stream + ASIDE
    ways[:, 2] = away[2] * stream - (1.0 - stream) * (0.5 + 1.6 * along) + abs(away[0]) * wave
    lengths = np.sqrt((ways * ways).sum(axis=1, keepdims=True))
    ways *= tail.length / tail.segments / np.maximum(lengths, 0.3)
    cones = np.zeros((tail.segments, FIELDS))
    cones[:, END] = root + np.cumsum(ways, axis=0)
    cones[0, START], cones[1:, START] = root, cones[:-1, END]
    slimming = (tail.radii[1] - tail.radii[0]) / tail.segments
    cones[:, START_RADIUS] = tail.radii[0] + slimming * number
    cones[:, END_RADIUS] = cones[:, START_RADIUS] + slimming
    cones[:, COLOUR], cones[:, INK] = colours[number % len(colours)], OUTLINE
    return cones
