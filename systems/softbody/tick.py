"""One tick of all soft bodies of a world, on arrays.

Limits: bodies with different numbers of substeps pass through each other. Terrain gives no bounce, and
entities do not give way. An edge is as stiff as its compliance says while its spring turns by less than
about a radian in a substep (four substeps for the default compliance); stiffer ones are stable, but lose and
store energy freely.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools, aligned_zeros
from systems.softbody.crowd import Contacts, Crowd, find_contacts, gather, lower_ends, near_pairs
from systems.softbody.drive import Groups, advance
from systems.softbody.lanes import (
    MESH,
    PLANE_ROWS,
    ROW,
    Fact,
    Lanes,
    Material,
    Planes,
    Scratch,
)
from systems.softbody.measure import measure_blocks, move_anchors
from systems.softbody.planes import Obstacles
from systems.softbody.pools import (
    facts,
    lanes_of,
    materials,
    meshes_of_pools,
    refresh,
    slots_of,
)
from systems.softbody.reaction import TOUCH_COLUMNS, Touch, changes_of, find_touches, give_back
from systems.softbody.report import (
    CONTACT_COLUMNS,
    OTHER,
    collect_contacts,
    have_contact,
    soft_touches,
)
from systems.softbody.rest import (
    DROWSY_TIME,
    fall_asleep,
    hold_still,
    islands,
    wake_near_moving,
    wake_touched,
)
from systems.softbody.search import MOST_PLANES, Bodies, find_planes
from systems.softbody.tables import Meshes
from systems.softbody.vectors import LANES

COLLAPSED = 0.02
"""Share of the rest volume below which a body has too little shape to find its own way back [1]."""
REGROWTH = 0.02
"""Share of the rest shape that a collapsed body is given back in a tick [1]."""
PAIR_ROOM = 12
"""Pairs there is room for at first, for each body."""
CONTACT_ROOM = 256
"""Contacts between bodies that there is room for at first, for each pair."""


class Givers(NamedTuple):
    """How the solid entities of `Obstacles` give way."""

    entities: Integers
    """Which they are, shape [solid_count]."""
    masses: Floats
    """Mass [kg]; infinite where it does not give way; shape [solid_count]."""
    braced: Flags
    """Which stand on ground that does not let them down, shape [solid_count]."""


def tick_bodies(
    bodies: Sequence[SoftbodyParticles],
    obstacles: Obstacles,
    gravity: Floats,
    dt: float,
    *,
    givers: Givers | None = None,
) -> None:
    """Moves soft bodies through one tick.

    Args:
        bodies: All bodies of one SoftbodyPools, in the order in which they are to touch each other.
        obstacles: What is solid.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
        givers: Which solids give way, and how; none means that no solid does.
    """
    pools = bodies[0].pools
    slots = slots_of(bodies)
    if not np.array_equal(pools.gravity, gravity):
        pools.gravity = gravity.copy()
        pools.quiet[slots] = 0
    refresh(pools)
    mend(bodies, slots)
    regrow(bodies, slots)
    lanes, meshes = lanes_of(pools), meshes_of_pools(pools)
    known = Bodies(pools.anchors, pools.frictions, pools.layers, pools.taken & (pools.quiet >= 0))
    if (pools.quiet[slots] < 0).any():
        wake_near_moving(lanes, known, obstacles, pools.quiet, slots, dt)
        known = known._replace(awake=pools.taken & (pools.quiet >= 0))
    pairs = pairs_of(lanes, known, slots, dt)
    contacts, touching = contacts_of(pools, lanes, meshes, known, slots, pairs, dt)
    labels = islands(pairs, touching, len(slots))
    wake_touched(lanes, pools.quiet, slots, labels)
    known = known._replace(awake=pools.taken & (pools.quiet >= 0))
    blocks = np.flatnonzero(known.awake.reshape(-1, LANES).any(axis=1))
    planes, moving = planes_room(len(pools.blocks), particle_room(pools))
    find_planes(lanes, meshes, planes, known, obstacles, moving, gravity, dt)
    np.copyto(pools.kept, pools.positions)
    materials(pools)[:, Material.WEIGHT] = known.awake.reshape(-1, LANES)
    groups = groups_of(pools, blocks, contacts)
    scratch = scratch_for(pools, groups)
    advance(lanes, meshes, scratch, planes, contacts, groups, gravity, dt)
    if givers is not None:
        pools.touches = react(pools, lanes, planes, known, slots, givers, dt)
    measure_blocks(lanes, meshes, blocks)
    mend(bodies, slots)
    asleep = slots[~known.awake[slots]]
    hold_still(lanes, meshes, pools.kept, asleep[np.isin(asleep // LANES, blocks)])
    report_contacts(pools, lanes, planes, contacts, known, slots)
    move_anchors(lanes, meshes, pools.anchors, pools.kept, slots)
    supported = have_contact(pools.contact_ranges[slots], pools.contacts[:, OTHER] == 0.0)
    drowsy_ticks = max(int(np.ceil(DROWSY_TIME / dt)), 1)
    calm = ~moving[slots] & pools.can_sleep[slots]
    slept = fall_asleep(lanes, pools.quiet, slots, labels, calm, supported, drowsy_ticks)
    if len(slept):
        hold_still(lanes, meshes, pools.positions, slots[slept])
        pools.stale[slots[slept] // LANES] = True


def mend(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    """Gives bodies with numbers that are not finite their last good shape back, at rest."""
    pools = bodies[0].pools
    table = facts(pools)[slots // LANES, :, slots % LANES]
    checked = table[:, [Fact.X, Fact.X + 1, Fact.X + 2, Fact.RADIUS, Fact.RESTLESSNESS]]
    if np.isfinite(checked).all():
        return
    for row in np.flatnonzero(~np.isfinite(checked).all(axis=1)).tolist():
        body = bodies[row]
        pools.lane(pools.positions, body.slot)[:] = pools.lane(pools.kept, body.slot)
        pools.lane(pools.velocities, body.slot)[:] = 0.0
        pools.stale[body.slot // LANES] = True
        body.restored_count += 1
    refresh(pools)


def regrow(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    """Adds a little of the rest shape to bodies pressed to a plane, a line or a point.

    There the volume has no gradient to grow along, or one that leads nowhere.
    """
    pools = bodies[0].pools
    volumes = facts(pools)[slots // LANES, Fact.VOLUME, slots % LANES]
    rest = materials(pools)[slots // LANES, Material.VOLUME, slots % LANES]
    collapsed = np.abs(volumes) < COLLAPSED * rest
    if not collapsed.any():
        return
    for row in np.flatnonzero(collapsed).tolist():
        body = bodies[row]
        shape = body.topology.rest_positions * (REGROWTH * body.radius)
        pools.lane(pools.positions, body.slot)[:] += shape.astype(np.float32)
        pools.stale[body.slot // LANES] = True
    refresh(pools)


def pairs_of(lanes: Lanes, known: Bodies, slots: Integers, dt: float) -> Integers:
    """Pairs of rows of `slots` that may touch within the tick, shape [pair_count, 2]."""
    if len(slots) < 2:  # noqa: PLR2004 - it takes two
        return np.zeros((0, 2), dtype=np.int64)
    order = np.argsort(lower_ends(lanes, known, slots, dt), kind="stable")
    pairs = np.empty((PAIR_ROOM * len(slots), 2), dtype=np.int64)
    count = near_pairs(lanes, known, slots, order, dt, pairs)
    if count > len(pairs):
        pairs = np.empty((count, 2), dtype=np.int64)
        near_pairs(lanes, known, slots, order, dt, pairs)
    return pairs[:count]


def contacts_of(
    pools: SoftbodyPools,
    lanes: Lanes,
    meshes: Meshes,
    known: Bodies,
    slots: Integers,
    pairs: Integers,
    dt: float,
) -> tuple[Contacts, Flags]:
    """The contacts of pairs of bodies, and which pairs have any."""
    touching = np.zeros(len(pairs), dtype=np.bool_)
    if not len(pairs):
        return contacts_room(0), touching
    rows, inverse = np.unique(pairs, return_inverse=True)
    shape = (len(rows), particle_room(pools), 3)
    crowd = Crowd(slots[rows], *(np.empty(shape, dtype=np.float32) for _ in range(3)))
    gather(lanes, meshes, crowd)
    ways_out = np.ascontiguousarray(materials(pools)[:, Material.DEPENETRATION], dtype=np.float64).ravel()
    room = CONTACT_ROOM * len(pairs)
    while True:
        contacts = contacts_room(room)
        count = find_contacts(
            lanes,
            meshes,
            known,
            crowd,
            inverse.reshape(pairs.shape),
            pools.masses,
            ways_out,
            contacts,
            touching,
            dt,
        )
        if count <= room:
            return first_contacts(contacts, count), touching
        room = count


def first_contacts(contacts: Contacts, count: int) -> Contacts:
    """The first of some contacts."""
    return Contacts(
        contacts.places[:count],
        contacts.bodies[:count],
        contacts.weights[:count],
        contacts.normals[:count],
        contacts.shifts[:count],
        contacts.offsets[:count],
        contacts.traits[:count],
        contacts.pressed[:count],
    )


def groups_of(pools: SoftbodyPools, blocks: Integers, contacts: Contacts) -> Groups:
    """Blocks with contacts between bodies together, by their substeps; the others each for itself."""
    touching = np.zeros(len(pools.blocks), dtype=np.bool_)
    touching[contacts.bodies[:, 1]] = touching[contacts.bodies[:, 3]] = True
    alone = [block for block in blocks.tolist() if not touching[block]]
    order, starts, ends = list(alone), list(range(len(alone))), [0] * (len(alone) + 1)
    hot = np.flatnonzero(touching)
    if len(hot):
        order += hot.tolist()
        starts.append(len(alone))
        ends.append(len(contacts.offsets))
    return Groups(np.array(order, dtype=np.int64), np.array([*starts, len(order)]), np.array(ends))


def scratch_for(pools: SoftbodyPools, groups: Groups) -> Scratch:
    """Room for the largest group."""
    size = particle_room(pools) * ROW
    places = np.zeros(len(pools.blocks), dtype=np.int64)
    largest = 1
    for first, last in zip(groups.starts[:-1].tolist(), groups.starts[1:].tolist(), strict=True):
        if last - first > 1:
            places[groups.blocks[first:last]] = np.arange(last - first) * size
            largest = max(largest, last - first)
    previous, escapes, changes = _scratch(size, largest)
    return Scratch(previous, escapes, changes, places)


def react(
    pools: SoftbodyPools,
    lanes: Lanes,
    planes: Planes,
    known: Bodies,
    slots: Integers,
    givers: Givers,
    dt: float,
) -> Floats:
    """Shares with solids that give way what stopping particles cost; returns columns of `Touch`."""
    room = np.empty((len(givers.masses) * len(slots), TOUCH_COLUMNS))
    particle_counts = np.array([len(topology.rest_positions) for topology in pools.topologies])
    counts = particle_counts[pools.blocks[slots // LANES, MESH]]
    count = find_touches(lanes, planes, known, pools.masses, counts, slots, dt, room)
    touches = room[:count].copy()
    changes = changes_of(touches, givers.entities, givers.masses, givers.braced)
    solids, rows = touches[:, :2].astype(np.int64).T
    give_back(lanes, planes, known, slots[np.unique(rows)], changes)
    touches[:, Touch.CHANGE : Touch.CHANGE + 3] = changes[solids]
    taken = np.where(touches[:, Touch.MASS] > 0.0, touches[:, Touch.MASS], 1.0)
    touches[:, Touch.VELOCITY : Touch.VELOCITY + 3] /= taken[:, None]
    touches[:, Touch.SOLID] = givers.entities[solids]
    touches[:, Touch.BODY] = pools.layers[slots[rows], 0]
    return touches


def report_contacts(
    pools: SoftbodyPools, lanes: Lanes, planes: Planes, soft: Contacts, known: Bodies, slots: Integers
) -> None:
    """Writes down what the bodies touched."""
    touches = soft_touches(lanes, soft, len(pools.taken), particle_room(pools))
    room = int(planes.counts.sum()) * LANES + len(pools.contacts) + touches.contacts.size
    contacts = np.empty((room, CONTACT_COLUMNS))
    count = collect_contacts(
        lanes, planes, soft, touches, known, slots, pools.contacts, pools.contact_ranges, contacts
    )
    pools.contacts = contacts[:count].copy()


def particle_room(pools: SoftbodyPools) -> int:
    """Particles of the largest mesh."""
    return max(len(topology.rest_positions) for topology in pools.topologies)


def contacts_room(count: int) -> Contacts:
    """Room for contacts between bodies."""
    return Contacts(
        np.empty((count, 4), dtype=np.int64),
        np.empty((count, 4), dtype=np.int64),
        np.empty((count, 3)),
        np.empty((count, 3)),
        np.empty((count, 3)),
        np.empty(count),
        np.empty((count, 5)),
        np.empty(count),
    )


@lru_cache(maxsize=4)
def planes_room(block_count: int, particle_count: int) -> tuple[Planes, Flags]:
    """Room for planes, and for whether bodies are near what moves; used again in every tick."""
    room = particle_count * MOST_PLANES
    rows = aligned_zeros(block_count * room * PLANE_ROWS * LANES)
    order, particles, shared = (np.zeros((block_count, room), dtype=np.int64) for _ in range(3))
    kinds = np.zeros((block_count, room, LANES), dtype=np.int64)
    planes = Planes(rows, order, particles, shared, kinds, np.zeros(block_count, dtype=np.int64))
    return planes, np.zeros(block_count * LANES, dtype=np.bool_)


@lru_cache(maxsize=4)
def _scratch(size: int, count: int) -> tuple[Floats32, Floats32, Floats32]:
    return aligned_zeros(size * count), aligned_zeros(size * count), aligned_zeros(size)
