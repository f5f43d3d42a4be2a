"""Distances from triangles, against what a point may do on one to come nearer."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.arrays import Floats
from components.softbody import Floats32
from systems.softbody.nearest import (
    Patch,
    closest,
    is_below,
    list_triangles,
    measure_distances,
    nearest,
    room_for_patch,
)
from systems.softbody.topology import icosphere

ALL = np.array(((0, 1, 2),))
numbers = st.integers(-400, 400).map(lambda tenths: tenths / 10.0)
places = st.tuples(numbers, numbers, numbers)


def is_slim(corners: Floats) -> bool:
    """Whether a triangle is hardly more than a line, where float32 knows no distance from its face."""
    u, w = corners[1] - corners[0], corners[2] - corners[0]
    sides = (u, w, w - u)
    lengths = [float(np.linalg.norm(side)) for side in sides]
    return float(np.linalg.norm(np.cross(u, w))) < max(lengths) or min(lengths) < 1.0


def seen_from(corners: Floats32, point: tuple[float, float, float]) -> Floats:
    """Weights, way (3) and distance from a triangle."""
    spot = np.empty(7)
    closest(corners, ALL[0], *point, spot)
    return spot


@given(places, places, places, places)
def test_nowhere_on_a_triangle_is_nearer(
    a: tuple[float, float, float],
    b: tuple[float, float, float],
    c: tuple[float, float, float],
    point: tuple[float, float, float],
) -> None:
    """The distance is convex over a triangle, so that no corner may lie on the point's side of the spot."""
    corners = np.array((a, b, c))
    assume(not is_slim(corners))
    spot = seen_from(corners.astype(np.float32), point)
    assert spot[:3].sum() == pytest.approx(1.0)
    assert spot[:3].min() >= -1e-9
    way = np.array(point) - spot[:3] @ corners
    np.testing.assert_allclose(spot[3:6], way, atol=1e-4)
    assert spot[6] == pytest.approx(np.linalg.norm(way), abs=1e-4)
    assert ((corners - spot[:3] @ corners) @ way).max() <= 1e-3 * (1.0 + spot[6])


@given(places, places, places, places)
def test_many_triangles_at_a_time_are_measured_alike(
    a: tuple[float, float, float],
    b: tuple[float, float, float],
    c: tuple[float, float, float],
    point: tuple[float, float, float],
) -> None:
    corners = np.array((a, b, c))
    assume(not is_slim(corners))
    patch = room_for_patch(1)
    assert list_triangles(ALL, corners.astype(np.float32), np.ones(3, dtype=np.bool_), patch) == 1
    measure_distances(patch, 1, *point)
    far = seen_from(corners.astype(np.float32), point)[6]
    assert math.sqrt(patch.squares[0]) == pytest.approx(far, abs=0.05)


def ball() -> tuple[Patch, int, Floats32]:
    """All triangles of a ball of 60 cm, and its particles."""
    mesh = icosphere(2)
    particles = (60.0 * mesh.rest_positions).astype(np.float32)
    patch = room_for_patch(len(mesh.triangles))
    return patch, list_triangles(mesh.triangles, particles, np.ones(162, dtype=np.bool_), patch), particles


def found(point: Floats, *, reach: float = 99.0, depth: float = 99.0) -> tuple[int, Floats]:
    """The nearest triangle of the ball, and the spot on it."""
    patch, count, particles = ball()
    spot = np.zeros(7)
    x, y, z = point.tolist()
    measure_distances(patch, count, x, y, z)
    return nearest(patch, count, icosphere(2).triangles, particles, x, y, z, reach, depth, spot), spot


@pytest.mark.parametrize("height", [-20.0, -0.5, 0.0, 3.0, 25.0])
def test_over_the_middle_of_a_triangle_that_one_is_found(height: float) -> None:
    mesh, (_, _, particles) = icosphere(2), ball()
    for row in range(0, len(mesh.triangles), 7):
        a, b, c = particles[mesh.triangles[row]].astype(float)
        up = np.cross(b - a, c - a)
        up /= np.linalg.norm(up)
        triangle, spot = found((a + b + c) / 3.0 + height * up)
        assert triangle == row
        np.testing.assert_allclose(spot[:3], 1.0 / 3.0, atol=1e-3)
        assert spot[6] == pytest.approx(abs(height), abs=1e-4)
        assert spot[3:6] @ up == pytest.approx(height, abs=1e-4)


def test_of_those_that_share_the_nearest_corner_it_is_the_first() -> None:
    mesh, (_, _, particles) = icosphere(2), ball()
    for corner in (0, 17, 100):
        triangle, spot = found(1.1 * particles[corner].astype(float))
        assert triangle == int(np.flatnonzero((mesh.triangles == corner).any(axis=1))[0])
        assert spot[6] == pytest.approx(6.0, abs=1e-3)


def test_what_is_far_outside_is_not_found_and_what_is_deep_inside_is() -> None:
    out, into = np.array((66.0, 1.0, 2.0)), np.array((54.0, 1.0, 2.0))
    assert found(out, reach=9.0)[0] >= 0
    assert found(out, reach=3.0)[0] == -1
    assert found(into, reach=3.0)[0] >= 0
    assert found(into, reach=3.0, depth=2.0)[0] == -1


def test_below_is_the_inner_side() -> None:
    corners = np.array(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), dtype=np.float32)
    assert is_below(corners, ALL[0], 0.2, 0.2, -0.1)
    assert not is_below(corners, ALL[0], 5.0, 5.0, 0.1)


def test_triangles_are_listed_that_have_a_corner_near() -> None:
    mesh, particles = icosphere(2), (60.0 * icosphere(2).rest_positions).astype(np.float32)
    near = particles[:, 2] > 30.0
    patch = room_for_patch(len(mesh.triangles))
    count = list_triangles(mesh.triangles, particles, near, patch)
    expected = np.flatnonzero(near[mesh.triangles].any(axis=1))
    np.testing.assert_array_equal(patch.triangles[:count], expected)
