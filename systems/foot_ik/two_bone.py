"""A chain of two bones bent so that its end reaches a target: the law of cosines in a chosen plane.

With u the direction from root to target, D the distance the chain will span, and b the unit vector toward
the pole at right angles to u:

    a = (U² + D² - L²) / 2D,  h = sqrt(U² - a²),  joint = root + u a + b h,  end = root + u D

so both bones keep their lengths whatever happens, and rotations are read off the joint, never the other
way round.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Flags, Floats
from systems.kernel import lean_kernel
from systems.maths.checks import finite
from systems.maths.elementary import exponential
from systems.maths.quaternion import Triple

TINY = 1e-100
"""Distance below which there is no direction [cm]."""
COLLINEAR = 1e-6
"""Sine of the angle to the chain below which a pole says nothing."""
ENOUGH = 0.05
"""Sine of the angle to the chain from which one pass leaves no rounding that matters."""
REACHED = 1e-9
"""Share of the chain's length by which the end may miss the target and still count as there."""


class TwoBoneResult(NamedTuple):
    """Where a chain of two bones comes to stand."""

    joint: Floats
    """Where the bones meet [cm], shape [3]."""
    end: Floats
    """Where the second bone ends [cm], shape [3]."""
    reached: bool
    """Whether that is the target, to a billionth of the chain's length."""


class TwoBoneResults(NamedTuple):
    """Where many chains come to stand."""

    joints: Floats
    """Where the bones meet [cm], shape [chain_count, 3]."""
    ends: Floats
    """Where the second bones end [cm], shape [chain_count, 3]."""
    reached: Flags
    """Whether that is the target, shape [chain_count]."""


def solve_two_bone(
    root: ArrayLike,
    target: ArrayLike,
    pole: ArrayLike,
    upper: float,
    lower: float,
    *,
    reach_ratio: float = 1.0,
    softness: float = 0.0,
    bend_direction: ArrayLike | None = None,
) -> TwoBoneResult:
    """Bends two bones so that their end comes to a target, or as near as their lengths allow.

    Args:
        root: Where the first bone begins [cm], shape [3].
        target: Where the second should end [cm], shape [3].
        pole: Point the joint leans to [cm], shape [3].
        upper: Length of the first bone [cm].
        lower: Length of the second bone [cm].
        reach_ratio: Share of the full length the chain may span, in (0, 1]; below 1 it never locks straight.
        softness: Share of that reach in which it slows down, in [0, 1). There the span approaches the reach
            exponentially: never past the target, never quite straight, no jump of the joint.
        bend_direction: Side to stay on, usually last time's joint - root. The joint leaves it neither when
            the target crosses the line to the pole nor while the pole lies on that line, where without it
            a fixed perpendicular is taken (of +X, or of +Z for a chain along X).

    A target at the root is taken to lie straight below it. One nearer than the difference of the bones'
    lengths, or farther than the reach, is approached as far as it goes.

    Raises:
        ValueError: When an argument is not finite, a length negative, or a share out of its range.
    """
    bend = np.zeros(3) if bend_direction is None else bend_direction
    joint, end, reached = core_two_bone(
        _point(root, "root"),
        _point(target, "target"),
        _point(pole, "pole"),
        _not_negative(upper, "upper"),
        _not_negative(lower, "lower"),
        _share(reach_ratio, "reach_ratio", from_zero=False),
        _share(softness, "softness", from_zero=True),
        _point(bend, "bend_direction"),
    )
    return TwoBoneResult(np.array(joint), np.array(end), reached)


def solve_two_bones(
    roots: Floats,
    targets: Floats,
    poles: Floats,
    uppers: Floats,
    lowers: Floats,
    *,
    reach_ratio: float = 1.0,
    softness: float = 0.0,
    bend_directions: Floats | None = None,
) -> TwoBoneResults:
    """`solve_two_bone` for many chains at once, by the same arithmetic to the last bit.

    Points have shape [chain_count, 3], lengths [chain_count].

    Raises:
        ValueError: When an argument has another shape, is not finite, or is out of its range.
    """
    count = len(roots)
    bends = np.zeros((count, 3)) if bend_directions is None else bend_directions
    for lengths, name in ((uppers, "uppers"), (lowers, "lowers")):
        if (finite(lengths, name, (count,)) < 0.0).any():
            raise ValueError(f"{name} must not be negative")
    joints = np.empty((count, 3))
    ends = np.empty((count, 3))
    reached = np.empty(count, dtype=np.bool_)
    _solve_rows(
        finite(roots, "roots", (count, 3)),
        finite(targets, "targets", (count, 3)),
        finite(poles, "poles", (count, 3)),
        finite(uppers, "uppers", (count,)),
        finite(lowers, "lowers", (count,)),
        _share(reach_ratio, "reach_ratio", from_zero=False),
        _share(softness, "softness", from_zero=True),
        finite(bends, "bend_directions", (count, 3)),
        joints,
        ends,
        reached,
    )
    return TwoBoneResults(joints, ends, reached)


@lean_kernel
def _solve_rows(
    roots: Floats,
    targets: Floats,
    poles: Floats,
    uppers: Floats,
    lowers: Floats,
    reach_ratio: float,
    softness: float,
    bends: Floats,
    joints: Floats,
    ends: Floats,
    reached: Flags,
) -> None:
    for row in range(len(roots)):
        joint, end, reached[row] = core_two_bone(
            (roots[row, 0], roots[row, 1], roots[row, 2]),
            (targets[row, 0], targets[row, 1], targets[row, 2]),
            (poles[row, 0], poles[row, 1], poles[row, 2]),
            uppers[row],
            lowers[row],
            reach_ratio,
            softness,
            (bends[row, 0], bends[row, 1], bends[row, 2]),
        )
        for axis in range(3):
            joints[row, axis] = joint[axis]
            ends[row, axis] = end[axis]


@lean_kernel
def core_two_bone(
    root: Triple,
    target: Triple,
    pole: Triple,
    upper: float,
    lower: float,
    reach_ratio: float,
    softness: float,
    bend: Triple,
) -> tuple[Triple, Triple, bool]:
    """`solve_two_bone` without its checks: joint, end, reached. A zero bend stands for none."""
    way = (target[0] - root[0], target[1] - root[1], target[2] - root[2])
    distance = math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
    along = (0.0, 0.0, -1.0)
    if distance > TINY:
        along = (way[0] / distance, way[1] / distance, way[2] / distance)
    span, foot, height = core_triangle(distance, upper, lower, reach_ratio, softness)
    lean = (pole[0] - root[0], pole[1] - root[1], pole[2] - root[2])
    side = core_bend(along, lean, bend)
    joint = (
        root[0] + along[0] * foot + side[0] * height,
        root[1] + along[1] * foot + side[1] * height,
        root[2] + along[2] * foot + side[2] * height,
    )
    end = (root[0] + along[0] * span, root[1] + along[1] * span, root[2] + along[2] * span)
    return joint, end, abs(span - distance) <= REACHED * (upper + lower)


@lean_kernel
def core_triangle(
    distance: float, upper: float, lower: float, reach_ratio: float, softness: float
) -> tuple[float, float, float]:
    """How far a chain spans, and where its joint is along and aside of the line to its end [cm]."""
    span = allowed_span(distance, upper, lower, reach_ratio, softness)
    ahead = 0.0
    if span > 0.0:
        ahead = 0.5 * (span + (upper - lower) * (upper + lower) / span)
    ahead = min(max(ahead, -upper), upper)
    return span, ahead, math.sqrt((upper - ahead) * (upper + ahead))


@lean_kernel
def allowed_span(distance: float, upper: float, lower: float, reach_ratio: float, softness: float) -> float:
    """How far a chain reaches for something at this distance [cm].

    From onset = (1 - softness) * reach on, span = onset + zone (1 - exp(-(distance - onset) / zone)):
    slope 1 at the onset, never beyond the distance, and the reach itself only at infinity.
    """
    reach = reach_ratio * (upper + lower)
    zone = softness * reach
    onset = reach - zone
    span = distance
    if zone > 0.0 and distance > onset:
        span = onset + zone * (1.0 - exponential(-(distance - onset) / zone))
    return max(min(span, reach), abs(upper - lower))


@lean_kernel
def core_bend(along: Triple, lean: Triple, bend: Triple) -> Triple:
    """Unit vector at right angles to the chain on the pole's side, or on the remembered one."""
    side = _across(along, lean)
    if side == (0.0, 0.0, 0.0):
        side = _across(along, bend)
    elif is_against(side, bend):
        side = (-side[0], -side[1], -side[2])
    if side == (0.0, 0.0, 0.0):
        fixed = (1.0, 0.0, 0.0) if abs(along[0]) < 0.9 else (0.0, 0.0, 1.0)  # noqa: PLR2004 - not along X
        side = _across(along, fixed)
    return side


@lean_kernel
def is_against(unit: Triple, side: Triple) -> bool:
    """Whether a unit vector points away from a side, and not just across."""
    way = unit[0] * side[0] + unit[1] * side[1] + unit[2] * side[2]
    return way < 0.0 and way * way > COLLINEAR * COLLINEAR * _squared(side)


@lean_kernel
def _squared(v: Triple) -> float:
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]


@lean_kernel
def _across(along: Triple, vector: Triple) -> Triple:
    """Unit vector of the part of a vector at right angles to a unit vector; zeros where there is none.

    Taken twice where little is left: after the first pass there is a rest of rounding along the chain, which
    would cost the bones their lengths.
    """
    whole = _squared(vector)
    across = _without(along, vector)
    square = _squared(across)
    if whole <= TINY * TINY or square < COLLINEAR * COLLINEAR * whole:
        return 0.0, 0.0, 0.0
    if square < ENOUGH * ENOUGH * whole:
        across = _without(along, across)
        square = _squared(across)
    share = 1.0 / math.sqrt(square)
    return across[0] * share, across[1] * share, across[2] * share


@lean_kernel
def _without(along: Triple, vector: Triple) -> Triple:
    """A vector without its part along a unit vector."""
    part = vector[0] * along[0] + vector[1] * along[1] + vector[2] * along[2]
    return vector[0] - part * along[0], vector[1] - part * along[1], vector[2] - part * along[2]


def _point(value: ArrayLike, name: str) -> Triple:
    x, y, z = finite(value, name, (3,)).tolist()
    return x, y, z


def _not_negative(value: float, name: str) -> float:
    number = float(finite(value, name, ()))
    if number < 0.0:
        raise ValueError(f"{name} must not be negative, got {number}")
    return number


def _share(value: float, name: str, *, from_zero: bool) -> float:
    number = float(finite(value, name, ()))
    if from_zero and not 0.0 <= number < 1.0:
        raise ValueError(f"{name} must lie in [0, 1), got {number}")
    if not from_zero and not 0.0 < number <= 1.0:
        raise ValueError(f"{name} must lie in (0, 1], got {number}")
    return number
