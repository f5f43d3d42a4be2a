"""The surface round a particle, all lanes at once."""

import numpy as np

from systems.softbody.lanes import START, Lanes, Y, Z
from systems.softbody.tables import FIRST_QUAD, Meshes
from systems.softbody.vectors import Vector, lean_lane_kernel, load, spread

f32 = np.float32


@lean_lane_kernel
def ring_area(lanes: Lanes, meshes: Meshes, block: int, mesh: int, i: int) -> tuple[Vector, Vector, Vector]:
    """Twice the area vector of the ring of triangles round a particle [cm²].

    A sixth of it is the gradient of the body's volume by the particle's position.
    """
    base = lanes.blocks[block, START]
    start = meshes.ranges[mesh, FIRST_QUAD] + i
    gx = gy = gz = spread(f32(0.0))
    for q in range(meshes.quad_start[start], meshes.quad_start[start + 1]):
        a = base + meshes.quads[q, 0]
        b = base + meshes.quads[q, 1]
        c = base + meshes.quads[q, 2]
        d = base + meshes.quads[q, 3]
        ux = load(lanes.positions, c) - load(lanes.positions, a)
        uy = load(lanes.positions, c + Y) - load(lanes.positions, a + Y)
        uz = load(lanes.positions, c + Z) - load(lanes.positions, a + Z)
        wx = load(lanes.positions, d) - load(lanes.positions, b)
        wy = load(lanes.positions, d + Y) - load(lanes.positions, b + Y)
        wz = load(lanes.positions, d + Z) - load(lanes.positions, b + Z)
        gx = gx + (uy * wz - uz * wy)
        gy = gy + (uz * wx - ux * wz)
        gz = gz + (ux * wy - uy * wx)
    return gx, gy, gz
