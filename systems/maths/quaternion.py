"""Unit quaternions (x, y, z, w): the kernels the tick is made of, and the same for numpy arrays.

`multiply(a, b)` turns by b first, then by a. Kernels take and give tuples of floats; the functions without
a leading `core_` take anything of the right shape and give float64 arrays.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats
from systems.kernel import kernel
from systems.maths.checks import finite, unit
from systems.maths.elementary import arctangent, sine_cosine

Triple = tuple[float, float, float]
Quadruple = tuple[float, float, float, float]

OPPOSITE = 1e-8
"""Length of the sum of two unit vectors below which they count as opposite."""
PARALLEL = 1e-6
"""Sine of half the angle between quaternions below which they are blended linearly."""


@kernel
def core_multiply(a: Quadruple, b: Quadruple) -> Quadruple:
    """Hamilton product: the rotation b followed by the rotation a."""
    return (
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


@kernel
def core_conjugate(q: Quadruple) -> Quadruple:
    """The rotation back."""
    return -q[0], -q[1], -q[2], q[3]


@kernel
def core_rotate(q: Quadruple, v: Triple) -> Triple:
    """A vector turned by a unit quaternion: v + 2w (u x v) + 2 u x (u x v)."""
    tx = 2.0 * (q[1] * v[2] - q[2] * v[1])
    ty = 2.0 * (q[2] * v[0] - q[0] * v[2])
    tz = 2.0 * (q[0] * v[1] - q[1] * v[0])
    return (
        v[0] + q[3] * tx + (q[1] * tz - q[2] * ty),
        v[1] + q[3] * ty + (q[2] * tx - q[0] * tz),
        v[2] + q[3] * tz + (q[0] * ty - q[1] * tx),
    )


@kernel
def core_normalise(q: Quadruple) -> Quadruple:
    """The unit quaternion along q; the identity where q is zero."""
    length = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if length == 0.0:
        return 0.0, 0.0, 0.0, 1.0
    return q[0] / length, q[1] / length, q[2] / length, q[3] / length


@kernel
def core_slerp(a: Quadruple, b: Quadruple, share: float) -> Quadruple:
    """From a (share 0) to b (share 1) at constant speed the short way (Shoemake 1985, section 3.3)."""
    dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    sign = -1.0 if dot < 0.0 else 1.0
    dot = min(abs(dot), 1.0)
    sine = math.sqrt((1.0 - dot) * (1.0 + dot))
    if sine < PARALLEL:
        from_a = 1.0 - share
        from_b = share * sign
    else:
        angle = arctangent(sine, dot)
        from_a = sine_cosine((1.0 - share) * angle)[0] / sine
        from_b = sine_cosine(share * angle)[0] / sine * sign
    return core_normalise(
        (
            from_a * a[0] + from_b * b[0],
            from_a * a[1] + from_b * b[1],
            from_a * a[2] + from_b * b[2],
            from_a * a[3] + from_b * b[3],
        )
    )


@kernel
def core_shortest_arc(a: Triple, b: Triple) -> Quadruple:
    """The least rotation that takes the unit vector a to the unit vector b, through their half vector.

    Opposite vectors turn about the axis nearest to up, or about Y where they are themselves upright.
    """
    hx = a[0] + b[0]
    hy = a[1] + b[1]
    hz = a[2] + b[2]
    length = math.sqrt(hx * hx + hy * hy + hz * hz)
    if length >= OPPOSITE:
        hx /= length
        hy /= length
        hz /= length
        return core_normalise(
            (
                a[1] * hz - a[2] * hy,
                a[2] * hx - a[0] * hz,
                a[0] * hy - a[1] * hx,
                a[0] * hx + a[1] * hy + a[2] * hz,
            )
        )
    level = math.sqrt(a[0] * a[0] + a[1] * a[1])
    if level < OPPOSITE:
        return 0.0, 1.0, 0.0, 0.0
    return core_normalise((-a[0] * a[2], -a[1] * a[2], level * level, 0.0))


def multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """The rotation b followed by the rotation a, shape [4].

    Raises ValueError when an argument is not four finite numbers.
    """
    return np.array(core_multiply(_quadruple(a, "a"), _quadruple(b, "b")))


def conjugate(rotation: ArrayLike) -> Floats:
    """The rotation back, shape [4]. Raises ValueError when it is not four finite numbers."""
    return np.array(core_conjugate(_quadruple(rotation, "rotation")))


def rotate(rotation: ArrayLike, vector: ArrayLike) -> Floats:
    """A vector of shape [3] turned by a unit quaternion, shape [3].

    Raises ValueError when an argument has another shape or is not finite.
    """
    return np.array(core_rotate(_quadruple(rotation, "rotation"), _triple(vector, "vector")))


def slerp(a: ArrayLike, b: ArrayLike, share: float) -> Floats:
    """From a (share 0) to b (share 1) at constant speed the short way, unit quaternion of shape [4].

    Quaternions exactly half a turn apart go from a toward b as given. Raises ValueError when an argument
    is not finite.
    """
    return np.array(core_slerp(_quadruple(a, "a"), _quadruple(b, "b"), _number(share, "share")))


def shortest_arc(start: ArrayLike, end: ArrayLike) -> Floats:
    """The least rotation that takes one direction to another, unit quaternion of shape [4].

    Opposite directions turn about the axis nearest to up (so a horizontal one turns round level), or about
    Y where they are themselves upright. A zero vector gives the identity. Raises ValueError when an
    argument is not finite.
    """
    a = unit(start, "start")
    b = unit(end, "end")
    if not a.any() or not b.any():
        return np.array((0.0, 0.0, 0.0, 1.0))
    return np.array(core_shortest_arc((a[0], a[1], a[2]), (b[0], b[1], b[2])))


def _quadruple(value: ArrayLike, name: str) -> Quadruple:
    x, y, z, w = finite(value, name, (4,)).tolist()
    return x, y, z, w


def _triple(value: ArrayLike, name: str) -> Triple:
    x, y, z = finite(value, name, (3,)).tolist()
    return x, y, z


def _number(value: float, name: str) -> float:
    return float(finite(value, name, ()))
