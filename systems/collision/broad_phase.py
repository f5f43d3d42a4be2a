"""Which prisms are near: a uniform grid over the side view, and a short list of those that move."""

import numpy as np
from numpy.typing import NDArray

from components.arrays import Integers
from components.terrain import GRID, MotionArrays, TerrainArrays
from systems.kernel import inlined_kernel, lean_kernel

SMALLEST_CELL = 128.0
"""Side of a grid cell [cm]; about the size of the things that move."""
CELLS_PER_PRISM = 8
"""Cells grow until there are at most this many for each prism, so that a sparse level stays small."""


def build_grid(prisms: NDArray[np.void], static_count: int) -> tuple[NDArray[np.void], Integers, Integers]:
    """Sorts the prisms that never move into cells.

    Returns:
        The grid's shape (dtype GRID, shape [1]), first entry of each cell, and prism indices by cell.
    """
    static = prisms[:static_count]
    grid = np.zeros(1, dtype=GRID)
    grid["static_count"] = static_count
    grid["cell"] = SMALLEST_CELL
    if static_count:
        grid["x"], grid["z"] = static["x_min"].min(), static["z_min"].min()
        width, height = static["x_max"].max() - grid["x"][0], static["z_max"].max() - grid["z"][0]
        limit = CELLS_PER_PRISM * max(static_count, 64)
        while (width // grid["cell"][0] + 1) * (height // grid["cell"][0] + 1) > limit:
            grid["cell"] *= 1.25
        grid["columns"] = int(width // grid["cell"][0]) + 1
        grid["rows"] = int(height // grid["cell"][0]) + 1
    return grid, *_fill_cells(static, grid)


def _fill_cells(static: NDArray[np.void], grid: NDArray[np.void]) -> tuple[Integers, Integers]:
    shape = grid[0]
    cells: list[list[int]] = [[] for _ in range(int(shape["columns"] * shape["rows"]))]
    first_column, last_column = (
        _cell(static[name], shape["x"], shape["cell"]) for name in ("x_min", "x_max")
    )
    first_row, last_row = (_cell(static[name], shape["z"], shape["cell"]) for name in ("z_min", "z_max"))
    for prism in range(len(static)):
        for row in range(first_row[prism], last_row[prism] + 1):
            start = row * int(shape["columns"])
            for column in range(first_column[prism], last_column[prism] + 1):
                cells[start + column].append(prism)
    cell_start = np.concatenate(([0], np.cumsum([len(cell) for cell in cells]))).astype(np.int64)
    return cell_start, np.array([prism for cell in cells for prism in cell], dtype=np.int64)


def _cell(values: NDArray[np.float64], origin: float, size: float) -> Integers:
    return np.floor((values - origin) / size).astype(np.int64)


@inlined_kernel
def near_prisms(
    terrain: TerrainArrays,
    motion: MotionArrays,
    x_min: float,
    x_max: float,
    y_min: float,
    y_max: float,
    z_min: float,
    z_max: float,
    layer_mask: int,
    found: Integers,
) -> int:
    """Writes the prisms whose bounds touch a box into `found`, ascending, and returns how many there are.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        x_min: Box [cm]; so are the five that follow.
        x_max: Box [cm].
        y_min: Box [cm].
        y_max: Box [cm].
        z_min: Box [cm].
        z_max: Box [cm].
        layer_mask: Layers that count.
        found: Room for every prism, shape [prism_count].
    """
    count = near_static(terrain, x_min, x_max, y_min, y_max, z_min, z_max, layer_mask, found)
    return near_moving(terrain, motion, x_min, x_max, y_min, y_max, z_min, z_max, layer_mask, found, count)


@inlined_kernel
def near_static(
    terrain: TerrainArrays,
    x_min: float,
    x_max: float,
    y_min: float,
    y_max: float,
    z_min: float,
    z_max: float,
    layer_mask: int,
    found: Integers,
) -> int:
    """Writes the prisms near a box that never move into `found`, ascending; see near_prisms."""
    prisms = terrain.prisms
    shape = terrain.grid[0]
    count = 0
    first_column = max(_cell_at(x_min - shape.x, shape.cell, shape.columns), 0)
    last_column = min(_cell_at(x_max - shape.x, shape.cell, shape.columns), shape.columns - 1)
    first_row = max(_cell_at(z_min - shape.z, shape.cell, shape.rows), 0)
    last_row = min(_cell_at(z_max - shape.z, shape.cell, shape.rows), shape.rows - 1)
    for row in range(first_row, last_row + 1):
        for column in range(first_column, last_column + 1):
            cell = row * shape.columns + column
            for entry in range(terrain.cell_start[cell], terrain.cell_start[cell + 1]):
                p = terrain.cell_prisms[entry]
                # A prism in many cells counts in the first of them that the box reaches.
                own_column = _cell_at(prisms[p].x_min - shape.x, shape.cell, shape.columns)
                own_row = _cell_at(prisms[p].z_min - shape.z, shape.cell, shape.rows)
                if column != max(own_column, first_column) or row != max(own_row, first_row):
                    continue
                if _touches(terrain, p, 0.0, 0.0, 0.0, x_min, x_max, y_min, y_max, z_min, z_max, layer_mask):
                    count = _insert(found, count, p)
    return count


@inlined_kernel
def near_moving(
    terrain: TerrainArrays,
    motion: MotionArrays,
    x_min: float,
    x_max: float,
    y_min: float,
    y_max: float,
    z_min: float,
    z_max: float,
    layer_mask: int,
    found: Integers,
    count: int,
) -> int:
    """Adds the prisms near a box that move to the `count` already in `found`; see near_prisms."""
    prisms = terrain.prisms
    for p in range(terrain.grid[0].static_count, prisms.shape[0]):
        o = prisms[p].platform
        ox, oy, oz = motion.offset[o, 0], motion.offset[o, 1], motion.offset[o, 2]
        if _touches(terrain, p, ox, oy, oz, x_min, x_max, y_min, y_max, z_min, z_max, layer_mask):
            found[count] = p
            count += 1
    return count


@lean_kernel
def _cell_at(way: float, size: float, count: int) -> int:
    """Cell at a way from the grid's corner along one axis, -1 before the grid and `count` behind it."""
    return int(min(max(np.floor(way / size), -1.0), float(count)))


@inlined_kernel
def _touches(
    terrain: TerrainArrays,
    prism: int,
    offset_x: float,
    offset_y: float,
    offset_z: float,
    x_min: float,
    x_max: float,
    y_min: float,
    y_max: float,
    z_min: float,
    z_max: float,
    layer_mask: int,
) -> bool:
    p = terrain.prisms[prism]
    return bool(
        (p.layer_bit & layer_mask) != 0
        and p.x_min + offset_x <= x_max
        and p.x_max + offset_x >= x_min
        and p.z_min + offset_z <= z_max
        and p.z_max + offset_z >= z_min
        and p.y_min + offset_y <= y_max
        and p.y_max + offset_y >= y_min
    )


@lean_kernel
def _insert(found: Integers, count: int, prism: int) -> int:
    place = count
    while place > 0 and found[place - 1] > prism:
        found[place] = found[place - 1]
        place -= 1
    found[place] = prism
    return count + 1
