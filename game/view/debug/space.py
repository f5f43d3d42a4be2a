"""Shapes in the overlay: colliders, overlaps, terrain, and the cells of the broad phase."""

import numpy as np

from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.overlap import Overlaps
from components.terrain import Terrain
from game.view.arrays import Flags, Floats
from game.view.debug.pens import BOX, BUSY, CAPSULE, CELL, OVERLAP, SPHERE, Pen
from game.view.debug.sketch import Sketch
from game.view.scene import Scene
from game.view.source import Watched, components_of
from game.view.stage import corners

Span = tuple[float, float]
"""Range of X in the picture [cm]."""

MARGIN = 200.0
"""How far out of the picture a shape may be and still be drawn [cm]."""
UPRIGHT = np.array((0.0, 0.0, 1.0))
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def sketch_colliders(sketch: Sketch, simulation: Watched, scene: Scene, span: Span) -> None:
    """Capsules, spheres and boxes around entities."""
    near = {
        entity: place
        for entity, place in scene.places.items()
        if span[0] - MARGIN < place[0] < span[1] + MARGIN
    }
    capsules = [
        (near[entity], capsule.radius, max(capsule.half_height - capsule.radius, 0.0))
        for entity, capsule in components_of(simulation, CapsuleCollider).items()
        if entity in near and capsule.enabled
    ]
    if capsules:
        centres, radii, halves = (np.array(column) for column in zip(*capsules, strict=True))
        sketch_capsules(
            sketch, centres + halves[:, None] * UPRIGHT, centres - halves[:, None] * UPRIGHT, radii, CAPSULE
        )
    spheres = [
        (near[entity] + sphere.offset, sphere.radius)
        for entity, sphere in components_of(simulation, SphereCollider).items()
        if entity in near and sphere.enabled
    ]
    if spheres:
        centres, radii = (np.array(column) for column in zip(*spheres, strict=True))
        sketch.circles(centres, radii, SPHERE)
        sketch.flat_circles(centres, radii, SPHERE.faint())
    for entity, box in components_of(simulation, BoxCollider).items():
        if entity in near and box.enabled:
            outline = CORNERS * box.half_extents[::2] + near[entity][::2]
            depth = float(near[entity][1]) + np.array((-1.0, 1.0)) * box.half_extents[1]
            pieces = prism_pieces(outline, (float(depth[0]), float(depth[1])))
            sketch.pieces(pieces, np.array(BOX.faint(), dtype=np.float32))


def sketch_capsules(sketch: Sketch, starts: Floats, ends: Floats, radii: Floats, pen: Pen) -> None:
    """Capsules between points, shape [count, 3] each, of these radii [cm], as seen from the front."""
    sketch.circles(starts, radii, pen.faint())
    sketch.circles(ends, radii, pen.faint())
    ways = ends - starts
    lengths = np.hypot(ways[:, 0], ways[:, 2])
    aside = np.stack((-ways[:, 2], np.zeros(len(ways)), ways[:, 0]), axis=-1)
    aside *= (radii / np.maximum(lengths, 1e-9))[:, None]
    sketch.lines(
        np.concatenate((starts + aside, starts - aside)), np.concatenate((ends + aside, ends - aside)), pen
    )


def sketch_overlaps(sketch: Sketch, simulation: Watched, scene: Scene) -> None:
    """A line from each entity to whatever overlaps it; once for a pair."""
    pairs = {
        (min(entity, other), max(entity, other))
        for entity, overlaps in components_of(simulation, Overlaps).items()
        for other in overlaps.since
        if entity in scene.places and other in scene.places
    }
    if pairs:
        ends = np.array([(scene.places[one], scene.places[other]) for one, other in sorted(pairs)])
        sketch.lines(ends[:, 0], ends[:, 1], OVERLAP)
        sketch.dots(ends.reshape(-1, 3), OVERLAP._replace(width=6.0))


class TerrainSketch:
    """Outlines of a level's solids, worked out once."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        parts = [prism_pieces(solid.outline, solid.depth) for solid in terrain.solids]
        self._pieces = np.concatenate([np.zeros((0, 6)), *parts])
        rows = [solid.platform for solid in terrain.solids]
        self._platforms = np.repeat(np.array(rows, dtype=np.int64), [len(part) for part in parts])
        fronts = [np.arange(len(part)) < len(part) // 3 for part in parts]
        front = np.concatenate([np.zeros(0, dtype=np.bool_), *fronts])[:, None]
        self._pens = np.where(front, np.array(BOX), np.array(BOX.faint())).astype(np.float32)

    def sketch(self, sketch: Sketch, offsets: Floats, span: Span) -> None:
        """Those in the picture, displaced by the offsets of the platforms [cm], shape [platform_count, 3]."""
        moved = (self._platforms >= 0) & (self._platforms < len(offsets))
        pieces = self._pieces
        if moved.any():
            pieces = pieces.copy()
            pieces[moved] += np.tile(offsets[self._platforms[moved]], 2)
        low, high = np.minimum(pieces[:, 0], pieces[:, 3]), np.maximum(pieces[:, 0], pieces[:, 3])
        near = (low < span[1] + MARGIN) & (high > span[0] - MARGIN)
        sketch.pieces(pieces[near], self._pens[near])


def prism_pieces(outline: Floats, depth: Span) -> Floats:
    """Edges of a prism: its front, its back, and what joins them, shape [3 * corner_count, 6]."""
    front, back = (np.column_stack((outline[:, 0], np.full(len(outline), y), outline[:, 1])) for y in depth)
    starts = np.concatenate((front, back, front))
    ends = np.concatenate((np.roll(front, -1, axis=0), np.roll(back, -1, axis=0), back))
    return np.concatenate((starts, ends), axis=1)


def sketch_cells(sketch: Sketch, terrain: Terrain, scene: Scene, span: Span) -> None:
    """Cells of the broad phase that hold solids, and in bright those that something that moves is in."""
    grid = terrain.arrays.grid[0]
    columns, size = int(grid["columns"]), float(grid["cell"])
    filled = np.flatnonzero(np.diff(terrain.arrays.cell_start))
    if columns and size > 0.0 and len(filled):
        origin = np.array((grid["x"], grid["z"]), dtype=np.float64)
        lows: Floats = np.stack((filled % columns, filled // columns), axis=-1) * size + origin
        lows = lows[(lows[:, 0] < span[1]) & (lows[:, 0] + size > span[0])]
        pens = np.where(_holds(lows, size, scene)[:, None], np.array(BUSY), np.array(CELL))
        sketch.pieces(square_pieces(lows, size), np.repeat(pens, 4, axis=0).astype(np.float32))


def square_pieces(lows: Floats, size: float) -> Floats:
    """Sides of squares in the lane with these lower left corners, shape [4 * count, 6]."""
    points = np.zeros((len(lows), 4, 3))
    points[:, :, ::2] = lows[:, None] + (CORNERS + 1) / 2 * size
    return np.concatenate((points, points[:, (1, 2, 3, 0)]), axis=2).reshape(-1, 6)


def _holds(lows: Floats, size: float, scene: Scene) -> Flags:
    """Which cells the box around a body or figure reaches into, shape [cell_count]."""
    moving = [body.positions for body in scene.bodies.values()]
    moving += [figure.positions for figure in scene.figures.values()]
    held = np.zeros(len(lows), dtype=np.bool_)
    for points in moving:
        low, high = corners(points)
        held |= (
            (lows[:, 0] <= high[0])
            & (lows[:, 0] + size >= low[0])
            & (lows[:, 1] <= high[2])
            & (lows[:, 1] + size >= low[2])
        )
    return held
