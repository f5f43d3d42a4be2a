"""Terrain that moves: painted once where it was authored, placed each frame with its depth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.terrain import Solid
from game.view.arrays import Bytes, Floats, Floats32, Pixels, single
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Projection
from game.view.terrain.bake import Excerpt, Ground, Layer, Region, excerpt, ground_of
from game.view.terrain.grass import TALLEST
from game.view.terrain.plain import paint_plain
from game.view.theme import Theme

ZERO, HALF, WHITE = single(0.0), single(0.5), single(255.0)
FULL_LIGHT = np.ones((1, 3), dtype=np.float32)
MOSTLY = 127
"""Alpha from which a pixel hides what is behind it."""


@dataclass(slots=True)
class Sprite:
    """The solids that one platform carries."""

    platform: int
    """Row of PlatformMotion."""
    region: Region
    """What it covers on the picture plane where it was authored [px]."""
    low: Floats
    """Corners of the box around it where it was authored [cm], shape [3]."""
    high: Floats
    found: Excerpt
    layer: Layer
    painted: bool = False
    """Whether it is in its final form."""


def sprites_of(solids: Sequence[Solid], theme: Theme, projection: Projection) -> list[Sprite]:
    """A sprite for each platform that carries solids, in its plain form."""
    moving = sorted({solid.platform for solid in solids if solid.platform >= 0})
    return [
        _sprite(row, ground_of([solid for solid in solids if solid.platform == row], theme, projection))
        for row in moving
    ]


def _sprite(platform: int, ground: Ground) -> Sprite:
    low_u, high_u, low_v, high_v = ground.plane_bounds.T
    grown = TALLEST * ground.projection.scale
    left, top = int(np.floor(low_u.min() - grown)), int(np.floor(low_v.min() - grown))
    right, bottom = int(np.ceil(high_u.max() + grown)), int(np.ceil(high_v.max() + 1))
    region = Region(left, top, right - left, bottom - top)
    found = excerpt(ground, region)
    if found is None:
        raise ValueError(f"platform {platform} covers nothing")
    bounds = ground.shapes.bounds
    low, high = bounds[:, 0::2].min(axis=0), bounds[:, 1::2].max(axis=0)
    layer = paint_plain(found, region, ground.theme, ground.projection)
    return Sprite(platform, region, low, high, found, layer)


class PlacedSprites:
    """Sprites drawn into a frame and into the level's depth, which gets back what it held afterwards."""

    def __init__(self, frame: Pixels, ring: Floats32, projection: Projection, left: int, top: int) -> None:
        self._frame = frame
        self._ring = ring
        self._projection = projection
        self._left, self._top = left, top
        self._covered: list[tuple[int, int, Floats32]] = []

    def place(self, sprite: Sprite, offset: Floats, light: Floats32 = FULL_LIGHT) -> None:
        """Draws a sprite moved by an offset [cm], shape [3], in the light along it, shape [count, 3]."""
        across, along, deeper = self._projection.project(offset)
        u, v = sprite.region.left + round(across), sprite.region.top + round(along)
        covered = np.empty_like(sprite.layer.depth)
        picture, depth = sprite.layer
        corner = (self._left, self._top)
        place_sprite(self._frame, self._ring, covered, picture, depth, light, (u, v), corner, single(deeper))
        self._covered.append((u, v, covered))

    def take_away(self) -> None:
        """Gives the depth back what it held before the sprites came."""
        for u, v, covered in reversed(self._covered):
            uncover(self._ring, covered, (u, v), (self._left, self._top), self._frame.shape)


@drawing_kernel
def place_sprite(
    frame: Pixels,
    ring: Floats32,
    covered: Floats32,
    picture: Bytes,
    depth: Floats32,
    light: Floats32,
    place: tuple[int, int],
    corner: tuple[int, int],
    deeper: float,
) -> None:
    """Blends a sprite at a place (u, v) of the plane where nothing is nearer; keeps the depth it covers."""
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    for v in range(max(place[1], corner[1]), min(place[1] + depth.shape[0], corner[1] + frame.shape[0])):
        for u in range(max(place[0], corner[0]), min(place[0] + depth.shape[1], corner[0] + frame.shape[1])):
            row, column = v - place[1], u - place[0]
            covered[row, column] = ring[v & rows, u & columns]
            here, alpha = depth[row, column] + deeper, picture[row, column, 3]
            if alpha > 0 and here < covered[row, column]:
                y, x, share = v - corner[1], u - corner[0], single(alpha) / WHITE
                red, green, blue = unpack(frame[y, x])
                lit = light_along(light, (single(column) + HALF) / single(depth.shape[1]))
                red += (single(picture[row, column, 2]) * lit[0] - red) * share
                green += (single(picture[row, column, 1]) * lit[1] - green) * share
                blue += (single(picture[row, column, 0]) * lit[2] - blue) * share
                frame[y, x] = pack(red, green, blue)
                if alpha > MOSTLY:
                    ring[v & rows, u & columns] = here


@drawing_kernel
def light_along(light: Floats32, share: float) -> tuple[float, float, float]:
    """Light at a share of the way along a sprite, between two samples; red, green and blue [1]."""
    place = min(max(share * single(light.shape[0]) - HALF, ZERO), single(light.shape[0] - 1))
    first = int(place)
    last, rest = min(first + 1, light.shape[0] - 1), place - single(first)
    return (
        light[first, 0] + (light[last, 0] - light[first, 0]) * rest,
        light[first, 1] + (light[last, 1] - light[first, 1]) * rest,
        light[first, 2] + (light[last, 2] - light[first, 2]) * rest,
    )


@drawing_kernel
def uncover(
    ring: Floats32, covered: Floats32, place: tuple[int, int], corner: tuple[int, int], size: tuple[int, int]
) -> None:
    """Writes the depth back that a sprite at a place (u, v) covered."""
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    for v in range(max(place[1], corner[1]), min(place[1] + covered.shape[0], corner[1] + size[0])):
        for u in range(max(place[0], corner[0]), min(place[0] + covered.shape[1], corner[0] + size[1])):
            ring[v & rows, u & columns] = covered[v - place[1], u - place[0]]
