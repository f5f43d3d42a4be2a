"""Lines in the world, gathered first and drawn at once."""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats, Floats32, Pixels, single
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Projection


class Pen(NamedTuple):
    """How lines are drawn."""

    red: int
    green: int
    blue: int
    strength: float = 1.0
    """[0, 1]"""
    width: float = 1.0
    """[px]"""


HALF, ONE, ZERO = single(0.5), single(1.0), single(0.0)
SHORT = single(1e-6)
CIRCLE = 28
"""Sides of a circle."""
END_ON = 0.99
"""Y of a direction that leads straight to or from the viewer."""
ARROW_HEAD = 0.22
"""Length of an arrow's head as a share of its length."""


class Sketch:
    """Gathers lines between world points [cm]."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._lines: list[Floats] = []
        self._pens: list[tuple[Pen, int]] = []

    def lines(self, starts: Floats, ends: Floats, pen: Pen) -> None:
        """Lines from points to points, shape [count, 3] each."""
        if len(starts):
            self._lines.append(np.stack((starts, ends), axis=1))
            self._pens.append((pen, len(starts)))

    def loop(self, points: Floats, pen: Pen) -> None:
        """A closed line through points, shape [count, 3]."""
        self.lines(points, np.roll(points, -1, axis=0), pen)

    def dots(self, points: Floats, pen: Pen) -> None:
        """Dots as wide as the pen, shape [count, 3]."""
        self.lines(points, points, pen)

    def circle(self, centre: Floats, radius: float, pen: Pen) -> None:
        """A sphere's outline as the viewer sees it."""
        turns = np.arange(CIRCLE) * (math.tau / CIRCLE)
        right, up = self._across()
        ring = np.cos(turns)[:, None] * right + np.sin(turns)[:, None] * up
        self.loop(centre + radius * ring, pen)

    def flat_circle(self, centre: Floats, radius: float, pen: Pen) -> None:
        """A circle that lies level."""
        turns = np.arange(CIRCLE) * (math.tau / CIRCLE)
        ring = np.stack((np.cos(turns), np.sin(turns), np.zeros(CIRCLE)), axis=-1)
        self.loop(centre + radius * ring, pen)

    def arrows(self, starts: Floats, directions: Floats, length: float, pen: Pen) -> None:
        """Arrows along unit directions [cm], shape [count, 3] each."""
        ends, (right, _) = starts + directions * length, self._across()
        self.lines(starts, ends, pen)
        aside = np.cross(directions, (0.0, 1.0, 0.0))
        aside = np.where(np.abs(directions[:, 1:2]) < END_ON, aside, right)
        for sign in (-1.0, 1.0):
            self.lines(ends, ends - (directions - 0.6 * sign * aside) * length * ARROW_HEAD, pen)

    def draw(self, frame: Pixels, left: int, top: int) -> None:
        """Draws everything onto a frame whose upper left corner is (left, top) on the plane [px]."""
        if self._lines:
            plane = self._projection.project(np.concatenate(self._lines))[..., :2] - (left, top)
            counts = [count for _, count in self._pens]
            pens = np.repeat(np.array([pen for pen, _ in self._pens], dtype=np.float32), counts, axis=0)
            finite = np.isfinite(plane).all(axis=(1, 2)) & (np.abs(plane) < FAR_OUT).all(axis=(1, 2))
            draw_lines(frame, plane[finite].reshape(-1, 4).astype(np.float32), pens[finite])

    def _across(self) -> tuple[Floats, Floats]:
        """Vectors in the lane that look 1 long on the picture to the right and upward."""
        return np.array((1.0, 0.0, 0.0)), np.array((0.0, 0.0, 1.0 / self._projection.cosine))


FAR_OUT = 1e5
"""Lines that lead farther out of the frame are left out [px]."""


@drawing_kernel
def draw_lines(frame: Pixels, lines: Floats32, pens: Floats32) -> None:
    """Draws smooth lines, shape [count, 4] from column, row to column, row, with pens of shape [count, 5]."""
    for line in range(lines.shape[0]):
        draw_line(frame, lines[line], pens[line])


@drawing_kernel
def draw_line(frame: Pixels, line: Floats32, pen: Floats32) -> None:
    """Draws one smooth line with round ends, by steps along its longer extent."""
    height, width = frame.shape
    ax, ay, way_x, way_y = line[0], line[1], line[2] - line[0], line[3] - line[1]
    length = way_x * way_x + way_y * way_y + SHORT
    half, steep = pen[4] * HALF, abs(way_y) > abs(way_x)
    reach = int(half * single(1.5)) + 2
    start, extent = (ay, way_y) if steep else (ax, way_x)
    slope = (way_x / way_y if steep else way_y / way_x) if abs(extent) > SHORT else ZERO
    low, high = min(start, start + extent) - half - ONE, max(start, start + extent) + half + ONE
    for step in range(max(int(low), 0), min(int(high) + 1, height if steep else width)):
        along = min(max(single(step) + HALF, min(start, start + extent)), max(start, start + extent))
        middle = int((ax if steep else ay) + (along - start) * slope)
        for across in range(max(middle - reach, 0), min(middle + reach + 1, width if steep else height)):
            x, y = (across, step) if steep else (step, across)
            to_x, to_y = single(x) + HALF - ax, single(y) + HALF - ay
            share = min(max((to_x * way_x + to_y * way_y) / length, ZERO), ONE)
            off_x, off_y = to_x - share * way_x, to_y - share * way_y
            cover = min(half + HALF - math.sqrt(off_x * off_x + off_y * off_y), ONE) * pen[3]
            if cover > ZERO:
                frame[y, x] = mixed(frame[y, x], pen, cover)


@drawing_kernel
def mixed(pixel: int, pen: Floats32, cover: float) -> int:
    """A pixel with a share of a pen's colour."""
    red, green, blue = unpack(pixel)
    return pack(
        red + (pen[0] - red) * cover, green + (pen[1] - green) * cover, blue + (pen[2] - blue) * cover
    )
