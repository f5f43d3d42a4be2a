"""The faces of solids that can be seen, numbered for the rasteriser."""

from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats, Integers
from game.view.projection import Projection
from game.view.terrain.raster import Samples, fill_outline, fill_triangles
from game.view.terrain.shapes import Y_MAX, Y_MIN, Shapes

NO_SHAPE = -1
"""Shape of a face that carries its own colour, such as a blade of grass."""
EDGE_ON = 1e-6
"""A face that turns no more than this to the viewer is not seen."""


class Faces(NamedTuple):
    """What the samples' face numbers mean, one row a face."""

    shape: Integers
    """Shape it belongs to, or NO_SHAPE, shape [face_count]."""
    normal: Floats
    """Unit normal, shape [face_count, 3]."""
    colour: Floats
    """Red, green and blue [0, 255] of a face with NO_SHAPE, shape [face_count, 3]."""


class Triangles(NamedTuple):
    """Triangles that carry their own colour."""

    corners: Floats
    """World corners [cm], shape [triangle_count, 3, 3]."""
    colours: Floats
    """Red, green and blue [0, 255], shape [triangle_count, 3]."""


def draw_faces(samples: Samples, shapes: Shapes, extra: Triangles, projection: Projection) -> Faces:
    """Draws the visible faces of shapes, and extra triangles, and says what their numbers mean.

    The front of shape i is face i; then come the sides, then the extra triangles.
    """
    _draw_fronts(samples, shapes, projection)
    owners, normals, quads = _sides(shapes, projection)
    triangles = np.concatenate((quads[:, (0, 1, 2)], quads[:, (0, 2, 3)], extra.corners))
    front_count, side_count, extra_count = len(shapes.seed), len(owners), len(extra.colours)
    numbers = front_count + np.arange(side_count + extra_count)
    numbers = np.concatenate((numbers[:side_count], numbers[:side_count], numbers[side_count:]))
    fill_triangles(samples, projection.project(triangles), numbers)
    front, up = np.array((0.0, -1.0, 0.0)), np.array((0.0, 0.0, 1.0))
    return Faces(
        shape=np.concatenate((np.arange(front_count), owners, np.full(extra_count, NO_SHAPE))),
        normal=np.concatenate((np.tile(front, (front_count, 1)), normals, np.tile(up, (extra_count, 1)))),
        colour=np.concatenate((np.zeros((front_count + side_count, 3)), extra.colours)),
    )


def _draw_fronts(samples: Samples, shapes: Shapes, projection: Projection) -> None:
    slope = projection.sine / projection.cosine / projection.scale
    for shape, first in enumerate(shapes.first_edge[:-1]):
        outline = shapes.edges[first : shapes.first_edge[shape + 1], :2]
        depth = np.full(len(outline), shapes.bounds[shape, Y_MIN])
        corners = np.stack((outline[:, 0], depth, outline[:, 1]), axis=-1)
        fill_outline(samples, projection.project(corners), shape, slope)


def _sides(shapes: Shapes, projection: Projection) -> tuple[Integers, Floats, Floats]:
    """Owner, normal and corners of the faces along the visible edges; corners have shape [count, 4, 3]."""
    owners = np.repeat(np.arange(len(shapes.seed)), np.diff(shapes.first_edge))
    ax, az, bx, bz = shapes.edges.T
    normals = np.stack((bz - az, np.zeros_like(az), ax - bx), axis=-1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    tangent = projection.sine / projection.cosine
    seen = projection.shear * normals[:, 0] + tangent * normals[:, 2] > EDGE_ON
    near, far = shapes.bounds[owners, Y_MIN], shapes.bounds[owners, Y_MAX]
    ends = ((ax, near, az), (bx, near, bz), (bx, far, bz), (ax, far, az))
    quads = np.stack([np.stack(end, axis=-1) for end in ends], axis=1)
    return owners[seen], normals[seen], quads[seen]
