"""A soft body's mesh, made finer for drawing (Loop, Smooth Subdivision Surfaces Based on Triangles, 1987)."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from components.softbody import SoftbodyTopology
from game.view.arrays import Floats32, Indices, Integers
from game.view.kernel import drawing_kernel

SMOOTH = 0.14
"""Square root of the vertices per pixel of width from which an outline looks round."""
MAX_STEPS = 2

Row = tuple[list[int], list[float]]
"""Vertices and the weights with which they make a new one."""


class Refinement(NamedTuple):
    """One step from a mesh to a finer one."""

    sources: Indices
    """Vertices of the coarse mesh that make each fine one, shape [fine_count, neighbour_count]."""
    weights: Floats32
    """Their weights, 0 in unused places, same shape."""


class SurfaceMesh(NamedTuple):
    """A closed triangle mesh with its edges."""

    triangles: Indices
    """Counter-clockwise seen from outside, shape [triangle_count, 3]."""
    edges: Indices
    """Vertices of each edge and the triangles on its sides, shape [edge_count, 4]."""
    vertex_count: int


class DrawnMesh:
    """A topology in as much detail as is asked for, worked out when it is."""

    def __init__(self, topology: SoftbodyTopology) -> None:
        self.topology = topology
        self._surfaces = [surface_mesh(topology.triangles, len(topology.rest_positions))]
        self._refinements: list[Refinement] = []

    def shown(self, positions: Floats32, width: float) -> tuple[Floats32, SurfaceMesh]:
        """Positions [cm] and mesh that look round at a width [px]."""
        step = 0
        while self._surface(step).vertex_count < (SMOOTH * width) ** 2 and step < MAX_STEPS:
            step += 1
            self._surface(step)
            positions = refined(positions, self._refinements[step - 1])
        return positions, self._surfaces[step]

    def _surface(self, step: int) -> SurfaceMesh:
        if step == len(self._surfaces):
            coarse = self._surfaces[-1]
            refinement, triangles = refine(coarse.triangles, coarse.vertex_count)
            self._refinements.append(refinement)
            self._surfaces.append(surface_mesh(triangles, len(refinement.sources)))
        return self._surfaces[step]


def refine(triangles: Integers | Indices, vertex_count: int) -> tuple[Refinement, Integers]:
    """One Loop step of a closed mesh: the weights of the new vertices, and the new triangles."""
    faces = triangles.tolist()
    opposite: dict[tuple[int, int], list[int]] = defaultdict(list)
    neighbours: list[set[int]] = [set() for _ in range(vertex_count)]
    for a, b, c in faces:
        for start, end, across in ((a, b, c), (b, c, a), (c, a, b)):
            opposite[_edge(start, end)].append(across)
            neighbours[start].add(end)
    rows = [_old_vertex(vertex, sorted(around)) for vertex, around in enumerate(neighbours)]
    middle = {edge: vertex_count + number for number, edge in enumerate(opposite)}
    rows += [([*edge, *across], [3 / 8, 3 / 8, 1 / 8, 1 / 8]) for edge, across in opposite.items()]
    finer = []
    for a, b, c in faces:
        ab, bc, ca = middle[_edge(a, b)], middle[_edge(b, c)], middle[_edge(c, a)]
        finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return _refinement(rows), np.array(finer, dtype=np.int64)


def _edge(start: int, end: int) -> tuple[int, int]:
    return (start, end) if start < end else (end, start)


def _old_vertex(vertex: int, around: list[int]) -> Row:
    """Loop's weights in Warren's simpler form."""
    share = 3 / 16 if len(around) == 3 else 3 / (8 * len(around))  # noqa: PLR2004 - Warren's special case
    return [vertex, *around], [1 - share * len(around), *[share] * len(around)]


def _refinement(rows: list[Row]) -> Refinement:
    width = max(len(sources) for sources, _ in rows)
    sources = np.zeros((len(rows), width), dtype=np.int32)
    weights = np.zeros((len(rows), width), dtype=np.float32)
    for row, (vertices, shares) in enumerate(rows):
        sources[row, : len(vertices)], weights[row, : len(shares)] = vertices, shares
    return Refinement(sources, weights)


def surface_mesh(triangles: Integers, vertex_count: int) -> SurfaceMesh:
    """Finds the edges of a closed mesh and the triangles on both sides of each."""
    sides: dict[tuple[int, int], list[int]] = defaultdict(list)
    for triangle, (a, b, c) in enumerate(triangles.tolist()):
        for edge in (_edge(a, b), _edge(b, c), _edge(c, a)):
            sides[edge].append(triangle)
    edges = np.array([(*edge, *pair) for edge, pair in sides.items()], dtype=np.int32)
    return SurfaceMesh(triangles.astype(np.int32), edges, vertex_count)


@drawing_kernel
def refined(positions: Floats32, refinement: Refinement) -> Floats32:
    """Positions of the finer mesh [cm], shape [fine_count, 3]."""
    count, width = refinement.sources.shape
    finer = np.zeros((count, 3), dtype=np.float32)
    for vertex in range(count):
        for place in range(width):
            weight, source = refinement.weights[vertex, place], refinement.sources[vertex, place]
            finer[vertex, 0] += weight * positions[source, 0]
            finer[vertex, 1] += weight * positions[source, 1]
            finer[vertex, 2] += weight * positions[source, 2]
    return finer
