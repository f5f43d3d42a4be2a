"""The substeps of a tick: blocks whose bodies touch others go together, all others one after the other."""

from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from systems.softbody.crowd import Contacts, exchange
from systems.softbody.lanes import MESH, SUBSTEPS, Lanes, Planes, Scratch
from systems.softbody.substep import (
    meet_planes,
    move,
    predict_first,
    solve_edges,
    solve_volume,
    take_change,
)
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import lane_kernel

f32 = np.float32


class Groups(NamedTuple):
    """Blocks that advance together, substep by substep; all of a group have the same number of substeps."""

    blocks: Integers
    """Blocks, group after group."""
    starts: Integers
    """First entry of each group in `blocks`, and one past the last."""
    contacts: Integers
    """First contact of each group, and one past the last."""


@lane_kernel
def advance(
    lanes: Lanes,
    meshes: Meshes,
    scratch: Scratch,
    planes: Planes,
    contacts: Contacts,
    groups: Groups,
    gravity: Floats,
    dt: float,
) -> None:
    """Moves all bodies of some blocks through one tick.

    Args:
        lanes: All blocks, changed.
        meshes: Tables of the meshes.
        scratch: Room.
        planes: What particles may meet.
        contacts: What bodies may do to each other.
        groups: Which blocks go together.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    for g in range(groups.starts.shape[0] - 1):
        first, last = groups.starts[g], groups.starts[g + 1]
        substeps = lanes.blocks[groups.blocks[first], SUBSTEPS]
        h = f32(dt / substeps)
        for k in range(first, last):
            block = groups.blocks[k]
            count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
            predict_first(lanes, scratch, block, count, gravity, h)
        for substep in range(substeps):
            for k in range(first, last):
                block = groups.blocks[k]
                count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
                solve_edges(lanes, meshes, block, h)
                way = solve_volume(lanes, meshes, scratch, block, h)
                take_change(lanes, scratch, block, count, way, h)
            exchange(lanes, scratch, contacts, groups.contacts[g], groups.contacts[g + 1], float(h))
            for k in range(first, last):
                block = groups.blocks[k]
                count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
                meet_planes(lanes, scratch, planes, block, f32(substep * dt / substeps), h)
                move(lanes, scratch, block, count, gravity, h, substep == substeps - 1)
