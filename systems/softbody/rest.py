"""Bodies that have come to rest fall asleep, island by island, and wake when something happens to them."""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32
from systems.handover import Handover, opened
from systems.softbody.blocks import Blocks
from systems.softbody.bodies import Bodies
from systems.softbody.lanes import MESH, ROW, START, Lanes
from systems.softbody.measure import is_awake, move_anchor
from systems.softbody.offsets import BLOCK_FACTS, RESTLESSNESS
from systems.softbody.report import OTHER
from systems.softbody.tables import PARTICLES
from systems.softbody.vectors import LANES, lean_lane_kernel

CALM = 2.0
"""Root mean square speed of a body's particles below which it may fall asleep [cm/s]."""
LIVELY = 3.0
"""The same of a body that wakes those it touches [cm/s]."""
DROWSY_TIME = 0.5
"""How long all of an island must be calm [s]."""
ASLEEP = -1
"""Quiet ticks of a body that is asleep."""

f32 = np.float32


class Rest(NamedTuple):
    """Room for what is known of islands."""

    least: Integers
    """Fewest quiet ticks of any body of an island, by its lowest row, shape [slot_count]."""
    stands: Flags
    """Whether any of it rests on what is solid, by its lowest row, shape [slot_count]."""


def room_for_rest(slot_count: int) -> Rest:
    """Room for as many bodies as there are slots."""
    return Rest(np.zeros(slot_count, dtype=np.int64), np.zeros(slot_count, dtype=np.bool_))


@lean_lane_kernel
def join_islands(pairs: Integers, touching: Flags, parents: Integers) -> None:
    """Finds the lowest row of the island that each body belongs to.

    Args:
        pairs: Rows of bodies, shape [pair_count, 2].
        touching: Which pairs touch, shape [pair_count].
        parents: Receives it, shape [body_count].
    """
    for n in range(parents.shape[0]):
        parents[n] = n
    for k in range(pairs.shape[0]):
        if touching[k]:
            a, b = pairs[k, 0], pairs[k, 1]
            while parents[a] != a:
                a = parents[a]
            while parents[b] != b:
                b = parents[b]
            parents[max(a, b)] = min(a, b)
    for n in range(parents.shape[0]):
        parents[n] = parents[parents[n]]  # parents come before their children


def islands(
    blocks: Handover[Blocks], quiet: Integers, slots: Integers, pairs: Integers, touching: Flags
) -> tuple[Integers, int]:
    """The lowest row of the island that each body belongs to, shape [body_count], and how many were woken.

    Args:
        blocks: All blocks, measured.
        quiet: Quiet ticks by slot, changed.
        slots: Slots of all bodies, shape [body_count].
        pairs: Rows of bodies, shape [pair_count, 2].
        touching: Which pairs touch, shape [pair_count].
    """
    labels, lively = np.empty(len(slots), dtype=np.int64), np.empty(len(slots), dtype=np.bool_)
    return labels, _join_and_wake(blocks.handed, quiet, slots, pairs, touching, labels, lively)


@lean_lane_kernel
def _join_and_wake(
    blocks: Blocks,
    quiet: Integers,
    slots: Integers,
    pairs: Integers,
    touching: Flags,
    labels: Integers,
    lively: Flags,
) -> int:
    join_islands(pairs, touching, labels)
    return wake_touched(opened(blocks).lanes, quiet, slots, labels, lively)


@lean_lane_kernel
def restlessness(lanes: Lanes, slot: int) -> float:
    """Mean squared speed of a measured body's particles [cm²/s²]."""
    return float(lanes.facts[(slot // LANES) * BLOCK_FACTS + slot % LANES + RESTLESSNESS])


@lean_lane_kernel
def wake_touched(lanes: Lanes, quiet: Integers, slots: Integers, labels: Integers, lively: Flags) -> int:
    """Wakes islands in which something moves briskly or was woken already, and returns how many bodies.

    Args:
        lanes: All blocks, measured.
        quiet: Quiet ticks by slot, changed.
        slots: Slots of all bodies, shape [body_count].
        labels: Island of each body, shape [body_count].
        lively: Room, shape [body_count].
    """
    for n in range(slots.shape[0]):
        lively[n] = False  # an island's label is the first of its rows
        if quiet[slots[n]] >= 0 and restlessness(lanes, slots[n]) > LIVELY * LIVELY:
            lively[labels[n]] = True
    woken = 0
    for n in range(slots.shape[0]):
        if quiet[slots[n]] < 0 and lively[labels[n]]:
            quiet[slots[n]] = 0
            woken += 1
    return woken


@lean_lane_kernel
def settle(
    lanes: Lanes,
    mesh_ranges: Integers,
    bodies: Bodies,
    slots: Integers,
    labels: Integers,
    can_sleep: Flags,
    ranges: Integers,
    contacts: Floats,
    drowsy_ticks: int,
    stale: Flags,
    rest: Rest,
) -> None:
    """Ends a tick: moves anchors, counts quiet ticks, and lets islands sleep that have had enough of them.

    An island sleeps when all of it has hardly moved for some time and any of it rests on what never moves.
    Whoever sleeps keeps its place, also while others move whose block it shares.

    Args:
        lanes: All blocks, measured.
        mesh_ranges: The ranges of `Meshes`.
        bodies: What else there is to know of the bodies; anchors and quiet ticks change.
        slots: Slots of all bodies, shape [body_count].
        labels: Island of each body, shape [body_count].
        can_sleep: Which bodies may, by slot.
        ranges: First and past the last contact of each body in this tick, by slot.
        contacts: What they touched, in columns; see `SoftbodyPools`.
        drowsy_ticks: Quiet ticks after which an island sleeps.
        stale: Which blocks are to be measured again, since any of their particles is no more as measured;
            changed.
        rest: Room.
    """
    least, stands, quiet = rest.least, rest.stands, bodies.quiet
    for n in range(slots.shape[0]):
        slot = slots[n]
        least[n] = drowsy_ticks  # an island's label is the first of its rows
        stands[n] = False
        if quiet[slot] < 0 and is_awake(lanes, slot // LANES):
            stop(lanes, mesh_ranges, slot, lanes.kept, lanes.positions)
            stale[slot // LANES] = True
        if move_anchor(lanes, mesh_ranges, bodies.anchors, slot):
            stale[slot // LANES] = True
        if quiet[slot] >= 0:
            may = can_sleep[slot] and not bodies.near_moving[slot]
            is_calm = may and restlessness(lanes, slot) < CALM * CALM
            quiet[slot] = quiet[slot] + 1 if is_calm else 0
            least[labels[n]] = min(least[labels[n]], quiet[slot])
        stands[labels[n]] = stands[labels[n]] or _touches_solid(ranges[slot], contacts)
    for n in range(slots.shape[0]):
        slot = slots[n]
        if quiet[slot] >= 0 and least[labels[n]] >= drowsy_ticks and stands[labels[n]]:
            quiet[slot] = ASLEEP
            stop(lanes, mesh_ranges, slot, lanes.positions, lanes.kept)
            stale[slot // LANES] = True


@lean_lane_kernel
def _touches_solid(span: Integers, contacts: Floats) -> bool:
    """Whether any contact of a body is with something that is no soft body."""
    for k in range(span[0], span[1]):
        if contacts[k, OTHER] == 0.0:
            return True
    return False


@lean_lane_kernel
def stop(lanes: Lanes, mesh_ranges: Integers, slot: int, source: Floats32, target: Floats32) -> None:
    """Copies a body's particles from one array to another, and puts it at rest."""
    base = lanes.blocks[slot // LANES, START] + slot % LANES
    for i in range(mesh_ranges[lanes.blocks[slot // LANES, MESH], PARTICLES]):
        for axis in range(3):
            a = base + i * ROW + axis * LANES
            target[a] = source[a]
            lanes.velocities[a] = f32(0.0)
