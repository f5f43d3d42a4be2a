"""The camera's projection: closed forms, round trips, and the form that kernels use."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.view.projection import Projection, depth_of, frame_x, frame_y, seen_point

COORDINATE = st.floats(-20000.0, 20000.0)
POINT = st.tuples(COORDINATE, COORDINATE, COORDINATE)


def test_the_usual_camera_shows_84_pixels_per_metre_pitched_by_19_degrees_and_sheared_by_016() -> None:
    u, v, depth = Projection().project(np.array((100.0, 200.0, 50.0)))

    assert u == pytest.approx(0.84 * (100.0 + 0.16 * 200.0))
    assert v == pytest.approx(-0.84 * (50.0 * 0.9455185756 + 200.0 * 0.3255681545))
    assert depth == pytest.approx(200.0 * 0.9455185756 - 50.0 * 0.3255681545)


@given(POINT)
def test_a_point_comes_back_from_the_plane(point: tuple[float, float, float]) -> None:
    projection = Projection()

    back = projection.unproject(projection.project(np.array(point)))

    np.testing.assert_allclose(back, point, atol=1e-8)


@given(COORDINATE, COORDINATE, st.floats(-500.0, 500.0))
def test_the_point_on_a_lane_is_seen_where_it_was_asked_for(u: float, v: float, lane: float) -> None:
    projection = Projection()

    point = projection.on_lane(u, v, lane=lane)

    assert point[1] == lane
    np.testing.assert_allclose(projection.project(point)[:2], (u, v), atol=1e-7)


def test_whoever_looks_along_the_line_of_sight_sees_things_behind_each_other() -> None:
    projection = Projection()
    sight = np.array((-projection.shear, 1.0, -projection.sine / projection.cosine))

    near, far = projection.project(np.zeros(3)), projection.project(100.0 * sight)

    np.testing.assert_allclose(near[:2], far[:2], atol=1e-12)
    assert far[2] > near[2]


def test_a_level_circle_becomes_an_ellipse_as_flat_as_the_sine_of_the_pitch() -> None:
    projection = Projection(shear=0.0)
    turns = np.linspace(0.0, math.tau, 360)
    circle = np.stack((np.cos(turns), np.sin(turns), np.zeros(360)), axis=-1) * 50.0

    u, v, _ = projection.project(circle).T

    assert np.ptp(u) == pytest.approx(2 * 50.0 * 0.84, rel=1e-3)
    assert np.ptp(v) / np.ptp(u) == pytest.approx(math.sin(math.radians(19.0)), rel=1e-3)


def test_normals_stay_unit_and_what_faces_the_viewer_has_its_normal_to_the_viewer() -> None:
    projection = Projection()
    to_viewer = np.array((0.0, -projection.cosine, projection.sine))
    normals = np.random.default_rng(1).normal(size=(50, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)

    seen = projection.view_normals(normals)

    np.testing.assert_allclose(np.linalg.norm(seen, axis=1), 1.0)
    np.testing.assert_allclose(projection.view_normals(to_viewer), (0.0, 0.0, 1.0), atol=1e-12)
    assert projection.view_normals(np.array((0.0, 0.0, 1.0)))[1] < 0.0


@given(POINT)
def test_kernels_project_like_the_rest(point: tuple[float, float, float]) -> None:
    projection = Projection()
    lens = projection.lens(300, -200)
    u, v, depth = projection.project(np.array(point))
    x, y, z = point

    assert frame_x(lens, x, y) == pytest.approx(u - 300, abs=0.02)
    assert frame_y(lens, y, z) == pytest.approx(v + 200, abs=0.02)
    assert depth_of(lens, y, z) == pytest.approx(depth, abs=0.01)
    np.testing.assert_allclose(seen_point(lens, u - 300, v + 200, depth), point, atol=0.05)
