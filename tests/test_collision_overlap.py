"""What overlaps, how far away everything is, and the way out of an overlap."""

import math

import numpy as np
import pytest
from collision_oracles import bake, convex_outlines, core_distance, moved, prism_distance_by_hand, whole
from hypothesis import assume, given
from hypothesis import strategies as st
from scenes import box, no_motion, polygon

from components.arrays import Floats
from components.collider import Layer
from components.terrain import MotionArrays, Solid, TerrainArrays
from systems.collision.layers import ALL_LAYERS, layer_bits
from systems.collision.query import capsule_overlap, signed_distances, sphere_overlap
from systems.collision.sweep import push_out

Point = tuple[float, float, float]

DEPTH = (-60.0, 90.0)
FLOOR = box(-1000, 1000, -500, 0)
CLOSE = 1e-6
anywhere = st.floats(-300.0, 300.0)
points = st.tuples(anywhere, anywhere, anywhere)
directions = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda way: math.hypot(*way) > 0.1)


def push(
    terrain: TerrainArrays,
    start: Floats,
    along: Floats,
    radius: float,
    *,
    motion: MotionArrays | None = None,
    feet: float = math.inf,
    layer_mask: int = ALL_LAYERS,
    in_lane: bool = False,
    rounds: int = 8,
) -> int:
    """Pushes a core out in place, as nothing that a one-way solid lets pass."""
    motion = motion or no_motion()
    return push_out(terrain, motion, start, along, radius, layer_mask, in_lane, feet, 0.0, rounds)


@given(st.lists(convex_outlines(), min_size=1, max_size=5), points, st.floats(0.0, 80.0))
def test_a_sphere_overlaps_what_is_nearer_than_its_radius(
    outlines: list[Floats], centre: Point, radius: float
) -> None:
    terrain = bake(*(Solid(corners, depth=DEPTH) for corners in outlines))
    gaps = [prism_distance_by_hand(corners, DEPTH, centre) - radius for corners in outlines]
    # Covered faces deepen what is inside several prisms, which overlaps in any case.
    assume(all(abs(gap) > CLOSE for gap in gaps))
    expected = [p for p, gap in enumerate(gaps) if gap < 0.0]
    assert sphere_overlap(terrain, no_motion(), centre, radius=radius) == expected


@given(convex_outlines(), points, st.floats(0.5, 60.0), st.floats(0.0, 80.0), directions)
def test_a_capsule_overlaps_where_one_of_its_spheres_does(
    corners: Floats, centre: Point, radius: float, half_length: float, direction: Point
) -> None:
    terrain, axis = bake(Solid(corners, depth=DEPTH)), np.array(direction) / math.hypot(*direction)
    spheres = [centre + share * half_length * axis for share in np.linspace(-1.0, 1.0, 81)]
    gap = min(prism_distance_by_hand(corners, DEPTH, sphere) for sphere in spheres) - radius
    assume(not -CLOSE < gap < half_length / 80 + CLOSE)  # nearer than the samples can tell
    overlap = capsule_overlap(terrain, no_motion(), centre, radius=radius, half_length=half_length, axis=axis)
    assert overlap == ([0] if gap < 0.0 else [])


@pytest.mark.parametrize(("height", "prisms"), [(10.1, []), (10.0, []), (9.9, [0]), (0.0, [0]), (-20.0, [0])])
def test_touching_is_no_overlap(height: float, prisms: list[int]) -> None:
    assert sphere_overlap(bake(FLOOR), no_motion(), (0, 0, height), radius=10) == prisms


def test_touching_a_slope_is_no_overlap() -> None:
    terrain = bake(polygon((0, 0), (400, 0), (400, 300)))
    for along in np.linspace(50, 450, 41):
        centre = along * np.array((0.8, 0.0, 0.6)) + 34.0 * np.array((-0.6, 0.0, 0.8))
        assert sphere_overlap(terrain, no_motion(), centre, radius=34) == []
        assert sphere_overlap(terrain, no_motion(), centre, radius=34.001) == [0]


def test_overlaps_come_in_ascending_order_and_heed_masks_and_platforms() -> None:
    terrain = bake(
        box(0, 10, 0, 10, platform=0), FLOOR, box(-5, 5, 0, 9, layer=Layer.PLATFORM), box(500, 510, 0, 10)
    )
    motion = moved((0, 0, 5))
    assert sphere_overlap(terrain, motion, (2, 0, 2), radius=5) == [0, 1, 3]
    assert sphere_overlap(terrain, moved((200, 0, 0)), (2, 0, 2), radius=5) == [0, 1]
    only = layer_bits([Layer.PLATFORM])
    assert sphere_overlap(terrain, motion, (2, 0, 2), radius=5, layer_mask=only) == [1]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="centre must be three finite numbers"):
        sphere_overlap(bake(FLOOR), no_motion(), (0, 0, math.nan), radius=1)
    with pytest.raises(ValueError, match="radius must be a finite number of at least 0"):
        sphere_overlap(bake(FLOOR), no_motion(), (0, 0, 0), radius=-1)


@given(st.lists(convex_outlines(), min_size=1, max_size=5), st.lists(points, min_size=1, max_size=8))
def test_distances_are_those_of_the_nearest_prism(outlines: list[Floats], places: list[Point]) -> None:
    terrain = bake(*(Solid(corners, depth=DEPTH) for corners in outlines))
    distances, normals, prisms = signed_distances(terrain, no_motion(), np.array(places), 200.0, ALL_LAYERS)
    for row, place in enumerate(places):
        gaps = [prism_distance_by_hand(corners, DEPTH, place) for corners in outlines]
        if min(gaps) > 200.0 + CLOSE:
            assert distances[row] == math.inf
            assert prisms[row] == -1
            assert np.isnan(normals[row]).all()
        elif 0.0 < min(gaps) < 200.0 - CLOSE:
            assert distances[row] == pytest.approx(min(gaps), abs=1e-8)
            assert gaps[prisms[row]] == pytest.approx(min(gaps), abs=1e-8)
        if prisms[row] >= 0:
            assert math.hypot(*normals[row]) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("reach", [100.0, 1e12, math.inf])
def test_distances_may_reach_as_far_as_they_like(reach: float) -> None:
    terrain = bake(FLOOR, box(0, 50, 60, 70, platform=0, layer=Layer.PLATFORM))
    places = np.array([(-500.0, 0, 90), (25, 0, 90), (25, 0, -3)])
    distances, normals, prisms = signed_distances(terrain, moved((0, 0, 5)), places, reach, ALL_LAYERS)
    assert distances.tolist() == [90, 15, -3]
    assert normals.tolist() == [[0, 0, 1]] * 3
    assert prisms.tolist() == [0, 1, 0]
    below = signed_distances(terrain, moved((0, 0, 5)), places, reach, layer_bits([Layer.TERRAIN]))
    assert below[0].tolist() == [90, 90, -3]


@given(convex_outlines(), points, st.floats(0.5, 60.0), st.floats(0.0, 80.0), directions)
def test_a_push_out_of_one_prism_ends_at_its_surface(
    corners: Floats, centre: Point, radius: float, half_length: float, direction: Point
) -> None:
    terrain = bake(Solid(corners, depth=DEPTH))
    along = 2.0 * half_length * np.array(direction) / math.hypot(*direction)
    start = centre - 0.5 * along
    before = core_distance(terrain, start, along)[0] - radius
    core = start.copy()
    rounds = push(terrain, core, along, radius, rounds=200)
    after = core_distance(terrain, core, along)[0] - radius
    assert after > -CLOSE
    assert rounds < 200
    if before >= 0.0:
        assert rounds == 0
        assert core.tolist() == start.tolist()
    else:
        assert math.dist(core, start) >= -before - CLOSE
        assert after < CLOSE


@given(points, st.floats(1.0, 60.0))
def test_a_sphere_is_pushed_out_by_as_much_as_it_is_in(centre: Point, radius: float) -> None:
    terrain = bake(box(-200, 200, -150, 100, depth=DEPTH))
    core = np.array(centre)
    d, normal, _ = core_distance(terrain, core, np.zeros(3))
    assume(d < radius)
    assert push(terrain, core, np.zeros(3), radius) <= 1
    np.testing.assert_allclose(core, centre + (radius - d) * normal, atol=1e-9)


def test_a_capsule_in_a_corner_is_pushed_out_of_both() -> None:
    terrain = bake(FLOOR, box(50, 200, -500, 500))
    core = np.array((30.0, 0.0, 20.0))
    rounds = push(terrain, core, np.array((0.0, 0.0, 108.0)), 34.0)
    assert rounds == 2
    np.testing.assert_allclose(core, (16, 0, 34), atol=1e-9)


@given(whole(-140, 140), whole(-60, 60), whole(1, 33))
def test_a_push_out_of_flush_boxes_leads_straight_up(x: float, y: float, sink: float) -> None:
    terrain = bake(*(box(50 * k, 50 * k + 50, -300, 0) for k in range(-4, 4)))
    core = np.array((x, y, 34.0 - sink))
    assert push(terrain, core, np.array((0.0, 0.0, 108.0)), 34.0) < 8
    np.testing.assert_allclose(core, (x, y, 34.0), atol=CLOSE)


@given(whole(-140, 140), whole(1, 180))
def test_even_a_core_within_flush_boxes_is_led_straight_up(x: float, sink: float) -> None:
    terrain = bake(*(box(50 * k, 50 * k + 50, -900, 0) for k in range(-10, 10)))
    core = np.array((x, 0.0, 34.0 - sink))
    assert push(terrain, core, np.zeros(3), 34.0) < 8
    np.testing.assert_allclose(core, (x, 0.0, 34.0), atol=CLOSE)


def test_between_walls_too_close_it_stays_stuck_and_says_so() -> None:
    terrain = bake(box(-200, -20, -500, 500), box(20, 200, -500, 500))
    core = np.array((5.0, 0.0, 0.0))
    assert push(terrain, core, np.zeros(3), 34.0, rounds=6) == 6


def test_what_only_touches_is_not_moved() -> None:
    core = np.array((0.0, 0.0, 34.0 - 5e-8))
    assert push(bake(FLOOR), core, np.array((0.0, 0.0, 108.0)), 34.0) == 0
    assert core[2] == 34.0 - 5e-8


def test_a_one_way_solid_pushes_only_what_was_above_it() -> None:
    terrain = bake(box(-100, 100, -10, 0, one_way=True))
    for feet, height in ((0.0, 34.0), (-50.0, 20.0)):
        core = np.array((0.0, 0.0, 20.0))
        push(terrain, core, np.zeros(3), 34.0, feet=feet)
        assert core.tolist() == [0.0, 0.0, height]


def test_a_platform_that_moved_in_pushes_out_and_a_masked_one_does_not() -> None:
    terrain = bake(box(0, 100, -10, 0, platform=0, layer=Layer.PLATFORM))
    core = np.array((350.0, 0.0, 20.0))
    assert push(terrain, core, np.zeros(3), 34.0, motion=moved((300, 0, 5))) == 1
    np.testing.assert_allclose(core, (350, 0, 39), atol=1e-9)
    masked = push(
        terrain, core, np.zeros(3), 99.0, motion=moved((300, 0, 5)), layer_mask=layer_bits([Layer.TERRAIN])
    )
    assert masked == 0


def test_in_a_lane_nothing_is_pushed_along_the_depth() -> None:
    terrain = bake(box(0, 100, -300, 0, depth=(-20.0, 20.0)))
    core = np.array((50.0, 15.0, -20.0))
    assert push(terrain, core, np.zeros(3), 10.0, in_lane=True) == 1
    np.testing.assert_allclose(core, (50, 15, 10), atol=1e-9)
    core = np.array((50.0, 15.0, -20.0))
    assert push(terrain, core, np.zeros(3), 10.0) == 1
    np.testing.assert_allclose(core, (50, 30, -20), atol=1e-9)
