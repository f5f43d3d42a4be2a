"""What a picture costs, in blits of its size."""

from collections.abc import Iterator

import pygame

from game.bench.rows import Sample, timed
from game.simulation import Simulation
from game.view import View

SIZE = (1280, 720)
"""Size of the picture [px]."""

BLIT = "blit 1280x720"
"""Name of the yardstick of all that draws."""

FRAME = "frame 1280x720, in blits"
"""Name of what a whole picture costs."""


class Drawing:
    """Pictures of a simulation, and the plainest way to fill a picture."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._view = View(SIZE, wait=True)
        self._source, self._target = pygame.Surface(SIZE, depth=32), pygame.Surface(SIZE, depth=32)

    def __call__(self) -> Iterator[Sample]:
        """Blits once and draws once."""
        yield timed(BLIT, 1, lambda: self._target.blit(self._source, (0, 0)))
        self._view.observe(self._simulation)
        yield timed(FRAME, 1, lambda: self._view.draw(self._target, self._simulation, 0.5))
