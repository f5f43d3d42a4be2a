"""Signed distances against closed forms and brute force, and normals that are always of unit length."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from collision_oracles import (
    bake,
    box_distance,
    convex_outlines,
    core_distance,
    moved,
    outline_of,
    prism_distance_by_hand,
    segment_gap,
    visible_faces,
    whole,
)
from hypothesis import assume, given
from hypothesis import strategies as st
from scenes import box, no_motion, polygon

from components.arrays import Floats
from components.terrain import Solid, TerrainArrays
from systems.collision.distance import FAR, lane_distance, prism_distance

Point = tuple[float, float, float]

anywhere = st.floats(-400.0, 400.0)
points = st.tuples(anywhere, anywhere, anywhere)
on_the_lattice = st.tuples(whole(-12, 12), whole(-12, 12), whole(-12, 12))
almost_nothing = st.sampled_from((0.0, 5e-324, 1e-200, 1e-160, 1e-30, 1e-16, 1e-12, 1e-10, 1e-9, 1e-8, 1e-6))


def measure(terrain: TerrainArrays, point: Sequence[float] | Floats, prism: int = 0) -> tuple[float, Floats]:
    d, *normal = prism_distance(terrain, no_motion(), prism, *(float(value) for value in point))
    return d, np.array(normal)


@given(points, whole(1, 200), whole(1, 200), whole(1, 200))
def test_a_box_has_the_distance_of_the_closed_form(
    point: Point, wide: float, deep: float, high: float
) -> None:
    low, top = (-wide, -deep, -high), (2.0 * wide, deep, 0.0)
    terrain = bake(box(low[0], top[0], low[2], top[2], depth=(low[1], top[1])))
    assert measure(terrain, point)[0] == pytest.approx(box_distance(point, low, top), abs=1e-9)


@given(on_the_lattice)
def test_a_box_has_it_on_its_corners_edges_and_faces_too(point: Point) -> None:
    terrain = bake(box(-4, 8, -4, 4, depth=(-8.0, 4.0)))
    d, normal = measure(terrain, point)
    assert d == pytest.approx(box_distance(point, (-4, -8, -4), (8, 4, 4)), abs=1e-12)
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-15)


@given(convex_outlines(), points)
def test_a_convex_prism_has_the_distance_of_its_nearest_side(corners: Floats, point: Point) -> None:
    depth = (-60.0, 90.0)
    d, _ = measure(bake(Solid(corners, depth=depth)), point)
    assert d == pytest.approx(prism_distance_by_hand(corners, depth, point), abs=1e-8)


@given(convex_outlines(), points, points)
def test_a_platform_takes_its_distances_along(corners: Floats, point: Point, offset: Point) -> None:
    still, moving = bake(Solid(corners)), bake(Solid(corners, platform=0))
    there = np.array(point) + offset
    d, *normal = prism_distance(moving, moved(offset), 0, *(float(value) for value in there))
    expected, expected_normal = measure(still, there - offset)
    assert d == expected
    assert normal == expected_normal.tolist()


@given(convex_outlines(), points)
def test_normals_are_unit(corners: Floats, point: Point) -> None:
    _, normal = measure(bake(Solid(corners)), point)
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-14)


@given(convex_outlines(), st.data())
def test_normals_are_unit_on_corners_and_faces_and_a_hair_beside_them(
    corners: Floats, data: st.DataObject
) -> None:
    terrain = bake(Solid(corners, depth=(0.0, 50.0)))
    outline = outline_of(terrain, 0)
    row = data.draw(st.integers(0, len(outline) - 1))
    share = data.draw(st.sampled_from((0.0, 1e-9, 0.3, 0.5, 1.0)))
    x, z = outline[row - 1] + share * (outline[row] - outline[row - 1])
    signs = st.sampled_from((-1.0, 1.0))
    x, z = (value + data.draw(signs) * data.draw(almost_nothing) for value in (x, z))
    y = data.draw(st.sampled_from((0.0, 25.0, 50.0))) + data.draw(signs) * data.draw(almost_nothing)
    d, normal = measure(terrain, (x, y, z))
    assert abs(d) < 1e-5 or (d < 0 and 1.0 < y < 49.0)
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-14)


@given(
    st.tuples(almost_nothing, almost_nothing, almost_nothing), st.tuples(*[st.sampled_from((-1.0, 1.0))] * 3)
)
def test_normals_are_unit_around_a_corner_at_the_origin(size: Point, sign: Point) -> None:
    """Here even the smallest numbers are not lost beside larger coordinates."""
    terrain = bake(polygon((0, 0), (30, -10), (40, 50), depth=(0.0, 50.0)))
    d, normal = measure(terrain, tuple(s * v for s, v in zip(sign, size, strict=True)))
    assert abs(d) < 2e-6
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-14)


@given(convex_outlines(), points)
def test_the_normal_is_the_gradient_of_the_distance(corners: Floats, point: Point) -> None:
    terrain = bake(Solid(corners, depth=(-60.0, 90.0)))
    d, normal = measure(terrain, point)
    assume(d > 1.0)  # inside, the gradient jumps where two ways out are equally long
    h = 1e-4
    steps = h * np.eye(3)
    slope = [
        (measure(terrain, point + step)[0] - measure(terrain, point - step)[0]) / (2 * h) for step in steps
    ]
    np.testing.assert_allclose(slope, normal, atol=1e-5)


@given(convex_outlines(), points, st.floats(0.0, 100.0))
def test_one_step_along_the_normal_is_one_step_further_away(
    corners: Floats, point: Point, step: float
) -> None:
    terrain = bake(Solid(corners, depth=(-60.0, 90.0)))
    d, normal = measure(terrain, point)
    step = step if d > 0 else min(step, -d)
    assert measure(terrain, point + step * normal)[0] == pytest.approx(d + step, abs=1e-8)


@given(convex_outlines(), points)
def test_the_way_out_ends_on_the_surface(corners: Floats, point: Point) -> None:
    terrain = bake(Solid(corners, depth=(-60.0, 90.0)))
    d, normal = measure(terrain, point)
    assert abs(measure(terrain, point - d * normal)[0]) < 1e-8


@given(convex_outlines(), points)
def test_in_a_lane_only_the_outline_counts(corners: Floats, point: Point) -> None:
    depth = (-60.0, 90.0)
    terrain = bake(Solid(corners, depth=depth))
    d, nx, ny, nz = lane_distance(terrain, no_motion(), 0, *point)
    if depth[0] <= point[1] <= depth[1]:
        assert d == pytest.approx(prism_distance_by_hand(corners, (-1e6, 1e6), point), abs=1e-8)
        assert ny == 0.0
    else:
        assert d == FAR
    assert math.hypot(nx, ny, nz) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("y", [-60.0, 0.0, 90.0])
def test_both_ends_of_the_depth_range_belong_to_the_lane(y: float) -> None:
    terrain = bake(box(0, 100, -50, 0, depth=(-60.0, 90.0)))
    assert lane_distance(terrain, no_motion(), 0, 50.0, y, 7.0) == (7.0, 0.0, 0.0, 1.0)


@given(convex_outlines(), points, points)
def test_a_core_is_as_near_as_its_nearest_point(corners: Floats, start: Point, along: Point) -> None:
    terrain = bake(Solid(corners, depth=(-60.0, 90.0)))
    begin, way = np.array(start), np.array(along)
    d, normal, place = core_distance(terrain, begin, way)
    samples = [measure(terrain, begin + t * way)[0] for t in np.linspace(0.0, 1.0, 201)]
    assert d <= min(samples) + 1e-7
    assert d >= min(samples) - math.hypot(*along) / 400  # no more than half a sample's spacing nearer
    assert 0.0 <= place <= 1.0
    assert measure(terrain, begin + place * way)[0] == pytest.approx(d, abs=1e-9)
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(
    ("start", "along", "expected"),
    [
        ((50, 0, 20), (0, 0, 100), (20, (0, 0, 1), 0)),  # upright above
        ((50, 0, 120), (0, 0, -100), (20, (0, 0, 1), 1)),  # the same, upside down
        ((-30, 0, -40), (0, 0, 100), (30, (-1, 0, 0), 0)),  # upright beside
        ((-46, 0, -22), (80, 0, 60), (10, (-0.6, 0, 0.8), 0.5)),  # aslant past the corner
        ((50, 0, -10), (0, 0, 100), (-10, (0, 0, 1), 0)),  # stuck in
        (
            (50, 170, 30),
            (0, 100, 0),
            (math.hypot(20, 30), (0, 20 / math.hypot(20, 30), 30 / math.hypot(20, 30)), 0),
        ),
    ],
)
def test_cores_at_known_distances(start: Point, along: Point, expected: tuple[float, Point, float]) -> None:
    terrain = bake(box(0, 100, -50, 0))
    d, normal, place = core_distance(terrain, np.array(start), np.array(along))
    assert d == pytest.approx(expected[0])
    np.testing.assert_allclose(normal, expected[1], atol=1e-12)
    assert place == pytest.approx(expected[2])


@given(whole(1, 199), st.floats(-45.0, -0.5), whole(-100, 100))
def test_inside_boxes_side_by_side_the_way_out_leads_up(x: float, z: float, y: float) -> None:
    terrain = bake(box(-300, 100, -400, 0), box(100, 500, -400, 0))
    for prism in {0, 1} if x == 100 else {int(x > 100)}:
        d, normal = measure(terrain, (x, y, z), prism)
        assert d == pytest.approx(z)
        assert normal.tolist() == [0, 0, 1]


def test_inside_boxes_that_overlap_the_way_out_leads_up() -> None:
    terrain = bake(box(0, 100, -400, 0), box(90, 200, -400, 0))
    for prism, x in ((0, 95), (0, 99.5), (1, 95), (1, 90.5)):
        d, normal = measure(terrain, (x, 0, -20), prism)
        assert d == pytest.approx(-20)
        assert normal.tolist() == [0, 0, 1]


def test_a_box_with_no_face_of_its_own_is_left_upward() -> None:
    terrain = bake(box(0, 30, 0, 30), box(10, 20, 10, 20))
    assert visible_faces(terrain, 1) == []
    d, normal = measure(terrain, (11, 0, 12), 1)
    assert d == pytest.approx(-8)
    assert normal.tolist() == [0, 0, 1]


def test_the_way_out_leads_past_the_covered_part_of_a_face() -> None:
    base, tower = box(0, 200, 0, 100), box(0, 100, 100, 200)
    terrain = bake(base, tower)
    assert measure(terrain, (150, 0, 99))[0] == pytest.approx(-1)  # below the open half of the top
    d, normal = measure(terrain, (10, 0, 99))  # below the tower: the left face is nearer than the open half
    assert d == pytest.approx(-10)
    assert normal.tolist() == [-1, 0, 0]
    d, normal = measure(terrain, (97, 0, 96))  # below the tower: the corner between both is nearest
    assert d == pytest.approx(-5)
    np.testing.assert_allclose(normal, (0.6, 0, 0.8))


def test_the_way_out_of_a_stair_leads_to_its_visible_faces() -> None:
    terrain = bake(box(0, 28, -200, 18), box(28, 56, -200, 36))
    d, normal = measure(terrain, (29, 0, 30), 1)
    assert d == pytest.approx(-1)  # through the riser
    assert normal.tolist() == [-1, 0, 0]
    d, normal = measure(terrain, (31, 0, 14), 1)
    assert d == pytest.approx(-5)  # past the lower stair, to the corner at its tread
    np.testing.assert_allclose(normal, (-0.6, 0, 0.8))


box_on_a_lattice = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4), st.integers(1, 4))


@given(st.lists(box_on_a_lattice, min_size=2, max_size=6), st.data())
def test_inside_a_box_the_distance_is_that_of_its_nearest_visible_part(
    rows: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    terrain = bake(*(box(x, x + wide, z, z + high) for x, z, wide, high in rows))
    p = data.draw(st.integers(0, len(rows) - 1))
    x0, z0, wide, high = rows[p]
    x, z = (origin + size * data.draw(st.floats(0.0, 1.0)) for origin, size in ((x0, wide), (z0, high)))
    faces = visible_faces(terrain, p)
    expected = min((segment_gap((x, z), *face)[1] for face in faces), default=z0 + high - z)
    d, normal = measure(terrain, (x, 0.0, z), p)
    assert d == pytest.approx(-expected, abs=1e-8)
    assert math.hypot(*normal) == pytest.approx(1.0, abs=1e-14)
    out = np.array((x, z)) - d * normal[[0, 2]]
    assert min((segment_gap(tuple(out), *face)[1] for face in faces), default=0.0) < 1e-8


def test_a_cut_through_gentle_ground_does_not_bend_the_way_out() -> None:
    """Beyond the end of a face, where its plane is not covered, the plane still leads the way."""
    x_of, z_of = (-200, -120, -60, 0, 60, 120, 200), (0, 8, 0, 8, 0, 8, 0)
    crests = zip(x_of[::-1], z_of[::-1], strict=True)
    terrain = bake(
        polygon((-200, -100), (200, -100), *crests), box(-300, -200, -100, 0), box(200, 300, -100, 0)
    )
    assert len(terrain.prisms) > 3
    for x in np.linspace(-150, 150, 61):
        place = (x, 0.0, np.interp(x, x_of, z_of) - 3.0)
        inside = [
            (d, n) for d, n in (measure(terrain, place, p) for p in range(len(terrain.prisms))) if d < 0
        ]
        assert inside
        for d, normal in inside:
            assert d > -3.0
            assert abs(normal[0]) < 8.0 / 60.0
