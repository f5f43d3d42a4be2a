"""The surface round a particle, all lanes at once."""

import numpy as np

from components.softbody import Floats32
from systems.softbody.lanes import Y, Z
from systems.softbody.tables import Meshes
from systems.softbody.vectors import Vector, lean_lane_kernel, load, spread

f32 = np.float32


@lean_lane_kernel
def ring_area(positions: Floats32, meshes: Meshes, entry: int, base: int) -> tuple[Vector, Vector, Vector]:
    """Twice the area vector of the ring of triangles round a particle [cm²].

    A sixth of it is the gradient of the body's volume by the particle's position.

    Args:
        positions: See `Lanes`.
        meshes: Tables of the meshes.
        entry: The particle's in `Meshes.quad_start`.
        base: Where its block begins.
    """
    gx = gy = gz = spread(f32(0.0))
    for q in range(meshes.quad_start[entry], meshes.quad_start[entry + 1]):
        a = base + meshes.quads[4 * q]
        b = base + meshes.quads[4 * q + 1]
        c = base + meshes.quads[4 * q + 2]
        d = base + meshes.quads[4 * q + 3]
        ux = load(positions, c) - load(positions, a)
        uy = load(positions, c + Y) - load(positions, a + Y)
        uz = load(positions, c + Z) - load(positions, a + Z)
        wx = load(positions, d) - load(positions, b)
        wy = load(positions, d + Y) - load(positions, b + Y)
        wz = load(positions, d + Z) - load(positions, b + Z)
        gx = gx + (uy * wz - uz * wy)
        gy = gy + (uz * wx - ux * wz)
        gz = gz + (ux * wy - uy * wx)
    return gx, gy, gz
