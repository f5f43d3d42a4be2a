"""Lines of text in the one font that is shipped, rendered once."""

import io
from collections.abc import Callable, Hashable
from functools import lru_cache
from importlib import resources

import pygame

KEPT = 512
"""Lines kept; when there are more, all are forgotten."""
SMALLEST = 9
"""No text is smaller [px]."""
FONT = "Quicksand-Bold.ttf"
"""Its licence lies beside it."""
SHARE = 0.72
"""Size of the font as a share of the height asked for, which counts from the highest to the lowest letter."""

Rgb = tuple[int, int, int]


class Writer:
    """Renders text, and keeps what it rendered."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}
        self._kept: dict[Hashable, pygame.Surface] = {}

    def line(self, text: str, size: float, colour: Rgb) -> pygame.Surface:
        """A line of text of that height [px]."""
        height, antialias = max(SMALLEST, round(SHARE * size)), True
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
            self._fonts[height] = pygame.font.Font(io.BytesIO(_font_file()), height)
        return self._fonts[height]


@lru_cache
def _font_file() -> bytes:
    """Read as a resource, since it may lie in a zip."""
    return (resources.files("game") / "fonts" / FONT).read_bytes()
