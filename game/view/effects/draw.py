"""Particles to pixels, hidden where the level is nearer."""

import math

from game.view.arrays import Floats32, Pixels, single
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Lens, depth_of, frame_x, frame_y

ZERO, HALF, ONE, TWO = single(0.0), single(0.5), single(1.0), single(2.0)
WHITE = single(255.0)
BIAS = single(6.0)
"""How far a particle may be behind the level's surface and still be seen [cm]."""
LEAST_DRAG = single(0.02)
PUFF, SPARK, DROP, RING, STAR, FLASH, CRESCENT = (single(number) for number in range(7))
SMALLEST = single(0.6)
"""Nothing is drawn smaller [px]."""
RAY, REACH = single(0.09), single(1.9)
"""Width of a star's rays and their length, in radii."""
HOLLOW, OPENING = single(0.42), single(0.5)
"""How far behind its middle a sickle is cut out, in radii, and how far more at its end."""


@drawing_kernel
def draw_particles(frame: Pixels, ring: Floats32, lens: Lens, rows: Floats32, *, level: bool) -> None:
    """Draws particles, shape [count, FIELDS] with their age in place of their birth.

    Those that lie level are drawn when `level`, the others when not.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        if (row[16] == RING) == level:
            share = row[0] / row[1]
            x, y, z = place_at(row)
            size = max((row[10] + (row[11] - row[10]) * grown(share, row[16])) * lens.scale, SMALLEST)
            draw_particle(frame, ring, lens, row, (x, y, z), size, share)


@drawing_kernel
def place_at(row: Floats32) -> tuple[float, float, float]:
    """Where a particle is [cm]: flight with linear drag, in closed form, until it meets its floor."""
    age, drag = row[0], max(row[8], LEAST_DRAG)
    shed = (ONE - math.exp(-drag * age)) / drag
    fall = row[9] / drag
    z = row[4] + (row[7] + fall) * shed - fall * age
    return row[2] + row[5] * shed, row[3] + row[6] * shed, max(z, row[17])


@drawing_kernel
def grown(share: float, kind: float) -> float:
    """How much of its growth a particle has behind it: rings and flashes start fast."""
    return ONE - (ONE - share) * (ONE - share) if kind in (RING, FLASH, PUFF, CRESCENT) else share


@drawing_kernel
def draw_particle(
    frame: Pixels,
    ring: Floats32,
    lens: Lens,
    row: Floats32,
    place: tuple[float, float, float],
    size: float,
    share: float,
) -> None:
    """Draws one particle of this radius [px] after this share of its life."""
    height, width = frame.shape
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    middle_x, middle_y = frame_x(lens, place[0], place[1]), frame_y(lens, place[1], place[2])
    kind, depth = row[16], depth_of(lens, place[1], place[2]) - BIAS
    squash = lens.sine if kind == RING else ONE
    wide = size * REACH if kind == STAR else size + ONE
    tall = wide * squash + ONE
    if middle_x + wide < ZERO or middle_x - wide > single(width):
        return
    strength = row[15] * fading(share, kind)
    ahead = -ONE if kind == CRESCENT and row[5] < ZERO else ONE
    for y in range(max(int(middle_y - tall), 0), min(int(middle_y + tall) + 2, height)):
        for x in range(max(int(middle_x - wide), 0), min(int(middle_x + wide) + 2, width)):
            u, v = (
                (single(x) + HALF - middle_x) / size * ahead,
                (single(y) + HALF - middle_y) / (size * squash),
            )
            cover = covered(kind, u, v, size, share) * strength
            if cover > ZERO:
                here = depth
                if kind == RING:  # it lies level: rows further up are further away
                    here -= (single(y) + HALF - middle_y) / lens.scale * lens.cosine / lens.sine
                if here <= ring[(y + lens.top) & rows, (x + lens.left) & columns]:
                    frame[y, x] = laid(frame[y, x], row, kind, u, v, cover)


@drawing_kernel
def fading(share: float, kind: float) -> float:
    """Strength left after a share of a life."""
    if kind == DROP:
        return min((ONE - share) * single(5.0), ONE)
    if kind == PUFF:
        return (ONE - share) * min(share * single(8.0), ONE)
    return ONE - share * share


@drawing_kernel
def covered(kind: float, u: float, v: float, size: float, share: float) -> float:
    """How much of a pixel a particle covers, at an offset from its middle in radii."""
    away = math.sqrt(u * u + v * v)
    if kind == DROP:
        return min(max((ONE - away) * size + HALF, ZERO), ONE)
    if kind == STAR:
        ray = max(ONE - abs(u) / RAY, ZERO) * max(ONE - abs(v) / REACH, ZERO)
        ray = max(ray, max(ONE - abs(v) / RAY, ZERO) * max(ONE - abs(u) / REACH, ZERO))
        core = max(ONE - away * TWO, ZERO)
        return min(ray + core * core * TWO, ONE)
    if kind == RING:
        edge = ONE - abs(away - single(0.84)) / single(0.16)
        return max(edge, ZERO)
    if kind == FLASH:
        inner = single(0.25) + share * single(0.8)
        outside = min(max((ONE - away) * size * HALF, ZERO), ONE)
        return outside * min(max((away - inner) * size * HALF + HALF, ZERO), ONE)
    if kind == CRESCENT:
        hollow = HOLLOW - share * OPENING * HOLLOW
        inside = math.sqrt((u + hollow) * (u + hollow) + v * v)
        edge = min(max((ONE - away) * size * HALF, ZERO), ONE)
        return edge * min(max((inside - single(0.9)) / HOLLOW, ZERO), ONE) * max(u, ZERO)
    soft = max(ONE - away * away, ZERO)
    return soft * soft if kind == SPARK else min(soft * single(1.6), ONE)


@drawing_kernel
def laid(pixel: int, row: Floats32, kind: float, u: float, v: float, cover: float) -> int:
    """A pixel with a share of a particle over it, or its light added."""
    red, green, blue = unpack(pixel)
    own_red, own_green, own_blue = row[12], row[13], row[14]
    if kind in (SPARK, STAR, RING, FLASH, CRESCENT):
        red, green, blue = red + own_red * cover, green + own_green * cover, blue + own_blue * cover
        return pack(min(red, WHITE), min(green, WHITE), min(blue, WHITE))
    light = ONE
    if kind == DROP:
        glint = u + single(0.35), v + single(0.4)
        near = ONE - (glint[0] * glint[0] + glint[1] * glint[1]) * single(5.0)
        light = single(0.95) - single(0.25) * (u + v) + max(near, ZERO) * single(0.9)
    elif kind == PUFF:
        light = ONE - single(0.14) * v - single(0.08) * u
    red += (min(own_red * light, WHITE) - red) * cover
    green += (min(own_green * light, WHITE) - green) * cover
    blue += (min(own_blue * light, WHITE) - blue) * cover
    return pack(red, green, blue)
