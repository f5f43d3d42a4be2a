"""The screen fades to a colour, or comes out of it."""

from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.view.pixels import plain_surface

Rgb = tuple[int, int, int]


@dataclass(slots=True)
class Fade:
    """How much of a picture is hidden by a colour; whoever goes from level to level sets it."""

    amount: float = 0.0
    """0 shows the picture, 1 the colour alone."""
    colour: Rgb = (12, 10, 26)
    """Red, green and blue [0, 255]."""

    def draw(self, frame: pygame.Surface) -> None:
        """Hides its share of a frame."""
        if self.amount > 0.0:
            cover = _cover(frame.get_size(), self.colour)
            cover.set_alpha(round(255 * min(self.amount, 1.0)))
            frame.blit(cover, (0, 0))


@lru_cache(maxsize=2)
def _cover(size: tuple[int, int], colour: Rgb) -> pygame.Surface:
    cover = plain_surface(size)
    cover.fill(colour)
    return cover
