"""What the feet found, smoothed to offsets of pelvis and feet (seeds 000 and 001)."""

from typing import NamedTuple

import esper

from components.arrays import Floats
from components.terrain import PlatformMotion
from systems.animation.pool import Poses, poses_in
from systems.foot_ik.bodies import Bodies, Feet, Smoothed
from systems.foot_ik.crowd import Crowd, Member, crowd_of_world
from systems.foot_ik.faithful import follow_unity_seed, follow_unreal_seed
from systems.foot_ik.gauge import Steps, gauge_all, new_bodies, new_feet, plants_of, smoothed_of, steps_of
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.planting import Plants
from systems.foot_ik.profile import Faults, rules_of
from systems.foot_ik.settings import weight_rows
from systems.foot_ik.smoothing import follow_all
from systems.foot_ik.walkers import Walkers, walkers_of
from systems.handover import Handover, hand_over, opened
from systems.kernel import lean_kernel
from systems.maths.quaternion import rotate
from systems.query import resource


class Following(NamedTuple):
    """All that following the ground takes; kernels are handed it over."""

    poses: Poses
    steps: Steps
    walkers: Walkers
    velocity: Floats
    """Velocities of the platforms [cm/s], shape [platform_count, 3]."""
    bodies: Bodies
    feet: Feet
    smoothed: Smoothed
    plants: Plants


class _Kept(NamedTuple):
    """What goes on from tick to tick."""

    crowd: Crowd
    following: Handover[Following]
    faithful: list[tuple[int, Member]]
    """Characters that follow a seed with its faults, and their rows."""


class IKInterpolation(esper.Processor):
    """Smooths the ground under the feet of every entity with FootIK."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def process(self, dt: float) -> None:
        """Advances all feet by one tick, in one call."""
        crowd, velocity = crowd_of_world(), resource(PlatformMotion).velocity
        kept = self._kept
        if kept is None or kept.crowd is not crowd or kept.following.tables.velocity is not velocity:
            kept = self._kept = _new_following(crowd, velocity)
        if not crowd.members:
            return
        gauge_and_follow(kept.following.handed, dt)
        for row, member in kept.faithful:
            if kept.following.tables.walkers.posed[row]:
                follow_seed(member, float(crowd.poses.scales[member.pose.row]), dt)


def _new_following(crowd: Crowd, velocity: Floats) -> _Kept:
    pool = crowd.pool
    faithful = [
        (row, member)
        for row, member in enumerate(crowd.members)
        if rules_of(member.foot_ik).faults is not Faults.NONE
    ]
    following = Following(
        poses_in(crowd.poses),
        steps_of(pool, crowd.poses),
        walkers_of(crowd),
        velocity,
        new_bodies(pool),
        new_feet(pool, weight_rows(crowd)[1]),
        smoothed_of(pool),
        plants_of(pool),
    )
    return _Kept(crowd, hand_over(following), faithful)


@lean_kernel
def gauge_and_follow(handed: Following, dt: float) -> None:
    """Reads where all bodies and feet are, and brings them a tick nearer to the ground."""
    own = opened(handed)
    gauge_all(own.poses, own.steps, own.walkers, own.velocity, own.bodies, own.feet, dt)
    follow_all(own.walkers.settings, own.bodies, own.feet, own.smoothed, own.plants, dt)


def follow_seed(member: Member, scale: float, dt: float) -> None:
    """One tick of a seed as it stands."""
    foot_ik, pose = member.foot_ik, member.pose
    if rules_of(foot_ik).faults is Faults.UNREAL:
        bottom = float(pose.root_position_ws[2])
        follow_unreal_seed(
            member.data,
            member.traces,
            bottom,
            trace_distance=foot_ik.trace_distance,
            offset=foot_ik.offset_distance,
            speed=foot_ik.interp_speed,
            dt=dt,
        )
    else:
        ends = limbs_of(member.asset, foot_ik.feet).ends
        follow_unity_seed(
            member.data,
            member.traces,
            pose.positions_ws[ends, 2],
            pose.rotations_ws[ends],
            rotate(pose.root_rotation_ws, (1.0, 0.0, 0.0)),
            foot_ik.ankle_height * scale,
        )
