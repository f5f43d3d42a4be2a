"""A model made ready: arrays that only have to be turned and moved."""

import itertools
import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats
from game.view.cones.cones import COLOUR, END, END_RADIUS, FIELDS, GLOSS, GLOW, INK, START, START_RADIUS
from game.view.props.model import Cloth, Cone, Model, State, Stone
from game.view.theme import rgb

FACETTING = 0.16
"""By how much the faces of a stone differ in brightness."""
NO_AREA = 1e-9
"""Twice the area of what is no face [cm²]."""
FOLDS = 14
"""Faces across a cloth."""
GUST, WAVES, DEEP = 6.5, 0.6, 11.0
"""How fast waves run along a cloth [rad/s], how far they are apart [rad/fold], and how deep they are [cm]."""
PENNANT = 0.35
"""By how much a flag gets narrower to its end."""

CORNERS, FACE_COLOUR, FACE_GLOSS = slice(0, 9), slice(9, 12), 12
FACE_FIELDS = 13
"""A face is one row: three corners (9) [cm], red, green, blue [0, 255], gloss [0, 1]."""


class Shape(NamedTuple):
    """What a model looks like in one state, around its place."""

    cones: Floats
    """Shape [cone_count, FIELDS]."""
    faces: Floats
    """Shape [face_count, 13]."""
    cloths: tuple[Cloth, ...]


@lru_cache
def shape_of(model_name: str, state: State) -> Shape:
    """What a model looks like in a state."""
    from game.view.props.model import model_named  # noqa: PLC0415 - found by name, as the cache wants it

    model = model_named(model_name)
    parts = [part for part in model.cones if part.when in {State.ALWAYS, state}]
    cones = np.array([_cone(model, part) for part in parts]).reshape(-1, FIELDS)
    faces = [_faces(stone, rgb(model.colours[stone.colour])) for stone in model.stones]
    cloths = tuple(cloth for cloth in model.cloths if cloth.when in {State.ALWAYS, state})
    return Shape(cones, np.concatenate([np.zeros((0, FACE_FIELDS)), *faces]), cloths)


def _cone(model: Model, part: Cone) -> Floats:
    cone = np.zeros(FIELDS)
    cone[START], cone[END] = part.start, part.end
    cone[START_RADIUS], cone[END_RADIUS] = part.radii
    cone[COLOUR], cone[GLOSS] = rgb(model.colours[part.colour]), part.gloss
    cone[GLOW], cone[INK] = part.flat, part.ink
    return cone


def _faces(stone: Stone, colour: Floats) -> Floats:
    """Triangles of a stone, counter-clockwise seen from outside, lids included."""
    turns = np.arange(stone.sides) * (math.tau / stone.sides)
    circle = np.stack((np.cos(turns), np.sin(turns), np.zeros(stone.sides)), axis=-1)
    levels = [(0.0, stone.profile[0][1]), *stone.profile, (0.0, stone.profile[-1][1])]
    rings = [circle * radius + np.array((0.0, 0.0, height)) for radius, height in levels]
    rows = np.zeros((0, FACE_FIELDS))
    for below, above in itertools.pairwise(rings):
        rows = np.concatenate((rows, _band(below, above, colour, stone.gloss)))
    return rows


def _band(below: Floats, above: Floats, colour: Floats, gloss: float) -> Floats:
    """Faces between two rings of corners, without those that have no area."""
    a, b, c, d = below, np.roll(below, -1, axis=0), np.roll(above, -1, axis=0), above
    corners = np.concatenate((np.stack((a, b, c), axis=1), np.stack((a, c, d), axis=1)))
    bright = 1.0 + FACETTING * np.where(np.arange(len(below)) % 2, 1.0, -1.0)
    faces = np.zeros((len(corners), FACE_FIELDS))
    faces[:, CORNERS], faces[:, FACE_GLOSS] = corners.reshape(-1, 9), gloss
    faces[:, FACE_COLOUR] = np.clip(np.tile(bright, 2)[:, None] * colour, 0.0, 255.0)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    real: Floats = faces[np.linalg.norm(across, axis=1) > NO_AREA]
    return real


def cloth_faces(cloth: Cloth, colours: Floats, time: float) -> Floats:
    """Faces of a flag in the wind around its thing's place, both sides of it.

    Shape [4 * FOLDS, FACE_FIELDS].
    """
    along = np.linspace(0.0, 1.0, FOLDS + 1)
    wave = np.sin(np.arange(FOLDS + 1) * WAVES - time * GUST)
    length, height = cloth.size
    sag = np.cos(time * 2.1 + along * 3.0) * 4.0 * along
    top = np.stack((along * length, wave * DEEP * along, sag), axis=-1) + cloth.root
    bottom = top - np.stack(
        (wave * 2.0 * along, wave * 2.0 * along, height * (1.0 - PENNANT * along)), axis=-1
    )
    a, b, c, d = bottom[:-1], bottom[1:], top[1:], top[:-1]
    corners = np.concatenate(
        [np.concatenate(face, axis=1) for face in ((a, b, c), (a, c, d), (a, c, b), (a, d, c))]
    )
    faces = np.zeros((4 * FOLDS, FACE_FIELDS))
    faces[:, CORNERS] = corners
    faces[:, FACE_COLOUR] = np.tile(colours[np.arange(FOLDS) * len(colours) // FOLDS], (4, 1))
    return faces
