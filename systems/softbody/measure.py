"""What is measured of every body after a tick: where it is, how it moves, and how far it reaches."""

import math

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32
from systems.handover import opened
from systems.softbody.blocks import Blocks
from systems.softbody.lanes import (
    BODIES,
    MESH,
    ROW,
    START,
    Lanes,
    Y,
    Z,
)
from systems.softbody.offsets import (
    BLOCK_FACTS,
    BLOCK_MATERIALS,
    FASTEST,
    HIGH,
    LOW,
    NARROW,
    RADIUS,
    REST_VOLUME,
    RESTLESSNESS,
    SIZE,
    SPEED,
    VOLUME,
    WEIGHT,
)
from systems.softbody.rings import ring_area
from systems.softbody.tables import FIRST_PARTICLE, FIRST_QUAD, PARTICLES, Meshes
from systems.softbody.vectors import (
    LANES,
    Vector,
    any_of,
    below,
    larger,
    lean_lane_kernel,
    load,
    smaller,
    spread,
    store,
)

f32 = np.float32
GRID = 16.0
"""Places for anchors in a centimetre; all of them are exact numbers."""
ANCHOR_REACH = 8.0
"""How far a centroid may be from its anchor along an axis before the anchor moves [cm]."""
COLLAPSED, BROKEN, FOLDED = 1, 2, 4
"""What may ail a body: it is pressed to a plane, a line or a point, has numbers that are not finite, or
opposite sides are so near each other that they may touch."""
SHEET = f32(1e-3)
"""Volume up to which a body counts as a sheet, as a share of the cube of its size [1]."""
SOON = f32(1.0 / 30.0)
"""How far ahead opposite sides are looked at [s]."""


@lean_lane_kernel
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
        gx, gy, gz = ring_area(lanes.positions, meshes, first + i, base)
        a = base + i * ROW
        rx = load(lanes.positions, a) - cx
        ry = load(lanes.positions, a + Y) - cy
        rz = load(lanes.positions, a + Z) - cz
        volume = volume + (rx * gx + ry * gy + rz * gz)
        furthest = larger(furthest, rx * rx + ry * ry + rz * rz)
    f = block * BLOCK_FACTS
    store(lanes.facts, f + NARROW, narrowest(lanes, meshes, block))
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


@lean_lane_kernel
def narrowest(lanes: Lanes, meshes: Meshes, block: int) -> Vector:
    """The fact of the same name: of the squared distances now and their products with those to come."""
    base = lanes.blocks[block, START]
    first = meshes.ranges[lanes.blocks[block, MESH], FIRST_PARTICLE]
    soon = spread(SOON)
    least = spread(f32(1e30))
    for i in range(meshes.ranges[lanes.blocks[block, MESH], PARTICLES]):
        if meshes.opposites[first + i] < 0:
            continue
        a, b = base + i * ROW, base + meshes.opposites[first + i]
        x = load(lanes.positions, a) - load(lanes.positions, b)
        y = load(lanes.positions, a + Y) - load(lanes.positions, b + Y)
        z = load(lanes.positions, a + Z) - load(lanes.positions, b + Z)
        vx = load(lanes.velocities, a) - load(lanes.velocities, b)
        vy = load(lanes.velocities, a + Y) - load(lanes.velocities, b + Y)
        vz = load(lanes.velocities, a + Z) - load(lanes.velocities, b + Z)
        square = x * x + y * y + z * z
        least = smaller(smaller(least, square), square + soon * (x * vx + y * vy + z * vz))
    return least


@lean_lane_kernel
def is_awake(lanes: Lanes, block: int) -> bool:
    """Whether any body of a block is to be moved."""
    return any_of(below(spread(f32(0.0)), load(lanes.materials, block * BLOCK_MATERIALS + WEIGHT)))


@lean_lane_kernel
def measure_blocks(handed: Blocks, blocks: Integers) -> None:
    """Measures the bodies of some blocks, shape [count], of those that are handed over."""
    own = opened(handed)
    for k in range(blocks.shape[0]):
        if own.lanes.blocks[blocks[k], BODIES] > 0:
            measure(own.lanes, own.meshes, blocks[k])


@lean_lane_kernel
def ailments(
    blocks: Integers,
    materials: Floats32,
    facts: Floats32,
    spacings: Floats,
    slots: Integers,
    least_volume: float,
) -> int:
    """What ails any of some measured bodies: COLLAPSED, BROKEN and FOLDED, added up.

    Args:
        blocks: See `Lanes`.
        materials: See `Lanes`.
        facts: See `Lanes`; up to date.
        spacings: See `Meshes`.
        slots: Slots of the bodies, shape [count].
        least_volume: Share of the rest volume below which a body has collapsed [1].
    """
    found = 0
    for n in range(slots.shape[0]):
        block, lane = slots[n] // LANES, slots[n] % LANES
        f = block * BLOCK_FACTS + lane
        total = facts[f] + facts[f + Y] + facts[f + Z] + facts[f + RADIUS]
        rest = materials[block * BLOCK_MATERIALS + REST_VOLUME + lane]
        if not math.isfinite(total + facts[f + RESTLESSNESS]):
            found |= BROKEN
        elif abs(facts[f + VOLUME]) < least_volume * rest:
            found |= COLLAPSED
        if is_folded(blocks, materials, facts, spacings, slots[n]):
            found |= FOLDED
    return found


@lean_lane_kernel
def is_folded(blocks: Integers, materials: Floats32, facts: Floats32, spacings: Floats, slot: int) -> bool:
    """Whether opposite sides of a measured body are so near each other that they may touch.

    A body without volume has no sides that could be told apart.
    """
    block, lane = slot // LANES, slot % LANES
    material, fact = block * BLOCK_MATERIALS + lane, block * BLOCK_FACTS + lane
    size = materials[material + SIZE]
    near, has_volume = spacings[blocks[block, MESH]] * size, abs(facts[fact + VOLUME]) > SHEET * size**3
    return bool(has_volume and facts[fact + NARROW] < near * near)


@lean_lane_kernel
def move_anchor(lanes: Lanes, ranges: Integers, anchors: Floats, slot: int) -> bool:
    """Moves the anchor of a measured body that is far from its own onto the grid near its centroid.

    World positions change by rounding only. Returns whether it did: then the body is to be measured again.
    """
    block, lane = slot // LANES, slot % LANES
    f = block * BLOCK_FACTS + lane
    is_far = False
    total = f32(0.0)
    for axis in range(3):
        is_far = is_far or abs(lanes.facts[f + axis * LANES]) > ANCHOR_REACH
        total += lanes.facts[f + axis * LANES]
    if not is_far or not math.isfinite(total):
        return False
    start = lanes.blocks[block, START] + lane
    for axis in range(3):
        shift = f32(np.rint(lanes.facts[f + axis * LANES] * GRID) / GRID)
        anchors[slot, axis] += float(shift)
        for i in range(ranges[lanes.blocks[block, MESH], PARTICLES]):
            a = start + i * ROW + axis * LANES
            lanes.positions[a] -= shift
            lanes.kept[a] -= shift
    return True
