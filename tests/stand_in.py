"""A simulation that only stands there, for tests of what is drawn."""

from collections.abc import Sequence
from typing import Any, TypeVar, overload

import numpy as np
import pygame
from slimes import touch_ground

from components.appearance import SlimeLook
from components.arrays import Floats, vector
from components.camera import CameraFocus
from components.pose_pool import PosePool, Rig
from components.skeleton import AnimationLibrary, Skeleton, SkeletonPose
from components.softbody import Softbody
from components.terrain import Material, PlatformMotion, Solid
from components.transform import Transform
from components.world import LevelInfo, TickCount
from game.authoring.library import mannequin_library
from systems.animation.kinematics import forward_kinematics
from systems.collision.bake import bake_terrain
from systems.softbody.birth import born

First = TypeVar("First")
Second = TypeVar("Second")

LIBRARY = mannequin_library()
MANNEQUIN = LIBRARY.skeletons["mannequin"]

WORLD = 1
"""The world entity."""


class StandIn:
    """Components by entity, and nothing that changes them."""

    tick_rate = 60.0

    def __init__(self, solids: Sequence[Solid] = (), *, theme: str = "dusk") -> None:
        self._entities: dict[int, dict[type, object]] = {}
        bounds = (-2000.0, 2000.0, -1000.0, 2000.0)
        terrain = bake_terrain(solids)
        motion = PlatformMotion(offset=np.zeros((1, 3)), velocity=np.zeros((1, 3)))
        self.add(LevelInfo(name="Stand-in", theme=theme, bounds=bounds), terrain, motion, TickCount())

    @property
    def tick_count(self) -> int:
        """Ticks since the level began."""
        return self.resource(TickCount).value

    def add(self, *components: object) -> int:
        """Adds an entity."""
        entity = len(self._entities) + WORLD
        self._entities[entity] = {type(component): component for component in components}
        return entity

    def add_slime(
        self, centre: tuple[float, float, float], radius: float = 40.0, *, palette: str = "mint"
    ) -> int:
        """Adds a slime at rest."""
        particles = born(Softbody(radius=radius), np.array(centre))
        touch_ground(particles, np.array((centre[0], centre[1], centre[2] - radius)))
        return self.add(particles, SlimeLook(palette), Transform(vector(*centre)))

    def add_hero(self, feet: tuple[float, float, float], *extra: object) -> int:
        """Adds a mannequin in its reference pose that the camera follows."""
        skeleton = MANNEQUIN
        root = vector(*feet)
        positions, rotations = np.zeros((len(skeleton.bones), 3)), np.zeros((len(skeleton.bones), 4))
        forward_kinematics(skeleton.parents, skeleton.translations, skeleton.rotations, positions, rotations)
        pose = SkeletonPose(PosePool.blank(rigs=[Rig(skeleton.name, len(skeleton.bones))]))
        pose.positions_ws, pose.rotations_ws, pose.root_position_ws = positions + root, rotations, root
        place = Transform(root + vector(0.0, 0.0, 88.0))
        self._entities[WORLD][AnimationLibrary] = LIBRARY
        return self.add(Skeleton(skeleton.name), pose, place, CameraFocus(), *extra)

    def resource(self, kind: type[First]) -> First:
        """The world entity's component."""
        return self.component(WORLD, kind)

    def component(self, entity: int, kind: type[First]) -> First:
        """An entity's component."""
        for component in self._entities[entity].values():
            if isinstance(component, kind):
                return component
        raise LookupError(kind.__name__)

    def components(self, entity: int) -> dict[type, Any]:
        """All components of an entity."""
        return self._entities[entity]

    @overload
    def entities_with(self, first: type[First], /) -> list[tuple[int, tuple[First]]]: ...
    @overload
    def entities_with(
        self, first: type[First], second: type[Second], /
    ) -> list[tuple[int, tuple[First, Second]]]: ...
    def entities_with(self, *kinds: type[object]) -> list[tuple[int, tuple[Any, ...]]]:
        """Entities that have all the given components, ascending."""
        return [
            (entity, tuple(components[kind] for kind in kinds))
            for entity, components in self._entities.items()
            if all(kind in components for kind in kinds)
        ]


def box(
    x: tuple[float, float],
    z: tuple[float, float],
    *,
    depth: tuple[float, float] = (-150.0, 150.0),
    material: Material = Material.GRASS,
    platform: int = -1,
) -> Solid:
    """A box between these X and Z [cm]."""
    outline = np.array([(x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1])], dtype=np.float64)
    return Solid(outline, depth, material, platform=platform)


def colours(surface: pygame.Surface) -> Floats:
    """Red, green and blue of every pixel [0, 255], shape [height, width, 3]."""
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(np.float64)
