"""Writes and draws into the part of a window that shows the picture, in units of a 720 row frame."""

from collections.abc import Callable, Hashable

import pygame

from game.text import Rgb, Writer

ROWS = 720
"""Rows of a frame in which all sizes are given."""
INK, FAINT, PAPER, RIM = (244, 244, 255), (196, 202, 236), (20, 16, 44), (150, 170, 255)
GLOW = (255, 214, 140)
"""Colour of what is chosen."""
SHADOW = (10, 8, 24)


def picture_area(shape: tuple[int, int], room: tuple[int, int]) -> pygame.Rect:
    """The largest rectangle of a shape in the middle of a room [px]."""
    scale = min(room[0] / shape[0], room[1] / shape[1])
    width, height = max(1, round(shape[0] * scale)), max(1, round(shape[1] * scale))
    return pygame.Rect((room[0] - width) // 2, (room[1] - height) // 2, width, height)


class Brush:
    """Draws in units, so that text is as large as the window asks for, and keeps what it drew."""

    def __init__(self) -> None:
        self._writer = Writer()
        self.surface = pygame.Surface((1, 1))
        self.unit = 1.0
        """Pixels of a unit."""

    def onto(self, surface: pygame.Surface) -> None:
        """Draws onto this surface from now on."""
        self.surface, self.unit = surface, surface.get_height() / ROWS

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the surface [units]."""
        return self.surface.get_width() / self.unit, self.surface.get_height() / self.unit

    def picture(self, key: Hashable, make: Callable[[float], pygame.Surface]) -> pygame.Surface:
        """A picture made once for every unit."""
        return self._writer.kept((key, self.unit), lambda: make(self.unit))

    def text(self, text: str, size: float, colour: Rgb = INK) -> pygame.Surface:
        """A line of text of that height [units]."""
        return self._writer.line(text, size * self.unit, colour)

    def place(
        self,
        picture: pygame.Surface,
        at: tuple[float, float],
        *,
        anchor: str = "center",
        strength: float = 1.0,
    ) -> pygame.Rect:
        """Draws a picture; returns where [px].

        Args:
            picture: What to draw.
            at: Where its anchor goes [units].
            anchor: A point of its rectangle, by pygame's name for it.
            strength: From 0 for nothing to 1.
        """
        rect = picture.get_rect(**{anchor: (round(at[0] * self.unit), round(at[1] * self.unit))})
        if strength > 0.0:
            picture.set_alpha(round(255 * min(strength, 1.0)))
            self.surface.blit(picture, rect)
        return rect

    def write(
        self,
        text: str,
        size: float,
        at: tuple[float, float],
        *,
        colour: Rgb = INK,
        anchor: str = "center",
        strength: float = 1.0,
    ) -> pygame.Rect:
        """Writes a line of text with a shadow; returns where [px]."""
        depth = max(1.0, size / 22)
        shadow = self.text(text, size, SHADOW)
        self.place(shadow, (at[0], at[1] + depth), anchor=anchor, strength=0.6 * strength)
        return self.place(self.text(text, size, colour), at, anchor=anchor, strength=strength)

    def dim(self, strength: float) -> None:
        """Hides a share of everything in darkness; blitting a cover is much quicker than multiplying."""
        cover = self.picture("cover", self._new_cover)
        self.place(cover, (0, 0), anchor="topleft", strength=strength)

    def _new_cover(self, _: float) -> pygame.Surface:
        cover = pygame.Surface(self.surface.get_size(), 0, 32)
        cover.fill(SHADOW)
        return cover
