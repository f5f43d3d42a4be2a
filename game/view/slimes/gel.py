"""What a slime is made of: its look by surface direction, in two tables, and how it lets light through."""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats, Indices, Pixels, single
from game.view.theme import LightTheme, SlimePalette, rgb

TABLE = 128
"""Sides of the tables: normals from -1 to 1."""
THICKEST = 6.0
"""Optical thickness at the end of the absorption table."""
SHINE = 70.0
"""How much brighter highlights are in white light [0, 255]."""
REFRACTION = 16.0
"""How far the background is shifted at the rim [px at a scale of 0.84]."""


BASE, SHEEN = 0, 1


class Gel(NamedTuple):
    """A kind of gel as kernels take it."""

    surface: Pixels
    """By the normal's y and x: BASE, the colour that hides what lies behind, and SHEEN, the light on top of
    it, shape [2, TABLE, TABLE]."""
    opacity: Indices
    """Share of the base in 256ths, by optical thickness, shape [TABLE]."""
    absorption: float
    """Places of the opacity table per centimetre [1/cm]."""
    tint: tuple[int, int, int]
    """What is left of light that comes through, red, green and blue in 256ths."""


def gel_of(palette: SlimePalette, light: LightTheme) -> Gel:
    """Works out a gel's tables."""
    thickness = np.linspace(0.0, THICKEST, TABLE)
    opacity = palette.opacity + (1.0 - palette.opacity) * (1.0 - np.exp(-thickness))
    red, green, blue = (256.0 * (0.42 + 0.58 * rgb(palette.light) / 255.0)).astype(int).tolist()
    normals = _normals()
    key = np.array(light.key_direction) / np.linalg.norm(light.key_direction)
    return Gel(
        surface=np.stack(
            [
                _packed(_base(palette, normals, key)),
                _packed(_sheen(palette, normals, key, light.rim_direction)),
            ]
        ),
        opacity=np.round(256.0 * opacity).astype(np.int32),
        absorption=single(palette.absorption / 100.0 * (TABLE - 1) / THICKEST),
        tint=(red, green, blue),
    )


def flashing(gel: Gel, share: float) -> Gel:
    """The same gel with a share of white light in it."""
    channels = [(gel.surface >> np.uint32(shift)) & np.uint32(255) for shift in (16, 8, 0)]
    lit = [channel + (255.0 - channel) * share for channel in channels]
    sheen = np.minimum(gel.surface[SHEEN] * 0 + 1, 1) * round(SHINE * share)
    packed = _packed(np.stack(lit, axis=-1))
    packed[SHEEN] = _packed(
        np.stack([np.minimum(channel[SHEEN] + sheen, 255) for channel in channels], axis=-1).astype(
            np.float64
        )
    )
    return gel._replace(surface=packed)


def _normals() -> tuple[Floats, Floats, Floats]:
    """Normals as the viewer sees them, y down, for each place of a table."""
    axis = (np.arange(TABLE) - TABLE / 2) / (TABLE / 2 - 1)
    x, y = np.meshgrid(axis, axis)
    length = np.maximum(np.hypot(x, y), 1.0)
    x, y = x / length, y / length
    return x, y, np.sqrt(np.clip(1.0 - x * x - y * y, 0.0, 1.0))


def _base(palette: SlimePalette, normals: tuple[Floats, Floats, Floats], key: Floats) -> Floats:
    """A ramp over wrapped light, the light gathered on the far side, and a dark belt inside the rim."""
    x, y, z = normals
    deep, middle, light = rgb(palette.deep), rgb(palette.middle), rgb(palette.light)
    facing = np.clip(x * key[0] + y * key[1] + z * key[2], -1.0, 1.0)[..., None]
    bright = middle + (light - middle) * np.maximum(facing, 0.0) ** 1.3
    colour = np.where(facing < 0.0, deep + (middle - deep) * (facing + 1.0), bright)
    gathered = 0.75 * np.exp(-((x + key[0] * 0.78) ** 2 + (y + key[1] * 0.72) ** 2) / 0.20)
    colour += (light - colour) * gathered[..., None]
    belt = 0.30 * np.exp(-(((z - 0.42) / 0.20) ** 2)) * np.clip(0.5 + 0.9 * y, 0.0, 1.0)
    seen: Floats = colour + (deep - colour) * belt[..., None]
    return seen


def _sheen(
    palette: SlimePalette,
    normals: tuple[Floats, Floats, Floats],
    key: Floats,
    behind: tuple[float, float],
) -> Floats:
    """Fresnel rim, light from behind, a soft lobe, two window reflections and one from below."""
    x, y, z = normals
    rim = (1.0 - z) ** 3.2 * (0.16 + 0.55 * np.clip(0.5 - 0.5 * y, 0.0, 1.0) ** 1.5)
    back = 0.85 * np.clip(x * behind[0] + y * behind[1], 0.0, 1.0) ** 2 * (1.0 - z) ** 1.7
    halfway = key + np.array((0.0, 0.0, 1.0))
    halfway /= np.linalg.norm(halfway)
    lobe = 54.0 * np.clip((x * halfway[0] + y * halfway[1] + z * halfway[2] - 0.80) * 5.0, 0.0, 1.0) ** 3
    lit_x = -x if key[0] > 0.0 else x  # reflections are laid out for light from the left
    window = 225.0 * _ellipse(lit_x, y, (-0.36, -0.52), (0.225, 0.125), -0.55, 3.2)
    pane = 170.0 * _ellipse(lit_x, y, (-0.06, -0.665), (0.07, 0.05), -0.1, 2.4)
    crescent = 60.0 * _ellipse(lit_x, y, (0.40, 0.56), (0.24, 0.07), -0.62, 2.2)
    white = (lobe + window + pane)[..., None]
    coloured = rim[..., None] * rgb(palette.rim) + back[..., None] * rgb(palette.back)
    light: Floats = coloured + white + rgb(palette.light) * (crescent / 255.0)[..., None]
    return light


def _ellipse(
    x: Floats, y: Floats, centre: tuple[float, float], radii: tuple[float, float], turn: float, edge: float
) -> Floats:
    """1 within an ellipse of normals, 0 outside, soft by the inverse of edge."""
    cosine, sine = math.cos(turn), math.sin(turn)
    across, along = x - centre[0], y - centre[1]
    u, v = across * cosine + along * sine, along * cosine - across * sine
    return np.clip((1.0 - np.hypot(u / radii[0], v / radii[1])) * edge, 0.0, 1.0)


def _packed(colour: Floats) -> Pixels:
    red, green, blue = np.moveaxis(np.clip(colour, 0.0, 255.0).astype(np.uint32), -1, 0)
    packed: Pixels = (red << np.uint32(16)) | (green << np.uint32(8)) | blue
    return packed
