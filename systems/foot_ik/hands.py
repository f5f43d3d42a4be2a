"""Hands that stop at walls: an arm that would reach through one is bent by the solver of the legs."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.animation.kinematics import row3, set3
from systems.animation.pool import Poses
from systems.collision.layers import layer_bits
from systems.collision.line import Line, trace_first
from systems.foot_ik.crowd import Crowd
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.leg_solve import IDENTITY, bend_leg
from systems.foot_ik.legs import Pose, place_bone, pose_at, scaled
from systems.handover import opened
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.quaternion import core_conjugate, core_rotate

STILL = (0.0, 0.0, 0.0)
PALM = 6.0
"""How far in front of a wall the middle of a hand stops, at scale 1 [cm]."""


class Arms(NamedTuple):
    """The arms of all characters whose hands stop at walls; kernels take it whole."""

    pose_rows: Integers
    """Rows of the characters in the pool of poses, shape [character_count]."""
    masks: Integers
    """Bits of the layers that can be walls to each, shape [character_count]."""
    first: Integers
    """Row of the first arm of each, one more at the end, shape [character_count + 1]."""
    shoulders: Integers
    """Bones at the upper ends of the arms, in their own skeletons, shape [arm_count]."""
    hands: Integers
    """Bones at the lower ends, likewise, shape [arm_count]."""
    sides: Floats
    """Component-space side that each elbow stays on, shape [arm_count, 3]."""
    ways: Floats
    """World ways that take the hands back out of walls [cm], written, shape [arm_count, 3]."""


class Reaching(NamedTuple):
    """All that stopping hands takes; kernels are handed it over."""

    terrain: TerrainArrays
    motion: MotionArrays
    poses: Poses
    arms: Arms
    found: Integers
    """Room for prisms near an arm, shape [prism_count]."""
    ignored: Integers
    """Solids that are no walls: none."""


def arms_of(crowd: Crowd) -> Arms:
    """The arms of those of a crowd that have hands."""
    handy = [member for member in crowd.members if member.foot_ik.hands]
    limbs = [limbs_of(member.asset, member.foot_ik.hands) for member in handy]
    counts = [len(each.ends) for each in limbs]
    none = np.zeros(0, dtype=np.int64)
    return Arms(
        np.array([member.pose.row for member in handy], dtype=np.int64),
        np.array([layer_bits(member.foot_ik.layers) for member in handy], dtype=np.int64),
        np.cumsum([0, *counts], dtype=np.int64),
        np.concatenate([none, *(each.roots for each in limbs)]),
        np.concatenate([none, *(each.ends for each in limbs)]),
        np.concatenate([np.zeros((0, 3)), *(each.sides for each in limbs)]),
        np.zeros((sum(counts), 3)),
    )


@lean_kernel
def stop_hands(handed: Reaching) -> None:
    """Takes all hands out of walls; they keep their rotation, and arms that are in none are left alone."""
    own = opened(handed)
    for body in range(len(own.arms.pose_rows)):
        pose, scale = pose_at(own.poses, own.arms.pose_rows[body]), own.poses.scales[own.arms.pose_rows[body]]
        is_stopped = False
        for arm in range(own.arms.first[body], own.arms.first[body + 1]):
            depth = push_out(own, pose, body, arm, scale)
            is_stopped = is_stopped or depth > 0.0
        if is_stopped:
            for arm in range(own.arms.first[body], own.arms.first[body + 1]):
                bend_arm(pose, own.arms, arm, scale)
            root = pose.root_rotation
            for bone in range(len(pose.parents)):
                place_bone(pose, bone, (root[0], root[1], root[2], root[3]), scale)


@lean_kernel
def push_out(own: Reaching, pose: Pose, body: int, arm: int, scale: float) -> float:
    """Writes the way that takes a hand out of a wall, and returns its length [cm].

    The line from the shoulder through the hand is followed to a palm's breadth behind it. Where it enters a
    wall, its end goes straight back to the wall's face, and the hand with it; so a hanging arm stays beside
    the wall, and one that reaches out stops a palm before it. A shoulder in a wall lets its hand be.
    """
    shoulder = row3(pose.positions_ws, own.arms.shoulders[arm])
    hand = row3(pose.positions_ws, own.arms.hands[arm])
    way = (hand[0] - shoulder[0], hand[1] - shoulder[1], hand[2] - shoulder[2])
    length = math.sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2)
    longer = scaled(way, 1.0 + PALM * scale / max(length, PALM * scale))
    line = Line(shoulder[0], shoulder[1], shoulder[2], longer[0], longer[1], longer[2])
    wall = trace_first(own.terrain, own.motion, line, own.arms.masks[body], own.ignored, own.found)
    depth = 0.0
    if wall.prism >= 0 and wall.time >= 0.0:
        depth = (wall.time - 1.0) * (wall.x * longer[0] + wall.y * longer[1] + wall.z * longer[2])
    set3(own.arms.ways, arm, scaled((wall.x, wall.y, wall.z), depth))
    return float(depth)


@inlined_kernel
def bend_arm(pose: Pose, arms: Arms, arm: int, scale: float) -> None:
    """Moves one hand by its way and bends its arm for it, in the frames of the bones and component space."""
    root = (pose.root_rotation[0], pose.root_rotation[1], pose.root_rotation[2], pose.root_rotation[3])
    bend_leg(
        pose.parents,
        pose.rotations,
        pose.positions_cs,
        pose.rotations_cs,
        arms.hands[arm],
        STILL,
        scaled(core_rotate(core_conjugate(root), row3(arms.ways, arm)), 1.0 / scale),
        IDENTITY,
        row3(arms.sides, arm),
        True,
        0.0,
    )
