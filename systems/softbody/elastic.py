"""What a soft body's own constraints do in a substep: edges and volume, and how edges forget their lengths.

One sweep of XPBD (Macklin et al., Small Steps in Physics Simulation, SCA 2019), all lanes at once. All
particles of a body weigh the same, so masses drop out.

One sweep is no solution, and XPBD alone is too soft where substeps are long for its springs. Where the mesh
is strained evenly, what an edge does to its neighbours cancels what they do to it: an edge of the softness s
(compliance by h², of particles of the mass 1) that is too long by C should be moved by C / s. It has 2 + s in
the denominator for its own two ends, and those of its neighbours that came before it, half of all, have moved
it the other way by half of that: what is left is C / (1 + s). So edges are taken for harder by 1, or rather
by s / (1 + s), which is as much where it matters and never too much. That is successive over-relaxation by a
factor between 1 and 2.
"""

import numpy as np

from systems.softbody.lanes import MEMORY, MESH, ROW, START, Lanes, Scratch, Y, Z
from systems.softbody.momenta import damped_share
from systems.softbody.offsets import (
    BLOCK_MATERIALS,
    LONGEST_MOVE,
    PLASTIC_LIMIT,
    PLASTICITY,
    REST_VOLUME,
    SIZE,
    SOFTNESS,
    VOLUME_SOFTNESS,
    WEIGHT,
    YIELD,
)
from systems.softbody.rings import ring_area
from systems.softbody.tables import EDGES, FIRST_EDGE, FIRST_QUAD, PARTICLES, Meshes
from systems.softbody.vectors import (
    LANES,
    Vector,
    larger,
    lean_lane_kernel,
    load,
    root,
    smaller,
    spread,
    store,
)

f32 = np.float32


@lean_lane_kernel
def solve_edges(lanes: Lanes, meshes: Meshes, block: int, h: np.float32) -> None:
    """One sweep over the distance constraints of a block (XPBD, Macklin et al. 2016, equations 17 and 18).

    With equal masses each end moves by half of the excess length, less what the compliance lets stay. What
    one edge does the next but a few waits for, so the way from its ends to their move is kept short: the
    share is multiplied into the rest length, and what guards against a length of zero is added off that way.
    """
    mesh = lanes.blocks[block, MESH]
    base = lanes.blocks[block, START]
    material = block * BLOCK_MATERIALS
    one = spread(f32(1.0))
    tiny = spread(f32(1e-12))
    softness = load(lanes.materials, material + SOFTNESS) / spread(f32(h * h))
    share = one / (spread(f32(2.0)) + softness - softness / (softness + one))
    share_of_size = share * load(lanes.materials, material + SIZE)
    first = meshes.ranges[mesh, FIRST_EDGE]
    memory = lanes.blocks[block, MEMORY]
    last = first + meshes.ranges[mesh, EDGES]
    lengths, edges = meshes.edge_lengths[first:last], meshes.edges[2 * first : 2 * last]
    for k in range(lengths.shape[0]):
        rest = spread(lengths[k])
        if memory >= 0:
            rest = rest * load(lanes.memory, memory + k * LANES)
        a = base + edges[2 * k]
        b = base + edges[2 * k + 1]
        ax = load(lanes.positions, a)
        ay = load(lanes.positions, a + Y)
        az = load(lanes.positions, a + Z)
        bx = load(lanes.positions, b)
        by = load(lanes.positions, b + Y)
        bz = load(lanes.positions, b + Z)
        dx = ax - bx
        dy = ay - by
        dz = az - bz
        length = root((dx * dx + dy * dy) + (dz * dz + tiny))
        move = share - rest * share_of_size / length
        dx = move * dx
        dy = move * dy
        dz = move * dz
        store(lanes.positions, a, ax - dx)
        store(lanes.positions, a + Y, ay - dy)
        store(lanes.positions, a + Z, az - dz)
        store(lanes.positions, b, bx + dx)
        store(lanes.positions, b + Y, by + dy)
        store(lanes.positions, b + Z, bz + dz)


@lean_lane_kernel
def creep(lanes: Lanes, meshes: Meshes, block: int, dt: np.float32) -> None:
    """Lets edges that are strained too far take on some of their length for good, once a tick.

    The strain beyond the yield strain dies away exponentially (a Bingham solid, as in Clavet, Beaudoin and
    Poulin, Particle-based Viscoelastic Fluid Simulation, SCA 2005, section 4.2), up to a limit.
    """
    mesh = lanes.blocks[block, MESH]
    base = lanes.blocks[block, START]
    material = block * BLOCK_MATERIALS
    zero = spread(f32(0.0))
    one = spread(f32(1.0))
    tiny = spread(f32(1e-12))
    size = load(lanes.materials, material + SIZE)
    rate = load(lanes.materials, material + PLASTICITY) * load(lanes.materials, material + WEIGHT)
    share = damped_share(rate * spread(dt))
    least = load(lanes.materials, material + YIELD)
    limit = load(lanes.materials, material + PLASTIC_LIMIT)
    first = meshes.ranges[mesh, FIRST_EDGE]
    for k in range(meshes.ranges[mesh, EDGES]):
        a = base + meshes.edges[2 * (first + k)]
        b = base + meshes.edges[2 * (first + k) + 1]
        dx = load(lanes.positions, a) - load(lanes.positions, b)
        dy = load(lanes.positions, a + Y) - load(lanes.positions, b + Y)
        dz = load(lanes.positions, a + Z) - load(lanes.positions, b + Z)
        own = lanes.blocks[block, MEMORY] + k * LANES
        memory = load(lanes.memory, own)
        length = root(larger(dx * dx + dy * dy + dz * dz, tiny))
        strain = length / (memory * spread(meshes.edge_lengths[first + k]) * size) - one
        excess = larger(strain - least, zero) + smaller(strain + least, zero)
        memory = memory + memory * excess * share
        store(lanes.memory, own, smaller(larger(memory, one - limit), one + limit))


@lean_lane_kernel
def solve_volume(lanes: Lanes, meshes: Meshes, scratch: Scratch, block: int, h: np.float32) -> Vector:
    """Solves C = volume - rest volume once: writes its gradients, times 6, and returns how far to go along.

    The gradient at a particle is a sixth of the doubled area vector of its ring, and the volume a third of
    the sum of positions times gradients (it is of third degree). Signed, so a body turned inside out is
    pulled back through itself; the limit on the move keeps that from overshooting.
    """
    mesh = lanes.blocks[block, MESH]
    base = lanes.blocks[block, START]
    material = block * BLOCK_MATERIALS
    zero = spread(f32(0.0))
    tiny = spread(f32(1e-12))
    six_volumes = zero
    square = zero
    steepest = zero
    ox = load(lanes.positions, base)
    oy = load(lanes.positions, base + Y)
    oz = load(lanes.positions, base + Z)
    first = meshes.ranges[mesh, FIRST_QUAD]
    for i in range(meshes.ranges[mesh, PARTICLES]):
        gx, gy, gz = ring_area(lanes.positions, meshes, first + i, base)
        o = i * ROW
        p = base + o
        store(scratch.changes, o, gx)
        store(scratch.changes, o + Y, gy)
        store(scratch.changes, o + Z, gz)
        six_volumes = six_volumes + (
            (load(lanes.positions, p) - ox) * gx
            + (load(lanes.positions, p + Y) - oy) * gy
            + (load(lanes.positions, p + Z) - oz) * gz
        )
        own = gx * gx + gy * gy + gz * gz
        square = square + own
        steepest = larger(steepest, own)
    volume = six_volumes * spread(f32(1.0 / 18.0))
    rest = load(lanes.materials, material + REST_VOLUME)
    softness = load(lanes.materials, material + VOLUME_SOFTNESS) / spread(f32(h * h))
    way = (rest - volume) * spread(f32(6.0)) / larger(square + spread(f32(36.0)) * softness, tiny)
    limit = load(lanes.materials, material + LONGEST_MOVE) / root(larger(steepest, tiny))
    return larger(smaller(way, limit), zero - limit)
