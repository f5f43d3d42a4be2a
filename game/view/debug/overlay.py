"""Draws the debug overlay over a finished picture."""

import pygame

from components.skeleton import AnimationLibrary
from components.terrain import Terrain
from game.view.debug.feet import (
    sketch_kept_traces,
    sketch_locks,
    sketch_reach,
    sketch_skeletons,
    sketch_traces,
)
from game.view.debug.flags import DebugFlags
from game.view.debug.panel import Panel, readings
from game.view.debug.pushes import Pushes, sketch_attacks
from game.view.debug.sketch import Sketch
from game.view.debug.slimes import sketch_contacts, sketch_strain
from game.view.debug.space import TerrainSketch, sketch_cells, sketch_colliders, sketch_overlaps
from game.view.pixels import darken, open_pixels
from game.view.projection import Projection
from game.view.scene import Scene
from game.view.source import Watched, resource_or

DIM = (150, 150, 165)
"""What the picture is multiplied by under the overlay."""

Span = tuple[float, float]
"""Range of X in the picture [cm]."""


class DebugOverlay:
    """Draws what flags ask for."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._projection = projection
        self._size = size
        self._panel = Panel()
        self._pushes = Pushes()
        self._terrain: TerrainSketch | None = None

    def observe(self, simulation: Watched) -> None:
        """Takes note of a tick."""
        self._pushes.observe(simulation)

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
            left, scale = corner[0], self._projection.scale
            span = left / scale, (left + self._size[0]) / scale
            self._sketch_space(sketch, simulation, scene, span, flags)
            self._sketch_life(sketch, simulation, scene, span, flags)
        sketch_kept_traces(sketch, simulation)
        sketch.draw(open_pixels(frame), *corner)
        if flags.enabled and flags.panel:
            self._panel.draw(frame, readings(simulation, flags), flags)

    def _sketch_space(
        self, sketch: Sketch, simulation: Watched, scene: Scene, span: Span, flags: DebugFlags
    ) -> None:
        terrain = simulation.resource(Terrain)
        if flags.cells:
            sketch_cells(sketch, terrain, scene, span)
        if flags.terrain:
            if self._terrain is None or self._terrain.terrain is not terrain:
                self._terrain = TerrainSketch(terrain)
            self._terrain.sketch(sketch, scene.offsets, span)
        if flags.colliders:
            sketch_colliders(sketch, simulation, scene, span)
        if flags.overlaps:
            sketch_overlaps(sketch, simulation, scene)

    def _sketch_life(
        self, sketch: Sketch, simulation: Watched, scene: Scene, span: Span, flags: DebugFlags
    ) -> None:
        library = resource_or(simulation, AnimationLibrary, AnimationLibrary())
        if flags.mesh:
            sketch_strain(sketch, simulation, scene, sum(span) / 2)
        if flags.contacts:
            sketch_contacts(sketch, simulation)
        if flags.reach:
            sketch_reach(sketch, simulation, scene, library)
        if flags.skeleton:
            sketch_skeletons(sketch, scene, library)
        if flags.attacks:
            sketch_attacks(sketch, simulation)
        if flags.impulses:
            self._pushes.sketch(sketch, scene.tick)
        if flags.locks:
            sketch_locks(sketch, simulation)
        if flags.traces:
            sketch_traces(sketch, simulation)
