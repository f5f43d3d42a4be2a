"""From what is seen at each sample to the colour of each pixel."""

from typing import NamedTuple

import numpy as np

from game.view.arrays import FAR, Bytes, Floats, Floats32
from game.view.colours import Colour, dim, lit, mix, row
from game.view.kernel import drawing_kernel, painting_kernel
from game.view.noise import fractal_noise, step
from game.view.projection import Lens
from game.view.terrain.distance import WALKABLE, below_top, nearest_distance
from game.view.terrain.faces import NO_SHAPE, Faces
from game.view.terrain.light import light_at
from game.view.terrain.materials import bricks, bright_edge, meadow, overhang, slabs, vines
from game.view.terrain.palette import TerrainLight, TerrainPalette
from game.view.terrain.raster import SAMPLES, Samples
from game.view.terrain.shapes import GRASS, STONE, WOOD, Y_MIN, Shapes
from game.view.terrain.wood import crate, planks

HAZE_START, HAZE_END, HAZE = 130.0, 410.0, 0.5
"""Depths [cm] between which haze sets in, and its share at the end."""
BRIGHT_ABOVE, DARK_BELOW = 120.0, -300.0
"""Heights over the ground line between which stone darkens [cm]."""
UNDER = 0.5
"""How far within a shape a point of its side is taken to be [cm]."""
COVER = 30.0
"""How far under a top it still matters whether something stands on it [cm]."""


class Surroundings(NamedTuple):
    """What the colour of a region follows from, besides its faces."""

    palette: TerrainPalette
    light: TerrainLight
    ground_line: Floats
    """Height of the ground, smoothed, at even steps of X [cm], shape [count]."""
    ground_start: float
    """X of the first height [cm]."""
    ground_step: float
    """Distance between heights [cm]."""


@painting_kernel
def shade(
    samples: Samples, faces: Faces, shapes: Shapes, around: Surroundings, lens: Lens, depth: Floats32
) -> Bytes:
    """Colour of a region, blue, green, red and alpha, shape [height, width, 4]; fills the depth."""
    height, width = depth.shape
    picture = np.zeros((height, width, 4), dtype=np.uint8)
    for y in range(height):
        for x in range(width):
            shade_pixel(samples, faces, shapes, around, lens, depth, picture, x, y)
    return picture


@drawing_kernel
def shade_pixel(
    samples: Samples,
    faces: Faces,
    shapes: Shapes,
    around: Surroundings,
    lens: Lens,
    depth: Floats32,
    picture: Bytes,
    x: int,
    y: int,
) -> None:
    """Averages the samples of a pixel; light is worked out once for each face in it."""
    nearest, count, lit_face, light = FAR, 0, np.int32(-1), (0.0, 0.0, 0.0)
    sum_red, sum_green, sum_blue = 0.0, 0.0, 0.0
    for sample in range(SAMPLES * SAMPLES):
        row_of, column = y * SAMPLES + sample // SAMPLES, x * SAMPLES + sample % SAMPLES
        face, distance = samples.face[row_of, column], float(samples.depth[row_of, column])
        if face >= 0:
            place = sample_point(
                lens,
                samples.left + (column + 0.5) / SAMPLES,
                samples.top + (row_of + 0.5) / SAMPLES,
                distance,
            )
            if face != lit_face:
                normal = faces.normal[face]
                light = light_at(
                    shapes, around.light, place[0], place[1], place[2], normal[0], normal[1], normal[2]
                )
                lit_face = face
            colour = seen_colour(faces, shapes, around, face, place, light)
            sum_red += min(max(colour[0], 0.0), 255.0)
            sum_green += min(max(colour[1], 0.0), 255.0)
            sum_blue += min(max(colour[2], 0.0), 255.0)
            nearest, count = min(nearest, distance), count + 1
    if count:
        picture[y, x, 0], picture[y, x, 1] = np.uint8(sum_blue / count), np.uint8(sum_green / count)
        picture[y, x, 2] = np.uint8(sum_red / count)
        picture[y, x, 3] = np.uint8(255.0 * count / (SAMPLES * SAMPLES))
    depth[y, x] = nearest


@drawing_kernel
def sample_point(lens: Lens, u: float, v: float, depth: float) -> tuple[float, float, float]:
    """The world point seen at a place of the picture plane [px] at a depth [cm]."""
    right, up = u / lens.scale, -v / lens.scale
    y = up * lens.sine + depth * lens.cosine
    return right - lens.shear * y, y, up * lens.cosine - depth * lens.sine


@drawing_kernel
def seen_colour(
    faces: Faces,
    shapes: Shapes,
    around: Surroundings,
    face: int,
    place: tuple[float, float, float],
    light: Colour,
) -> Colour:
    """Colour of a face at a point of it, in its light and behind the haze."""
    shape = faces.shape[face]
    if shape == NO_SHAPE:
        shaded = lit(row(faces.colour, face), (min(light[0], 1.0), min(light[1], 1.0), min(light[2], 1.0)))
    else:
        shaded = lit(surface_colour(faces, shapes, around, face, shape, place), light)
    haze = HAZE * step(HAZE_START, HAZE_END, place[1])
    return mix(shaded, around.palette.haze, haze)


@drawing_kernel
def surface_colour(
    faces: Faces,
    shapes: Shapes,
    around: Surroundings,
    face: int,
    shape: int,
    place: tuple[float, float, float],
) -> Colour:
    """Unlit colour of a solid's face."""
    x, y, z = place
    front, upward = faces.normal[face, 1] < 0.0, faces.normal[face, 2] > WALKABLE
    if shapes.material[shape] == WOOD:
        if front:
            return crate(around.palette, shapes, shape, x, z)
        return dim(planks(around.palette, x, y), 1.12) if upward else planks(around.palette, y, z)
    if upward:
        stone = shapes.material[shape] == STONE
        top = slabs(around.palette, x, y) if stone else meadow(around.palette, x, y)
        return bright_edge(around.palette, top, y - shapes.bounds[shape, Y_MIN])
    along, inner = (x, x) if front else (y, x - UNDER * faces.normal[face, 0])
    return wall_colour(shapes, around, shape, along, inner, y, z)


@drawing_kernel
def wall_colour(
    shapes: Shapes, around: Surroundings, shape: int, u: float, x: float, y: float, z: float
) -> Colour:
    """Unlit colour of a stone wall with what grows on it; u runs along the wall."""
    below = below_top(shapes, shape, x, z)
    ragged = 25.0 * (fractal_noise(u * 0.006, z * 0.006, 61.0) - 0.5)
    depth = step(BRIGHT_ABOVE, DARK_BELOW, z - ground_height(around, x) + ragged)
    wall = bricks(around.palette, u, z, below, depth)
    if below == FAR:
        return wall
    if shapes.material[shape] == GRASS:
        wall = vines(around.palette, wall, u, z, below, float(shapes.seed[shape]))
    if below < COVER and nearest_distance(shapes, x, y + UNDER, z + below + 4.0, 4.0) > 0.0:
        return overhang(around.palette, wall, u, z, below, 1.0 if shapes.material[shape] == GRASS else 0.45)
    return wall


@drawing_kernel
def ground_height(around: Surroundings, x: float) -> float:
    """Height of the smoothed ground line at x [cm]."""
    last = around.ground_line.shape[0] - 1
    place = min(max((x - around.ground_start) / around.ground_step, 0.0), float(last))
    first = min(int(place), last - 1)
    share = place - first
    return float(around.ground_line[first] * (1.0 - share) + around.ground_line[first + 1] * share)
