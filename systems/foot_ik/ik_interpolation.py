"""What the feet found, smoothed to offsets of pelvis and feet (seeds 000 and 001)."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats
from components.character import GroundContact
from components.foot_ik import FootIK, FootTraces, IKData
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonPose
from components.terrain import PlatformMotion
from components.transform import Transform
from systems.animation.gait import MOVING
from systems.foot_ik.columns import joined
from systems.foot_ik.contacts import foot_contacts
from systems.foot_ik.faithful import follow_unity_seed, follow_unreal_seed
from systems.foot_ik.leg_bones import Limbs, ahead_of, limbs_of, sole_lifts, toe_headings
from systems.foot_ik.planting import Plants
from systems.foot_ik.profile import Faults, decay_rate, rules_of
from systems.foot_ik.smoothing import Bodies, Feet, Settings, Smoothed, follow_all
from systems.maths.quaternion import rotate
from systems.query import entities_with, resource


class Follower(NamedTuple):
    """A character whose feet follow the ground."""

    entity: int
    foot_ik: FootIK
    traces: FootTraces
    data: IKData
    pose: SkeletonPose
    limbs: Limbs
    scale: float


def resize(data: IKData, count: int) -> None:
    """Gives unsettled data the size of the skeleton's feet."""
    if len(data.weights) == count:
        return
    data.settled = False
    data.pelvis_distance = data.grip = data.wanted_pelvis = 0.0
    data.foot_distances, data.ground_heights, data.weights, data.held_heights, data.wanted, data.twists = (
        np.zeros((6, count))
    )
    data.found, data.locked, data.reached = np.zeros((3, count), dtype=np.bool_)
    data.foot_rotations = np.tile((0.0, 0.0, 0.0, 1.0), (count, 1))
    data.held_normals = np.tile((0.0, 0.0, 1.0), (count, 1))
    data.lock_points, data.lock_headings, data.slides = np.zeros((3, count, 2))


class IKInterpolation(esper.Processor):
    """Smooths the ground under the feet of every entity with FootIK."""

    def process(self, dt: float) -> None:
        """Advances all feet by one tick, in one call."""
        followers = []
        for entity, (foot_ik, traces, data, skeleton) in entities_with(FootIK, FootTraces, IKData, Skeleton):
            pose = esper.try_component(entity, SkeletonPose)
            if pose and len(traces.hit) == len(foot_ik.feet):
                resize(data, len(foot_ik.feet))
                limbs = limbs_of(resource(AnimationLibrary).skeletons[skeleton.asset], foot_ik.feet)
                scale = float(esper.component_for_entity(entity, Transform).scale)
                followers.append(Follower(entity, foot_ik, traces, data, pose, limbs, scale))
        faithful = [f for f in followers if rules_of(f.foot_ik).faults is not Faults.NONE]
        for follower in faithful:
            follow_seed(follower, dt)
        followers = [f for f in followers if rules_of(f.foot_ik).faults is Faults.NONE]
        if followers:
            _follow(followers, dt)


def follow_seed(follower: Follower, dt: float) -> None:
    """One tick of a seed as it stands."""
    foot_ik, pose, limbs = follower.foot_ik, follower.pose, follower.limbs
    if rules_of(foot_ik).faults is Faults.UNREAL:
        bottom = float(pose.root_position_ws[2])
        follow_unreal_seed(
            follower.data,
            follower.traces,
            bottom,
            trace_distance=foot_ik.trace_distance,
            offset=foot_ik.offset_distance,
            speed=foot_ik.interp_speed,
            dt=dt,
        )
    else:
        follow_unity_seed(
            follower.data,
            follower.traces,
            pose.positions_ws[limbs.ends, 2],
            pose.rotations_ws[limbs.ends],
            rotate(pose.root_rotation_ws, (1.0, 0.0, 0.0)),
            foot_ik.ankle_height * follower.scale,
        )


def _follow(followers: Sequence[Follower], dt: float) -> None:
    counts = [len(f.foot_ik.feet) for f in followers]
    first = np.concatenate(([0], np.cumsum(counts)))
    settings, bodies = _settings(followers, first), _bodies(followers, dt)
    feet = joined([_feet(f, dt) for f in followers])
    smoothed, plants = (
        joined([smoothed_of(f.data) for f in followers]),
        joined([plants_of(f.data) for f in followers]),
    )
    follow_all(settings, bodies, feet, smoothed, plants, dt)
    for row, follower in enumerate(followers):
        rows, data = slice(first[row], first[row + 1]), follower.data
        for names, arrays in ((SMOOTHED, smoothed), (PLANTS, plants)):
            for name, array in zip(names, arrays, strict=True):
                setattr(data, name, array[rows])
        data.settled, data.floor = bool(bodies.settled[row]), float(bodies.floor[row])
        data.wanted_pelvis, data.grip = float(bodies.wanted[row]), float(bodies.grip[row])
        data.pelvis_distance = float(bodies.pelvis[row])


SMOOTHED = (
    "ground_heights",
    "weights",
    "foot_rotations",
    "foot_distances",
    "found",
    "held_heights",
    "held_normals",
    "wanted",
)
"""Fields of IKData in the order of Smoothed."""
PLANTS = ("locked", "lock_points", "lock_headings", "slides", "twists")
"""Fields of IKData in the order of Plants."""


def smoothed_of(data: IKData) -> Smoothed:
    """What the feet of a character have settled to, as kernels take it."""
    return Smoothed(
        data.ground_heights,
        data.weights,
        data.foot_rotations,
        data.foot_distances,
        data.found,
        data.held_heights,
        data.held_normals,
        data.wanted,
    )


def plants_of(data: IKData) -> Plants:
    """Which feet of a character are planted, as kernels take it."""
    return Plants(data.locked, data.lock_points, data.lock_headings, data.slides, data.twists)


def _settings(followers: Sequence[Follower], first: Floats) -> Settings:
    settings = [f.foot_ik for f in followers]
    rules = [rules_of(foot_ik) for foot_ik in settings]
    scales = np.array([f.scale for f in followers])
    return Settings(
        first.astype(np.int64),
        np.array([decay_rate(s.interp_speed) for s in settings]),
        np.array([int(r.pelvis) for r in rules]),
        np.array([r.planting for r in rules]),
        np.array([s.offset_distance for s in settings]) * scales,
        np.array([s.max_pelvis_drop for s in settings]) * scales,
        np.array([s.max_pelvis_raise for s in settings]) * scales,
        np.array([s.height_band if r.banded else 0.0 for s, r in zip(settings, rules, strict=True)]) * scales,
        np.array(
            [
                math.cos(math.radians(s.angle_band if r.banded else 0.0))
                for s, r in zip(settings, rules, strict=True)
            ]
        ),
        np.array([s.release_distance for s in settings]) * scales,
        np.array([float(s.release_angle) for s in settings]),
    )


def _bodies(followers: Sequence[Follower], dt: float) -> Bodies:
    grounds = [esper.try_component(f.entity, GroundContact) for f in followers]
    animators = [esper.try_component(f.entity, Animator) for f in followers]
    data = [f.data for f in followers]
    return Bodies(
        np.array([f.pose.root_position_ws for f in followers]),
        np.array([f.pose.root_rotation_ws for f in followers]),
        np.array([f.scale for f in followers]),
        np.array([float(g.velocity[2]) * dt if g else 0.0 for g in grounds]),
        np.array([g.grounded if g else True for g in grounds]),
        np.array([a is not None and a.speed > MOVING for a in animators]),
        np.array([d.settled for d in data]),
        np.array([float(d.floor) for d in data]),
        np.array([float(d.wanted_pelvis) for d in data]),
        np.array([float(d.grip) for d in data]),
        np.array([float(d.pelvis_distance) for d in data]),
    )


def _feet(follower: Follower, dt: float) -> Feet:
    foot_ik, traces, pose, limbs = follower.foot_ik, follower.traces, follower.pose, follower.limbs
    scale, feet = follower.scale, foot_ik.feet
    skeleton = esper.component_for_entity(follower.entity, Skeleton)
    asset = resource(AnimationLibrary).skeletons[skeleton.asset]
    animator = esper.try_component(follower.entity, Animator) or Animator()
    velocity = resource(PlatformMotion).velocity
    headings = toe_headings(pose, limbs)
    ahead = ahead_of(pose)
    ways = np.array([animator.landing_ways.get(foot, 0.0) for foot in feet]) * scale
    return Feet(
        traces.hit,
        traces.point[:, 2],
        traces.normal,
        np.array([velocity[row, 2] * dt if row >= 0 else 0.0 for row in traces.platform.tolist()]),
        traces.landing_hit,
        traces.landing_point,
        np.array([animator.landing_times.get(foot, -1.0) for foot in feet]),
        ways[:, None] * ahead,
        traces.nudge,
        traces.landing_nudge,
        foot_contacts(animator, feet),
        sole_lifts(pose, asset, limbs, foot_ik.ankle_height, scale),
        pose.positions_ws[limbs.roots],
        pose.positions_ws[limbs.ends],
        pose.positions_ws[limbs.balls, :2],
        headings,
        limbs.lengths * scale * (1.0 - rules_of(foot_ik).softness),
        np.full(len(feet), foot_ik.ankle_height * scale),
    )
