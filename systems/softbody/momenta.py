"""What constraints changed becomes velocities that have the momenta of before, damped but for rigid motion.

Internal forces can move neither the momentum nor the angular momentum of a body. Solved one after the other
they do so a little; that part, the rigid motion with the same momenta, is taken out again. Damping blends
the velocities toward the rigid motion with the same momenta (Mueller, Heidelberger, Hennix, Ratcliff:
Position Based Dynamics, 2006, section 3.5). Both are rigid, so one field does both.

All particles of a body weigh the same, so masses drop out of everything here.
"""

import numpy as np

from systems.softbody.lanes import ROW, START, Lanes, Scratch, Y, Z
from systems.softbody.offsets import BLOCK_MATERIALS, DAMPING, MAX_SPEED
from systems.softbody.vectors import (
    Vector,
    any_of,
    below,
    larger,
    lean_lane_kernel,
    load,
    root,
    spread,
    store,
)

f32 = np.float32
RUN = 16
"""Particles whose changes are added up before all of these sums are: fewer large sums are rounded."""


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
