"""How deep points lie inside closed surfaces."""

import numpy as np
import pytest

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyShape
from systems.softbody.birth import born
from systems.softbody.depth import deepest_overlap, depth_inside
from systems.softbody.shapes import topology_of


def cube() -> Floats:
    """Corners of the triangles of a cube from -1 to 1."""
    topology = topology_of(SoftbodyShape.BOX, 2)
    corners: Floats = topology.rest_positions[topology.triangles] / topology.rest_positions.max()
    return corners


@pytest.mark.parametrize(
    ("point", "depth"),
    [((0.9, 0.1, 0.2), 0.1), ((0.0, -0.7, 0.4), 0.3), ((0.5, 0.4, -0.95), 0.05), ((1.1, 0.0, 0.0), 0.0)],
)
def test_inside_a_cube_it_is_the_distance_from_the_nearest_face(
    point: tuple[float, float, float], depth: float
) -> None:
    assert depth_inside(np.array([point]), cube()) == pytest.approx(depth, abs=1e-9)


def test_of_many_points_the_deepest_counts() -> None:
    points = np.array([(0.9, 0.0, 0.0), (0.0, 0.0, 0.6), (5.0, 0.0, 0.0)])
    assert depth_inside(points, cube()) == pytest.approx(0.4, abs=1e-9)


def test_two_spheres_are_as_deep_in_each_other_as_their_surfaces_cross() -> None:
    softbody = Softbody(radius=40.0)
    apart, crossing = (
        deepest_overlap([born(softbody, np.zeros(3)), born(softbody, np.array((distance, 0.0, 0.0)))])
        for distance in (81.0, 72.0)
    )
    assert apart == 0.0
    # A particle near the middle of the other's cap lies up to 2 * 40 - 72 cm behind the true sphere, and
    # the mesh lies inside of that by less than a twentieth of the radius.
    assert 6.0 - 40.0 / 20.0 <= crossing <= 8.0
