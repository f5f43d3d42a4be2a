"""The substeps of a tick: blocks whose bodies touch others go together, all others one after the other.

Predict; solve edges and volume; take from what they changed the part that no internal force can cause, and
damp; then meet other bodies, and then what is solid, in velocities. Contact comes last, so that nothing
undoes it.
"""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.softbody.contacts import Contacts
from systems.softbody.elastic import creep, solve_edges, solve_volume
from systems.softbody.exchange import exchange
from systems.softbody.lanes import MEMORY, MESH, SUBSTEPS, Lanes, Planes, Scratch
from systems.softbody.measure import is_awake, measure
from systems.softbody.momenta import take_change
from systems.softbody.motion import move, predict_first
from systems.softbody.plane_contact import meet_planes, step_out
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import lean_lane_kernel

f32 = np.float32
BRISK_SWEEPS = 2
"""How often contacts between bodies that meet fast are gone through in a substep: what one of them stops, the
next may push on, and at such speeds that goes far until the next substep."""


class Groups(NamedTuple):
    """Blocks that advance together, substep by substep; all of a group have the same number of substeps."""

    blocks: Integers
    """Blocks, group after group."""
    starts: Integers
    """First entry of each group in `blocks`, and one past the last."""
    contacts: Integers
    """First contact of each group, and one past the last."""
    brisk_contacts: Integers
    """The same of the contacts between bodies that meet fast."""
    grouped: Flags
    """Which blocks are in any group, shape [block_count]."""


@lean_lane_kernel
def advance(
    lanes: Lanes,
    meshes: Meshes,
    scratch: Scratch,
    planes: Planes,
    contacts: Contacts,
    brisk: Contacts,
    groups: Groups,
    gravity: Floats,
    dt: float,
    part: int,
    parts: int,
) -> None:
    """Moves all bodies that are awake through a part of a tick, and measures them.

    Those that touch nobody go through the whole tick in the first part.

    Args:
        lanes: All blocks, changed; those without weight are asleep.
        meshes: Tables of the meshes.
        scratch: Room.
        planes: What particles may meet.
        contacts: What bodies may do to each other.
        brisk: What those may that meet fast.
        groups: Which blocks go together.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
        part: Which part it is.
        parts: How many there are.
    """
    alone = scratch.alone
    for block in range(lanes.blocks.shape[0]):
        if part == 0 and is_awake(lanes, block) and not groups.grouped[block]:
            alone[0] = block
            touched = (0, 0, 0, 0)
            _advance_group(lanes, meshes, scratch, planes, contacts, brisk, alone, touched, gravity, dt, 0, 1)
    for g in range(groups.starts.shape[0] - 1):
        blocks = groups.blocks[groups.starts[g] : groups.starts[g + 1]]
        touched = (
            groups.contacts[g],
            groups.contacts[g + 1],
            groups.brisk_contacts[g],
            groups.brisk_contacts[g + 1],
        )
        _advance_group(
            lanes, meshes, scratch, planes, contacts, brisk, blocks, touched, gravity, dt, part, parts
        )


@lean_lane_kernel
def _advance_group(
    lanes: Lanes,
    meshes: Meshes,
    scratch: Scratch,
    planes: Planes,
    contacts: Contacts,
    brisk: Contacts,
    blocks: Integers,
    touched: tuple[int, int, int, int],
    gravity: Floats,
    dt: float,
    part: int,
    parts: int,
) -> None:
    """Moves blocks together through a part of a tick, with contacts of both kinds between their bodies."""
    substeps = lanes.blocks[blocks[0], SUBSTEPS]
    h = f32(dt / substeps)
    begin, end = part * substeps // parts, (part + 1) * substeps // parts
    for substep in range(begin, end):
        for k in range(blocks.shape[0]):
            block = blocks[k]
            count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
            if substep == begin:
                predict_first(lanes, scratch, block, count, gravity, h, substep == 0)
            solve_edges(lanes, meshes, block, h)
            way = solve_volume(lanes, meshes, scratch, block, h)
            take_change(lanes, scratch, block, count, way, h)
        exchange(lanes, scratch, contacts, touched[0], touched[1], h)
        for _ in range(BRISK_SWEEPS):
            exchange(lanes, scratch, brisk, touched[2], touched[3], h)
        for k in range(blocks.shape[0]):
            block = blocks[k]
            count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
            meet_planes(lanes, scratch, planes, block, f32(substep * dt / substeps), h)
            is_touched = touched[1] > touched[0] or touched[3] > touched[2]
            sideways = step_out(lanes, scratch, planes, block, count, is_touched, h)
            move(lanes, scratch, block, count, sideways, gravity, h, substep == end - 1)
    for k in range(blocks.shape[0]):
        if end == substeps and lanes.blocks[blocks[k], MEMORY] >= 0:
            creep(lanes, meshes, blocks[k], f32(dt))
        measure(lanes, meshes, blocks[k])
