"""Shapes that soft bodies may have, besides the sphere: box, capsule, and any closed surface."""

from functools import lru_cache

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyShape, SoftbodyTopology
from systems.softbody.topology import closed_mesh, icosphere

Triangle = tuple[int, int, int]

SEAM = 1e-6
"""Distance up to which two corners of a surface are one [1]."""


@lru_cache(maxsize=16)
def topology_of(shape: SoftbodyShape, subdivisions: int) -> SoftbodyTopology:
    """The unit mesh of a shape; the same object for the same shape.

    A box is a cube of half size 1, and a capsule twice as high as wide: both have the triangles of the
    sphere, moved out to their surface.
    """
    sphere = icosphere(subdivisions)
    match shape:
        case SoftbodyShape.BOX:
            positions = sphere.rest_positions / np.abs(sphere.rest_positions).max(axis=1)[:, None]
        case SoftbodyShape.CAPSULE:
            positions = sphere.rest_positions.copy()
            positions[:, 2] += np.where(np.abs(positions[:, 2]) > SEAM, np.sign(positions[:, 2]), 0.0)
        case SoftbodyShape.SPHERE:
            return sphere
    return closed_mesh(positions, sphere.triangles, identity=f"{shape} {subdivisions}")


def surface(positions: Floats, triangles: Integers, *, identity: str) -> SoftbodyTopology:
    """The topology of any closed surface: seams are welded, and the winding is made the same everywhere.

    Args:
        positions: Corners [1], shape [corner_count, 3]; the radius of a body scales them.
        triangles: Corner triples, wound either way, shape [triangle_count, 3].
        identity: Stands for the mesh in a state hash.

    Raises:
        ValueError: An edge has not exactly two triangles; it names the edge's two corners.
    """
    kept, places = welded(positions)
    return closed_mesh(positions[kept], wound_alike(places[triangles], kept), identity=identity)


def welded(positions: Floats) -> tuple[Integers, Integers]:
    """Corners to keep, and the place of each corner among them; corners in the same spot become one."""
    kept: list[int] = []
    places = np.zeros(len(positions), dtype=np.int64)
    for corner, position in enumerate(positions):
        near = np.abs(positions[kept] - position).max(axis=1) <= SEAM if kept else np.zeros(0, dtype=bool)
        places[corner] = int(np.argmax(near)) if near.any() else len(kept)
        if not near.any():
            kept.append(corner)
    return np.array(kept, dtype=np.int64), places


def wound_alike(triangles: Integers, names: Integers) -> Integers:
    """The triangles, turned round where needed so that neighbours run along their edge in opposite ways.

    Args:
        triangles: Corner triples, shape [triangle_count, 3].
        names: What messages call each corner.

    Raises:
        ValueError: An edge has not exactly two triangles.
    """
    faces = [tuple(row) for row in triangles.tolist()]
    owners: dict[tuple[int, int], list[int]] = {}
    for row, face in enumerate(faces):
        for a, b in sides(face):
            owners.setdefault((min(a, b), max(a, b)), []).append(row)
    for (a, b), rows in sorted(owners.items()):
        if len(rows) != 2:  # noqa: PLR2004 - one on either side
            raise ValueError(
                f"the edge from corner {names[a]} to corner {names[b]} has {len(rows)} triangles, not 2"
            )
    done: set[int] = set()
    for first in range(len(faces)):
        waiting = [] if first in done else [first]
        done.update(waiting)
        while waiting:
            waiting += _turn_neighbours(faces, owners, waiting.pop(), done)
    return np.array(faces, dtype=np.int64)


def _turn_neighbours(
    faces: list[tuple[int, ...]], owners: dict[tuple[int, int], list[int]], row: int, done: set[int]
) -> list[int]:
    """Winds the neighbours of a triangle like it, and returns those that were not done before."""
    turned = []
    for a, b in sides(faces[row]):
        for other in owners[min(a, b), max(a, b)]:
            if other not in done:
                if (a, b) in sides(faces[other]):
                    faces[other] = faces[other][::-1]
                done.add(other)
                turned.append(other)
    return turned


def sides(face: tuple[int, ...]) -> list[tuple[int, int]]:
    """The directed sides of a triangle."""
    a, b, c = face
    return [(a, b), (b, c), (c, a)]
