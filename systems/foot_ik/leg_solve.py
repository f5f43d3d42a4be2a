"""One leg bent in its plane: two bones by the law of cosines, and the rotations that carry them there.

A leg lies in a plane: along the line from hip to ankle, and aside to where the knee is. The plane swings over
to the new line, and within it thigh and calf turn about the hinge, at right angles to it. A turn by the angle
from (c, s) to (a, h) in the plane is the quaternion (axis sin, 1 + cos), times a factor that does not matter,
of sin = c h - s a and cos = c a + s h: square roots are left to the end, where each bone is made a unit
quaternion once.
"""

import math
from typing import NamedTuple

from components.arrays import Floats, Integers
from systems.animation.kinematics import row3, row4, set4
from systems.foot_ik.two_bone import COLLINEAR, REACHED, TINY, core_bend, core_triangle, is_against
from systems.kernel import lean_kernel
from systems.maths.quaternion import (
    OPPOSITE,
    Quadruple,
    Triple,
    core_conjugate,
    core_multiply,
    core_rotate,
    core_shortest_arc,
)

REACH = 0.995
"""Share of its length that a leg spans at most, so that no knee locks [1]."""
IDENTITY = (0.0, 0.0, 0.0, 1.0)
FORWARD = (1.0, 0.0, 0.0)


class Plane(NamedTuple):
    """The plane of a leg; kernels take it whole."""

    along: Triple
    """Unit vector from hip to ankle."""
    bend: Triple
    """Unit vector at right angles to it, on the side that the knee keeps to."""
    length: float
    """Distance of hip and ankle [cm]."""
    knee_along: float
    """Where the knee is, along [cm]."""
    knee_aside: float
    """And aside [cm]."""


@lean_kernel
def bend_leg(
    parents: Integers,
    rotations: Floats,
    positions_cs: Floats,
    rotations_cs: Floats,
    foot: int,
    shift: Triple,
    way: Triple,
    turn: Quadruple,
    side: Triple,
    follow_knee: bool,
    softness: float,
) -> bool:
    """Bends one leg, and says whether its ankle came to its place.

    Args:
        parents: Index of each bone's parent, shape [bone_count].
        rotations: Local rotations, unit quaternions, shape [bone_count, 4]. Those of the leg are changed.
        positions_cs: The animated pose in component space [cm], shape [bone_count, 3].
        rotations_cs: Its unit quaternions, shape [bone_count, 4].
        foot: The bone at the leg's end.
        shift: How the hip has moved from there [cm].
        way: How the ankle is to move from there [cm].
        turn: How the foot is to turn, in component space.
        side: Component-space side that the knee stays on, through a straight leg and back.
        follow_knee: Whether the knee keeps to its animated side; else it leans straight ahead.
        softness: Share of its length in which the leg slows down before it is straight [1]; 0 stops it at
            REACH.
    """
    calf = parents[foot]
    thigh = parents[calf]
    hip, knee, ankle = row3(positions_cs, thigh), row3(positions_cs, calf), row3(positions_cs, foot)
    thigh_bone, calf_bone = between(hip, knee), between(knee, ankle)
    upper, lower = size_of(thigh_bone), size_of(calf_bone)
    line = between(hip, ankle)
    plane = plane_of(line, thigh_bone, side)
    goal = (line[0] + way[0] - shift[0], line[1] + way[1] - shift[1], line[2] + way[2] - shift[2])
    new_along, distance = direction(goal)
    swing = swing_plane(plane, new_along, side, follow_knee)
    reach = 1.0 if softness > 0.0 else REACH
    span, ahead, aside = core_triangle(distance, upper, lower, reach, softness)

    axis = cross(plane.along, plane.bend)
    thigh_turn = turn_in_plane(axis, plane.knee_along, plane.knee_aside, ahead, aside, upper)
    calf_turn = turn_in_plane(
        axis, plane.length - plane.knee_along, -plane.knee_aside, span - ahead, -aside, lower
    )
    thigh_turn = core_multiply(thigh_turn, flat(plane, thigh_bone, upper, row4(rotations_cs, thigh)))
    calf_turn = core_multiply(calf_turn, flat(plane, calf_bone, upper, row4(rotations_cs, calf)))
    above = parents[thigh]
    frame = row4(rotations_cs, above) if above >= 0 else IDENTITY
    foot_turn = core_multiply(turn, row4(rotations_cs, foot))
    set4(rotations, thigh, relative(frame, core_multiply(swing, thigh_turn)))
    set4(rotations, calf, relative(thigh_turn, calf_turn))
    set4(rotations, foot, relative(core_multiply(swing, calf_turn), foot_turn))
    return bool(abs(span - distance) <= REACHED * (upper + lower))


@lean_kernel
def plane_of(line: Triple, thigh: Triple, side: Triple) -> Plane:
    """The plane of a leg, from the ways from its hip to its ankle and to its knee [cm].

    A knee that is on the line leaves it to the side which way it bends.
    """
    along, length = direction(line)
    ahead = dot(thigh, along)
    bend = core_bend(along, thigh, side)
    return Plane(along, bend, length, ahead, dot(thigh, bend))


@lean_kernel
def swing_plane(plane: Plane, along: Triple, side: Triple, follow_knee: bool) -> Quadruple:
    """Rotation of a leg's plane over to a new line, times a factor: the least one, and a twist about it.

    The knee comes along and is turned to its side where it would leave it, or it leans straight ahead.
    """
    hx, hy, hz = plane.along[0] + along[0], plane.along[1] + along[1], plane.along[2] + along[2]
    square = hx * hx + hy * hy + hz * hz
    if square < OPPOSITE * OPPOSITE:
        arc = core_shortest_arc(plane.along, along)
        bend = core_rotate(arc, plane.bend)
    else:
        x, y, z = cross(plane.along, (hx, hy, hz))
        arc = (x, y, z, 0.5 * square)
        share = 2.0 * dot(along, plane.bend) / square
        bend = (plane.bend[0] - share * hx, plane.bend[1] - share * hy, plane.bend[2] - share * hz)
    if not follow_knee:
        return core_multiply(twist_between(along, bend, core_bend(along, FORWARD, side)), arc)
    if is_against(bend, side):
        return core_multiply((along[0], along[1], along[2], 0.0), arc)
    return arc


@lean_kernel
def twist_between(axis: Triple, start: Triple, end: Triple) -> Quadruple:
    """Rotation about an axis from one unit vector at right angles to it to another, times a factor."""
    cosine = 1.0 + dot(start, end)
    sine = dot(cross(start, end), axis)
    if cosine < OPPOSITE * OPPOSITE:
        return axis[0], axis[1], axis[2], 0.0
    return axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine


@lean_kernel
def turn_in_plane(
    axis: Triple, ahead: float, aside: float, new_ahead: float, new_aside: float, size: float
) -> Quadruple:
    """Rotation in the plane of a leg that takes a bone of this size from one place in it to another [cm]."""
    square = size * size
    cosine = square + ahead * new_ahead + aside * new_aside
    sine = ahead * new_aside - aside * new_ahead
    if square == 0.0:
        return IDENTITY
    if cosine < OPPOSITE * OPPOSITE * square:
        return axis[0], axis[1], axis[2], 0.0
    return axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine


@lean_kernel
def flat(plane: Plane, bone: Triple, upper: float, turn: Quadruple) -> Quadruple:
    """A bone's rotation as if it lay in the plane of its leg, which that of a straight leg was chosen for."""
    if abs(plane.knee_aside) >= COLLINEAR * upper:
        return turn
    x, y, z = cross(plane.along, plane.bend)
    out = dot(bone, (x, y, z))
    whole, size = direction(bone)
    inside, _ = direction((bone[0] - out * x, bone[1] - out * y, bone[2] - out * z))
    return core_multiply(core_shortest_arc(whole, inside), turn) if size > 0.0 else turn


@lean_kernel
def relative(frame: Quadruple, turn: Quadruple) -> Quadruple:
    """A rotation as seen in a frame, as a unit quaternion; both may be times a factor."""
    x, y, z, w = core_multiply(core_conjugate(frame), turn)
    share = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
    return x * share, y * share, z * share, w * share


@lean_kernel
def between(a: Triple, b: Triple) -> Triple:
    """The way from a to b."""
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


@lean_kernel
def direction(way: Triple) -> tuple[Triple, float]:
    """Unit vector along a way, straight down where it has no length, and its length."""
    size = size_of(way)
    if size <= TINY:
        return (0.0, 0.0, -1.0), 0.0
    share = 1.0 / size
    return (way[0] * share, way[1] * share, way[2] * share), size


@lean_kernel
def size_of(v: Triple) -> float:
    """Length of a vector."""
    return math.sqrt(dot(v, v))


@lean_kernel
def dot(a: Triple, b: Triple) -> float:
    """Dot product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@lean_kernel
def cross(a: Triple, b: Triple) -> Triple:
    """Cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
