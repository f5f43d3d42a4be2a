"""Blades of grass and flowers on the tops of solids."""

import math

import numpy as np

from game.view.arrays import Floats
from game.view.terrain.faces import Triangles
from game.view.terrain.shapes import GRASS, STONE, Shapes
from game.view.terrain.tops import Plot, clear_places, plots
from game.view.theme import TerrainTheme, rgb

CELL = 100.0
"""Length of a cell in which tufts are strewn [cm]."""
TALLEST = 25.0
"""No blade or flower is higher [cm]."""
TUFTS = {GRASS: (9, 8), STONE: (2, 1)}
"""Tufts in a cell by material: along the front edge, and over the whole top."""
BLADES = 5
FLOWERING = 0.1
"""Share of tufts with a flower."""
LIP_DEPTH = 5.0
"""How far behind the front edge its tufts stand [cm]."""


def grow(shapes: Shapes, start: float, end: float, theme: TerrainTheme) -> Triangles:
    """Grass on what is walkable between start and end, in X [cm]."""
    corners, colours = [np.zeros((0, 3, 3))], [np.zeros((0, 3))]
    for plot in plots(shapes, start, end, CELL):
        if shapes.material[plot.shape] in TUFTS:
            chance = np.random.default_rng(plot.seed)
            roots = _roots(shapes, plot, chance)
            for grown in (_blades(roots, chance, theme), _flowers(roots, chance, theme)):
                corners.append(grown.corners)
                colours.append(grown.colours)
    return Triangles(np.concatenate(corners), np.concatenate(colours))


def _roots(shapes: Shapes, plot: Plot, chance: np.random.Generator) -> Floats:
    """Where tufts stand [cm], shape [tuft_count, 3]; the same for the same cell of the same shape."""
    lip, strewn = TUFTS[int(shapes.material[plot.shape])]
    x = (plot.cell + chance.random(lip + strewn)) * CELL
    y = plot.near + chance.random(lip + strewn) * np.repeat((LIP_DEPTH, plot.far - plot.near), (lip, strewn))
    clustered = np.sin(x * 0.0187 + y * 0.0527) * np.cos(x * 0.0069 + y * 0.0195 + 1.0) > 0.0
    grows = (x > plot.start + 3.0) & (x < plot.end - 3.0) & ((np.arange(len(x)) < lip) | clustered)
    roots = np.stack((x, y, plot.ground(x)), axis=-1)
    standing: Floats = roots[grows & clear_places(shapes, roots, 0.0)]
    return standing


def _blades(roots: Floats, chance: np.random.Generator, theme: TerrainTheme) -> Triangles:
    size = (len(roots), BLADES)
    aside = chance.uniform(-7.0, 7.0, size)
    height = chance.uniform(8.0, 18.0, (len(roots), 1)) * chance.uniform(0.55, 1.2, size)
    lean = chance.uniform(-7.0, 7.0, size) + aside * 0.8
    half = chance.uniform(1.0, 1.8, size)
    x, y, z = roots[:, None, 0] + aside, roots[:, None, 1], roots[:, None, 2]
    left, right = _points(x - half, y, z - 1.0), _points(x + half, y, z - 1.0)
    bend_left = _points(x - half * 0.8 + lean * 0.35, y, z + height * 0.55)
    bend_right = _points(x + half * 0.8 + lean * 0.35, y, z + height * 0.55)
    tip = _points(x + lean, y, z + height)
    dark, middle, light = (rgb(colour) for colour in theme.blades)
    age = chance.random((size[0] * size[1], 1))
    foot_colour, tip_colour = middle + (dark - middle) * age * 0.6, light + (middle - light) * age * 0.8
    corners = [(left, right, bend_right), (left, bend_right, bend_left), (bend_left, bend_right, tip)]
    return Triangles(
        np.concatenate([np.stack(corner, axis=1) for corner in corners]),
        np.concatenate((foot_colour, foot_colour, tip_colour)),
    )


def _points(x: Floats, y: Floats, z: Floats) -> Floats:
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1).reshape(-1, 3)


def _flowers(roots: Floats, chance: np.random.Generator, theme: TerrainTheme) -> Triangles:
    blooms = roots[chance.random(len(roots)) < FLOWERING]
    corners, colours = [np.zeros((0, 3, 3))], [np.zeros((0, 3))]
    for root in blooms:
        size, height = chance.uniform(2.6, 4.0), chance.uniform(10.0, 20.0)
        heart = root + np.array((chance.uniform(-4.0, 4.0), -0.4, height))
        stem = np.array([root - np.array((0.6, 0.0, 0.0)), root + np.array((0.6, 0.0, 0.0)), heart])
        petals, colour = _bloom(heart, size), rgb(theme.flowers[chance.integers(len(theme.flowers))])
        shade = np.repeat((0.93, 1.0, 1.0, 0.93, 0.93), 6)[:, None]
        corners += [stem[None], petals, _disc(heart - (0.0, 0.4, 0.0), size * 0.55)]
        colours += [
            rgb(theme.blades[1])[None] * 0.8,
            colour * shade,
            np.tile(rgb(theme.flower_heart), (6, 1)),
        ]
    return Triangles(np.concatenate(corners), np.concatenate(colours))


def _bloom(heart: Floats, size: float) -> Floats:
    turns = 0.3 + np.arange(5) * (math.tau / 5)
    centres = heart + size * np.stack((np.cos(turns), np.zeros(5), np.sin(turns)), axis=-1)
    return np.concatenate([_disc(centre, size * 0.72) for centre in centres])


def _disc(centre: Floats, radius: float) -> Floats:
    """A hexagon that faces the viewer, shape [6, 3, 3]."""
    turns = np.arange(7) * (math.tau / 6)
    rim = centre + radius * np.stack((np.cos(turns), np.zeros(7), np.sin(turns)), axis=-1)
    return np.stack((np.tile(centre, (6, 1)), rim[:-1], rim[1:]), axis=1)
