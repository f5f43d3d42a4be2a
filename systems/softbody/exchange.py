"""What slimes that touch do to each other in every substep: equal and opposite impulses, all in float32.

They come between the solve and the contact with what is solid, so momentum is kept to rounding and a crowd
comes to rest. Angular momentum is kept as well, though a particle and the point below it are apart:

- The point of the triangle is the one along the normal, so what acts along the normal acts on one line.
- Friction j across the normal n acts at both ends of the gap g, which makes a couple g n x j. The triangle
  takes it up by impulses along n at its corners. The gradients of the corners' weights w add up to nothing
  and map places to themselves, so these impulses are g (grad w . j) n. Seen the other way round, the slip is
  that of a point which the tilting triangle carries on a stalk as long as the gap.
- A way out at speed e for the time h, which is no momentum, shifts masses that slide with speed s: for each
  unit of e a change of h n x s. It is made up for in the same way.
"""

import math
from typing import TypeAlias

import numpy as np

from components.softbody import Floats32
from systems.kernel import inlined_kernel
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
Float: TypeAlias = np.float32
Below: TypeAlias = tuple[bool, Float, Float, Float, Float, Float, Float, Float, Float, Float]
BESIDE = f32(-1.0)
"""Least weight of a corner: a triangle tells nothing of what is further beside it [1]."""
STEEP = f32(0.04)
"""Squared cosine between the normal and the triangle's own below which it tells nothing either [1]."""
NONE, HALF, ONE, TINY = f32(0.0), f32(0.5), f32(1.0), f32(1e-9)


@lean_lane_kernel
def exchange(
    lanes: Lanes, scratch: Scratch, contacts: Contacts, first: int, last: int, h: np.float32
) -> None:
    """One sweep of impulses over contacts, at the level of velocities."""
    v, e = lanes.velocities, scratch.escapes
    for k in range(first, last):
        places, numbers = contacts.places[k], contacts.numbers[k]
        own = scratch.places[places[4]] - lanes.blocks[places[4], START]
        other = scratch.places[places[5]] - lanes.blocks[places[5], START]
        i, a, b, c = places[0], places[1], places[2], places[3]
        nx, ny, nz = numbers[NORMAL], numbers[NORMAL + 1], numbers[NORMAL + 2]
        is_met, lever, wb, wc, bx, by, bz, cx, cy, cz = _below(
            scratch.previous, numbers, i + own, a + other, b + other, c + other
        )
        if not is_met:
            continue
        wa = ONE - (wb + wc)
        sx, sy, sz = _difference(v, i, a, b, c, wa, wb, wc)
        speed, gap = nx * sx + ny * sy + nz * sz, lever + numbers[OFFSET]
        target = min(-gap / h, numbers[WAY_OUT])
        missing = target - speed
        if gap < NONE:
            ex, ey, ez = _difference(e, i + own, a + other, b + other, c + other, wa, wb, wc)
            missing -= nx * ex + ny * ey + nz * ez
        if not missing > NONE:
            continue
        numbers[PRESSED] += missing
        way_out = min(missing, max(target, NONE))
        w, t = numbers[LIGHT], numbers[OTHER_LIGHT]
        mass = ONE / (w + t * (wa * wa + (wb * wb + wc * wc)))
        push, escape = (missing - way_out) * mass, way_out * mass
        tilt_b, tilt_c = _tilt(v, a, b, nx, ny, nz, lever), _tilt(v, a, c, nx, ny, nz, lever)
        tx, ty, tz = tilt_b * bx + tilt_c * cx, tilt_b * by + tilt_c * cy, tilt_b * bz + tilt_c * cz
        sx, sy, sz = sx - speed * nx + tx, sy - speed * ny + ty, sz - speed * nz + tz
        past_b, past_c = bx * sx + by * sy + bz * sz, cx * sx + cy * sy + cz * sz
        steps = past_b * past_b + past_c * past_c + (past_b + past_c) * (past_b + past_c)
        square = sx * sx + sy * sy + sz * sz + TINY
        lightness = ONE / mass + t * lever * lever * steps / square
        grip = min(numbers[FRICTION] * push / f32(math.sqrt(square)), ONE / lightness)
        fb, fc = -lever * grip * past_b, -lever * grip * past_c
        if escape > NONE:
            span = escape * min(h, HALF / (f32(math.sqrt(steps)) + TINY))
            left = ONE - grip / mass
            fb += span * (left * past_b - (bx * tx + by * ty + bz * tz))
            fc += span * (left * past_c - (cx * tx + cy * ty + cz * tz))
        jx, jy, jz = push * nx - grip * sx, push * ny - grip * sy, push * nz - grip * sz
        _give(v, i, w, jx, jy, jz)
        _take(v, a, t, wa, jx, jy, jz, -fb - fc, nx, ny, nz)
        _take(v, b, t, wb, jx, jy, jz, fb, nx, ny, nz)
        _take(v, c, t, wc, jx, jy, jz, fc, nx, ny, nz)
        if escape > NONE:
            _give(e, i + own, w * escape, nx, ny, nz)
            _give(e, a + other, -t * wa * escape, nx, ny, nz)
            _give(e, b + other, -t * wb * escape, nx, ny, nz)
            _give(e, c + other, -t * wc * escape, nx, ny, nz)


@inlined_kernel
def _tilt(
    v: Floats32, a: int, b: int, nx: np.float32, ny: np.float32, nz: np.float32, lever: np.float32
) -> np.float32:
    """How much faster one corner goes along the normal than another, times a length [cm²/s]."""
    speed: np.float32 = nx * (v[b] - v[a]) + ny * (v[b + Y] - v[a + Y]) + nz * (v[b + Z] - v[a + Z])
    return f32(lever * speed)


@inlined_kernel
def _below(x: Floats32, numbers: Floats32, i: int, a: int, b: int, c: int) -> Below:
    """The point of the triangle along the normal.

    Returns:
        Whether the triangle is there, how far the particle is above it [cm], the weights of the second and
        third corner, and their gradients (3, 3) [1/cm]. Bodies that are pushed apart as wholes keep the
        weights they have, and have no gradients.
    """
    nx, ny, nz = numbers[NORMAL], numbers[NORMAL + 1], numbers[NORMAL + 2]
    rx = x[i] - x[a] + numbers[SHIFT]
    ry = x[i + Y] - x[a + Y] + numbers[SHIFT + 1]
    rz = x[i + Z] - x[a + Z] + numbers[SHIFT + 2]
    ux, uy, uz = x[b] - x[a], x[b + Y] - x[a + Y], x[b + Z] - x[a + Z]
    qx, qy, qz = x[c] - x[a], x[c + Y] - x[a + Y], x[c + Z] - x[a + Z]
    ax, ay, az = uy * qz - uz * qy, uz * qx - ux * qz, ux * qy - uy * qx
    area = nx * ax + ny * ay + nz * az
    wb, wc = numbers[WEIGHTS + 1], numbers[WEIGHTS + 2]
    if numbers[IS_DEEP] > NONE:
        x_apart, y_apart, z_apart = (
            rx - (wb * ux + wc * qx),
            ry - (wb * uy + wc * qy),
            rz - (wb * uz + wc * qz),
        )
        along = nx * x_apart + ny * y_apart + nz * z_apart
        return True, along, wb, wc, NONE, NONE, NONE, NONE, NONE, NONE
    is_there = area * area > STEEP * (ax * ax + ay * ay + az * az) and (
        area > NONE or numbers[IS_DEEP] < NONE
    )
    scale = ONE / area if is_there else NONE
    bx, by, bz = (qy * nz - qz * ny) * scale, (qz * nx - qx * nz) * scale, (qx * ny - qy * nx) * scale
    cx, cy, cz = (ny * uz - nz * uy) * scale, (nz * ux - nx * uz) * scale, (nx * uy - ny * ux) * scale
    wb, wc = bx * rx + by * ry + bz * rz, cx * rx + cy * ry + cz * rz
    x_apart, y_apart, z_apart = rx - (wb * ux + wc * qx), ry - (wb * uy + wc * qy), rz - (wb * uz + wc * qz)
    along = nx * x_apart + ny * y_apart + nz * z_apart
    is_there = is_there and min(wb, wc, ONE - (wb + wc)) >= BESIDE
    return is_there, along, wb, wc, bx, by, bz, cx, cy, cz


@inlined_kernel
def _difference(
    v: Floats32, i: int, a: int, b: int, c: int, wa: np.float32, wb: np.float32, wc: np.float32
) -> tuple[np.float32, np.float32, np.float32]:
    """A particle's vector less that of the point on the triangle."""
    return (
        v[i] - (wa * v[a] + (wb * v[b] + wc * v[c])),
        v[i + Y] - (wa * v[a + Y] + (wb * v[b + Y] + wc * v[c + Y])),
        v[i + Z] - (wa * v[a + Z] + (wb * v[b + Z] + wc * v[c + Z])),
    )


@inlined_kernel
def _take(
    v: Floats32,
    place: int,
    lightness: np.float32,
    weight: np.float32,
    jx: np.float32,
    jy: np.float32,
    jz: np.float32,
    f: np.float32,
    nx: np.float32,
    ny: np.float32,
    nz: np.float32,
) -> None:
    """A corner's share of the impulse j, the other way, and an impulse f along the normal."""
    _give(v, place, lightness, f * nx - weight * jx, f * ny - weight * jy, f * nz - weight * jz)


@inlined_kernel
def _give(
    vectors: Floats32, place: int, weight: np.float32, x: np.float32, y: np.float32, z: np.float32
) -> None:
    vectors[place] += weight * x
    vectors[place + Y] += weight * y
    vectors[place + Z] += weight * z
