"""Legs reach for the ground."""

from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.skeleton import SkeletonAsset, SkeletonPose
from components.terrain import PlatformMotion, Terrain
from systems.animation.kinematics import forward_kinematics
from systems.animation.pool import Poses, poses_in
from systems.foot_ik.crowd import Crowd, Member, crowd_of_world
from systems.foot_ik.hands import Reaching, arms_of, stop_hands
from systems.foot_ik.kinds import kinds_of, spread
from systems.foot_ik.leg_bones import contact_of, limbs_of, parts_of, pelvis_above
from systems.foot_ik.legs import Goals, Manner, Pose, bend_legs, goals_between, pose_at
from systems.foot_ik.settings import weight_rows
from systems.foot_ik.walkers import Walkers, walkers_of
from systems.handover import Handover, hand_over, opened
from systems.kernel import Record, lean_kernel
from systems.query import resource


class Builds(NamedTuple):
    """What bodies are made of and where they are to go; kernels take it whole."""

    parts: Integers
    """What becomes of each bone of the pool of poses, shape [bone_count]."""
    pelvises: Integers
    """The bone that carries the rest of each body, shape [character_count]."""
    distances: Floats
    """Vertical offsets of the pelvises [cm], shape [character_count]."""
    weights: Floats
    """How much each foot follows the ground, shape [foot_count]."""
    turns: Floats
    """How much it turns with it, as set, shape [foot_count]."""
    contacts: Floats
    """How much feet bear weight in the animation, shape [pose_count, column_count]."""


class Bending(NamedTuple):
    """All that bending legs takes; kernels are handed it over."""

    poses: Poses
    walkers: Walkers
    builds: Builds
    goals: Goals


class _Kept(NamedTuple):
    """What goes on from tick to tick."""

    crowd: Crowd
    bending: Handover[Bending]
    reaching: Handover[Reaching]


class LegIK(esper.Processor):
    """Lowers the pelvis and bends the legs of every entity with FootIK."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def process(self, dt: float) -> None:
        """Changes the poses of this tick, local and world, in one call."""
        del dt
        crowd, terrain, motion = crowd_of_world(), resource(Terrain), resource(PlatformMotion)
        kept = self._kept
        if kept is None or not _holds(kept, crowd, terrain, motion):
            kept = self._kept = _new_bending(crowd, terrain, motion)
        if not crowd.members:
            return
        for row in np.flatnonzero(~crowd.poses.animated[crowd.pose_rows]).tolist():
            _read_pose(crowd.members[row])
        bend_all(kept.bending.handed)
        stop_hands(kept.reaching.handed)


def _holds(kept: _Kept, crowd: Crowd, terrain: Terrain, motion: PlatformMotion) -> bool:
    known = kept.reaching.tables
    same_motion = known.motion.offset is motion.offset and known.motion.velocity is motion.velocity
    return kept.crowd is crowd and known.terrain is terrain.arrays and same_motion


def _new_bending(crowd: Crowd, terrain: Terrain, motion: PlatformMotion) -> _Kept:
    walkers, places, turns = walkers_of(crowd), *weight_rows(crowd)
    builds, goals, poses = _builds_of(crowd, turns), _goals_of(crowd, walkers, places), poses_in(crowd.poses)
    found, ignored = np.zeros(len(terrain.arrays.prisms), dtype=np.int64), np.zeros(0, dtype=np.int64)
    reaching = Reaching(terrain.arrays, motion.arrays, poses, arms_of(crowd), found, ignored)
    return _Kept(crowd, hand_over(Bending(poses, walkers, builds, goals)), hand_over(reaching))


def _builds_of(crowd: Crowd, turns: Floats) -> Builds:
    kinds, of_members = kinds_of(crowd)
    parents = [kind.asset.parents for kind in kinds]
    limbs = [limbs_of(kind.asset, kind.feet) for kind in kinds]
    rows, whose = spread([len(bones) for bones in parents], of_members)
    bones = np.concatenate([np.arange(0), *(np.arange(len(bones)) for bones in parents)])[rows]
    parts = np.zeros_like(crowd.poses.parents)
    own = [parts_of(bones, legs) for bones, legs in zip(parents, limbs, strict=True)]
    place = crowd.poses.first_bone[crowd.pose_rows][whose] + bones
    parts[place] = np.concatenate([np.zeros(0, dtype=np.int64), *own])[rows]
    pelvises = [pelvis_above(bones, legs.ends[0]) for bones, legs in zip(parents, limbs, strict=True)]
    return Builds(
        parts=parts,
        pelvises=np.array(pelvises, dtype=np.int64)[of_members],
        distances=crowd.pool.pelvis_distance,
        weights=crowd.pool.weights,
        turns=turns,
        contacts=crowd.poses.contacts,
    )


def _goals_of(crowd: Crowd, walkers: Walkers, places: Floats) -> Goals:
    pool, legs = crowd.pool, walkers.legs
    first = np.repeat(crowd.poses.first_bone[crowd.pose_rows], np.diff(pool.first_foot))
    return Goals(
        feet=legs.ends - first,
        balls=legs.balls - first,
        sides=legs.sides,
        distances=pool.foot_distances,
        rotations=pool.foot_rotations,
        slides=pool.slides,
        twists=pool.twists,
        contacts=np.zeros(len(places)),
        position_weights=places,
        rotation_weights=np.zeros(len(places)),
        reached=pool.reached,
    )


def _read_pose(member: Member) -> None:
    """Takes over what somebody else than Animate has posed."""
    pose, pool = member.pose, member.pose.pool
    first, last = pool.first_bone[pose.row : pose.row + 2].tolist()
    places, turns = pool.positions_cs[first:last], pool.rotations_cs[first:last]
    forward_kinematics(member.asset.parents, pose.local_translations, pose.local_rotations, places, turns)


@lean_kernel
def bend_all(handed: Bending) -> None:
    """Bends the legs of all characters, each as `bend_legs` does.

    Args:
        handed: What was handed over of all that it takes: poses are changed, and whether feet came to where
            they were to go is written.
    """
    own = opened(handed)
    poses, walkers, builds, goals = own.poses, own.walkers, own.builds, own.goals
    for body in range(len(walkers.pose_rows)):
        if not walkers.posed[body]:
            continue
        begin, end = walkers.first_foot[body], walkers.first_foot[body + 1]
        for foot in range(begin, end):
            column = walkers.legs.columns[foot]
            goals.contacts[foot] = contact_of(builds.contacts, walkers.pose_rows[body], column)
            goals.rotation_weights[foot] = builds.weights[foot] * builds.turns[foot]
        row = walkers.pose_rows[body]
        parts = builds.parts[poses.first_bone[row] : poses.first_bone[row + 1]]
        manner = manner_of(walkers.settings[body], builds, body, poses.scales[row])
        pose = pose_at(poses, row)
        bend_legs(pose, parts, goals_between(goals, begin, end), manner)


@lean_kernel
def manner_of(settings: Record, builds: Builds, body: int, scale: float) -> Manner:
    """How the legs of one character are bent."""
    return Manner(
        builds.pelvises[body],
        builds.distances[body],
        settings.ankle_height,
        settings.heel,
        settings.toe,
        settings.follow_knee,
        settings.softness,
        settings.raised,
        scale,
    )


def pose_of(asset: SkeletonAsset, pose: SkeletonPose) -> Pose:
    """One pose as kernels take it."""
    pool = pose.pool
    first, last = pool.first_bone[pose.row : pose.row + 2].tolist()
    return Pose(
        parents=asset.parents,
        translations=pose.local_translations,
        rotations=pose.local_rotations,
        positions_ws=pose.positions_ws,
        rotations_ws=pose.rotations_ws,
        positions_cs=pool.positions_cs[first:last],
        rotations_cs=pool.rotations_cs[first:last],
        root_position=pose.root_position_ws,
        root_rotation=pose.root_rotation_ws,
    )
