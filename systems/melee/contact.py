"""When a moving capsule first touches a body, and where on its surface."""

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from components.arrays import Floats, Integers
from systems.melee.capsule import Capsule
from systems.melee.closest import is_inside, nearest_on_mesh, nearest_share_to_box
from systems.overlap.shapes import Shape, surface_contact, table_of

TOUCH = 1e-3
"""Gap that counts as none [cm]."""
ADVANCES = 250
"""Steps at most toward a touch; each closes the gap as far as is safe."""


class Contact(NamedTuple):
    """Where a line is nearest to a body."""

    gap: float
    """Distance of the line from the body's surface [cm]; not positive where they meet."""
    point: Floats
    """Nearest point of the surface, world space [cm], shape [3]."""
    normal: Floats
    """Unit normal out of the body there, shape [3]."""


class Body(Protocol):
    """Anything that a line has a distance from."""

    def contact(self, segment: Floats) -> Contact:
        """Where a segment, shape [6], is nearest."""


class ShapeBody:
    """A collider: sphere, upright capsule or box."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._row = table_of([shape])[0]

    def contact(self, segment: Floats) -> Contact:
        """Where a segment is nearest."""
        share = nearest_share_to_box(segment, self._row)
        found = surface_contact(self._shape, segment[:3] + share * (segment[3:] - segment[:3]))
        return Contact(found.distance, found.point, found.normal)


class MeshBody:
    """The skin of a soft body."""

    def __init__(self, positions: Floats, triangles: Integers) -> None:
        """Takes the mesh.

        Args:
            positions: Vertices, world space [cm], shape [vertex_count, 3].
            triangles: Counter-clockwise seen from outside, shape [triangle_count, 3].
        """
        self._positions = positions
        self._triangles = triangles

    def contact(self, segment: Floats) -> Contact:
        """Where a segment is nearest; there is no gap where it crosses the skin or lies within."""
        found = np.empty(5)
        index = nearest_on_mesh(segment, self._positions, self._triangles, found)
        a, b, c = self._positions[self._triangles[index]]
        normal = np.cross(b - a, c - a)
        length = math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2)
        normal = normal / length if length > 0.0 else np.array((0.0, 0.0, 1.0))
        gap = math.sqrt(found[0])
        if gap > 0.0 and is_inside(segment[:3], self._positions, self._triangles):
            gap = -gap
        return Contact(gap, found[2:].copy(), normal)


def first_contact(
    before: Capsule | None, now: Capsule, contact: Callable[[Floats], Contact]
) -> Contact | None:
    """Where a capsule that moves from one place to another first touches a body, or None.

    Conservative advancement (Mirtich 1996): no point of the line moves faster than its faster end, so the
    gap says how far time may go on without a touch.

    Args:
        before: Where the capsule came from; None where it begins to count only now.
        now: Where it is.
        contact: The body's distance from a segment.
    """
    end = now.segment
    start = end if before is None else before.segment
    way = end - start
    speed = max(_length(way[:3]), _length(way[3:]))
    time = 0.0
    for _ in range(ADVANCES):
        found = contact(start + time * way)
        gap = found.gap - now.radius
        if gap <= TOUCH:
            return found
        if time >= 1.0 or gap > speed * (1.0 - time) + TOUCH:
            return None
        time = min(time + gap / speed, 1.0)
    return None


def _length(v: Floats) -> float:
    return math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
