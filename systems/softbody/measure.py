"""What is measured of every body after a tick: where it is, how it moves, and how far it reaches."""

import math

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32
from systems.softbody.lanes import BODIES, FACT_ROWS, MESH, ROW, START, Fact, Lanes, Y, Z
from systems.softbody.tables import FIRST_QUAD, PARTICLES, Meshes
from systems.softbody.vectors import LANES, lane_kernel, larger, load, smaller, spread, store

f32 = np.float32
GRID = 16.0
"""Places for anchors in a centimetre; all of them are exact numbers."""
ANCHOR_REACH = 8.0
"""How far a centroid may be from its anchor along an axis before the anchor moves [cm]."""
BLOCK_FACTS = FACT_ROWS * LANES
SPEED = int(Fact.SPEED_X) * LANES
LOW = int(Fact.LOW) * LANES
HIGH = int(Fact.HIGH) * LANES
FASTEST = int(Fact.FASTEST) * LANES
RESTLESSNESS = int(Fact.RESTLESSNESS) * LANES
VOLUME = int(Fact.VOLUME) * LANES
RADIUS = int(Fact.RADIUS) * LANES


@lane_kernel
def measure(lanes: Lanes, meshes: Meshes, block: int) -> None:
    """Measures all bodies of a block. A sum that is not finite tells of a particle that is not."""
    mesh = lanes.blocks[block, MESH]
    base = lanes.blocks[block, START]
    count = meshes.ranges[mesh, PARTICLES]
    zero = spread(f32(0.0))
    share = spread(f32(f32(1.0) / f32(count)))
    ox = load(lanes.positions, base)
    oy = load(lanes.positions, base + Y)
    oz = load(lanes.positions, base + Z)
    sx = sy = sz = zero
    wx = wy = wz = zero
    lx = hx = ox
    ly = hy = oy
    lz = hz = oz
    fastest = zero
    squares = zero
    for i in range(count):
        a = base + i * ROW
        x = load(lanes.positions, a)
        y = load(lanes.positions, a + Y)
        z = load(lanes.positions, a + Z)
        vx = load(lanes.velocities, a)
        vy = load(lanes.velocities, a + Y)
        vz = load(lanes.velocities, a + Z)
        sx = sx + (x - ox)
        sy = sy + (y - oy)
        sz = sz + (z - oz)
        wx = wx + vx
        wy = wy + vy
        wz = wz + vz
        lx = smaller(lx, x)
        ly = smaller(ly, y)
        lz = smaller(lz, z)
        hx = larger(hx, x)
        hy = larger(hy, y)
        hz = larger(hz, z)
        square = vx * vx + vy * vy + vz * vz
        fastest = larger(fastest, square)
        squares = squares + square
    cx = ox + sx * share
    cy = oy + sy * share
    cz = oz + sz * share
    volume = zero
    furthest = zero
    first = meshes.ranges[mesh, FIRST_QUAD]
    for i in range(count):
        gx = zero
        gy = zero
        gz = zero
        for q in range(meshes.quad_start[first + i], meshes.quad_start[first + i + 1]):
            a = base + meshes.quads[q, 0]
            b = base + meshes.quads[q, 1]
            c = base + meshes.quads[q, 2]
            d = base + meshes.quads[q, 3]
            ux = load(lanes.positions, c) - load(lanes.positions, a)
            uy = load(lanes.positions, c + Y) - load(lanes.positions, a + Y)
            uz = load(lanes.positions, c + Z) - load(lanes.positions, a + Z)
            tx = load(lanes.positions, d) - load(lanes.positions, b)
            ty = load(lanes.positions, d + Y) - load(lanes.positions, b + Y)
            tz = load(lanes.positions, d + Z) - load(lanes.positions, b + Z)
            gx = gx + (uy * tz - uz * ty)
            gy = gy + (uz * tx - ux * tz)
            gz = gz + (ux * ty - uy * tx)
        a = base + i * ROW
        rx = load(lanes.positions, a) - cx
        ry = load(lanes.positions, a + Y) - cy
        rz = load(lanes.positions, a + Z) - cz
        volume = volume + (rx * gx + ry * gy + rz * gz)
        furthest = larger(furthest, rx * rx + ry * ry + rz * rz)
    f = block * BLOCK_FACTS
    store(lanes.facts, f, cx)
    store(lanes.facts, f + Y, cy)
    store(lanes.facts, f + Z, cz)
    store(lanes.facts, f + SPEED, wx * share)
    store(lanes.facts, f + SPEED + Y, wy * share)
    store(lanes.facts, f + SPEED + Z, wz * share)
    store(lanes.facts, f + LOW, lx)
    store(lanes.facts, f + LOW + Y, ly)
    store(lanes.facts, f + LOW + Z, lz)
    store(lanes.facts, f + HIGH, hx)
    store(lanes.facts, f + HIGH + Y, hy)
    store(lanes.facts, f + HIGH + Z, hz)
    store(lanes.facts, f + FASTEST, fastest)
    store(lanes.facts, f + RESTLESSNESS, squares * share)
    store(lanes.facts, f + VOLUME, volume * spread(f32(1.0 / 18.0)))
    store(lanes.facts, f + RADIUS, furthest)


@lane_kernel
def measure_blocks(lanes: Lanes, meshes: Meshes, blocks: Integers) -> None:
    """Measures the bodies of some blocks, shape [count]."""
    for k in range(blocks.shape[0]):
        if lanes.blocks[blocks[k], BODIES] > 0:
            measure(lanes, meshes, blocks[k])


@lane_kernel
def is_sound(lanes: Lanes, slot: int) -> bool:
    """Whether all positions and velocities of a measured body are numbers."""
    f = (slot // LANES) * BLOCK_FACTS + slot % LANES
    total = lanes.facts[f] + lanes.facts[f + Y] + lanes.facts[f + Z] + lanes.facts[f + RADIUS]
    return bool(math.isfinite(total + lanes.facts[f + RESTLESSNESS]))


@lane_kernel
def move_anchors(lanes: Lanes, meshes: Meshes, anchors: Floats, kept: Floats32, slots: Integers) -> None:
    """Moves the anchors of bodies that are far from their own onto the grid near their centroids.

    Args:
        lanes: All blocks; positions and facts are changed, world positions only by rounding.
        meshes: Tables of the meshes.
        anchors: World positions of the anchors [cm], changed, shape [slot_count, 3].
        kept: Positions relative to the anchors to change alike.
        slots: Bodies to look at, measured, shape [count].
    """
    shift = np.empty(3, np.float32)
    for n in range(slots.shape[0]):
        block = slots[n] // LANES
        lane = slots[n] % LANES
        f = block * BLOCK_FACTS + lane
        is_far = False
        for axis in range(3):
            centre = lanes.facts[f + axis * LANES]
            is_far = is_far or abs(centre) > ANCHOR_REACH
            shift[axis] = f32(np.rint(centre * GRID) / GRID)
        if not is_far or not math.isfinite(shift[0] + shift[1] + shift[2]):
            continue
        start = lanes.blocks[block, START] + lane
        for axis in range(3):
            anchors[slots[n], axis] += float(shift[axis])
            for i in range(meshes.ranges[lanes.blocks[block, MESH], PARTICLES]):
                a = start + i * ROW + axis * LANES
                lanes.positions[a] -= shift[axis]
                kept[a] -= shift[axis]
            for row in (0, LOW, HIGH):
                lanes.facts[f + row + axis * LANES] -= shift[axis]
