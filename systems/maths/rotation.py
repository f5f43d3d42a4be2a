"""Rotations built from axes, matrices and rotators, as Unreal builds them.

A matrix is 3x3 with the images of the axes X, Y, Z as rows; a rotator is (pitch, yaw, roll) in degrees with
R = Rz(yaw) Ry(-pitch) Rx(-roll); a quaternion is (x, y, z, w). Arguments that are not finite raise
ValueError naming them; a zero vector gives what each function says. Every function takes rows of vectors,
matrices or quaternions, too, and gives rows of results.

The forms of one axis flip by half a turn where up is replaced (seed 002). With `continuous=True` they do
not: they turn the frame that looks at the viewer, along -Y, by the least rotation. That is the same for
every level direction, rolls half a turn on the way from one side over the top to the other instead of all
at once, and has its one singular direction where a side view never looks: straight into the screen, +Y.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.kernel import kernel
from systems.maths.checks import finite, unit
from systems.maths.elementary import arctangent, sine_cosine
from systems.maths.quaternion import Quadruple, rotate, shortest_arc
from systems.maths.rowwise import over_rows

UPRIGHT = 1.0 - 1e-4
"""Z of a unit vector from which X stands in for up (seed 002)."""
COLLINEAR = 1e-8
"""How close to 1 the cosine of two axes may come before the second is replaced."""
TO_VIEWER = np.array((0.0, -1.0, 0.0))
"""The direction that the continuous forms start from."""
GIMBAL = 1e-9
"""Level part of the X axis below which yaw and roll turn about the same axis."""


@over_rows(1)
def make_from_x(x_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix whose X axis points along a vector, shape [3, 3]; zeros for a zero vector.

    Y = up x X and Z = X x Y, where up is +Z, or +X within 0.81 degrees of upright (seed 002).
    """
    return _from_one(unit(x_axis, "x_axis"), 0, continuous=continuous)


@over_rows(1)
def make_from_y(y_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix whose Y axis points along a vector, shape [3, 3]; zeros for a zero vector.

    Z = up x Y and X = Y x Z, up as in `make_from_x`; so +Y does not give the identity.
    """
    return _from_one(unit(y_axis, "y_axis"), 1, continuous=continuous)


@over_rows(1)
def make_from_z(z_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix whose Z axis points along a vector, shape [3, 3]; zeros for a zero vector.

    X = up x Z and Y = Z x X, up as in `make_from_x` (seed 002); so +Z does not give the identity.
    """
    return _from_one(unit(z_axis, "z_axis"), 2, continuous=continuous)


@over_rows(1, 1)
def make_from_xy(x_axis: ArrayLike, y_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps X and bends Y the least, shape [3, 3].

    This and its five siblings keep the first axis; where the second is zero or parallel to it (cosine within
    1e-8 of 1), up stands in as in `make_from_x`, or the continuous form of the first axis alone. Zeros for a
    zero first axis.
    """
    return _from_two(unit(x_axis, "x_axis"), unit(y_axis, "y_axis"), 0, 1, continuous=continuous)


@over_rows(1, 1)
def make_from_xz(x_axis: ArrayLike, z_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps X and bends Z the least, shape [3, 3]; see `make_from_xy`."""
    return _from_two(unit(x_axis, "x_axis"), unit(z_axis, "z_axis"), 0, 2, continuous=continuous)


@over_rows(1, 1)
def make_from_yx(y_axis: ArrayLike, x_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps Y and bends X the least, shape [3, 3]; see `make_from_xy`."""
    return _from_two(unit(y_axis, "y_axis"), unit(x_axis, "x_axis"), 1, 0, continuous=continuous)


@over_rows(1, 1)
def make_from_yz(y_axis: ArrayLike, z_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps Y and bends Z the least, shape [3, 3]; see `make_from_xy`."""
    return _from_two(unit(y_axis, "y_axis"), unit(z_axis, "z_axis"), 1, 2, continuous=continuous)


@over_rows(1, 1)
def make_from_zx(z_axis: ArrayLike, x_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps Z and bends X the least, shape [3, 3]; see `make_from_xy`.

    With a ground normal and a heading this is a foot flat on the ground that still points ahead.
    """
    return _from_two(unit(z_axis, "z_axis"), unit(x_axis, "x_axis"), 2, 0, continuous=continuous)


@over_rows(1, 1)
def make_from_zy(z_axis: ArrayLike, y_axis: ArrayLike, *, continuous: bool = False) -> Floats:
    """Matrix that keeps Z and bends Y the least, shape [3, 3]; see `make_from_xy`."""
    return _from_two(unit(z_axis, "z_axis"), unit(y_axis, "y_axis"), 2, 1, continuous=continuous)


@over_rows(1, 1)
def look_rotation(forward: ArrayLike, up: ArrayLike = (0.0, 0.0, 1.0)) -> Floats:
    """Rotation whose X axis points exactly along forward and whose Z axis leans to up, quaternion [4].

    Forward is kept and up only hinted at (seed 001 calls it with the ground's normal, which leaves the
    foot level on a slope ahead: for feet take `make_from_zx`). A zero forward gives the identity; an up
    that is zero or parallel to forward gives the shortest arc from +X.
    """
    ahead = unit(forward, "forward")
    hint = unit(up, "up")
    if not ahead.any():
        return np.array((0.0, 0.0, 0.0, 1.0))
    if not hint.any() or 1.0 - abs(_dot(ahead, hint)) <= COLLINEAR:
        return shortest_arc((1.0, 0.0, 0.0), ahead)
    return matrix_to_quaternion(_from_two(ahead, hint, 0, 2))


@over_rows(2)
def matrix_to_quaternion(matrix: ArrayLike) -> Floats:
    """Quaternion of a rotation matrix with the axes as rows, shape [4] (Shepperd 1978).

    Its w is positive, or its first component that is not zero where w is. The identity where an axis is
    zero, as Unreal has it.
    """
    rows = finite(matrix, "matrix", (3, 3))
    if not rows.any(axis=1).all():
        return np.array((0.0, 0.0, 0.0, 1.0))
    candidates = np.array(
        (
            rows[0, 0] - rows[1, 1] - rows[2, 2],
            rows[1, 1] - rows[0, 0] - rows[2, 2],
            rows[2, 2] - rows[0, 0] - rows[1, 1],
            rows[0, 0] + rows[1, 1] + rows[2, 2],
        )
    )
    largest = 3 if candidates[3] > 0.0 else int(np.argmax(candidates[:3]))
    double = math.sqrt(max(1.0 + candidates[largest], 0.0))
    return _canonical(_by_largest(rows, largest) * (0.5 / double))


@over_rows(1)
def rotator_to_quaternion(rotator: ArrayLike) -> Floats:
    """Quaternion of a rotator (pitch, yaw, roll) [deg], shape [4]; exact for multiples of 180 degrees."""
    pitch, yaw, roll = finite(rotator, "rotator", (3,)).tolist()
    return np.array(core_rotator(pitch, yaw, roll))


@over_rows(1)
def quaternion_to_rotator(quaternion: ArrayLike) -> Floats:
    """Rotator (pitch, yaw, roll) of a quaternion [deg], shape [3]; pitch in [-90, 90], others in [-180, 180].

    Looking straight up or down, yaw and roll are one; all of it is told as yaw. A zero quaternion gives
    zeros.
    """
    x, y, z, w = finite(quaternion, "quaternion", (4,)).tolist()
    square = x * x + y * y + z * z + w * w
    if square == 0.0:
        return np.zeros(3)
    ahead_x = 1.0 - 2.0 * (y * y + z * z) / square
    ahead_y = 2.0 * (x * y + z * w) / square
    ahead_z = 2.0 * (x * z - y * w) / square
    level = math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y)
    pitch = arctangent(ahead_z, level)
    if level < GIMBAL:
        side_x = 2.0 * (x * y - z * w) / square
        side_y = 1.0 - 2.0 * (x * x + z * z) / square
        return np.array((pitch, arctangent(-side_x, side_y), 0.0))
    side_z = 2.0 * (y * z + x * w) / square
    up_z = 1.0 - 2.0 * (x * x + y * y) / square
    return np.array((pitch, arctangent(ahead_y, ahead_x), arctangent(-side_z, up_z)))


@kernel
def core_rotator(pitch: float, yaw: float, roll: float) -> Quadruple:
    """Quaternion of a rotator [deg], from half angles."""
    sp, cp = sine_cosine(float(np.fmod(pitch, 360.0)) * 0.5)
    sy, cy = sine_cosine(float(np.fmod(yaw, 360.0)) * 0.5)
    sr, cr = sine_cosine(float(np.fmod(roll, 360.0)) * 0.5)
    return (
        cr * sp * sy - sr * cp * cy,
        -cr * sp * cy - sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


def _from_one(axis: Floats, index: int, *, continuous: bool = False) -> Floats:
    if not axis.any():
        return np.zeros((3, 3))
    if continuous:
        turn = shortest_arc(TO_VIEWER, axis)
        rows = np.array([rotate(turn, row) for row in _from_one(TO_VIEWER, index)])
        rows[index] = axis
        return rows
    following = _unit_or_zero(_cross(_up_for(axis), axis))
    rows = np.empty((3, 3))
    rows[index] = axis
    rows[(index + 1) % 3] = following
    rows[(index + 2) % 3] = _cross(axis, following)
    return rows


def _from_two(
    kept: Floats, bent: Floats, kept_index: int, bent_index: int, *, continuous: bool = False
) -> Floats:
    if not kept.any():
        return np.zeros((3, 3))
    if not bent.any() or 1.0 - abs(_dot(kept, bent)) <= COLLINEAR:
        if continuous:
            return _from_one(kept, kept_index, continuous=True)
        bent = _up_for(kept)
    rows = np.empty((3, 3))
    rows[kept_index] = kept
    third_index = 3 - kept_index - bent_index
    if (kept_index + 1) % 3 == bent_index:
        rows[third_index] = _unit_or_zero(_cross(kept, bent))
        rows[bent_index] = _cross(rows[third_index], kept)
    else:
        rows[third_index] = _unit_or_zero(_cross(bent, kept))
        rows[bent_index] = _cross(kept, rows[third_index])
    return rows


def _up_for(axis: Floats) -> Floats:
    return np.array((0.0, 0.0, 1.0) if abs(axis[2]) < UPRIGHT else (1.0, 0.0, 0.0))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.array((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def _dot(a: Floats, b: Floats) -> float:
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _unit_or_zero(v: Floats) -> Floats:
    return v / math.sqrt(_dot(v, v))


def _by_largest(rows: Floats, largest: int) -> Floats:
    """Four times the quaternion times its largest component, from that component's branch."""
    x = rows[1, 2] - rows[2, 1]
    y = rows[2, 0] - rows[0, 2]
    z = rows[0, 1] - rows[1, 0]
    xy = rows[0, 1] + rows[1, 0]
    xz = rows[0, 2] + rows[2, 0]
    yz = rows[1, 2] + rows[2, 1]
    trace = rows[0, 0] + rows[1, 1] + rows[2, 2]
    whole = 1.0 + (trace if largest == 3 else 2.0 * rows[largest, largest] - trace)  # noqa: PLR2004 - w
    branches = ((whole, xy, xz, x), (xy, whole, yz, y), (xz, yz, whole, z), (x, y, z, whole))
    return np.array(branches[largest])


def _canonical(quaternion: Floats) -> Floats:
    x, y, z, w = quaternion.tolist()
    leading = next((value for value in (w, x, y, z) if value != 0.0), 1.0)
    return -quaternion if leading < 0.0 else quaternion
