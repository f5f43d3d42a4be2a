"""Planks and crates: the unlit colour of wood."""

import numpy as np

from game.view.arrays import FAR
from game.view.colours import Colour, dim, mix
from game.view.kernel import drawing_kernel
from game.view.noise import fractal_noise, lattice, step
from game.view.terrain.distance import outline_distance
from game.view.terrain.palette import TerrainPalette
from game.view.terrain.shapes import X_MAX, X_MIN, Z_MAX, Z_MIN, Shapes

PLANK = 24.0
"""Width of a plank [cm]."""
FRAME = 10.0
"""Width of a crate's frame [cm]."""
BRACE = 7.5
"""Half the width of its diagonal [cm]."""
CRATE = 45.0
"""Whatever is lower than this is a plank bridge and no crate [cm]."""
SQUARE = 2.0
"""Greatest ratio of a crate's sides that gets a diagonal."""
LIGHT_WOOD = (255.0, 235.0, 190.0)


@drawing_kernel
def planks(palette: TerrainPalette, u: float, v: float) -> Colour:
    """Boards that run along u."""
    plank = np.floor(v / PLANK)
    within = v / PLANK - plank
    grain = fractal_noise(u * 0.02 + 7.0 * lattice(plank, 1.0, 3.0), v * 0.22, 51.0)
    tone = 0.7 * grain + 0.3 * lattice(plank, 4.0, 52.0)
    gap = step(0.0, 0.08, min(within, 1.0 - within))
    return dim(mix(palette.dark_wood, palette.wood, tone), 0.6 + 0.4 * gap)


@drawing_kernel
def crate(palette: TerrainPalette, shapes: Shapes, shape: int, x: float, z: float) -> Colour:
    """The front of something wooden: planks, and a frame with a diagonal where it is a crate."""
    boards = planks(palette, x, z)
    box = shapes.bounds[shape]
    if box[Z_MAX] - box[Z_MIN] < CRATE:
        return boards
    from_edge = -outline_distance(shapes, shape, x, z)
    from_brace = brace_distance(shapes, shape, x, z)
    bar = 0.0
    if from_edge < FRAME:
        bar = step(0.0, 2.0, min(FRAME - from_edge, from_edge))
    elif from_brace < BRACE:
        bar = step(0.0, 2.0, BRACE - from_brace)
    else:
        return dim(boards, 0.73) if from_edge < FRAME + 6.0 else boards
    wood = mix(palette.wood, LIGHT_WOOD, 0.1 + 0.1 * fractal_noise(x * 0.09, z * 0.09, 53.0))
    return dim(wood, 0.7 + 0.3 * bar)


@drawing_kernel
def brace_distance(shapes: Shapes, shape: int, x: float, z: float) -> float:
    """Distance from the rising diagonal of a squarish box [cm]; FAR for other shapes."""
    box = shapes.bounds[shape]
    width, height = box[X_MAX] - box[X_MIN], box[Z_MAX] - box[Z_MIN]
    sides = shapes.first_edge[shape + 1] - shapes.first_edge[shape]
    if sides != 4 or max(width, height) > SQUARE * min(width, height):  # noqa: PLR2004 - a box has four
        return FAR
    return float(abs((x - box[X_MIN]) / width - (z - box[Z_MIN]) / height) * width)
