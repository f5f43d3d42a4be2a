"""Bodies that have come to rest fall asleep, island by island, and wake when something happens to them."""

import numpy as np

from components.arrays import Flags, Integers
from components.softbody import Floats32
from systems.softbody.lanes import MESH, ROW, START, Lanes
from systems.softbody.measure import BLOCK_FACTS, HIGH, LOW, RESTLESSNESS
from systems.softbody.obstacles import near_obstacles
from systems.softbody.planes import Obstacles
from systems.softbody.search import MARGIN, Bodies
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import LANES, lane_kernel

CALM = 2.0
"""Root mean square speed of a body's particles below which it may fall asleep [cm/s]."""
LIVELY = 3.0
"""The same of a body that wakes those it touches [cm/s]."""
DROWSY_TIME = 0.5
"""How long all of an island must be calm [s]."""
ASLEEP = -1
"""Quiet ticks of a body that is asleep."""

f32 = np.float32


@lane_kernel
def islands(pairs: Integers, touching: Flags, count: int) -> Integers:
    """The lowest row of the island that each body belongs to, shape [count].

    Args:
        pairs: Rows of bodies, shape [pair_count, 2].
        touching: Which pairs touch, shape [pair_count].
        count: How many bodies there are.
    """
    parents = np.empty(count, np.int64)
    for n in range(count):
        parents[n] = n
    for k in range(pairs.shape[0]):
        if touching[k]:
            a, b = pairs[k, 0], pairs[k, 1]
            while parents[a] != a:
                a = parents[a]
            while parents[b] != b:
                b = parents[b]
            parents[max(a, b)] = min(a, b)
    for n in range(count):
        parents[n] = parents[parents[n]]  # parents come before their children
    return parents


@lane_kernel
def restlessness(lanes: Lanes, slot: int) -> float:
    """Mean squared speed of a measured body's particles [cm²/s²]."""
    return float(lanes.facts[(slot // LANES) * BLOCK_FACTS + slot % LANES + RESTLESSNESS])


@lane_kernel
def wake_touched(lanes: Lanes, quiet: Integers, slots: Integers, labels: Integers) -> None:
    """Wakes islands in which something moves briskly or was woken already.

    Args:
        lanes: All blocks, measured.
        quiet: Quiet ticks by slot, changed.
        slots: Slots of all bodies, shape [body_count].
        labels: Island of each body, shape [body_count].
    """
    lively = np.empty(slots.shape[0], np.bool_)
    for n in range(slots.shape[0]):
        lively[n] = False  # an island's label is the first of its rows
        if quiet[slots[n]] >= 0 and restlessness(lanes, slots[n]) > LIVELY * LIVELY:
            lively[labels[n]] = True
    for n in range(slots.shape[0]):
        if quiet[slots[n]] < 0 and lively[labels[n]]:
            quiet[slots[n]] = 0


@lane_kernel
def wake_near_moving(
    lanes: Lanes, bodies: Bodies, obstacles: Obstacles, quiet: Integers, slots: Integers, dt: float
) -> None:
    """Wakes bodies that have an entity or something that moves near them."""
    low = np.empty(3)
    high = np.empty(3)
    for n in range(slots.shape[0]):
        slot = slots[n]
        if quiet[slot] >= 0:
            continue
        facts = (slot // LANES) * BLOCK_FACTS + slot % LANES
        for axis in range(3):
            anchor = bodies.anchors[slot, axis]
            low[axis] = anchor + lanes.facts[facts + LOW + axis * LANES] - MARGIN
            high[axis] = anchor + lanes.facts[facts + HIGH + axis * LANES] + MARGIN
        kinds, traits = near_obstacles(obstacles, low, high, low, bodies.layers[slot], dt)
        for k in range(kinds.shape[0]):
            if kinds[k] < 0 or traits[k, 1] != 0.0 or traits[k, 2] != 0.0 or traits[k, 3] != 0.0:
                quiet[slot] = 0


@lane_kernel
def fall_asleep(
    lanes: Lanes,
    quiet: Integers,
    slots: Integers,
    labels: Integers,
    calm: Flags,
    supported: Flags,
    drowsy_ticks: int,
) -> Integers:
    """Counts quiet ticks, and lets islands sleep that have had enough of them.

    Args:
        lanes: All blocks, measured.
        quiet: Quiet ticks by slot, changed.
        slots: Slots of all bodies, shape [body_count].
        labels: Island of each body, shape [body_count].
        calm: Which bodies nothing keeps awake, shape [body_count].
        supported: Which bodies rest on something that never moves, shape [body_count].
        drowsy_ticks: Quiet ticks after which an island sleeps.

    Returns:
        Rows of the bodies that fell asleep.
    """
    least = np.empty(slots.shape[0], np.int64)
    stands = np.empty(slots.shape[0], np.bool_)
    for n in range(slots.shape[0]):
        least[n] = drowsy_ticks  # an island's label is the first of its rows
        stands[n] = False
        if quiet[slots[n]] >= 0:
            is_calm = calm[n] and restlessness(lanes, slots[n]) < CALM * CALM
            quiet[slots[n]] = quiet[slots[n]] + 1 if is_calm else 0
            least[labels[n]] = min(least[labels[n]], quiet[slots[n]])
        stands[labels[n]] = stands[labels[n]] or supported[n]
    slept = np.empty(slots.shape[0], np.int64)
    count = 0
    for n in range(slots.shape[0]):
        if quiet[slots[n]] >= 0 and least[labels[n]] >= drowsy_ticks and stands[labels[n]]:
            quiet[slots[n]] = ASLEEP
            slept[count] = n
            count += 1
    return slept[:count]


@lane_kernel
def hold_still(lanes: Lanes, meshes: Meshes, kept: Floats32, slots: Integers) -> None:
    """Puts bodies where they were when the tick began, at rest."""
    for n in range(slots.shape[0]):
        base = lanes.blocks[slots[n] // LANES, START] + slots[n] % LANES
        for i in range(meshes.ranges[lanes.blocks[slots[n] // LANES, MESH], PARTICLES]):
            for axis in range(3):
                a = base + i * ROW + axis * LANES
                lanes.positions[a] = kept[a]
                lanes.velocities[a] = f32(0.0)
