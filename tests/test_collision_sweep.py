"""Moving spheres and capsules against closed forms, and against distances sampled on their way."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from collision_oracles import bake, convex_outlines, core_distance, moved, star_outlines
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scenes import box, no_motion, polygon

from components.arrays import Floats
from components.collider import Layer
from components.terrain import MotionArrays, Solid, TerrainArrays
from systems.collision.layers import ALL_LAYERS, layer_bits
from systems.collision.query import MISS, TraceHit, capsule_sweep, sphere_sweep
from systems.collision.sweep import is_open, sweep_capsule

Point = tuple[float, float, float]

FLOOR = box(-1000, 1000, -50, 0)
UP = (0.0, 0.0, 1.0)
CLOSE = 1e-6
DEPTH = (-60.0, 90.0)
anywhere = st.floats(-400.0, 400.0)
points = st.tuples(anywhere, anywhere, anywhere)
directions = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda way: math.hypot(*way) > 0.1)


def roll(terrain: TerrainArrays, start: ArrayLike, end: ArrayLike, radius: float = 10.0) -> TraceHit:
    return sphere_sweep(terrain, no_motion(), start, end, radius=radius)


def walk(terrain: TerrainArrays, start: ArrayLike, end: ArrayLike) -> TraceHit:
    """Sweeps the hero's capsule."""
    return capsule_sweep(terrain, no_motion(), start, end, radius=34.0, half_length=54.0)


def gap(terrain: TerrainArrays, centre: Floats, half: Floats, radius: float) -> float:
    """Distance between a capsule's surface and the nearest prism."""
    prisms = range(len(terrain.prisms))
    return min(core_distance(terrain, centre - half, 2.0 * half, p)[0] for p in prisms) - radius


@pytest.mark.parametrize(
    ("radius", "height", "fall"), [(10, 60, 100), (34, 88, 60), (0.5, 300, 1000), (0, 5, 10)]
)
def test_a_sphere_falls_until_its_radius_is_left(radius: float, height: float, fall: float) -> None:
    hit = roll(bake(FLOOR), (3, 0, height), (3, 0, height - fall), radius)
    assert hit.hit
    assert not hit.started_inside
    assert hit.time == pytest.approx((height - radius) / fall, abs=1e-9)
    assert hit.distance == pytest.approx(height - radius, abs=1e-6)
    np.testing.assert_allclose(hit.point, (3, 0, 0), atol=1e-6)
    assert hit.normal.tolist() == [0, 0, 1]
    assert hit.face_normal.tolist() == [0, 0, 1]
    assert (hit.prism, hit.solid, hit.platform) == (0, 0, -1)


def test_a_capsule_stops_a_radius_before_a_wall() -> None:
    hit = walk(bake(box(200, 300, -500, 500)), (0, 0, 0), (400, 0, 0))
    assert hit.time == pytest.approx((200 - 34) / 400, abs=1e-9)
    assert hit.normal.tolist() == [-1, 0, 0]
    assert hit.point[0] == pytest.approx(200, abs=1e-6)
    assert -54 <= hit.point[2] <= 54


@pytest.mark.parametrize("height", [0.5, 3.0, 9.0, 9.9])
def test_a_sphere_meets_an_edge_where_the_quadratic_says(height: float) -> None:
    """The centre (x, height) is 10 away from the edge at the origin: x = -sqrt(100 - height²)."""
    hit = roll(bake(box(0, 100, -50, 0)), (-50, 0, height), (50, 0, height))
    x = -math.sqrt(100 - height**2)
    assert hit.time == pytest.approx((x + 50) / 100, abs=1e-9)
    np.testing.assert_allclose(hit.normal, (x / 10, 0, height / 10), atol=1e-7)
    np.testing.assert_allclose(hit.point, (0, 0, 0), atol=1e-6)
    assert hit.face_normal.tolist() == [0, 0, 1]


def test_a_sphere_meets_a_corner_in_space_where_the_quadratic_says() -> None:
    """From (-50, 153, 4) along X towards the corner (0, 150, 0): x² + 3² + 4² = 10²."""
    hit = roll(bake(box(0, 100, -50, 0)), (-50, 153, 4), (50, 153, 4))
    x = -math.sqrt(75)
    assert hit.time == pytest.approx((x + 50) / 100, abs=1e-9)
    np.testing.assert_allclose(hit.normal, (x / 10, 0.3, 0.4), atol=1e-7)


def test_a_sphere_lands_on_a_slope_along_its_normal() -> None:
    slope = polygon((0, 0), (400, 0), (400, 300))
    hit = roll(bake(slope), (200, 0, 400), (200, 0, 0))
    # The plane 0.8 z - 0.6 x = 0 is 10 away from (200, z) at z = (10 + 120) / 0.8.
    assert 400 - 400 * hit.time == pytest.approx(162.5, abs=1e-6)
    np.testing.assert_allclose(hit.normal, (-0.6, 0, 0.8), atol=1e-12)
    np.testing.assert_allclose(hit.point, (206, 0, 154.5), atol=1e-6)


@pytest.mark.parametrize(
    ("axis", "height"),
    [
        ((0, 0, 1), 30 + 10),
        ((1, 0, 0), 10),
        ((0, 1, 0), 10),
        ((0.6, 0, 0.8), 24 + 10),
        ((0, -0.6, -0.8), 24 + 10),
        ((0.48, 0.64, 0.6), 18 + 10),
    ],
)
def test_a_capsule_of_any_axis_lands_on_its_lower_end(axis: Point, height: float) -> None:
    terrain = bake(box(-1000, 1000, -50, 0, depth=(-1000.0, 1000.0)))
    hit = capsule_sweep(terrain, no_motion(), (0, 0, 100), (0, 0, 0), radius=10, half_length=30, axis=axis)
    assert 100 - 100 * hit.time == pytest.approx(height, abs=1e-6)
    assert hit.normal.tolist() == [0, 0, 1]


def test_a_lying_capsule_lands_across_an_edge_with_its_middle() -> None:
    ridge = polygon((-100, -100), (100, -100), (0, 0))
    hit = capsule_sweep(
        bake(ridge), no_motion(), (20, 0, 50), (20, 0, -50), radius=10, half_length=60, axis=(1, 0, 0)
    )
    assert 50 - 100 * hit.time == pytest.approx(10, abs=1e-6)
    np.testing.assert_allclose(hit.point, (0, 0, 0), atol=1e-5)
    np.testing.assert_allclose(hit.normal, (0, 0, 1), atol=1e-6)


@given(convex_outlines(), points, points, st.floats(0.5, 60.0), st.floats(0.0, 80.0), directions)
def test_a_sweep_never_passes_and_stops_only_at_the_surface(
    corners: Floats, start: Point, end: Point, radius: float, half_length: float, direction: Point
) -> None:
    terrain = bake(Solid(corners, depth=DEPTH))
    axis = np.array(direction) / math.hypot(*direction)
    half, centre, way = half_length * axis, np.array(start), np.subtract(end, start)
    assume(gap(terrain, centre, half, radius) > CLOSE)
    hit = capsule_sweep(terrain, no_motion(), start, end, radius=radius, half_length=half_length, axis=axis)
    reach = hit.time if hit.hit else 1.0
    gaps = [gap(terrain, centre + share * way, half, radius) for share in np.linspace(0.0, reach, 65)]
    assert min(gaps) > -CLOSE
    if hit.hit:
        assert gaps[-1] < CLOSE
        assert math.hypot(*hit.normal) == pytest.approx(1.0, abs=1e-14)
        assert hit.normal @ way < 0.0
        assert math.hypot(*hit.face_normal) == pytest.approx(1.0, abs=1e-14)
        assert core_distance(terrain, hit.point, np.zeros(3))[0] == pytest.approx(0.0, abs=CLOSE)
        beyond = centre + min(reach + 1e-3, 1.0) * way
        assert gap(terrain, beyond, half, radius) < gaps[-1]
    else:
        assert hit is MISS


@given(st.lists(star_outlines(), min_size=1, max_size=4), points, points, st.floats(0.5, 60.0))
def test_of_many_prisms_the_first_stops(
    outlines: list[Floats], start: Point, end: Point, radius: float
) -> None:
    terrain = bake(*(Solid(corners, depth=DEPTH) for corners in outlines))
    centre, way, point = np.array(start), np.subtract(end, start), np.zeros(3)
    assume(gap(terrain, centre, point, radius) > CLOSE)
    hit = roll(terrain, start, end, radius)
    reach = hit.time if hit.hit else 1.0
    gaps = [gap(terrain, centre + share * way, point, radius) for share in np.linspace(0.0, reach, 65)]
    assert min(gaps) > -CLOSE
    assert not hit.hit or gaps[-1] < CLOSE


@pytest.mark.parametrize("start", [(0, 0, 88), (0, 0, 88 - 5e-8), (0, 0, 88 + 5e-8)])
@pytest.mark.parametrize("end", [(90, 0, 0), (-90, 0, 0), (90, 50, 0), (0, 0, 30), (1e-6, 0, 0)])
def test_moving_along_or_off_a_floor_in_contact_is_no_hit(start: Point, end: Point) -> None:
    assert walk(bake(FLOOR), start, np.add(start, end)) is MISS


@pytest.mark.parametrize("x", [-60.0, -1e-3, 0.0, 1e-9])
@pytest.mark.parametrize("step", [90.0, 6.67, 1.0])
def test_walking_over_the_edge_between_flush_boxes_is_no_hit(x: float, step: float) -> None:
    terrain = bake(box(-500, 0, -50, 0), box(0, 500, -80, 0))
    for way in (step, -step):
        assert walk(terrain, (x, 0, 88), (x + way, 0, 88)) is MISS
        assert roll(terrain, (x, 0, 10), (x + way, 0, 10)) is MISS


@given(st.floats(50.0, 120.0), st.floats(-200.0, 200.0))
def test_after_landing_the_way_along_flush_boxes_is_free(height: float, x: float) -> None:
    terrain = bake(*(box(40 * k, 40 * k + 40, -50 - k % 3, 0) for k in range(-15, 15)))
    start = np.array((x, 0.0, height))
    fall = roll(terrain, start, start - (0, 0, 200.0), 34.0)
    landed = start - fall.time * np.array((0, 0, 200.0))
    assert roll(terrain, landed, landed + np.array((300.0, 0, 0)), 34.0) is MISS
    assert roll(terrain, landed, landed - np.array((300.0, 0, 0)), 34.0) is MISS


def test_walking_up_flush_slopes_is_no_hit() -> None:
    first, second = (
        polygon((0, -50), (400, -50), (400, 300), (0, 0)),
        polygon((400, 0), (800, 0), (800, 600), (400, 300)),
    )
    centre = np.array((200.0, 0.0, 150.0)) + 34.0 * np.array((-0.6, 0.0, 0.8))
    way = np.array((320.0, 0.0, 240.0))
    assert roll(bake(first, second), centre, centre + way, 34.0) is MISS


@pytest.mark.parametrize("sink", [1e-4, 1.0, 30.0, 60.0])
def test_what_overlaps_is_hit_at_once_when_it_goes_deeper(sink: float) -> None:
    terrain = bake(box(-1000, 1000, -500, 0))
    hit = walk(terrain, (0, 0, 88 - sink), (50, 0, 50 - sink))
    assert hit.hit
    assert hit.started_inside
    assert hit.time == 0.0
    assert hit.distance == 0.0
    assert hit.normal.tolist() == [0, 0, 1]
    assert hit.face_normal.tolist() == [0, 0, 1]
    np.testing.assert_allclose(hit.point, (0, 0, 0), atol=1e-9)


def test_what_overlaps_may_leave() -> None:
    assert walk(bake(FLOOR), (0, 0, 80), (0, 0, 120)) is MISS


def test_what_touches_has_not_started_inside() -> None:
    for height in (88.0, 88.0 - 5e-8):
        hit = walk(bake(FLOOR), (0, 0, height), (0, 0, 50))
        assert hit.time == 0.0
        assert not hit.started_inside


def test_a_sweep_without_a_way_or_out_of_reach_is_a_miss() -> None:
    terrain = bake(FLOOR)
    assert roll(terrain, (0, 0, 50), (0, 0, 50)) is MISS
    assert roll(terrain, (0, 0, 50), (0, 0, 10.001)) is MISS
    assert roll(terrain, (0, 200, 50), (0, 200, -50)) is MISS  # behind the floor
    assert math.isnan(MISS.time)
    assert np.isnan(MISS.point).all()


def test_a_sweep_that_ends_at_the_surface_touches_it() -> None:
    assert roll(bake(FLOOR), (0, 0, 50), (0, 0, 10)).time == 1.0


@pytest.mark.parametrize("step", [1.0, 1e-3, 1e-5])
def test_what_touches_is_stopped_however_short_the_step(step: float) -> None:
    terrain = bake(FLOOR)
    assert roll(terrain, (0, 0, 10), (0, 0, 10 - step)).time == 0.0
    assert roll(terrain, (0, 0, 10), (step, 0, 10 - step)).time == 0.0


def test_many_steps_too_short_to_stop_do_not_sink_it() -> None:
    terrain, height = bake(FLOOR), 10.0
    for _ in range(200):
        if not roll(terrain, (0, 0, height), (0, 0, height - 1e-8)).hit:
            height -= 1e-8
    assert height > 10.0 - CLOSE


def test_of_two_prisms_met_at_once_the_lower_index_is_told() -> None:
    terrain = bake(box(0, 100, -50, 0), box(-100, 0, -50, 0))
    hit = roll(terrain, (0, 0, 50), (0, 0, -50))
    assert hit.prism == 0
    assert hit.normal.tolist() == [0, 0, 1]


def test_only_the_layers_of_the_mask_stop_a_sweep() -> None:
    terrain = bake(FLOOR, box(-50, 50, 20, 30, layer=Layer.PLATFORM))
    arguments = (terrain, no_motion(), (0, 0, 99), (0, 0, -99))
    assert sphere_sweep(*arguments, radius=5).solid == 1
    assert sphere_sweep(*arguments, radius=5, layer_mask=layer_bits([Layer.TERRAIN])).solid == 0
    assert sphere_sweep(*arguments, radius=5, layer_mask=layer_bits([Layer.SLIME])) is MISS


def test_platforms_stop_a_sweep_where_they_are() -> None:
    terrain, motion = bake(FLOOR, box(0, 50, 0, 10, platform=0)), moved((300, 0, 40))
    hit = sphere_sweep(terrain, motion, (320, 0, 99), (320, 0, -1), radius=5)
    assert (hit.solid, hit.platform) == (1, 0)
    np.testing.assert_allclose(hit.point, (320, 0, 50), atol=1e-6)
    assert hit.face_normal.tolist() == [0, 0, 1]
    assert sphere_sweep(terrain, motion, (20, 0, 99), (20, 0, -1), radius=5).solid == 0


@given(convex_outlines(), points, points, points)
def test_moving_a_platform_is_moving_the_sweep_back(
    corners: Floats, start: Point, end: Point, offset: Point
) -> None:
    still, moving = bake(Solid(corners)), bake(Solid(corners, platform=0))
    there = sphere_sweep(moving, moved(offset), np.add(start, offset), np.add(end, offset), radius=20)
    here = roll(still, start, end, 20)
    assert there.hit == here.hit
    assert there.time == pytest.approx(here.time, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("pieces", [1, 40])
def test_on_an_edge_the_face_that_faces_up_most_is_told(pieces: int) -> None:
    """A stair's edge told as such would be too steep to stand on; its tread is not."""
    width = 400 / pieces
    terrain = bake(*(box(k * width, (k + 1) * width, -50, 0) for k in range(pieces)))
    hit = roll(terrain, (-20, 0, 8), (20, 0, 8))
    assert hit.normal[2] < 0.85
    assert hit.face_normal.tolist() == [0, 0, 1]


def sweep(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Sequence[float],
    way: Sequence[float],
    *,
    feet: float = math.inf,
    dt: float = 0.0,
    in_lane: bool = False,
) -> int:
    """The kernel itself, with a sphere of 10 cm; tells the prism."""
    begin, along, displacement = np.array(start, dtype=float), np.zeros(3), np.array(way, dtype=float)
    result = np.empty(10)
    return sweep_capsule(
        terrain, motion, begin, along, 10.0, displacement, ALL_LAYERS, in_lane, feet, dt, result
    )


def test_in_a_lane_depth_neither_stops_nor_bends_a_sweep() -> None:
    terrain = bake(box(0, 100, -50, 0, depth=(5.0, 50.0)))
    assert sweep(terrain, no_motion(), (50, 0, 50), (0, 0, -90)) == 0  # its flank is near enough
    assert sweep(terrain, no_motion(), (50, 0, 50), (0, 0, -90), in_lane=True) == -1
    assert sweep(terrain, no_motion(), (50, 5, 50), (0, 0, -90), in_lane=True) == 0
    assert sweep(terrain, no_motion(), (50, 49, -5), (0, 90, 0), in_lane=True) == -1


ONE_WAY = box(0, 100, 90, 100, one_way=True)


@pytest.mark.parametrize(
    ("feet", "start", "way", "prism"),
    [
        (100.0, (50, 0, 150), (0, 0, -90), 0),  # from above
        (99.95, (50, 0, 150), (0, 0, -90), 0),  # within what rounding may sink it
        (50.0, (50, 0, 150), (0, 0, -90), -1),  # was below when the tick began
        (0.0, (50, 0, 10), (0, 0, 200), -1),  # from below
        (85.0, (-50, 0, 95), (90, 0, 0), -1),  # from the side
    ],
)
def test_a_one_way_solid_stops_what_was_above_it(feet: float, start: Point, way: Point, prism: int) -> None:
    assert sweep(bake(ONE_WAY), no_motion(), start, way, feet=feet) == prism


def test_a_rising_platform_stops_what_was_above_it_before_it_rose() -> None:
    terrain = bake(box(0, 100, 90, 100, one_way=True, platform=0))
    dt = 0.1
    rising, sinking = moved((0, 0, 30), velocity=(0, 0, 300)), moved((0, 0, -30), velocity=(0, 0, -300))
    for feet, opens in ((99.0, True), (100.0, False), (130.0, False)):
        assert is_open(terrain, rising, 0, feet, dt) == opens
        assert (sweep(terrain, rising, (50, 0, 160), (0, 0, -90), feet=feet, dt=dt) == -1) == opens
    for feet, opens in ((69.0, True), (70.0, False), (100.0, False)):
        assert is_open(terrain, sinking, 0, feet, dt) == opens


def test_what_is_not_one_way_is_never_open() -> None:
    assert not is_open(bake(FLOOR), no_motion(), 0, -math.inf, 0.0)


def test_one_way_solids_stop_sweeps_of_the_query_only_from_above() -> None:
    terrain = bake(FLOOR, ONE_WAY)
    assert roll(terrain, (50, 0, 150), (50, 0, 50)).solid == 1
    assert roll(terrain, (50, 0, 50), (50, 0, 150)) is MISS
    assert roll(terrain, (-50, 0, 95), (50, 0, 95)) is MISS
    assert roll(terrain, (50, 0, 95), (50, 0, -50)).solid == 0  # from within
    assert walk(terrain, (50, 0, 188), (50, 0, 0)).solid == 1
    assert walk(terrain, (50, 0, 180), (50, 0, 0)).solid == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start": (math.nan, 0, 0)}, "start must be three finite numbers"),
        ({"end": (0, 0)}, "end must be three finite numbers"),
        ({"axis": (0, 0, math.inf)}, "axis must be three finite numbers"),
        ({"radius": -1.0}, "radius must be a finite number of at least 0"),
        ({"radius": math.nan}, "radius must be a finite number of at least 0"),
        ({"half_length": -0.1}, "half_length must be a finite number of at least 0"),
        ({"half_length": math.inf}, "half_length must be a finite number of at least 0"),
    ],
)
def test_a_capsule_that_cannot_be_is_refused(changes: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"start": (0, 0, 50), "end": (0, 0, 0), "radius": 10.0, "half_length": 5.0}
    with pytest.raises(ValueError, match=message):
        capsule_sweep(bake(FLOOR), no_motion(), **arguments | changes)  # type: ignore[arg-type]


def test_an_empty_terrain_stops_nothing() -> None:
    assert roll(bake(), (0, 0, 0), (0, 0, -1e6)) is MISS
