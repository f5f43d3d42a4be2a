"""Shapes that soft bodies may have, besides the sphere: box, capsule, and any closed surface."""

import hashlib
from functools import lru_cache

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Softbody, SoftbodyMesh, SoftbodyShape, SoftbodyTopology
from systems.softbody.surfaces import arrays_of, faults_of, welded, wound_alike
from systems.softbody.topology import closed_mesh, icosphere

MIDDLE = 1e-6
"""Height below which a particle lies on the equator [1]."""


def mesh_of(softbody: Softbody) -> SoftbodyTopology:
    """The unit mesh that a body asks for; the same object for the same one."""
    if softbody.mesh is not None:
        return topology_of_mesh(softbody.mesh)
    return topology_of(softbody.shape, softbody.subdivisions)


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
            positions[:, 2] += np.where(np.abs(positions[:, 2]) > MIDDLE, np.sign(positions[:, 2]), 0.0)
        case SoftbodyShape.SPHERE:
            return sphere
    return closed_mesh(positions, sphere.triangles, identity=f"{shape} {subdivisions}")


@lru_cache(maxsize=64)
def topology_of_mesh(mesh: SoftbodyMesh) -> SoftbodyTopology:
    """The unit mesh of a mesh: its furthest corner lies at a distance of 1 from its middle.

    Raises:
        ValueError: It is not one closed surface.
    """
    positions, triangles = arrays_of(mesh)
    kept, _ = welded(positions)
    arms = positions - positions[kept].mean(axis=0)
    x, y, z = arms.T
    furthest = float(np.sqrt(x * x + y * y + z * z).max())
    identity = hashlib.sha256(arms.tobytes() + triangles.tobytes()).hexdigest()
    return surface(arms / max(furthest, np.finfo(float).tiny), triangles, identity=f"mesh {identity}")


def surface(positions: Floats, triangles: Integers, *, identity: str) -> SoftbodyTopology:
    """The topology of any closed surface: seams are welded, and the winding is made the same everywhere.

    Args:
        positions: Corners [1], shape [corner_count, 3]; the radius of a body scales them.
        triangles: Corner triples, wound either way, shape [triangle_count, 3].
        identity: Stands for the mesh in a state hash.

    Raises:
        ValueError: It is not one closed surface; it names the corners of the edge that is open, and all else
            that `faults_of` tells.
    """
    faults = [message for _, message in faults_of(positions, triangles)]
    if faults:
        raise ValueError("; ".join(faults))
    kept, places = welded(positions)
    return closed_mesh(positions[kept], wound_alike(places[triangles]), identity=identity)
