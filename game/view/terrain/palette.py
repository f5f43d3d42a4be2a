"""The colours and the light of terrain as kernels take them."""

from typing import NamedTuple

import numpy as np

from game.view.colours import Colour
from game.view.theme import Hex, LightTheme, TerrainTheme, rgb


class TerrainPalette(NamedTuple):
    """Colours of solids."""

    stone: Colour
    deep_stone: Colour
    slab: Colour
    light_slab: Colour
    grass: Colour
    light_grass: Colour
    lip: Colour
    wood: Colour
    dark_wood: Colour
    haze: Colour


class TerrainLight(NamedTuple):
    """Light on solids [1]."""

    direction: Colour
    """Unit vector to the sun, in the world."""
    sun: Colour
    above: Colour
    """Light from above."""
    below: Colour


def terrain_palette(theme: TerrainTheme) -> TerrainPalette:
    """A theme's colours for kernels."""
    return TerrainPalette(*(_colour(getattr(theme, name)) for name in TerrainPalette._fields))


def terrain_light(theme: LightTheme) -> TerrainLight:
    """A theme's light for kernels."""
    x, y, z = np.array(theme.sun_direction) / np.linalg.norm(theme.sun_direction)
    return TerrainLight((float(x), float(y), float(z)), theme.sun, theme.ambient_up, theme.ambient_down)


def _colour(name: Hex) -> Colour:
    red, green, blue = rgb(name).tolist()
    return red, green, blue
