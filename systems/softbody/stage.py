"""What the solve of soft bodies works on from tick to tick, handed to its kernels in one piece."""

from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32, SoftbodyPools, aligned_zeros
from components.terrain import MotionArrays, TerrainArrays
from systems.handover import Handover, hand_over, opened
from systems.softbody.contacts import Contacts
from systems.softbody.drive import Groups, advance
from systems.softbody.lanes import PLANE_ROWS, Lanes, Planes, Scratch
from systems.softbody.meeting import bodies_of, particle_room
from systems.softbody.obstacles import Near, room_near
from systems.softbody.planes import Obstacles
from systems.softbody.pools import lanes_of, meshes_of_pools
from systems.softbody.report import Skins, SoftTouches, collect_contacts
from systems.softbody.rest import settle
from systems.softbody.search import MOST_PLANES, Bodies, Drafts, find_planes, room_for_drafts
from systems.softbody.tables import Meshes
from systems.softbody.vectors import LANES, lane_kernel, lean_lane_kernel


class Stage(NamedTuple):
    """Arrays that stay the same objects from tick to tick; kernels are handed it over."""

    lanes: Lanes
    meshes: Meshes
    known: Bodies
    can_sleep: Flags
    """Which bodies may, by slot."""
    ranges: Integers
    """First and past the last contact of each body in a tick, by slot, changed."""
    gravity: Floats
    """Acceleration [cm/s²], shape [3]."""
    terrain: TerrainArrays
    motion: MotionArrays
    planes: Planes
    near: Near
    drafts: Drafts


def stage_of(pools: SoftbodyPools, obstacles: Obstacles) -> Handover[Stage]:
    """That of some pools among obstacles, made anew when any of their arrays is another one."""
    arrays = (
        *lanes_of(pools),
        *bodies_of(pools),
        pools.can_sleep,
        pools.contact_ranges,
        pools.gravity,
        obstacles.terrain.prisms,
        *obstacles.motion,
    )
    identities = (*map(id, arrays), len(pools.topologies), len(obstacles.solids))
    kept = pools.stage
    if not isinstance(kept, _Kept) or kept.identities != identities:
        kept = pools.stage = _Kept(identities, hand_over(_new_stage(pools, obstacles)))
    return kept.stage


class _Kept(NamedTuple):
    identities: tuple[int, ...]
    """Of the stage's arrays; nobody else has them for as long as the stage holds the arrays."""
    stage: Handover[Stage]


def _new_stage(pools: SoftbodyPools, obstacles: Obstacles) -> Stage:
    room = particle_room(pools)
    return Stage(
        lanes_of(pools),
        meshes_of_pools(pools),
        bodies_of(pools),
        pools.can_sleep,
        pools.contact_ranges,
        pools.gravity,
        obstacles.terrain,
        obstacles.motion,
        _room_for_planes(len(pools.blocks), room),
        room_near(LANES, len(obstacles.terrain.prisms), len(obstacles.solids)),
        room_for_drafts(room),
    )


def _room_for_planes(block_count: int, particle_count: int) -> Planes:
    room = particle_count * MOST_PLANES
    rows = aligned_zeros(block_count * room * PLANE_ROWS * LANES)
    order, particles, shared = (np.zeros((block_count, room), dtype=np.int64) for _ in range(3))
    kinds = np.zeros((block_count, room, LANES), dtype=np.int64)
    return Planes(rows, order, particles, shared, kinds, np.zeros(block_count, dtype=np.int64))


@lean_lane_kernel
def find_all_planes(handed: Stage, solids: Floats, owners: Integers, dt: float) -> None:
    """`find_planes`, among the solids of `Obstacles` as well."""
    own = opened(handed)
    obstacles = Obstacles(own.terrain, own.motion, solids, owners)
    find_planes(
        own.lanes,
        own.meshes.ranges,
        own.planes,
        own.known,
        obstacles,
        own.near,
        own.drafts,
        own.gravity,
        dt,
    )


@lane_kernel
def advance_all(
    handed: Stage,
    scratch: Scratch,
    contacts: Contacts,
    brisk: Contacts,
    groups: Groups,
    dt: float,
    part: int,
    parts: int,
) -> None:
    """`advance`, against the planes that were found."""
    own = opened(handed)
    advance(
        own.lanes,
        own.meshes,
        scratch,
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
def collect_all_contacts(
    handed: Stage, soft: Floats32, touches: SoftTouches, slots: Integers, before: Floats, contacts: Floats
) -> int:
    """`collect_contacts`, from the planes after a tick."""
    own = opened(handed)
    skins, known = Skins(own.lanes.blocks, own.lanes.positions, own.known.anchors), own.known
    return collect_contacts(
        skins, own.planes, soft, touches, known.quiet, known.layers, slots, before, own.ranges, contacts
    )


@lane_kernel
def settle_all(handed: Stage, slots: Integers, labels: Integers, contacts: Floats, drowsy_ticks: int) -> None:
    """`settle`, by what a tick's contacts tell."""
    own = opened(handed)
    settle(
        own.lanes,
        own.meshes.ranges,
        own.known,
        slots,
        labels,
        own.can_sleep,
        own.ranges,
        contacts,
        drowsy_ticks,
    )
