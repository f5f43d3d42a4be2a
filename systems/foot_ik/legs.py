"""Legs bent to the offsets of IK interpolation: the kernel of leg IK.

Everything happens in component space, so that a character facing left is the exact mirror of one facing
right. The joint comes first; rotations are read off it.
"""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.animation.kinematics import forward_kinematics, row3, row4, set3, to_world
from systems.animation.pool import Poses
from systems.foot_ik.leg_solve import IDENTITY, bend_leg
from systems.foot_ik.slope import core_ankle_rise
from systems.foot_ik.smoothing import planted
from systems.kernel import kernel, lean_kernel
from systems.maths.elementary import sine_cosine
from systems.maths.quaternion import (
    Quadruple,
    Triple,
    core_conjugate,
    core_multiply,
    core_rotate,
    core_slerp,
)

STEEPEST = 0.2
"""Least Z of a ground's normal for which the ankle is raised [1]."""


class Pose(NamedTuple):
    """A skeleton and its pose; kernels take it whole and change the pose."""

    parents: Integers
    """Index of each bone's parent, -1 for the root, shape [bone_count]."""
    translations: Floats
    """In the parents' frames [cm], shape [bone_count, 3]."""
    rotations: Floats
    """In the parents' frames, unit quaternions, shape [bone_count, 4]."""
    positions_ws: Floats
    """World positions [cm], shape [bone_count, 3]."""
    rotations_ws: Floats
    """World unit quaternions, shape [bone_count, 4]."""
    root_position: Floats
    """World position of component space's origin [cm], shape [3]."""
    root_rotation: Floats
    """World rotation of component space, unit quaternion, shape [4]."""


class Goals(NamedTuple):
    """Where the feet of a character are to go, a row a foot; kernels take it whole."""

    feet: Integers
    """Bones at the ends of the legs; the two bones above each are its calf and thigh, shape [foot_count]."""
    balls: Integers
    """Bones at the balls of the feet, or the feet themselves, shape [foot_count]."""
    sides: Floats
    """Component-space side that each knee stays on, shape [foot_count, 3]."""
    distances: Floats
    """Vertical offset of each foot on top of the pelvis's [cm], shape [foot_count]."""
    rotations: Floats
    """From level ground to the ground, world space, unit quaternions, shape [foot_count, 4]."""
    slides: Floats
    """World X and Y by which each ball moves from its animation [cm], shape [foot_count, 2]."""
    twists: Floats
    """How far each foot turns about the vertical [deg], shape [foot_count]."""
    contacts: Floats
    """How much each foot bears weight in the animation [0, 1], shape [foot_count]."""
    position_weights: Floats
    """How much each foot goes to its place [0, 1], shape [foot_count]."""
    rotation_weights: Floats
    """How much each foot turns with the ground [0, 1], shape [foot_count]."""
    reached: Flags
    """Whether each ankle came to its place, shape [foot_count]. Written."""


class Manner(NamedTuple):
    """How the legs of a character are bent."""

    pelvis_distance: float
    """Vertical offset of the pelvis [cm]."""
    ankle_height: float
    """Height of the ankles over the soles, in the size of the skeleton [cm]."""
    heel: float
    """How far the soles reach behind the ankles, in the size of the skeleton [cm]."""
    toe: float
    """How far they reach ahead of them [cm]."""
    follow_knee: bool
    """Whether knees keep to the side they have in the animation; else they lean straight ahead."""
    softness: float
    """Share of its length in which a leg slows down before it is straight [1]; 0 ends it at REACH."""
    raised: bool
    """Whether ankles stand higher over slopes and blends of clips are held down; the seeds do neither."""
    scale: float
    """Uniform scale of the skeleton [1]."""


@kernel
def bend_legs(pose: Pose, goals: Goals, manner: Manner) -> None:
    """Moves the pelvis, and bends each leg so that its foot comes to its place.

    Args:
        pose: Changed: local and world.
        goals: Where the feet are to go; whether they came there is written.
        manner: How.
    """
    count, scale = len(pose.parents), manner.scale
    positions_cs = np.empty((count, 3))
    rotations_cs = np.empty((count, 4))
    forward_kinematics(pose.parents, pose.translations, pose.rotations, positions_cs, rotations_cs)
    root = row4(np.reshape(pose.root_rotation, (1, 4)), 0)
    back = core_conjugate(root)
    up = core_rotate(back, (0.0, 0.0, 1.0 / scale))
    if len(goals.feet) > 0:
        pelvis = pelvis_above(pose.parents, goals.feet[0])
        move_bone(pose, rotations_cs, pelvis, scaled(up, manner.pelvis_distance))
    for leg in range(len(goals.feet)):
        turn = core_slerp(IDENTITY, row4(goals.rotations, leg), goals.rotation_weights[leg])
        rise = foot_rise(goals, manner, positions_cs, rotations_cs, leg, turn) if manner.raised else 0.0
        sine, cosine = sine_cosine(0.5 * goals.twists[leg])
        turn_cs = core_multiply(back, core_multiply(core_multiply(turn, (0.0, 0.0, sine, cosine)), root))
        level = ankle_slide(goals, positions_cs, leg, root, scale)
        way_cs = core_rotate(back, level)
        lift = (goals.distances[leg] + rise) * goals.position_weights[leg]
        way = added(
            scaled(up, manner.pelvis_distance + lift), scaled(way_cs, goals.position_weights[leg] / scale)
        )
        shift = scaled(up, manner.pelvis_distance)
        goals.reached[leg] = bend_leg(
            pose.parents,
            pose.rotations,
            positions_cs,
            rotations_cs,
            goals.feet[leg],
            shift,
            way,
            turn_cs,
            row3(goals.sides, leg),
            manner.follow_knee,
            manner.softness,
        )
    forward_kinematics(pose.parents, pose.translations, pose.rotations, positions_cs, rotations_cs)
    to_world(
        pose.root_position,
        pose.root_rotation,
        scale,
        positions_cs,
        rotations_cs,
        pose.positions_ws,
        pose.rotations_ws,
    )


class Manners(NamedTuple):
    """How the legs of many characters are bent, a row a character; the columns of Manner."""

    first_foot: Integers
    pelvis_distance: Floats
    ankle_height: Floats
    heel: Floats
    toe: Floats
    follow_knee: Flags
    softness: Floats
    raised: Flags


@kernel
def bend_all(poses: Poses, goals: Goals, manners: Manners) -> None:
    """Bends the legs of all characters, each as `bend_legs` does."""
    for row in range(len(poses.scales)):
        first, last = poses.first_bone[row], poses.first_bone[row + 1]
        begin, end = manners.first_foot[row], manners.first_foot[row + 1]
        pose = Pose(
            poses.parents[first:last],
            poses.translations[first:last],
            poses.rotations[first:last],
            poses.positions_ws[first:last],
            poses.rotations_ws[first:last],
            poses.root_positions[row],
            poses.root_rotations[row],
        )
        own = Goals(
            goals.feet[begin:end],
            goals.balls[begin:end],
            goals.sides[begin:end],
            goals.distances[begin:end],
            goals.rotations[begin:end],
            goals.slides[begin:end],
            goals.twists[begin:end],
            goals.contacts[begin:end],
            goals.position_weights[begin:end],
            goals.rotation_weights[begin:end],
            goals.reached[begin:end],
        )
        manner = Manner(
            manners.pelvis_distance[row],
            manners.ankle_height[row],
            manners.heel[row],
            manners.toe[row],
            manners.follow_knee[row],
            manners.softness[row],
            manners.raised[row],
            poses.scales[row],
        )
        bend_legs(pose, own, manner)


@lean_kernel
def pelvis_above(parents: Integers, foot: int) -> int:
    """The bone that carries a leg and the rest of the body: the last one before the root above the thigh."""
    bone = parents[parents[foot]]
    while parents[bone] >= 0 and parents[parents[bone]] >= 0:
        bone = parents[bone]
    return int(bone)


@lean_kernel
def foot_rise(
    goals: Goals, manner: Manner, positions_cs: Floats, rotations_cs: Floats, leg: int, turn: Quadruple
) -> float:
    """How much higher than over level ground an ankle stands, less what a blend of clips floats by [cm]."""
    foot, height = goals.feet[leg], manner.ankle_height
    ankle, frame = row3(positions_cs, foot), row4(rotations_cs, foot)
    floats = min(
        sole_height(ankle, frame, height, -manner.heel), sole_height(ankle, frame, height, manner.toe)
    )
    held = planted(goals.contacts[leg]) * goals.rotation_weights[leg]
    return float(slope_rise(turn, height * manner.scale) - held * floats * manner.scale)


@lean_kernel
def ankle_slide(goals: Goals, positions_cs: Floats, leg: int, root: Quadruple, scale: float) -> Triple:
    """World way that brings an ankle where its ball has slid and it has turned about the ball [cm]."""
    foot, ball = row3(positions_cs, goals.feet[leg]), row3(positions_cs, goals.balls[leg])
    ahead = scaled(core_rotate(root, (ball[0] - foot[0], ball[1] - foot[1], ball[2] - foot[2])), scale)
    sine, cosine = sine_cosine(goals.twists[leg])
    turned_x, turned_y = ahead[0] * cosine - ahead[1] * sine, ahead[0] * sine + ahead[1] * cosine
    return goals.slides[leg, 0] + ahead[0] - turned_x, goals.slides[leg, 1] + ahead[1] - turned_y, 0.0


@lean_kernel
def scaled(v: Triple, factor: float) -> Triple:
    """A vector times a number."""
    return v[0] * factor, v[1] * factor, v[2] * factor


@lean_kernel
def added(a: Triple, b: Triple) -> Triple:
    """The sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@lean_kernel
def slope_rise(turn: Quadruple, ankle_height: float) -> float:
    """How much higher the ankle stands over ground turned like this [cm]."""
    normal_z = core_rotate(turn, (0.0, 0.0, 1.0))[2]
    return core_ankle_rise(max(normal_z, STEEPEST), ankle_height)


@lean_kernel
def sole_height(ankle: Triple, turn: Quadruple, ankle_height: float, ahead: float) -> float:
    """Height of a sole so far ahead of its ankle in component space [cm]: what a blend floats or sinks by."""
    return ankle[2] + core_rotate(turn, (ahead, 0.0, -ankle_height))[2]


@lean_kernel
def move_bone(pose: Pose, rotations_cs: Floats, bone: int, way: Triple) -> None:
    """Moves a bone by a way in component space, through its local translation."""
    parent = pose.parents[bone]
    frame = row4(rotations_cs, parent) if parent >= 0 else IDENTITY
    set3(
        pose.translations,
        bone,
        added(row3(pose.translations, bone), core_rotate(core_conjugate(frame), way)),
    )
