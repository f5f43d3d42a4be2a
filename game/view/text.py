"""Lines of text, rendered once."""

from collections.abc import Callable, Hashable

import pygame

KEPT = 512
"""Lines kept; when there are more, all are forgotten."""
SMALLEST = 10
"""No text is smaller [px]."""

Rgb = tuple[int, int, int]


class Writer:
    """Renders text with pygame's own font, and keeps what it rendered."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}
        self._kept: dict[Hashable, pygame.Surface] = {}

    def line(self, text: str, size: float, colour: Rgb) -> pygame.Surface:
        """A line of text of that height [px]."""
        height, antialias = max(SMALLEST, round(size)), True
        return self.kept((text, height, colour), lambda: self._font(height).render(text, antialias, colour))

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """What was made under a key before, or is made now."""
        if key not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = make()
        return self._kept[key]

    def _font(self, height: int) -> pygame.font.Font:
        if height not in self._fonts:
            pygame.font.init()
            self._fonts[height] = pygame.font.Font(None, height)
        return self._fonts[height]
