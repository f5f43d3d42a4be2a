"""The static level as chunks of the picture plane: plain at first, painted when the painter gets to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from game.view.terrain.bake import Excerpt, Ground, Layer, Region, excerpt
from game.view.terrain.layer import layer_surface
from game.view.terrain.painter import Order
from game.view.terrain.plain import paint_plain
from game.view.terrain.ring import CHUNK, DepthRing

KEPT = 3
"""Chunks kept in memory, as a multiple of those in and around a frame."""

Place = tuple[int, int]
"""Column and row of a chunk on the picture plane."""


@dataclass(slots=True)
class Chunk:
    """One chunk."""

    found: Excerpt | None
    """What its picture follows from; None when it is empty."""
    painted: bool
    """Whether it is in its final form."""
    layer: Layer | None = None
    surface: pygame.Surface | None = None


class Chunks:
    """Draws the static level and knows its depth."""

    def __init__(self, ground: Ground, paint: Callable[[Order], Layer], size: tuple[int, int]) -> None:
        self.ring = DepthRing(*size)
        self._ground = ground
        self._paint = paint
        self._size = size
        self._chunks: dict[Place, Chunk] = {}
        self._room = KEPT * len(list(visible_places(1, 1, size[0] + 2 * CHUNK, size[1] + 2 * CHUNK)))

    def draw(self, frame: pygame.Surface, left: int, top: int) -> None:
        """Draws the part of the level whose upper left corner is (left, top) on the plane [px]."""
        for place in visible_places(left, top, *self._size):
            chunk = self._chunk(place)
            self.ring.hold(*place, chunk.layer)
            if chunk.surface is not None:
                frame.blit(chunk.surface, (place[0] * CHUNK - left, place[1] * CHUNK - top))
        self._forget_far(left, top)

    def most_wanted(self, left: int, top: int) -> Place | None:
        """The chunk to paint next: in sight first, then around it, from the middle out."""
        for margin in (0, CHUNK):
            width, height = self._size[0] + 2 * margin, self._size[1] + 2 * margin
            window = visible_places(left - margin, top - margin, width, height)
            waiting = [place for place in window if not self._chunk(place).painted]
            if waiting:
                return min(waiting, key=lambda place: self._distance(place, left, top))
        return None

    def order(self, place: Place) -> Order:
        """What the painter needs for a chunk that is not empty."""
        found = self._chunk(place).found
        if found is None:
            raise ValueError(f"chunk {place} is empty")
        return Order(found, region_of(place), self._ground.theme, self._ground.projection)

    def take(self, place: Place, layer: Layer) -> None:
        """Replaces a chunk's plain form by its painted one."""
        chunk = self._chunk(place)
        chunk.layer, chunk.surface, chunk.painted = layer, layer_surface(layer), True

    def finish(self, left: int, top: int) -> None:
        """Paints every chunk in sight, here and now."""
        for place in visible_places(left, top, *self._size):
            if not self._chunk(place).painted:
                self.take(place, self._paint(self.order(place)))

    def _chunk(self, place: Place) -> Chunk:
        chunk = self._chunks.get(place)
        if chunk is None:
            chunk = self._chunks[place] = self._plain(place)
        return chunk

    def _plain(self, place: Place) -> Chunk:
        region = region_of(place)
        found = excerpt(self._ground, region)
        if found is None:
            return Chunk(found=None, painted=True)
        layer = paint_plain(found, region, self._ground.theme, self._ground.projection)
        return Chunk(found, painted=False, layer=layer, surface=layer_surface(layer))

    def _forget_far(self, left: int, top: int) -> None:
        if len(self._chunks) > self._room:
            near = sorted(self._chunks, key=lambda place: self._distance(place, left, top))
            self._chunks = {place: self._chunks[place] for place in near[: self._room * 2 // KEPT]}

    def _distance(self, place: Place, left: int, top: int) -> float:
        across = (place[0] + 0.5) * CHUNK - left - self._size[0] / 2
        along = (place[1] + 0.5) * CHUNK - top - self._size[1] / 2
        return across * across + along * along


def visible_places(left: int, top: int, width: int, height: int) -> Iterator[Place]:
    """Chunks that a window of the plane [px] touches, row by row."""
    for row in range(top // CHUNK, (top + height - 1) // CHUNK + 1):
        for column in range(left // CHUNK, (left + width - 1) // CHUNK + 1):
            yield column, row


def region_of(place: Place) -> Region:
    """Where a chunk lies on the plane."""
    return Region(place[0] * CHUNK, place[1] * CHUNK, CHUNK, CHUNK)
