"""Draws the debug overlay over a finished picture."""

import pygame

from components.skeleton import AnimationLibrary
from components.terrain import Terrain
from game.view.debug.flags import DebugFlags
from game.view.debug.panel import Panel, readings
from game.view.debug.sketch import Sketch
from game.view.debug.subjects import (
    sketch_colliders,
    sketch_contacts,
    sketch_kept_traces,
    sketch_meshes,
    sketch_skeletons,
    sketch_terrain,
    sketch_traces,
)
from game.view.pixels import darken, open_pixels
from game.view.projection import Projection
from game.view.scene import Scene
from game.view.source import Watched, resource_or

DIM = (150, 150, 165)
"""What the picture is multiplied by under the overlay."""


class DebugOverlay:
    """Draws what flags ask for."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._projection = projection
        self._size = size
        self._panel = Panel()

    def draw(
        self,
        frame: pygame.Surface,
        simulation: Watched,
        scene: Scene,
        corner: tuple[int, int],
        flags: DebugFlags,
    ) -> None:
        """Draws over a frame whose upper left corner is at that place of the plane [px]."""
        sketch = Sketch(self._projection)
        if flags.enabled:
            darken(frame, DIM)
            self._sketch(sketch, simulation, scene, corner, flags)
        sketch_kept_traces(sketch, simulation)
        sketch.draw(open_pixels(frame), *corner)
        if flags.enabled and flags.panel:
            self._panel.draw(frame, readings(simulation, flags))

    def _sketch(
        self, sketch: Sketch, simulation: Watched, scene: Scene, corner: tuple[int, int], flags: DebugFlags
    ) -> None:
        low, high = corner[0] / self._projection.scale, (corner[0] + self._size[0]) / self._projection.scale
        library = resource_or(simulation, AnimationLibrary, AnimationLibrary())
        if flags.terrain:
            sketch_terrain(sketch, simulation.resource(Terrain).solids, scene.offsets, low, high)
        if flags.mesh:
            sketch_meshes(sketch, scene, (low + high) / 2)
        if flags.colliders:
            sketch_colliders(sketch, simulation, scene)
        if flags.skeleton:
            sketch_skeletons(sketch, scene, library)
        if flags.contacts:
            sketch_contacts(sketch, simulation)
        if flags.traces:
            sketch_traces(sketch, simulation)
