"""Ledges that one jumps onto from below hide whoever stands under them, even what of him is inside or above.

One-way ledges let bodies through, so a head may be where the ledge is. As long as its feet are far below,
the ledge counts as nearer than all of the body.
"""

from collections.abc import Sequence

import numpy as np

from components.terrain import Solid
from game.view.arrays import FAR, Floats, Floats32, single
from game.view.kernel import drawing_kernel
from game.view.projection import Lens, Projection, seen_point
from game.view.terrain.sprites import uncover

GROWTH = 45.0
"""How high what grows on a ledge is [cm]."""
ASIDE = 12.0
"""How far beside a ledge somebody is still under it [cm]."""
UNDER = 60.0
"""Whose feet are less far below a ledge's top comes through it [cm]."""
TALLEST = 220.0
"""Nobody's head is higher above his feet [cm]."""
NEAREST = single(-FAR)
"""Depth nearer than everything [cm]."""
HALF, SLACK = single(0.5), single(2.0)


class Ledges:
    """The one-way ledges of a level that do not move."""

    def __init__(self, solids: Sequence[Solid], projection: Projection) -> None:
        self._projection = projection
        still = [solid for solid in solids if solid.one_way and solid.platform < 0]
        self._boxes = np.array([_box(solid) for solid in still]).reshape(-1, 6)

    def over(self, feet: Floats) -> Floats:
        """Boxes of the ledges over somebody whose feet are there [cm], shape [count, 6]."""
        x, y, z = feet.tolist()
        low, high = self._boxes[:, :3], self._boxes[:, 3:]
        beside = (np.abs((low[:, 0] + high[:, 0]) / 2 - x) < (high[:, 0] - low[:, 0]) / 2 + ASIDE) & (
            (low[:, 1] <= y) & (y <= high[:, 1])
        )
        above = (high[:, 2] > z + UNDER) & (low[:, 2] < z + TALLEST)
        over: Floats = self._boxes[beside & above]
        return over


class BroughtForward:
    """Ledges that count as nearer than everything, until that is taken back."""

    def __init__(self, ring: Floats32, lens: Lens, size: tuple[int, int]) -> None:
        self._ring, self._lens, self._size = ring, lens, size
        self._covered: list[tuple[tuple[int, int], Floats32]] = []

    def bring(self, box: Floats, projection: Projection) -> None:
        """Brings a ledge forward; box holds its lowest and highest corner [cm]."""
        corners = np.array(
            [[box[axis + 3 * (corner >> axis & 1)] for axis in range(3)] for corner in range(8)]
        )
        corners[:, 2] += np.where(corners[:, 2] == box[5], GROWTH, 0.0)
        plane = projection.project(corners)[:, :2]
        first, last = np.floor(plane.min(axis=0)).astype(int), np.ceil(plane.max(axis=0)).astype(int)
        place = int(first[0]), int(first[1])
        covered = np.empty((int(last[1] - first[1]), int(last[0] - first[0])), dtype=np.float32)
        bring_forward(self._ring, self._lens, covered, place, self._size, box.astype(np.float32))
        self._covered.append((place, covered))

    def take_back(self) -> None:
        """Gives the depth back what it held."""
        corner = self._lens.left, self._lens.top
        for place, covered in reversed(self._covered):
            uncover(self._ring, covered, place, corner, self._size)


def _box(solid: Solid) -> list[float]:
    (x_low, z_low), (x_high, z_high) = solid.outline.min(axis=0), solid.outline.max(axis=0)
    return [x_low, solid.depth[0], z_low, x_high, solid.depth[1], z_high]


@drawing_kernel
def bring_forward(
    ring: Floats32,
    lens: Lens,
    covered: Floats32,
    place: tuple[int, int],
    size: tuple[int, int],
    box: Floats32,
) -> None:
    """Makes what is seen of a box, and grows on it, nearer than everything; keeps the depth it had."""
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    top = box[5] + single(GROWTH)
    for v in range(max(place[1], lens.top), min(place[1] + covered.shape[0], lens.top + size[0])):
        for u in range(max(place[0], lens.left), min(place[0] + covered.shape[1], lens.left + size[1])):
            depth = ring[v & rows, u & columns]
            covered[v - place[1], u - place[0]] = depth
            column, row = single(u - lens.left) + HALF, single(v - lens.top) + HALF
            x, y, z = seen_point(lens, column, row, depth)
            inside_x, inside_y = box[0] - SLACK < x < box[3] + SLACK, box[1] - SLACK < y < box[4] + SLACK
            if inside_x and inside_y and box[2] - SLACK < z < top:
                ring[v & rows, u & columns] = NEAREST
