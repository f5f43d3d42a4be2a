"""Where the particles of many bodies are, all at once."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyParticles
from systems.softbody.lanes import ROW, START
from systems.softbody.pools import slots_of
from systems.softbody.vectors import LANES, lean_lane_kernel


def positions_of(bodies: Sequence[SoftbodyParticles]) -> list[Floats]:
    """World positions of particles [cm], shape [particle_count, 3] for each body; as its `positions_ws`."""
    found: list[Floats] = [np.zeros((0, 3))] * len(bodies)
    for pools in {id(body.pools): body.pools for body in bodies}.values():
        rows = [row for row, body in enumerate(bodies) if body.pools is pools]
        slots = slots_of([bodies[row] for row in rows])
        counts = [len(bodies[row].topology.rest_positions) for row in rows]
        places = np.empty((sum(counts), 3))
        _read(pools.blocks, pools.positions, pools.anchors, slots, np.array(counts), places)
        end = 0
        for row, count in zip(rows, counts, strict=True):
            found[row] = places[end : end + count]
            end += count
    return found


@lean_lane_kernel
def _read(
    blocks: Integers, positions: Floats32, anchors: Floats, slots: Integers, counts: Integers, places: Floats
) -> None:
    """Writes positions body after body."""
    row = 0
    for n in range(slots.shape[0]):
        slot = slots[n]
        first = blocks[slot // LANES, START] + slot % LANES
        for i in range(counts[n]):
            for axis in range(3):
                places[row, axis] = anchors[slot, axis] + positions[first + i * ROW + axis * LANES]
            row += 1
