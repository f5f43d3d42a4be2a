"""Rows of hills that repeat along X, so that they never end."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from game.view.arrays import Floats
from game.view.noise import tiling_field
from game.view.theme import HillTheme, rgb

OCTAVES = 5
SLOPE_ROWS, SLOPE_STEP = 3, 0.8
"""Rows of trees on a slope, and how far apart they are, in heights of a tree."""
SLOPE_LIGHT, SLOPE_SHADE = 0.12, 0.08
"""How light their tops are and how dark it is behind them [1]."""
MIST_REACH = 0.11
"""Half the height of a strip of mist, as a share of the frame's height."""


def hill_line(theme: HillTheme, length: int, height: int) -> Floats:
    """Row of the bare hills over every column of a repetition of that length [px]."""
    columns = np.arange(length, dtype=np.float64)
    cells = max(2, round(length / height * theme.ruggedness))
    total = np.zeros(length)
    for octave in range(OCTAVES):
        count = cells << octave
        places = columns / length * count
        noise = tiling_field(places, np.array([0.5]), float(count), float(theme.seed + octave))
        total += noise[0] * 0.5**octave
    line: Floats = height * (theme.base - theme.amplitude * (total / 1.94) ** theme.sharpness)
    return line


def ridge_line(theme: HillTheme, length: int, height: int) -> Floats:
    """Row of the ridge over every column of a repetition of that length [px], trees included."""
    return _planted(hill_line(theme, length, height), theme, height)


def slope_lines(theme: HillTheme, length: int, height: int) -> list[Floats]:
    """Rows of the tops of trees that stand on the slope before those of the ridge, from far to near."""
    bare = hill_line(theme, length, height)
    if theme.trees not in TREES:
        return []
    apart = theme.tree_size * height * SLOPE_STEP
    return [
        _planted(bare + row * apart, replace(theme, seed=theme.seed + row), height)
        for row in range(1, SLOPE_ROWS + 1)
    ]


def _planted(ridge: Floats, theme: HillTheme, height: int) -> Floats:
    plant = TREES.get(theme.trees)
    return ridge if plant is None else plant(ridge, theme, height)


def _pines(ridge: Floats, theme: HillTheme, height: int) -> Floats:
    chance = np.random.default_rng(theme.seed + 99)
    outline = ridge.copy()
    for _ in range(theme.tree_count):
        column = chance.uniform(0, len(ridge))
        size = theme.tree_size * height * chance.uniform(0.55, 1.25)
        away = np.abs(_around(ridge, column))
        narrowing = 1.0 - away / (size * 0.42)
        boughs = 0.86 + 0.14 * np.cos(away * math.tau / max(size * 0.1, 2.0))
        top = ridge[int(column)] + 3.0 - size * narrowing * boughs
        outline = np.where(narrowing > 0.0, np.minimum(outline, top), outline)
    return outline


def _crowns(ridge: Floats, theme: HillTheme, height: int) -> Floats:
    chance = np.random.default_rng(theme.seed + 99)
    outline = ridge.copy()
    for _ in range(theme.tree_count):
        column = chance.uniform(0, len(ridge))
        size = theme.tree_size * height * chance.uniform(0.55, 1.25)
        for _ in range(5):
            centre, radius = column + chance.normal(0.0, size * 0.42), size * chance.uniform(0.22, 0.36)
            middle = ridge[int(centre) % len(ridge)] - radius * chance.uniform(0.0, 0.55)
            reach = radius * radius - _around(ridge, centre) ** 2
            round_top = middle - np.sqrt(np.maximum(reach, 0.0))
            outline = np.where(reach > 0.0, np.minimum(outline, round_top), outline)
    return outline


def _around(ridge: Floats, column: float) -> Floats:
    """Signed distance of every column from one, the short way round."""
    length = len(ridge)
    away: Floats = (np.arange(length, dtype=np.float64) - column + length / 2) % length - length / 2
    return away


TREES: dict[str, Callable[[Floats, HillTheme, int], Floats]] = {"pine": _pines, "round": _crowns}


def paint_hills(theme: HillTheme, ridge: Floats, top: int, bottom: int, height: int) -> Floats:
    """Red, green, blue and alpha of the rows from top to bottom with mist, shape [row_count, length, 4]."""
    rows = np.arange(top, bottom)[:, None]
    below, deep = rows - ridge, rows - hill_line(theme, len(ridge), height)
    share = np.clip(deep / (height * (1.0 - theme.base + theme.amplitude * 0.75)), 0.0, 1.0)[..., None]
    colour = rgb(theme.top) + (rgb(theme.bottom) - rgb(theme.top)) * share
    for line in slope_lines(theme, len(ridge), height):
        _shade_row(colour, rows - line, theme, height)
    rim = 0.3 * np.exp(-np.maximum(below, 0.0) / (height * 0.0045))
    colour += (rgb(theme.rim) - colour) * rim[..., None]
    cover = np.clip(below + 0.5, 0.0, 1.0)
    if theme.mist is None:
        return np.concatenate((colour, 255.0 * cover[..., None]), axis=-1)
    mist = _mist(theme, len(ridge), top, bottom, height)
    whole = mist + cover * (1.0 - mist)
    colour += (rgb(theme.mist) - colour) * (mist / np.maximum(whole, 1e-3))[..., None]
    return np.concatenate((colour, 255.0 * whole[..., None]), axis=-1)


def _shade_row(colour: Floats, below: Floats, theme: HillTheme, height: int) -> None:
    """Sets a row of trees off from those behind it: light on its tops, and darkness over them."""
    lit = SLOPE_LIGHT * np.exp(-np.maximum(below, 0.0) / (height * 0.007)) * np.clip(below + 0.5, 0.0, 1.0)
    dark = SLOPE_SHADE * np.exp(np.minimum(below, 0.0) / (height * 0.016)) * np.clip(0.5 - below, 0.0, 1.0)
    colour += (rgb(theme.rim) - colour) * lit[..., None]
    colour *= 1.0 - dark[..., None]


def _mist(theme: HillTheme, length: int, top: int, bottom: int, height: int) -> Floats:
    """How dense the mist before the hills is [0, 1], shape [bottom - top, length]."""
    away = (np.arange(top, bottom) / height - theme.mist_height) / MIST_REACH
    fade = np.cos(np.clip(away, -1.0, 1.0) * (math.pi / 2)) ** 1.5
    cells = max(2, round(length / height * 4.0))
    across, along = np.arange(length) / length * cells, np.arange(top, bottom) / height * 14.0
    noise = tiling_field(across, along, float(cells), 77.0)
    return np.minimum(theme.mist_strength * fade[:, None] * (0.45 + 0.9 * noise), 1.0)
