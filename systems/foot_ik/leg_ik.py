"""Legs reach for the ground."""

import esper

from components.foot_ik import FootIK, IKData, JointTarget
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonPose
from components.transform import Transform
from systems.foot_ik.contacts import foot_contacts
from systems.foot_ik.leg_bones import foot_bones
from systems.foot_ik.legs import Pose, bend_legs
from systems.query import entities_with, resource


class LegIK(esper.Processor):
    """Lowers the pelvis and bends the legs of every entity with FootIK."""

    def process(self, dt: float) -> None:
        """Changes the poses of this tick, local and world."""
        del dt
        skeletons = resource(AnimationLibrary).skeletons
        for entity, (foot_ik, data, skeleton, pose) in entities_with(FootIK, IKData, Skeleton, SkeletonPose):
            if len(data.weights) == len(foot_ik.feet):
                asset = skeletons[skeleton.asset]
                bend_legs(
                    Pose(
                        asset.parents,
                        pose.local_translations,
                        pose.local_rotations,
                        pose.positions_ws,
                        pose.rotations_ws,
                        pose.root_position_ws,
                        pose.root_rotation_ws,
                    ),
                    foot_bones(asset, foot_ik.feet),
                    data.pelvis_distance,
                    data.foot_distances,
                    data.foot_rotations,
                    data.weights,
                    foot_contacts(esper.try_component(entity, Animator), foot_ik.feet),
                    float(foot_ik.ankle_height),
                    foot_ik.joint_target is JointTarget.KNEE,
                    float(esper.component_for_entity(entity, Transform).scale),
                )
