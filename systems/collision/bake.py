"""From the shapes a level describes to the arrays that kernels read."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats
from components.terrain import EDGE, PRISM, Solid, Terrain, TerrainArrays
from systems.collision.broad_phase import build_grid
from systems.collision.faces import hide_covered_faces
from systems.collision.layers import layer_bits
from systems.collision.outline import convex_pieces, counter_clockwise, next_rows


def bake_terrain(solids: Sequence[Solid], *, identity: str = "") -> Terrain:
    """Bakes solids into convex prisms, drops the faces that neighbours cover, and sorts them into a grid.

    Raises:
        ValueError: An outline encloses no area, or crosses or touches itself.
    """
    pieces = [(index, piece) for index, solid in enumerate(solids) for piece in _pieces(solid)]
    pieces.sort(key=lambda piece: solids[piece[0]].platform >= 0)  # stable: what moves comes last
    prisms, edges = _bake_prisms(solids, pieces)
    static_count = int(np.count_nonzero(prisms["platform"] < 0))
    grid, cell_start, cell_prisms = build_grid(prisms, static_count)
    whole = TerrainArrays(prisms, edges, grid, cell_start, cell_prisms)
    return Terrain(tuple(solids), hide_covered_faces(whole), identity)


def _pieces(solid: Solid) -> list[Floats]:
    return convex_pieces(counter_clockwise(np.asarray(solid.outline, dtype=np.float64)))


def _bake_prisms(
    solids: Sequence[Solid], pieces: Sequence[tuple[int, Floats]]
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    prisms = np.zeros(len(pieces), dtype=PRISM)
    outlines = [edges_of(outline) for _, outline in pieces]
    first_edge = 0
    for prism, (index, outline) in zip(prisms, pieces, strict=True):
        solid = solids[index]
        prism["first_edge"], prism["edge_count"] = first_edge, len(outline)
        prism["x_min"], prism["z_min"] = outline.min(axis=0)
        prism["x_max"], prism["z_max"] = outline.max(axis=0)
        prism["y_min"], prism["y_max"] = solid.depth
        prism["layer_bit"] = layer_bits((solid.layer,))
        prism["one_way"], prism["solid"], prism["platform"] = solid.one_way, index, solid.platform
        prism["friction"], prism["restitution"] = solid.friction, solid.restitution
        first_edge += len(outline)
    return prisms, np.concatenate(outlines) if outlines else np.zeros(0, dtype=EDGE)


def edges_of(outline: Floats) -> NDArray[np.void]:
    """Edges of a counter-clockwise outline, dtype EDGE, shape [vertex_count]."""
    way = next_rows(outline) - outline
    length = np.hypot(way[:, 0], way[:, 1])
    edges = np.zeros(len(outline), dtype=EDGE)
    edges["x"], edges["z"] = outline[:, 0], outline[:, 1]
    edges["direction_x"], edges["direction_z"] = way[:, 0] / length, way[:, 1] / length
    edges["length"] = length
    edges["normal_x"], edges["normal_z"] = edges["direction_z"], -edges["direction_x"]
    edges["visible"] = True
    return edges
