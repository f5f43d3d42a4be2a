"""Meshes of soft bodies."""

import math
from itertools import pairwise

import numpy as np
import pytest

from components.softbody import SoftbodyShape
from systems.softbody.shapes import topology_of
from systems.softbody.topology import WINDOW, closed_mesh, icosphere, ring_and_bend_edges, signed_volume

SUBDIVISIONS = [1, 2, 3]


@pytest.mark.parametrize(("subdivisions", "particles"), [(1, 42), (2, 162), (3, 642)])
def test_an_icosphere_has_the_counts_that_euler_asks_for(subdivisions: int, particles: int) -> None:
    mesh = icosphere(subdivisions)
    triangles = 20 * 4**subdivisions
    assert mesh.rest_positions.shape == (particles, 3)
    assert mesh.triangles.shape == (triangles, 3)
    assert particles - triangles * 3 // 2 + triangles == 2
    assert mesh.edges.shape == (triangles * 3, 2)  # as many bend edges as sides


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_its_particles_lie_on_the_unit_sphere_around_the_origin(subdivisions: int) -> None:
    mesh = icosphere(subdivisions)
    np.testing.assert_allclose(np.linalg.norm(mesh.rest_positions, axis=1), 1.0, atol=1e-14)
    np.testing.assert_allclose(mesh.rest_positions.mean(axis=0), 0.0, atol=1e-15)


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_its_triangles_face_outward(subdivisions: int) -> None:
    mesh = icosphere(subdivisions)
    a, b, c = (mesh.rest_positions[mesh.triangles[:, k]] for k in range(3))
    outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c)
    assert (outward > 0.0).all()
    assert (
        0.85 * 4.0 / 3.0 * math.pi < signed_volume(mesh.rest_positions, mesh.triangles) < 4.0 / 3.0 * math.pi
    )


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_an_icosphere_is_its_own_mirror_image(subdivisions: int) -> None:
    rows = {tuple(row) for row in (icosphere(subdivisions).rest_positions.round(12) + 0.0).tolist()}
    for axis in range(3):
        mirrored = icosphere(subdivisions).rest_positions.copy()
        mirrored[:, axis] *= -1.0
        assert {tuple(row) for row in (mirrored.round(12) + 0.0).tolist()} == rows


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_no_particle_comes_back_within_the_window(subdivisions: int) -> None:
    uses: dict[int, list[int]] = {}
    for place, edge in enumerate(icosphere(subdivisions).edges.tolist()):
        for particle in edge:
            uses.setdefault(particle, []).append(place)
    assert min(after - before for places in uses.values() for before, after in pairwise(places)) >= WINDOW


@pytest.mark.parametrize("shape", list(SoftbodyShape))
@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_the_two_sides_of_a_mirror_are_solved_alike(subdivisions: int, shape: SoftbodyShape) -> None:
    """An edge's image comes right beside it, or, where they have a particle in common, as often before it."""
    mesh = topology_of(shape, subdivisions)
    rest = mesh.rest_positions
    images = [int(np.argmin(((rest - place * (-1.0, 1.0, 1.0)) ** 2).sum(axis=1))) for place in rest]
    places = {tuple(edge): place for place, edge in enumerate(mesh.edges.tolist())}
    lead = 0
    for (a, b), place in places.items():
        c, d = sorted((images[a], images[b]))
        if not {a, b} & {c, d}:
            assert abs(places[c, d] - place) == 1
        elif places[c, d] > place:
            lead += 1 if rest[a, 0] + rest[b, 0] > 0.0 else -1
    assert abs(lead) <= 1


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_the_schedule_leaves_no_edge_out_and_uses_none_twice(subdivisions: int) -> None:
    mesh = icosphere(subdivisions)
    scheduled = sorted(tuple(edge) for edge in mesh.edges.tolist())
    assert scheduled == sorted(tuple(edge) for edge in ring_and_bend_edges(mesh.triangles).tolist())
    assert len(set(scheduled)) == len(scheduled)


def test_bend_edges_join_the_corners_across_a_side() -> None:
    octahedron = np.array(
        [(0, 1, 2), (1, 3, 2), (3, 4, 2), (4, 0, 2), (1, 0, 5), (3, 1, 5), (4, 3, 5), (0, 4, 5)]
    )
    edges = {tuple(edge) for edge in ring_and_bend_edges(octahedron).tolist()}
    assert {(2, 5), (0, 3), (1, 4)} <= edges  # the three diagonals, each across four sides, once
    assert len(edges) == 12 + 3


def test_the_same_mesh_is_shared() -> None:
    assert icosphere(2) is icosphere(2)


@pytest.mark.parametrize("subdivisions", SUBDIVISIONS)
def test_clockwise_triangles_are_turned_round(subdivisions: int) -> None:
    mesh = icosphere(subdivisions)
    turned = closed_mesh(mesh.rest_positions, mesh.triangles[:, (0, 2, 1)], identity="turned")
    np.testing.assert_array_equal(turned.triangles, mesh.triangles)
    assert signed_volume(turned.rest_positions, turned.triangles) > 0.0


def test_a_surface_with_a_hole_is_refused() -> None:
    mesh = icosphere(1)
    with pytest.raises(ValueError, match="not closed"):
        closed_mesh(mesh.rest_positions, mesh.triangles[1:], identity="hole")


def test_a_surface_with_one_triangle_turned_is_refused() -> None:
    triangles = icosphere(1).triangles.copy()
    triangles[0] = triangles[0, ::-1]
    with pytest.raises(ValueError, match="not closed"):
        closed_mesh(icosphere(1).rest_positions, triangles, identity="turned")
