"""Contact of single particles: bodies of one particle without weight."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scenes import box, no_motion, polygon
from slimes import Specimen

from components.arrays import Floats, Integers
from components.softbody import SoftbodyTopology
from components.terrain import MotionArrays, Solid
from systems.collision.bake import bake_terrain
from systems.collision.distance import prism_distance
from systems.collision.layers import ALL_LAYERS
from systems.softbody.drafting import SKIN
from systems.softbody.drafts import FILTERED
from systems.softbody.obstacles import near_obstacles, room_near
from systems.softbody.planes import (
    BOX,
    FAR,
    TRAITS,
    Obstacles,
    box_plane,
    obstacle_distance,
    separating_plane,
    solid_distance,
)

UP = np.array((0.0, 0.0, 1.0))
H = 1.0 / 480.0
ANYTHING = np.array((0, ALL_LAYERS, ALL_LAYERS))
PARTICLE = SoftbodyTopology(
    np.zeros((1, 3)), np.zeros((0, 2), dtype=np.int64), np.zeros((0, 3), dtype=np.int64), "particle"
)
CLOSE = 2.0 * SKIN
"""How near the lanes come to what exact numbers give [cm]."""


def met(
    obstacles: Obstacles, low: Floats, high: Floats, centroid: Floats, layers: Integers, dt: float
) -> tuple[Integers, Floats]:
    """Kinds and traits of the obstacles near a box."""
    near = room_near(1, len(obstacles.terrain.prisms), len(obstacles.solids))
    count = near_obstacles(obstacles, np.array((low, high, centroid)), layers, dt, near, 0)
    return near.kinds[0, :count].copy(), near.traits[0, :count].copy()


def particle(
    obstacles: Obstacles, position: Floats, velocity: Floats, *, substeps: int = 1, friction: float = 0.0
) -> Specimen:
    """A lone particle."""
    body = Specimen(
        position,
        topology=PARTICLE,
        gravity=np.zeros(3),
        friction=friction,
        damping=0.0,
        substeps=substeps,
        max_speed=1e9,
    )
    body.obstacles = obstacles
    body.v[:] = velocity
    return body


def stepped(
    position: tuple[float, float, float],
    velocity: tuple[float, float, float],
    *,
    friction: float,
    h: float = 1.0,
) -> tuple[Floats, Floats]:
    """Position after a step, and velocity kept, of a particle above the plane z = 0."""
    floor = box(-1e5, 1e5, -1e5, 0.0, friction=friction, depth=(-1e5, 1e5))
    body = particle(solid_world(floor), np.array(position), np.array(velocity), friction=friction)
    body.tick(1, h)
    return body.x[0], body.v[0]


def solid_world(
    *solids: Solid, capsules: Floats | None = None, motion: MotionArrays | None = None
) -> Obstacles:
    rows = np.zeros((0, 10)) if capsules is None else capsules
    return Obstacles(
        bake_terrain(solids).arrays,
        no_motion() if motion is None else motion,
        rows,
        np.tile((-1, ALL_LAYERS, ALL_LAYERS), (len(rows), 1)),
    )


def fly(
    obstacles: Obstacles, position: Floats, velocity: Floats, *, ticks: int = 1, friction: float = 0.0
) -> tuple[Floats, Floats]:
    """Positions after each tick of one substep, shape [ticks + 1, 3], and the last velocity."""
    body = particle(obstacles, position, velocity, friction=friction)
    path = [body.x[0].copy()]
    for _ in range(ticks):
        body.tick(1, H)
        path.append(body.x[0].copy())
    return np.array(path), body.v[0]


def test_penetration_and_friction_do_not_depend_on_mass() -> None:
    # previous (0, 0, 1), predicted (4, 0, -2): lifted by 2, held back by 0.1 * 2; the mass is nowhere in it
    position, _ = stepped((0.0, 0.0, 1.0), (4.0, 0.0, -3.0), friction=0.1)
    np.testing.assert_allclose(position, (3.8, 0.0, 0.0), atol=CLOSE)


def test_friction_inside_the_cone_holds_altogether() -> None:
    position, velocity = stepped((0.0, 0.0, 0.0), (0.2, 0.1, -3.0), friction=0.1)
    np.testing.assert_allclose(position, 0.0, atol=CLOSE)
    np.testing.assert_allclose(velocity, 0.0, atol=CLOSE)


def test_friction_outside_the_cone_takes_its_share_along_the_slip() -> None:
    _, velocity = stepped((0.0, 0.0, 0.0), (3.0, 4.0, -10.0), friction=0.2)
    np.testing.assert_allclose(velocity, (3.0 - 1.2, 4.0 - 1.6, 0.0), atol=CLOSE)


def test_what_does_not_reach_the_plane_is_left_alone() -> None:
    position, velocity = stepped((0.0, 0.0, 5.0), (1.0, 2.0, -4.0), friction=1.0)
    np.testing.assert_array_equal(position, (1.0, 2.0, 1.0))
    np.testing.assert_array_equal(velocity, (1.0, 2.0, -4.0))


def test_what_leaves_is_left_alone() -> None:
    _, velocity = stepped((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), friction=1.0)
    np.testing.assert_array_equal(velocity, (1.0, 2.0, 3.0))


@pytest.mark.parametrize(("depth", "speed"), [(50.0, 100.0), (0.1, 48.0)])
def test_the_way_out_is_slow_and_forgotten(depth: float, speed: float) -> None:
    position, velocity = stepped((0.0, 0.0, -depth), (0.0, 0.0, 0.0), friction=0.5, h=H)
    assert position[2] == pytest.approx(-depth + speed * H, abs=CLOSE)
    np.testing.assert_array_equal(velocity, 0.0)


def test_falling_while_inside_is_stopped_and_rubs() -> None:
    _, velocity = stepped((0.0, 0.0, -50.0), (100.0, 0.0, -80.0), friction=0.5, h=H)
    np.testing.assert_allclose(velocity, (60.0, 0.0, 0.0), atol=1e-4)


@given(
    st.floats(-20.0, 20.0),
    st.floats(-1e4, 1e4),
    st.floats(-1e4, 1e4),
    st.floats(0.0, 2.0),
    st.floats(1e-4, 0.1),
)
def test_a_response_never_adds_energy_nor_leaves_the_cone(
    gap: float, slip: float, fall: float, friction: float, h: float
) -> None:
    before = np.array((slip, 0.5 * slip, fall))
    position, v = stepped((0.0, 0.0, gap), (slip, 0.5 * slip, fall), friction=friction, h=h)
    size = float(np.linalg.norm(before))
    assert np.linalg.norm(v) <= size * (1.0 + 1e-5) + 1e-3
    impulse = v - before
    assert math.hypot(impulse[0], impulse[1]) <= friction * impulse[2] * (1.0 + 1e-5) + 1e-5 * (1.0 + size)
    escape = (position[2] - gap) / h - v[2]
    slack = 1e-5 * (1.0 + size) + 1e-5 / h
    assert -slack <= escape <= 100.0 + slack
    if gap >= 0.0:
        assert gap + h * v[2] >= -1e-5 * (1.0 + abs(gap) + h * size)


def test_a_capsule_is_round_above_and_straight_beside() -> None:
    capsule = np.array((10.0, 0.0, 100.0, 0.0, 0.0, 54.0, 34.0, 0.0, 0.0, 0.0))
    assert solid_distance(capsule, 54.0, 0.0, 120.0) == pytest.approx((10.0, 1.0, 0.0, 0.0))
    assert solid_distance(capsule, 10.0, -44.0, 60.0) == pytest.approx((10.0, 0.0, -1.0, 0.0))
    assert solid_distance(capsule, 13.0, 0.0, 158.0) == pytest.approx((-29.0, 0.6, 0.0, 0.8))
    assert solid_distance(capsule, 10.0, 0.0, 120.0) == (-34.0, 0.0, 0.0, 1.0)


def test_a_box_has_faces_edges_and_a_nearest_way_out() -> None:
    solid = np.array((0.0, 0.0, 0.0, 30.0, 20.0, 10.0, 0.0, 0.0, 0.0, 0.0))
    assert solid_distance(solid, 35.0, 5.0, 5.0) == pytest.approx((5.0, 1.0, 0.0, 0.0))
    assert solid_distance(solid, 33.0, 24.0, 0.0) == pytest.approx((5.0, 0.6, 0.8, 0.0))
    assert solid_distance(solid, 5.0, 5.0, 8.0) == pytest.approx((-2.0, 0.0, 0.0, 1.0))
    assert solid_distance(solid, -29.0, 5.0, 0.0) == pytest.approx((-1.0, -1.0, 0.0, 0.0))
    assert solid_distance(solid, 5.0, -19.0, 5.0) == pytest.approx((-1.0, 0.0, -1.0, 0.0))


SHAPES = {
    "box": box(-50.0, 50.0, -40.0, 0.0, depth=(-60.0, 60.0)),
    "slab": box(-50.0, 50.0, -1.0, 0.0, depth=(-60.0, 60.0)),
    "wedge": polygon((-50.0, -40.0), (50.0, -40.0), (50.0, 0.0), depth=(-60.0, 60.0)),
    "ridge": polygon((-60.0, -40.0), (60.0, -40.0), (0.0, 0.0), depth=(-60.0, 60.0)),
}
coordinates = st.integers(-9000, 9000).map(lambda hundredths: hundredths / 100.0)


@pytest.mark.parametrize("name", list(SHAPES))
@given(
    start=st.tuples(coordinates, coordinates, coordinates),
    end=st.tuples(coordinates, coordinates, coordinates),
    swiftness=st.floats(0.2, 3.0),
)
def test_nothing_is_crossed_at_any_speed(
    name: str, start: tuple[float, float, float], end: tuple[float, float, float], swiftness: float
) -> None:
    obstacles = solid_world(SHAPES[name])
    begin = np.array(start)
    assume(obstacle_distance(obstacles, 0, *start)[0] >= 0.0)
    path, _ = fly(obstacles, begin, (np.array(end) - begin) * swiftness / (4 * H), ticks=4)
    for before, after in pairwise(path):
        for share in np.linspace(0.0, 1.0, 21):
            point = before + share * (after - before)
            assert prism_distance(obstacles.terrain, obstacles.motion, 0, *point)[0] >= -1e-4


def is_beyond_covered(traits: Floats, point: Sequence[float] | Floats) -> bool:
    """Whether a point is beyond the plane of a box's face that a neighbour covers."""
    x, _, z = point
    ways = traits[4] - x, x - traits[7], traits[6] - z, z - traits[9]
    return any(way > 0.0 and traits[BOX + 1 + face] == 0.0 for face, way in enumerate(ways))


@pytest.mark.parametrize("x", [1e-4, -1e-4, 0.0])
@pytest.mark.parametrize("way", [0.0, 0.3, -0.3])
def test_what_lies_on_a_seam_is_held_by_the_ground_alone(x: float, way: float) -> None:
    """Falling on to two pieces of ground side by side, it meets the top of one at least, and no side."""
    obstacles = solid_world(box(-50.0, 0.0, -10.0, 0.0), box(0.0, 50.0, -10.0, 0.0))
    near = met(obstacles, -np.ones(3), np.ones(3), UP, ANYTHING, H)[1]
    found = [box_plane(traits, x, 0.0, 1e-4, way, 0.0, -0.2, 1e4) for traits in near]
    met_planes = [plane for plane in found if plane[0] < FAR]
    assert met_planes
    for gap, *normal in met_planes:
        assert gap == pytest.approx(1e-4)
        assert normal == [0.0, 0.0, 1.0]


@given(
    start=st.tuples(coordinates, coordinates, coordinates),
    way=st.tuples(coordinates, coordinates, coordinates),
)
def test_boxes_have_a_short_cut_to_the_same_plane(
    start: tuple[float, float, float], way: tuple[float, float, float]
) -> None:
    obstacles = solid_world(SHAPES["box"], box(-50.0, 0.0, 0.0, 30.0, depth=(-60.0, 60.0)))
    low, high = np.full(3, -500.0), np.full(3, 500.0)
    for traits in met(obstacles, low, high, UP, ANYTHING, H)[1]:
        kind = int(traits[9] > 1.0)
        assert traits[BOX] == 1.0
        assume(obstacle_distance(obstacles, kind, *start)[0] > 1e-6)
        assume(not any(is_beyond_covered(traits, point) for point in (start, np.add(start, way))))
        found = box_plane(traits, *start, *way, 1e4)
        assert found == pytest.approx(separating_plane(obstacles, kind, traits, *start, *way, 1e4), abs=1e-9)


@pytest.mark.parametrize("speed", [500.0, 2000.0, 10000.0, 100000.0])
def test_the_plane_before_a_thin_slab_is_its_near_face(speed: float) -> None:
    obstacles = solid_world(box(-500.0, 500.0, -5.0, 0.0))
    traits = met(obstacles, -np.ones(3), np.ones(3), UP, ANYTHING, H)[1][0]
    gap, *normal = separating_plane(obstacles, 0, traits, 0.0, 0.0, 1.0, 0.0, 0.0, -speed * H, 1e9)
    assert gap == pytest.approx(1.0)
    np.testing.assert_array_equal(normal, UP)


def test_more_obstacles_than_are_sifted_at_once_are_met_all_the_same() -> None:
    floor = box(-500.0, 500.0, -50.0, 0.0)
    crumbs = [  # in the corners of its bounds, where the body is not
        box(x, x + 0.5, z, z + 0.5, depth=(y, y + 1.0))
        for x in (-58.0, -57.0, 56.0, 57.0)
        for y in (-57.0, 56.0)
        for z in (4.0, 5.0, 112.0, 113.0)
    ]
    heights = []
    for solids in ((floor,), (*crumbs, floor)):
        body = Specimen((0.3, 0.0, 62.0))
        body.obstacles = solid_world(*solids)
        body.tick(10)
        heights.append(body.x[:, 2])
    low, high = np.array((-60.0, -60.0, 1.0)), np.array((60.0, 60.0, 120.0))
    assert len(met(body.obstacles, low, high, UP, ANYTHING, H)[0]) > FILTERED
    np.testing.assert_array_equal(heights[0], heights[1])
    assert heights[0].min() == pytest.approx(SKIN, abs=CLOSE)


def test_flat_ground_has_no_seams() -> None:
    whole = solid_world(box(-500.0, 500.0, -50.0, 0.0))
    pieces = solid_world(*(box(10.0 * k - 500.0, 10.0 * k - 490.0, -50.0, 0.0) for k in range(100)))
    start, velocity = np.array((-300.0, 0.0, 0.0)), np.array((700.0, 0.0, -3.0))
    path, kept = fly(whole, start, velocity, ticks=400)
    path_over_seams, kept_over_seams = fly(pieces, start, velocity, ticks=400)
    np.testing.assert_allclose(path_over_seams, path, atol=CLOSE)
    assert kept_over_seams[0] == pytest.approx(700.0, rel=1e-6) == kept[0]


def test_a_ledge_does_not_hold_what_is_past_it() -> None:
    obstacles = solid_world(box(-100.0, 0.0, -50.0, 0.0))
    path, velocity = fly(obstacles, np.array((0.5, 0.0, 3.0)), np.array((0.0, 0.0, -600.0)), ticks=20)
    np.testing.assert_array_equal(velocity, (0.0, 0.0, -600.0))
    assert path[-1, 2] == pytest.approx(3.0 - 600.0 * 20 * H, abs=1e-4)


def test_a_wall_and_a_floor_hold_together() -> None:
    obstacles = solid_world(box(-100.0, 100.0, -50.0, 0.0), box(20.0, 60.0, 0.0, 80.0))
    path, velocity = fly(obstacles, np.array((10.0, 0.0, 4.0)), np.array((900.0, 0.0, -700.0)), ticks=30)
    np.testing.assert_allclose(path[-1], (20.0, 0.0, 0.0), atol=CLOSE)
    np.testing.assert_allclose(velocity, 0.0, atol=0.01)


@pytest.mark.parametrize("along", [(3.0, 0.0, -2.0), (-3.0, 1.0, -5.0), (0.0, 0.0, 4.0)])
def test_moving_ground_is_met_in_its_own_frame(along: tuple[float, float, float]) -> None:
    """A particle and ground that both move on top differ by that motion from those that do not."""
    ride = np.array(along) * 100.0
    steps = 24
    travel = ride * steps * H
    rest = solid_world(box(-200.0, 200.0, -50.0, 0.0))
    platform = solid_world(
        box(-200.0, 200.0, -50.0, 0.0, platform=0),
        motion=MotionArrays(travel.reshape(1, 3), ride.reshape(1, 3)),
    )
    start, velocity = np.array((5.0, 2.0, 6.0)), np.array((150.0, 40.0, -400.0))
    still = particle(rest, start, velocity, substeps=steps, friction=0.4)
    moving = particle(platform, start, velocity + ride, substeps=steps, friction=0.4)
    for body in (still, moving):
        body.tick(1, steps * H)
    np.testing.assert_allclose(moving.x - travel, still.x, atol=CLOSE)
    np.testing.assert_allclose(moving.v - ride, still.v, atol=0.01)


def test_friction_is_the_geometric_mean_of_both_sides() -> None:
    obstacles = solid_world(box(-500.0, 500.0, -50.0, 0.0, friction=0.9))
    _, velocity = fly(obstacles, np.zeros(3), np.array((300.0, 0.0, -100.0)), friction=0.4)
    assert velocity[0] == pytest.approx(300.0 - math.sqrt(0.9 * 0.4) * 100.0, abs=0.05)


def way_out(obstacles: Obstacles, centroid: Floats, point: tuple[float, float, float]) -> tuple[float, ...]:
    """Gap and normal for a resting particle of a body with this centroid."""
    traits = met(obstacles, centroid - 99.0, centroid + 99.0, centroid, ANYTHING, H)[1][0]
    return separating_plane(obstacles, 0, traits, *point, 0.0, 0.0, 0.0, 99.0)


@pytest.mark.parametrize(
    ("depth", "above", "below"),
    [(1.0, (-1.0, 0, 0, 1), (-9.0, 0, 0, -1)), (8.5, (-8.5, 0, 0, 1), (-1.5, 0, 0, -1))],
)
def test_no_particle_leaves_a_slab_on_the_far_side_of_its_body(
    depth: float, above: tuple[float, ...], below: tuple[float, ...]
) -> None:
    obstacles = solid_world(box(-500.0, 500.0, -10.0, 0.0))
    assert way_out(obstacles, np.array((0.0, 0.0, 30.0)), (3.0, 0.0, -depth)) == pytest.approx(above)
    assert way_out(obstacles, np.array((0.0, 0.0, -40.0)), (3.0, 0.0, -depth)) == pytest.approx(below)


def test_a_body_over_the_edge_of_a_ledge_still_leaves_by_its_top() -> None:
    obstacles = solid_world(box(-500.0, 0.0, -100.0, 0.0))
    gap = way_out(obstacles, np.array((20.0, 0.0, -5.0)), (-8.0, 0.0, -0.5))
    assert gap == pytest.approx((-0.5, 0, 0, 1))


def one_way(height: float) -> tuple[Obstacles, Integers]:
    """A one-way slab with its top at 0, and what a body whose centroid is at this height meets of it."""
    obstacles = solid_world(box(-100.0, 100.0, -10.0, 0.0, one_way=True))
    centroid = np.array((0.0, 0.0, height))
    return obstacles, met(obstacles, centroid - 80.0, centroid + 80.0, centroid, ANYTHING, H)[0]


def test_a_one_way_slab_is_there_for_bodies_above_it_only() -> None:
    assert one_way(30.0)[1].tolist() == [0]
    assert one_way(-30.0)[1].tolist() == []


@pytest.mark.parametrize(("x", "gap"), [(0.0, 2.0), (99.0, 2.0), (101.0, FAR)])
def test_a_one_way_slab_has_a_top_and_no_flanks(x: float, gap: float) -> None:
    obstacles, _ = one_way(30.0)
    traits = np.zeros(TRAITS)
    found, *normal = separating_plane(obstacles, 0, traits, x, 0.0, 2.0, 0.0, 0.0, -20.0, 99.0)
    assert found == pytest.approx(gap)
    np.testing.assert_array_equal(normal, UP)
    sideways = separating_plane(obstacles, 0, traits, 140.0, 0.0, 2.0, -30.0, 0.0, 0.0, 99.0)
    assert sideways[0] == FAR


def test_what_hangs_through_a_one_way_slab_is_lifted() -> None:
    obstacles, _ = one_way(30.0)
    gap, *normal = separating_plane(obstacles, 0, np.zeros(TRAITS), 0.0, 0.0, -25.0, 0.0, 0.0, -1.0, 99.0)
    assert gap == pytest.approx(-25.0)
    np.testing.assert_array_equal(normal, UP)


def test_layers_that_do_not_count_are_not_met() -> None:
    obstacles = solid_world(box(-100.0, 100.0, -10.0, 0.0))
    assert len(met(obstacles, -np.ones(3), np.ones(3), UP, np.array((0, 1, 0)), H)[0]) == 0


def test_what_is_out_of_reach_is_not_met() -> None:
    capsules = np.array(
        [
            (300.0, 0.0, 0.0, 0.0, 0.0, 50.0, 30.0, 0.0, 0.0, 0.0),
            (60.0, 0.0, 0.0, 0.0, 0.0, 50.0, 30.0, -600.0, 0.0, 0.0),
        ]
    )
    obstacles = solid_world(box(-100.0, 100.0, -90.0, -80.0), capsules=capsules)
    low, high = np.array((-10.0, -10.0, -10.0)), np.array((29.0, 10.0, 10.0))
    assert met(obstacles, low, high, UP, ANYTHING, H)[0].tolist() == [-2]


def test_nobody_is_an_obstacle_to_itself() -> None:
    obstacles = solid_world(capsules=np.array([(0.0, 0.0, 0.0, 0.0, 0.0, 50.0, 30.0, 0.0, 0.0, 0.0)]))
    obstacles.owners[0, 0] = 7
    for entity, found in ((7, []), (8, [-1])):
        layers = np.array((entity, ALL_LAYERS, ALL_LAYERS))
        assert met(obstacles, -UP, UP, UP, layers, H)[0].tolist() == found
