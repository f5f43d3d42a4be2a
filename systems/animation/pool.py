"""The pool that all poses of a world are in, made anew when characters come or go."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Flags, Floats, Integers
from components.pool_row import PoolRow
from components.pose_pool import PosePool, Rig, WorldPoses
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonPose
from components.transform import Transform
from systems.animation.rigs import rigs_of
from systems.query import Rows, carrier_of, entities_with, resource

BONES = (
    "local_translations",
    "local_rotations",
    "positions_cs",
    "rotations_cs",
    "positions_ws",
    "rotations_ws",
)
"""Arrays of a pool with a row a bone."""
ROOTS = (
    "root_positions",
    "root_rotations",
    "scales",
    "half_heights",
    "grounded",
    "ground_rise_speeds",
)
"""Arrays of a pool with a row a character that belong to its pose."""
NUMBERS = (
    "weights",
    "times",
    "gait_phase",
    "overlay",
    "overlay_time",
    "speed",
    "grade",
    "airborne",
    "travelled",
    "height",
)
"""Arrays with a row a character that belong to its animator."""
COLUMNS = ("contacts", "other_curves", "landings", "landing_times", "landing_ways")
"""Such arrays with as many columns as the character has that has the most."""


class Member(NamedTuple):
    """A character whose pose is in the pool."""

    entity: int
    rig: Rig
    parents: Integers
    pose: SkeletonPose
    animator: Animator | None


def poses_of_world() -> PosePool:
    """The pool of all entities of the current world with Skeleton, SkeletonPose and Transform, ascending."""
    world = _world_poses()
    rows = entities_with(Skeleton, SkeletonPose, Transform)
    if world.rows is not rows:
        members = _members(rows)
        if not settled(world.pool, members):
            world.pool = pooled(members)
        world.rows = rows
    return world.pool


def _members(rows: Rows) -> list[Member]:
    library, animators = resource(AnimationLibrary), dict(esper.get_component(Animator))
    skeletons, rigs = library.skeletons, rigs_of(library)
    return [
        Member(entity, rigs[skeleton.asset], skeletons[skeleton.asset].parents, pose, animators.get(entity))
        for entity, (skeleton, pose, _) in rows
    ]


def _world_poses() -> WorldPoses:
    """The world entity's; a world that was made without any gets them here."""
    found = esper.get_component(WorldPoses)
    if not found:
        poses = WorldPoses(PosePool.blank((), ()))
        esper.add_component(carrier_of(AnimationLibrary), poses)
        return poses
    return found[0][1]


def settled(pool: PosePool, members: Sequence[Member]) -> bool:
    """Whether a pool holds just these characters."""
    return (
        pool.entities.tolist() == [member.entity for member in members]
        and pool.rigs == tuple(member.rig for member in members)
        and pool.animated.tolist() == [member.animator is not None for member in members]
        and all(
            part.pool is pool and part.row == row
            for row, member in enumerate(members)
            for part in (member.pose, member.animator)
            if part is not None
        )
    )


def pooled(members: Sequence[Member]) -> PosePool:
    """Moves characters to a new pool, with all that is known of them."""
    rigs = [member.rig for member in members]
    pool = PosePool.blank(
        [member.entity for member in members],
        rigs,
        foot_count=max((len(rig.contact_feet) for rig in rigs), default=0),
        curve_count=max((len(rig.other_curves) for rig in rigs), default=0),
    )
    if members:
        pool.parents = np.concatenate([member.parents for member in members])
    _move(pool, [(row, member.pose) for row, member in enumerate(members)], _copy_pose)
    driven = [(row, member.animator) for row, member in enumerate(members) if member.animator]
    pool.animated[[row for row, _ in driven]] = True
    _move(pool, driven, _copy_animation)
    return pool


Copy = Callable[[PosePool, Integers, PosePool, Integers], None]
"""Copies rows of a pool to rows of another: target, its rows, source, its rows."""


def _move(pool: PosePool, parts: Iterable[tuple[int, PoolRow[PosePool]]], copy: Copy) -> None:
    """Moves components to rows of a pool, those from one pool together."""
    sources: dict[int, tuple[PosePool, list[tuple[int, int]]]] = {}
    for row, part in parts:
        sources.setdefault(id(part.pool), (part.pool, []))[1].append((row, part.row))
        part.pool, part.row = pool, row
    for source, pairs in sources.values():
        rows = np.array(pairs)
        copy(pool, rows[:, 0], source, rows[:, 1])


def _copy_pose(pool: PosePool, rows: Integers, source: PosePool, old: Integers) -> None:
    for name in ROOTS:
        getattr(pool, name)[rows] = getattr(source, name)[old]
    same = _same_size(pool, rows, source, old)
    here, there = _bones(pool, rows[same]), _bones(source, old[same])
    for name in BONES:
        getattr(pool, name)[here] = getattr(source, name)[there]


def _copy_animation(pool: PosePool, rows: Integers, source: PosePool, old: Integers) -> None:
    for name in NUMBERS:
        getattr(pool, name)[rows] = getattr(source, name)[old]
    pairs = zip(rows.tolist(), old.tolist(), strict=True)
    same = np.array([pool.rigs[new] == source.rigs[row] for new, row in pairs])
    for name in COLUMNS:
        here, there = getattr(pool, name), getattr(source, name)
        width = min(here.shape[1], there.shape[1])
        here[rows[same], :width] = there[old[same], :width]


def _same_size(pool: PosePool, rows: Integers, source: PosePool, old: Integers) -> Flags:
    same: Flags = np.diff(pool.first_bone)[rows] == np.diff(source.first_bone)[old]
    return same


def _bones(pool: PosePool, rows: Integers) -> Integers:
    """Rows of all bones of some characters."""
    counts = np.diff(pool.first_bone)[rows]
    before = np.cumsum(counts) - counts
    bones: Integers = np.arange(counts.sum()) + np.repeat(pool.first_bone[rows] - before, counts)
    return bones


class Poses(NamedTuple):
    """The poses of a pool as kernels take them, to change them; see `PosePool`."""

    first_bone: Integers
    parents: Integers
    translations: Floats
    rotations: Floats
    positions_cs: Floats
    rotations_cs: Floats
    positions_ws: Floats
    rotations_ws: Floats
    root_positions: Floats
    root_rotations: Floats
    scales: Floats


def poses_in(pool: PosePool) -> Poses:
    """The poses of a pool for a kernel."""
    return Poses(
        pool.first_bone,
        pool.parents,
        pool.local_translations,
        pool.local_rotations,
        pool.positions_cs,
        pool.rotations_cs,
        pool.positions_ws,
        pool.rotations_ws,
        pool.root_positions,
        pool.root_rotations,
        pool.scales,
    )
