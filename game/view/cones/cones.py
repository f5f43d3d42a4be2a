"""Round cones in the world and on the picture plane, and the light that falls on them."""

import numpy as np

from game.view.arrays import FAR, Floats, Floats32, Integers
from game.view.kernel import drawing_kernel
from game.view.projection import Lens, Projection, depth_of
from game.view.theme import LightTheme, rgb

START, START_RADIUS, END, END_RADIUS = slice(0, 3), 3, slice(4, 7), 7
COLOUR, GLOSS, GLOW, INK = slice(8, 11), 11, 12, 13
FIELDS = 14
"""A cone is one row: start (3), its radius, end (3), its radius, red, green, blue [0, 255], gloss [0, 1],
glow (1 gives its own light), width of its outline [px at a scale of 0.84]. Lengths in the world [cm]."""

INK_SCALE = 0.84
"""Scale at which outlines are as wide as they say [px/cm]."""
BALL = 96
"""Sides of the table of light by normal."""
WRAP = 0.62
"""How much of the key light follows the surface; the rest wraps round it."""
SHINE = 0.85
"""Cosine from the highlight's middle at which it ends."""


def project_cones(cones: Floats, projection: Projection, left: int, top: int) -> Floats32:
    """Cones seen in a frame whose upper left corner is at that place of the plane [px]; see `see_cones`."""
    return see_cones(cones, projection.lens(left, top))


@drawing_kernel
def see_cones(cones: Floats, lens: Lens) -> Floats32:
    """Cones as the rasteriser takes them, far ones first: columns, rows and depth all in px.

    Depth is measured from the nearest of the starts, which keeps single precision fine; see `depth_origin`.
    """
    seen = np.empty(cones.shape, dtype=np.float32)
    origin = depth_origin(cones, lens)
    order = far_first(cones, lens)
    for row in range(cones.shape[0]):
        cone = cones[order[row]]
        for field in range(FIELDS):
            seen[row, field] = cone[field]
        for end in (0, 4):
            x, y, z = cone[end], cone[end + 1], cone[end + 2]
            seen[row, end] = lens.scale * (x + lens.shear * y) - lens.left
            seen[row, end + 1] = -lens.scale * (z * lens.cosine + y * lens.sine) - lens.top
            seen[row, end + 2] = (depth_of(lens, y, z) - origin) * lens.scale
            seen[row, end + 3] = cone[end + 3] * lens.scale
        seen[row, INK] = cone[INK] * lens.scale / INK_SCALE
    return seen


@drawing_kernel
def depth_origin(cones: Floats, lens: Lens) -> float:
    """Depth from which the rasteriser measures the depth of these cones [cm]."""
    nearest = FAR
    for row in range(cones.shape[0]):
        nearest = min(nearest, depth_of(lens, cones[row, 1], cones[row, 2]))
    return nearest


@drawing_kernel
def far_first(cones: Floats, lens: Lens) -> Integers:
    """Rows of cones by the depth of their middles, by insertion: they come nearly in order."""
    count = cones.shape[0]
    order, depths = np.empty(count, dtype=np.int64), np.empty(count)
    for row in range(count):
        depth = depth_of(lens, cones[row, 1] + cones[row, 5], cones[row, 2] + cones[row, 6])
        place = row
        while place > 0 and depths[place - 1] < depth:
            order[place], depths[place] = order[place - 1], depths[place - 1]
            place -= 1
        order[place], depths[place] = row, depth
    return order


def light_ball(theme: LightTheme) -> Floats32:
    """Light on a surface by its normal as the viewer sees it, y and x from -1 to 1, shape [BALL, BALL, 7].

    The last axis holds what the surface's own red, green and blue are multiplied by, what is added to them,
    and what a glossy surface adds to each: a wrapped key light, light from above and below, a rim from
    behind, and a highlight halfway between key light and viewer.
    """
    axis = np.linspace(-1.0, 1.0, BALL)
    x, y = np.meshgrid(axis, axis)
    z = np.sqrt(np.clip(1.0 - x * x - y * y, 0.0, 1.0))
    direction = np.array(theme.key_direction) / np.linalg.norm(theme.key_direction)
    halfway = direction + np.array((0.0, 0.0, 1.0))
    halfway /= np.linalg.norm(halfway)
    key = np.maximum((x * direction[0] + y * direction[1] + z * direction[2]) * WRAP + 1.0 - WRAP, 0.0)
    up = (0.5 - 0.5 * y)[..., None]
    around = np.array(theme.figure_down) * (1.0 - up) + np.array(theme.figure_up) * up
    rim = np.maximum(x * theme.rim_direction[0] + y * theme.rim_direction[1], 0.0) * (1.0 - z)
    shine = np.clip((x * halfway[0] + y * halfway[1] + z * halfway[2] - SHINE) / (1.0 - SHINE), 0.0, 1.0)
    own, added = around + np.array(theme.key) * key[..., None], rgb(theme.rim) * 1.05 * rim[..., None] ** 2
    return np.concatenate((own, added, 255.0 * shine[..., None] ** 3), axis=-1).astype(np.float32)
