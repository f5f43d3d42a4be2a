"""What slimes that touch do to each other in every substep: equal and opposite impulses, all in float32.

They come between the solve and the contact with what is solid, so momentum is kept to rounding and a crowd
comes to rest.
"""

import math

import numpy as np

from components.softbody import Floats32
from systems.softbody.contacts import (
    FRICTION,
    IS_DEEP,
    LIGHT,
    NORMAL,
    OFFSET,
    OTHER_LIGHT,
    PRESSED,
    SHIFT,
    WAY_OUT,
    WEIGHTS,
    Contacts,
)
from systems.softbody.lanes import START, Lanes, Scratch, Y, Z
from systems.softbody.vectors import lean_lane_kernel

f32 = np.float32
LEAST_WEIGHT, MOST_WEIGHT = f32(-2.0), f32(3.0)
"""Limits of a corner's weight: the point along the normal may lie beside its triangle, but not far [1]."""
SEEN = f32(1e-6)
"""Twice the area of a triangle, seen along the normal, below which it has no inside [cm²]."""
NONE, ONE, TINY = f32(0.0), f32(1.0), f32(1e-9)


@lean_lane_kernel
def exchange(
    lanes: Lanes, scratch: Scratch, contacts: Contacts, first: int, last: int, h: np.float32
) -> None:
    """One sweep of impulses over contacts, at the level of velocities.

    The weights of the point on the triangle along the normal are taken anew in each substep, so that both
    impulses lie on one line and the angular momentum holds.
    """
    v, e = lanes.velocities, scratch.escapes
    for k in range(first, last):
        places, numbers = contacts.places[k], contacts.numbers[k]
        own = scratch.places[places[4]] - lanes.blocks[places[4], START]
        other = scratch.places[places[5]] - lanes.blocks[places[5], START]
        i, a, b, c = places[0], places[1], places[2], places[3]
        nx, ny, nz = numbers[NORMAL], numbers[NORMAL + 1], numbers[NORMAL + 2]
        gap, wa, wb, wc = _gap(scratch.previous, numbers, i + own, a + other, b + other, c + other)
        sx = v[i] - (wa * v[a] + wb * v[b] + wc * v[c])
        sy = v[i + Y] - (wa * v[a + Y] + wb * v[b + Y] + wc * v[c + Y])
        sz = v[i + Z] - (wa * v[a + Z] + wb * v[b + Z] + wc * v[c + Z])
        speed = nx * sx + ny * sy + nz * sz
        target = min(-gap / h, numbers[WAY_OUT])
        missing = target - speed
        if gap < NONE:
            missing -= _along(e, numbers, i + own, a + other, b + other, c + other, wa, wb, wc)
        if not missing > NONE:
            continue
        numbers[PRESSED] += missing
        way_out = min(missing, max(target, NONE))
        stopping = missing - way_out
        sx, sy, sz = sx - speed * nx, sy - speed * ny, sz - speed * nz
        slip = f32(math.sqrt(sx * sx + sy * sy + sz * sz)) + TINY
        grip = min(numbers[FRICTION] * stopping / slip, ONE)
        w, t = numbers[LIGHT], numbers[OTHER_LIGHT]
        share = ONE / (w + t * (wa * wa + wb * wb + wc * wc))
        jx = (stopping * nx - grip * sx) * share
        jy = (stopping * ny - grip * sy) * share
        jz = (stopping * nz - grip * sz) * share
        _give(v, i, w, jx, jy, jz)
        _give(v, a, -t * wa, jx, jy, jz)
        _give(v, b, -t * wb, jx, jy, jz)
        _give(v, c, -t * wc, jx, jy, jz)
        if way_out > NONE:
            jx, jy, jz = way_out * nx * share, way_out * ny * share, way_out * nz * share
            _give(e, i + own, w, jx, jy, jz)
            _give(e, a + other, -t * wa, jx, jy, jz)
            _give(e, b + other, -t * wb, jx, jy, jz)
            _give(e, c + other, -t * wc, jx, jy, jz)


@lean_lane_kernel
def _gap(
    x: Floats32, numbers: Floats32, i: int, a: int, b: int, c: int
) -> tuple[np.float32, np.float32, np.float32, np.float32]:
    """Distance of the particle from the triangle along the normal [cm], and the weights of the corners."""
    nx, ny, nz = numbers[NORMAL], numbers[NORMAL + 1], numbers[NORMAL + 2]
    wa, wb, wc = numbers[WEIGHTS], numbers[WEIGHTS + 1], numbers[WEIGHTS + 2]
    rx = x[i] - x[a] + numbers[SHIFT]
    ry = x[i + Y] - x[a + Y] + numbers[SHIFT + 1]
    rz = x[i + Z] - x[a + Z] + numbers[SHIFT + 2]
    ux, uy, uz = x[b] - x[a], x[b + Y] - x[a + Y], x[b + Z] - x[a + Z]
    qx, qy, qz = x[c] - x[a], x[c + Y] - x[a + Y], x[c + Z] - x[a + Z]
    area = nx * (uy * qz - uz * qy) + ny * (uz * qx - ux * qz) + nz * (ux * qy - uy * qx)
    if numbers[IS_DEEP] <= NONE and (area > SEEN or (numbers[IS_DEEP] < NONE and area < -SEEN)):
        wb = (nx * (ry * qz - rz * qy) + ny * (rz * qx - rx * qz) + nz * (rx * qy - ry * qx)) / area
        wc = (nx * (uy * rz - uz * ry) + ny * (uz * rx - ux * rz) + nz * (ux * ry - uy * rx)) / area
        wb = min(max(wb, LEAST_WEIGHT), MOST_WEIGHT)
        wc = min(max(wc, LEAST_WEIGHT), MOST_WEIGHT)
        wa = ONE - wb - wc
    x_apart, y_apart, z_apart = rx - wb * ux - wc * qx, ry - wb * uy - wc * qy, rz - wb * uz - wc * qz
    return numbers[OFFSET] + (nx * x_apart + ny * y_apart + nz * z_apart), wa, wb, wc


@lean_lane_kernel
def _along(
    e: Floats32,
    numbers: Floats32,
    i: int,
    a: int,
    b: int,
    c: int,
    wa: np.float32,
    wb: np.float32,
    wc: np.float32,
) -> np.float32:
    """Speed along the normal at which escapes part particle and triangle already [cm/s]."""
    speed = NONE
    for axis in range(3):
        o = axis * Y
        speed += numbers[NORMAL + axis] * (e[i + o] - (wa * e[a + o] + wb * e[b + o] + wc * e[c + o]))
    return speed


@lean_lane_kernel
def _give(
    vectors: Floats32, place: int, weight: np.float32, x: np.float32, y: np.float32, z: np.float32
) -> None:
    vectors[place] += weight * x
    vectors[place + Y] += weight * y
    vectors[place + Z] += weight * z
