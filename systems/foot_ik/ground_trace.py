"""Each foot looks straight down for ground, and where it will come down too (seed 000)."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.collider import CapsuleCollider, Layer
from components.foot_ik import DebugDraw, FootIK, FootTraces, IKData, TraceLog, TraceMark
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonPose
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform
from systems.collision.layers import layer_bits
from systems.collision.query import LineHits, line_traces
from systems.foot_ik.leg_bones import foot_bones
from systems.foot_ik.sole_plane import bent_ground, sole_point
from systems.maths.quaternion import rotate
from systems.query import entities_with, resource

GROUND = layer_bits((Layer.TERRAIN, Layer.PLATFORM))
"""What feet stand on."""
HAIR = 0.05
"""Way within which a foot that stands on an edge keeps to one side of it [cm]."""
LEVEL = 1.0 - 1e-9
"""Z of a unit normal from which ground is level."""
WALL = 0.2
"""Z of a unit normal below which it is no ground to lie on."""
STEP = 15.0
"""Height that a foot may gain or lose at no distance [cm]."""
STEEPEST = 0.85
"""Height that it may gain or lose for each centimetre of the way [1]."""
LONGEST_LOG = 300
"""Traces that a log keeps at most."""


def down_lines(places: Floats, top: float, bottoms: Floats) -> tuple[Floats, Floats]:
    """Starts and ends of traces straight down through places, from a height to lower ones.

    Args:
        places: Only their X and Y count, shape [count, 3].
        top: World height of the starts [cm].
        bottoms: World heights of the ends [cm], shape [count].
    """
    starts, ends = places.copy(), places.copy()
    starts[:, 2], ends[:, 2] = top, bottoms
    return starts, ends


def is_flicker(before: Floats, now: Floats) -> bool:
    """Whether a trace that hardly moved found other ground: a foot that stands on an edge to the hair.

    Args:
        before: World point found last, carried along with its platform [cm], shape [3].
        now: World point found now [cm], shape [3].
    """
    moved = math.hypot(now[0] - before[0], now[1] - before[1])
    return moved < HAIR and abs(now[2] - before[2]) > HAIR


def farthest_rise(way: float) -> float:
    """How far up or down a foot can come to stand on its way somewhere [cm]; beyond is a wall or a drop."""
    return STEP + STEEPEST * way


def aged(marks: Iterable[TraceMark], dt: float, longest: float) -> list[TraceMark]:
    """Marks a tick older, without those that are past their time [s]."""
    kept = []
    for mark in marks:
        mark.age += dt
        if mark.age < longest:
            kept.append(mark)
    return kept


def lifetime(foot_ik: FootIK) -> float:
    """How long a trace stays in the log [s]."""
    if foot_ik.debug_draw is DebugDraw.DURATION:
        return foot_ik.debug_duration
    return np.inf if foot_ik.debug_draw is DebugDraw.PERSISTENT else 0.0


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with FootIK needs besides it."""
    del components
    return FootTraces(), IKData(), TraceLog()


class _Walker(NamedTuple):
    """One entity's share of a tick's traces."""

    foot_ik: FootIK
    traces: FootTraces
    log: TraceLog | None
    starts: Floats
    ends: Floats
    ankle_height: float
    """Height of the ankles over the soles in the world [cm]."""
    root: Floats
    """World position of component space's origin [cm], shape [3]."""
    landing: Integers
    """Whether each foot has a place to land, as rows of the landing traces or -1, shape [foot_count]."""


class GroundTrace(esper.Processor):
    """Traces the ground under all feet, from the pose of this tick before its legs are bent."""

    def process(self, dt: float) -> None:
        """Makes all traces of the tick in one call."""
        walkers = [
            _gather(entity, foot_ik, traces, skeleton, pose)
            for entity, (foot_ik, traces, skeleton, pose) in entities_with(
                FootIK, FootTraces, Skeleton, SkeletonPose
            )
            if len(pose.positions_ws)
        ]
        if not walkers:
            return
        hits = line_traces(
            resource(Terrain).arrays,
            resource(PlatformMotion).arrays,
            np.concatenate([walker.starts for walker in walkers]),
            np.concatenate([walker.ends for walker in walkers]),
            GROUND,
        )
        first = 0
        for walker in walkers:
            last = first + len(walker.starts)
            _write(walker, _some(hits, slice(first, last)), dt)
            _bend(walker)
            if walker.log is not None:
                _remember(walker, walker.log, dt)
            first = last


def _gather(
    entity: int, foot_ik: FootIK, traces: FootTraces, skeleton: Skeleton, pose: SkeletonPose
) -> _Walker:
    asset = resource(AnimationLibrary).skeletons[skeleton.asset]
    scale = esper.component_for_entity(entity, Transform).scale
    capsule = esper.try_component(entity, CapsuleCollider)
    animator = esper.try_component(entity, Animator)
    height = float(pose.root_position_ws[2])
    top = height + (capsule.half_height * scale if capsule else foot_ik.trace_distance)
    feet = list(pose.positions_ws[foot_bones(asset, foot_ik.feet)])
    landing = np.full(len(feet), -1)
    places, bottoms = list(feet), [height - foot_ik.trace_distance] * len(feet)
    for row, foot in enumerate(foot_ik.feet):
        if animator and foot in animator.landings:
            landing[row] = len(places)
            way = rotate(pose.root_rotation_ws, animator.landings[foot] * scale)
            places.append(pose.root_position_ws + way)
            bottoms.append(height - farthest_rise(math.hypot(way[0], way[1])))
    starts, ends = down_lines(np.array(places), top, np.array(bottoms))
    log = esper.try_component(entity, TraceLog)
    ankle_height = foot_ik.ankle_height * scale
    return _Walker(foot_ik, traces, log, starts, ends, ankle_height, pose.root_position_ws, landing)


def _some(hits: LineHits, rows: slice) -> LineHits:
    return LineHits(
        hits.hit[rows],
        hits.started_inside[rows],
        hits.time[rows],
        hits.point[rows],
        hits.normal[rows],
        hits.prism[rows],
    )


def _write(walker: _Walker, hits: LineHits, dt: float) -> None:
    traces, count = walker.traces, len(walker.landing)
    prisms = resource(Terrain).arrays.prisms
    before = _carried(traces, dt)
    traces.start, traces.end = walker.starts[:count], walker.ends[:count]
    points, normals = hits.point[:count].copy(), hits.normal[:count].copy()
    platforms = np.where(hits.hit[:count], prisms["platform"][hits.prism[:count]], -1)
    for row in range(len(before)):
        was_level = traces.hit[row] and traces.normal[row, 2] >= LEVEL  # slopes have no edges within a hair
        if hits.hit[row] and was_level and is_flicker(before[row], points[row]):
            points[row], normals[row] = before[row], traces.normal[row]
            platforms[row] = traces.platform[row]
    traces.hit, traces.point, traces.normal = hits.hit[:count].copy(), points, normals
    traces.platform = platforms
    _write_landings(walker, hits)


def _carried(traces: FootTraces, dt: float) -> Floats:
    """The points found last, moved along with their platforms [cm], shape [foot_count, 3]."""
    points = traces.point.copy()
    for row in np.flatnonzero(traces.platform >= 0):
        points[row] += resource(PlatformMotion).velocity[traces.platform[row]] * dt
    return points


def _write_landings(walker: _Walker, hits: LineHits) -> None:
    traces, count = walker.traces, len(walker.landing)
    traces.landing_hit = np.zeros(count, dtype=np.bool_)
    traces.landing_point = np.full((count, 3), np.nan)
    for row, landing in enumerate(walker.landing.tolist()):
        if landing >= 0 and hits.hit[landing]:
            point = hits.point[landing]
            way = point - walker.root
            traces.landing_hit[row] = abs(way[2]) <= farthest_rise(math.hypot(way[0], way[1]))
            traces.landing_point[row] = point


def _bend(walker: _Walker) -> None:
    """On slopes the sole lies aside of the ankle: where the ground differs there, both count."""
    traces, height = walker.traces, walker.ankle_height
    rows = np.flatnonzero(traces.hit & (traces.normal[:, 2] < LEVEL) & (traces.normal[:, 2] > WALL))
    if not len(rows):
        return
    places = np.array([sole_point(traces.point[row], traces.normal[row], height) for row in rows])
    starts, ends = down_lines(places, float(traces.start[0, 2]), traces.end[rows, 2])
    terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
    others = line_traces(terrain, motion, starts, ends, GROUND)
    for row, hit, point, normal in zip(rows, others.hit, others.point, others.normal, strict=True):
        if hit and normal[2] > WALL:
            traces.point[row], traces.normal[row] = bent_ground(
                traces.point[row], traces.normal[row], point, normal, height
            )


def _remember(walker: _Walker, log: TraceLog, dt: float) -> None:
    log.marks = aged(log.marks, dt, lifetime(walker.foot_ik))
    if walker.foot_ik.debug_draw is DebugDraw.NONE:
        return
    traces = walker.traces
    for row, hit in enumerate(traces.hit.tolist()):
        end = traces.point[row] if hit else traces.end[row]
        log.marks.append(TraceMark(traces.start[row].copy(), end.copy(), hit))
    del log.marks[:-LONGEST_LOG]
