"""The screen fades to a colour, or comes out of it."""

from dataclasses import dataclass

import pygame


@dataclass(slots=True)
class Fade:
    """How much of a picture is hidden by a colour; whoever goes from level to level sets it."""

    amount: float = 0.0
    """0 shows the picture, 1 the colour alone."""
    colour: tuple[int, int, int] = (12, 10, 26)
    """Red, green and blue [0, 255]."""

    def draw(self, frame: pygame.Surface) -> None:
        """Hides its share of a frame: the picture is darkened, then the colour's light is added."""
        amount = min(max(self.amount, 0.0), 1.0)
        if amount > 0.0:
            left = round(255 * (1.0 - amount))
            frame.fill((left, left, left), special_flags=pygame.BLEND_RGB_MULT)
            red, green, blue = (round(channel * amount) for channel in self.colour)
            frame.fill((red, green, blue), special_flags=pygame.BLEND_RGB_ADD)
