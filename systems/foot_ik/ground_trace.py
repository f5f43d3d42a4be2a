"""Each foot looks straight down for ground, and where it will come down too (seeds 000 and 001)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Flags, Floats, Integers
from components.feet_pool import FeetPool
from components.foot_ik import FootTraces, IKData, TraceLog
from components.softbody import Softbody, SoftbodyParticles, SoftbodyPools
from components.terrain import MotionArrays, PlatformMotion, Terrain, TerrainArrays
from systems.animation.pool import Poses, poses_in
from systems.foot_ik.aim import Aims, Memory, aim_foot, aim_landing, carry, memory_of, new_aims
from systems.foot_ik.crowd import Crowd, Member, crowd_of_world
from systems.foot_ik.living_ground import (
    REACH,
    Footholds,
    Skins,
    carry_footholds,
    footholds_of,
    no_skins,
    skins_of,
    slots_between,
)
from systems.foot_ik.probe import probe_foot
from systems.foot_ik.profile import tag_of
from systems.foot_ik.search import HIT, TOO_HIGH, Found, Scratch, new_scratch, nothing_found
from systems.foot_ik.trace_log import remember, shown
from systems.foot_ik.walkers import Walkers, refresh_walkers, walkers_of
from systems.foot_ik.way import is_walkable_way
from systems.handover import Handover, hand_over, opened
from systems.kernel import inlined_kernel, lean_kernel
from systems.query import entities_with, resource

NO_SKINS = no_skins()


def tagged_prisms(terrain: Terrain, tag: str) -> Flags:
    """Whether each prism belongs to a solid with a tag, shape [prism_count]."""
    solids = np.array([tag in solid.tags for solid in terrain.solids], dtype=np.bool_)
    flags: Flags = solids[terrain.arrays.prisms["solid"]]
    return flags


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with FootIK needs besides it."""
    del components
    return FootTraces(), IKData(), TraceLog()


class Traces(NamedTuple):
    """What the traces of feet come to, a row a foot; kernels take it whole and write it."""

    start: Floats
    """As in `FootTraces`, and so are the others."""
    end: Floats
    point: Floats
    normal: Floats
    landing_hit: Flags
    landing_point: Floats
    landing_normal: Floats
    nudge: Floats
    landing_nudge: Floats


class Looking(NamedTuple):
    """All that the traces of a crowd on a terrain take; kernels are handed it over."""

    terrain: TerrainArrays
    motion: MotionArrays
    walkable: Flags
    """Whether each prism has each tag that is asked for, shape [tag_count, prism_count]."""
    poses: Poses
    half_heights: Floats
    """Half heights of the characters' capsules [cm], NaN without one, shape [pose_count]."""
    landings: Floats
    """Where feet will come down by their animations, a row a pose and a column a foot, as in `PosePool`."""
    walkers: Walkers
    memory: Memory
    footholds: Footholds
    aims: Aims
    found: Found
    scratch: Scratch
    verdicts: Integers
    """What became of each search, shape [foot_count]."""
    traces: Traces


class _Search(NamedTuple):
    """A search that goes on from tick to tick."""

    crowd: Crowd
    terrain: Terrain
    looking: Handover[Looking]
    drawing: list[Member]
    """Characters whose traces are kept to be seen."""


def living_ground(roots: Floats, footholds: Footholds) -> Skins:
    """Surfaces of the soft bodies near some characters; what their feet stood on goes along with them.

    Args:
        roots: World positions of the characters [cm], shape [character_count, 3].
        footholds: Places on soft bodies that their feet had found, changed.
    """
    bodies = entities_with(SoftbodyParticles, Softbody)
    carry_footholds(footholds, {entity: body for entity, (body, _) in bodies})
    found = esper.get_component(SoftbodyPools)
    if not (bodies and found):
        return NO_SKINS
    pools = found[0][1]
    left, right = float(roots[:, 0].min()) - REACH, float(roots[:, 0].max()) + REACH
    return skins_of(pools, slots_between(pools, left, right))


class GroundTrace(esper.Processor):
    """Traces the ground under all feet, from the pose of this tick before its legs are bent."""

    def __init__(self) -> None:
        self._kept: _Search | None = None

    def process(self, dt: float) -> None:
        """Makes all traces of the tick in one call."""
        crowd, terrain, motion = crowd_of_world(), resource(Terrain), resource(PlatformMotion)
        kept = self._kept
        if kept is None or not _holds(kept, crowd, terrain, motion):
            kept = self._kept = _new_search(crowd, terrain, motion)
        if not crowd.members:
            return
        looking = kept.looking.tables
        refresh_walkers(looking.walkers, crowd)
        skins = living_ground(crowd.poses.root_positions[crowd.pose_rows], looking.footholds)
        trace_ground(kept.looking.handed, skins, dt)
        for member in kept.drawing:
            remember(member, dt)


def _holds(kept: _Search, crowd: Crowd, terrain: Terrain, motion: PlatformMotion) -> bool:
    known = kept.looking.tables.motion
    same_motion = known.offset is motion.offset and known.velocity is motion.velocity
    return kept.crowd is crowd and kept.terrain is terrain and same_motion


def _new_search(crowd: Crowd, terrain: Terrain, motion: PlatformMotion) -> _Search:
    walkers, pool, poses = walkers_of(crowd), crowd.pool, crowd.poses
    tags = [tag_of(member.foot_ik) for member in crowd.members]
    asked = sorted({tag for tag in tags if tag})
    walkers.settings["tag"] = [asked.index(tag) if tag else -1 for tag in tags]
    looking = Looking(
        terrain.arrays,
        motion.arrays,
        _walkable(terrain, asked),
        poses_in(poses),
        poses.half_heights,
        poses.landings,
        walkers,
        memory_of(pool),
        footholds_of(pool),
        new_aims(len(pool.verdict)),
        nothing_found(2 * len(pool.verdict)),
        new_scratch(len(terrain.arrays.prisms)),
        pool.verdict,
        traces_of(pool),
    )
    return _Search(crowd, terrain, hand_over(looking), shown(crowd.members))


def _walkable(terrain: Terrain, tags: Sequence[str]) -> Flags:
    """Whether each prism has each tag, shape [tag_count, prism_count]."""
    flags = np.zeros((len(tags), len(terrain.arrays.prisms)), dtype=np.bool_)
    for row, tag in enumerate(tags):
        flags[row] = tagged_prisms(terrain, tag)
    return flags


def traces_of(pool: FeetPool) -> Traces:
    """What the traces of a pool's feet come to."""
    return Traces(
        pool.start,
        pool.end,
        pool.point,
        pool.normal,
        pool.landing_hit,
        pool.landing_point,
        pool.landing_normal,
        pool.nudge,
        pool.landing_nudge,
    )


@lean_kernel
def trace_ground(handed: Looking, skins: Skins, dt: float) -> None:
    """Traces the ground under the feet of all characters, and where they come down.

    Args:
        handed: What was handed over of all that it takes; changed.
        skins: Surfaces of soft bodies near the characters.
        dt: Length of the tick [s].
    """
    own = opened(handed)
    walkers, aims, found, memory = own.walkers, own.aims, own.found, own.memory
    for body in range(len(walkers.pose_rows)):
        if not walkers.posed[body]:
            continue
        for foot in range(walkers.first_foot[body], walkers.first_foot[body + 1]):
            carry(memory, foot, own.motion.velocity, dt)
            aim_foot(own.poses, own.half_heights, walkers, body, foot, memory, aims)
            look_down(own, skins, foot)
            remember_foothold(skins, found, foot, own.footholds)
            write_trace(own.terrain, aims, found, foot, memory, own.verdicts, own.traces)
            aim_landing(own.poses, own.landings, walkers, body, foot, memory, aims)
            if aims.coming[foot]:
                look_ahead(own, skins, body, foot)
            write_landing(aims, found, foot, own.traces)


@inlined_kernel
def look_ahead(own: Looking, skins: Skins, body: int, foot: int) -> None:
    """Searches where a foot comes down; ground that cannot be walked to is none."""
    there, row = len(own.verdicts) + foot, own.walkers.pose_rows[body]
    scale, level = own.poses.scales[row], own.poses.root_positions[row, 2]
    look_down(own, skins, there)
    step = own.walkers.settings[body].max_step_up * scale
    if not is_walkable_way(
        own.terrain, own.motion, own.aims.looks, own.found, foot, there, level, step, scale, own.scratch
    ):
        own.found.verdict[there] = TOO_HIGH


@inlined_kernel
def look_down(own: Looking, skins: Skins, look: int) -> None:
    """Makes one search."""
    probe_foot(own.terrain, own.motion, own.walkable, skins, own.aims.looks, look, own.scratch, own.found)


@inlined_kernel
def remember_foothold(skins: Skins, found: Found, foot: int, footholds: Footholds) -> None:
    """Remembers the place on a soft body that a foot found, by the corners of its triangle."""
    triangle = found.triangle[foot] if found.verdict[foot] == HIT else -1
    footholds.bodies[foot] = -1
    if triangle < 0:
        return
    body = 0
    while skins.first_triangle[body + 1] <= triangle:
        body += 1
    footholds.bodies[foot] = skins.entities[body]
    for corner in range(3):
        footholds.particles[foot, corner] = skins.triangles[triangle, corner] - skins.first_corner[body]
        footholds.shares[foot, corner] = found.shares[foot, corner]
        footholds.places[foot, corner] = found.foothold[foot, corner]


@inlined_kernel
def write_trace(
    terrain: TerrainArrays,
    aims: Aims,
    found: Found,
    foot: int,
    memory: Memory,
    verdicts: Integers,
    traces: Traces,
) -> None:
    """Writes what one foot found: the plane is taken to where its ankle is, from where it looked."""
    looks, hit = aims.looks, found.verdict[foot] == HIT
    verdicts[foot], prism = found.verdict[foot], found.prism[foot]
    for axis in range(2):
        ball = looks.places[foot, axis] + looks.headings[foot, axis] * looks.balls[foot]
        traces.start[foot, axis] = traces.end[foot, axis] = ball
        traces.nudge[foot, axis] = looks.headings[foot, axis] * found.nudge[foot]
        memory.anchor[foot, axis] = aims.anchors[foot, axis] if hit else math.nan
    traces.start[foot, 2], traces.end[foot, 2] = looks.tops[foot], looks.bottoms[foot]
    memory.platform[foot] = terrain.prisms[prism].platform if prism >= 0 else -1
    for axis in range(3):
        traces.point[foot, axis], traces.normal[foot, axis] = (
            found.point[foot, axis],
            found.normal[foot, axis],
        )
    if hit:
        move_on_plane(traces.point[foot], traces.normal[foot], aims.flat[foot])


@lean_kernel
def move_on_plane(point: Floats, normal: Floats, place: Floats) -> None:
    """Moves a world point of a plane to another X and Y [cm]."""
    way_x, way_y = place[0] - point[0], place[1] - point[1]
    point[0], point[1] = place[0], place[1]
    point[2] -= (normal[0] * way_x + normal[1] * way_y) / normal[2]


@inlined_kernel
def write_landing(aims: Aims, found: Found, foot: int, traces: Traces) -> None:
    """Writes what one foot found where it will come down."""
    there, coming = len(aims.coming) + foot, aims.coming[foot]
    traces.landing_hit[foot] = coming and found.verdict[there] == HIT
    for axis in range(3):
        traces.landing_point[foot, axis] = found.point[there, axis] if coming else math.nan
        traces.landing_normal[foot, axis] = found.normal[there, axis] if coming else math.nan
    for axis in range(2):
        ahead = aims.looks.headings[there, axis]
        traces.landing_nudge[foot, axis] = ahead * found.nudge[there] if coming else 0.0
