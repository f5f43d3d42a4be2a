"""What a view has seen of a simulation: its last two ticks, and where the camera went with them."""

from typing import NamedTuple

import numpy as np

from components.camera import CameraFocus
from components.character import CharacterState
from components.terrain import Terrain
from components.world import Events, LevelInfo
from game.view.camera import Aim, Camera
from game.view.characters.fitting import Wardrobe
from game.view.characters.lean import Leans
from game.view.characters.near import fittings_near
from game.view.characters.tresses import Tresses
from game.view.effects import Effects
from game.view.jolt import Jolt
from game.view.projection import Projection
from game.view.scene import Scene, scene_between, scene_of
from game.view.source import Watched, components_of, resource_or
from game.view.theme import theme_of

Point = tuple[float, float, float]

OUT_OF_SIGHT = 250.0
"""How far out of the frame figures have cloth and hair that moves [cm]."""


class Moment(NamedTuple):
    """One moment between two ticks."""

    scene: Scene
    aim: Aim
    """What the camera looks at."""
    corner: tuple[int, int]
    """Upper left corner of the frame on the picture plane [px]."""
    time: float
    """Time since the level began [s]."""
    hero: Point | None
    """Where what the camera follows is [cm], if it follows anything."""


class Witness:
    """Remembers the last two ticks of a simulation."""

    def __init__(self, simulation: Watched, projection: Projection, size: tuple[int, int]) -> None:
        self.terrain = simulation.resource(Terrain)
        """The terrain of the level that is watched."""
        self.theme = theme_of(simulation)
        """The level's theme."""
        self.effects = Effects(self.theme)
        """What still shows of what happened."""
        self._camera = Camera(projection, size)
        self._jolt = Jolt()
        self._wardrobe, self._leans, self._tresses = Wardrobe(), Leans(), Tresses()
        self._reach = max(size) / projection.scale / 2 + OUT_OF_SIGHT
        self._hero = 0
        self._tick_rate = simulation.tick_rate
        self._before = self._now = scene_of(simulation, None)
        self._follow(simulation)
        self._before = self._now = self._worn(simulation)

    def knows(self, simulation: Watched) -> bool:
        """Whether it has seen this simulation's last tick."""
        return self.watches(simulation) and simulation.tick_count == self._now.tick

    def watches(self, simulation: Watched) -> bool:
        """Whether this is still the level it began with."""
        return simulation.resource(Terrain) is self.terrain

    def observe(self, simulation: Watched) -> None:
        """Remembers how things stand after a tick; after a leap in time there is no tick before."""
        self._before, self._now = self._now, scene_of(simulation, self._now)
        events = resource_or(simulation, Events, Events()).items
        leapt = self._now.tick != self._before.tick + 1
        if leapt:
            self._jolt, self._leans = Jolt(), Leans()
        self._jolt.take(events, self._hero, self._tick_rate)
        self._follow(simulation)
        self._now = self._worn(simulation)
        self.effects.observe(simulation, self._before, self._now)
        if leapt:
            self._before = self._now

    def moment(self, alpha: float) -> Moment:
        """How things stand a share alpha of the way from the tick before to the last one."""
        alpha = 1.0 if self._before is self._now else alpha
        scene, aim = scene_between(self._before, self._now, alpha), self._camera.aim(alpha)
        x, z = self._jolt.offset((scene.tick - 1 + alpha) / self._tick_rate, alpha)
        aim = Aim(aim.x + x, aim.z + z)
        place = scene.places.get(self._hero)
        hero = None if place is None else (float(place[0]), float(place[1]), float(place[2]))
        return Moment(scene, aim, self._camera.corner(aim), scene.tick / self._tick_rate, hero)

    def _worn(self, simulation: Watched) -> Scene:
        """The last tick's scene, with all that is only looks."""
        aim = self._camera.aim(1.0)
        near = fittings_near(self._wardrobe, simulation, self._now, (aim.x, aim.z), self._reach)
        return self._tresses.worn(simulation, self._leans.leant(self._now, near, self._tick_rate), near)

    def _follow(self, simulation: Watched) -> None:
        focuses = components_of(simulation, CameraFocus)
        self._hero, focus = next(iter(focuses.items()), (0, CameraFocus()))
        place = self._now.places.get(self._hero)
        if place is not None and np.isfinite(place).all():
            state = components_of(simulation, CharacterState).get(self._hero)
            heading = state.facing if state else 0.0
            bounds = resource_or(simulation, LevelInfo, LevelInfo()).bounds
            target = Aim(float(place[0]), float(place[2]))
            self._camera.follow(target, heading, focus, bounds, simulation.tick_rate)
