"""Platforms travel back and forth along their paths."""

import esper
import numpy as np

from components.arrays import Floats
from components.platform import Platform
from components.terrain import PlatformMotion
from components.transform import Transform
from systems.query import entities_with, resource


def path_length(path: Floats) -> float:
    """Length of a polyline [cm], shape [point_count, 2]."""
    return float(np.hypot(*(path[1:] - path[:-1]).T).sum())


def point_on_path(path: Floats, travelled: float) -> tuple[float, float]:
    """Where something is that went `travelled` [cm] back and forth along a path, shape [point_count, 2]."""
    ways = path[1:] - path[:-1]
    lengths = np.hypot(*ways.T)
    total = float(lengths.sum())
    left = travelled % (2.0 * total) if total > 0.0 else 0.0
    left = min(left, 2.0 * total - left)
    points = path.tolist()
    for (x, z), (way_x, way_z), length in zip(points, ways.tolist(), lengths.tolist(), strict=False):
        if left <= length and length > 0.0:
            share = left / length
            return x + way_x * share, z + way_z * share
        left -= length
    return points[-1][0], points[-1][1]


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
