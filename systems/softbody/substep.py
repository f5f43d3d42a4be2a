"""One substep of a block of bodies, all lanes at once.

Predict; solve edges and volume (XPBD, one sweep: Macklin et al., Small Steps in Physics Simulation, SCA
2019); take from what they changed the part that no internal force can cause, and damp; then meet what is
solid, in velocities. Contact comes last, so that nothing undoes it.

Internal forces can move neither the momentum nor the angular momentum of a body. Solved one after the other
they do so a little; that part, the rigid motion with the same momenta, is taken out again. Damping blends
the velocities toward the rigid motion with the same momenta (Mueller, Heidelberger, Hennix, Ratcliff:
Position Based Dynamics, 2006, section 3.5). Both are rigid, so one field does both.

All particles of a body weigh the same, so masses drop out of everything here.
"""

import numpy as np

from components.arrays import Floats
from systems.softbody.lanes import (
    MATERIAL_ROWS,
    MEMORY,
    MESH,
    PLANE_ROWS,
    ROW,
    START,
    Lanes,
    Material,
    Plane,
    Planes,
    Scratch,
    Y,
    Z,
)
from systems.softbody.rings import ring_area
from systems.softbody.tables import EDGES, FIRST_EDGE, FIRST_QUAD, PARTICLES, Meshes
from systems.softbody.vectors import (
    LANES,
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
RUN = 16
"""Particles whose changes are added up before all of these sums are: fewer large sums are rounded."""
BLOCK_PLANES = PLANE_ROWS * LANES
BLOCK_MATERIALS = MATERIAL_ROWS * LANES

SOFTNESS = int(Material.SOFTNESS) * LANES
SIZE = int(Material.SIZE) * LANES
VOLUME = int(Material.VOLUME) * LANES
VOLUME_SOFTNESS = int(Material.VOLUME_SOFTNESS) * LANES
DAMPING = int(Material.DAMPING) * LANES
LONGEST_MOVE = int(Material.LONGEST_MOVE) * LANES
MAX_SPEED = int(Material.MAX_SPEED) * LANES
LOCKED = int(Material.LOCKED) * LANES
DEPENETRATION = int(Material.DEPENETRATION) * LANES
WEIGHT = int(Material.WEIGHT) * LANES
PLASTICITY = int(Material.PLASTICITY) * LANES
YIELD = int(Material.YIELD) * LANES
PLASTIC_LIMIT = int(Material.PLASTIC_LIMIT) * LANES

OFFSET = int(Plane.OFFSET) * LANES
VELOCITY = int(Plane.VELOCITY) * LANES
FRICTION = int(Plane.FRICTION) * LANES
SHARED = int(Plane.SHARED) * LANES
PRESSED = int(Plane.PRESSED) * LANES
IMPULSE = int(Plane.IMPULSE) * LANES


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
    share = one / (spread(f32(2.0)) + softness)
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
    rest = load(lanes.materials, material + VOLUME)
    softness = load(lanes.materials, material + VOLUME_SOFTNESS) / spread(f32(h * h))
    way = (rest - volume) * spread(f32(6.0)) / larger(square + spread(f32(36.0)) * softness, tiny)
    limit = load(lanes.materials, material + LONGEST_MOVE) / root(larger(steepest, tiny))
    return larger(smaller(way, limit), zero - limit)


@lean_lane_kernel
def take_change(lanes: Lanes, scratch: Scratch, block: int, count: int, way: Vector, h: np.float32) -> None:
    """Adds what edges and volume changed to the velocities, without its rigid part, and damps.

    The change is the difference of the solved and the predicted position, computed with the same rounding,
    so it is exactly zero where no constraint moved anything. One that would make a particle faster than
    the body's limit is shortened.
    """
    base = lanes.blocks[block, START]
    place = scratch.places[block]
    material = block * BLOCK_MATERIALS
    zero = spread(f32(0.0))
    one = spread(f32(1.0))
    tiny = spread(f32(1e-12))
    step = spread(h)
    rate = spread(f32(f32(1.0) / h))
    share = spread(f32(f32(1.0) / f32(count)))
    fastest = load(lanes.materials, material + MAX_SPEED)
    too_fast = fastest * fastest
    total = place + count * ROW
    cx = load(scratch.previous, total) * share
    cy = load(scratch.previous, total + Y) * share
    cz = load(scratch.previous, total + Z) * share
    # Sums over the particles: velocity v and its moment n, second moments, and the changes and their moments,
    # which nearly cancel: so they are added up run by run (d, m), and then those of all runs (t, u).
    sx = sy = sz = zero
    nx = ny = nz = zero
    xx = yy = zz = zero
    xy = xz = yz = zero
    tx = ty = tz = zero
    ux = uy = uz = zero
    for first in range(0, count, RUN):
        dx = dy = dz = zero
        mx = my = mz = zero
        for i in range(first, min(first + RUN, count)):
            o = i * ROW
            a = base + o
            p = place + o
            x = load(scratch.previous, p)
            y = load(scratch.previous, p + Y)
            z = load(scratch.previous, p + Z)
            vx = load(lanes.velocities, a)
            vy = load(lanes.velocities, a + Y)
            vz = load(lanes.velocities, a + Z)
            gx = way * load(scratch.changes, o)
            gy = way * load(scratch.changes, o + Y)
            gz = way * load(scratch.changes, o + Z)
            ax = ((load(lanes.positions, a) - (x + step * vx)) + gx) * rate
            ay = ((load(lanes.positions, a + Y) - (y + step * vy)) + gy) * rate
            az = ((load(lanes.positions, a + Z) - (z + step * vz)) + gz) * rate
            wx = vx + ax
            wy = vy + ay
            wz = vz + az
            square = wx * wx + wy * wy + wz * wz
            if any_of(below(too_fast, square)):
                excess = larger(zero, one - fastest / root(larger(square, tiny)))
                ax = ax - excess * wx
                ay = ay - excess * wy
                az = az - excess * wz
                wx = vx + ax
                wy = vy + ay
                wz = vz + az
            store(lanes.velocities, a, wx)
            store(lanes.velocities, a + Y, wy)
            store(lanes.velocities, a + Z, wz)
            rx = x - cx
            ry = y - cy
            rz = z - cz
            dx = dx + ax
            dy = dy + ay
            dz = dz + az
            sx = sx + vx
            sy = sy + vy
            sz = sz + vz
            mx = mx + (ry * az - rz * ay)
            my = my + (rz * ax - rx * az)
            mz = mz + (rx * ay - ry * ax)
            nx = nx + (ry * vz - rz * vy)
            ny = ny + (rz * vx - rx * vz)
            nz = nz + (rx * vy - ry * vx)
            xx = xx + rx * rx
            yy = yy + ry * ry
            zz = zz + rz * rz
            xy = xy + rx * ry
            xz = xz + rx * rz
            yz = yz + ry * rz
        tx = tx + dx
        ty = ty + dy
        tz = tz + dz
        ux = ux + mx
        uy = uy + my
        uz = uz + mz
    damping = damped_share(load(lanes.materials, material + DAMPING) * step)
    bx = (damping * (sx + tx) - tx) * share
    by = (damping * (sy + ty) - ty) * share
    bz = (damping * (sz + tz) - tz) * share
    mean_x = sx * share
    mean_y = sy * share
    mean_z = sz * share
    square = mean_x * mean_x + mean_y * mean_y + mean_z * mean_z
    if any_of(below(too_fast, square)):
        excess = larger(zero, one - fastest / root(larger(square, tiny)))
        bx = bx - excess * mean_x
        by = by - excess * mean_y
        bz = bz - excess * mean_z
    ex = damping * (nx + ux) - ux
    ey = damping * (ny + uy) - uy
    ez = damping * (nz + uz) - uz
    wx, wy, wz = turn_of(ex, ey, ez, xx, yy, zz, xy, xz, yz)
    for i in range(count):
        a = base + i * ROW
        p = place + i * ROW
        rx = load(scratch.previous, p) - cx
        ry = load(scratch.previous, p + Y) - cy
        rz = load(scratch.previous, p + Z) - cz
        vx = load(lanes.velocities, a)
        vy = load(lanes.velocities, a + Y)
        vz = load(lanes.velocities, a + Z)
        store(lanes.velocities, a, vx + (bx + (wy * rz - wz * ry) - damping * vx))
        store(lanes.velocities, a + Y, vy + (by + (wz * rx - wx * rz) - damping * vy))
        store(lanes.velocities, a + Z, vz + (bz + (wx * ry - wy * rx) - damping * vz))


@lean_lane_kernel
def turn_of(
    ex: Vector,
    ey: Vector,
    ez: Vector,
    xx: Vector,
    yy: Vector,
    zz: Vector,
    xy: Vector,
    xz: Vector,
    yz: Vector,
) -> tuple[Vector, Vector, Vector]:
    """Angular velocity of particles with an angular momentum e and second moments S.

    It is the inverse of trace(S) 1 - S times e, by cofactors; e and S are of particles of mass 1.
    """
    trace = xx + yy + zz
    floor = trace * spread(f32(1e-7))
    ia = yy + zz + floor
    ib = xx + zz + floor
    ic = xx + yy + floor
    aa = ib * ic - yz * yz
    ab = xz * yz + xy * ic
    ac = xy * yz + xz * ib
    bb = ia * ic - xz * xz
    bc = xy * xz + ia * yz
    cc = ia * ib - xy * xy
    determinant = ia * aa - xy * ab - xz * ac
    least = larger(trace * trace * trace * spread(f32(1e-6)), spread(f32(1e-12)))
    inverse = spread(f32(1.0)) / larger(determinant, least)
    return (
        (aa * ex + ab * ey + ac * ez) * inverse,
        (ab * ex + bb * ey + bc * ez) * inverse,
        (ac * ex + bc * ey + cc * ez) * inverse,
    )


@lean_lane_kernel
def damped_share(rate: Vector) -> Vector:
    """1 - exp(-rate) for small rates, to 1e-12 at 0.01, by operations that round alike on every machine."""
    one = spread(f32(1.0))
    series = one + rate * spread(f32(1.0 / 4.0))
    series = one + rate * spread(f32(1.0 / 3.0)) * series
    series = one + rate * spread(f32(1.0 / 2.0)) * series
    return one - one / (one + rate * series)


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
