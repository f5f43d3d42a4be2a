"""Line traces against the slab method for boxes and against sampled distances for the rest."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from collision_oracles import bake, box_entry, convex_outlines, moved, prism_distance_by_hand, whole
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scenes import box, no_motion, polygon

from components.arrays import Floats
from components.collider import Layer
from components.terrain import Solid, TerrainArrays
from systems.collision.layers import layer_bits
from systems.collision.query import MISS, TraceHit, line_trace, line_trace_all, line_traces

Point = tuple[float, float, float]
Bounds = tuple[Point, Point]

DEPTH = (-60.0, 90.0)
GROUND = box(0, 100, -50, 0)
anywhere = st.floats(-400.0, 400.0)
points = st.tuples(anywhere, anywhere, anywhere)
on_the_lattice = st.tuples(whole(-6, 6), whole(-6, 6), whole(-6, 6))


def trace(terrain: TerrainArrays, start: ArrayLike, end: ArrayLike) -> TraceHit:
    return line_trace(terrain, no_motion(), start, end)


def assert_empty(hit: TraceHit) -> None:
    """No number of a trace without a hit can be taken for one."""
    assert not hit.hit
    assert math.isnan(hit.time)
    assert math.isnan(hit.distance)
    for value in (hit.point, hit.normal, hit.face_normal):
        assert np.isnan(value).all()


def assert_agrees_with_slabs(
    terrain: TerrainArrays, bounds: Sequence[Bounds], start: Point, end: Point
) -> None:
    """Compares all hits of a line with those of the slab method, in order of time, then of prism."""
    expected = []
    for prism, (low, high) in enumerate(bounds):
        entry, leave = box_entry(start, end, low, high)
        if entry <= leave and entry <= 1.0 and leave > 0.0:
            expected.append((entry, prism))
    expected.sort()
    hits = line_trace_all(terrain, no_motion(), start, end)
    assert [hit.prism for hit in hits] == [prism for _, prism in expected]
    for hit, (entry, _) in zip(hits, expected, strict=True):
        assert hit.started_inside == (entry < 0.0)
        assert hit.hit == (entry >= 0.0)
        if hit.hit:
            assert hit.time == entry
            np.testing.assert_array_equal(hit.point, np.array(start) + entry * np.subtract(end, start))


@pytest.mark.parametrize(
    ("start", "end", "time", "normal"),
    [
        ((50, 0, 30), (50, 0, -30), 0.5, (0, 0, 1)),
        ((50, 0, -110), (50, 0, 10), 0.5, (0, 0, -1)),
        ((-25, 0, -25), (75, 0, -25), 0.25, (-1, 0, 0)),
        ((150, 0, -25), (50, 0, -25), 0.5, (1, 0, 0)),
        ((50, -200, -25), (50, 0, -25), 0.25, (0, -1, 0)),
        ((50, 250, -25), (50, 50, -25), 0.5, (0, 1, 0)),
        ((20, 0, 40), (60, 0, -40), 0.5, (0, 0, 1)),
        ((50, 0, 60), (50, 0, 0), 1.0, (0, 0, 1)),  # ends on the surface
        ((50, 0, 0), (50, 0, -20), 0.0, (0, 0, 1)),  # starts on the surface and goes in
    ],
)
def test_a_line_hits_the_face_it_meets_first(start: Point, end: Point, time: float, normal: Point) -> None:
    hit = trace(bake(GROUND), start, end)
    assert hit.hit
    assert not hit.started_inside
    assert hit.time == time
    assert hit.distance == pytest.approx(time * math.dist(start, end))
    np.testing.assert_allclose(hit.point, np.array(start) + time * np.subtract(end, start))
    assert hit.normal.tolist() == list(normal)
    assert hit.face_normal.tolist() == list(normal)
    assert (hit.prism, hit.solid, hit.platform) == (0, 0, -1)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((50, 0, 30), (50, 0, 1)),  # too short
        ((50, 0, 30), (50, 0, 90)),  # away
        ((50, 0, 0), (50, 0, 90)),  # away, from the surface
        ((150, 0, 30), (150, 0, -30)),  # beside
        ((50, 151, 30), (50, 151, -30)),  # behind
        ((-10, 0, 100), (110, 0, 100)),  # over it
    ],
)
def test_a_line_that_misses_is_a_miss_without_numbers(start: Point, end: Point) -> None:
    hit = trace(bake(GROUND), start, end)
    assert_empty(hit)
    assert hit is MISS
    assert not hit.started_inside
    assert (hit.prism, hit.solid, hit.platform) == (-1, -1, -1)


@pytest.mark.parametrize("end", [(50, 0, 90), (50, 0, -10), (50, 0, -20), (500, 40, -20)])
def test_a_line_that_starts_inside_says_so_and_has_no_hit(end: Point) -> None:
    hit = trace(bake(box(-900, -800, 0, 10), GROUND), (50, 0, -20), end)
    assert_empty(hit)
    assert hit.started_inside
    assert (hit.prism, hit.solid) == (1, 1)


def test_a_line_without_length_is_inside_or_misses() -> None:
    terrain = bake(GROUND)
    assert trace(terrain, (50, 0, -20), (50, 0, -20)).started_inside
    assert trace(terrain, (50, 0, 20), (50, 0, 20)) is MISS


@given(on_the_lattice, on_the_lattice)
@example((0.0, 0.0, 2.0), (0.0, 0.0, 5.0))  # away from the surface
@example((3.0, 0.0, 2.0), (5.0, 0.0, 4.0))  # away from a corner
@example((1.0, 0.0, 4.0), (5.0, 0.0, 0.0))  # past a corner
@example((-5.0, 0.0, 2.0), (5.0, 0.0, 2.0))  # along the surface
@example((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
def test_a_box_is_hit_where_the_slab_method_says(start: Point, end: Point) -> None:
    low, high = (-2.0, -3.0, -4.0), (3.0, 1.0, 2.0)
    terrain = bake(box(low[0], high[0], low[2], high[2], depth=(low[1], high[1])))
    assert_agrees_with_slabs(terrain, [(low, high)], start, end)


@given(convex_outlines(), points, points)
def test_a_convex_prism_is_hit_where_its_distance_first_is_zero(
    corners: Floats, start: Point, end: Point
) -> None:
    hit = trace(bake(Solid(corners, depth=DEPTH)), start, end)
    way = np.subtract(end, start)
    samples = np.linspace(0.0, 1.0, 101)
    gaps = [prism_distance_by_hand(corners, DEPTH, start + share * way) for share in samples]
    if hit.started_inside:
        assert gaps[0] < 1e-9
    elif not hit.hit:
        assert min(gaps) > -1e-9
    else:
        assert prism_distance_by_hand(corners, DEPTH, hit.point) == pytest.approx(0.0, abs=1e-8)
        assert all(gap > -1e-9 for share, gap in zip(samples, gaps, strict=True) if share < hit.time)
        assert math.hypot(*hit.normal) == pytest.approx(1.0, abs=1e-14)
        assert hit.normal @ way < 0.0
        outside = prism_distance_by_hand(corners, DEPTH, hit.point + 0.25 * hit.normal)
        assert outside == pytest.approx(0.25, abs=1e-8)


boxes_in_a_long_level = st.lists(
    st.builds(
        lambda x, y, z, wide, deep, high: ((x, y, z), (x + wide, y + deep, z + high)),
        whole(-9000, 9000),
        whole(-200, 200),
        whole(-2000, 2000),
        whole(1, 900),
        whole(1, 300),
        whole(1, 500),
    ),
    min_size=1,
    max_size=30,
)
far_apart = st.tuples(whole(-12000, 12000), whole(-300, 300), whole(-3000, 3000))


def bake_bounds(bounds: Sequence[Bounds]) -> TerrainArrays:
    return bake(*(box(low[0], high[0], low[2], high[2], depth=(low[1], high[1])) for low, high in bounds))


@given(boxes_in_a_long_level, far_apart, far_apart)
def test_long_lines_over_many_cells_meet_all_that_lies_on_them(
    bounds: list[Bounds], start: Point, end: Point
) -> None:
    assert_agrees_with_slabs(bake_bounds(bounds), bounds, start, end)


@given(boxes_in_a_long_level, st.lists(st.tuples(far_apart, far_apart), min_size=1, max_size=6))
def test_single_and_batch_traces_give_the_first_of_all_hits(
    bounds: list[Bounds], lines: list[tuple[Point, Point]]
) -> None:
    terrain = bake_bounds(bounds)
    starts, ends = (np.array([line[side] for line in lines]) for side in (0, 1))
    batch = line_traces(terrain, no_motion(), starts, ends)
    for row, (start, end) in enumerate(lines):
        single = trace(terrain, start, end)
        first = (*line_trace_all(terrain, no_motion(), start, end), MISS)[0]
        for field in ("hit", "started_inside", "time", "prism", "point", "normal"):
            np.testing.assert_array_equal(getattr(single, field), getattr(first, field))
        assert batch.hit[row] == single.hit
        assert batch.started_inside[row] == single.started_inside
        np.testing.assert_array_equal(batch.time[row], single.time)
        np.testing.assert_array_equal(batch.point[row], single.point)
        np.testing.assert_array_equal(batch.normal[row], single.normal)
        assert batch.prism[row] == (single.prism if single.hit else -1)


@pytest.mark.parametrize("reach", [1e6, 1e12, 1e30])
@pytest.mark.parametrize("direction", [(0, 0, -1), (1, 0, -1), (-1, 0.001, -0.5)])
def test_a_line_may_be_as_long_as_it_likes(reach: float, direction: Point) -> None:
    terrain = bake(box(-500, 500, -50, 0), box(-10, 10, -300, -200), box(-9e5, 9e5, -900, -800, platform=0))
    start = np.array((0.0, 0.0, 100.0))
    hit = line_trace(terrain, moved((0, 0, 0)), start, start + reach * np.array(direction))
    assert hit.prism == 0
    np.testing.assert_allclose(hit.point, start + np.array(direction) * 100 / -direction[2], atol=1e-6)


def test_several_hits_come_nearest_first() -> None:
    terrain = bake(box(0, 100, -50, 0), box(0, 100, 60, 70), box(0, 100, 20, 40), box(200, 300, 0, 10))
    hits = line_trace_all(terrain, no_motion(), (50, 0, 100), (50, 0, -100))
    assert [hit.solid for hit in hits] == [1, 2, 0]
    assert [hit.time for hit in hits] == [0.15, 0.3, 0.5]
    assert line_trace_all(terrain, no_motion(), (150, 0, 100), (150, 0, -100)) == []


def test_several_hits_begin_with_what_the_line_starts_in() -> None:
    terrain = bake(box(0, 100, -50, 0), box(0, 100, 60, 70))
    inside, below = line_trace_all(terrain, no_motion(), (50, 0, 65), (50, 0, -100))
    assert (inside.started_inside, inside.solid, inside.hit) == (True, 1, False)
    assert (below.hit, below.solid) == (True, 0)
    assert_empty(inside)


def test_only_the_layers_of_the_mask_count() -> None:
    terrain = bake(
        GROUND, box(0, 100, 20, 40, layer=Layer.PLATFORM), box(0, 100, 50, 60, layer=Layer.TRIGGER)
    )

    def solid_below(*layers: Layer) -> int:
        mask = layer_bits(layers)
        return line_trace(terrain, no_motion(), (50, 0, 99), (50, 0, -99), layer_mask=mask).solid

    assert solid_below(*Layer) == 2
    assert solid_below(Layer.TERRAIN, Layer.PLATFORM) == 1
    assert solid_below(Layer.TERRAIN) == 0
    assert solid_below(Layer.PAWN) == -1
    starts, ends = np.array([[50.0, 0.0, 99.0]]), np.array([[50.0, 0.0, -99.0]])
    assert line_traces(terrain, no_motion(), starts, ends, layer_bits([Layer.TERRAIN])).prism.tolist() == [0]


def test_ignored_solids_do_not_count_with_all_their_pieces() -> None:
    l_shape = polygon((0, 60), (100, 60), (100, 80), (20, 80), (20, 200), (0, 200))
    terrain = bake(GROUND, l_shape, box(0, 100, 20, 40))
    start, end = (10, 0, 300), (10, 0, -99)
    assert line_trace(terrain, no_motion(), start, end).solid == 1
    assert line_trace(terrain, no_motion(), start, end, ignore=[1]).solid == 2
    assert line_trace(terrain, no_motion(), start, end, ignore=[2, 1]).solid == 0
    assert line_trace(terrain, no_motion(), start, end, ignore=[0, 1, 2]) is MISS
    assert line_trace(terrain, no_motion(), (10, 0, 70), end, ignore=[1]).solid == 2  # started inside it
    hits = line_trace_all(terrain, no_motion(), start, end, ignore=[2])
    assert {hit.solid for hit in hits} == {0, 1}


@pytest.mark.parametrize(
    ("start", "end", "hits"),
    [
        ((50, 0, 30), (50, 0, -30), True),  # from above
        ((0, 0, 30), (100, 0, -30), True),  # from above, aslant
        ((50, 0, -30), (50, 0, 30), False),  # from below
        ((-50, 0, -5), (150, 0, -5), False),  # from the side
        ((-50, 0, 10), (50, 0, -20), False),  # downward, but in through the side
        ((50, -300, -5), (50, 300, -5), False),  # along the depth
        ((50, 0, -5), (50, 0, -30), False),  # from inside
    ],
)
def test_a_one_way_solid_is_hit_from_above_only(start: Point, end: Point, hits: bool) -> None:  # noqa: FBT001 - a case
    hit = trace(bake(box(0, 100, -10, 0, one_way=True)), start, end)
    assert hit.hit == hits
    assert not hit.started_inside


def test_platforms_are_hit_where_they_are() -> None:
    terrain = bake(GROUND, box(0, 50, 20, 30, platform=1), box(0, 50, 40, 50, platform=0))
    motion = moved((500, 0, 0), (0, 40, 15))
    hit = line_trace(terrain, motion, (25, 0, 99), (25, 0, -1))
    assert (hit.solid, hit.platform) == (1, 1)
    assert hit.point.tolist() == [25, 0, 45]
    hit = line_trace(terrain, motion, (525, 0, 99), (525, 0, -1))
    assert (hit.solid, hit.platform) == (2, 0)
    assert hit.point.tolist() == [525, 0, 50]
    assert line_trace(terrain, motion, (25, -120, 99), (25, -120, -1)).solid == 0  # it moved back by 40 cm


@given(on_the_lattice, on_the_lattice, on_the_lattice)
def test_moving_a_platform_is_moving_the_line_back(start: Point, end: Point, offset: Point) -> None:
    shape = polygon((-3, -2), (4, -1), (1, 3), depth=(-2.0, 2.0))
    still, moving = bake(shape), bake(Solid(shape.outline, depth=shape.depth, platform=0))
    there = line_trace(moving, moved(offset), np.add(start, offset), np.add(end, offset))
    here = trace(still, start, end)
    assert (there.hit, there.started_inside, there.time) == pytest.approx(
        (here.hit, here.started_inside, here.time), nan_ok=True
    )
    np.testing.assert_array_equal(there.normal, here.normal)


@given(st.floats(1.0, 199.0), st.floats(-100.0, 100.0))
def test_between_flush_boxes_no_line_slips_through(x: float, y: float) -> None:
    terrain = bake(box(0, 100, -50, 0), box(100, 200, -50, 0))
    for place in (x, 100.0, math.nextafter(100.0, 0.0), math.nextafter(100.0, 200.0)):
        hit = trace(terrain, (place, y, 10.0), (place, y, -10.0))
        assert hit.time == 0.5
        assert hit.normal.tolist() == [0, 0, 1]


def test_through_the_pieces_of_a_concave_solid_no_line_slips() -> None:
    u_shape = polygon((0, 0), (90, 0), (90, 60), (60, 60), (60, 30), (30, 30), (30, 60), (0, 60))
    terrain = bake(u_shape)
    for x in range(91):
        hit = trace(terrain, (x, 0, 100), (x, 0, -10))
        expected = 30 if 30 < x < 60 else 60
        assert hit.point[2] == pytest.approx(expected)
        assert hit.normal.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((math.nan, 0, 0), (0, 0, 1)),
        ((0, 0, 0), (0, math.inf, 1)),
        ((0, 0), (0, 0, 1)),
        ((0, 0, 0), ((0, 0, 1),)),
    ],
)
def test_what_is_no_point_is_refused(start: ArrayLike, end: ArrayLike) -> None:
    with pytest.raises(ValueError, match="must be three finite numbers"):
        trace(bake(GROUND), start, end)


def test_an_empty_terrain_is_never_hit() -> None:
    assert trace(bake(), (0, 0, 0), (0, 0, -1e6)) is MISS
    batch = line_traces(bake(), no_motion(), np.zeros((2, 3)), np.ones((2, 3)))
    assert batch.hit.tolist() == [False, False]
    assert batch.prism.tolist() == [-1, -1]
    assert np.isnan(batch.point).all()


def test_rows_of_a_batch_without_a_hit_hold_no_numbers() -> None:
    starts = np.array([(50.0, 0, 30), (50, 0, -20), (150, 0, 30)])
    hits = line_traces(bake(GROUND), no_motion(), starts, starts - np.array((0, 0, 60)))
    assert hits.hit.tolist() == [True, False, False]
    assert hits.started_inside.tolist() == [False, True, False]
    assert hits.prism.tolist() == [0, -1, -1]
    assert hits.time[0] == 0.5
    assert np.isnan(hits.time[1:]).all()
    assert np.isnan(hits.point[1:]).all()
    assert np.isnan(hits.normal[1:]).all()
