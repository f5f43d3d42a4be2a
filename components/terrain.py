"""The level's solid ground: as it was authored, and baked to arrays for the kernels."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats, Integers
from components.collider import Layer
from components.shared import Shared

PRISM = np.dtype(
    [
        ("first_edge", np.int64),  # index of the prism's first edge
        ("edge_count", np.int64),
        ("x_min", np.float64),  # bounds of the outline [cm], before a platform's offset
        ("x_max", np.float64),
        ("y_min", np.float64),  # depth range [cm]
        ("y_max", np.float64),
        ("z_min", np.float64),
        ("z_max", np.float64),
        ("layer_bit", np.int64),
        ("one_way", np.bool_),  # solid only to what comes from above
        ("solid", np.int64),  # index into Terrain.solids
        ("platform", np.int64),  # row of PlatformMotion, or -1 for what never moves
        ("friction", np.float64),
        ("restitution", np.float64),
    ],
    align=True,
)
"""One convex prism: a side-view outline swept along its depth range."""

EDGE = np.dtype(
    [
        ("x", np.float64),  # start of the edge [cm]
        ("z", np.float64),
        ("direction_x", np.float64),  # unit vector to the next vertex
        ("direction_z", np.float64),
        ("length", np.float64),  # [cm]
        ("normal_x", np.float64),  # outward unit normal
        ("normal_z", np.float64),
        ("visible", np.bool_),  # False where a neighbour covers this face
    ],
    align=True,
)
"""One side of a prism's outline, counter-clockwise seen from the viewer."""

GRID = np.dtype(
    [
        ("x", np.float64),  # lower corner [cm]
        ("z", np.float64),
        ("cell", np.float64),  # side of a square cell [cm]
        ("columns", np.int64),
        ("rows", np.int64),
        ("static_count", np.int64),  # prisms from here on move and are not in the grid
    ],
    align=True,
)
"""The broad phase: a uniform grid over the side view; one row."""


class Material(StrEnum):
    """What a solid looks and sounds like."""

    GRASS = "grass"
    STONE = "stone"
    WOOD = "wood"


@dataclass(frozen=True, slots=True)
class Solid:
    """One shape of terrain as the level describes it; its outline may be concave."""

    outline: Floats
    """Side-view outline in X and Z [cm], counter-clockwise seen from the viewer, shape [vertex_count, 2]."""
    depth: tuple[float, float] = (-150.0, 150.0)
    """Range along Y [cm]."""
    material: Material = Material.GRASS
    """What it looks and sounds like."""
    friction: float = 0.8
    """Coulomb friction coefficient [1]; a contact takes the geometric mean of both sides."""
    restitution: float = 0.0
    """Share of the approach speed that comes back [1]."""
    tags: tuple[str, ...] = ()
    """Free labels, such as "WalkableGround"."""
    layer: Layer = Layer.TERRAIN
    """What it is, for masks."""
    one_way: bool = False
    """Solid only to what comes from above."""
    platform: int = -1
    """Row of PlatformMotion that moves it, or -1."""


class TerrainArrays(NamedTuple):
    """Terrain as kernels read it."""

    prisms: NDArray[np.void]
    """Prisms of dtype PRISM, shape [prism_count]; those that move come last."""
    edges: NDArray[np.void]
    """Edges of dtype EDGE, shape [edge_count]."""
    grid: NDArray[np.void]
    """The grid's shape, dtype GRID, shape [1]."""
    cell_start: Integers
    """First entry of each cell in cell_prisms, shape [columns * rows + 1]."""
    cell_prisms: Integers
    """Prism indices, ascending within a cell, shape [entry_count]."""


class MotionArrays(NamedTuple):
    """What moves of the terrain, as kernels read it."""

    offset: Floats
    """Displacement of each platform from where it was authored [cm], shape [platform_count, 3]."""
    velocity: Floats
    """Velocity of each platform during this tick [cm/s], shape [platform_count, 3]."""


@dataclass(frozen=True, slots=True)
class Terrain(Shared):
    """The level's solid shapes. Lives on the world entity and never changes."""

    solids: tuple[Solid, ...]
    """The shapes as authored."""
    arrays: TerrainArrays
    """The same, convex and baked."""
    identity: str = ""
    """Stands for the whole in a state hash."""


@dataclass(slots=True)
class PlatformMotion:
    """Where the moving terrain is. Lives on the world entity."""

    offset: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Displacement of each platform from where it was authored [cm], shape [platform_count, 3]."""
    velocity: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Velocity of each platform during this tick [cm/s], shape [platform_count, 3]."""
    entities: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Entity of each platform, shape [platform_count]."""

    @property
    def arrays(self) -> MotionArrays:
        """The same arrays as kernels take them."""
        return MotionArrays(self.offset, self.velocity)
