"""The characters of a world that have feet, and the pool that all their feet are in."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from operator import attrgetter, is_
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Integers
from components.feet_pool import FeetPool, WorldFeet
from components.foot_ik import FootIK, FootTraces, IKData, TraceLog
from components.pose_pool import PosePool
from components.skeleton import AnimationLibrary, SkeletonAsset, SkeletonPose
from systems.animation.pool import poses_of_world
from systems.query import Rows, entities_with, resource


class Member(NamedTuple):
    """A character whose feet are in the pool."""

    foot_ik: FootIK
    traces: FootTraces
    data: IKData
    pose: SkeletonPose
    asset: SkeletonAsset
    log: TraceLog | None


@dataclass(slots=True, eq=False)
class Crowd:
    """All characters with feet, ascending.

    It holds until one comes or goes, or a field of a FootIK is set from which more follows than settings.
    """

    pool: FeetPool
    """Their feet."""
    poses: PosePool
    """Their poses, among others."""
    members: tuple[Member, ...]
    """The characters, in the order of the pool's rows."""
    pose_rows: Integers
    """Their rows in the pool of poses, shape [character_count]."""
    changes: int
    """`FootIK.changes` when it was made."""
    rows: Rows
    """The list of a query in which they were last seen."""
    asked: list[tuple[object, ...]]
    """What each FootIK asked for by fields from which settings alone follow."""
    built_on: list[tuple[object, ...]]
    """What each asked for by the others."""
    stale: list[int] = field(default_factory=list)
    """Characters whose settings are to be read anew."""


SETTINGS_ALONE = (
    "trace_distance",
    "interp_speed",
    "offset_distance",
    "joint_target",
    "ankle_height",
    "heel",
    "toe",
    "walkable_angle",
    "max_step_up",
    "max_step_down",
    "see_through",
    "max_pelvis_drop",
    "max_pelvis_raise",
    "height_band",
    "angle_band",
    "edge_band",
    "release_distance",
    "release_angle",
)
"""Fields of a FootIK from which its row of settings follows, and nothing else."""
_ASKED = attrgetter(*SETTINGS_ALONE)
_BUILT_ON = attrgetter(*(item.name for item in fields(FootIK) if item.name not in SETTINGS_ALONE))


def crowd_of_world() -> Crowd:
    """The characters of the current world that have feet; the same object for as long as it holds."""
    world, poses = _world_feet(), poses_of_world()
    rows = entities_with(FootIK, FootTraces, IKData, SkeletonPose)
    kept, changes = world.kept, FootIK.changes
    if not isinstance(kept, Crowd) or kept.poses is not poses or not _heed(kept, changes):
        kept = None
    if kept is None or kept.rows is not rows:
        members = tuple(
            _member(entity, *parts, poses)
            for entity, parts in rows
            if parts[-1].pool is poses and parts[0].feet
        )
        if kept is not None and _same(kept.members, members):
            kept.rows = rows
            return kept
        if not settled(world.pool, members):
            world.pool = pooled(members)
        pose_rows = np.array([member.pose.row for member in members], dtype=np.int64)
        asked, built_on = ([of(member.foot_ik) for member in members] for of in (_ASKED, _BUILT_ON))
        kept = world.kept = Crowd(world.pool, poses, members, pose_rows, changes, rows, asked, built_on)
    return kept


def _heed(crowd: Crowd, changes: int) -> bool:
    """Notes whose settings are to be read anew, and says no where more follows from what was set."""
    if crowd.changes == changes:
        return True
    if any(
        _BUILT_ON(member.foot_ik) != was for member, was in zip(crowd.members, crowd.built_on, strict=True)
    ):
        return False
    for row, member in enumerate(crowd.members):
        asked = _ASKED(member.foot_ik)
        if asked != crowd.asked[row]:
            crowd.asked[row] = asked
            crowd.stale.append(row)
    crowd.changes = changes
    return True


def _same(members: Sequence[Member], others: Sequence[Member]) -> bool:
    """Whether these are the same characters with the same components, and not others that are equal."""
    return len(members) == len(others) and all(map(is_, chain(*members), chain(*others)))


def _member(
    entity: int, foot_ik: FootIK, traces: FootTraces, data: IKData, pose: SkeletonPose, poses: PosePool
) -> Member:
    skeletons = resource(AnimationLibrary).skeletons
    return Member(
        foot_ik,
        traces,
        data,
        pose,
        skeletons[poses.rigs[pose.row].skeleton],
        esper.try_component(entity, TraceLog),
    )


def _world_feet() -> WorldFeet:
    """The world entity's; a world that was made without any gets them here."""
    found = esper.get_component(WorldFeet)
    if not found:
        feet = WorldFeet(FeetPool.blank(()))
        esper.add_component(esper.get_component(AnimationLibrary)[0][0], feet)
        return feet
    return found[0][1]


def settled(pool: FeetPool, members: Sequence[Member]) -> bool:
    """Whether a pool holds just these characters, each with as many feet as it has."""
    return pool.first_foot.tolist() == first_feet(members).tolist() and all(
        part.pool is pool and part.row == row
        for row, member in enumerate(members)
        for part in (member.traces, member.data)
    )


def first_feet(members: Sequence[Member]) -> Integers:
    """Row of the first foot of each character, and one more at the end, shape [character_count + 1]."""
    return np.cumsum([0, *(len(member.foot_ik.feet) for member in members)], dtype=np.int64)


def pooled(members: Sequence[Member]) -> FeetPool:
    """Moves characters to a new pool, with all that is known of those that have as many feet as before."""
    pool = FeetPool.blank([len(member.foot_ik.feet) for member in members])
    _move(pool, [member.traces for member in members], FOUND, ())
    _move(pool, [member.data for member in members], SETTLED, BODIES)
    return pool


FOUND = (
    "start",
    "end",
    "verdict",
    "point",
    "normal",
    "anchor",
    "platform",
    "body",
    "particles",
    "shares",
    "foothold",
    "carried",
    "landing_hit",
    "landing_point",
    "landing_normal",
    "nudge",
    "landing_nudge",
)
"""Arrays of a pool that belong to FootTraces."""
BODIES = ("pelvis_distance", "grip", "wanted_pelvis", "floor", "settled")
"""Those of IKData with a row a character."""
SETTLED = tuple(item.name for item in fields(FeetPool) if item.name not in ("first_foot", *FOUND, *BODIES))
"""Those of IKData with a row a foot."""


def _move(
    pool: FeetPool, parts: Sequence[FootTraces | IKData], by_foot: Sequence[str], by_body: Sequence[str]
) -> None:
    """Moves components to the rows of a pool, those from one pool together."""
    sources: dict[int, tuple[FeetPool, list[tuple[int, int]]]] = {}
    for row, part in enumerate(parts):
        sources.setdefault(id(part.pool), (part.pool, []))[1].append((row, part.row))
        part.pool, part.row = pool, row
    for source, pairs in sources.values():
        here, there = np.array(pairs).T
        same = np.diff(pool.first_foot)[here] == np.diff(source.first_foot)[there]
        here, there = here[same], there[same]
        for name in by_body:
            getattr(pool, name)[here] = getattr(source, name)[there]
        feet, old_feet = _feet_of(pool, here), _feet_of(source, there)
        for name in by_foot:
            getattr(pool, name)[feet] = getattr(source, name)[old_feet]


def _feet_of(pool: FeetPool, rows: Integers) -> Integers:
    """Rows of all feet of some characters."""
    counts = np.diff(pool.first_foot)[rows]
    before = np.cumsum(counts) - counts
    feet: Integers = np.arange(counts.sum()) + np.repeat(pool.first_foot[rows] - before, counts)
    return feet
