"""The level's terrain as a whole: what stands still, what moves, and who paints it."""

from collections.abc import Sequence

import numpy as np
import pygame

from components.terrain import Solid
from game.cache import cache_folder
from game.view.arrays import Floats, Floats32, Pixels
from game.view.projection import Projection
from game.view.terrain.bake import Layer, ground_of
from game.view.terrain.chunks import Chunks, Place
from game.view.terrain.light import SHADOW_LENGTH
from game.view.terrain.painter import Order, Painter
from game.view.terrain.palette import terrain_light
from game.view.terrain.scenery import lanterns
from game.view.terrain.shapes import X_MAX, X_MIN
from game.view.terrain.sprites import PlacedSprites, Sprite, sprites_of
from game.view.terrain.store import LayerStore
from game.view.terrain.sunlight import cast_shadow, light_on, shade_of
from game.view.theme import Theme

LAMP_REACH = 300.0
"""How far out of sight a lamp may be and still be seen to shine [cm]."""


class TerrainPicture:
    """Draws a level's solids into frames of one size."""

    def __init__(
        self, solids: Sequence[Solid], theme: Theme, projection: Projection, size: tuple[int, int]
    ) -> None:
        self._theme, self._projection, self._size = theme, projection, size
        still = [solid for solid in solids if solid.platform < 0]
        ground = ground_of(still, theme, projection)
        self._painter: Painter[Sprite | Place] = Painter(LayerStore(cache_folder() / "terrain"))
        self._chunks = Chunks(ground, self._painter.paint_now, size)
        self._sprites = sprites_of(solids, theme, projection)
        self._shapes, self._light = ground.shapes, terrain_light(theme.light)
        self._shade = shade_of(self._light)
        self._lamps = np.zeros((0, 2))
        if still:
            bounds = ground.shapes.bounds
            standing = lanterns(ground.shapes, bounds[:, X_MIN].min(), bounds[:, X_MAX].max())
            lamps = np.array([lantern.lamp for lantern in standing]).reshape(-1, 3)
            self._lamps = projection.project(lamps)[:, :2]

    @property
    def depth(self) -> Floats32:
        """Depth of what was drawn last, by plane coordinates modulo its size [cm]; see `DepthRing`."""
        return self._chunks.ring.values

    def draw(self, frame: pygame.Surface, left: int, top: int) -> None:
        """Draws what stands still; (left, top) is the frame's upper left corner on the plane [px]."""
        self._continue_painting(left, top)
        self._chunks.draw(frame, left, top)

    def lamps(self, left: int, top: int) -> list[list[float]]:
        """Where in the frame lamps shine [px], those near its edges included."""
        places = self._lamps - (left, top)
        reach = np.array(self._size) / 2
        near = (np.abs(places - reach) < reach + LAMP_REACH * self._projection.scale).all(axis=1)
        lit: list[list[float]] = places[near].tolist()
        return lit

    def place_moving(self, frame: Pixels, left: int, top: int, offsets: Floats) -> PlacedSprites:
        """Draws what moves and its shadows; offsets are those of the platforms [cm], shape [count, 3]."""
        placed = PlacedSprites(frame, self.depth, self._projection, left, top)
        lens = self._projection.lens(left, top)
        moving = [
            (sprite, offsets[sprite.platform])
            for sprite in self._sprites
            if sprite.platform < len(offsets)
            and self._in_sight(sprite, offsets[sprite.platform], left, top, SHADOW_LENGTH)
        ]
        for sprite, offset in moving:
            low, high = (sprite.low + offset).astype(np.float32), (sprite.high + offset).astype(np.float32)
            cast_shadow(frame, self.depth, lens, self._light, self._shade, low, high)
        for sprite, offset in moving:
            if self._in_sight(sprite, offset, left, top, 0.0):
                light = light_on(self._shapes, self._light, sprite.low + offset, sprite.high + offset)
                placed.place(sprite, offset, light)
        return placed

    def _in_sight(self, sprite: Sprite, offset: Floats, left: int, top: int, reach: float) -> bool:
        """Whether a sprite is at most so far out of the frame [cm]."""
        across, along, _ = self._projection.project(offset).tolist()
        reach *= self._projection.scale
        x, y = sprite.region.left + across - left, sprite.region.top + along - top
        width, height = self._size
        return bool(
            -reach - sprite.region.width <= x <= width + reach
            and -reach - sprite.region.height <= y <= height + reach
        )

    def finish(self, left: int, top: int) -> None:
        """Waits until everything in sight is painted."""
        self._collect(wait=True)
        for sprite in self._sprites:
            if not sprite.painted:
                self._take(sprite, self._painter.paint_now(self._order(sprite)))
        self._chunks.finish(left, top)

    def close(self) -> None:
        """Ends the painter's thread."""
        self._painter.close()

    def _continue_painting(self, left: int, top: int) -> None:
        self._collect(wait=False)
        if self._painter.idle:
            waiting = [sprite for sprite in self._sprites if not sprite.painted]
            wanted = waiting[0] if waiting else self._chunks.most_wanted(left, top)
            if wanted is not None:
                self._painter.begin(wanted, self._order(wanted))

    def _collect(self, *, wait: bool) -> None:
        finished = self._painter.collect(wait=wait)
        if finished is not None:
            self._take(*finished)

    def _order(self, wanted: Sprite | Place) -> Order:
        if isinstance(wanted, Sprite):
            return Order(wanted.found, wanted.region, self._theme, self._projection)
        return self._chunks.order(wanted)

    def _take(self, wanted: Sprite | Place, layer: Layer) -> None:
        if isinstance(wanted, Sprite):
            wanted.layer, wanted.painted = layer, True
        else:
            self._chunks.take(wanted, layer)
