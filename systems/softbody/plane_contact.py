"""How particles meet what is solid: planes that they must not cross, at the level of velocities."""

import numpy as np

from systems.softbody.lanes import (
    ROW,
    START,
    Lanes,
    Planes,
    Scratch,
    Y,
    Z,
)
from systems.softbody.motion import kept_share
from systems.softbody.offsets import (
    BLOCK_MATERIALS,
    BLOCK_PLANES,
    DEPENETRATION,
    FRICTION,
    IMPULSE,
    OFFSET,
    PRESSED,
    SHARED,
    VELOCITY,
)
from systems.softbody.vectors import (
    Vector,
    any_of,
    below,
    larger,
    lean_lane_kernel,
    load,
    root,
    smaller,
    spread,
    store,
)

f32 = np.float32
SWEEPS = 2
"""Times a particle between several obstacles is taken through them."""


@lean_lane_kernel
def meet_planes(
    lanes: Lanes, scratch: Scratch, planes: Planes, block: int, elapsed: np.float32, h: np.float32
) -> None:
    """Changes velocities so that the planes stay uncrossed, with Coulomb friction.

    The normal speed may be at most what closes the gap within the substep. A particle that is already
    behind the plane comes out at no more than the depenetration speed, which goes to the escapes: it moves
    the particle in this substep and is then forgotten, so nothing that starts inside the ground is
    launched. What stops the particle is an impulse, and friction is at most that times the coefficient.
    """
    base = lanes.blocks[block, START]
    place = scratch.places[block]
    room = planes.order.shape[1]
    zero = spread(f32(0.0))
    one = spread(f32(1.0))
    tiny = spread(f32(1e-12))
    rate = spread(f32(f32(1.0) / h))
    time = spread(elapsed)
    limit = load(lanes.materials, block * BLOCK_MATERIALS + DEPENETRATION)
    for sweep in range(SWEEPS):
        for entry in range(planes.counts[block]):
            k = planes.order[block, entry]
            if sweep > 0 and planes.shared[block, k] == 0:
                continue
            c = (block * room + k) * BLOCK_PLANES
            o = planes.particles[block, k] * ROW
            a = base + o
            p = place + o
            nx = load(planes.rows, c)
            ny = load(planes.rows, c + Y)
            nz = load(planes.rows, c + Z)
            ux = load(planes.rows, c + VELOCITY)
            uy = load(planes.rows, c + VELOCITY + Y)
            uz = load(planes.rows, c + VELOCITY + Z)
            x = load(scratch.previous, p)
            y = load(scratch.previous, p + Y)
            z = load(scratch.previous, p + Z)
            gap = (nx * x + ny * y + nz * z - load(planes.rows, c + OFFSET)) - (
                nx * ux + ny * uy + nz * uz
            ) * time
            vx = load(lanes.velocities, a) - ux
            vy = load(lanes.velocities, a + Y) - uy
            vz = load(lanes.velocities, a + Z) - uz
            jx = load(scratch.escapes, p)
            jy = load(scratch.escapes, p + Y)
            jz = load(scratch.escapes, p + Z)
            normal_speed = nx * vx + ny * vy + nz * vz
            target = smaller((zero - gap) * rate, limit)
            missing = larger(zero, target - (normal_speed + (nx * jx + ny * jy + nz * jz)))
            if sweep > 0:
                missing = missing * load(planes.rows, c + SHARED)
            if any_of(below(zero, missing)):
                way_out = smaller(missing, larger(target, zero))
                stopping = missing - way_out
                slip_x = vx - normal_speed * nx
                slip_y = vy - normal_speed * ny
                slip_z = vz - normal_speed * nz
                slip = root(larger(slip_x * slip_x + slip_y * slip_y + slip_z * slip_z, tiny))
                grip = smaller(load(planes.rows, c + FRICTION) * stopping / slip, one)
                gx = stopping * nx - grip * slip_x
                gy = stopping * ny - grip * slip_y
                gz = stopping * nz - grip * slip_z
                store(lanes.velocities, a, load(lanes.velocities, a) + gx)
                store(lanes.velocities, a + Y, load(lanes.velocities, a + Y) + gy)
                store(lanes.velocities, a + Z, load(lanes.velocities, a + Z) + gz)
                store(scratch.escapes, p, jx + way_out * nx)
                store(scratch.escapes, p + Y, jy + way_out * ny)
                store(scratch.escapes, p + Z, jz + way_out * nz)
                store(planes.rows, c + PRESSED, load(planes.rows, c + PRESSED) + missing)
                store(planes.rows, c + IMPULSE, load(planes.rows, c + IMPULSE) + gx)
                store(planes.rows, c + IMPULSE + Y, load(planes.rows, c + IMPULSE + Y) + gy)
                store(planes.rows, c + IMPULSE + Z, load(planes.rows, c + IMPULSE + Z) + gz)


@lean_lane_kernel
def step_out(
    lanes: Lanes, scratch: Scratch, planes: Planes, block: int, count: int, is_touched: bool, h: np.float32
) -> Vector:
    """Moves particles by the escapes that planes gave them, and where a block is touched its contacts, too.

    The escapes are forgotten then. Returns by how much a body that keeps its lane must move along Y less, as
    a speed, for its particles to stay there on average. What a body adds up for that does not depend on who
    shares its block, since the planes' order does not.
    """
    place = scratch.places[block]
    zero = spread(f32(0.0))
    step = spread(h)
    sideways = zero
    for entry in range(count if is_touched else planes.counts[block]):
        particle = entry if is_touched else planes.particles[block, planes.order[block, entry]]
        p = place + particle * ROW
        escape_y = load(scratch.escapes, p + Y)
        sideways = sideways + escape_y
        store(scratch.previous, p, load(scratch.previous, p) + step * load(scratch.escapes, p))
        store(scratch.previous, p + Y, load(scratch.previous, p + Y) + step * escape_y)
        store(scratch.previous, p + Z, load(scratch.previous, p + Z) + step * load(scratch.escapes, p + Z))
        store(scratch.escapes, p, zero)
        store(scratch.escapes, p + Y, zero)
        store(scratch.escapes, p + Z, zero)
    return sideways * kept_share(lanes, block, count)
