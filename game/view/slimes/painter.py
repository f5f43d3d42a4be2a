"""Draws soft bodies."""

import math

import numpy as np

from components.softbody import SoftbodyTopology
from game.view.arrays import Floats32, Indices, Pixels, single
from game.view.kernel import drawing_kernel
from game.view.notices import note
from game.view.projection import Lens
from game.view.slimes.face import Mood, bubble_marks, face_marks, place_marks
from game.view.slimes.gel import REFRACTION, Gel, flashing, gel_of
from game.view.slimes.mesh import DrawnMesh
from game.view.slimes.raster import (
    box_in_frame,
    fill_mesh,
    mesh_bounds,
    see_mesh,
    soften_outline,
)
from game.view.slimes.shade import Window, draw_marks, shade_tile
from game.view.theme import Theme

FLASHES, BRIGHTEST = 3, 0.5
"""Steps in which a body that was hurt flashes, and the share of white at the last."""


class SlimePainter:
    """Draws soft bodies into frames of one size, with the palettes of one theme."""

    def __init__(self, theme: Theme, size: tuple[int, int]) -> None:
        self._theme = theme
        self._tile = np.zeros((size[0] * size[1], 5), dtype=np.float32)
        self._below = np.zeros(size[0] * size[1], dtype=np.uint32)
        self._meshes: dict[int, DrawnMesh] = {}
        self._gels: dict[tuple[str, int], Gel] = {}
        self._faces = [face_marks(mood, theme.face) for mood in Mood]
        self._bubbles: dict[int, Floats32] = {}

    def draw(
        self,
        frame: Pixels,
        window: Window,
        lens: Lens,
        entity: int,
        topology: SoftbodyTopology,
        positions: Floats32,
        palette: str,
        mood: Mood,
        look: tuple[float, float],
        flash: float = 0.0,
    ) -> None:
        """Draws one body from its particles' world positions [cm], shape [particle_count, 3].

        A share of its colour flashes white.
        """
        width = float(np.ptp(positions[:, 0])) * float(lens.scale)
        positions, mesh = self._mesh(topology).shown(positions, width)
        bubbles = self._bubbles.get(entity)
        if bubbles is None:
            bubbles = self._bubbles[entity] = bubble_marks(entity)
        draw_slime(
            frame,
            window,
            lens,
            positions,
            mesh.triangles,
            mesh.edges,
            self._gel(palette, math.ceil(flash * FLASHES)),
            self._faces[mood],
            bubbles,
            single(look[0]),
            single(look[1]),
            self._tile,
            self._below,
        )

    def palette(self, name: str) -> str:
        """The name itself, or the theme's first palette, with one warning, where it has none of that name."""
        if name in self._theme.slimes:
            return name
        fallback = next(iter(self._theme.slimes))
        note(f'there is no slime palette "{name}" in theme "{self._theme.name}", so "{fallback}" is used')
        return fallback

    def _gel(self, name: str, flash: int) -> Gel:
        key = self.palette(name), flash
        gel = self._gels.get(key)
        if gel is None:
            gel = flashing(gel_of(self._theme.slimes[key[0]], self._theme.light), BRIGHTEST * flash / FLASHES)
            self._gels[key] = gel
        return gel

    def _mesh(self, topology: SoftbodyTopology) -> DrawnMesh:
        known = self._meshes.get(id(topology))
        if known is None:
            known = self._meshes[id(topology)] = DrawnMesh(topology)
        return known


@drawing_kernel
def draw_slime(
    frame: Pixels,
    window: Window,
    lens: Lens,
    positions: Floats32,
    triangles: Indices,
    edges: Indices,
    gel: Gel,
    face: Floats32,
    bubbles: Floats32,
    look_x: float,
    look_y: float,
    tile: Floats32,
    below: Pixels,
) -> None:
    """Draws one refined body with its face."""
    seen = see_mesh(positions, triangles, lens)
    bounds = mesh_bounds(seen)
    box = box_in_frame(bounds, frame.shape[1], frame.shape[0])
    if box.width > 0 and box.height > 0:
        fill_mesh(seen, triangles, tile, box)
        soften_outline(seen, triangles, edges, tile, box)
        refraction = single(REFRACTION) * lens.scale / single(0.84)
        shade_tile(frame, window, tile, box, below, gel, refraction)
        draw_marks(frame, window, tile, box, place_marks(face, bubbles, bounds, look_x, look_y))
