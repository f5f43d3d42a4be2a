"""Where the particles of many bodies are, all at once."""

from collections.abc import Sequence

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools
from systems.softbody.herds import herds_of
from systems.softbody.lanes import MESH, ROW, START
from systems.softbody.vectors import LANES, lean_lane_kernel

NO_PLACES: Floats = np.zeros((0, 3))
"""Positions of no particles."""


def positions_of(bodies: Sequence[SoftbodyParticles]) -> list[Floats]:
    """World positions of particles [cm], shape [particle_count, 3] for each body; as its `positions_ws`."""
    found = [NO_PLACES] * len(bodies)
    for pools, slots, rows in herds_of(bodies, range(len(bodies))):
        places, (first, *ends) = places_in(pools, slots)
        for row, end in zip(rows, ends, strict=True):
            found[row] = places[first:end]
            first = end
    return found


def places_in(pools: SoftbodyPools, slots: Integers) -> tuple[Floats, list[int]]:
    """The same of all bodies of some slots one after another, and where each begins and the last ends."""
    ends = ends_of(pools, slots)
    marks: list[int] = ends.tolist()
    places = np.empty((marks[-1], 3))
    _read(pools.blocks, pools.positions, pools.anchors, slots, ends, places)
    return places, marks


def ends_of(pools: SoftbodyPools, slots: Integers) -> Integers:
    """Where the particles of each body begin, and where those of the last end, shape [body_count + 1]."""
    counts = [len(topology.rest_positions) for topology in pools.topologies]
    if len(counts) == 1:
        return np.arange(0, counts[0] * len(slots) + 1, counts[0])
    ends = np.zeros(len(slots) + 1, dtype=np.int64)
    np.cumsum(np.array(counts)[pools.blocks[slots // LANES, MESH]], out=ends[1:])
    return ends


@lean_lane_kernel
def _read(
    blocks: Integers, positions: Floats32, anchors: Floats, slots: Integers, ends: Integers, places: Floats
) -> None:
    """Writes positions body after body."""
    for n in range(slots.shape[0]):
        slot = slots[n]
        number = blocks[slot // LANES, START] + slot % LANES
        for row in range(ends[n], ends[n + 1]):
            for axis in range(3):
                places[row, axis] = anchors[slot, axis] + positions[number + axis * LANES]
            number += ROW
