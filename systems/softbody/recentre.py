"""The entity of a soft body follows its particles."""

from collections.abc import Sequence

import esper
import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyParticles
from components.transform import Transform, Velocity
from systems.query import entities_with
from systems.softbody.lanes import Fact
from systems.softbody.pools import facts, refresh, slots_of
from systems.softbody.vectors import LANES


def places_and_speeds(bodies: Sequence[SoftbodyParticles]) -> tuple[Floats, Floats]:
    """Centroids [cm] and their velocities [cm/s] of bodies in the same pools, shape [body_count, 3] each."""
    pools, slots = bodies[0].pools, slots_of(bodies)
    refresh(pools)
    table = facts(pools)[slots // LANES, :, slots % LANES].astype(np.float64)
    return pools.anchors[slots] + table[:, Fact.X : Fact.X + 3], table[:, Fact.SPEED_X : Fact.SPEED_X + 3]


class Recentre(esper.Processor):
    """Puts a soft body's Transform on its centroid and its mean velocity in its Velocity.

    Particles live in world space, so nothing about them changes (seed 003 shifts them instead, and loses
    velocity doing so).
    """

    def process(self, dt: float) -> None:
        """Runs once a tick, after the solve."""
        del dt
        rows = entities_with(SoftbodyParticles, Transform, Velocity)
        for pools in {id(body.pools): body.pools for _, (body, _, _) in rows}.values():
            here = [row for _, row in rows if row[0].pools is pools]
            places, speeds = places_and_speeds([body for body, _, _ in here])
            for (_, transform, velocity), place, speed in zip(here, places, speeds, strict=True):
                transform.position, velocity.linear = place, speed
