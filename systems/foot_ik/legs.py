"""Legs bent to the offsets of IK interpolation: the kernel of leg IK.

Everything happens in component space, so that a character facing left is the exact mirror of one facing
right. The joint comes first; rotations are read off it.
"""

from typing import NamedTuple

from components.arrays import Flags, Floats, Integers
from systems.animation.kinematics import row3, row4, set3, set4
from systems.animation.pool import Poses
from systems.foot_ik.bodies import planted
from systems.foot_ik.leg_bones import CARRIED, LEG
from systems.foot_ik.leg_solve import IDENTITY, bend_leg, between
from systems.foot_ik.slope import core_ankle_rise
from systems.foot_ik.tilt import part_of_turn
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.elementary import sine_cosine
from systems.maths.quaternion import (
    Quadruple,
    Triple,
    core_conjugate,
    core_multiply,
    core_normalise,
    core_rotate,
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
    positions_cs: Floats
    """Positions in component space [cm], shape [bone_count, 3]."""
    rotations_cs: Floats
    """Unit quaternions there, shape [bone_count, 4]."""
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

    pelvis: int
    """The bone that carries the legs and the rest of the body."""
    pelvis_distance: float
    """Its vertical offset [cm]."""
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


@lean_kernel
def pose_at(poses: Poses, row: int) -> Pose:
    """One character's pose, as views of all."""
    first, last = poses.first_bone[row], poses.first_bone[row + 1]
    return Pose(
        poses.parents[first:last],
        poses.translations[first:last],
        poses.rotations[first:last],
        poses.positions_ws[first:last],
        poses.rotations_ws[first:last],
        poses.positions_cs[first:last],
        poses.rotations_cs[first:last],
        poses.root_positions[row],
        poses.root_rotations[row],
    )


@lean_kernel
def goals_between(goals: Goals, first: int, last: int) -> Goals:
    """One character's goals, as views of all."""
    return Goals(
        goals.feet[first:last],
        goals.balls[first:last],
        goals.sides[first:last],
        goals.distances[first:last],
        goals.rotations[first:last],
        goals.slides[first:last],
        goals.twists[first:last],
        goals.contacts[first:last],
        goals.position_weights[first:last],
        goals.rotation_weights[first:last],
        goals.reached[first:last],
    )


@inlined_kernel
def bend_legs(pose: Pose, parts: Integers, goals: Goals, manner: Manner) -> None:
    """Moves the pelvis, and bends each leg so that its foot comes to its place.

    Args:
        pose: Changed: local, in component space, and in the world.
        parts: What becomes of each bone, from `leg_bones.parts_of`, shape [bone_count].
        goals: Where the feet are to go; whether they came there is written.
        manner: How.
    """
    root = (pose.root_rotation[0], pose.root_rotation[1], pose.root_rotation[2], pose.root_rotation[3])
    up = core_rotate(core_conjugate(root), (0.0, 0.0, 1.0 / manner.scale))
    shift = scaled(up, manner.pelvis_distance)
    move_bone(pose, manner.pelvis, shift)
    for leg in range(len(goals.feet)):
        bend_to_goal(pose, goals, manner, leg, root, up)
    place_bones(pose, parts, root, shift, manner)


@inlined_kernel
def bend_to_goal(pose: Pose, goals: Goals, manner: Manner, leg: int, root: Quadruple, up: Triple) -> None:
    """Bends one leg so that its foot comes to its place.

    Args:
        pose: Its local rotations are changed.
        goals: Where the feet are to go; whether this one came there is written.
        manner: How.
        leg: Which leg.
        root: World rotation of component space.
        up: One centimetre up in the world, in component space [cm].
    """
    back = core_conjugate(root)
    turn = ground_turn(goals, leg)
    rise = foot_rise(pose, goals, manner, leg, turn) if manner.raised else 0.0
    turn_cs = core_multiply(back, core_multiply(twisted(turn, goals.twists[leg]), root))
    slide = core_rotate(back, ankle_slide(pose, goals, leg, root, manner.scale))
    weight = goals.position_weights[leg]
    lift = manner.pelvis_distance + (goals.distances[leg] + rise) * weight
    goals.reached[leg] = bend_leg(
        pose.parents,
        pose.rotations,
        pose.positions_cs,
        pose.rotations_cs,
        goals.feet[leg],
        scaled(up, manner.pelvis_distance),
        added(scaled(up, lift), scaled(slide, weight / manner.scale)),
        turn_cs,
        row3(goals.sides, leg),
        manner.follow_knee,
        manner.softness,
    )


@lean_kernel
def ground_turn(goals: Goals, leg: int) -> Quadruple:
    """How far a foot turns with its ground."""
    return part_of_turn(row4(goals.rotations, leg), goals.rotation_weights[leg])


@lean_kernel
def twisted(turn: Quadruple, degrees: float) -> Quadruple:
    """A rotation after one about the vertical [deg]."""
    if degrees == 0.0:
        return turn
    sine, cosine = sine_cosine(0.5 * degrees)
    return core_multiply(turn, (0.0, 0.0, sine, cosine))


@inlined_kernel
def place_bones(pose: Pose, parts: Integers, root: Quadruple, shift: Triple, manner: Manner) -> None:
    """Takes bones that have moved to their places: legs anew, others with the pelvis by its shift [cm]."""
    for bone in range(len(pose.parents)):
        if parts[bone] == CARRIED:
            set3(pose.positions_cs, bone, added(row3(pose.positions_cs, bone), shift))
            pose.positions_ws[bone, 2] += manner.pelvis_distance
        elif parts[bone] == LEG:
            place_bone(pose, bone, root, manner.scale)


@inlined_kernel
def place_bone(pose: Pose, bone: int, root: Quadruple, scale: float) -> None:
    """Takes one bone to its place in component space and in the world."""
    parent, place, turn = pose.parents[bone], row3(pose.translations, bone), row4(pose.rotations, bone)
    if parent >= 0:
        frame = row4(pose.rotations_cs, parent)
        place = added(row3(pose.positions_cs, parent), core_rotate(frame, place))
        turn = core_normalise(core_multiply(frame, turn))
    set3(pose.positions_cs, bone, place)
    set4(pose.rotations_cs, bone, turn)
    way, origin = core_rotate(root, scaled(place, scale)), pose.root_position
    set3(pose.positions_ws, bone, (origin[0] + way[0], origin[1] + way[1], origin[2] + way[2]))
    set4(pose.rotations_ws, bone, core_normalise(core_multiply(root, turn)))


@inlined_kernel
def foot_rise(pose: Pose, goals: Goals, manner: Manner, leg: int, turn: Quadruple) -> float:
    """How much higher than over level ground an ankle stands, less what a blend of clips floats by [cm]."""
    foot, height = goals.feet[leg], manner.ankle_height
    ankle, frame = row3(pose.positions_cs, foot), row4(pose.rotations_cs, foot)
    floats = min(sole_height(ankle, frame, height, -manner.heel), toe_height(pose, goals, manner, leg))
    held = planted(goals.contacts[leg]) * goals.rotation_weights[leg]
    rise = slope_rise(turn, (ankle[2] - floats) * manner.scale)
    return float(rise - held * floats * manner.scale)


@inlined_kernel
def toe_height(pose: Pose, goals: Goals, manner: Manner, leg: int) -> float:
    """Height of the tip of a foot in component space [cm]; toes bend at the ball, if there is one."""
    foot, ball = goals.feet[leg], goals.balls[leg]
    if ball == foot:
        ankle, frame = row3(pose.positions_cs, foot), row4(pose.rotations_cs, foot)
        return sole_height(ankle, frame, manner.ankle_height, manner.toe)
    place, turn = row3(pose.positions_cs, ball), row4(pose.rotations_cs, ball)
    ahead, below = pose.translations[ball, 0], pose.translations[ball, 2]
    ball_height = sole_height(place, turn, manner.ankle_height + below, 0.0)
    return min(ball_height, sole_height(place, turn, manner.ankle_height + below, manner.toe - ahead))


@inlined_kernel
def ankle_slide(pose: Pose, goals: Goals, leg: int, root: Quadruple, scale: float) -> Triple:
    """World way that brings an ankle where its ball has slid and it has turned about the ball [cm]."""
    slide_x, slide_y = goals.slides[leg, 0], goals.slides[leg, 1]
    if goals.twists[leg] == 0.0:
        return slide_x, slide_y, 0.0
    foot, ball = row3(pose.positions_cs, goals.feet[leg]), row3(pose.positions_cs, goals.balls[leg])
    ahead = scaled(core_rotate(root, between(foot, ball)), scale)
    sine, cosine = sine_cosine(goals.twists[leg])
    turned_x, turned_y = ahead[0] * cosine - ahead[1] * sine, ahead[0] * sine + ahead[1] * cosine
    return slide_x + ahead[0] - turned_x, slide_y + ahead[1] - turned_y, 0.0


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
def move_bone(pose: Pose, bone: int, way: Triple) -> None:
    """Moves a bone by a way in component space, through its local translation."""
    parent = pose.parents[bone]
    frame = row4(pose.rotations_cs, parent) if parent >= 0 else IDENTITY
    moved = added(row3(pose.translations, bone), core_rotate(core_conjugate(frame), way))
    set3(pose.translations, bone, moved)
