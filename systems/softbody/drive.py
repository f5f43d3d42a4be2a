"""The substeps of a tick: blocks whose bodies touch others go together, all others one after the other."""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.softbody.contacts import Contacts
from systems.softbody.exchange import exchange
from systems.softbody.lanes import MEMORY, MESH, SUBSTEPS, Lanes, Planes, Scratch
from systems.softbody.measure import is_awake, measure
from systems.softbody.substep import (
    creep,
    forget_escapes,
    meet_planes,
    move,
    predict_first,
    solve_edges,
    solve_volume,
    take_change,
)
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import lane_kernel, lean_lane_kernel

f32 = np.float32


class Groups(NamedTuple):
    """Blocks that advance together, substep by substep; all of a group have the same number of substeps."""

    blocks: Integers
    """Blocks, group after group."""
    starts: Integers
    """First entry of each group in `blocks`, and one past the last."""
    contacts: Integers
    """First contact of each group, and one past the last."""
    grouped: Flags
    """Which blocks are in any group, shape [block_count]."""


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
    """Moves all bodies that are awake through one tick, and measures them.

    Args:
        lanes: All blocks, changed; those without weight are asleep.
        meshes: Tables of the meshes.
        scratch: Room.
        planes: What particles may meet.
        contacts: What bodies may do to each other.
        groups: Which blocks go together.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    alone = np.zeros(1, np.int64)
    for block in range(lanes.blocks.shape[0]):
        if is_awake(lanes, block) and not groups.grouped[block]:
            alone[0] = block
            _advance_group(lanes, meshes, scratch, planes, contacts, alone, 0, 0, gravity, dt)
    for g in range(groups.starts.shape[0] - 1):
        blocks = groups.blocks[groups.starts[g] : groups.starts[g + 1]]
        first, last = groups.contacts[g], groups.contacts[g + 1]
        _advance_group(lanes, meshes, scratch, planes, contacts, blocks, first, last, gravity, dt)


@lean_lane_kernel
def _advance_group(
    lanes: Lanes,
    meshes: Meshes,
    scratch: Scratch,
    planes: Planes,
    contacts: Contacts,
    blocks: Integers,
    first: int,
    last: int,
    gravity: Floats,
    dt: float,
) -> None:
    """Moves blocks together through one tick, with some contacts between their bodies."""
    substeps = lanes.blocks[blocks[0], SUBSTEPS]
    h = f32(dt / substeps)
    for substep in range(substeps):
        for k in range(blocks.shape[0]):
            block = blocks[k]
            count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
            if substep == 0:
                predict_first(lanes, scratch, block, count, gravity, h)
            solve_edges(lanes, meshes, block, h)
            way = solve_volume(lanes, meshes, scratch, block, h)
            take_change(lanes, scratch, block, count, way, h)
        exchange(lanes, scratch, contacts, first, last, h)
        for k in range(blocks.shape[0]):
            block = blocks[k]
            count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
            meet_planes(lanes, scratch, planes, block, f32(substep * dt / substeps), h)
            move(lanes, scratch, block, count, gravity, h, substep == substeps - 1)
            forget_escapes(scratch, planes, block, count, last > first)
    for k in range(blocks.shape[0]):
        if lanes.blocks[blocks[k], MEMORY] >= 0:
            creep(lanes, meshes, blocks[k], f32(dt))
        measure(lanes, meshes, blocks[k])
