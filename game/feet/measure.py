"""What feet do on their ground, measured tick by tick."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from components.character import GroundContact
from components.foot_ik import FootIK, FootTraces, IKData
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonAsset, SkeletonPose
from components.softbody import SoftbodyPools
from components.terrain import PlatformMotion, Terrain
from components.transform import Name, Transform
from game.feet.animated import AnimatedPoses
from systems.animation.landings import DOWN
from systems.collision.layers import layer_bits
from systems.collision.query import line_traces
from systems.foot_ik.contacts import weight_borne
from systems.foot_ik.leg_bones import Limbs, limbs_of
from systems.foot_ik.living_ground import skin_under, skins_of, slots_between
from systems.maths.quaternion import rotate

if TYPE_CHECKING:
    from components.arrays import Floats
    from game.simulation import Simulation

SETTLING = 0.15
"""Time after a contact from which a sole's gap counts [s]."""
SAMPLES = 5
"""Places along a sole at which its gap is measured, heel to toe."""
LOOK = 60.0
"""How far over and under a sole ground is looked for [cm]."""


@dataclass(slots=True)
class FootReport:
    """What one foot did."""

    character: str
    """Name of its character."""
    foot: str
    """Its bone."""
    planted: int = 0
    """Ticks in which it bore weight."""
    slide: float = 0.0
    """Farthest that its ball moved on its ground in a tick while it bore weight and reached it [cm]."""
    sink: float = 0.0
    """Deepest that its sole was in the ground, from 0.15 s after a contact [cm]."""
    hover: float = 0.0
    """Highest that it was over the ground then [cm]."""
    pop: float = 0.0
    """Greatest change of its vertical offset in a tick, planted or swinging, once it has hold [cm]."""
    knee: float = 0.0
    """Greatest speed of its knee's angle [deg/s]."""
    added: float = 0.0
    """Most by which its knee was faster then than in its animation [deg/s]."""
    missed: int = 0
    """Ticks in which it bore weight and its ankle did not come to its place."""


@dataclass(slots=True)
class BodyReport:
    """What one pelvis did."""

    character: str
    """Name of its character."""
    pelvis_travel: float = 0.0
    """Way up and down that its feet take the pelvis [cm]: what its animation has it bob is left out, and so
    are flights, and landings until 0.15 s after them."""
    terrain_travel: float = 0.0
    """Way up and down of the ground under it meanwhile, over what a walker cannot avoid [cm]."""
    feet: list[FootReport] = field(default_factory=list)
    """Its feet."""


@dataclass(slots=True)
class Travel:
    """Way up and down of a height."""

    way: float = 0.0
    """The way so far [cm]."""
    height: float = math.nan
    """Where it is [cm]."""

    def go(self, height: float) -> None:
        """Goes on to a height [cm]; one that is not a number is left out."""
        if not math.isnan(height):
            self.way += 0.0 if math.isnan(self.height) else abs(height - self.height)
            self.height = height

    def interrupt(self) -> None:
        """Begins anew wherever it goes on."""
        self.height = math.nan


@dataclass(slots=True)
class _BodyMemory:
    pelvis: Travel = field(default_factory=Travel)
    terrain: Travel = field(default_factory=Travel)
    on_ground: float = 0.0


@dataclass(slots=True)
class _FootMemory:
    ball: Floats | None = None
    offset: float = math.nan
    knee: float = math.nan
    animated: float = math.nan
    standing: float = 0.0
    stood: bool = False
    carried: Floats = field(default_factory=lambda: np.zeros(2))


class FeetMeter:
    """Watches all feet of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._animated = AnimatedPoses(simulation.resource(AnimationLibrary))
        self._bodies: dict[int, BodyReport] = {}
        self._memories: dict[tuple[int, int], _FootMemory] = {}
        self._ways: dict[int, _BodyMemory] = {}

    @property
    def bodies(self) -> list[int]:
        """Who has feet, ascending."""
        return [entity for entity, _ in self._simulation.entities_with(FootIK, IKData)]

    def observe(self) -> None:
        """Measures what the last tick did."""
        simulation = self._simulation
        library = simulation.resource(AnimationLibrary)
        for entity, (foot_ik, data, skeleton) in simulation.entities_with(FootIK, IKData, Skeleton):
            pose = simulation.component(entity, SkeletonPose)
            if len(pose.positions_ws) and len(data.weights) == len(foot_ik.feet):
                asset = library.skeletons[skeleton.asset]
                self._observe_one(entity, foot_ik, data, pose, asset)

    def reports(self) -> list[BodyReport]:
        """What came of it, by entity."""
        for entity, report in self._bodies.items():
            ways = self._ways[entity]
            report.pelvis_travel, report.terrain_travel = ways.pelvis.way, ways.terrain.way
        return [self._bodies[entity] for entity in sorted(self._bodies)]

    def _observe_one(
        self, entity: int, foot_ik: FootIK, data: IKData, pose: SkeletonPose, asset: SkeletonAsset
    ) -> None:
        simulation, limbs = self._simulation, limbs_of(asset, foot_ik.feet)
        report = self._bodies.get(entity) or self._begin(entity, foot_ik)
        ground = simulation.try_component(entity, GroundContact)
        grounded = ground.grounded if ground else True
        scale = simulation.component(entity, Transform).scale
        animator = simulation.try_component(entity, Animator)
        contacts = weight_borne(animator, data, foot_ik.feet)
        gaps = self._gaps(foot_ik, pose, limbs, scale)
        self._observe_body(entity, data, pose, contacts, grounded)
        places = None if animator is None else self._animated.places(animator)
        for row, foot in enumerate(report.feet):
            memory = self._memories[entity, row]
            bears = grounded and bool(data.found[row]) and contacts[row] >= DOWN
            self._observe_foot(entity, row, foot, memory, data, pose, limbs, bears, gaps[row])
            offset = float(data.foot_distances[row] + data.pelvis_distance + pose.root_position_ws[2])
            holds = grounded and data.weights[row] >= 1.0
            self._observe_jolts(foot, memory, offset if holds else math.nan, pose, places, limbs, row)

    def _observe_body(
        self,
        entity: int,
        data: IKData,
        pose: SkeletonPose,
        contacts: Floats,
        grounded: bool,  # noqa: FBT001 - one of many measurements
    ) -> None:
        memory = self._ways[entity]
        memory.on_ground = memory.on_ground + 1.0 / self._simulation.tick_rate if grounded else 0.0
        if memory.on_ground > SETTLING:
            begins = math.isnan(memory.terrain.height)
            memory.terrain.go(stood_on(data, np.ones_like(contacts) if begins else contacts))
            if not math.isnan(memory.terrain.height):
                memory.pelvis.go(float(pose.root_position_ws[2] + data.pelvis_distance))
        else:
            memory.pelvis.interrupt()
            memory.terrain.interrupt()

    def _begin(self, entity: int, foot_ik: FootIK) -> BodyReport:
        label = self._simulation.try_component(entity, Name)
        name = label.value if label else str(entity)
        report = BodyReport(name, feet=[FootReport(name, foot) for foot in foot_ik.feet])
        self._bodies[entity] = report
        self._ways[entity] = _BodyMemory()
        for row in range(len(foot_ik.feet)):
            self._memories[entity, row] = _FootMemory()
        return report

    def _observe_foot(
        self,
        entity: int,
        row: int,
        report: FootReport,
        memory: _FootMemory,
        data: IKData,
        pose: SkeletonPose,
        limbs: Limbs,
        bears: bool,  # noqa: FBT001 - one of many measurements
        gaps: Floats,
    ) -> None:
        seconds = 1.0 / self._simulation.tick_rate
        memory.carried = memory.carried + self._carried(entity, row)
        ball = pose.positions_ws[limbs.balls[row], :2] - memory.carried
        if bears:
            report.planted += 1
            report.missed += not data.reached[row]
            if memory.stood and data.reached[row] and memory.ball is not None:
                report.slide = max(report.slide, float(np.hypot(*(ball - memory.ball))))
            memory.standing += seconds
        else:
            memory.standing = 0.0
        if memory.standing > SETTLING and not np.isnan(gaps).all():
            lowest = float(np.nanmin(gaps))
            report.sink, report.hover = max(report.sink, -lowest), max(report.hover, lowest)
        memory.ball, memory.stood = ball, bears and bool(data.reached[row])

    def _observe_jolts(
        self,
        report: FootReport,
        memory: _FootMemory,
        offset: float,
        pose: SkeletonPose,
        places: Floats | None,
        limbs: Limbs,
        row: int,
    ) -> None:
        """Sees how fast a foot's offset and its knee change; there is no offset where it has no hold."""
        knee = knee_angle(pose.positions_ws, limbs, row)
        animated = math.nan if places is None else knee_angle(places, limbs, row)
        speed = abs(knee - memory.knee) * self._simulation.tick_rate
        if not math.isnan(speed):
            report.knee = max(report.knee, speed)
        if not math.isnan(offset - memory.offset):
            report.pop = max(report.pop, abs(offset - memory.offset))
            added = speed - abs(animated - memory.animated) * self._simulation.tick_rate
            report.added = report.added if math.isnan(added) else max(report.added, added)
        memory.offset, memory.knee, memory.animated = offset, knee, animated

    def _carried(self, entity: int, row: int) -> Floats:
        """How far what is under a foot went in this tick, a platform or a soft body [cm], shape [2]."""
        traces = self._simulation.component(entity, FootTraces)
        platform = int(traces.platform[row])
        if platform < 0:
            return traces.carried[row, :2].copy()
        velocity = self._simulation.resource(PlatformMotion).velocity[platform, :2]
        carried: Floats = velocity / self._simulation.tick_rate
        return carried

    def gaps_of(self, entity: int) -> Floats:
        """Heights of the soles of a character over the ground [cm], shape [foot_count, SAMPLES]."""
        simulation = self._simulation
        foot_ik = simulation.component(entity, FootIK)
        skeleton = simulation.component(entity, Skeleton)
        limbs = limbs_of(simulation.resource(AnimationLibrary).skeletons[skeleton.asset], foot_ik.feet)
        pose, scale = (
            simulation.component(entity, SkeletonPose),
            simulation.component(entity, Transform).scale,
        )
        return self._gaps(foot_ik, pose, limbs, scale)

    def _gaps(self, foot_ik: FootIK, pose: SkeletonPose, limbs: Limbs, scale: float) -> Floats:
        """Heights of each sole over the ground at some places along it [cm], shape [foot_count, SAMPLES]."""
        soles = np.concatenate(
            [sole_points(foot_ik, pose, limbs, row, scale) for row in range(len(limbs.ends))]
        )
        up = np.array((0.0, 0.0, LOOK * scale))
        terrain, motion = self._simulation.resource(Terrain), self._simulation.resource(PlatformMotion)
        mask = layer_bits(foot_ik.layers)
        hits = line_traces(terrain.arrays, motion.arrays, soles + up, soles - up, mask)
        grounds = np.where(hits.hit, hits.point[:, 2], -np.inf)
        grounds = np.maximum(grounds, self._living_ground(soles, LOOK * scale, mask))
        gaps: Floats = np.where(np.isfinite(grounds), soles[:, 2] - grounds, np.nan)
        return gaps.reshape(len(limbs.ends), SAMPLES)

    def _living_ground(self, points: Floats, reach: float, mask: int) -> Floats:
        """Heights of the soft bodies under or over some points [cm], shape [point_count]; else -infinity."""
        found = self._simulation.entities_with(SoftbodyPools)
        if not found:
            return np.full(len(points), -np.inf)
        (pools,) = found[0][1]
        left, right = float(points[:, 0].min()), float(points[:, 0].max())
        skins = skins_of(pools, slots_between(pools, left, right))
        hits = [skin_under(skins, mask, x, y, z + reach, z - reach, 0.0) for x, y, z in points.tolist()]
        return np.array([hit.height if hit.triangle >= 0 else -np.inf for hit in hits])


def sole_points(foot_ik: FootIK, pose: SkeletonPose, limbs: Limbs, row: int, scale: float) -> Floats:
    """World points along a sole, from heel to toe, which bends at its ball [cm], shape [SAMPLES, 3]."""
    ankle, ball = int(limbs.ends[row]), int(limbs.balls[row])
    bend = pose.local_translations[ball] if ball != ankle else np.array((math.inf, 0.0, 0.0))
    points = []
    for place in np.linspace(-foot_ik.heel, foot_ik.toe, SAMPLES):
        beyond = place > bend[0]
        bone, ahead = (ball, place - bend[0]) if beyond else (ankle, place)
        below = foot_ik.ankle_height + (bend[2] if beyond else 0.0)
        way = rotate(pose.rotations_ws[bone], (ahead * scale, 0.0, -below * scale))
        points.append(pose.positions_ws[bone] + way)
    return np.array(points)


def stood_on(data: IKData, contacts: Floats) -> float:
    """World height of the ground that a body stands on: of its lowest foot that bears weight [cm]."""
    bearing = [
        float(height)
        for height, contact, found in zip(data.held_heights, contacts, data.found, strict=True)
        if found and contact >= DOWN
    ]
    return min(bearing) if bearing else math.nan


def knee_angle(places: Floats, limbs: Limbs, row: int) -> float:
    """Inner angle of a knee [deg], from the positions of all bones, shape [bone_count, 3]."""
    hip, knee, ankle = (places[bones[row]] for bones in (limbs.roots, limbs.middles, limbs.ends))
    upper, lower = hip - knee, ankle - knee
    across = np.cross(upper, lower)
    return math.degrees(math.atan2(float(np.sqrt(across @ across)), float(upper @ lower)))
