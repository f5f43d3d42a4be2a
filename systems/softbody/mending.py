"""Bodies that have lost their numbers or their shape are given them back."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Integers
from components.softbody import SoftbodyParticles
from systems.softbody.lanes import Fact, Material
from systems.softbody.pools import facts, materials, refresh
from systems.softbody.vectors import LANES

LEAST_VOLUME = 0.02
"""Share of the rest volume below which a body has too little shape to find its own way back [1]."""
REGROWTH = 0.02
"""Share of the rest shape that a collapsed body is given back in a tick [1]."""


def restore(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    """Gives bodies with numbers that are not finite their last good shape back, at rest."""
    pools = bodies[0].pools
    table = facts(pools)[slots // LANES, :, slots % LANES]
    checked = table[:, [Fact.X, Fact.X + 1, Fact.X + 2, Fact.RADIUS, Fact.RESTLESSNESS]]
    for row in np.flatnonzero(~np.isfinite(checked).all(axis=1)).tolist():
        body = bodies[row]
        pools.lane(pools.positions, body.slot)[:] = pools.lane(pools.kept, body.slot)
        pools.lane(pools.velocities, body.slot)[:] = 0.0
        pools.stale[body.slot // LANES] = True
        body.restored_count += 1
    refresh(pools)


def regrow(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    """Adds a little of the rest shape to bodies pressed to a plane, a line or a point.

    There the volume has no gradient to grow along, or one that leads nowhere.
    """
    pools = bodies[0].pools
    volumes = facts(pools)[slots // LANES, Fact.VOLUME, slots % LANES]
    rest = materials(pools)[slots // LANES, Material.VOLUME, slots % LANES]
    for row in np.flatnonzero(np.abs(volumes) < LEAST_VOLUME * rest).tolist():
        body = bodies[row]
        shape = body.topology.rest_positions * (REGROWTH * body.radius)
        pools.lane(pools.positions, body.slot)[:] += shape.astype(np.float32)
        pools.stale[body.slot // LANES] = True
    refresh(pools)
