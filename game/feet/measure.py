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
from systems.animation.landings import DOWN
from systems.collision.layers import layer_bits
from systems.collision.query import line_traces
from systems.foot_ik.contacts import foot_contacts
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
    """Farthest that its ball moved on its ground in a tick while planted [cm]."""
    sink: float = 0.0
    """Deepest that its sole was in the ground, from 0.15 s after a contact [cm]."""
    hover: float = 0.0
    """Highest that it was over the ground then [cm]."""
    pop: float = 0.0
    """Greatest change of its vertical offset in a tick [cm]."""
    knee: float = 0.0
    """Greatest speed of its knee's angle [deg/s]."""
    missed: int = 0
    """Ticks in which it bore weight and its ankle did not come to its place."""


@dataclass(slots=True)
class BodyReport:
    """What one pelvis did."""

    character: str
    """Name of its character."""
    pelvis_travel: float = 0.0
    """Way of the pelvis up and down [cm]."""
    terrain_travel: float = 0.0
    """Way of the ground under it up and down, over what a walker cannot avoid [cm]."""
    feet: list[FootReport] = field(default_factory=list)
    """Its feet."""


@dataclass(slots=True)
class _FootMemory:
    ball: Floats | None = None
    offset: float = math.nan
    knee: float = math.nan
    standing: float = 0.0
    locked: bool = False
    carried: Floats = field(default_factory=lambda: np.zeros(2))


class FeetMeter:
    """Watches all feet of a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._bodies: dict[int, BodyReport] = {}
        self._memories: dict[tuple[int, int], _FootMemory] = {}
        self._heights: dict[int, list[float]] = {}
        self._grounds: dict[int, list[float]] = {}

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
            report.pelvis_travel = travel(self._heights[entity])
            report.terrain_travel = travel(self._grounds[entity])
        return [self._bodies[entity] for entity in sorted(self._bodies)]

    def _observe_one(
        self, entity: int, foot_ik: FootIK, data: IKData, pose: SkeletonPose, asset: SkeletonAsset
    ) -> None:
        simulation, limbs = self._simulation, limbs_of(asset, foot_ik.feet)
        report = self._bodies.get(entity) or self._begin(entity, foot_ik)
        ground = simulation.try_component(entity, GroundContact)
        grounded = ground.grounded if ground else True
        scale = simulation.component(entity, Transform).scale
        contacts = foot_contacts(simulation.try_component(entity, Animator), foot_ik.feet)
        gaps = self._gaps(foot_ik, pose, limbs, scale)
        pelvis = int(asset.parents[limbs.roots[0]])
        if grounded:
            self._heights[entity].append(float(pose.positions_ws[pelvis, 2]))
            self._grounds[entity].append(stood_on(data, contacts))
        for row, foot in enumerate(report.feet):
            memory = self._memories[entity, row]
            on_ground = grounded and bool(data.found[row]) and contacts[row] >= DOWN
            self._observe_foot(entity, row, foot, memory, data, pose, limbs, on_ground, gaps[row])

    def _begin(self, entity: int, foot_ik: FootIK) -> BodyReport:
        label = self._simulation.try_component(entity, Name)
        name = label.value if label else str(entity)
        report = BodyReport(name, feet=[FootReport(name, foot) for foot in foot_ik.feet])
        self._bodies[entity] = report
        self._heights[entity], self._grounds[entity] = [], []
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
        on_ground: bool,  # noqa: FBT001 - one of many measurements
        gaps: Floats,
    ) -> None:
        seconds = 1.0 / self._simulation.tick_rate
        memory.carried = memory.carried + self._carried(entity, row)
        ball = pose.positions_ws[limbs.balls[row], :2] - memory.carried
        if on_ground:
            report.planted += 1
            report.missed += not data.reached[row]
            if memory.locked and memory.ball is not None and data.locked[row]:
                report.slide = max(report.slide, float(np.hypot(*(ball - memory.ball))))
            memory.standing += seconds
        else:
            memory.standing = 0.0
        if memory.standing > SETTLING and not np.isnan(gaps).all():
            lowest = float(np.nanmin(gaps))
            report.sink, report.hover = max(report.sink, -lowest), max(report.hover, lowest)
        offset = float(data.foot_distances[row] + data.pelvis_distance + pose.root_position_ws[2])
        knee = knee_angle(pose, limbs, row)
        if not math.isnan(memory.offset) and on_ground:
            report.pop = max(report.pop, abs(offset - memory.offset))
        if not math.isnan(memory.knee):
            report.knee = max(report.knee, abs(knee - memory.knee) / seconds)
        memory.ball, memory.offset, memory.knee = ball, offset, knee
        memory.locked = on_ground and bool(data.locked[row])

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
        places = np.linspace(-foot_ik.heel, foot_ik.toe, SAMPLES) * scale
        soles = np.array(
            [
                pose.positions_ws[end]
                + rotate(pose.rotations_ws[end], (place, 0.0, -foot_ik.ankle_height * scale))
                for end in limbs.ends
                for place in places
            ]
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


def stood_on(data: IKData, contacts: Floats) -> float:
    """World height of the ground that a body stands on: of its lowest foot that bears weight [cm]."""
    bearing = [
        float(height)
        for height, contact, found in zip(data.held_heights, contacts, data.found, strict=True)
        if found and contact >= DOWN
    ]
    return min(bearing) if bearing else math.nan


def travel(heights: list[float]) -> float:
    """Way up and down of a height [cm]; moments without a height are left out."""
    known = [height for height in heights if not math.isnan(height)]
    return float(np.abs(np.diff(known)).sum()) if len(known) > 1 else 0.0


def knee_angle(pose: SkeletonPose, limbs: Limbs, row: int) -> float:
    """Inner angle of a knee [deg]."""
    hip, knee, ankle = (pose.positions_ws[bones[row]] for bones in (limbs.roots, limbs.middles, limbs.ends))
    upper, lower = hip - knee, ankle - knee
    across = np.cross(upper, lower)
    return math.degrees(math.atan2(float(np.sqrt(across @ across)), float(upper @ lower)))
