"""Light and foliage between the viewer and the hills: rays, glows, vignette, foreground."""

import math

import numpy as np
import pygame

from game.view.arrays import Floats
from game.view.backdrop.sky import REFERENCE, sun_distance
from game.view.pixels import alpha_surface
from game.view.theme import AirTheme, SkyTheme, rgb

RAYS_BELOW = 0.25
"""How far under the sun its rays fade away, as a share of the frame's height."""
BLINDING = 0.5
"""Share of the sun's disc that is too bright for rays to show before it."""
BLUR = 3
"""How far the foreground is out of focus [px at 720 rows]."""


def paint_rays(theme: SkyTheme, width: int, height: int) -> Floats:
    """Light to add, red, green and blue [0, 255], shape [height, width, 3]."""
    x = np.arange(width) + 0.5 - theme.sun[0] * width
    y = np.arange(height) + 0.5 - theme.sun[1] * height
    turn = np.arctan2(y[:, None], x[None]) / math.tau + 0.5
    streaks = 0.6 * _round_noise(turn, 35, 61) + 0.4 * _round_noise(turn, 107, 71)
    distance = sun_distance(theme, width, height)
    reach = np.exp(-distance / 420.0)
    edge = np.clip(distance / (theme.sun_radius * REFERENCE) - BLINDING, 0.0, 1.0)
    reach *= edge * edge * (3.0 - 2.0 * edge)
    reach *= np.clip(1.0 - y[:, None] / (RAYS_BELOW * height), 0.0, 1.0)
    return (
        rgb(theme.rays) * (np.clip((streaks - 0.42) * 2.6, 0.0, 1.0) * reach * theme.ray_strength)[..., None]
    )


def _round_noise(turn: Floats, count: int, seed: int) -> Floats:
    """Noise in [0, 1] over a full turn, in five octaves of count features and more."""
    total = np.zeros_like(turn)
    for octave in range(5):
        features = count << octave
        table = np.random.default_rng(seed + octave).random(features)
        place = turn * features
        first = np.floor(place).astype(np.int64)
        share = place - first
        share = share * share * (3.0 - 2.0 * share)
        low, high = table[first % features], table[(first + 1) % features]
        total += (low + (high - low) * share) * 0.5**octave
    return total / 1.94


def paint_glow(radius: int, colour: str, power: float) -> Floats:
    """Light to add around a lamp, red, green and blue, shape [2 * radius, 2 * radius, 3]."""
    away = np.arange(2 * radius) - radius + 0.5
    near = np.clip(1.0 - np.hypot(away[None], away[:, None]) / radius, 0.0, 1.0) ** power
    light: Floats = rgb(colour) * near[..., None]
    return light


def paint_vignette(theme: AirTheme, width: int, height: int) -> Floats:
    """What the frame is multiplied by, red, green and blue [0, 255], shape [height, width, 3]."""
    x, y = (np.arange(width) + 0.5) / width - 0.5, (np.arange(height) + 0.5) / height - 0.5
    away = (x[None] * 1.9) ** 2 + (y[:, None] * 1.9) ** 2
    light = 255.0 * (1.0 - theme.vignette * np.clip(away - 0.42, 0.0, 1.2) ** 1.3)
    return np.stack((light, light, light + (255.0 - light) * 0.25), axis=-1)


def draw_foreground(theme: AirTheme, length: int, height: int) -> pygame.Surface:
    """Blurred blades of tall grass that repeat along X."""
    rows = max(1, int(theme.foreground_height * height))
    surface = alpha_surface((length, rows))
    surface.fill((*_bytes(theme.foreground), 0))
    chance = np.random.default_rng(8)
    unit = height / REFERENCE
    for clump in range(max(1, int(length / (640 * unit)))):
        middle = (clump + chance.uniform(0.3, 0.7)) * 640 * unit
        for _ in range(26):
            foot = middle + chance.normal(0.0, 75.0) * unit
            tall = rows * chance.uniform(0.35, 1.05) * math.exp(-(((foot - middle) / (170 * unit)) ** 2))
            blade = _blade(foot, rows, tall, chance.uniform(-0.9, 0.9), chance.uniform(6.0, 13.0) * unit)
            for shift in (-length, 0, length):
                points = [(x + shift, y) for x, y in blade]
                pygame.draw.polygon(surface, (*_bytes(theme.foreground), 255), points)
    return _blurred(surface, max(2, round(BLUR * unit)))


def _blade(foot: float, ground: float, tall: float, bend: float, width: float) -> list[tuple[float, float]]:
    share = np.linspace(0.0, 1.0, 11)
    x = foot + np.sin(bend * share) * tall * share
    y = ground + 2.0 - tall * share * (1.0 - 0.12 * share * abs(bend))
    half = width * (1.0 - share) ** 0.8
    return [*zip(x - half, y, strict=True), *zip((x + half)[::-1], y[::-1], strict=True)]


def _blurred(surface: pygame.Surface, reach: int) -> pygame.Surface:
    """Out of focus: three box blurs of the alpha channel come close to a Gaussian."""
    alpha = pygame.surfarray.array_alpha(surface).astype(np.float64)
    for axis in (0, 1, 0, 1, 0, 1):
        alpha = _box_blur(alpha, reach, axis)
    softened = surface.copy()
    pygame.surfarray.pixels_alpha(softened)[...] = alpha.astype(np.uint8)
    return softened


def _box_blur(values: Floats, reach: int, axis: int) -> Floats:
    """Mean over reach neighbours on both sides; wraps along X, clamps along Y."""
    margin = [(0, 0), (0, 0)]
    margin[axis] = (reach + 1, reach)
    padded = np.pad(values, margin, mode="wrap" if axis == 0 else "edge").cumsum(axis=axis)
    width = 2 * reach + 1
    high = np.take(padded, np.arange(width, padded.shape[axis]), axis=axis)
    means: Floats = (high - np.take(padded, np.arange(padded.shape[axis] - width), axis=axis)) / width
    return means


def _bytes(colour: str) -> tuple[int, int, int]:
    red, green, blue = rgb(colour).astype(int).tolist()
    return red, green, blue
