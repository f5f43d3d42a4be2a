"""The grid finds what brute force finds, and looks at what is near only."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from collision_oracles import bake, moved, whole
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, no_motion, polygon

from components.collider import Layer
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import CELLS_PER_PRISM, SMALLEST_CELL, near_prisms
from systems.collision.layers import ALL_LAYERS, layer_bits

Box = tuple[float, float, float, float, float, float]


def find(
    terrain: TerrainArrays, motion: MotionArrays, bounds: Sequence[float], mask: int = ALL_LAYERS
) -> list[int]:
    found = np.full(len(terrain.prisms), -7, dtype=np.int64)
    x_min, x_max, y_min, y_max, z_min, z_max = bounds
    count = near_prisms(terrain, motion, x_min, x_max, y_min, y_max, z_min, z_max, mask, found)
    assert (found[count:] == -7).all() or count == len(found)
    return [int(p) for p in found[:count]]


def find_by_hand(
    terrain: TerrainArrays, motion: MotionArrays, bounds: Sequence[float], mask: int
) -> list[int]:
    x_min, x_max, y_min, y_max, z_min, z_max = bounds
    near = []
    for p, prism in enumerate(terrain.prisms):
        ox, oy, oz = motion.offset[prism["platform"]] if prism["platform"] >= 0 else (0.0, 0.0, 0.0)
        if (
            prism["layer_bit"] & mask
            and x_min <= prism["x_max"] + ox
            and x_max >= prism["x_min"] + ox
            and y_min <= prism["y_max"] + oy
            and y_max >= prism["y_min"] + oy
            and z_min <= prism["z_max"] + oz
            and z_max >= prism["z_min"] + oz
        ):
            near.append(p)
    return near


def entries_inspected(terrain: TerrainArrays, bounds: Sequence[float]) -> int:
    """Entries of the cells that a box reaches: what the grid makes a query look at."""
    grid = terrain.grid[0]
    columns, rows = (
        range(
            max(math.floor((low - grid[axis]) / grid["cell"]), 0),
            min(math.floor((high - grid[axis]) / grid["cell"]), int(grid[count]) - 1) + 1,
        )
        for low, high, axis, count in (
            (bounds[0], bounds[1], "x", "columns"),
            (bounds[4], bounds[5], "z", "rows"),
        )
    )
    cells = [row * int(grid["columns"]) + column for row in rows for column in columns]
    return sum(int(terrain.cell_start[cell + 1] - terrain.cell_start[cell]) for cell in cells)


place = whole(-1000, 1000)
solids = st.builds(
    lambda x, z, wide, high, layer, platform: box(
        x, x + wide, z, z + high, depth=(-50.0, 10.0 * wide % 90), layer=layer, platform=platform
    ),
    place,
    place,
    whole(1, 600),
    whole(1, 600),
    st.sampled_from((Layer.TERRAIN, Layer.PLATFORM)),
    st.sampled_from((-1, -1, -1, 0, 1)),
)
queries = st.builds(
    lambda x, y, z, wide, deep, high: (x, x + wide, y, y + deep, z, z + high),
    whole(-1500, 1500),
    whole(-200, 200),
    whole(-1500, 1500),
    whole(0, 900),
    whole(0, 90),
    whole(0, 900),
)
masks = st.sampled_from((ALL_LAYERS, layer_bits([Layer.TERRAIN]), layer_bits([Layer.PLATFORM]), 0))


@given(
    st.lists(solids, min_size=1, max_size=24),
    st.lists(queries, min_size=1, max_size=8),
    masks,
    st.tuples(place, whole(-50, 50), place),
    st.tuples(place, whole(-50, 50), place),
)
def test_the_grid_finds_what_brute_force_finds(
    shapes: list[object], boxes: list[Box], mask: int, first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    terrain, motion = bake(*shapes), moved(first, second)  # type: ignore[arg-type]
    for bounds in boxes:
        assert find(terrain, motion, bounds, mask) == find_by_hand(terrain, motion, bounds, mask)


@given(st.lists(solids, min_size=1, max_size=12), st.data())
def test_a_box_that_only_touches_a_prism_finds_it(shapes: list[object], data: st.DataObject) -> None:
    terrain, motion = bake(*shapes), moved((0, 0, 0), (0, 0, 0))  # type: ignore[arg-type]
    p = data.draw(st.integers(0, len(terrain.prisms) - 1))
    prism = terrain.prisms[p]
    corner = [float(prism[data.draw(st.sampled_from((f"{axis}_min", f"{axis}_max")))]) for axis in "xyz"]
    assert p in find(terrain, motion, [bound for bound in corner for _ in range(2)])


def test_a_prism_in_many_cells_is_found_once() -> None:
    terrain = bake(box(-3000, 3000, -3000, 0), box(0, 10, 0, 10))
    assert len(terrain.cell_prisms) > 2
    assert find(terrain, no_motion(), (-2900, 2900, -1, 1, -2900, 500)) == [0, 1]
    assert find(terrain, no_motion(), (100, 101, -1, 1, -1000, -999)) == [0]


@pytest.mark.parametrize("reach", [1e10, 1e30, 1e300, math.inf])
def test_a_box_of_any_size_finds_all(reach: float) -> None:
    terrain = bake(box(0, 10, 0, 10), box(5000, 5010, 700, 710), box(0, 10, 20, 30, platform=0))
    assert find(terrain, moved((0, 0, 0)), (-reach, reach) * 3) == [0, 1, 2]


@pytest.mark.parametrize("x", [-1e300, -1e20, -1e6, 1e6, 1e20, 1e300])
def test_a_box_far_away_finds_nothing(x: float) -> None:
    terrain = bake(box(0, 10, 0, 10), box(5000, 5010, 700, 710))
    assert find(terrain, no_motion(), (x, x, -1, 1, 0, 10)) == []
    assert find(terrain, no_motion(), (0, 10, -1, 1, x, x)) == []


def test_a_box_that_is_no_number_finds_nothing() -> None:
    terrain = bake(box(0, 10, 0, 10))
    assert find(terrain, no_motion(), (math.nan,) * 6) == []


def test_an_empty_terrain_holds_nothing() -> None:
    assert find(bake(), no_motion(), (-1e9, 1e9) * 3) == []


def test_platforms_alone_need_no_grid() -> None:
    terrain = bake(box(0, 10, 0, 10, platform=0))
    assert find(terrain, moved((500, 0, 0)), (505, 506, 0, 1, 5, 6)) == [0]
    assert find(terrain, moved((500, 0, 0)), (5, 6, 0, 1, 5, 6)) == []


def test_a_level_a_hundred_times_as_long_does_not_make_a_query_look_at_more() -> None:
    def strip(count: int) -> TerrainArrays:
        ground = [box(100 * k, 100 * k + 100, -60 - k % 5 * 10, 0) for k in range(count)]
        return bake(*ground, *(box(100 * k + 30, 100 * k + 60, 0, 20) for k in range(count)))

    bounds = (2000, 2150, -1, 1, -30, 150)
    short, long = strip(50), strip(5000)
    assert short.grid["cell"] == long.grid["cell"] == SMALLEST_CELL
    looked_at = entries_inspected(short, bounds)
    assert entries_inspected(long, bounds) == looked_at < 20
    owners = [terrain.prisms["solid"][find(terrain, no_motion(), bounds)] for terrain in (short, long)]
    assert owners[0].tolist() == [19, 20, 21, 70, 71]
    assert owners[1].tolist() == [19, 20, 21, 5020, 5021]


def test_a_sparse_level_keeps_its_grid_small() -> None:
    terrain = bake(*(box(1e5 * k, 1e5 * k + 10, 1e4 * k, 1e4 * k + 10) for k in range(100)))
    cells = int(terrain.grid[0]["columns"] * terrain.grid[0]["rows"])
    assert cells <= CELLS_PER_PRISM * 100
    assert len(terrain.cell_start) == cells + 1
    assert find(terrain, no_motion(), (5e6, 5.1e6, 0, 0, 5e5, 5.1e5)) == [50, 51]


def test_cells_list_their_prisms_in_ascending_order() -> None:
    terrain = bake(*(polygon((k, 0), (300 + k, 0), (k, 300)) for k in range(40)))
    starts = zip(terrain.cell_start, terrain.cell_start[1:], strict=False)
    assert all((np.diff(terrain.cell_prisms[a:b]) > 0).all() for a, b in starts)
