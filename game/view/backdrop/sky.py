"""The sky: a gradient, the sun, stars, and clouds lit from below."""

import math

import numpy as np

from game.view.arrays import Floats
from game.view.kernel import drawing_kernel
from game.view.noise import between, value_noise
from game.view.theme import SkyTheme, rgb

REFERENCE = 720.0
"""Frame height [px] that shapes are described for; others scale."""
STAR_REACH = 0.35
"""Lowest star, as a share of the frame's height."""
TWINKLE = 80.0
"""Brightness from which a star spills over into its neighbours [0, 255]."""
FAINT = 0.01
"""Cover of a cloud that is not worth drawing."""
DITHER = 1.6
"""Width of the noise that hides bands [levels]."""


def paint_sky(theme: SkyTheme, width: int, height: int) -> Floats:
    """Red, green and blue [0, 255], shape [height, width, 3]."""
    rows = (np.arange(height) + 0.5) / height
    shares = [share for share, _ in theme.stops]
    colours = np.array([rgb(colour) for _, colour in theme.stops])
    ramp = np.stack([np.interp(rows, shares, colours[:, channel]) for channel in range(3)], axis=-1)
    picture = np.repeat(ramp[:, None], width, axis=1)
    distance = sun_distance(theme, width, height)
    _add_sun(picture, theme, distance)
    _add_stars(picture, theme)
    for seed, band in enumerate(theme.clouds):
        cover = np.zeros((height, width, 2))
        cloud_band(cover, np.array(band), REFERENCE / height, 21.0 + seed)
        lit = np.clip(cover[..., 1:], 0.0, 1.0) * np.clip(1.25 - distance / 760.0, 0.25, 1.0)[..., None]
        cloud = rgb(theme.cloud_shade) + (rgb(theme.cloud_light) - rgb(theme.cloud_shade)) * lit
        picture += (cloud - picture) * cover[..., :1]
    return picture + (np.random.default_rng(1).random((height, width, 1)) - 0.5) * DITHER


def sun_distance(theme: SkyTheme, width: int, height: int) -> Floats:
    """Distance of every pixel from the sun, in pixels of a frame of 720 rows, shape [height, width]."""
    x = np.arange(width) + 0.5 - theme.sun[0] * width
    y = (np.arange(height) + 0.5 - theme.sun[1] * height) * 1.05
    distance: Floats = np.hypot(x[None], y[:, None]) * (REFERENCE / height)
    return distance


def _add_sun(picture: Floats, theme: SkyTheme, distance: Floats) -> None:
    radius = theme.sun_radius * REFERENCE
    picture += np.exp(-((distance / 330.0) ** 1.3))[..., None] * np.array(theme.glow)
    disc = np.clip((radius - distance) / 1.5, 0.0, 1.0)[..., None]
    picture += (rgb(theme.sun_colour) - picture) * disc
    ring = np.clip((radius + 46.0 - distance) / 46.0, 0.0, 1.0) ** 2 * (distance > radius - 2.0)
    picture += (rgb(theme.halo) - picture) * (0.35 * ring[..., None])


def _add_stars(picture: Floats, theme: SkyTheme) -> None:
    height, width = picture.shape[:2]
    chance = np.random.default_rng(5)
    for _ in range(theme.star_count):
        row, column = int(chance.random() ** 1.6 * height * STAR_REACH), int(chance.random() * width)
        bright = chance.random() ** 2 * 160.0 * (1.0 - row / (height * STAR_REACH * 1.15))
        picture[row, column] += bright
        if bright > TWINKLE:
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                picture[(row + down) % height, (column + right) % width] += bright * 0.3


@drawing_kernel
def cloud_band(cover: Floats, band: Floats, unit: float, seed: float) -> None:
    """Share and light of a band of clouds in every pixel, shape [height, width, 2], which was 0 before.

    The band is its height and thickness (shares of the frame's height), fineness and threshold.
    """
    height, width = cover.shape[0], cover.shape[1]
    for y in range(height):
        away = ((y + 0.5) / height - band[0]) / band[1]
        inside = math.exp(-away * away) * 0.82
        for x in range(width if inside > FAINT else 0):
            u, v = x * unit / 260.0 * band[2] + 9.3 * seed, y * unit / 62.0 * band[2]
            here, below = billow(u, v, seed), billow(u, v + 7.0 / 62.0 * band[2], seed)
            cover[y, x, 0] = min(max((here - band[3]) * 4.2, 0.0), 1.0) * inside
            cover[y, x, 1] = (here - below) * 7.0 + 0.45


@drawing_kernel
def billow(x: float, y: float, seed: float) -> float:
    """Five octaves of value noise, in [0, 1]."""
    total, size, share = 0.0, 1.0, 1.0
    for octave in range(5):
        total += share * value_noise(x * size, y * size, seed + 10.0 * octave)
        size, share = size * 2.0, share * 0.5
    return between(0.0, total, 1.0 / 1.94)
