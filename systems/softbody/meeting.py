"""Who meets whom in a tick, and again within it where they meet fast."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Integers
from components.softbody import SoftbodyPools
from systems.softbody.contacts import CONTACT_ROOM, NO_CONTACTS, Contacts, room_for_contacts
from systems.softbody.crowd import NO_PAIRS, crowd_of, near_pairs
from systems.softbody.drive import Groups
from systems.softbody.lanes import SUBSTEPS, Fact
from systems.softbody.measure import is_folded
from systems.softbody.pairing import find_contacts
from systems.softbody.pools import facts, lanes_of, meshes_of_pools
from systems.softbody.rest import islands
from systems.softbody.search import Bodies
from systems.softbody.vectors import LANES

BRISK = 8.0
"""Way of the fastest particles of two bodies within a tick, together, from which on they meet fast [cm]."""
FORESIGHT = 2.0
"""How far ahead contacts of those that meet fast are sought, in lengths of a part of the tick."""
NOTHING = np.zeros(0, dtype=np.int64)


class Meeting(NamedTuple):
    """What bodies do to each other in a tick."""

    contacts: Contacts
    """Contacts that hold for the tick, those of blocks of fewer substeps first."""
    brisk: Contacts
    """Contacts of pairs that meet fast, which hold for a part of the tick."""
    brisk_pairs: Integers
    """Rows of the bodies that meet fast, shape [pair_count, 2]."""
    labels: Integers
    """Lowest row of the island that each body belongs to, shape [body_count]."""
    groups: Groups
    """Which blocks go together."""
    has_woken: bool
    """Whether any body was woken."""


def meet(pools: SoftbodyPools, slots: Integers, dt: float, *, folded: bool) -> Meeting:
    """The contacts between bodies. Islands in which one moves briskly wake."""
    known = bodies_of(pools)
    pairs = near_pairs(pools, known, slots, dt)
    if folded:
        pairs = np.concatenate((pairs, folded_pairs(pools, slots)))
    if not len(pairs):
        groups = groups_of(pools, NO_CONTACTS)
        return Meeting(NO_CONTACTS, NO_CONTACTS, NO_PAIRS, np.arange(len(slots)), groups, has_woken=False)
    substeps = pools.blocks[slots // LANES, SUBSTEPS]
    pairs = pairs[np.argsort(substeps[pairs[:, 0]], kind="stable")]
    contacts, counts = contacts_of(pools, slots, pairs, dt)
    labels, woken = islands(lanes_of(pools), pools.quiet, slots, pairs, counts > 0)
    groups = groups_of(pools, contacts)
    is_fast = meet_fast(pools, slots[pairs], dt) & (counts > 0)
    if not is_fast.any():
        return Meeting(contacts, NO_CONTACTS, NO_PAIRS, labels, groups, has_woken=woken > 0)
    is_brisk = np.repeat(is_fast, counts)
    calm, brisk = pick(contacts, ~is_brisk), pick(contacts, is_brisk)
    groups = hold(pools, groups, calm, brisk)
    return Meeting(calm, brisk, pairs[is_fast], labels, groups, has_woken=woken > 0)


def meet_again(pools: SoftbodyPools, slots: Integers, meeting: Meeting, dt: float) -> Meeting:
    """The same a part of a tick later: the contacts of those that meet fast anew.

    Args:
        pools: The pools, whose blocks in groups are measured.
        slots: Slots of all bodies, shape [body_count].
        meeting: What they did so far.
        dt: Length of the part to come [s].
    """
    brisk, _ = contacts_of(pools, slots, meeting.brisk_pairs, FORESIGHT * dt)
    brisk = pick(brisk, slice(None))
    return meeting._replace(brisk=brisk, groups=hold(pools, meeting.groups, meeting.contacts, brisk))


def meet_fast(pools: SoftbodyPools, pairs: Integers, dt: float) -> Flags:
    """Which pairs of slots come so far toward each other that contacts of a whole tick would not hold."""
    paces = np.sqrt(facts(pools)[pairs // LANES, Fact.FASTEST, pairs % LANES].astype(np.float64))
    fast: Flags = (dt * paces.sum(axis=1) > BRISK) & (pairs[:, 0] != pairs[:, 1])
    return fast


def pick(contacts: Contacts, which: Flags | slice) -> Contacts:
    """Copies of some contacts, out of the room that the next search uses again."""
    return Contacts(contacts.places[which].copy(), contacts.numbers[which].copy())


def joined(contacts: list[Contacts]) -> Contacts:
    """All contacts of a tick, for reading."""
    return Contacts(
        np.concatenate([each.places for each in contacts]),
        np.concatenate([each.numbers for each in contacts]),
    )


def folded_pairs(pools: SoftbodyPools, slots: Integers) -> Integers:
    """Each folded body that is awake, twice, shape [count, 2]."""
    tables = pools.blocks, pools.materials, pools.facts, meshes_of_pools(pools).spacings
    rows = [n for n, slot in enumerate(slots) if pools.quiet[slot] >= 0 and is_folded(*tables, slot)]
    return np.column_stack((rows, rows)).astype(np.int64).reshape(-1, 2)


def contacts_of(
    pools: SoftbodyPools, slots: Integers, pairs: Integers, dt: float
) -> tuple[Contacts, Integers]:
    """The contacts of pairs of bodies, and how many each pair has; good until the next search."""
    rows, inverse = np.unique(pairs, return_inverse=True)
    crowd = crowd_of(pools, bodies_of(pools), slots[rows], particle_room(pools))
    lanes, meshes = lanes_of(pools), meshes_of_pools(pools)
    counts = np.zeros(len(pairs), dtype=np.int64)
    room = 1 << (CONTACT_ROOM * len(pairs) - 1).bit_length()
    while True:
        contacts = room_for_contacts(room)
        count = find_contacts(lanes, meshes, crowd, inverse.reshape(pairs.shape), contacts, counts, dt)
        if count <= room:
            contacts.places[:count, 6:] = rows[contacts.places[:count, 6:]]
            return Contacts(contacts.places[:count], contacts.numbers[:count]), counts
        room = 1 << (count - 1).bit_length()


def groups_of(pools: SoftbodyPools, contacts: Contacts) -> Groups:
    """Blocks with contacts between their bodies, those of as many substeps together."""
    if not len(contacts.places):
        return _no_groups(len(pools.blocks))
    grouped = np.zeros(len(pools.blocks), dtype=np.bool_)
    grouped[contacts.places[:, 4]] = grouped[contacts.places[:, 5]] = True
    blocks = np.flatnonzero(grouped)
    substeps = pools.blocks[blocks, SUBSTEPS]
    order, kinds = np.argsort(substeps, kind="stable"), np.unique(substeps)
    starts = np.append(np.searchsorted(substeps[order], kinds), len(blocks))
    groups = Groups(blocks[order], starts, NOTHING, NOTHING, grouped)
    return hold(pools, groups, contacts, NO_CONTACTS)


def hold(pools: SoftbodyPools, groups: Groups, contacts: Contacts, brisk: Contacts) -> Groups:
    """The same groups with other contacts."""
    kinds = pools.blocks[groups.blocks[groups.starts[:-1]], SUBSTEPS]
    return groups._replace(
        contacts=_firsts(pools, kinds, contacts), brisk_contacts=_firsts(pools, kinds, brisk)
    )


def _firsts(pools: SoftbodyPools, kinds: Integers, contacts: Contacts) -> Integers:
    """First contact of each kind of substeps, and one past the last."""
    count = len(contacts.places)
    if len(kinds) == 1 or not count:
        return np.append(np.zeros(len(kinds), dtype=np.int64), count)
    return np.append(np.searchsorted(pools.blocks[contacts.places[:, 4], SUBSTEPS], kinds), count)


@lru_cache(maxsize=4)
def _no_groups(block_count: int) -> Groups:
    return Groups(NOTHING, NOTHING, NOTHING, NOTHING, np.zeros(block_count, dtype=np.bool_))


def particle_room(pools: SoftbodyPools) -> int:
    """Particles of the largest mesh."""
    return max(len(topology.rest_positions) for topology in pools.topologies)


def bodies_of(pools: SoftbodyPools) -> Bodies:
    """What is known of bodies besides their particles."""
    return Bodies(
        pools.anchors,
        pools.masses,
        pools.frictions,
        pools.layers,
        pools.taken,
        pools.quiet,
        *_flags(len(pools.taken)),
    )


@lru_cache(maxsize=4)
def _flags(slot_count: int) -> tuple[Flags, Flags]:
    return np.zeros(slot_count, dtype=np.bool_), np.zeros(slot_count, dtype=np.bool_)
