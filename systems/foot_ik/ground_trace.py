"""Each foot looks straight down for ground, and where it will come down too (seeds 000 and 001)."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Flags, Floats, Integers
from components.collider import CapsuleCollider
from components.foot_ik import DebugDraw, FootIK, FootTraces, IKData, TraceLog, TraceMark, Verdict
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonAsset, SkeletonPose
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform
from systems.collision.layers import layer_bits
from systems.foot_ik.columns import joined, rows_of
from systems.foot_ik.leg_bones import Limbs, ahead_of, limbs_of, sole_lifts, toe_headings
from systems.foot_ik.probe import Found, Looks, nothing_found, probe_feet
from systems.foot_ik.profile import Faults, rules_of, tag_of
from systems.maths.quaternion import core_rotate
from systems.query import entities_with, resource

STEP = 20.0
"""Height that a foot may gain or lose at no distance [cm]."""
STEEPEST = 0.85
"""Height that it may gain or lose for each centimetre of the way [1]."""
TALLEST = 90.0
"""Height that it may gain or lose at all in one step [cm]."""
LONGEST_LOG = 300
"""Traces that a log keeps at most."""
ABOVE_ANKLE = 100.0
"""How far above the ankle the search of seed 001 begins: its one metre [cm]."""


def farthest_rise(way: Floats) -> Floats:
    """How far up or down feet can come to stand on their way somewhere [cm]; beyond is a wall or a drop."""
    rise: Floats = np.minimum(STEP + STEEPEST * way, TALLEST)
    return rise


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


def places_to_look(balls: Floats, anchors: Floats, band: float) -> Floats:
    """World X and Y to look at: where each foot looked last while it has hardly moved, shape [foot_count, 2].

    Args:
        balls: Where the balls of the feet are now [cm], shape [foot_count, 2].
        anchors: Where they looked last, NaN for nowhere [cm], shape [foot_count, 2].
        band: Way that counts as hardly moved [cm].
    """
    if len(anchors) != len(balls):
        return balls
    moved = np.sqrt((balls[:, 0] - anchors[:, 0]) ** 2 + (balls[:, 1] - anchors[:, 1]) ** 2)
    places: Floats = np.where((moved <= band)[:, None], anchors, balls)
    return places


def on_plane(points: Floats, normals: Floats, places: Floats) -> Floats:
    """World points of planes at other X and Y [cm], shape [count, 3]."""
    moved = points.copy()
    ways = places - points[:, :2]
    moved[:, :2] = places
    moved[:, 2] -= (normals[:, 0] * ways[:, 0] + normals[:, 1] * ways[:, 1]) / normals[:, 2]
    return moved


def tagged_prisms(terrain: Terrain, tag: str) -> Flags:
    """Whether each prism belongs to a solid with a tag, shape [prism_count]."""
    solids = np.array([tag in solid.tags for solid in terrain.solids], dtype=np.bool_)
    flags: Flags = solids[terrain.arrays.prisms["solid"]]
    return flags


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with FootIK needs besides it."""
    del components
    return FootTraces(), IKData(), TraceLog()


class _Walker(NamedTuple):
    """One entity's share of a tick's traces."""

    foot_ik: FootIK
    traces: FootTraces
    log: TraceLog | None
    looks: Looks
    """Where its feet look."""
    flat: Floats
    """World X and Y straight under each ankle when its sole is flat, where they are now [cm]."""
    anchors: Floats
    """World X and Y of the balls where they look [cm], shape [foot_count, 2]."""
    coming: Integers
    """Rows of the feet that have a place to come down, shape [coming_count]."""
    landing: Looks
    """Where those look for the ground of that place."""


class GroundTrace(esper.Processor):
    """Traces the ground under all feet, from the pose of this tick before its legs are bent."""

    def __init__(self) -> None:
        self._tags = _Tags()

    def process(self, dt: float) -> None:
        """Makes all traces of the tick in one call."""
        terrain, motion = resource(Terrain), resource(PlatformMotion)
        self._tags.follow(terrain)
        walkers = [
            _gather(entity, foot_ik, traces, skeleton, pose, self._tags, dt)
            for entity, (foot_ik, traces, skeleton, pose) in entities_with(
                FootIK, FootTraces, Skeleton, SkeletonPose
            )
            if len(pose.positions_ws)
        ]
        if not walkers:
            return
        every = [*(w.looks for w in walkers), *(w.landing for w in walkers)]
        looks = joined(every)
        found = nothing_found(len(looks.tops))
        probe_feet(terrain.arrays, motion.arrays, self._tags.table(), looks, found)
        first = 0
        for walker in walkers:
            _write(walker, _some(found, first, len(walker.flat)), terrain.arrays.prisms["platform"])
            first += len(walker.flat)
        for walker in walkers:
            _write_landings(walker, _some(found, first, len(walker.coming)))
            first += len(walker.coming)
        for walker in walkers:
            if walker.log is not None:
                _remember(walker, walker.log, dt)


class _Tags:
    """Which prisms have the tags that feet ask for; made anew when the terrain is another."""

    def __init__(self) -> None:
        self._terrain: Terrain | None = None
        self._rows: dict[str, int] = {}
        self._flags: list[Flags] = []

    def follow(self, terrain: Terrain) -> None:
        """Forgets what was known of another terrain."""
        if self._terrain is not terrain:
            self._terrain, self._rows, self._flags = terrain, {}, []

    def row(self, tag: str) -> int:
        """Row of the table for a tag, -1 for none."""
        if not tag or self._terrain is None:
            return -1
        if tag not in self._rows:
            self._rows[tag] = len(self._flags)
            self._flags.append(tagged_prisms(self._terrain, tag))
        return self._rows[tag]

    def table(self) -> Flags:
        """Whether each prism has each tag, shape [tag_count, prism_count]."""
        return np.array(self._flags) if self._flags else np.zeros((0, 0), dtype=np.bool_)


def _gather(
    entity: int,
    foot_ik: FootIK,
    traces: FootTraces,
    skeleton: Skeleton,
    pose: SkeletonPose,
    tags: _Tags,
    dt: float,
) -> _Walker:
    asset = resource(AnimationLibrary).skeletons[skeleton.asset]
    limbs = limbs_of(asset, foot_ik.feet)
    scale = esper.component_for_entity(entity, Transform).scale
    data = esper.try_component(entity, IKData)
    whole = rules_of(foot_ik).whole_sole
    _carry(traces, data, dt)
    headings = toe_headings(pose, limbs)
    if data is not None and len(data.locked) == len(headings) and whole:
        headings = np.where(data.locked[:, None], data.lock_headings, headings)
    balls = pose.positions_ws[limbs.balls if whole else limbs.ends, :2].copy()
    if data is not None and len(data.slides) == len(balls):
        balls = np.where(data.locked[:, None], data.lock_points, balls + data.slides) if whole else balls
    ahead = limbs.ahead * scale if whole else np.zeros(len(balls))
    flat = balls - headings * ahead[:, None]
    anchors = balls
    if rules_of(foot_ik).banded:
        anchors = places_to_look(balls, traces.anchor, foot_ik.edge_band * scale)
    if data is not None and len(data.locked) == len(balls):
        anchors = np.where(data.locked[:, None], balls, anchors)
    looks = _looks(entity, foot_ik, asset, limbs, pose, scale, tags, data)._replace(
        places=anchors - headings * ahead[:, None], headings=headings, balls=ahead
    )
    coming, landing = _landings(entity, foot_ik, pose, scale, looks)
    log = esper.try_component(entity, TraceLog)
    return _Walker(foot_ik, traces, log, looks, flat, anchors, coming, landing)


def _looks(
    entity: int,
    foot_ik: FootIK,
    asset: SkeletonAsset,
    limbs: Limbs,
    pose: SkeletonPose,
    scale: float,
    tags: _Tags,
    data: IKData | None,
) -> Looks:
    """What the feet of one character are looked for with; where to look is filled in later."""
    rules, count = rules_of(foot_ik), len(limbs.ends)
    root = float(pose.root_position_ws[2])
    capsule = esper.try_component(entity, CapsuleCollider)
    above = capsule.half_height if capsule else foot_ik.trace_distance
    tops, bottoms = (
        np.full(count, root + above * scale),
        np.full(count, root - foot_ik.trace_distance * scale),
    )
    if rules.from_ankle:
        ankles = pose.positions_ws[limbs.ends, 2]
        tops = ankles + ABOVE_ANKLE * scale
        if rules.faults is Faults.UNITY:
            bottoms = ankles - foot_ik.ankle_height * scale
    lifts = sole_lifts(pose, asset, limbs, foot_ik.ankle_height, scale)
    highest = root + foot_ik.max_step_up * scale - lifts
    if data is not None and len(data.locked) == count:
        highest = np.where(data.locked, np.inf, highest)
    return Looks(
        np.empty((count, 2)),
        np.empty((count, 2)),
        np.empty(count),
        np.full(count, foot_ik.heel * scale),
        np.full(count, foot_ik.toe * scale),
        np.full(count, foot_ik.ankle_height * scale),
        tops,
        bottoms,
        np.full(count, root - foot_ik.max_step_down * scale),
        highest,
        np.full(count, math.cos(math.radians(foot_ik.walkable_angle))),
        np.full(count, layer_bits(foot_ik.layers)),
        np.full(count, tags.row(tag_of(foot_ik))),
        np.full(count, rules.whole_sole),
        np.full(count, rules.judged),
        np.full(count, foot_ik.see_through),
    )


def _carry(traces: FootTraces, data: IKData | None, dt: float) -> None:
    """Moves what is remembered of the world along with the platforms under the feet."""
    for row in np.flatnonzero(traces.platform >= 0):
        way = resource(PlatformMotion).velocity[traces.platform[row], :2] * dt
        traces.anchor[row] += way
        if data is not None and len(data.lock_points) == len(traces.platform):
            data.lock_points[row] += way


def _landings(
    entity: int, foot_ik: FootIK, pose: SkeletonPose, scale: float, looks: Looks
) -> tuple[Integers, Looks]:
    """The feet in the air that have a place to come down, and where they look for its ground."""
    animator = esper.try_component(entity, Animator)
    places = animator.landings if animator and rules_of(foot_ik).foresight else {}
    coming = np.array([row for row, foot in enumerate(foot_ik.feet) if foot in places], dtype=np.int64)
    if not len(coming):
        return coming, rows_of(looks, coming)
    x, y, z, w = pose.root_rotation_ws.tolist()
    turns = [core_rotate((x, y, z, w), tuple(places[foot_ik.feet[row]].tolist())) for row in coming]
    ways = np.array(turns)[:, :2] * scale
    rises = farthest_rise((np.hypot(ways[:, 0], ways[:, 1]) + looks.balls[coming]) / scale) * scale
    root = pose.root_position_ws
    ahead = np.tile(ahead_of(pose), (len(coming), 1))
    landing = rows_of(looks, coming)._replace(
        places=root[:2] + ways,
        headings=ahead,
        bottoms=np.minimum(looks.bottoms[coming], root[2] - rises),
        lowest=root[2] - rises,
        highest=root[2] + rises,
    )
    return coming, landing


def _some(found: Found, first: int, count: int) -> Found:
    return rows_of(found, slice(first, first + count))


def _write(walker: _Walker, found: Found, platforms: Integers) -> None:
    traces, looks = walker.traces, walker.looks
    ball = looks.places + looks.headings * looks.balls[:, None]
    traces.start, traces.end = np.column_stack((ball, looks.tops)), np.column_stack((ball, looks.bottoms))
    traces.verdict = found.verdict.copy()
    traces.hit = traces.verdict == Verdict.HIT
    traces.normal, traces.point = found.normal.copy(), found.point.copy()
    hit = traces.hit
    traces.point[hit] = on_plane(traces.point[hit], traces.normal[hit], walker.flat[hit])
    traces.nudge = looks.headings * found.nudge[:, None]
    traces.platform = np.where(found.prism >= 0, platforms[found.prism], -1)
    traces.anchor = np.where(hit[:, None], walker.anchors, np.nan)


def _write_landings(walker: _Walker, found: Found) -> None:
    traces, count = walker.traces, len(walker.flat)
    traces.landing_hit = np.zeros(count, dtype=np.bool_)
    traces.landing_point, traces.landing_nudge = np.full((count, 3), np.nan), np.zeros((count, 2))
    traces.landing_hit[walker.coming] = found.verdict == Verdict.HIT
    traces.landing_point[walker.coming] = found.point
    traces.landing_nudge[walker.coming] = walker.landing.headings * found.nudge[:, None]


def _remember(walker: _Walker, log: TraceLog, dt: float) -> None:
    log.marks = aged(log.marks, dt, lifetime(walker.foot_ik))
    if walker.foot_ik.debug_draw is DebugDraw.NONE:
        return
    traces = walker.traces
    for row, hit in enumerate(traces.hit.tolist()):
        end = traces.start[row].copy() if hit else traces.end[row].copy()
        end[2] = traces.point[row, 2] if hit else end[2]
        log.marks.append(TraceMark(traces.start[row].copy(), end, hit))
    del log.marks[:-LONGEST_LOG]
