"""Pictures of levels, as soon as somebody has made them.

`python -m game.interface.gallery` makes all that are missing or show an older look. The game makes
them itself in the background, too; see `game.interface.preparation`.
"""

import os
import sys

import pygame

from game.interface.cards import missing_pictures, picture_file
from game.interface.screens import Card
from game.interface.warm import take_picture


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


def main() -> None:
    """Makes the pictures that are missing, and says which."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for card in missing_pictures():
        take_picture(card.source, picture_file(card.source))
        sys.stdout.write(f"{picture_file(card.source)}\n")


if __name__ == "__main__":
    main()
