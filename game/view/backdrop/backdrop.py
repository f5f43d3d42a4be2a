"""Draws what lies behind the level, and what lies before it."""

from dataclasses import dataclass

import numpy as np
import pygame

from game.cache import cache_folder
from game.view.arrays import Bytes, Flags
from game.view.backdrop.air import draw_foreground, paint_glow
from game.view.backdrop.painting import HillPainting, Painting, painting_of
from game.view.pixels import surface_of_bgra, surface_of_rgb
from game.view.theme import Theme

REPEAT = 1.6
"""Length of a row of hills in frame widths."""
RISE = 0.12
"""How far hills follow the camera up and down, in shares of their scroll."""
SLACK = 0.05
"""Most that hills move up or down, as a share of the frame's height."""
STRIP = 40
"""Rows in which the vignette is cut to leave out what it does not touch [px]."""
BARELY = 3.0
"""Light of rays that is not worth adding [0, 255]."""
FAINT = 253
"""Light that is as good as full [0, 255]."""
FOREGROUND_SCROLL = 1.3
DUST_SCROLL = 0.8
LARGE_MOTES = 0.35
"""Share of dust that is large."""
LAMP_GLOW, LAMP_CORE = 0.29, 0.064
"""Radius of the light around a lamp, as shares of the frame's height."""


@dataclass(frozen=True, slots=True)
class Row:
    """A picture that repeats along X and scrolls slower or faster than the level."""

    surface: pygame.Surface
    top: int
    """Row of the frame it begins in [px]."""
    scroll: float
    """Its speed as a share of the level's."""
    solid: int
    """Row of the frame from which on nothing shines through [px]."""


class Backdrop:
    """Everything in a frame that is not the level."""

    def __init__(self, theme: Theme, size: tuple[int, int]) -> None:
        self._size = width, height = size
        painting = _painting(theme, size)
        self._sky = surface_of_rgb(painting.sky)
        self._rows = [
            _row(hills, hill.scroll) for hills, hill in zip(painting.hills, theme.hills, strict=True)
        ]
        self._sky_rows = min(height, self._rows[0].solid + round(SLACK * height)) if self._rows else height
        rays, vignette = painting.rays, painting.vignette
        self._rays, self._lit = surface_of_rgb(rays), _strips(rays.max(axis=2) > BARELY, STRIP)
        self._vignette, self._dark = surface_of_rgb(vignette), _strips(vignette.min(axis=2) < FAINT, STRIP)
        front = draw_foreground(theme.air, round(width * REPEAT), height)
        front.set_alpha(255, pygame.RLEACCEL)
        self._front = Row(front, height - front.get_height(), FOREGROUND_SCROLL, height)
        glow, light = theme.terrain.lantern_glow, theme.air.dust
        self._lamp = [_glow(LAMP_GLOW * height, glow, 2.2), _glow(LAMP_CORE * height, light, 2.0)]
        self._dust = [_glow(0.007 * height, light, 1.6), _glow(0.0045 * height, light, 1.3)]
        self._motes = np.random.default_rng(3).random((theme.air.dust_count, 4))

    def draw_behind(self, frame: pygame.Surface, left: float, rise: float) -> None:
        """Sky, hills and rays; the camera has scrolled to left and up by rise [px]."""
        frame.blit(self._sky, (0, 0), (0, 0, self._size[0], self._sky_rows))
        for row in self._rows:
            limit = SLACK * self._size[1]
            self._draw_row(frame, row, left, round(min(max(rise * row.scroll * RISE, -limit), limit)))
        for area in self._lit:
            frame.blit(self._rays, area, area, pygame.BLEND_RGB_ADD)

    def draw_lamp(self, frame: pygame.Surface, x: float, y: float) -> None:
        """The light around a lamp at a place of the frame [px]."""
        for glow in self._lamp:
            radius = glow.get_width() // 2
            frame.blit(glow, (round(x) - radius, round(y) - radius), special_flags=pygame.BLEND_RGB_ADD)

    def draw_before(self, frame: pygame.Surface, left: float, time: float) -> None:
        """Dust, foliage and vignette at a time [s]."""
        self._draw_dust(frame, left, time)
        self._draw_row(frame, self._front, left, 0)
        for area in self._dark:
            frame.blit(self._vignette, area, area, pygame.BLEND_RGB_MULT)

    def _draw_row(self, frame: pygame.Surface, row: Row, left: float, down: int) -> None:
        length = row.surface.get_width()
        for x in range(-(round(left * row.scroll) % length), self._size[0], length):
            frame.blit(row.surface, (x, row.top + down))

    def _draw_dust(self, frame: pygame.Surface, left: float, time: float) -> None:
        width, height = self._size
        x = self._motes[:, 0] * 1.1 * width - left * DUST_SCROLL + time * (self._motes[:, 1] - 0.5) * 28.0
        y = (self._motes[:, 2] * height - time * (5.0 + 8.0 * self._motes[:, 3])) % height
        y += 6.0 * np.sin(time * 0.9 + self._motes[:, 3] * 40.0)
        places = np.stack((x % (1.1 * width), y), axis=-1).round().astype(int).tolist()
        for place, kind in zip(places, (self._motes[:, 3] > LARGE_MOTES).tolist(), strict=True):
            frame.blit(self._dust[kind], place, special_flags=pygame.BLEND_RGB_ADD)


def _painting(theme: Theme, size: tuple[int, int]) -> Painting:
    length, slack = round(size[0] * REPEAT), round(SLACK * size[1]) + 1
    return painting_of(theme, size, length, slack, cache_folder() / "backdrops")


def _row(hills: HillPainting, scroll: float) -> Row:
    return Row(_encoded(hills.picture), hills.top, scroll, hills.solid)


def _strips(touched: Flags, rows: int) -> list[pygame.Rect]:
    """Rectangles that hold all touched pixels: one or two for every so many rows."""
    areas = []
    for top in range(0, touched.shape[0], rows):
        strip = touched[top : top + rows]
        columns = np.flatnonzero(strip.any(axis=0))
        if len(columns):
            gap = int(np.argmax(np.diff(columns, append=columns[-1])))
            parts = (part for part in (columns[: gap + 1], columns[gap + 1 :]) if len(part))
            areas += [pygame.Rect(part[0], top, part[-1] + 1 - part[0], len(strip)) for part in parts]
    return areas


def _encoded(picture: Bytes) -> pygame.Surface:
    """A picture of which what is empty or solid costs little."""
    surface = surface_of_bgra(picture[..., (2, 1, 0, 3)])
    surface.set_alpha(255, pygame.RLEACCEL)
    return surface


def _glow(radius: float, colour: str, power: float) -> pygame.Surface:
    return surface_of_rgb(paint_glow(max(1, round(radius)), colour, power))
