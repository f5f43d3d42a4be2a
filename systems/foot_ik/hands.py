"""Hands that stop at walls: an arm that would reach through one is bent by the solver of the legs."""

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.animation.kinematics import row3
from systems.collision.query import line_traces
from systems.foot_ik.leg_bones import Limbs
from systems.foot_ik.leg_solve import IDENTITY, bend_leg
from systems.foot_ik.legs import Pose, place_bone, scaled
from systems.kernel import lean_kernel
from systems.maths.quaternion import core_conjugate, core_rotate

STILL = (0.0, 0.0, 0.0)
PALM = 6.0
"""How far in front of a wall the middle of a hand stops, at scale 1 [cm]."""


def hand_ways(
    terrain: TerrainArrays, motion: MotionArrays, pose: Pose, limbs: Limbs, layer_mask: int, scale: float
) -> Floats:
    """World ways that take hands back out of walls [cm], shape [hand_count, 3].

    The line from each shoulder through its hand is followed to a palm's breadth behind it; what it hits stops
    the hand that much earlier. Shoulders in a wall let their hands be.
    """
    shoulders, hands = pose.positions_ws[limbs.roots], pose.positions_ws[limbs.ends]
    ways = hands - shoulders
    lengths = np.sqrt(ways[:, 0] ** 2 + ways[:, 1] ** 2 + ways[:, 2] ** 2)
    lengths = np.maximum(lengths, PALM * scale)
    longer = ways * (1.0 + PALM * scale / lengths)[:, None]
    hits = line_traces(terrain, motion, shoulders, shoulders + longer, layer_mask)
    kept = np.where(hits.hit, hits.time * (lengths + PALM * scale) - PALM * scale, lengths)
    back: Floats = ways * (np.maximum(kept, 0.0) / lengths - 1.0)[:, None]
    return back


@lean_kernel
def bend_arms(pose: Pose, hands: Integers, sides: Floats, ways: Floats, scale: float) -> None:
    """Moves hands by world ways [cm] and bends their arms for it; hands keep their rotation.

    Args:
        pose: Changed: local, in component space, and in the world.
        hands: Bones at the ends of the arms, shape [hand_count].
        sides: Component-space side that each elbow stays on, shape [hand_count, 3].
        ways: World ways [cm], shape [hand_count, 3].
        scale: Uniform scale of the skeleton [1].
    """
    root = (pose.root_rotation[0], pose.root_rotation[1], pose.root_rotation[2], pose.root_rotation[3])
    for arm in range(len(hands)):
        bend_leg(
            pose.parents,
            pose.rotations,
            pose.positions_cs,
            pose.rotations_cs,
            hands[arm],
            STILL,
            scaled(core_rotate(core_conjugate(root), row3(ways, arm)), 1.0 / scale),
            IDENTITY,
            row3(sides, arm),
            True,
            0.0,
        )
    for bone in range(len(pose.parents)):
        place_bone(pose, bone, root, scale)
