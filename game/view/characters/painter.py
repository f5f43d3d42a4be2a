"""Draws characters."""

from game.view.arrays import Floats, Pixels
from game.view.cones.composite import put_on_frame
from game.view.cones.cones import depth_origin, light_ball, see_cones
from game.view.cones.raster import cone_tile, cones_box, draw_cones
from game.view.projection import Projection
from game.view.slimes.shade import Window
from game.view.theme import Theme


class CharacterPainter:
    """Draws round cones into frames of one size."""

    def __init__(self, theme: Theme, projection: Projection, size: tuple[int, int]) -> None:
        self._light = light_ball(theme.light)
        self._projection = projection
        self._tile = cone_tile(size[0] * size[1])

    def draw(self, frame: Pixels, window: Window, cones: Floats) -> None:
        """Draws cones of the world, shape [cone_count, FIELDS], where the level is not nearer."""
        height, width = frame.shape
        lens = self._projection.lens(window.left, window.top)
        seen = see_cones(cones, lens)
        box = cones_box(seen, width, height)
        if box.width > 0 and box.height > 0:
            draw_cones(seen, self._light, self._tile, box)
            origin = depth_origin(cones, lens)
            put_on_frame(
                frame,
                window.ring,
                self._tile,
                box,
                window.left,
                window.top,
                1.0 / self._projection.scale,
                origin,
            )
