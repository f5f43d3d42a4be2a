"""Platforms travel back and forth along their paths."""

from itertools import pairwise

import esper
import numpy as np

from components.arrays import Floats
from components.platform import Platform
from components.terrain import PlatformMotion
from components.transform import Transform
from systems.query import entities_with, resource


def path_length(path: Floats) -> float:
    """Length of a polyline [cm], shape [point_count, 2]."""
    return float(np.hypot(*np.diff(path, axis=0).T).sum())


def point_on_path(path: Floats, travelled: float) -> tuple[float, float]:
    """Where something is that went `travelled` [cm] back and forth along a path, shape [point_count, 2]."""
    total = path_length(path)
    left = travelled % (2.0 * total) if total > 0.0 else 0.0
    left = min(left, 2.0 * total - left)
    for start, end in pairwise(path):
        size = float(np.hypot(*(end - start)))
        if left <= size and size > 0.0:
            point = start + (end - start) * (left / size)
            return float(point[0]), float(point[1])
        left -= size
    return float(path[-1, 0]), float(path[-1, 1])


class Platforms(esper.Processor):
    """Moves platforms, and says how fast they moved during this tick."""

    def process(self, dt: float) -> None:
        """Advances every platform by one tick."""
        motion = resource(PlatformMotion)
        for _, (platform, transform) in entities_with(Platform, Transform):
            row = platform.index
            platform.travelled += platform.speed * dt
            x, z = point_on_path(platform.path, platform.travelled)
            moved = np.array((x, 0.0, z)) - motion.offset[row]
            motion.offset[row] += moved
            motion.velocity[row] = moved / dt
            transform.position += moved
