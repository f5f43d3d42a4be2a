"""Particles that two surfaces have between them, reported where an entity asks for it.

Only who carries a `SoftbodyStuck` is looked at; the same idea as LiquidFun's stuck particle candidates.
Two surfaces are two solid planes that look different ways, or a solid plane and another soft body.
"""

from collections.abc import Iterable

import esper
import numpy as np

from components.arrays import Flags
from components.softbody import SoftbodyParticles, SoftbodyPools, SoftbodyStuck, StuckParticles
from systems.query import entities_with
from systems.softbody.lanes import PLANE_ROWS, Plane, Planes
from systems.softbody.report import SoftTouches
from systems.softbody.stage import last_stage
from systems.softbody.vectors import LANES

ALIKE = 0.5
"""Cosine of the normals of two planes from which on they count as one surface: beside a seam of two pieces of
ground the corner of either may press a particle aslant [1]."""


class StuckReport(esper.Processor):
    """Keeps the `StuckParticles` of all soft bodies with a `SoftbodyStuck`."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after soft bodies have moved; those that sleep stay as stuck as they are."""
        if not dt > 0.0:
            return
        for _, (wish, report, body) in entities_with(SoftbodyStuck, StuckParticles, SoftbodyParticles):
            if not body.is_asleep:
                take_note(report, pinched(body), wish.ticks)


def companions(_components: object) -> Iterable[object]:
    """What an entity needs that asks for a report."""
    return (StuckParticles(),)


def take_note(report: StuckParticles, is_pinched: Flags, ticks: int) -> None:
    """Counts one more tick for particles between two surfaces, and begins anew with all others.

    Args:
        report: Changed.
        is_pinched: Which are, shape [particle_count].
        ticks: From how many on they are stuck.
    """
    before = report.counts if len(report.counts) == len(is_pinched) else np.zeros(len(is_pinched), np.int64)
    report.counts = np.where(is_pinched, before + 1, 0)
    report.particles = np.flatnonzero(report.counts >= ticks)


def pinched(body: SoftbodyParticles) -> Flags:
    """Which particles two different surfaces pressed in the last solve, shape [particle_count]."""
    pools, slot = body.pools, body.slot
    count = len(body.topology.rest_positions)
    stage = last_stage(pools)
    if stage is None or slot // LANES >= len(stage.planes.counts):
        return np.zeros(count, dtype=np.bool_)
    by_solids, by_different = pressed_by_planes(stage.planes, slot, count)
    return by_different | (by_solids & pressed_by_bodies(pools, slot, count))


def pressed_by_planes(planes: Planes, slot: int, particle_count: int) -> tuple[Flags, Flags]:
    """Which particles of a body any plane pressed, and which planes that look different ways did."""
    block, lane = slot // LANES, slot % LANES
    entries = planes.order[block, : planes.counts[block]]
    rows = planes.rows.reshape(*planes.order.shape, PLANE_ROWS, LANES)[block, entries, :, lane]
    presses = rows[:, Plane.PRESSED] > 0.0
    particles, normals = planes.particles[block, entries[presses]], rows[presses, : Plane.OFFSET]
    found, firsts, places = np.unique(particles, return_index=True, return_inverse=True)
    cosines = (normals * normals[firsts][places]).sum(axis=1)
    by_any, by_different = np.zeros((2, particle_count), dtype=np.bool_)
    by_any[found] = True
    by_different[particles[cosines < ALIKE]] = True
    return by_any, by_different


def pressed_by_bodies(pools: SoftbodyPools, slot: int, particle_count: int) -> Flags:
    """Which particles of a body another soft body pressed, shape [particle_count]."""
    touches = pools.soft_touches
    row = int(touches.rows[slot]) if isinstance(touches, SoftTouches) else -1
    if not isinstance(touches, SoftTouches) or row < 0:
        return np.zeros(particle_count, dtype=np.bool_)
    found: Flags = touches.strongest[row, :particle_count] > 0.0
    return found
