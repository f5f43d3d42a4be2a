"""What the lane kernels need to know of meshes, all of a world's meshes in one row of arrays."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyTopology
from systems.softbody.lanes import ROW
from systems.softbody.topology import signed_volume


class Meshes(NamedTuple):
    """The tables of several meshes, one after the other; `ranges` tells where each begins."""

    ranges: Integers
    """Of each mesh: particle count, first edge, edge count, first entry of quad_start, first triangle,
    triangle count, first particle; shape [mesh_count, 7]."""
    edges: Integers
    """Where in a block the two particles of each edge begin, shape [2 * edge_count]."""
    edge_lengths: Floats32
    """Lengths of the edges of the unit mesh [1], shape [edge_count]."""
    quads: Integers
    """Where in a block the four corners of each quadrangle round a particle begin, shape [4 * quad_count]."""
    quad_start: Integers
    """First quadrangle of each particle, and one past the mesh's last."""
    triangles: Integers
    """Particle triples, shape [triangle_count, 3]."""
    neighbours: Integers
    """Triangle across each side (01, 12, 20) of a triangle, in its own mesh, shape [triangle_count, 3]."""
    corners: Integers
    """One triangle at each particle, in its own mesh, shape [particle_count]."""
    rest: Floats
    """Positions of the particles of the unit mesh [1], shape [particle_count, 3]."""
    opposites: Integers
    """Where in a block the particle across the body from each particle begins, or -1, shape
    [particle_count]."""
    spacings: Floats
    """Longest side of each mesh's triangles [1], shape [mesh_count]."""


FACING = -0.3
"""Cosine of the normals of two particles below which they look away from each other [1]."""
PARTICLES, FIRST_EDGE, EDGES, FIRST_QUAD, FIRST_TRIANGLE, TRIANGLES, FIRST_PARTICLE = range(7)
"""Columns of `Meshes.ranges`."""


@lru_cache(maxsize=32)
def meshes_of(topologies: tuple[SoftbodyTopology, ...]) -> Meshes:
    """The tables of some meshes; the same object for the same meshes."""
    ranges = np.zeros((len(topologies), 7), dtype=np.int64)
    rings = [_quads(topology) for topology in topologies]
    beside = [_neighbours(topology.triangles) for topology in topologies]
    edge = quad_entry = quad = triangle = particle = 0
    starts = []
    for row, (topology, (quads, start)) in enumerate(zip(topologies, rings, strict=True)):
        count, edges, triangles = (
            len(topology.rest_positions),
            len(topology.edges),
            len(topology.triangles),
        )
        ranges[row] = count, edge, edges, quad_entry, triangle, triangles, particle
        starts.append(start + quad)
        edge, quad_entry, quad = edge + edges, quad_entry + count + 1, quad + len(quads)
        triangle, particle = triangle + triangles, particle + count
    return Meshes(
        ranges,
        _joined([topology.edges.ravel() * ROW for topology in topologies]),
        np.concatenate([_lengths(topology) for topology in topologies]).astype(np.float32),
        _joined([quads.ravel() * ROW for quads, _ in rings]),
        _joined(starts),
        _joined([topology.triangles for topology in topologies]),
        _joined(beside),
        _joined([_corners(topology) for topology in topologies]),
        np.concatenate([topology.rest_positions for topology in topologies]),
        _joined([_opposites(topology) for topology in topologies]),
        np.array([_longest_side(topology) for topology in topologies]),
    )


@lru_cache(maxsize=32)
def unit_volume(topology: SoftbodyTopology) -> float:
    """Volume of the unit mesh [1]."""
    return signed_volume(topology.rest_positions, topology.triangles) if len(topology.triangles) else 0.0


def _joined(parts: list[Integers]) -> Integers:
    return np.ascontiguousarray(np.concatenate(parts), dtype=np.int64)


def _lengths(topology: SoftbodyTopology) -> Floats:
    ends = topology.rest_positions[topology.edges]
    x, y, z = (ends[:, 1] - ends[:, 0]).T
    lengths: Floats = np.sqrt(x * x + y * y + z * z)
    return lengths


def _quads(topology: SoftbodyTopology) -> tuple[Integers, Integers]:
    """The ring of each particle cut in quadrangles (a, b, c, d), whose area vectors add up to its own.

    Twice that of a quadrangle is (c - a) x (d - b). A ring of an odd number of particles first loses a
    triangle, with a = b. Rings of up to six look the same to rounding when they run the other way round,
    so that a mirrored mesh moves exactly mirrored.
    """
    after: list[dict[int, int]] = [{} for _ in topology.rest_positions]
    for a, b, c in topology.triangles.tolist():
        after[a][b], after[b][c], after[c][a] = c, a, b
    quads: list[tuple[int, int, int, int]] = []
    start = [0]
    for follows in after:
        ring = _ring(follows)
        if len(ring) % 2:
            quads.append((ring[0], ring[0], ring[1], ring[-1]))
            ring = ring[1:]
        quads += [(ring[0], ring[k], ring[k + 1], ring[k + 2]) for k in range(1, len(ring) - 2, 2)]
        start.append(len(quads))
    return np.array(quads, dtype=np.int64).reshape(-1, 4), np.array(start, dtype=np.int64)


def _ring(follows: dict[int, int]) -> list[int]:
    if not follows:
        return []
    ring = [min(follows)]
    while follows[ring[-1]] != ring[0]:
        ring.append(follows[ring[-1]])
    return ring


def _neighbours(triangles: Integers) -> Integers:
    owner = {
        (a, b): row for row, (i, j, k) in enumerate(triangles.tolist()) for a, b in ((i, j), (j, k), (k, i))
    }
    beside = [[owner[b, a] for a, b in ((i, j), (j, k), (k, i))] for i, j, k in triangles.tolist()]
    return np.array(beside, dtype=np.int64).reshape(-1, 3)


def _corners(topology: SoftbodyTopology) -> Integers:
    corners = np.zeros(len(topology.rest_positions), dtype=np.int64)
    for row in reversed(range(len(topology.triangles))):
        corners[topology.triangles[row]] = row
    return corners


def _opposites(topology: SoftbodyTopology) -> Integers:
    """The particle nearest to the ray from each into the body, among those that look the other way."""
    x = topology.rest_positions
    normals = np.zeros_like(x)
    a, b, c = (x[topology.triangles[:, k]] for k in range(3))
    for column in range(3):
        np.add.at(normals, topology.triangles[:, column], np.cross(b - a, c - a))
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-30)[:, None]
    found = np.full(len(x), -1, dtype=np.int64)
    for i, normal in enumerate(normals):
        away = x - x[i]
        beside = np.linalg.norm(away - np.outer((away * normal).sum(axis=1), normal), axis=1)
        beside[(normals * normal).sum(axis=1) > FACING] = np.inf
        nearest = int(np.argmin(np.round(beside, 9)))
        found[i] = nearest * ROW if np.isfinite(beside[nearest]) else -1
    return found


def _longest_side(topology: SoftbodyTopology) -> float:
    corners = topology.rest_positions[topology.triangles]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return float(sides.max()) if sides.size else 0.0
