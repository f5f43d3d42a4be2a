"""Draws a simulation as a 2.5D side view, without ever changing it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from components.camera import CameraFocus
from components.character import CharacterState
from components.skeleton import AnimationLibrary
from components.terrain import Terrain
from components.world import LevelInfo
from game.view.arrays import Floats
from game.view.backdrop import Backdrop
from game.view.camera import Aim, Camera
from game.view.debug import DebugFlags, DebugOverlay
from game.view.hud import Hud
from game.view.pixels import is_plain, open_pixels, plain_surface
from game.view.projection import Lens, Projection
from game.view.scene import Scene, scene_between, scene_of
from game.view.slimes.shade import Window
from game.view.source import Watched, components_of, resource_or
from game.view.stage import Shot, Stage
from game.view.terrain.level import TerrainPicture
from game.view.theme import Theme, theme_named

SCALE = 0.84
"""Size of a centimetre at a zoom of 1 [px/cm]."""
EYE_LEVEL = 100.0
"""Height of the camera at which the hills stand as they were drawn [cm]."""


@dataclass(slots=True)
class Level:
    """What is drawn of one level."""

    terrain: Terrain
    """Tells whether the level is still the same."""
    theme: Theme
    picture: TerrainPicture
    camera: Camera
    before: Scene
    now: Scene


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
        self._projection = Projection(scale=SCALE * zoom)
        self._frame = plain_surface(size)
        self._overlay = DebugOverlay(self._projection, size)
        self._level: Level | None = None
        self._backdrop: tuple[Theme, Backdrop, Stage] | None = None
        self._corner = (0, 0)
        self._place = pygame.Rect((0, 0), size)

    def observe(self, simulation: Watched) -> None:
        """Remembers how things stand after a tick."""
        level = self._level_of(simulation)
        level.before, level.now = level.now, scene_of(simulation, level.now)
        if level.now.tick != level.before.tick + 1:
            level.before = level.now
        self._follow(level, simulation)

    def draw(self, surface: pygame.Surface, simulation: Watched, alpha: float = 1.0) -> None:
        """Draws the moment that lies a share alpha of the way from the tick before to the last one."""
        level = self._level
        if level is None or self._is_news(level, simulation):
            self.observe(simulation)
            level = self._level_of(simulation)
        direct = surface.get_size() == self.size and is_plain(surface)
        frame = surface if direct else self._frame
        self._compose(frame, level, simulation, alpha)
        self._place = _fitted(self.size, surface.get_size())
        if not direct:
            _show(frame, surface, self._place)

    def finish_baking(self) -> None:
        """Waits until everything is painted that is in sight of the last tick observed."""
        if self._level is not None:
            self._level.picture.finish(*self._level.camera.corner(self._level.camera.aim(1.0)))

    def close(self) -> None:
        """Ends the background painting."""
        if self._level is not None:
            self._level.picture.close()
            self._level = None

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

    def _is_news(self, level: Level, simulation: Watched) -> bool:
        same_level = simulation.resource(Terrain) is level.terrain
        return not same_level or simulation.tick_count != level.now.tick

    def _level_of(self, simulation: Watched) -> Level:
        terrain = simulation.resource(Terrain)
        if self._level is None or self._level.terrain is not terrain:
            self.close()
            theme = theme_named(resource_or(simulation, LevelInfo, LevelInfo()).theme)
            picture = TerrainPicture(terrain.solids, theme, self._projection, self.size)
            camera = Camera(self._projection, self.size)
            now = scene_of(simulation, None)
            self._level = Level(terrain, theme, picture, camera, now, now)
            self._follow(self._level, simulation)
        return self._level

    def _follow(self, level: Level, simulation: Watched) -> None:
        info = resource_or(simulation, LevelInfo, LevelInfo())
        hero, focus = _focus(simulation)
        place = level.now.places.get(hero)
        if place is not None and np.isfinite(place).all():
            state = components_of(simulation, CharacterState).get(hero)
            heading = state.facing if state else 0.0
            target = Aim(float(place[0]), float(place[2]))
            level.camera.follow(target, heading, focus, info.bounds, simulation.tick_rate)

    def _compose(self, frame: pygame.Surface, level: Level, simulation: Watched, alpha: float) -> None:
        scene = scene_between(level.before, level.now, alpha)
        aim = level.camera.aim(alpha if level.before is not level.now else 1.0)
        self._corner = left, top = level.camera.corner(aim)
        time = scene.tick / simulation.tick_rate
        backdrop, stage = self._scenery(level.theme)
        scale = self._projection.scale
        backdrop.draw_behind(frame, left, (aim.z - EYE_LEVEL) * scale)
        if self.wait:
            level.picture.finish(left, top)
        level.picture.draw(frame, left, top)
        for x, y in level.picture.lamps(left, top):
            backdrop.draw_lamp(frame, x, y)
        self._draw_moving(frame, level, simulation, scene, stage, time)
        backdrop.draw_before(frame, left, time)
        self._overlay.draw(frame, simulation, scene, self._corner, self.debug)
        self.hud.draw(frame, simulation)

    def _draw_moving(
        self,
        frame: pygame.Surface,
        level: Level,
        simulation: Watched,
        scene: Scene,
        stage: Stage,
        time: float,
    ) -> None:
        left, top = self._corner
        lens: Lens = self._projection.lens(left, top)
        pixels = open_pixels(frame)
        placed = level.picture.place_moving(pixels, left, top, scene.offsets)
        library = resource_or(simulation, AnimationLibrary, AnimationLibrary())
        window = Window(level.picture.depth, left, top)
        place = scene.places.get(_focus(simulation)[0])
        target = None if place is None else (float(place[0]), float(place[1]), float(place[2]))
        stage.draw(Shot(pixels, window, lens, scene, library, time, target))
        placed.take_away()

    def _scenery(self, theme: Theme) -> tuple[Backdrop, Stage]:
        if self._backdrop is None or self._backdrop[0] is not theme:
            stage = Stage(theme, self._projection, self.size)
            self._backdrop = (theme, Backdrop(theme, self.size), stage)
        return self._backdrop[1], self._backdrop[2]


def _focus(simulation: Watched) -> tuple[int, CameraFocus]:
    """The entity that the camera follows, 0 when there is none."""
    return next(iter(components_of(simulation, CameraFocus).items()), (0, CameraFocus()))


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
