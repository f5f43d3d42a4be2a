"""Boxes, capsules and any closed surface as soft bodies."""

import math

import numpy as np
import pytest
from scenes import box
from slimes import Specimen

from components.softbody import SoftbodyShape
from systems.softbody.shapes import surface, topology_of
from systems.softbody.surfaces import welded
from systems.softbody.topology import icosphere, signed_volume

TETRAHEDRON = np.array(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
FACES = np.array(((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))


@pytest.mark.parametrize("shape", list(SoftbodyShape))
def test_shapes_have_the_particles_of_their_sphere(shape: SoftbodyShape) -> None:
    mesh = topology_of(shape, 2)
    assert mesh is topology_of(shape, 2)
    assert mesh.rest_positions.shape == (162, 3)
    assert mesh.rest_positions.mean(axis=0) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)


def test_a_sphere_is_what_it_was() -> None:
    assert topology_of(SoftbodyShape.SPHERE, 2) is icosphere(2)


def test_volumes_come_near_to_those_of_the_round_and_square_ones() -> None:
    cube, capsule = topology_of(SoftbodyShape.BOX, 3), topology_of(SoftbodyShape.CAPSULE, 3)
    assert np.abs(cube.rest_positions).max() == pytest.approx(1.0, abs=1e-9)
    assert signed_volume(cube.rest_positions, cube.triangles) == pytest.approx(8.0, rel=0.05)
    round_one = 4.0 / 3.0 * math.pi + 2.0 * math.pi
    assert signed_volume(capsule.rest_positions, capsule.triangles) == pytest.approx(round_one, rel=0.1)


@pytest.mark.parametrize("shape", [SoftbodyShape.BOX, SoftbodyShape.CAPSULE])
def test_they_fall_and_come_to_rest(shape: SoftbodyShape) -> None:
    mesh = topology_of(shape, 2)
    body = Specimen(
        (0.0, 0.0, 150.0),
        solids=[box(-1000, 1000, -100, 0, depth=(-1000.0, 1000.0))],
        topology=mesh,
        radius=40.0,
    )
    body.tick(420)  # what stands upright falls over first
    assert body.bottom > -1e-3
    assert body.volume == pytest.approx(1.0, abs=0.02)
    assert body.fastest < 100.0


def test_any_winding_is_made_to_face_outward() -> None:
    for flipped in range(16):
        faces = FACES.copy()
        for row in range(4):
            if flipped >> row & 1:
                faces[row] = faces[row, ::-1]
        mesh = surface(TETRAHEDRON, faces, identity="t")
        assert signed_volume(mesh.rest_positions, mesh.triangles) == pytest.approx(1.0 / 6.0)


def test_seams_are_welded() -> None:
    corners = TETRAHEDRON[FACES.ravel()]  # every face with corners of its own
    kept, places = welded(corners)
    assert len(kept) == 4
    assert (corners[kept][places] == corners).all()
    mesh = surface(corners, np.arange(12).reshape(4, 3), identity="t")
    assert len(mesh.rest_positions) == 4


def test_a_hole_is_refused_with_its_two_corners() -> None:
    with pytest.raises(ValueError, match="from vertex 1 to vertex 2 has 1 triangle, not 2"):
        surface(TETRAHEDRON, FACES[[0, 1, 2]], identity="t")
