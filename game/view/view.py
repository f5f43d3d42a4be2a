"""Draws a simulation as a 2.5D side view, without ever changing it."""

from collections.abc import Sequence

import numpy as np
import pygame

from components.camera import CameraFocus
from components.skeleton import AnimationLibrary
from game.view.arrays import Floats, Pixels
from game.view.debug import DebugFlags, DebugOverlay
from game.view.effects import Effects
from game.view.hud import Hud
from game.view.labels import Labels
from game.view.pixels import is_plain, open_pixels, plain_surface
from game.view.projection import Projection
from game.view.slimes.shade import Window
from game.view.source import Watched, components_of, resource_or
from game.view.stage import Shot
from game.view.stage_set import StageSet
from game.view.witness import Moment, Witness

SCALE = 0.84
"""Size of a centimetre at a zoom of 1 [px/cm]."""
EYE_LEVEL = 100.0
"""Height of the camera at which the hills stand as they were drawn [cm]."""


class View:
    """Draws a simulation onto any surface, between its last two ticks.

    Whoever runs the ticks calls `observe` after each of them; `draw` does it itself when it was forgotten.
    The level is painted in the background: until that is done a plain form of it is shown.
    """

    def __init__(self, size: tuple[int, int] = (1280, 720), *, zoom: float = 1.0, wait: bool = False) -> None:
        """Makes a view.

        Args:
            size: Width and height of the picture [px]; onto surfaces of another size it is scaled.
            zoom: How much larger than usual everything is [1].
            wait: Whether `draw` waits until everything in sight is painted, as films want it.

        Raises:
            ValueError: The size or the zoom is not positive.
        """
        if min(*size, zoom) <= 0:
            raise ValueError(f"size and zoom must be positive, not {size} and {zoom}")
        self.size = size
        """Width and height of the picture [px]."""
        self.wait = wait
        """Whether `draw` waits until everything in sight is painted."""
        self.debug = DebugFlags()
        """What the debug overlay shows."""
        self.hud = Hud()
        """What is written over the picture."""
        self._zoom = zoom
        self._projection = Projection(scale=SCALE * zoom)
        self._frame = plain_surface(size)
        self._overlay = DebugOverlay(self._projection, size)
        self._witness: Witness | None = None
        self._set: StageSet | None = None
        self._labels = Labels()
        self._corner = (0, 0)
        self._place = pygame.Rect((0, 0), size)

    def observe(self, simulation: Watched) -> None:
        """Remembers how things stand after a tick."""
        if self._witness is None or not self._witness.watches(simulation):
            self._set_zoom(simulation)
        self._overlay.observe(simulation)
        if self._witness is None or not self._witness.watches(simulation):
            self._witness = Witness(simulation, self._projection, self.size)
        else:
            self._witness.observe(simulation)

    def draw(self, surface: pygame.Surface, simulation: Watched, alpha: float = 1.0) -> None:
        """Draws the moment that lies a share alpha of the way from the tick before to the last one."""
        if self._witness is None or not self._witness.knows(simulation):
            self.observe(simulation)
        direct = surface.get_size() == self.size and is_plain(surface)
        frame = surface if direct else self._frame
        if self._witness is not None:
            built = self._built_set(self._witness)
            self._compose(frame, built, simulation, self._witness.moment(alpha), self._witness.effects)
        self._place = _fitted(self.size, surface.get_size())
        if not direct:
            _show(frame, surface, self._place)

    def finish_baking(self) -> None:
        """Waits until everything is painted that is in sight after the last tick observed."""
        if self._witness is not None:
            self._built_set(self._witness).ground.finish(*self._witness.moment(1.0).corner)

    def close(self) -> None:
        """Ends the background painting; the next picture starts it again."""
        if self._set is not None:
            self._set.ground.close()
            self._set = None

    def world_to_screen(self, point: Sequence[float] | Floats) -> tuple[float, float]:
        """Where a world point [cm] is on the surface drawn last [px]."""
        u, v, _ = self._projection.project(np.asarray(point, dtype=np.float64)).tolist()
        scale = self._place.width / self.size[0]
        return self._place.x + (u - self._corner[0]) * scale, self._place.y + (v - self._corner[1]) * scale

    def screen_to_world(self, place: Sequence[float]) -> Floats:
        """The point [cm] with Y = 0 that is seen at a place of the surface drawn last [px], shape [3]."""
        scale = self._place.width / self.size[0]
        u = (place[0] - self._place.x) / scale + self._corner[0]
        v = (place[1] - self._place.y) / scale + self._corner[1]
        return self._projection.on_lane(u, v)

    def _compose(
        self,
        frame: pygame.Surface,
        built: StageSet,
        simulation: Watched,
        moment: Moment,
        effects: Effects,
    ) -> None:
        """Draws a frame from the back to the front."""
        self._corner = left, top = moment.corner
        built.backdrop.draw_behind(frame, left, (moment.aim.z - EYE_LEVEL) * self._projection.scale)
        if self.wait:
            built.ground.finish(left, top)
        built.ground.draw(frame, left, top)
        for x, y in built.ground.lamps(left, top):
            built.backdrop.draw_lamp(frame, x, y)
        built.stage.draw_glows(frame, moment.scene, left, top, moment.time)
        self._draw_moving(open_pixels(frame), built, simulation, moment, effects)
        built.backdrop.draw_before(frame, left, moment.time)
        self._labels.draw(frame, simulation, self._projection, self._corner)
        self._overlay.draw(frame, simulation, moment.scene, self._corner, self.debug)
        self.hud.draw(frame, simulation)

    def _draw_moving(
        self, pixels: Pixels, built: StageSet, simulation: Watched, moment: Moment, effects: Effects
    ) -> None:
        left, top = moment.corner
        placed = built.ground.place_moving(pixels, left, top, moment.scene.offsets)
        built.stage.draw(
            Shot(
                pixels,
                Window(built.ground.depth, left, top),
                self._projection.lens(left, top),
                moment.scene,
                resource_or(simulation, AnimationLibrary, AnimationLibrary()),
                moment.time,
                moment.hero,
                effects,
                built.ledges,
            )
        )
        placed.take_away()

    def _set_zoom(self, simulation: Watched) -> None:
        """Takes up the zoom that a level's camera asks for; what was painted at another one is of no use."""
        focuses = components_of(simulation, CameraFocus).values()
        scale = SCALE * self._zoom * next((focus.zoom for focus in focuses), 1.0)
        if scale != self._projection.scale:
            self.close()
            self._projection = Projection(scale=scale)
            self._overlay = DebugOverlay(self._projection, self.size)

    def _built_set(self, witness: Witness) -> StageSet:
        """What the level that is watched is drawn with; only what looks different is made anew."""
        theme = witness.theme
        if self._set is None or self._set.theme is not theme:
            self.close()
            self._set = StageSet(theme, witness.terrain, self._projection, self.size)
        self._set.show(witness.terrain)
        return self._set


def _fitted(size: tuple[int, int], room: tuple[int, int]) -> pygame.Rect:
    """The largest rectangle of the same shape in the middle of a room [px]."""
    scale = min(room[0] / size[0], room[1] / size[1])
    width, height = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    return pygame.Rect((room[0] - width) // 2, (room[1] - height) // 2, width, height)


def _show(frame: pygame.Surface, surface: pygame.Surface, place: pygame.Rect) -> None:
    """Brings a frame onto a surface of any size."""
    if place.size != surface.get_size():
        surface.fill((0, 0, 0))
    if place.size == frame.get_size():
        surface.blit(frame, place)
    else:
        surface.blit(pygame.transform.smoothscale(frame, place.size), place)
