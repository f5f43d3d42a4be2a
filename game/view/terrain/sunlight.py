"""Moving platforms in the sun: the shadow they cast on the level, and that of the level on them."""

import numpy as np

from game.view.arrays import FAR, Floats, Floats32, Pixels, single
from game.view.colours import Colour
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Lens, frame_x, frame_y, seen_point
from game.view.terrain.light import OFF_SURFACE, REACH, SHADOW_LENGTH, SHARPNESS, sunshine
from game.view.terrain.palette import TerrainLight
from game.view.terrain.shapes import Shapes, select, within

SAMPLES = 9
"""Places along a platform where its light is measured."""
ACROSS = (0.25, 0.75)
"""At which shares of its depth [1]."""
PROBE = 8
"""Distance between the pixels that tell where a shadow falls [px]."""
ZERO, HALF, ONE = single(0.0), single(0.5), single(1.0)
NOTHING = single(FAR / 2)
"""Depth from which there is no level [cm]."""


def shade_of(light: TerrainLight) -> Colour:
    """What is left of the light on level ground without the sun, red, green and blue [1]."""
    red, green, blue = (
        around / (around + sun * light.direction[2])
        for around, sun in zip(light.above, light.sun, strict=True)
    )
    return red, green, blue


def light_on(shapes: Shapes, light: TerrainLight, low: Floats, high: Floats) -> Floats32:
    """Light along the top of a box between two corners [cm], in the level's shadow, shape [SAMPLES, 3]."""
    way = np.array(light.direction) * SHADOW_LENGTH
    rows = within(shapes, low + np.minimum(way, 0.0) - REACH, high + np.maximum(way, 0.0) + REACH)
    if not len(rows):
        return np.ones((SAMPLES, 3), dtype=np.float32)
    suns = sun_along(select(shapes, rows), light, low, high)
    shade = np.array(shade_of(light))
    return (shade + (1.0 - shade) * suns[:, None]).astype(np.float32)


@drawing_kernel
def sun_along(shapes: Shapes, light: TerrainLight, low: Floats, high: Floats) -> Floats:
    """How much of the sun is seen along the top of a box [1], shape [SAMPLES]."""
    suns = np.zeros(SAMPLES)
    for sample in range(SAMPLES):
        x = low[0] + (high[0] - low[0]) * (sample + 0.5) / SAMPLES
        for share in ACROSS:
            y = low[1] + (high[1] - low[1]) * share
            suns[sample] += sunshine(shapes, light, x, y, high[2] + OFF_SURFACE) / len(ACROSS)
    return suns


@drawing_kernel
def cast_shadow(
    frame: Pixels,
    ring: Floats32,
    lens: Lens,
    light: TerrainLight,
    shade: Colour,
    low: Floats32,
    high: Floats32,
) -> None:
    """Darkens what lies in the shadow of a box between two corners [cm]."""
    left, right, top, bottom = shadowed_area(ring, lens, light, low, high, frame.shape[1], frame.shape[0])
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    red_left, green_left, blue_left = single(shade[0]), single(shade[1]), single(shade[2])
    for y in range(top, bottom):
        for x in range(left, right):
            depth = ring[(y + lens.top) & rows, (x + lens.left) & columns]
            dark = darkness(lens, light, low, high, x, y, depth)
            if dark > ZERO:
                red, green, blue = unpack(frame[y, x])
                frame[y, x] = pack(
                    red * (ONE + (red_left - ONE) * dark),
                    green * (ONE + (green_left - ONE) * dark),
                    blue * (ONE + (blue_left - ONE) * dark),
                )


@drawing_kernel
def shadowed_area(
    ring: Floats32, lens: Lens, light: TerrainLight, low: Floats32, high: Floats32, width: int, height: int
) -> tuple[int, int, int, int]:
    """Where in the frame a box's shadow falls, found by probes: left, right, top and bottom [px]."""
    away = single(SHADOW_LENGTH)
    first_x, last_x, first_y, last_y = width, 0, height, 0
    for corner in range(16):
        x = high[0] if corner & 1 else low[0]
        y = high[1] if corner & 2 else low[1]
        z = high[2] if corner & 4 else low[2]
        share = away if corner & 8 else ZERO
        x, y, z = (
            x - single(light.direction[0]) * share,
            y - single(light.direction[1]) * share,
            z - single(light.direction[2]) * share,
        )
        column, row = int(frame_x(lens, x, y)), int(frame_y(lens, y, z))
        first_x, last_x = min(first_x, column), max(last_x, column)
        first_y, last_y = min(first_y, row), max(last_y, row)
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    left, right, top, bottom = width, 0, height, 0
    for row in range(max(first_y, 0), min(last_y, height), PROBE):
        for column in range(max(first_x, 0), min(last_x, width), PROBE):
            depth = ring[(row + lens.top) & rows, (column + lens.left) & columns]
            if darkness(lens, light, low, high, column, row, depth) > ZERO:
                left, right = min(left, column), max(right, column)
                top, bottom = min(top, row), max(bottom, row)
    return (
        max(left - PROBE, 0),
        min(right + PROBE, width),
        max(top - PROBE, 0),
        min(bottom + PROBE, height),
    )


@drawing_kernel
def darkness(
    lens: Lens, light: TerrainLight, low: Floats32, high: Floats32, column: int, row: int, depth: float
) -> float:
    """How much of the sun a box hides from what is seen in a pixel at a depth [cm], from 0 to 1."""
    x, y, z = seen_point(lens, single(column) + HALF, single(row) + HALF, depth)
    if depth > NOTHING or z > low[2]:
        return ZERO
    way = ((low[2] + high[2]) * HALF - z) / single(light.direction[2])
    faded = ONE - way / single(SHADOW_LENGTH)
    if faded <= ZERO:
        return ZERO
    x, y = x + way * single(light.direction[0]), y + way * single(light.direction[1])
    inside = min(x - low[0], high[0] - x, y - low[1], high[1] - y)
    cover: float = min(max(HALF + inside / max(way / single(SHARPNESS), ONE), ZERO), ONE)
    kept: float = min(faded * single(2.0), ONE)
    return cover * kept
