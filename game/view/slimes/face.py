"""Faces and bubbles: marks on a body, laid out in hundredths of its width."""

import math
from enum import IntEnum

import numpy as np

from game.view.arrays import Floats32, single
from game.view.kernel import drawing_kernel
from game.view.slimes.shade import RADIUS_X, RADIUS_Y, RED, X, Y
from game.view.theme import FaceTheme, Triple, rgb

WHITE = (255.0, 255.0, 255.0)
EYE_SPREAD = 13.5
"""Distance of an eye from the middle of the face."""
EYE_HEIGHT = 8.2
SHUT_HEIGHT = 1.3
BUBBLE_COUNT = 4
TYPICAL = 1.155
"""Width over the square root of width times height of a slime at rest."""
LOOK = 0.3
"""How far a face moves to the side it looks to, as a share of the body's width."""


class Mood(IntEnum):
    """What a face shows."""

    CALM = 0
    AMAZED = 1
    BLINKING = 2
    SQUEEZED = 3
    HURT = 4


def face_marks(mood: Mood, theme: FaceTheme) -> Floats32:
    """Marks of a face around its middle, in hundredths of the body's width, shape [mark_count, 9]."""
    ink, cheek = tuple(rgb(theme.ink)), tuple(rgb(theme.cheek))
    if mood is Mood.HURT:
        return _hurt_marks(theme)
    shut = mood in {Mood.BLINKING, Mood.SQUEEZED}
    marks: list[tuple[float, ...]] = []
    for side in (-1.0, 1.0):
        x = side * EYE_SPREAD
        marks.append((x, 0.0, 5.4, SHUT_HEIGHT if shut else EYE_HEIGHT, *ink, 0.94, 0.0))
        if not shut:
            marks.append((x - 1.6, -3.2, 2.1, 2.5, *WHITE, 1.0, 0.0))
            marks.append((x + 1.7, 3.4, 1.2, 1.4, *WHITE, 0.55, 0.0))
        marks.append((side * (EYE_SPREAD + 7.5), 9.5, 4.6, 2.7, *cheek, 0.38, 0.0))
    if mood is Mood.AMAZED:
        marks.append((0.0, 9.5, 3.6, 4.4, *ink, 0.94, 0.0))
        marks.append((0.0, 11.4, 2.2, 1.9, *rgb(theme.mouth), 0.9, 0.0))
    else:
        marks += [(4.6 * x, 8.3 - 2.2 * x * x, 1.15, 1.15, *ink, 0.9, 0.0) for x in np.linspace(-1.0, 1.0, 7)]
    return np.array(marks, dtype=np.float32)


def _hurt_marks(theme: FaceTheme) -> Floats32:
    """Eyes pressed together to > and <, and an open mouth."""
    ink, cheek, mouth = tuple(rgb(theme.ink)), tuple(rgb(theme.cheek)), tuple(rgb(theme.mouth))
    marks: list[tuple[float, ...]] = []
    for side in (-1.0, 1.0):
        for along in np.linspace(-1.0, 1.0, 11):
            x = side * (EYE_SPREAD + 4.6 * (abs(along) - 0.5))
            marks.append((x, 6.2 * along, 1.5, 1.5, *ink, 0.94, 0.0))
        marks.append((side * (EYE_SPREAD + 7.5), 9.5, 4.6, 2.7, *cheek, 0.5, 0.0))
    marks.append((0.0, 10.5, 4.4, 3.4, *ink, 0.94, 0.0))
    marks.append((0.0, 11.9, 2.7, 1.6, *mouth, 0.9, 0.0))
    return np.array(marks, dtype=np.float32)


def bubble_marks(entity: int) -> Floats32:
    """Marks of an entity's bubbles around the body's middle, in hundredths of its size, shape [8, 9]."""
    chance = np.random.default_rng(entity)
    marks: list[tuple[float, ...]] = []
    for _ in range(BUBBLE_COUNT):
        x, y, radius = chance.uniform(-28.0, 28.0), chance.uniform(-5.0, 34.0), chance.uniform(1.6, 3.6)
        marks.append((x, y, radius, radius, *WHITE, 0.30, 0.62))
        marks.append((x - 0.3 * radius, y - 0.35 * radius, 0.28 * radius, 0.28 * radius, *WHITE, 0.55, 0.0))
    return np.array(marks, dtype=np.float32)


@drawing_kernel
def place_marks(
    face: Floats32, bubbles: Floats32, bounds: tuple[float, float, float, float], look_x: float, look_y: float
) -> Floats32:
    """Marks in the frame [px] on a body with these bounds that looks aside and up, each in [-1, 1]."""
    x_low, x_high, y_low, y_high = bounds
    width, height = x_high - x_low, y_high - y_low
    unit = math.sqrt(width * height) * single(TYPICAL / 100.0)
    middle_x, middle_y = (x_low + x_high) / single(2.0), (y_low + y_high) / single(2.0)
    face_x = middle_x + look_x * width * single(LOOK)
    face_y = middle_y + height * (single(0.02) - single(0.18) * look_y)
    narrowing = single(1.0) - single(0.25) * abs(look_x)
    count = face.shape[0]
    placed = np.empty((bubbles.shape[0] + count, 9), dtype=np.float32)
    for mark in range(bubbles.shape[0]):
        lay(placed[mark], bubbles[mark], middle_x, middle_y, width / 100, height / 100, unit)
    for mark in range(count):
        lay(placed[bubbles.shape[0] + mark], face[mark], face_x, face_y, unit * narrowing, unit, unit)
    return placed


@drawing_kernel
def lay(
    placed: Floats32, mark: Floats32, x: float, y: float, across: float, along: float, size: float
) -> None:
    """Places one mark around (x, y)."""
    placed[X], placed[Y] = x + mark[X] * across, y + mark[Y] * along
    placed[RADIUS_X], placed[RADIUS_Y] = mark[RADIUS_X] * size, mark[RADIUS_Y] * size
    for column in range(RED, mark.shape[0]):  # assigning slices compiles all of numba's error texts
        placed[column] = mark[column]


def mood_of(*, airborne: bool, squeezed: bool, blinking: bool, hurt: bool = False) -> Mood:
    """What a slime in this state shows."""
    if hurt:
        return Mood.HURT
    if squeezed:
        return Mood.SQUEEZED
    if blinking:
        return Mood.BLINKING
    return Mood.AMAZED if airborne else Mood.CALM


def blinks(entity: int, tick: float) -> bool:
    """Whether an entity's eyes are shut at a tick."""
    period = 190 + entity * 37 % 110
    return (tick + entity * 53) % period < BLINK_TICKS


BLINK_TICKS = 8


def wandering_look(entity: int, tick: float) -> tuple[float, float]:
    """Where an entity looks when nothing draws its eyes, aside and up, each in [-1, 1]."""
    phase = entity * 2.399
    aside = math.sin(tick * 0.011 + phase) + 0.6 * math.sin(tick * 0.0271 + 2.0 * phase)
    return 0.4 * max(-1.0, min(1.0, aside * 1.2)), 0.15 * math.sin(tick * 0.017 + 3.0 * phase)


def look_at(eyes: Triple, target: Triple, reach: float) -> tuple[float, float, float]:
    """Where to look, aside and up, to see a target [cm], and how much it matters [0, 1]."""
    across, up = target[0] - eyes[0], target[2] - eyes[2]
    away = math.hypot(across, up)
    interest = max(0.0, min(1.0, (reach - away) / (0.3 * reach)))
    return max(-0.75, min(0.75, across / 220.0)), max(-0.8, min(0.8, up / 260.0)), interest
