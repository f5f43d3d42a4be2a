"""What a picture costs, in blits of its size."""

from collections.abc import Collection, Iterator

import pygame

from components.appearance import SlimeLook
from components.arrays import vector
from components.softbody import Softbody
from components.transform import Transform
from game.bench.rows import Sample, Subject, timed
from game.level.level import load_level
from game.simulation import Simulation
from game.view import View

SIZE = (1280, 720)
"""Size of the picture [px]."""
BLIT = "blit 1280x720"
"""Name of the yardstick of all that draws."""
FRAME = "frame 1280x720"
"""Name of what a whole picture costs."""
SLIME_COUNTS = (10, 30)
"""How many slimes are drawn at once."""
MOMENTS = (0.0, 0.5)
"""Shares of the way between two ticks at which each of them is drawn."""

LEVEL = "stairs"
"""What is drawn, and where slimes are put."""
PALETTES = ("mint", "pink", "amber", "blue")
LANES = (0.0, -90.0, 90.0)
"""Depths at which slimes stand [cm]."""
ROOM = (-240.0, 400.0)
"""Between which places along the level [cm]."""
SETTLING = 90
"""How long they fall and come to rest before anything is measured [ticks]."""


def slimes_name(count: int) -> str:
    """Name of what a picture with so many slimes costs."""
    return f"frame with {count} slimes"


class Drawing:
    """Pictures of a simulation, and the plainest way to fill a picture."""

    def __init__(self, simulation: Simulation, name: str = FRAME, *, hold: Collection[str] = ()) -> None:
        """Draws a simulation in which these actions are held; name is that of what it costs."""
        self._simulation, self._name, self._hold = simulation, name, hold
        self._view = View(SIZE, wait=True)
        self._source, self._target = pygame.Surface(SIZE, depth=32), pygame.Surface(SIZE, depth=32)

    def __call__(self) -> Iterator[Sample]:
        """Runs a tick that is not measured, then blits and draws twice."""
        self._simulation.tick(self._hold)
        self._view.observe(self._simulation)
        for moment in MOMENTS:
            yield timed(BLIT, 1, lambda: self._target.blit(self._source, (0, 0)))
            yield timed(self._name, 1, lambda: self._view.draw(self._target, self._simulation, moment))  # noqa: B023 - called at once


def drawings() -> list[Subject]:
    """A level through which somebody walks, and slimes in sight."""
    walk = Drawing(Simulation(load_level(LEVEL)), hold=("right",))
    return [walk, *(Drawing(with_slimes(count), slimes_name(count)) for count in SLIME_COUNTS)]


def with_slimes(count: int) -> Simulation:
    """A level with so many slimes, all of them in sight and come to rest."""
    simulation = Simulation(load_level(LEVEL))
    for entity, _ in simulation.entities_with(Softbody):
        simulation.despawn(entity)
    for number in range(count):
        simulation.spawn(*_slime(number, count))
    for _ in range(SETTLING):
        simulation.tick()
    return simulation


def _slime(number: int, count: int) -> tuple[Transform, Softbody, SlimeLook]:
    along = ROOM[0] + (ROOM[1] - ROOM[0]) * number / max(count - 1, 1)
    place = vector(along, LANES[number % len(LANES)], 45.0)
    return Transform(place), Softbody(radius=40.0, mass=20.0), SlimeLook(PALETTES[number % len(PALETTES)])
