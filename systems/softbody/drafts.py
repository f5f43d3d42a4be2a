"""Room for the planes that are drafted for one body, and for what helps to find them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, aligned_zeros
from systems.softbody.vectors import LANES

MOST_PLANES = 4
"""Planes that one particle may have; of more, the nearest ahead count."""
FILTERED = 16
"""Obstacles near a body that its particles are sifted for, all lanes at once; for more, one by one."""


class Drafts(NamedTuple):
    """Room for what is found of one body and of one block."""

    found: Floats
    """Planes of each particle: normal (3), offset, velocity (3), friction, urgency, kind; shape
    [particle_room, MOST_PLANES, 10]."""
    counts: Integers
    """How many each particle has, shape [particle_room]."""
    rows: Integers
    """Row of a block's planes for each plane of a particle, or -1; shape [particle_room * MOST_PLANES]."""
    sieve: Integers
    """Bits of the lanes whose particle is near one of the first obstacles, shape [FILTERED,
    particle_room]."""
    obstacle_counts: Integers
    """Obstacles near each body of a block, shape [LANES]."""
    walls: Floats32
    """Where particles are near an obstacle: lower (3) and upper corner (3) of a box for each lane, relative
    to its anchor, obstacle after obstacle."""
    around: Floats
    """See `near_obstacles`, and the heart of a solid, see `is_swallowed`; shape [4, 3]."""


@lru_cache(maxsize=4)
def room_for_drafts(particle_room: int) -> Drafts:
    """Room that is used again in every tick."""
    return Drafts(
        np.zeros((particle_room, MOST_PLANES, 10)),
        np.zeros(particle_room, dtype=np.int64),
        np.full(particle_room * MOST_PLANES, -1, dtype=np.int64),
        np.zeros((FILTERED, particle_room), dtype=np.int64),
        np.zeros(LANES, dtype=np.int64),
        aligned_zeros(FILTERED * 6 * LANES),
        np.zeros((4, 3)),
    )
