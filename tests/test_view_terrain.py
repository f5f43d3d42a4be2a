"""Baking the level: distances, chunks that fit together, and what is seen through what."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_in import box

from components.terrain import Material, Solid
from game.view.arrays import FAR
from game.view.noise import fractal_noise, tiling_field, value_noise
from game.view.projection import Projection
from game.view.terrain.bake import Ground, Layer, Region, bake, excerpt, ground_of
from game.view.terrain.distance import below_top, nearest_distance, outline_distance
from game.view.terrain.ground_line import ground_line
from game.view.terrain.plain import paint_plain
from game.view.terrain.scenery import BUSH_ROOM, LANTERN_ROOM, POST_ROOM, bushes, lanterns
from game.view.terrain.shapes import Shapes, select, shapes_of
from game.view.terrain.tops import clear_places, plots
from game.view.theme import theme_named

L_SHAPE = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 50.0), (100.0, 50.0), (100.0, 150.0), (0.0, 150.0)])
COORDINATE = st.floats(-300.0, 300.0)


def shapes(*solids: Solid) -> Shapes:
    return shapes_of(solids)


def ground(*solids: Solid) -> Ground:
    return ground_of(solids, theme_named("dusk"), Projection())


def seen_at(around: Ground, point: tuple[float, float, float]) -> tuple[int, int]:
    """The pixel in which a world point is seen."""
    u, v, _ = around.projection.project(np.array(point))
    return math.floor(u), math.floor(v)


def baked(around: Ground, region: Region) -> Layer:
    layer = bake(around, region)
    assert layer is not None
    return layer


@given(COORDINATE, COORDINATE)
def test_distance_to_a_box_is_the_closed_form(x: float, z: float) -> None:
    outside = math.hypot(max(-100.0 - x, x - 100.0, 0.0), max(-50.0 - z, z - 50.0, 0.0))
    inside = max(abs(x) - 100.0, abs(z) - 50.0)

    distance = outline_distance(shapes(box((-100, 100), (-50, 50))), 0, x, z)

    assert distance == pytest.approx(outside if outside > 0.0 else inside, abs=1e-9)


@pytest.mark.parametrize(
    ("x", "z", "distance"),
    [
        (50.0, 25.0, -25.0),
        (150.0, 100.0, 50.0),
        (120.0, 60.0, 10.0),
        (90.0, 100.0, -10.0),
        (-30.0, 40.0, 30.0),
    ],
)
def test_distance_to_a_concave_outline(x: float, z: float, distance: float) -> None:
    assert outline_distance(shapes(Solid(L_SHAPE)), 0, x, z) == pytest.approx(distance)


def test_depth_counts_in_the_distance_to_a_prism() -> None:
    near = shapes(box((0, 100), (0, 100), depth=(-20, 20)))

    assert nearest_distance(near, 50.0, 60.0, 50.0, 200.0) == pytest.approx(40.0)
    assert nearest_distance(near, 130.0, 60.0, 50.0, 200.0) == pytest.approx(50.0)
    assert nearest_distance(near, 50.0, 60.0, 50.0, 25.0) == pytest.approx(25.0)


def test_the_walkable_side_over_a_point_of_a_wall() -> None:
    l_shape = shapes(Solid(L_SHAPE))

    assert below_top(l_shape, 0, 50.0, 100.0) == pytest.approx(50.0)
    assert below_top(l_shape, 0, 150.0, 20.0) == pytest.approx(30.0)
    assert below_top(l_shape, 0, 250.0, 20.0) == FAR


def test_the_walkable_side_over_a_point_under_a_slope_is_measured_across_it() -> None:
    slope = shapes(Solid(np.array([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)])))

    assert below_top(slope, 0, 80.0, 40.0) == pytest.approx(40.0 / math.sqrt(2.0))


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
def test_noise_stays_in_its_range_and_asks_nobody_who_calls(x: float, y: float) -> None:
    assert 0.0 <= value_noise(x, y, 3.0) <= 1.0
    assert 0.0 <= fractal_noise(x, y, 3.0) <= 1.0
    assert value_noise(x, y, 3.0) == value_noise(x, y, 3.0)


def test_tiling_noise_repeats() -> None:
    along = np.linspace(0.0, 3.0, 7)

    first = tiling_field(np.linspace(0.0, 5.9, 60), along, 6.0, 2.0)
    second = tiling_field(np.linspace(6.0, 11.9, 60), along, 6.0, 2.0)

    np.testing.assert_allclose(first, second, atol=1e-9)


def test_what_is_not_in_sight_is_not_baked() -> None:
    assert bake(ground(box((0, 100), (0, 100))), Region(5000, 0, 64, 64)) is None


def test_a_point_of_a_front_is_seen_where_it_is_projected_and_as_deep() -> None:
    around = ground(box((0, 400), (0, 400), depth=(-50, 50)))
    point = (200.0, -50.0, 120.0)
    column, row = seen_at(around, point)

    layer = baked(around, Region(column - 8, row - 8, 16, 16))

    assert layer.picture[8, 8, 3] == 255
    assert layer.depth[8, 8] == pytest.approx(around.projection.project(np.array(point))[2], abs=1.0)


def test_around_a_solid_nothing_is_baked() -> None:
    around = ground(box((0, 200), (0, 20), material=Material.WOOD))
    column, row = seen_at(around, (100.0, -150.0, 0.0))

    layer = baked(around, Region(column, row - 32, 16, 64))

    assert (layer.picture[:30, :, 3] == 255).all()
    assert not layer.picture[36:].any()
    assert (layer.depth[36:] == FAR).all()


def test_a_block_hides_what_stands_behind_it() -> None:
    far_wall = box((-200, 600), (0, 600), depth=(200, 300))
    around = ground(far_wall, box((0, 400), (0, 300), depth=(-50, 50)))
    column, row = seen_at(around, (200.0, -50.0, 150.0))

    layer = baked(around, Region(column, row, 8, 8))

    alone = baked(ground(far_wall), Region(column, row, 8, 8))
    assert layer.depth.max() < alone.depth.min() - 200.0


def test_the_top_of_a_meadow_is_green_and_its_side_is_not() -> None:
    around = ground(box((0, 800), (-600, 0)))
    column, row = seen_at(around, (400.0, 0.0, 0.0))
    top = baked(around, Region(column, row, 8, 8)).picture.reshape(-1, 4).mean(axis=0)
    column, row = seen_at(around, (400.0, -150.0, -250.0))
    side = baked(around, Region(column, row, 8, 8)).picture.reshape(-1, 4).mean(axis=0)

    assert top[1] > 1.2 * top[2]
    assert side[1] < side[2] * 1.1


def test_something_between_the_sun_and_the_ground_casts_a_shadow() -> None:
    slab = box((-400, 800), (-100, 0), material=Material.STONE)
    place = (150.0, 60.0, 0.0)
    lit, shaded = ground(slab), ground(slab, box((0, 130), (0, 200), depth=(-60, 40)))
    column, row = seen_at(lit, place)
    region = Region(column, row, 6, 6)

    assert baked(shaded, region).picture[..., :3].mean() < 0.85 * baked(lit, region).picture[..., :3].mean()


def test_chunks_put_together_are_one_big_bake() -> None:
    around = ground(
        box((-300, 260), (-200, 0)),
        Solid(np.array([(260.0, -200.0), (700.0, -200.0), (700.0, 120.0), (480.0, 120.0)]), (-150, 150)),
        box((20, 90), (0, 70), depth=(-20, 50), material=Material.WOOD),
        box((330, 480), (190, 220), depth=(-60, 60), material=Material.STONE),
    )
    left, top = -64, -260
    whole = baked(around, Region(left, top, 512, 384))

    for row in range(3):
        for column in range(4):
            region = Region(left + 128 * column, top + 128 * row, 128, 128)
            part = bake(around, region)
            expected = slice(128 * row, 128 * row + 128), slice(128 * column, 128 * column + 128)
            if part is None:
                assert not whole.picture[expected][..., 3].any()
            else:
                difference = part.picture.astype(int) - whole.picture[expected]
                assert np.abs(difference).max() <= 1
                np.testing.assert_allclose(part.depth, whole.depth[expected], rtol=1e-5)


def test_a_level_of_a_thousand_blocks_costs_a_chunk_no_more_shapes_than_are_near() -> None:
    around = ground(*(box((200.0 * i, 200.0 * i + 150.0), (-50, 0)) for i in range(1000)))
    column, row = seen_at(around, (100_000.0, 0.0, 0.0))

    found = excerpt(around, Region(column, row, 256, 256))

    assert found is not None
    assert len(found.shapes.seed) < 20


def test_the_plain_form_is_as_deep_as_the_painted_one() -> None:
    around = ground(
        box((0, 400), (0, 200), material=Material.WOOD), box((100, 300), (200, 260), depth=(-30, 30))
    )
    column, row = seen_at(around, (200.0, 0.0, 150.0))
    region = Region(column - 64, row - 64, 128, 128)
    found = excerpt(around, region)
    assert found is not None

    plain = paint_plain(found, region, around.theme, around.projection)

    painted = baked(around, region)
    same = np.abs(plain.depth - painted.depth) < 8.0
    assert same.mean() > 0.93
    assert (plain.picture[..., 3] == 255).sum() > 5000


def test_the_ground_line_follows_the_lowest_tops_and_knows_no_steps() -> None:
    around = shapes(box((0, 1000), (-400, 0)), box((1000, 2000), (-400, 300)), box((200, 400), (200, 220)))

    start, heights = ground_line(around)

    assert start == 0.0
    assert heights[4] == pytest.approx(0.0)
    assert heights[-3] == pytest.approx(300.0)
    assert np.abs(np.diff(heights)).max() <= 300.0 / 13 + 1e-9


def test_tops_are_what_can_be_walked_on() -> None:
    found = list(plots(shapes(Solid(L_SHAPE)), -1e3, 1e3, 1e3))

    assert {(plot.start, plot.end, plot.height) for plot in found} == {
        (0.0, 100.0, 150.0),
        (100.0, 200.0, 50.0),
    }


def test_plots_are_cut_at_cells_that_do_not_depend_on_who_asks() -> None:
    long = shapes(box((0, 1000), (0, 10)))

    cells = [(plot.cell, plot.start, plot.end) for plot in plots(long, 150.0, 420.0, 100.0)]

    assert cells == [(1, 100.0, 200.0), (2, 200.0, 300.0), (3, 300.0, 400.0), (4, 400.0, 500.0)]
    assert set(plots(long, 250.0, 260.0, 100.0)) <= set(plots(long, 0.0, 1000.0, 100.0))


def test_nothing_grows_under_what_stands_on_the_ground() -> None:
    around = shapes(box((0, 1000), (-100, 0)), box((200, 300), (0, 80)))

    clear = clear_places(around, np.array([(250.0, 0.0, 0.0), (190.0, 0.0, 0.0), (120.0, 0.0, 0.0)]), 20.0)

    assert clear.tolist() == [False, False, True]


def test_scenery_stands_behind_the_lane_and_clear_of_everything() -> None:
    around = shapes(box((-3000, 3000), (-100, 0)), box((0, 500), (0, 200), depth=(50, 150)))

    feet = [lantern.foot for lantern in lanterns(around, -3000.0, 3000.0)]
    feet += [bush.foot for bush in bushes(around, -3000.0, 3000.0)]

    assert len(feet) > 10
    assert all(foot[1] >= 60.0 for foot in feet)
    assert not any(-20.0 < foot[0] < 520.0 and foot[2] == 0.0 for foot in feet)


def test_a_selection_of_shapes_keeps_their_edges() -> None:
    around = shapes(box((0, 10), (0, 10)), Solid(L_SHAPE), box((20, 30), (0, 10)))

    chosen = select(around, np.array([1, 2]))

    np.testing.assert_array_equal(chosen.first_edge, (0, 6, 10))
    np.testing.assert_array_equal(chosen.edges[:6, :2], L_SHAPE)
    np.testing.assert_array_equal(chosen.bounds[1], (20, 30, -150, 150, 0, 10))


def test_lanterns_and_bushes_leave_each_other_room() -> None:
    solids = [box((x, x + 150.0), (-200.0, z), depth=(-150.0, 150.0)) for x, z in _steps(120)]
    around = shapes(*solids)
    posts = [lantern.foot for lantern in lanterns(around, 0.0, 18000.0)]
    heaps = [bush.foot for bush in bushes(around, 0.0, 18000.0)]

    assert len(posts) > 8
    assert len(heaps) > 25
    for feet, others, room in (
        (posts, posts, LANTERN_ROOM),
        (heaps, heaps, BUSH_ROOM),
        (heaps, posts, POST_ROOM),
    ):
        for foot in feet:
            near = [
                other for other in others if other is not foot and (np.abs(other - foot)[[0, 2]] < room).all()
            ]
            assert not near


def test_scenery_is_the_same_whoever_asks() -> None:
    around = shapes(*(box((x, x + 150.0), (-200.0, z)) for x, z in _steps(60)))

    whole = [tuple(lantern.foot) for lantern in lanterns(around, 0.0, 9000.0)]
    parts = [
        tuple(lantern.foot)
        for start in range(0, 9000, 250)
        for lantern in lanterns(around, start, start + 250)
    ]
    heaps = [tuple(bush.foot) for bush in bushes(around, 0.0, 9000.0)]
    shares = [
        tuple(bush.foot) for start in range(0, 9000, 250) for bush in bushes(around, start, start + 250)
    ]

    assert sorted(whole) == sorted(parts)
    assert sorted(heaps) == sorted(shares)


def _steps(count: int) -> list[tuple[float, float]]:
    """Where a row of meadows begins and how high each is [cm]."""
    return [(150.0 * number, 40.0 * (number * 7 % 5)) for number in range(count)]
