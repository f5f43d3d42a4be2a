"""What the feet found, smoothed to offsets of pelvis and feet (seeds 000 and 001)."""

from typing import NamedTuple

import esper

from components.terrain import PlatformMotion
from systems.animation.pool import poses_in
from systems.foot_ik.bodies import Bodies, Feet, Smoothed
from systems.foot_ik.crowd import Crowd, Member, crowd_of_world
from systems.foot_ik.faithful import follow_unity_seed, follow_unreal_seed
from systems.foot_ik.gauge import Steps, gauge_all, new_bodies, new_feet, plants_of, smoothed_of, steps_of
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.planting import Plants
from systems.foot_ik.profile import Faults, rules_of
from systems.foot_ik.smoothing import follow_all
from systems.foot_ik.walkers import Walkers, walkers_of
from systems.maths.quaternion import rotate
from systems.query import resource


class _Following(NamedTuple):
    """All that following the ground takes for a crowd, from tick to tick."""

    crowd: Crowd
    walkers: Walkers
    steps: Steps
    bodies: Bodies
    feet: Feet
    smoothed: Smoothed
    plants: Plants
    faithful: list[tuple[int, Member]]
    """Characters that follow a seed with its faults, and their rows."""


class IKInterpolation(esper.Processor):
    """Smooths the ground under the feet of every entity with FootIK."""

    def __init__(self) -> None:
        self._kept: _Following | None = None

    def process(self, dt: float) -> None:
        """Advances all feet by one tick, in one call."""
        crowd = crowd_of_world()
        if self._kept is None or self._kept.crowd is not crowd:
            self._kept = _new_following(crowd)
        kept = self._kept
        if not crowd.members:
            return
        velocity = resource(PlatformMotion).velocity
        poses = poses_in(crowd.poses)
        gauge_all(poses, kept.steps, kept.walkers, velocity, kept.bodies, kept.feet, dt)
        follow_all(kept.walkers.settings, kept.bodies, kept.feet, kept.smoothed, kept.plants, dt)
        for row, member in kept.faithful:
            if kept.walkers.posed[row]:
                follow_seed(member, float(crowd.poses.scales[member.pose.row]), dt)


def _new_following(crowd: Crowd) -> _Following:
    walkers, pool = walkers_of(crowd), crowd.pool
    faithful = [
        (row, member)
        for row, member in enumerate(crowd.members)
        if rules_of(member.foot_ik).faults is not Faults.NONE
    ]
    bodies, feet = new_bodies(pool), new_feet(pool)
    steps = steps_of(pool, crowd.poses)
    return _Following(crowd, walkers, steps, bodies, feet, smoothed_of(pool), plants_of(pool), faithful)


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
