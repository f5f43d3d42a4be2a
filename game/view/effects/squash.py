"""How a body gives way at a landing, for looks only."""

import math

import numpy as np

from game.view.arrays import Floats
from game.view.cones.cones import END, END_RADIUS, START, START_RADIUS

HARDEST = 900.0
"""Landing speed that squashes most [cm/s]."""
MOST = 0.17
"""Share of its height that a body loses then."""
GENTLEST = 180.0
"""Landings slower than this do not show [cm/s]."""
RATE, SPRING = 9.0, 21.0
"""How fast it wears off [1/s], and how fast it springs [rad/s]."""


def squash_after(speed: float, age: float) -> float:
    """Share of its height that a body has lost so long after a landing [s]; negative when stretched."""
    if age < 0.0 or speed < GENTLEST:
        return 0.0
    hardness = min(speed / HARDEST, 1.0)
    return MOST * hardness * math.exp(-RATE * age) * math.sin(SPRING * age + 0.5)


def squash_cones(cones: Floats, share: float) -> Floats:
    """Cones of a character with a share of its height lost, its lowest point kept and its volume nearly."""
    if abs(share) < 1e-3 or not len(cones):  # noqa: PLR2004 - less cannot be seen
        return cones
    squashed = cones.copy()
    foot = min(
        float((cones[:, 2] - cones[:, START_RADIUS]).min()), float((cones[:, 6] - cones[:, END_RADIUS]).min())
    )
    middle = (*((cones[:, START] + cones[:, END]).mean(axis=0) / 2.0)[:2].tolist(), foot)
    stretch = np.array((1.0 + share / 2.0, 1.0 + share / 2.0, 1.0 - share))
    for end in (START, END):
        squashed[:, end] = middle + (cones[:, end] - middle) * stretch
    return squashed
