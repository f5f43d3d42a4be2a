"""Rows of the pool of poses that Animate does not write yet: bodies, and component space."""

import esper
import numpy as np

from components.character import GroundContact
from components.collider import CapsuleCollider
from components.transform import Transform
from systems.animation.kinematics import forward_kinematics
from systems.foot_ik.crowd import Crowd


def read_bodies(crowd: Crowd) -> None:
    """Reads what the characters of a crowd stand on, their scale, and their poses in component space."""
    poses = crowd.poses
    for row, member in zip(crowd.pose_rows.tolist(), crowd.members, strict=True):
        entity = int(poses.entities[row])
        ground, capsule = (
            esper.try_component(entity, GroundContact),
            esper.try_component(entity, CapsuleCollider),
        )
        poses.scales[row] = esper.component_for_entity(entity, Transform).scale
        poses.grounded[row] = ground.grounded if ground else True
        poses.ground_rise_speeds[row] = ground.velocity[2] if ground else 0.0
        poses.half_heights[row] = capsule.half_height if capsule else np.nan
        first, last = poses.first_bone[row : row + 2].tolist()
        forward_kinematics(
            member.asset.parents,
            member.pose.local_translations,
            member.pose.local_rotations,
            poses.positions_cs[first:last],
            poses.rotations_cs[first:last],
        )
