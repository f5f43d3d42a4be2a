"""Pushes in the overlay: impulses and hits of the last moments, and what strikes sweep over."""

from collections import deque
from typing import NamedTuple

import numpy as np

from components.attack import AttackState
from components.events import Hit, ImpulseApplied
from components.world import Events
from game.view.arrays import Floats
from game.view.debug.pens import PUSH, STRIKE, STRUCK, Pen
from game.view.debug.sketch import Sketch
from game.view.debug.space import sketch_capsules
from game.view.source import Watched, components_of, resource_or

KEPT = 64
"""Pushes remembered at most."""
SHOWN = 40
"""Ticks for which a push is shown."""
PER_SPEED = 0.2
"""Length of an arrow for a change of speed [s]."""
PER_MOMENTUM = 0.008
"""Length of an arrow for a momentum [s/kg]."""
LONGEST = 110.0
"""[cm]"""


class Push(NamedTuple):
    """Something that was pushed."""

    tick: int
    point: Floats
    """World space [cm], shape [3]."""
    way: Floats
    """The arrow that stands for it [cm], shape [3]."""
    pen: Pen


class Pushes:
    """Remembers what was pushed lately."""

    def __init__(self) -> None:
        self._kept: deque[Push] = deque(maxlen=KEPT)
        self._tick = -1

    def observe(self, simulation: Watched) -> None:
        """Takes note of a tick, once."""
        tick = simulation.tick_count
        if tick != self._tick:
            if tick < self._tick:
                self._kept.clear()
            self._tick = tick
            for event in resource_or(simulation, Events, Events()).items:
                push = _push(tick, event)
                if push is not None:
                    self._kept.append(push)

    def sketch(self, sketch: Sketch, tick: float) -> None:
        """Arrows that fade."""
        for push in self._kept:
            left = 1.0 - (tick - push.tick) / SHOWN
            length = float(np.linalg.norm(push.way))
            if 0.0 < left <= 1.0 and length > 0.0:
                pen = push.pen._replace(strength=left)
                sketch.arrows(push.point[None], push.way[None] / length, min(length, LONGEST), pen)
                sketch.dots(push.point[None], pen._replace(width=6.0))


def _push(tick: int, event: object) -> Push | None:
    if isinstance(event, ImpulseApplied):
        return Push(tick, event.point, event.normal * event.strength * PER_SPEED, PUSH)
    if isinstance(event, Hit):
        return Push(tick, event.point, event.impulse * PER_MOMENTUM, STRUCK)
    return None


def sketch_attacks(sketch: Sketch, simulation: Watched) -> None:
    """The capsule of each strike that can hit: where it is, where it was, and whom it met."""
    for state in components_of(simulation, AttackState).values():
        if state.hitting:
            starts, ends = (
                np.stack((state.start, state.start_before)),
                np.stack((state.end, state.end_before)),
            )
            sketch_capsules(sketch, starts, ends, np.full(2, state.radius), STRIKE)
            sketch.lines(starts[1:], starts[:1], STRIKE)
            sketch.lines(ends[1:], ends[:1], STRIKE)
        for hit in state.hits:
            sketch.dots(hit.point[None], STRUCK._replace(width=8.0))
