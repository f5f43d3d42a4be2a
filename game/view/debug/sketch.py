"""Lines in the world, gathered first and drawn at once."""

import math

import numpy as np

from game.view.arrays import Floats, Floats32, Pixels, single, word
from game.view.debug.pens import Pen
from game.view.kernel import lean_drawing_kernel
from game.view.pixels import OPAQUE
from game.view.projection import Lens, Projection

HALF, ONE, ZERO = single(0.5), single(1.0), single(0.0)
OUTER, INNER = word(0xFF00FF), word(0x00FF00)
"""Red and blue of a pixel, and its green."""
SHORT = single(1e-6)
CIRCLE = 28
"""Sides of a circle."""
END_ON = 0.99
"""Y of a direction that leads straight to or from the viewer."""
ARROW_HEAD = 0.22
"""Length of an arrow's head as a share of its length."""


TURNS = np.arange(CIRCLE + 1) * (math.tau / CIRCLE)
ROUND, LEVEL_ROUND = (
    np.stack((np.cos(TURNS), np.zeros(CIRCLE + 1), np.sin(TURNS)), axis=-1),
    np.stack((np.cos(TURNS), np.sin(TURNS), np.zeros(CIRCLE + 1)), axis=-1),
)
"""Circles of radius 1 that stand up and that lie level, shape [CIRCLE + 1, 3]."""


class Sketch:
    """Gathers lines between world points [cm]."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._lines: list[Floats] = []
        self._pens: list[Floats32] = []

    def lines(self, starts: Floats, ends: Floats, pen: Pen) -> None:
        """Lines from points to points, shape [count, 3] each."""
        if len(starts):
            self.pieces(np.concatenate((starts, ends), axis=1), np.array(pen, dtype=np.float32))

    def pieces(self, pieces: Floats, pens: Floats32) -> None:
        """Lines of start and end, shape [count, 6], with a pen for all or for each, shape [..., 5]."""
        if len(pieces):
            self._lines.append(pieces)
            self._pens.append(np.broadcast_to(pens, (len(pieces), 5)))

    def loop(self, points: Floats, pen: Pen) -> None:
        """A closed line through points, shape [count, 3]."""
        self.lines(points, np.concatenate((points[1:], points[:1])), pen)

    def dots(self, points: Floats, pen: Pen) -> None:
        """Dots as wide as the pen, shape [count, 3]."""
        self.lines(points, points, pen)

    def circle(self, centre: Floats, radius: float, pen: Pen) -> None:
        """A sphere's outline as the viewer sees it."""
        self.circles(centre[None], np.array([radius]), pen)

    def circles(self, centres: Floats, radii: Floats, pen: Pen) -> None:
        """Outlines of spheres as the viewer sees them, shape [count, 3] and [count]."""
        self._rings(ROUND * (1.0, 1.0, 1.0 / self._projection.cosine), centres, radii, pen)

    def flat_circle(self, centre: Floats, radius: float, pen: Pen) -> None:
        """A circle that lies level."""
        self.flat_circles(centre[None], np.array([radius]), pen)

    def flat_circles(self, centres: Floats, radii: Floats, pen: Pen) -> None:
        """Circles that lie level, shape [count, 3] and [count]."""
        self._rings(LEVEL_ROUND, centres, radii, pen)

    def arrows(self, starts: Floats, directions: Floats, length: float, pen: Pen) -> None:
        """Arrows along unit directions [cm], shape [count, 3] each."""
        if len(starts):
            ends = starts + directions * length
            aside = np.stack((-directions[:, 2], np.zeros(len(starts)), directions[:, 0]), axis=-1)
            aside = np.where(np.abs(directions[:, 1:2]) < END_ON, aside, (1.0, 0.0, 0.0))
            back = ends - directions * length * ARROW_HEAD
            tips = aside * 0.6 * length * ARROW_HEAD
            self.lines(
                np.concatenate((starts, ends, ends)), np.concatenate((ends, back + tips, back - tips)), pen
            )

    def draw(self, frame: Pixels, left: int, top: int) -> None:
        """Draws everything onto a frame whose upper left corner is (left, top) on the plane [px]."""
        if self._lines:
            lines, pens = np.concatenate(self._lines), np.concatenate(self._pens)
            finite = np.isfinite(lines)
            if not finite.all():  # kernels that draw must never meet what is no number
                lines, pens = lines[finite.all(axis=1)], pens[finite.all(axis=1)]
            draw_lines(frame, self._projection.lens(left, top), lines, pens)

    def _rings(self, ring: Floats, centres: Floats, radii: Floats, pen: Pen) -> None:
        if len(centres):
            points = centres[:, None] + radii[:, None, None] * ring
            pieces = np.concatenate((points[:, :-1], points[:, 1:]), axis=2)
            self.pieces(pieces.reshape(-1, 6), np.array(pen, dtype=np.float32))


FAR_OUT = 1e5
"""Lines that lead farther out of the frame are left out [px]."""


@lean_drawing_kernel
def draw_lines(frame: Pixels, lens: Lens, lines: Floats, pens: Floats32) -> None:
    """Draws smooth lines between world points [cm], shape [count, 6], with pens of shape [count, 5].

    Those that lead too far out of the frame are left out.
    """
    for line in range(lines.shape[0]):
        ax, ay = seen_at(lens, lines[line, 0], lines[line, 1], lines[line, 2])
        bx, by = seen_at(lens, lines[line, 3], lines[line, 4], lines[line, 5])
        if max(abs(ax), abs(ay), abs(bx), abs(by)) < FAR_OUT:
            draw_line(frame, single(ax), single(ay), single(bx - ax), single(by - ay), pens[line])


@lean_drawing_kernel
def seen_at(lens: Lens, x: float, y: float, z: float) -> tuple[float, float]:
    """Where on the frame a world point [cm] is seen [px]."""
    return (
        lens.scale * (x + lens.shear * y) - lens.left,
        -lens.scale * (z * lens.cosine + y * lens.sine) - lens.top,
    )


@lean_drawing_kernel
def draw_line(frame: Pixels, ax: float, ay: float, way_x: float, way_y: float, pen: Floats32) -> None:
    """Draws one smooth line with round ends, by steps along its longer extent, from a point over a way."""
    height, width = frame.shape
    length = math.sqrt(way_x * way_x + way_y * way_y + SHORT)
    along_x, along_y, strength = way_x / length, way_y / length, pen[3]
    red_blue, green = (word(pen[0]) << word(16)) | word(pen[2]), word(pen[1]) << word(8)
    edge, steep = pen[4] * HALF + HALF, abs(way_y) > abs(way_x)
    start, extent = (ay, way_y) if steep else (ax, way_x)
    slope = (way_x / way_y if steep else way_y / way_x) if abs(extent) > SHORT else ZERO
    reach = edge * math.sqrt(ONE + slope * slope)
    low, high = min(start, start + extent), max(start, start + extent)
    for step in range(max(int(low - edge), 0), min(int(high + edge) + 1, height if steep else width)):
        middle = (ax if steep else ay) + (min(max(single(step) + HALF, low), high) - start) * slope
        first, last = int(max(middle - reach, ZERO)), min(int(middle + reach) + 1, width if steep else height)
        for across in range(first, last):
            x, y = (across, step) if steep else (step, across)
            to_x, to_y = single(x) + HALF - ax, single(y) + HALF - ay
            share = to_x * along_x + to_y * along_y
            away = abs(to_x * along_y - to_y * along_x)
            if share < ZERO or share > length:
                beyond = max(-share, share - length)
                away = math.sqrt(away * away + beyond * beyond)
            cover = min(edge - away, ONE) * strength
            if cover > ZERO:
                frame[y, x] = mixed(frame[y, x], red_blue, green, cover)


@lean_drawing_kernel
def mixed(pixel: int, red_blue: int, green: int, cover: float) -> int:
    """A pixel with a share of a colour, two channels at a time."""
    share = word(cover * single(256.0))
    kept = word(256) - share
    outer = (((pixel & OUTER) * kept + red_blue * share) >> word(8)) & OUTER
    return OPAQUE | outer | (((pixel & INNER) * kept + green * share) >> word(8)) & INNER
