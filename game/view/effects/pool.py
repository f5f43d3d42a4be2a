"""Particles: a fixed number of rows, each of which says all there is to know of one from birth to end.

A particle's motion is a closed formula of its age, so nothing is stepped, any moment can be drawn, and a
new particle costs no memory: it takes the place of the oldest.
"""

from enum import IntEnum

import numpy as np

from game.view.arrays import Floats, Floats32

CAPACITY = 768
"""Particles at a time."""

BIRTH, LIFE = 0, 1
PLACE, VELOCITY = slice(2, 5), slice(5, 8)
DRAG, WEIGHT, SIZE, END_SIZE = 8, 9, 10, 11
COLOUR, STRENGTH, KIND, FLOOR = slice(12, 15), 15, 16, 17
FIELDS = 18
"""A particle is one row: birth [s] and life [s], place [cm] (3), velocity [cm/s] (3), drag [1/s], downward
acceleration [cm/s²], radius at birth and at the end [cm], red, green, blue [0, 255], strength [0, 1], kind,
height it does not fall below [cm]."""

NO_FLOOR = -1e9


class Kind(IntEnum):
    """How a particle is drawn."""

    PUFF = 0
    """A soft ball of dust."""
    SPARK = 1
    """A soft point of light."""
    DROP = 2
    """A ball of gel with a highlight."""
    RING = 3
    """A ring that lies level and grows."""
    STAR = 4
    """A point of light with four rays."""
    FLASH = 5
    """A disc of light with a hard edge that thins to a ring."""
    CRESCENT = 6
    """A sickle of light, bent the way it flies."""


class Pool:
    """Particles that are shown, or were."""

    def __init__(self) -> None:
        self.rows: Floats = np.zeros((CAPACITY, FIELDS))
        """The particles, shape [CAPACITY, FIELDS]; those without life are none."""
        self._next = 0

    def add(self, rows: Floats) -> None:
        """Adds particles, shape [count, FIELDS], in the place of the oldest."""
        rows = rows[np.isfinite(rows).all(axis=1)][:CAPACITY]
        self.rows[(self._next + np.arange(len(rows))) % CAPACITY] = rows
        self._next = (self._next + len(rows)) % CAPACITY

    def clear(self) -> None:
        """Forgets all particles."""
        self.rows[:] = 0.0
        self._next = 0

    def alive(self, time: float) -> Floats32:
        """Particles that are there at a time [s], oldest first, their birth replaced by their age."""
        ages = time - self.rows[:, BIRTH]
        shown = self.rows[(ages >= 0.0) & (ages < self.rows[:, LIFE])]
        shown = shown[np.argsort(shown[:, BIRTH], kind="stable")]
        shown[:, BIRTH] = time - shown[:, BIRTH]
        return shown.astype(np.float32)
