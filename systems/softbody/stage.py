"""What the solve of soft bodies works on from tick to tick, handed to its kernels in one piece."""

from operator import is_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32, SoftbodyPools, aligned_zeros
from components.terrain import MotionArrays, TerrainArrays
from systems.handover import Handover, hand_over, opened
from systems.softbody.bodies import Bodies
from systems.softbody.contacts import Contacts
from systems.softbody.drafts import MOST_PLANES, Drafts, room_for_drafts
from systems.softbody.drive import Groups, advance
from systems.softbody.lanes import PLANE_ROWS, ROW, Lanes, Planes, Scratch
from systems.softbody.measure import BROKEN, COLLAPSED, FOLDED, ailments
from systems.softbody.meeting import bodies_of, particle_room
from systems.softbody.mending import LEAST_VOLUME
from systems.softbody.obstacles import Near, room_near
from systems.softbody.planes import Obstacles
from systems.softbody.pools import lanes_of, meshes_of_pools
from systems.softbody.report import Skins, SoftTouches, collect_contacts
from systems.softbody.rest import Rest, room_for_rest, settle
from systems.softbody.search import find_planes
from systems.softbody.tables import Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

NEAR_SOLID = 2 * FOLDED
"""What `begin_tick` tells besides ailments."""


class Stage(NamedTuple):
    """Arrays that stay the same objects from tick to tick; kernels are handed it over."""

    lanes: Lanes
    meshes: Meshes
    known: Bodies
    can_sleep: Flags
    """Which bodies may, by slot."""
    ranges: Integers
    """First and past the last contact of each body in a tick, by slot, changed."""
    stale: Flags
    """Which blocks are to be measured again, changed."""
    gravity: Floats
    """Acceleration [cm/s²], shape [3]."""
    terrain: TerrainArrays
    motion: MotionArrays
    planes: Planes
    near: Near
    drafts: Drafts
    scratch: Scratch
    rest: Rest


def stage_of(pools: SoftbodyPools, obstacles: Obstacles) -> Handover[Stage]:
    """That of some pools among obstacles, made anew when any of their arrays is another one.

    All arrays of the pools are replaced when their blocks are, and the memory by itself.
    """
    kept, solid_count = pools.stage, len(obstacles.solids)
    sources = pools.blocks, pools.memory, obstacles.terrain.prisms, *obstacles.motion
    if isinstance(kept, _Kept) and kept.solid_count == solid_count and all(map(is_, kept.sources, sources)):
        return kept.stage
    pools.stage = new = _Kept(sources, solid_count, hand_over(_new_stage(pools, obstacles)))
    return new.stage


def last_stage(pools: SoftbodyPools) -> Stage | None:
    """That of the last solve; None where there was none."""
    return pools.stage.stage.tables if isinstance(pools.stage, _Kept) else None


class _Kept(NamedTuple):
    sources: tuple[object, ...]
    """Arrays; when any is another one, so are others of the stage."""
    solid_count: int
    """How many solids there is room for."""
    stage: Handover[Stage]


def _new_stage(pools: SoftbodyPools, obstacles: Obstacles) -> Stage:
    room = particle_room(pools)
    return Stage(
        lanes_of(pools),
        meshes_of_pools(pools),
        bodies_of(pools),
        pools.can_sleep,
        pools.contact_ranges,
        pools.stale,
        pools.gravity,
        obstacles.terrain,
        obstacles.motion,
        _room_for_planes(len(pools.blocks), room),
        room_near(LANES, len(obstacles.terrain.prisms), len(obstacles.solids)),
        room_for_drafts(room),
        _scratch(len(pools.blocks), (room + 1) * ROW),
        room_for_rest(len(pools.taken)),
    )


def _scratch(block_count: int, size: int) -> Scratch:
    """Room for all blocks at the same time; what is not used costs nothing."""
    previous, escapes = aligned_zeros(size * block_count), aligned_zeros(size * block_count)
    places, alone = np.zeros(block_count, dtype=np.int64), np.zeros(1, dtype=np.int64)
    return Scratch(previous, escapes, aligned_zeros(size), places, alone)


def _room_for_planes(block_count: int, particle_count: int) -> Planes:
    room = particle_count * MOST_PLANES
    rows = aligned_zeros(block_count * room * PLANE_ROWS * LANES)
    order, particles, shared = (np.zeros((block_count, room), dtype=np.int64) for _ in range(3))
    kinds = np.zeros((block_count, room, LANES), dtype=np.int64)
    return Planes(rows, order, particles, shared, kinds, np.zeros(block_count, dtype=np.int64))


@lean_lane_kernel
def begin_tick(
    handed: Stage,
    slots: Integers,
    solids: Floats,
    owners: Integers,
    mended: bool,
    dt: float,
) -> int:
    """Returns what ails any body, see `ailments`; if nothing is to be mended, finds the planes of all.

    Then it also tells of a body that is near a solid, by NEAR_SOLID.

    Args:
        handed: What was handed over; planes are written.
        slots: Slots of all bodies, shape [body_count].
        solids: See `Obstacles`.
        owners: See `Obstacles`.
        mended: Whether all has been mended that can be.
        dt: Length of the tick [s].
    """
    own = opened(handed)
    lanes = own.lanes
    found = ailments(lanes.blocks, lanes.materials, lanes.facts, own.meshes.spacings, slots, LEAST_VOLUME)
    if mended or not found & (BROKEN | COLLAPSED):
        obstacles = Obstacles(own.terrain, own.motion, solids, owners)
        find_planes(
            lanes,
            own.meshes,
            own.planes,
            own.known,
            obstacles,
            own.near,
            own.drafts,
            own.gravity,
            dt,
        )
        for n in range(slots.shape[0]):
            if own.known.near_solid[slots[n]]:
                found |= NEAR_SOLID
    return found


@lean_lane_kernel
def advance_all(
    handed: Stage,
    places: NDArray[np.int32],
    numbers: Floats32,
    brisk_places: NDArray[np.int32],
    brisk_numbers: Floats32,
    blocks: Integers,
    starts: Integers,
    of_contacts: Integers,
    of_brisk: Integers,
    grouped: Flags,
    dt: float,
    part: int,
    parts: int,
) -> None:
    """`advance`, against the planes that were found.

    It takes the parts of contacts and of `Groups` one by one: what a NamedTuple is made of takes numba longer
    to find out, each time, than what its arrays are.
    """
    own = opened(handed)
    contacts, brisk = Contacts(places, numbers), Contacts(brisk_places, brisk_numbers)
    groups = Groups(blocks, starts, of_contacts, of_brisk, grouped)
    advance(
        own.lanes,
        own.meshes,
        own.scratch,
        own.planes,
        contacts,
        brisk,
        groups,
        own.gravity,
        dt,
        part,
        parts,
    )


@lean_lane_kernel
def end_tick(
    handed: Stage,
    soft: Floats32,
    rows: Integers,
    strongest: Floats,
    hardest: Integers,
    others: Integers,
    slots: Integers,
    labels: Integers,
    before: Floats,
    contacts: Floats,
    drowsy_ticks: int,
    mended: bool,
) -> int:
    """Writes down what bodies touched, and lets those sleep that have had enough of them.

    Args:
        handed: What was handed over, after the tick.
        soft: See `collect_contacts`.
        rows: First part of `SoftTouches`.
        strongest: Second part.
        hardest: Third part, changed.
        others: Fourth part.
        slots: Slots of all bodies, shape [body_count].
        labels: See `settle`.
        before: Contacts of the tick before.
        contacts: Receives those of this one.
        drowsy_ticks: See `settle`.
        mended: Whether all has been mended that can be.

    Returns:
        How many contacts there are; -1 with nothing done, if a body is to be mended.
    """
    own = opened(handed)
    lanes, known, ranges = own.lanes, own.known, own.meshes.ranges
    found = ailments(lanes.blocks, lanes.materials, lanes.facts, own.meshes.spacings, slots, 0.0)
    if found & BROKEN and not mended:
        return -1
    skins = Skins(lanes.blocks, lanes.positions, known.anchors)
    touches = SoftTouches(rows, strongest, hardest, others)
    count = collect_contacts(
        skins, own.planes, soft, touches, known.quiet, known.layers, slots, before, own.ranges, contacts
    )
    may_sleep, rest = own.can_sleep, own.rest
    settle(
        lanes, ranges, known, slots, labels, may_sleep, own.ranges, contacts, drowsy_ticks, own.stale, rest
    )
    return count
