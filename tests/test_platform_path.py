"""Platforms travel back and forth along polylines at constant speed."""

import math
from itertools import pairwise

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scenes import DT, box, build_world, place_of, run_tick

from components.arrays import Floats
from components.platform import Platform
from components.terrain import PlatformMotion
from systems.platform.travel import Platforms, path_length, point_on_path
from systems.query import resource

L_SHAPE = np.array([(0.0, 0.0), (300.0, 0.0), (300.0, 400.0)])

paths = st.integers(1, 6).flatmap(
    lambda count: arrays(np.float64, (count, 2), elements=st.integers(-50, 50).map(lambda n: 8.0 * n))
)
ways = st.floats(0, 1e5)


@pytest.mark.parametrize(
    ("travelled", "point"),
    [
        (0, (0, 0)),
        (150, (150, 0)),
        (300, (300, 0)),
        (500, (300, 200)),
        (700, (300, 400)),
        (900, (300, 200)),
        (1250, (150, 0)),
        (1400, (0, 0)),
        (1550, (150, 0)),
        (14_000 + 500, (300, 200)),
    ],
)
def test_points_of_an_l_shaped_path(travelled: float, point: tuple[float, float]) -> None:
    assert path_length(L_SHAPE) == 700
    assert point_on_path(L_SHAPE, travelled) == pytest.approx(point)


def test_a_path_of_one_point_or_of_no_length_stays() -> None:
    assert path_length(np.array([(3.0, 4.0)])) == 0
    for path in (np.array([(3.0, 4.0)]), np.array([(3.0, 4.0), (3.0, 4.0)])):
        assert point_on_path(path, 123.0) == (3, 4)


def test_points_that_stand_twice_in_a_path_change_nothing() -> None:
    doubled = np.repeat(L_SHAPE, 2, axis=0)
    for travelled in (0.0, 299.0, 300.0, 301.0, 700.0, 1000.0):
        assert point_on_path(doubled, travelled) == pytest.approx(point_on_path(L_SHAPE, travelled))


@given(paths, ways, st.floats(0, 100))
def test_nothing_moves_further_than_it_travels(path: Floats, travelled: float, step: float) -> None:
    start, end = point_on_path(path, travelled), point_on_path(path, travelled + step)
    assert math.dist(start, end) <= step + 1e-6


@given(paths, st.integers(0, 20))
def test_both_ends_are_reached_in_turn(path: Floats, turns: int) -> None:
    end = path[-1] if turns % 2 else path[0]
    reached = point_on_path(path, turns * path_length(path))
    np.testing.assert_allclose(reached, end, atol=1e-6)


@given(paths, ways)
def test_a_round_trip_ends_where_it_began_and_runs_back_on_the_same_way(
    path: Floats, travelled: float
) -> None:
    period = 2 * path_length(path)
    here = point_on_path(path, travelled)
    np.testing.assert_allclose(point_on_path(path, travelled + period), here, atol=1e-6)
    left = math.ceil(travelled / period) * period - travelled if period else 0.0
    np.testing.assert_allclose(point_on_path(path, left), here, atol=1e-6)


@given(paths, ways)
def test_every_point_lies_on_the_path(path: Floats, travelled: float) -> None:
    point = np.array(point_on_path(path, travelled))
    gaps = [float(np.hypot(*(corner - point))) for corner in path]
    for start, end in pairwise(path):
        way = end - start
        size = float(way @ way)
        share = min(max(float((point - start) @ way) / size, 0.0), 1.0) if size else 0.0
        gaps.append(float(np.hypot(*(start + share * way - point))))
    assert min(gaps) < 1e-6


@pytest.mark.usefixtures("world")
def test_offset_velocity_and_place_move_together() -> None:
    build_world([box(0, 10, 0, 10, platform=0)], platforms=[Platform(0, L_SHAPE, 120.0)])
    motion = resource(PlatformMotion)
    entity = int(motion.entities[0])
    for tick in range(1, 800):
        before = motion.offset[0].copy()
        run_tick([Platforms()])
        x, z = point_on_path(L_SHAPE, 120.0 * DT * tick)
        assert tuple(motion.offset[0]) == pytest.approx((x, 0, z), abs=1e-6)
        np.testing.assert_allclose(motion.velocity[0] * DT, motion.offset[0] - before, atol=1e-9)
        np.testing.assert_allclose(place_of(entity), motion.offset[0], atol=1e-6)
    assert esper.component_for_entity(entity, Platform).travelled == pytest.approx(120.0 * DT * 799)


@pytest.mark.usefixtures("world")
def test_a_platform_without_speed_or_path_rests() -> None:
    still = [Platform(0, L_SHAPE, 0.0), Platform(1, np.zeros((1, 2)), 300.0)]
    build_world([box(0, 10, 0, 10, platform=row) for row in range(2)], platforms=still)
    for _ in range(10):
        run_tick([Platforms()])
    motion = resource(PlatformMotion)
    np.testing.assert_array_equal(motion.offset, 0)
    np.testing.assert_array_equal(motion.velocity, 0)
