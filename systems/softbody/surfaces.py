"""Closed surfaces that somebody else made: seams are welded, faults told, and all triangles wound alike."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyMesh

Fault: TypeAlias = tuple[tuple[str | int, ...], str]
"""Which part of `vertices` and `triangles` is wrong, and what is wrong with it."""
Owners: TypeAlias = dict[tuple[int, int], list[int]]
"""The triangles at each edge."""

SEAM = 1e-6
"""Distance up to which two corners are one [sizes of the surface]."""
GAP = 0.02
"""Distance up to which two corners beside a hole were meant to be one [sizes of the surface]."""
FLAT = 1e-9
"""Area or volume below which there is none [of the surface's size]."""
MOST_TOLD = 4
"""Edges that are told one by one."""


def arrays_of(mesh: SoftbodyMesh) -> tuple[Floats, Integers]:
    """Corners, shape [corner_count, 3], and triangles, shape [triangle_count, 3]."""
    return np.array(mesh.vertices, dtype=np.float64), np.array(mesh.triangles, dtype=np.int64)


def mesh_faults(mesh: SoftbodyMesh) -> Iterator[Fault]:
    """What keeps a mesh from being one closed piece, with the part of it that is wrong."""
    return faults_of(*arrays_of(mesh))


def faults_of(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    """What keeps a surface from being one closed piece; nothing where it is one.

    Args:
        positions: Corners, shape [corner_count, 3].
        triangles: Corner triples, wound either way, shape [triangle_count, 3].
    """
    for check in (_strangers, _degenerate, _loose, _open, _apart, _hollow):
        found = list(check(positions, triangles))
        if found:
            yield from found
            return


def welded(positions: Floats) -> tuple[Integers, Integers]:
    """Corners to keep, and the place of each corner among them; corners in the same spot become one."""
    kept: list[int] = []
    places = np.zeros(len(positions), dtype=np.int64)
    seam = SEAM * size_of(positions)
    for corner, position in enumerate(positions):
        near = np.abs(positions[kept] - position).max(axis=1) <= seam if kept else np.zeros(0, dtype=bool)
        places[corner] = int(np.argmax(near)) if near.any() else len(kept)
        if not near.any():
            kept.append(corner)
    return np.array(kept, dtype=np.int64), places


def wound_alike(triangles: Integers) -> Integers:
    """The triangles, turned round where needed so that neighbours run along their edge in opposite ways."""
    faces = [tuple(row) for row in triangles.tolist()]
    owners = edge_owners(triangles)
    done: set[int] = set()
    for first in range(len(faces)):
        waiting = [] if first in done else [first]
        done.update(waiting)
        while waiting:
            waiting += _turn_neighbours(faces, owners, waiting.pop(), done)
    return np.array(faces, dtype=np.int64)


def edge_owners(triangles: Integers) -> Owners:
    """The rows of the triangles at each edge, ascending by edge."""
    owners: Owners = {}
    for row, face in enumerate(triangles.tolist()):
        for a, b in sides(tuple(face)):
            owners.setdefault((min(a, b), max(a, b)), []).append(row)
    return dict(sorted(owners.items()))


def sides(face: tuple[int, ...]) -> list[tuple[int, int]]:
    """The directed sides of a triangle."""
    a, b, c = face
    return [(a, b), (b, c), (c, a)]


def size_of(positions: Floats) -> float:
    """Longest side of the box round all corners."""
    return float(np.ptp(positions, axis=0).max())


def _strangers(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    for row, column in np.argwhere((triangles < 0) | (triangles >= len(positions))).tolist():
        message = f"there is no vertex {triangles[row, column]}: {len(positions)} are numbered from 0"
        yield ("triangles", row, column), message


def _degenerate(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    places = welded(positions)[1]
    for row, face in enumerate(triangles.tolist()):
        same = [(a, b) for a, b in sides(tuple(face)) if places[a] == places[b]]
        u, v = positions[face[1]] - positions[face[0]], positions[face[2]] - positions[face[0]]
        if same:
            a, b = sorted(same[0])
            told = f"uses vertex {a} twice" if a == b else f"has vertices {a} and {b}, which lie in one place"
            yield ("triangles", row), f"triangle {row} {told}"
        elif np.abs(np.cross(u, v)).max() <= FLAT * size_of(positions) ** 2:
            a, b, c = face
            yield ("triangles", row), f"triangle {row} has no area: vertices {a}, {b} and {c} lie on one line"


def _loose(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    for corner in np.flatnonzero(np.bincount(triangles.ravel(), minlength=len(positions)) == 0).tolist():
        yield ("vertices", corner), f"vertex {corner} belongs to no triangle"


def _open(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    kept, places = welded(positions)
    wrong = {edge: rows for edge, rows in edge_owners(places[triangles]).items() if len(rows) != 2}  # noqa: PLR2004 - one on either side
    for (a, b), rows in list(wrong.items())[:MOST_TOLD]:
        what = "1 triangle" if len(rows) == 1 else f"{len(rows)} triangles"
        message = f"the edge from vertex {kept[a]} to vertex {kept[b]} has {what}, not 2"
        yield ("triangles", rows[-1]), message + _meant(positions, kept, a, b, wrong)
    if len(wrong) > MOST_TOLD:
        yield ("triangles",), f"and {len(wrong) - MOST_TOLD} more edges like these"


def _meant(positions: Floats, kept: Integers, a: int, b: int, wrong: Owners) -> str:
    """The pair of corners beside a hole that was meant to be one, if there is any."""
    rim = sorted({corner for edge in wrong for corner in edge})
    for corner in (a, b):
        apart = np.abs(positions[kept[rim]] - positions[kept[corner]]).max(axis=1)
        apart[rim.index(corner)] = np.inf
        nearest = int(np.argmin(apart))
        if apart[nearest] <= GAP * size_of(positions):
            first, second = sorted((int(kept[corner]), int(kept[rim[nearest]])))
            return f"; vertices {first} and {second} lie {apart[nearest]:.3g} apart: meant to be one?"
    return ""


def _apart(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    corners = welded(positions)[1][triangles]
    owners, faces = edge_owners(corners), [tuple(row) for row in corners.tolist()]
    reached = {0}
    waiting = [0]
    while waiting:
        waiting += _turn_neighbours(faces, owners, waiting.pop(), reached)
    for row in range(len(faces)):
        if row not in reached:
            yield (
                ("triangles", row),
                f"triangle {row} is not connected with triangle 0; a soft body is one piece",
            )
            return


def _hollow(positions: Floats, triangles: Integers) -> Iterator[Fault]:
    kept, places = welded(positions)
    corners = wound_alike(places[triangles])
    directed = [side for face in corners.tolist() for side in sides(tuple(face))]
    if len(set(directed)) < len(directed):
        yield ("triangles",), "the surface has no inside: it cannot be wound the same way everywhere"
        return
    a, b, c = np.moveaxis((positions - positions[0])[kept[corners]], 1, 0)
    if abs(float(np.sum(a * np.cross(b, c)))) <= FLAT * size_of(positions) ** 3:
        yield ("triangles",), "the surface holds no volume"


def _turn_neighbours(faces: list[tuple[int, ...]], owners: Owners, row: int, done: set[int]) -> list[int]:
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
