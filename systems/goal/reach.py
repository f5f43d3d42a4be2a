"""Whether somebody is near enough to something to take or to enter it."""

import math
from collections.abc import Iterable, Mapping

import numpy as np

from components.arrays import Floats
from components.goal import Goal, Progress
from systems.overlap.shapes import Shape


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with an Explorer needs besides it."""
    del components
    return (Progress(),)


def distance_to(shape: Shape, point: Floats) -> float:
    """Distance of a point from a shape's surface [cm]; negative within its rounding, 0 within its core."""
    away = np.maximum(np.abs(point - np.array(shape.centre)) - np.array(shape.core), 0.0)
    return math.sqrt(away[0] ** 2 + away[1] ** 2 + away[2] ** 2) - shape.radius


def enters(shape: Shape, centre: Floats, half_extents: Floats) -> bool:
    """Whether a shape reaches into a box."""
    away = np.abs(np.array(shape.centre) - centre) - np.array(shape.core) - half_extents
    beyond = np.maximum(away, 0.0)
    return math.sqrt(beyond[0] ** 2 + beyond[1] ** 2 + beyond[2] ** 2) < max(shape.radius, 1e-9)


def missing_for(goal: Goal, progress: Progress) -> int:
    """How many things a goal still asks for."""
    return max(goal.needs - progress.taken.get(goal.needs_kind, 0), 0)
