"""What the feet found, smoothed to offsets of pelvis and feet (seed 000)."""

import esper
import numpy as np

from components.arrays import Floats
from components.character import GroundContact
from components.foot_ik import FootIK, FootTraces, IKData
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonAsset, SkeletonPose
from components.terrain import PlatformMotion
from components.transform import Transform
from systems.animation.gait import MOVING
from systems.foot_ik.contacts import foot_contacts
from systems.foot_ik.smoothing import Body, Feet, Smoothed, follow_ground
from systems.query import entities_with, resource


def sole_lifts(
    pose: SkeletonPose, asset: SkeletonAsset, feet: tuple[str, ...], ankle_height: float, scale: float
) -> Floats:
    """How high the animation holds each sole over level ground [cm], shape [foot_count].

    The lower of two points counts: under the ankle, and under the first bone that hangs from the foot.
    """
    lifts = np.empty(len(feet))
    for row, foot in enumerate(feet):
        bone = asset.index(foot)
        lift = pose.positions_ws[bone, 2] - ankle_height * scale
        for toe in np.flatnonzero(asset.parents == bone)[:1]:
            height = (ankle_height + asset.translations[toe, 2]) * scale
            lift = min(lift, pose.positions_ws[toe, 2] - height)
        lifts[row] = max(lift - pose.root_position_ws[2], 0.0)
    return lifts


def resize(data: IKData, count: int) -> None:
    """Gives unsettled data the size of the skeleton's feet."""
    if len(data.weights) != count:
        data.settled = False
        data.pelvis_distance = 0.0
        data.foot_distances, data.ground_heights, data.weights = np.zeros((3, count))
        data.found = np.zeros(count, dtype=np.bool_)
        data.foot_rotations = np.tile((0.0, 0.0, 0.0, 1.0), (count, 1))


class IKInterpolation(esper.Processor):
    """Smooths the ground under the feet of every entity with FootIK."""

    def process(self, dt: float) -> None:
        """Advances all feet by one tick."""
        for entity, (foot_ik, traces, data, skeleton) in entities_with(FootIK, FootTraces, IKData, Skeleton):
            pose = esper.try_component(entity, SkeletonPose)
            if pose and len(traces.hit) == len(foot_ik.feet):
                resize(data, len(foot_ik.feet))
                _follow(entity, foot_ik, traces, data, skeleton, pose, dt)


def _follow(
    entity: int,
    foot_ik: FootIK,
    traces: FootTraces,
    data: IKData,
    skeleton: Skeleton,
    pose: SkeletonPose,
    dt: float,
) -> None:
    ground = esper.try_component(entity, GroundContact)
    scale = esper.component_for_entity(entity, Transform).scale
    grounded = ground.grounded if ground else True
    x, y, z, w = pose.root_rotation_ws.tolist()
    animator = esper.try_component(entity, Animator)
    striding = animator is not None and animator.speed > MOVING
    rise = float(ground.velocity[2]) * dt if ground else 0.0
    root_height = float(pose.root_position_ws[2])
    offset = float(foot_ik.offset_distance * scale)
    data.pelvis_distance, data.floor = follow_ground(
        _feet(entity, foot_ik, traces, skeleton, pose, dt),
        Smoothed(data.ground_heights, data.weights, data.foot_rotations, data.foot_distances, data.found),
        Body(data.pelvis_distance, data.floor, rise, root_height, offset, striding),
        (x, y, z, w),
        grounded,
        data.settled,
        float(foot_ik.trace_distance),
        dt,
        float(foot_ik.interp_speed),
    )
    data.settled = data.settled or (grounded and bool(traces.hit.any()))


def _feet(
    entity: int, foot_ik: FootIK, traces: FootTraces, skeleton: Skeleton, pose: SkeletonPose, dt: float
) -> Feet:
    asset = resource(AnimationLibrary).skeletons[skeleton.asset]
    scale = esper.component_for_entity(entity, Transform).scale
    animator = esper.try_component(entity, Animator) or Animator()
    velocity = resource(PlatformMotion).velocity
    return Feet(
        traces.hit,
        traces.point[:, 2],
        traces.normal,
        np.array([velocity[row, 2] * dt if row >= 0 else 0.0 for row in traces.platform.tolist()]),
        traces.landing_hit,
        traces.landing_point[:, 2],
        np.array([animator.landing_times.get(foot, -1.0) for foot in foot_ik.feet]),
        foot_contacts(animator, foot_ik.feet),
        sole_lifts(pose, asset, foot_ik.feet, foot_ik.ankle_height, scale),
    )
