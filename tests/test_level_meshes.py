"""Soft bodies with a mesh of their own, as a level writes them."""

import json
from pathlib import Path

import numpy as np
import pytest
from arenas import arena, entity, run

from components.softbody import Softbody, SoftbodyParticles
from game.level.level import load_level
from game.level.problem import LevelError
from game.simulation import Simulation
from systems.softbody.topology import icosphere, signed_volume

VERTICES = [[0, 0, 0], [10, 0, 0], [0, 10, 0], [0, 0, 10]]
TRIANGLES = [[0, 1, 2], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
"""A tetrahedron, wound this way and that."""

LEVEL = """{{"entities": [
  {{"name": "odd", "components": {{"Transform": {{}}, "Softbody": {{"mesh": {{
    "vertices": {vertices},
    "triangles": {triangles}
  }}}}}}}}
]}}"""


def told(folder: Path, vertices: object, triangles: object) -> list[str]:
    """What is wrong with a level, each with its line and column."""
    file = folder / "odd.json"
    file.write_text(LEVEL.format(vertices=json.dumps(vertices), triangles=json.dumps(triangles)))
    try:
        load_level(file)
    except LevelError as error:
        path = "entities[0].components.Softbody.mesh"
        return [str(problem).removeprefix(f"{file}:").replace(path, "mesh") for problem in error.problems]
    return []


def test_a_closed_surface_is_taken(tmp_path: Path) -> None:
    assert told(tmp_path, VERTICES, TRIANGLES) == []


@pytest.mark.parametrize(
    ("vertices", "triangles", "expected"),
    [
        (VERTICES, [*TRIANGLES[:3], [1, 2, 4]], "there is no vertex 4: 4 are numbered from 0"),
        (VERTICES, [*TRIANGLES[:3], [1, 2, 2]], "triangle 3 uses vertex 2 twice"),
        (
            [*VERTICES, [10, 0, 0]],
            [*TRIANGLES[:3], [1, 4, 3]],
            "triangle 3 has vertices 1 and 4, which lie in one place",
        ),
        (
            [*VERTICES, [5, 5, 0]],
            [*TRIANGLES, [1, 2, 4]],
            "triangle 4 has no area: vertices 1, 2 and 4 lie on one line",
        ),
        ([*VERTICES, [5, 5, 5]], TRIANGLES, "vertex 4 belongs to no triangle"),
        (
            VERTICES,
            [*TRIANGLES, [3, 1, 2]],
            "the edge from vertex 1 to vertex 2 has 3 triangles, not 2",
        ),
        (
            [*VERTICES, [9, 9, 9], [7, 9, 9], [9, 7, 9], [9, 9, 7]],
            [*TRIANGLES, [4, 5, 6], [4, 5, 7], [4, 7, 6], [5, 6, 7]],
            "triangle 4 is not connected with triangle 0; a soft body is one piece",
        ),
        ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], TRIANGLES, "the surface holds no volume"),
    ],
)
def test_what_is_no_closed_surface_is_refused_with_its_numbers(
    tmp_path: Path, vertices: object, triangles: object, expected: str
) -> None:
    assert expected in told(tmp_path, vertices, triangles)[0]


def test_a_hole_is_told_with_line_column_and_its_edges(tmp_path: Path) -> None:
    faults = told(tmp_path, VERTICES, [*TRIANGLES[:2], TRIANGLES[3], TRIANGLES[3]])
    assert faults[0] == "4:19: mesh.triangles[0]: the edge from vertex 0 to vertex 2 has 1 triangle, not 2"
    assert len(faults) == 4


def test_a_seam_that_does_not_quite_close_is_told_with_what_was_meant(tmp_path: Path) -> None:
    faults = told(tmp_path, [*VERTICES, [0, 0, 10.02]], [*TRIANGLES[:3], [1, 2, 4]])
    assert "vertices 3 and 4 lie 0.02 apart: meant to be one?" in faults[0]


def test_a_seam_that_closes_is_welded(tmp_path: Path) -> None:
    corners = [VERTICES[corner] for face in TRIANGLES for corner in face]
    assert told(tmp_path, corners, np.arange(12).reshape(4, 3).tolist()) == []


def test_wrong_types_are_told_where_they_stand(tmp_path: Path) -> None:
    faults = told(tmp_path, [*VERTICES[:3], [0, "up", 10]], [*TRIANGLES[:3], [1, 2]])
    assert [fault.split(": ", 1)[0] for fault in faults] == ["3:57", "4:52"]
    assert told(tmp_path, VERTICES[:3], TRIANGLES)[0].startswith("3:")


def test_a_one_sided_surface_is_refused(tmp_path: Path) -> None:
    """Two triangles at every edge, and no inside: the projective plane of six vertices (hemi-icosahedron)."""
    faces = [
        (0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5), (0, 5, 1),
        (1, 2, 4), (2, 3, 5), (3, 4, 1), (4, 5, 2), (5, 1, 3),
    ]  # fmt: skip
    places = [[0, 0, 9], [9, 0, 0], [3, 8, 0], [-7, 5, 1], [-7, -5, 2], [3, -8, 3]]
    assert "the surface has no inside" in told(tmp_path, places, faces)[0]


def sphere(scale: float) -> dict[str, object]:
    """The mesh of the default sphere as a level would write it, in some unit, turned inside out."""
    ball = icosphere(2)
    shifted = ball.rest_positions * scale + (7.0, 0.0, -3.0)
    return {"vertices": shifted.tolist(), "triangles": ball.triangles[:, ::-1].tolist()}


@pytest.mark.parametrize("scale", [1.0, 250.0])
def test_a_sphere_given_as_a_mesh_is_as_large_as_its_radius(tmp_path: Path, scale: float) -> None:
    given = {"radius": 40, "mesh": sphere(scale)}
    simulation = arena(tmp_path, entity("ball", 300, 100, Softbody=given))
    body = simulation.component(simulation.named("ball"), SoftbodyParticles)
    assert np.ptp(body.positions_ws[:, 2]) == pytest.approx(80.0, rel=1e-4)
    volume = signed_volume(body.positions_ws, body.topology.triangles)
    assert volume == pytest.approx(4.0 / 3.0 * np.pi * 40.0**3, rel=0.05)


def test_bodies_of_one_mesh_share_its_tables_and_others_do_not(tmp_path: Path) -> None:
    odd = {"vertices": VERTICES, "triangles": TRIANGLES}
    simulation = arena(
        tmp_path,
        entity("a", 300, 100, Softbody={"mesh": odd}),
        entity("b", 600, 100, Softbody={"mesh": odd}),
        entity("c", 900, 100, Softbody={"mesh": sphere(1.0)}),
    )
    meshes = [simulation.component(simulation.named(name), SoftbodyParticles).topology for name in "abc"]
    assert meshes[0] is meshes[1]
    assert meshes[0] is not meshes[2]


def ring(count: int = 16, around: int = 8) -> dict[str, object]:
    """A torus, 0.45 thick for a radius of 1."""
    turns = 2.0 * np.pi * np.arange(count) / count, 2.0 * np.pi * np.arange(around) / around
    vertices, triangles = [], []
    for i, along in enumerate(turns[0]):
        for j, across in enumerate(turns[1]):
            far = 1.0 + 0.45 * np.cos(across)
            vertices.append([far * np.cos(along), far * np.sin(along), 0.45 * np.sin(across)])
            near, on = (i * around, (i + 1) % count * around), (j, (j + 1) % around)
            triangles.append([near[0] + on[0], near[1] + on[0], near[0] + on[1]])
            triangles.append([near[1] + on[0], near[1] + on[1], near[0] + on[1]])
    return {"vertices": vertices, "triangles": triangles}


def test_a_ring_lies_on_the_ground_and_keeps_its_hole(tmp_path: Path) -> None:
    soft = {"radius": 60, "friction": 0.5, "lane_locked": False, "mesh": ring()}
    simulation = arena(tmp_path, entity("ring", 400, 60, Softbody=soft))
    body = simulation.component(simulation.named("ring"), SoftbodyParticles)
    before = signed_volume(body.positions_ws, body.topology.triangles)
    run(simulation, 300)
    places = body.positions_ws
    assert places[:, 2].min() > -1e-3
    assert np.ptp(places[:, 0]) == pytest.approx(120.0, rel=0.05)
    assert signed_volume(places, body.topology.triangles) == pytest.approx(before, rel=0.01)
    x, y, _ = (places - places.mean(axis=0)).T
    assert np.hypot(x, y).min() > 15.0
    assert body.restored_count == 0


def test_the_drop_of_the_bundled_level_stands_and_can_be_snapshot() -> None:
    simulation = Simulation.load("slimes")
    drop = simulation.named("drop")
    softbody = simulation.component(drop, Softbody)
    assert softbody.mesh is not None
    body = simulation.component(drop, SoftbodyParticles)
    rest = body.topology.rest_positions
    assert np.ptp(rest[:, 2]) > 1.2 * np.ptp(rest[:, 0])  # no ball
    run(simulation, 60)
    snapshot = simulation.snapshot()
    run(simulation, 120)
    after, heights = simulation.state_hash(), body.positions_ws[:, 2]
    assert heights.min() > -1e-3
    assert np.ptp(heights) > np.ptp(body.positions_ws[:, 0])  # it stands upright
    assert body.restored_count == 0
    simulation.restore(snapshot)
    run(simulation, 120)
    assert simulation.state_hash() == after
