"""Solids as the painter's kernels read them."""

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from components.terrain import Material, Solid
from game.view.arrays import Floats, Integers

GRASS, STONE, WOOD = range(3)
MATERIAL_NUMBERS = {Material.GRASS: GRASS, Material.STONE: STONE, Material.WOOD: WOOD}

X_MIN, X_MAX, Y_MIN, Y_MAX, Z_MIN, Z_MAX = range(6)


class Shapes(NamedTuple):
    """Prisms with a side-view outline, convex or concave."""

    bounds: Floats
    """Lowest and highest X, Y and Z [cm], shape [shape_count, 6]."""
    first_edge: Integers
    """First edge of each shape, and the number of all, shape [shape_count + 1]."""
    edges: Floats
    """Edges x, z, next x, next z [cm], counter-clockwise seen from the viewer, shape [edge_count, 4]."""
    material: Integers
    """GRASS, STONE or WOOD, shape [shape_count]."""
    seed: Integers
    """A number that follows from the shape itself, shape [shape_count]."""


def shapes_of(solids: Sequence[Solid]) -> Shapes:
    """Gathers solids into arrays."""
    edges = [_edges(solid.outline) for solid in solids]
    return Shapes(
        bounds=np.array([_bounds(solid) for solid in solids], dtype=np.float64).reshape(-1, 6),
        first_edge=np.cumsum([0, *map(len, edges)], dtype=np.int64),
        edges=np.concatenate(edges) if edges else np.zeros((0, 4)),
        material=np.array([MATERIAL_NUMBERS[solid.material] for solid in solids], dtype=np.int64),
        seed=np.array([_seed(solid) for solid in solids], dtype=np.int64),
    )


def select(shapes: Shapes, rows: Integers) -> Shapes:
    """The shapes of these rows, in this order."""
    spans = [range(shapes.first_edge[row], shapes.first_edge[row + 1]) for row in rows]
    return Shapes(
        bounds=shapes.bounds[rows],
        first_edge=np.cumsum([0, *map(len, spans)], dtype=np.int64),
        edges=shapes.edges[[edge for span in spans for edge in span]].reshape(-1, 4),
        material=shapes.material[rows],
        seed=shapes.seed[rows],
    )


def within(shapes: Shapes, low: Floats, high: Floats) -> Integers:
    """Rows of the shapes whose bounds meet the box from low to high [cm], shape [3] each."""
    meets = (shapes.bounds[:, 1::2] >= low) & (shapes.bounds[:, 0::2] <= high)
    return np.flatnonzero(meets.all(axis=1)).astype(np.int64)


def _edges(outline: Floats) -> Floats:
    points = np.asarray(outline, dtype=np.float64)
    return np.concatenate((points, np.roll(points, -1, axis=0)), axis=1)


def _bounds(solid: Solid) -> tuple[float, ...]:
    (x_min, z_min), (x_max, z_max) = solid.outline.min(axis=0), solid.outline.max(axis=0)
    return (x_min, x_max, *solid.depth, z_min, z_max)


def _seed(solid: Solid) -> int:
    return zlib.crc32(
        np.ascontiguousarray(solid.outline, dtype=np.float64).tobytes() + repr(solid.depth).encode()
    )
