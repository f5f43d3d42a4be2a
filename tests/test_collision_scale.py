"""Ten thousand shapes answer as the ten around the question do alone."""

from collections.abc import Callable

import numpy as np
import pytest
from collision_oracles import moved
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, polygon

from components.arrays import Floats
from components.terrain import MotionArrays, Solid, Terrain
from systems.collision.bake import bake_terrain
from systems.collision.broad_phase import near_prisms
from systems.collision.layers import ALL_LAYERS
from systems.collision.query import (
    capsule_overlap,
    capsule_sweep,
    line_trace_all,
    line_traces,
    signed_distances,
)

COUNT = 10_000
WIDTH = 60.0
NEAR = 5
PLATFORMS = COUNT // 100
MOTION = moved(*((k % 7, 0.0, k % 5) for k in range(PLATFORMS)))

places = st.integers(NEAR, COUNT - NEAR - 1)
shares = st.floats(-1.0, 1.0)
heights = st.floats(-60.0, 140.0)


def shape(k: int) -> Solid:
    """Ground with steps, slopes, ledges and planks; every hundredth shape is a platform."""
    x, top = WIDTH * k, 10.0 * (k % 3)
    if k % 100 == 50:
        return box(x, x + WIDTH, 40, 60, platform=k // 100)
    shapes: tuple[Callable[[], Solid], ...] = (
        lambda: box(x, x + WIDTH, -80, top),
        lambda: polygon((x, -80), (x + WIDTH, -80), (x + WIDTH, top + 20), (x, top)),
        lambda: polygon((x, -80), (x + WIDTH, -80), (x + WIDTH, 0), (x + 20, 0), (x + 20, 50), (x, 50)),
        lambda: box(x - 20, x + WIDTH + 20, 90, 95, one_way=True),
    )
    return shapes[k % 4]()


@pytest.fixture(scope="module")
def level() -> Terrain:
    return bake_terrain([shape(k) for k in range(COUNT)])


def neighbourhood(place: int) -> tuple[Terrain, int]:
    first = place - NEAR
    return bake_terrain([shape(k) for k in range(first, place + NEAR)]), first


def ask(terrain: Terrain, motion: MotionArrays, first: int, start: Floats, end: Floats) -> list[object]:
    """All kinds of queries, their answers told by the solid's number in the whole level."""
    arrays = terrain.arrays
    solids = arrays.prisms["solid"] + first
    lines = line_trace_all(arrays, motion, start, end)
    sweep = capsule_sweep(arrays, motion, start, end, radius=12, half_length=9)
    answers: list[object] = []
    for hit in (*lines, sweep):
        owner = hit.solid + first if hit.prism >= 0 else -1
        answers += [hit.hit, hit.started_inside, hit.time, hit.point.tolist(), hit.normal.tolist(), owner]
    answers += solids[capsule_overlap(arrays, motion, end, radius=30, half_length=9)].tolist()
    batch = line_traces(arrays, motion, np.array([start, end]), np.array([end, start]))
    answers += [column.tolist() for column in batch[:-1]]
    distances, normals, prisms = signed_distances(arrays, motion, np.array([start, end]), 60.0, ALL_LAYERS)
    owners = [int(solids[p]) if p >= 0 else -1 for p in prisms]
    return [*answers, distances.tolist(), normals.tolist(), owners]


@given(places, shares, shares, heights, heights)
def test_a_large_level_answers_as_its_neighbourhood_does(
    level: Terrain, place: int, begin: float, finish: float, above: float, below: float
) -> None:
    start = np.array((WIDTH * (place + begin), 0.0, above))
    end = np.array((WIDTH * (place + finish), 0.0, below))
    part, first = neighbourhood(place)
    np.testing.assert_equal(ask(part, MOTION, first, start, end), ask(level, MOTION, 0, start, end))


def test_every_shape_of_a_large_level_is_there(level: Terrain) -> None:
    assert set(level.arrays.prisms["solid"].tolist()) == set(range(COUNT))
    assert level.arrays.grid[0]["static_count"] == len(level.arrays.prisms) - PLATFORMS
    starts = np.array([(WIDTH * (k + 0.5), 0.0, 200.0) for k in range(COUNT)])
    hits = line_traces(level.arrays, MOTION, starts, starts - np.array((0.0, 0.0, 300.0)))
    assert hits.hit.all()
    assert hits.normal[:, 2].min() > 0.9


@given(places, st.floats(0.0, 100.0))
def test_a_query_finds_no_more_in_a_large_level_than_in_a_small_one(
    level: Terrain, place: int, reach: float
) -> None:
    part, _ = neighbourhood(place)
    counts = []
    for terrain in (part, level):
        found = np.empty(len(terrain.arrays.prisms), dtype=np.int64)
        x = WIDTH * place
        counts.append(
            near_prisms(terrain.arrays, MOTION, x - reach, x + reach, -1, 1, -50, 150, ALL_LAYERS, found)
        )
    assert counts[0] == counts[1] <= 10


def test_hidden_faces_are_found_all_over_a_large_level(level: Terrain) -> None:
    """Each seam of the pattern looks the same wherever it is, as long as no platform is near."""
    prisms, edges = level.arrays.prisms, level.arrays.edges
    hidden = np.zeros(COUNT, dtype=np.int64)
    for prism in prisms:
        own = edges[prism["first_edge"] : prism["first_edge"] + prism["edge_count"]]
        hidden[prism["solid"]] += np.count_nonzero(~own["visible"])
    inner = [k for k in range(2, COUNT - 2) if min(abs(k % 100 - 50), 50) > 1]
    pattern = {k % 12: hidden[k] for k in inner}
    assert all(hidden[k] == pattern[k % 12] for k in inner)
    assert max(pattern.values()) > 0
