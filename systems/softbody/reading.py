"""Where the particles of many bodies are, all at once."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyParticles
from systems.softbody.lanes import MESH, ROW, START, Lanes
from systems.softbody.pools import lanes_of, slots_of
from systems.softbody.vectors import LANES, lane_kernel


def positions_of(bodies: Sequence[SoftbodyParticles]) -> list[Floats]:
    """World positions of particles [cm], shape [particle_count, 3] for each body; as its `positions_ws`."""
    found: list[Floats] = [np.zeros((0, 3))] * len(bodies)
    for pools in {id(body.pools): body.pools for body in bodies}.values():
        rows = [row for row, body in enumerate(bodies) if body.pools is pools]
        slots = slots_of([bodies[row] for row in rows])
        sizes = np.array([len(topology.rest_positions) for topology in pools.topologies])
        counts = sizes[pools.blocks[slots // LANES, MESH]]
        ends = np.cumsum(counts)
        places = np.empty((int(ends[-1]), 3))
        _read(lanes_of(pools), slots, counts, pools.anchors, places)
        for row, end, count in zip(rows, ends.tolist(), counts.tolist(), strict=True):
            found[row] = places[end - count : end]
    return found


@lane_kernel
def _read(lanes: Lanes, slots: Integers, counts: Integers, anchors: Floats, places: Floats) -> None:
    """Writes positions body after body."""
    row = 0
    for n in range(slots.shape[0]):
        slot = slots[n]
        first = lanes.blocks[slot // LANES, START] + slot % LANES
        for i in range(counts[n]):
            for axis in range(3):
                places[row, axis] = anchors[slot, axis] + lanes.positions[first + i * ROW + axis * LANES]
            row += 1
