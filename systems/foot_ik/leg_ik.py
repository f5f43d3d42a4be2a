"""Legs reach for the ground."""

from collections.abc import Sequence
from typing import NamedTuple

import esper
import numpy as np

from components.foot_ik import FootIK, IKData, JointTarget
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonAsset, SkeletonPose
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform
from systems.animation.pool import Poses
from systems.collision.layers import layer_bits
from systems.foot_ik.columns import joined
from systems.foot_ik.contacts import foot_contacts
from systems.foot_ik.hands import bend_arms, hand_ways
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.legs import Goals, Manner, Manners, Pose, bend_all
from systems.foot_ik.profile import Faults, rules_of, weights_of
from systems.query import entities_with, resource


class Leader(NamedTuple):
    """A character whose legs are bent."""

    foot_ik: FootIK
    data: IKData
    pose: SkeletonPose
    asset: SkeletonAsset
    animator: Animator | None
    scale: float


class LegIK(esper.Processor):
    """Lowers the pelvis and bends the legs of every entity with FootIK."""

    def process(self, dt: float) -> None:
        """Changes the poses of this tick, local and world, in one call."""
        del dt
        skeletons = resource(AnimationLibrary).skeletons
        leaders = [
            Leader(
                foot_ik,
                data,
                pose,
                skeletons[skeleton.asset],
                esper.try_component(entity, Animator),
                float(esper.component_for_entity(entity, Transform).scale),
            )
            for entity, (foot_ik, data, skeleton, pose) in entities_with(
                FootIK, IKData, Skeleton, SkeletonPose
            )
            if len(data.weights) == len(foot_ik.feet) > 0
        ]
        if leaders:
            bend_leaders(leaders)
        for leader in leaders:
            if leader.foot_ik.hands:
                stop_hands(leader.asset, leader.foot_ik, pose_of(leader.asset, leader.pose), leader.scale)


def bend_leaders(leaders: Sequence[Leader]) -> None:
    """Bends the legs of some characters in one call; there must be at least one."""
    poses = _poses_of(leaders)
    goals = joined([goals_of(each.asset, each.foot_ik, each.data, each.animator) for each in leaders])
    first = np.concatenate(([0], np.cumsum([len(leader.foot_ik.feet) for leader in leaders])))
    rows = [manner_of(leader.foot_ik, leader.data, leader.scale) for leader in leaders]
    columns = [np.array(column) for column in zip(*(row[:-1] for row in rows), strict=True)]
    bend_all(poses, goals, Manners(first, *columns))
    for row, leader in enumerate(leaders):
        leader.data.reached = goals.reached[first[row] : first[row + 1]]
        begin, end = poses.first_bone[row : row + 2].tolist()
        leader.pose.local_translations = poses.translations[begin:end]
        leader.pose.local_rotations = poses.rotations[begin:end]
        leader.pose.positions_ws = poses.positions_ws[begin:end]
        leader.pose.rotations_ws = poses.rotations_ws[begin:end]


def _poses_of(leaders: Sequence[Leader]) -> Poses:
    poses = [leader.pose for leader in leaders]
    return Poses(
        np.cumsum([0, *(len(leader.asset.parents) for leader in leaders)]),
        np.concatenate([leader.asset.parents for leader in leaders]),
        np.concatenate([pose.local_translations for pose in poses]),
        np.concatenate([pose.local_rotations for pose in poses]),
        np.concatenate([pose.positions_ws for pose in poses]),
        np.concatenate([pose.rotations_ws for pose in poses]),
        np.array([pose.root_position_ws for pose in poses]),
        np.array([pose.root_rotation_ws for pose in poses]),
        np.array([leader.scale for leader in leaders]),
    )


def stop_hands(asset: SkeletonAsset, foot_ik: FootIK, pose: Pose, scale: float) -> None:
    """Takes hands out of walls."""
    limbs, terrain, motion = limbs_of(asset, foot_ik.hands), resource(Terrain), resource(PlatformMotion)
    ways = hand_ways(terrain.arrays, motion.arrays, pose, limbs, layer_bits(foot_ik.layers), scale)
    if ways.any():
        bend_arms(pose, limbs.ends, limbs.sides, ways, scale)


def pose_of(asset: SkeletonAsset, pose: SkeletonPose) -> Pose:
    """A pose as kernels take it."""
    return Pose(
        asset.parents,
        pose.local_translations,
        pose.local_rotations,
        pose.positions_ws,
        pose.rotations_ws,
        pose.root_position_ws,
        pose.root_rotation_ws,
    )


def goals_of(asset: SkeletonAsset, foot_ik: FootIK, data: IKData, animator: Animator | None) -> Goals:
    """Where the feet of a character are to go."""
    limbs, count = limbs_of(asset, foot_ik.feet), len(foot_ik.feet)
    return Goals(
        limbs.ends,
        limbs.balls,
        limbs.sides,
        data.foot_distances,
        data.foot_rotations,
        data.slides,
        data.twists,
        foot_contacts(animator, foot_ik.feet),
        np.array(weights_of(foot_ik.position_weights, count), dtype=np.float64),
        data.weights * np.array(weights_of(foot_ik.rotation_weights, count)),
        data.reached,
    )


def manner_of(foot_ik: FootIK, data: IKData, scale: float) -> Manner:
    """How the legs of a character are bent."""
    rules = rules_of(foot_ik)
    return Manner(
        float(data.pelvis_distance),
        float(foot_ik.ankle_height),
        float(foot_ik.heel),
        float(foot_ik.toe),
        foot_ik.joint_target is JointTarget.KNEE,
        float(rules.softness),
        rules.faults is Faults.NONE,
        scale,
    )
