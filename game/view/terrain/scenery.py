"""Bushes and lanterns: what stands on meadows behind the lane, for looks only."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats
from game.view.cones.cones import FIELDS
from game.view.terrain.shapes import GRASS, Shapes
from game.view.terrain.tops import Plot, clear_places, plots
from game.view.theme import TerrainTheme, rgb

BUSH_CELL, BUSH_SHARE = 190.0, 0.5
"""Length of a cell [cm], and how many of them have a bush."""
LANTERN_CELL, LANTERN_SHARE = 620.0, 0.75
SET_BACK = 45.0
"""How far before the back edge of a meadow things stand [cm]."""
BEHIND_LANE = 60.0
"""Nothing stands nearer to the viewer than this [cm]."""
LAMP = np.array((30.0, 0.0, 108.0))
"""From a lantern's foot to its light [cm]."""
APART = 420.0
"""Things farther apart than this do not ask for each other's room [cm]."""
LANTERN_ROOM, BUSH_ROOM, POST_ROOM = (420.0, 420.0), (130.0, 190.0), (95.0, 190.0)
"""Room of lanterns, of bushes, and between both, along X and upwards [cm]."""
LARGEST = 200.0
"""Nothing is wider or higher [cm]."""
LEAF_COUNT = 120


class Place(NamedTuple):
    """Where something may stand."""

    foot: Floats
    """[cm], shape [3]."""
    size: float
    """[cm]"""
    seed: tuple[int, int]
    turn: float
    """Who comes first where there is no room for two [1]."""


class Lantern(NamedTuple):
    """A lantern on a meadow."""

    foot: Floats
    """Where it stands [cm], shape [3]."""
    lamp: Floats
    """Where its light is [cm], shape [3]."""


class Bush(NamedTuple):
    """A bush on a meadow."""

    foot: Floats
    """Where it stands [cm], shape [3]."""
    size: float
    """[cm]"""
    seed: tuple[int, int]
    """Chooses its leaves."""


def lanterns(shapes: Shapes, start: float, end: float) -> list[Lantern]:
    """The lanterns between start and end, in X [cm]."""
    around = (start - APART, end + APART)
    places = list(_places(shapes, *around, LANTERN_CELL, LANTERN_SHARE, 2, 28.0))
    alone = [place for place in places if _is_first(place, places, LANTERN_ROOM)]
    return [Lantern(place.foot, place.foot + LAMP) for place in alone if start <= place.foot[0] < end]


def bushes(shapes: Shapes, start: float, end: float) -> list[Bush]:
    """The bushes between start and end, in X [cm], none of them before or behind a lantern."""
    around = (start - APART, end + APART)
    posts = [lantern.foot for lantern in lanterns(shapes, *around)]
    places = [
        place
        for place in _places(shapes, *around, BUSH_CELL, BUSH_SHARE, 1, 30.0)
        if not any(_are_near(place.foot, post, POST_ROOM) for post in posts)
    ]
    alone = [place for place in places if _is_first(place, places, BUSH_ROOM)]
    return [Bush(place.foot, place.size, place.seed) for place in alone if start <= place.foot[0] < end]


def _is_first(place: Place, places: list[Place], room: tuple[float, float]) -> bool:
    """Whether it comes before all its neighbours (thinning after Matern, which asks neighbours alone)."""
    rivals = [other for other in places if other is not place and _are_near(place.foot, other.foot, room)]
    return all((place.turn, place.foot[0]) < (other.turn, other.foot[0]) for other in rivals)


def _are_near(one: Floats, other: Floats, room: tuple[float, float]) -> bool:
    """Whether two things are nearer to each other than this, along X and upwards [cm]."""
    return bool(abs(one[0] - other[0]) < room[0] and abs(one[2] - other[2]) < room[1])


def scenery_cones(shapes: Shapes, start: float, end: float, theme: TerrainTheme) -> list[Floats]:
    """Cones of everything that may reach between start and end, in X [cm], one array a thing."""
    reach = (start - LARGEST, end + LARGEST)
    things = [lantern_cones(lantern.foot, theme) for lantern in lanterns(shapes, *reach)]
    return things + [bush_cones(bush, theme) for bush in bushes(shapes, *reach)]


def _places(
    shapes: Shapes, start: float, end: float, cell: float, share: float, kind: int, clearance: float
) -> Iterator[Place]:
    """Where things may stand on cells of meadows, the same whoever asks."""
    for plot in plots(shapes, start - cell, end + cell, cell):
        chance = np.random.default_rng((*plot.seed, kind))
        wanted, along, size = chance.random() < share, chance.uniform(0.2, 0.8), chance.uniform(32.0, 58.0)
        x = (plot.cell + along) * cell
        if wanted and start <= x < end and _fits(shapes, plot, x):
            foot = np.array((x, plot.far - SET_BACK, plot.ground(np.array(x))))
            if clear_places(shapes, foot[None], clearance)[0]:
                yield Place(foot, size, plot.seed, chance.random())


def _fits(shapes: Shapes, plot: Plot, x: float) -> bool:
    on_meadow = shapes.material[plot.shape] == GRASS and plot.start + 25.0 < x < plot.end - 25.0
    return bool(on_meadow and plot.far - SET_BACK >= BEHIND_LANE and plot.far - plot.near > 2 * SET_BACK)


def bush_cones(bush: Bush, theme: TerrainTheme) -> Floats:
    """A heap of leaves, shape [leaf_count, FIELDS]."""
    chance = np.random.default_rng((*bush.seed, 3))
    turn, out = chance.uniform(0.0, math.pi, LEAF_COUNT), np.sqrt(chance.random(LEAF_COUNT)) * 0.95
    height = np.sin(turn) * out
    place = np.stack(
        (np.cos(turn) * out * 1.25, chance.uniform(-0.22, 0.22, LEAF_COUNT), height * 0.85 + 0.1)
    )
    start = bush.foot + bush.size * place.T
    aside = np.stack(
        (chance.uniform(-0.05, 0.05, LEAF_COUNT), np.zeros(LEAF_COUNT), np.full(LEAF_COUNT, 0.02))
    )
    radius = bush.size * chance.uniform(0.085, 0.16, LEAF_COUNT)
    tones = np.array([rgb(colour) for colour in theme.leaves])
    colour = tones[np.minimum(2, (3 * height).astype(np.int64))] * chance.uniform(0.82, 1.16, (LEAF_COUNT, 1))
    cones = np.zeros((LEAF_COUNT, FIELDS))
    cones[:, 0:3], cones[:, 3] = start, radius
    cones[:, 4:7], cones[:, 7] = start + bush.size * aside.T, radius * 0.92
    cones[:, 8:11], cones[:, 11] = np.clip(colour, 0.0, 255.0), 0.06
    return cones


def lantern_cones(foot: Floats, theme: TerrainTheme) -> Floats:
    """A post with an arm and a lamp, shape [cone_count, FIELDS]."""
    wood, stone, light = rgb(theme.lantern), rgb(theme.lantern_foot), rgb(theme.lantern_light)
    white = light + (255.0 - light) * 0.7
    parts = [
        ((0, 0, 0), 5.5, (0, 0, 125), 4.2, wood, 0.0, 0.0, 1.2),
        ((0, 0, 2), 10.0, (0, 0, 6), 7.0, stone, 0.0, 0.0, 1.2),
        ((0, 0, 125), 3.5, (17, 0, 135), 3.0, wood, 0.0, 0.0, 1.0),
        ((17, 0, 135), 3.0, (30, 0, 131), 2.6, wood, 0.0, 0.0, 1.0),
        ((30, 0, 128), 1.8, (30, 0, 121), 1.8, wood, 0.0, 0.0, 0.0),
        ((30, 0, 106), 11.5, (30, 0, 110), 10.5, light, 0.0, 1.0, 1.2),
        ((30, -5, 108), 6.0, (30, -5, 110), 5.0, white, 0.0, 1.0, 0.0),
        ((21.5, 0, 119.5), 3.0, (38.5, 0, 119.5), 3.0, wood, 0.3, 0.0, 1.0),
        ((24, 0, 96.5), 2.6, (36, 0, 96.5), 2.6, wood, 0.2, 0.0, 1.0),
    ]
    cones = np.zeros((len(parts), FIELDS))
    for cone, (start, start_radius, end, end_radius, colour, gloss, glow, ink) in zip(
        cones, parts, strict=True
    ):
        cone[0:3], cone[3], cone[4:7], cone[7] = foot + start, start_radius, foot + end, end_radius
        cone[8:11], cone[11:14] = colour, (gloss, glow, ink)
    return cones
