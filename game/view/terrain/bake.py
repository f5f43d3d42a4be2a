"""One region of the level, painted to colour and depth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from components.terrain import Solid
from game.view.arrays import Bytes, Floats, Floats32, Integers
from game.view.cones.composite import put_in_layer
from game.view.cones.cones import depth_origin, light_ball, see_cones
from game.view.cones.raster import cone_tile, cones_box, draw_cones
from game.view.projection import Projection
from game.view.terrain.faces import draw_faces
from game.view.terrain.grass import TALLEST, grow
from game.view.terrain.ground_line import STEP, ground_line
from game.view.terrain.light import REACH, SHADOW_LENGTH
from game.view.terrain.palette import terrain_light, terrain_palette
from game.view.terrain.raster import empty_samples
from game.view.terrain.scenery import LARGEST, scenery_cones
from game.view.terrain.shade import Surroundings, shade
from game.view.terrain.shapes import (
    X_MAX,
    X_MIN,
    Y_MAX,
    Y_MIN,
    Z_MAX,
    Z_MIN,
    Shapes,
    select,
    shapes_of,
    within,
)
from game.view.theme import Theme


class Region(NamedTuple):
    """A rectangle of the picture plane [px]."""

    left: int
    top: int
    width: int
    height: int


class Layer(NamedTuple):
    """A region's picture."""

    picture: Bytes
    """Blue, green, red and alpha, shape [height, width, 4]."""
    depth: Floats32
    """[cm], FAR where nothing is, shape [height, width]."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The solids of a level and everything their look follows from."""

    shapes: Shapes
    plane_bounds: Floats
    """What each shape covers of the picture plane: lowest and highest u, v [px], shape [shape_count, 4]."""
    line_start: float
    """X of the first height of the ground line [cm]."""
    line: Floats
    """Heights of the ground line [cm]."""
    theme: Theme
    projection: Projection


def ground_of(solids: Sequence[Solid], theme: Theme, projection: Projection) -> Ground:
    """Prepares solids for baking."""
    shapes = shapes_of(solids)
    line_start, line = ground_line(shapes)
    return Ground(shapes, _plane_bounds(shapes, projection), line_start, line, theme, projection)


def _plane_bounds(shapes: Shapes, projection: Projection) -> Floats:
    corners = np.array([(x, y, z) for x in (X_MIN, X_MAX) for y in (Y_MIN, Y_MAX) for z in (Z_MIN, Z_MAX)])
    plane = projection.project(shapes.bounds[:, corners])[..., :2]
    low, high = plane.min(axis=1), plane.max(axis=1)
    return np.stack((low[:, 0], high[:, 0], low[:, 1], high[:, 1]), axis=-1)


def covering(ground: Ground, region: Region) -> Integers:
    """Rows of the shapes that may be seen in a region, with what grows on them."""
    grown = LARGEST * ground.projection.scale
    low_u, high_u, low_v, high_v = ground.plane_bounds.T
    right, bottom = region.left + region.width, region.top + region.height
    across = (low_u - grown < right) & (high_u + grown > region.left)
    along = (low_v - grown < bottom) & (high_v > region.top)
    return np.flatnonzero(across & along).astype(np.int64)


class Excerpt(NamedTuple):
    """What of the ground matters to one region."""

    shapes: Shapes
    around: Surroundings
    start: float
    """Range of X that is seen in it [cm]."""
    end: float


def excerpt(ground: Ground, region: Region) -> Excerpt | None:
    """Picks what the picture of a region follows from; None when nothing is seen in it."""
    seen = covering(ground, region)
    if not len(seen):
        return None
    low, high = _seen_box(ground, region, seen)
    light = terrain_light(ground.theme.light)
    shadow = np.array(light.direction) * SHADOW_LENGTH
    near = within(
        ground.shapes, low + np.minimum(shadow, 0.0) - REACH, high + np.maximum(shadow, 0.0) + REACH
    )
    first = max(int((low[0] - ground.line_start) // STEP) - 1, 0)
    last = max(int((high[0] - ground.line_start) // STEP) + 3, first + 2)
    first = min(first, max(len(ground.line) - 2, 0))
    around = Surroundings(
        palette=terrain_palette(ground.theme.terrain),
        light=light,
        ground_line=ground.line[first:last],
        ground_start=ground.line_start + first * STEP,
        ground_step=STEP,
    )
    return Excerpt(select(ground.shapes, np.union1d(seen, near)), around, float(low[0]), float(high[0]))


def _seen_box(ground: Ground, region: Region, seen: Integers) -> tuple[Floats, Floats]:
    """Lowest and highest corner of what can be seen in a region [cm]."""
    bounds, projection = ground.shapes.bounds[seen], ground.projection
    near, far = bounds[:, Y_MIN].min(), bounds[:, Y_MAX].max()
    left, right = region.left / projection.scale, (region.left + region.width) / projection.scale
    up, down = -region.top / projection.scale, -(region.top + region.height) / projection.scale
    low = (left - projection.shear * far, near, (down - far * projection.sine) / projection.cosine)
    high = (right - projection.shear * near, far, (up - near * projection.sine) / projection.cosine)
    return np.array(low), np.array(high)


def bake(ground: Ground, region: Region) -> Layer | None:
    """Paints a region; None when nothing is seen in it."""
    found = excerpt(ground, region)
    return None if found is None else paint(found, region, ground.theme, ground.projection)


def paint(found: Excerpt, region: Region, theme: Theme, projection: Projection) -> Layer:
    """Paints a region from what matters to it."""
    samples = empty_samples(*region)
    margin = TALLEST
    grass = grow(found.shapes, found.start - margin, found.end + margin, theme.terrain)
    faces = draw_faces(samples, found.shapes, grass, projection)
    depth = np.empty((region.height, region.width), dtype=np.float32)
    lens = projection.lens(region.left, region.top)
    layer = Layer(shade(samples, faces, found.shapes, found.around, lens, depth), depth)
    _add_scenery(layer, found, region, theme, projection)
    return layer


def _add_scenery(layer: Layer, found: Excerpt, region: Region, theme: Theme, projection: Projection) -> None:
    light, tile = light_ball(theme.light), cone_tile(region.width * region.height)
    for cones in scenery_cones(found.shapes, found.start, found.end, theme.terrain):
        lens = projection.lens(region.left, region.top)
        seen = see_cones(cones, lens)
        box = cones_box(seen, region.width, region.height)
        if box.width > 0 and box.height > 0:
            draw_cones(seen, light, tile, box)
            origin = depth_origin(cones, lens)
            put_in_layer(layer.picture, layer.depth, tile, box, 1.0 / projection.scale, origin)
