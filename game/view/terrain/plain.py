"""The plain form of a region: flat colours, at once, until the painted one is ready."""

import numpy as np

from game.view.arrays import Floats, Pixels
from game.view.projection import Projection
from game.view.terrain.bake import Excerpt, Layer, Region
from game.view.terrain.distance import WALKABLE
from game.view.terrain.faces import Faces, Triangles, draw_faces
from game.view.terrain.raster import SAMPLES, empty_samples
from game.view.terrain.shapes import GRASS, STONE, WOOD, Shapes
from game.view.theme import Theme, rgb

NO_TRIANGLES = Triangles(np.zeros((0, 3, 3)), np.zeros((0, 3)))


def paint_plain(found: Excerpt, region: Region, theme: Theme, projection: Projection) -> Layer:
    """Paints a region with one colour a face."""
    samples = empty_samples(*region)
    faces = draw_faces(samples, found.shapes, NO_TRIANGLES, projection)
    seen = samples.face[::SAMPLES, ::SAMPLES]
    colours = np.append(_packed(_colours(faces, found.shapes, theme)), np.uint32(0))  # -1: nothing
    picture = colours[seen].view(np.uint8).reshape(region.height, region.width, 4)
    return Layer(picture, np.ascontiguousarray(samples.depth[::SAMPLES, ::SAMPLES]))


def _colours(faces: Faces, shapes: Shapes, theme: Theme) -> Floats:
    """Red, green and blue of each face in plain light, shape [face_count, 3]."""
    own = theme.terrain
    stone = (rgb(own.stone) + rgb(own.deep_stone)) / 2
    walls = {GRASS: stone, STONE: stone, WOOD: rgb(own.wood)}
    tops = {GRASS: (rgb(own.grass) + rgb(own.light_grass)) / 2, STONE: rgb(own.slab), WOOD: rgb(own.wood)}
    material = shapes.material[faces.shape]
    table = np.array([[walls[kind], tops[kind]] for kind in (GRASS, STONE, WOOD)])
    colour = table[material, (faces.normal[:, 2] > WALKABLE).astype(np.int64)]
    direction = np.array(theme.light.sun_direction) / np.linalg.norm(theme.light.sun_direction)
    sun = np.maximum(faces.normal @ direction, 0.0)[:, None] * np.array(theme.light.sun)
    up = 0.5 + 0.5 * faces.normal[:, 2:]
    below = np.array(theme.light.ambient_down)
    lit: Floats = np.clip(
        colour * (below + (np.array(theme.light.ambient_up) - below) * up + sun), 0.0, 255.0
    )
    return lit


def _packed(colours: Floats) -> Pixels:
    red, green, blue = colours.astype(np.uint32).T
    packed: Pixels = np.uint32(0xFF000000) | (red << np.uint32(16)) | (green << np.uint32(8)) | blue
    return packed
