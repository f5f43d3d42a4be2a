"""The triangle of a surface that is nearest to a point: true distance, however the surface is folded."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32
from systems.kernel import inlined_kernel, lean_kernel
from systems.softbody.vectors import (
    LANES,
    below,
    bits_of,
    choose,
    first_bit_of,
    inlined_lane_kernel,
    larger,
    least_of,
    load,
    smaller,
    spread,
    store,
)

f32 = np.float32
NONE, ONE, TWO = f32(0.0), f32(1.0), f32(2.0)
FLAT = f32(1e-12)
"""Least square of a side, and of a doubled area, that is divided by [cm², cm⁴]."""
DOUBT = f32(2e-3)
"""What float32 may miss of a squared distance [cm²]."""
SAME = 1e-6
"""Distances that differ by less are the same, as those from two triangles with one side [cm]."""
SIDES = 16
"""Numbers of a triangle in `Patch.sides`."""
EVERYONE = (1 << LANES) - 1
"""A bit for each lane."""
AWAY = f32(1e30)
"""Squared distance of what is not to be found [cm²]."""


class Patch(NamedTuple):
    """Some triangles of a body, and how far they are from a point."""

    triangles: Integers
    """Which they are, shape [room]."""
    sides: Floats32
    """Of each triangle: first corner (3), the ways from there to the second (3) and the third (3) [cm];
    square of the one, product and square of the other [cm²], the inverses of both squares and of that of the
    third side, and of the squared doubled area; shape [SIDES, room]."""
    flat: Floats32
    """The same in one row."""
    squares: Floats32
    """Squared distance of each from a point [cm²], shape [room]."""


def room_for_patch(triangle_count: int) -> Patch:
    """Room for so many triangles, in whole vectors."""
    room = (triangle_count + LANES - 1) // LANES * LANES
    sides = np.empty((SIDES, room), f32)
    return Patch(np.empty(room, np.int64), sides, sides.reshape(-1), np.empty(room, f32))


@lean_kernel
def list_triangles(corners: Integers, x: Floats32, near: Flags, patch: Patch) -> int:
    """Lists the triangles of a body with a corner that is near something; returns how many there are.

    Args:
        corners: All its triangles, shape [triangle_count, 3].
        x: Its particles [cm], shape [particle_count, 3].
        near: Which of them are near, shape [particle_count].
        patch: Receives the triangles.
    """
    count = 0
    for t in range(corners.shape[0]):
        if near[corners[t, 0]] or near[corners[t, 1]] or near[corners[t, 2]]:
            patch.triangles[count] = t
            count += 1
    for k in range(count):
        _write_sides(corners[patch.triangles[k]], x, patch, k)
    return count


@inlined_kernel
def _write_sides(corners: Integers, x: Floats32, patch: Patch, k: int) -> None:
    sides = patch.sides
    a, b, c = corners[0], corners[1], corners[2]
    ux, uy, uz = x[b, 0] - x[a, 0], x[b, 1] - x[a, 1], x[b, 2] - x[a, 2]
    wx, wy, wz = x[c, 0] - x[a, 0], x[c, 1] - x[a, 1], x[c, 2] - x[a, 2]
    uu, uw, ww = ux * ux + uy * uy + uz * uz, ux * wx + uy * wy + uz * wz, wx * wx + wy * wy + wz * wz
    sides[0, k], sides[1, k], sides[2, k] = x[a, 0], x[a, 1], x[a, 2]
    sides[3, k], sides[4, k], sides[5, k] = ux, uy, uz
    sides[6, k], sides[7, k], sides[8, k] = wx, wy, wz
    sides[9, k], sides[10, k], sides[11, k] = uu, uw, ww
    sides[12, k], sides[13, k] = ONE / max(uu, FLAT), ONE / max(ww, FLAT)
    sides[14, k] = ONE / max(uu - TWO * uw + ww, FLAT)
    sides[15, k] = ONE / max(uu * ww - uw * uw, FLAT)


@inlined_lane_kernel
def measure_distances(patch: Patch, count: int, x: float, y: float, z: float) -> None:
    """Measures how far a point is from each listed triangle: the least way to its sides, or to its face."""
    px, py, pz = spread(f32(x)), spread(f32(y)), spread(f32(z))
    zero, one, two = spread(NONE), spread(ONE), spread(TWO)
    sides, room = patch.flat, patch.squares.shape[0]
    for k in range(0, count, LANES):
        rx = px - load(sides, k)
        ry = py - load(sides, room + k)
        rz = pz - load(sides, 2 * room + k)
        uu, uw, ww = load(sides, 9 * room + k), load(sides, 10 * room + k), load(sides, 11 * room + k)
        rr = rx * rx + ry * ry + rz * rz
        ur = load(sides, 3 * room + k) * rx + load(sides, 4 * room + k) * ry + load(sides, 5 * room + k) * rz
        wr = load(sides, 6 * room + k) * rx + load(sides, 7 * room + k) * ry + load(sides, 8 * room + k) * rz
        vr, vv = (wr - ur) - (uw - uu), uu - two * uw + ww
        s = smaller(larger(ur * load(sides, 12 * room + k), zero), one)
        t = smaller(larger(wr * load(sides, 13 * room + k), zero), one)
        r = smaller(larger(vr * load(sides, 14 * room + k), zero), one)
        to_u = rr - s * (two * ur - s * uu)
        to_w = rr - t * (two * wr - t * ww)
        to_v = (rr - two * ur + uu) - r * (two * vr - r * vv)
        per_area = load(sides, 15 * room + k)
        s, t = (ww * ur - uw * wr) * per_area, (uu * wr - uw * ur) * per_area
        to_face = rr - s * ur - t * wr
        is_beside = below(smaller(smaller(s, t), one - s - t), zero)
        square = choose(is_beside, smaller(smaller(to_u, to_w), to_v), to_face)
        store(patch.squares, k, larger(square, zero))
    for k in range(count, (count + LANES - 1) // LANES * LANES):
        patch.squares[k] = AWAY


@inlined_lane_kernel
def nearest(
    patch: Patch,
    count: int,
    corners: Integers,
    positions: Floats32,
    x: float,
    y: float,
    z: float,
    reach: float,
    depth: float,
    spot: Floats,
) -> int:
    """The listed triangle that is nearest to a point, the first of those that are; -1 where none is near.

    Args:
        patch: The triangles, measured from the point.
        count: How many are listed.
        corners: All triangles of the body, shape [triangle_count, 3].
        positions: Its particles [cm], shape [particle_count, 3].
        x: The point [cm].
        y: The point [cm].
        z: The point [cm].
        reach: How far away it may be [cm].
        depth: How far away it may be on the inner side [cm].
        spot: Receives the weights of the corners at the nearest point, the way from there to the point (3),
            and its length [cm]; shape [7].
    """
    if count == 0:
        return -1
    squares, least = patch.squares, spread(AWAY)
    for k in range(0, count, LANES):
        least = smaller(load(squares, k), least)
    square = least_of(least)
    if square > reach * reach and (depth < reach or square > depth * depth):
        return -1
    most = f32(square + DOUBT)
    hits, place = 0, 0
    for k in range(0, count, LANES):
        hit = EVERYONE ^ bits_of(below(spread(most), load(squares, k)))
        if hit != 0:
            is_one = hits == 0 and hit & (hit - 1) == 0
            hits, place = 1 if is_one else 2, k + first_bit_of(hit)
            if not is_one:
                break
    if hits == 1:
        triangle = patch.triangles[place]
    else:
        triangle = _first(patch, count, corners, positions, x, y, z, most, spot)
    if square > reach * reach and not is_below(positions, corners[triangle], x, y, z):
        return -1
    closest(positions, corners[triangle], x, y, z, spot)
    return int(triangle)


@lean_kernel
def _first(
    patch: Patch,
    count: int,
    corners: Integers,
    positions: Floats32,
    x: float,
    y: float,
    z: float,
    most: np.float32,
    spot: Floats,
) -> int:
    """The first of the nearest triangles among those whose squared distance is at most that."""
    found, least = 0, math.inf
    for k in range(count):
        if patch.squares[k] <= most:
            closest(positions, corners[patch.triangles[k]], x, y, z, spot)
            if spot[6] < least - SAME:
                found, least = patch.triangles[k], spot[6]
    return int(found)


@inlined_kernel
def is_below(positions: Floats32, corners: Integers, x: float, y: float, z: float) -> bool:
    """Whether a point is on the inner side of a triangle."""
    a, b, c = positions[corners[0]], positions[corners[1]], positions[corners[2]]
    ux, uy, uz = float(b[0] - a[0]), float(b[1] - a[1]), float(b[2] - a[2])
    wx, wy, wz = float(c[0] - a[0]), float(c[1] - a[1]), float(c[2] - a[2])
    nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    return bool((x - a[0]) * nx + (y - a[1]) * ny + (z - a[2]) * nz < 0.0)


@inlined_kernel
def closest(positions: Floats32, corners: Integers, x: float, y: float, z: float, spot: Floats) -> None:
    """Writes the weights of a triangle's corners at the point nearest to another, and its distance [cm].

    They are the same to the last bit when the second corner and the third change places.

    The regions of corners, sides and face (Ericson, Real-Time Collision Detection, 2005, section 5.1.5).
    """
    a, b, c = positions[corners[0]], positions[corners[1]], positions[corners[2]]
    ux, uy, uz = float(b[0] - a[0]), float(b[1] - a[1]), float(b[2] - a[2])
    wx, wy, wz = float(c[0] - a[0]), float(c[1] - a[1]), float(c[2] - a[2])
    rx, ry, rz = x - a[0], y - a[1], z - a[2]
    uu, uw, ww = ux * ux + uy * uy + uz * uz, ux * wx + uy * wy + uz * wz, wx * wx + wy * wy + wz * wz
    ua, wa = ux * rx + uy * ry + uz * rz, wx * rx + wy * ry + wz * rz
    ub, wb, uc, wc = ua - uu, wa - uw, ua - uw, wa - ww
    over_a, over_b, over_c = ub * wc - uc * wb, uc * wa - ua * wc, ua * wb - ub * wa
    if ua <= 0.0 and wa <= 0.0:
        s, t = 0.0, 0.0
    elif ub >= 0.0 and wb <= ub:
        s, t = 1.0, 0.0
    elif over_c <= 0.0 and ua >= 0.0 and ub <= 0.0:
        s, t = ua / (ua - ub), 0.0
    elif wc >= 0.0 and uc <= wc:
        s, t = 0.0, 1.0
    elif over_b <= 0.0 and wa >= 0.0 and wc <= 0.0:
        s, t = 0.0, wa / (wa - wc)
    elif over_a <= 0.0 and wb >= ub and uc >= wc:
        total = 1.0 / ((uc - wc) + (wb - ub))
        s, t = (uc - wc) * total, (wb - ub) * total
    else:
        total = 1.0 / (over_a + (over_b + over_c))
        s, t = over_b * total, over_c * total
    rx, ry, rz = rx - (s * ux + t * wx), ry - (s * uy + t * wy), rz - (s * uz + t * wz)
    spot[0], spot[1], spot[2] = 1.0 - (s + t), s, t
    spot[3], spot[4], spot[5] = rx, ry, rz
    spot[6] = math.sqrt(rx * rx + ry * ry + rz * rz)
