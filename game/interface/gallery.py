"""Pictures of levels, as soon as somebody has made them."""

import pygame

from game.interface.cards import picture_file
from game.interface.screens import Card


class Gallery:
    """Loads pictures once."""

    def __init__(self) -> None:
        self._pictures: dict[str, pygame.Surface] = {}

    def picture(self, card: Card) -> pygame.Surface | None:
        """The picture of a level, or None where there is none yet."""
        if card.source not in self._pictures:
            try:
                self._pictures[card.source] = pygame.image.load(picture_file(card.source))
            except (OSError, pygame.error):
                return None
        return self._pictures[card.source]
