"""Meshes of soft bodies, and the order in which their edges are solved."""

import math
from functools import lru_cache

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyTopology

SAME = 1e-6
"""Distance up to which two places are one [1]."""
WINDOW = 8
"""Edges in a row that share no particle: each can start before the one before it is finished."""

_GOLDEN = (1.0 + math.sqrt(5.0)) / 2.0
_ICOSAHEDRON_POSITIONS = (
    (-1.0, _GOLDEN, 0.0), (1.0, _GOLDEN, 0.0), (-1.0, -_GOLDEN, 0.0), (1.0, -_GOLDEN, 0.0),
    (0.0, -1.0, _GOLDEN), (0.0, 1.0, _GOLDEN), (0.0, -1.0, -_GOLDEN), (0.0, 1.0, -_GOLDEN),
    (_GOLDEN, 0.0, -1.0), (_GOLDEN, 0.0, 1.0), (-_GOLDEN, 0.0, -1.0), (-_GOLDEN, 0.0, 1.0),
)  # fmt: skip
_ICOSAHEDRON_TRIANGLES = (
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
    (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10),
    (8, 6, 7), (9, 8, 1),
)  # fmt: skip


def signed_volume(positions: Floats, triangles: Integers) -> float:
    """Volume inside a closed surface [cm³]; negative when it is turned inside out."""
    a, b, c = (positions - positions[0])[triangles].transpose(1, 2, 0)
    volumes = a[0] * (b[1] * c[2] - b[2] * c[1])
    volumes += a[1] * (b[2] * c[0] - b[0] * c[2])
    volumes += a[2] * (b[0] * c[1] - b[1] * c[0])
    return float(np.cumsum(volumes)[-1]) / 6.0  # one after the other: a sum of halves is rounded otherwise


@lru_cache(maxsize=8)
def icosphere(subdivisions: int) -> SoftbodyTopology:
    """An icosahedron whose faces are split in four `subdivisions` times, on the unit sphere.

    Its mesh has 10 * 4**subdivisions + 2 particles. The same object is given for the same number.
    """
    positions = [_on_sphere(np.array(corner)) for corner in _ICOSAHEDRON_POSITIONS]
    triangles = list(_ICOSAHEDRON_TRIANGLES)
    for _ in range(subdivisions):
        triangles = _split_in_four(positions, triangles)
    return closed_mesh(np.array(positions), np.array(triangles), identity=f"icosphere {subdivisions}")


def closed_mesh(positions: Floats, triangles: Integers, *, identity: str) -> SoftbodyTopology:
    """The topology of any closed surface, with its triangles turned so that they face outward.

    Args:
        positions: Particle positions at rest [1], shape [particle_count, 3]; taken relative to their mean.
        triangles: Particle triples, all wound the same way, shape [triangle_count, 3].
        identity: Stands for the mesh in a state hash.

    Raises:
        ValueError: An edge does not have exactly two triangles, one on each side.
    """
    rest = np.ascontiguousarray(positions - positions.mean(axis=0), dtype=np.float64)
    faces = np.ascontiguousarray(triangles, dtype=np.int64)
    if signed_volume(rest, faces) < 0.0:
        faces = np.ascontiguousarray(faces[:, (0, 2, 1)])
    return SoftbodyTopology(rest, scheduled(ring_and_bend_edges(faces), rest), faces, identity)


def ring_and_bend_edges(triangles: Integers) -> Integers:
    """The sides of the triangles, then the pairs that face each other across a side, each ascending.

    Raises:
        ValueError: A side does not have exactly two triangles, one on each side.
    """
    opposite = {
        (int(row[k]), int(row[(k + 1) % 3])): int(row[(k + 2) % 3]) for row in triangles for k in range(3)
    }
    if len(opposite) != 3 * len(triangles) or any((b, a) not in opposite for a, b in opposite):
        raise ValueError("the surface is not closed: an edge needs exactly one triangle on either side")
    ring = sorted(side for side in opposite if side[0] < side[1])
    bend = sorted({tuple(sorted((opposite[a, b], opposite[b, a]))) for a, b in ring} - set(ring))
    return np.array(ring + bend, dtype=np.int64)


def scheduled(edges: Integers, rest: Floats) -> Integers:
    """The edges in an order in which no particle comes back within WINDOW edges, where the mesh allows it.

    Greedy: of the edges whose particles have rested, the one whose particles have the most edges left. A body
    is to do what its image in a mirror across X does. So right after an edge comes its twin there: two edges
    without a common particle may change places. Twins that have one go before others, which are easier to
    fit in, and each side has the first of them as often.

    Args:
        edges: Particle pairs, ascending, shape [edge_count, 2].
        rest: Particle positions at rest [1], shape [particle_count, 3].
    """
    left = np.bincount(edges.ravel())
    last_use = np.full(len(left), -WINDOW)
    waiting = np.ones(len(edges), dtype=np.bool_)
    twins, sides = twins_of(edges, rest), np.sign(np.rint(rest[edges, 0].sum(axis=1) / SAME))
    are_joined = (edges[:, :, None] == edges[twins][:, None, :]).any(axis=(1, 2))
    order: list[int] = []
    lead = 0.0
    while len(order) < len(edges):
        rested = np.minimum(len(order) - last_use, WINDOW)[edges].min(axis=1)
        rank = (2 * rested + are_joined) * len(edges) + left[edges].sum(axis=1) + 0.5 * (lead * sides < 0.0)
        chosen = int(np.argmax(np.where(waiting, rank, -1.0)))
        twin = int(twins[chosen])
        lead += sides[chosen] * (are_joined[chosen] and waiting[twin])
        for edge in (chosen,) if are_joined[chosen] else (chosen, twin):
            waiting[edge] = False
            left[edges[edge]] -= 1
            last_use[edges[edge]] = len(order)
            order.append(edge)
    return np.ascontiguousarray(edges[order])


def twins_of(edges: Integers, rest: Floats) -> Integers:
    """The edge that each is in a mirror across X, or itself in a mesh without sides; shape [edge_count]."""
    image = rest * (-1.0, 1.0, 1.0)
    places, of_image = (np.lexsort(np.rint(each / SAME).T) for each in (rest, image))
    opposite = np.empty(len(rest), dtype=np.int64)
    opposite[of_image] = places
    rows = {pair: row for row, pair in enumerate(map(tuple, edges.tolist()))}
    pairs = map(tuple, np.sort(opposite[edges], axis=1).tolist())
    twins = np.array([rows.get(pair, -1) for pair in pairs])
    is_mirrored = bool((np.abs(rest[opposite] - image) <= SAME).all() and (twins >= 0).all())
    return twins if is_mirrored else np.arange(len(edges))


def _split_in_four(
    positions: list[Floats], triangles: list[tuple[int, int, int]]
) -> list[tuple[int, int, int]]:
    middles: dict[tuple[int, int], int] = {}

    def middle(a: int, b: int) -> int:
        side = (min(a, b), max(a, b))
        if side not in middles:
            middles[side] = len(positions)
            positions.append(_on_sphere(positions[a] + positions[b]))
        return middles[side]

    smaller = []
    for a, b, c in triangles:
        ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
        smaller += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return smaller


def _on_sphere(point: Floats) -> Floats:
    x, y, z = point
    return point / math.sqrt(x * x + y * y + z * z)
