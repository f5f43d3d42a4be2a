"""The entity of a soft body follows its particles."""

from collections.abc import Sequence

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools
from components.transform import Transform, Velocity
from systems.kept import Kept
from systems.query import entities_with
from systems.softbody.herds import Herd, herds_of
from systems.softbody.offsets import BLOCK_FACTS, SPEED
from systems.softbody.pools import refresh
from systems.softbody.vectors import LANES, lean_lane_kernel


def places_and_speeds(pools: SoftbodyPools, slots: Integers) -> tuple[Floats, Floats]:
    """Centroids [cm] and their velocities [cm/s] of some bodies, shape [body_count, 3] each."""
    refresh(pools)
    found = np.empty((2, len(slots), 3))
    _read(pools.facts, pools.anchors, slots, found)
    return found[0], found[1]


@lean_lane_kernel
def _read(facts: Floats32, anchors: Floats, slots: Integers, found: Floats) -> None:
    for n in range(slots.shape[0]):
        slot = slots[n]
        first = slot // LANES * BLOCK_FACTS + slot % LANES
        for axis in range(3):
            found[0, n, axis] = anchors[slot, axis] + facts[first + axis * LANES]
            found[1, n, axis] = facts[first + SPEED + axis * LANES]


class Recentre(esper.Processor):
    """Puts a soft body's Transform on its centroid and its mean velocity in its Velocity.

    Particles live in world space, so nothing about them changes (seed 003 shifts them instead, and loses
    velocity doing so).
    """

    def __init__(self) -> None:
        self._herds = Kept(_herds)

    def process(self, dt: float) -> None:
        """Runs once a tick, after the solve."""
        del dt
        rows = entities_with(SoftbodyParticles, Transform, Velocity)
        for pools, slots, followers in self._herds(rows, SoftbodyParticles.changes):
            places, speeds = places_and_speeds(pools, slots)
            for (transform, velocity), place, speed in zip(followers, places, speeds, strict=True):
                transform.position, velocity.linear = place, speed


def _herds(
    rows: Sequence[tuple[int, tuple[SoftbodyParticles, Transform, Velocity]]], _changes: int
) -> list[Herd[tuple[Transform, Velocity]]]:
    return herds_of(
        [body for _, (body, _, _) in rows], [(transform, velocity) for _, (_, transform, velocity) in rows]
    )
