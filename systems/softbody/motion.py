"""How a soft body's particles move by their velocities, and where they would be if nothing held them."""

import numpy as np

from components.arrays import Floats
from systems.softbody.lanes import ROW, START, Lanes, Scratch, Y, Z
from systems.softbody.offsets import BLOCK_MATERIALS, LOCKED, WEIGHT
from systems.softbody.vectors import Vector, any_of, below, lean_lane_kernel, load, spread, store

f32 = np.float32


@lean_lane_kernel
def predict_first(
    lanes: Lanes,
    scratch: Scratch,
    block: int,
    count: int,
    gravity: Floats,
    h: np.float32,
    keeps: bool,
) -> None:
    """Remembers where the particles of a block are and moves them as if nothing held them.

    If asked to, it also keeps where they are for the case that the tick ruins them.
    """
    base = lanes.blocks[block, START]
    place = scratch.places[block]
    step = spread(h)
    weight = load(lanes.materials, block * BLOCK_MATERIALS + WEIGHT)
    gx = weight * spread(f32(h * f32(gravity[0])))
    gy = weight * spread(f32(h * f32(gravity[1])))
    gz = weight * spread(f32(h * f32(gravity[2])))
    sx = sy = sz = spread(f32(0.0))
    for i in range(count):
        a = base + i * ROW
        p = place + i * ROW
        x = load(lanes.positions, a)
        y = load(lanes.positions, a + Y)
        z = load(lanes.positions, a + Z)
        vx = load(lanes.velocities, a) + gx
        vy = load(lanes.velocities, a + Y) + gy
        vz = load(lanes.velocities, a + Z) + gz
        sx = sx + x
        sy = sy + y
        sz = sz + z
        store(scratch.previous, p, x)
        store(scratch.previous, p + Y, y)
        store(scratch.previous, p + Z, z)
        if keeps:
            store(lanes.kept, a, x)
            store(lanes.kept, a + Y, y)
            store(lanes.kept, a + Z, z)
        store(lanes.velocities, a, vx)
        store(lanes.velocities, a + Y, vy)
        store(lanes.velocities, a + Z, vz)
        store(lanes.positions, a, x + step * vx)
        store(lanes.positions, a + Y, y + step * vy)
        store(lanes.positions, a + Z, z + step * vz)
    store(scratch.previous, place + count * ROW, sx)
    store(scratch.previous, place + count * ROW + Y, sy)
    store(scratch.previous, place + count * ROW + Z, sz)


@lean_lane_kernel
def kept_share(lanes: Lanes, block: int, count: int) -> Vector:
    """What each of so many particles has of their sum along Y taken away: nothing, where they may leave."""
    locked = load(lanes.materials, block * BLOCK_MATERIALS + LOCKED)
    return locked * spread(f32(f32(1.0) / f32(count)))


@lean_lane_kernel
def move(
    lanes: Lanes,
    scratch: Scratch,
    block: int,
    count: int,
    sideways: Vector,
    gravity: Floats,
    h: np.float32,
    is_last: bool,
) -> None:
    """Moves the particles by their velocities, and predicts the next substep.

    Of a body that keeps its lane, the mean velocity along Y is taken away first, and so is what moved it
    sideways out of obstacles.
    """
    base = lanes.blocks[block, START]
    place = scratch.places[block]
    zero = spread(f32(0.0))
    step = spread(h)
    weight = load(lanes.materials, block * BLOCK_MATERIALS + WEIGHT)
    gx = weight * spread(f32(h * f32(gravity[0])))
    gy = weight * spread(f32(h * f32(gravity[1])))
    gz = weight * spread(f32(h * f32(gravity[2])))
    locked = kept_share(lanes, block, count)
    drift = zero
    if any_of(below(zero, locked)):
        for i in range(count):
            drift = drift + load(lanes.velocities, base + i * ROW + Y)
        drift = drift * locked
    sx = sy = sz = zero
    for i in range(count):
        a = base + i * ROW
        p = place + i * ROW
        vx = load(lanes.velocities, a)
        vy = load(lanes.velocities, a + Y) - drift
        vz = load(lanes.velocities, a + Z)
        x = load(scratch.previous, p) + step * vx
        y = load(scratch.previous, p + Y) + step * (vy - sideways)
        z = load(scratch.previous, p + Z) + step * vz
        if not is_last:
            vx = vx + gx
            vy = vy + gy
            vz = vz + gz
            store(scratch.previous, p, x)
            store(scratch.previous, p + Y, y)
            store(scratch.previous, p + Z, z)
            sx = sx + x
            sy = sy + y
            sz = sz + z
            x = x + step * vx
            y = y + step * vy
            z = z + step * vz
        store(lanes.velocities, a, vx)
        store(lanes.velocities, a + Y, vy)
        store(lanes.velocities, a + Z, vz)
        store(lanes.positions, a, x)
        store(lanes.positions, a + Y, y)
        store(lanes.positions, a + Z, z)
    store(scratch.previous, place + count * ROW, sx)
    store(scratch.previous, place + count * ROW + Y, sy)
    store(scratch.previous, place + count * ROW + Z, sz)
