"""Round cones in the world and on the picture plane, and the light that falls on them."""

import numpy as np

from game.view.arrays import Floats, Floats32
from game.view.projection import Projection
from game.view.theme import LightTheme, rgb

START, START_RADIUS, END, END_RADIUS = slice(0, 3), 3, slice(4, 7), 7
COLOUR, GLOSS, GLOW, INK = slice(8, 11), 11, 12, 13
FIELDS = 14
"""A cone is one row: start (3), its radius, end (3), its radius, red, green, blue [0, 255], gloss [0, 1],
glow (1 gives its own light), width of its outline [px at a scale of 0.84]. Lengths in the world [cm]."""

BALL = 96
"""Sides of the table of light by normal."""
WRAP = 0.62
"""How much of the key light follows the surface; the rest wraps round it."""
SHINE = 0.85
"""Cosine from the highlight's middle at which it ends."""


def project_cones(cones: Floats, projection: Projection, left: int, top: int) -> Floats32:
    """Cones as the rasteriser takes them, far ones first: columns, rows and depth all in px.

    Depth is measured from the nearest of the starts, which keeps single precision fine; see `depth_origin`.
    """
    seen = cones.copy()
    origin = depth_origin(cones, projection)
    for end in (START, END):
        plane = projection.project(cones[:, end])
        seen[:, end] = np.stack(
            (plane[:, 0] - left, plane[:, 1] - top, (plane[:, 2] - origin) * projection.scale), axis=-1
        )
    seen[:, (START_RADIUS, END_RADIUS)] *= projection.scale
    seen[:, INK] *= projection.scale / 0.84
    far_first = np.argsort(-(seen[:, 2] + seen[:, 6]), kind="stable")
    return seen[far_first].astype(np.float32)


def depth_origin(cones: Floats, projection: Projection) -> float:
    """Depth from which the rasteriser measures the depth of these cones [cm]."""
    return float(projection.project(cones[:, START])[:, 2].min()) if len(cones) else 0.0


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
