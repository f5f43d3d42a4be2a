"""Who meets whom in a tick, and again within it where they may go past each other."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Integers
from components.softbody import SoftbodyPools
from systems.softbody.bodies import Bodies
from systems.softbody.contacts import CONTACT_ROOM, NO_CONTACTS, Contacts
from systems.softbody.crowd import NO_PAIRS, describe, near_pairs
from systems.softbody.drive import Groups
from systems.softbody.lanes import SUBSTEPS
from systems.softbody.measure import is_folded
from systems.softbody.pairing import find_contacts, room_for_search
from systems.softbody.pools import blocks_of, meshes_of_pools
from systems.softbody.rest import islands
from systems.softbody.vectors import LANES

NOTHING = np.zeros(0, dtype=np.int64)


class Meeting(NamedTuple):
    """What bodies do to each other in a tick."""

    contacts: Contacts
    """Contacts that hold for the tick, those of blocks of fewer substeps first."""
    brisk: Contacts
    """Contacts of pairs that meet fast, which hold for a part of the tick, pair after pair."""
    owners: Integers
    """Which of those pairs each belongs to."""
    brisk_pairs: Integers
    """Rows of the bodies that meet fast, shape [pair_count, 2]."""
    parts: Integers
    """Parts of the tick at whose beginnings the contacts of each of those are sought: powers of 2, shape
    [pair_count]."""
    labels: Integers
    """Lowest row of the island that each body belongs to, shape [body_count]."""
    groups: Groups
    """Which blocks go together."""
    has_woken: bool
    """Whether any body was woken."""

    @property
    def most_parts(self) -> int:
        """In how many parts the tick is gone through."""
        return int(self.parts.max()) if len(self.parts) else 1


def meet(pools: SoftbodyPools, slots: Integers, dt: float, folded: Sequence[int]) -> Meeting:
    """The contacts between bodies, and of some folded rows with themselves.

    Islands in which one moves briskly wake.
    """
    pairs = near_pairs(pools, bodies_of(pools), slots, dt) if len(slots) > 1 else NO_PAIRS
    if folded:
        pairs = np.concatenate((pairs, np.repeat(folded, 2).reshape(-1, 2)))
    if not len(pairs):
        return nobody_meets(len(pools.blocks), len(slots))
    substeps = pools.blocks[slots // LANES, SUBSTEPS]
    pairs = pairs[np.argsort(substeps[pairs[:, 0]], kind="stable")]
    parts = np.zeros(len(pairs), dtype=np.int64)
    contacts, counts = contacts_of(pools, slots, pairs, parts, dt)
    is_brisk = parts > 1
    meets = (counts > 0) | is_brisk
    labels, woken = islands(blocks_of(pools), pools.quiet, slots, pairs, meets)
    groups = groups_of(pools, slots[pairs[meets]])
    if not is_brisk.any():
        groups = hold(pools, groups, contacts, NO_CONTACTS)
        return Meeting(contacts, NO_CONTACTS, NOTHING, NO_PAIRS, NOTHING, labels, groups, has_woken=woken > 0)
    owners = np.repeat(np.cumsum(is_brisk) - 1, counts)
    is_of_brisk = np.repeat(is_brisk, counts)
    calm, brisk = (pick(contacts, np.flatnonzero(which)) for which in (~is_of_brisk, is_of_brisk))
    groups = hold(pools, groups, calm, brisk)
    of_pairs = owners[is_of_brisk], pairs[is_brisk], parts[is_brisk]
    return Meeting(calm, brisk, *of_pairs, labels, groups, has_woken=woken > 0)


@lru_cache(maxsize=4)
def nobody_meets(block_count: int, body_count: int) -> Meeting:
    """That of bodies of which none is near another."""
    nobody = NO_CONTACTS, NO_CONTACTS, NOTHING, NO_PAIRS, NOTHING
    return Meeting(*nobody, np.arange(body_count), _no_groups(block_count), has_woken=False)


def meet_again(pools: SoftbodyPools, slots: Integers, meeting: Meeting, part: int, dt: float) -> Meeting:
    """The same a part of a tick later: the contacts anew of those that are due.

    Args:
        pools: The pools, whose blocks in groups are measured.
        slots: Slots of all bodies, shape [body_count].
        meeting: What they did so far.
        part: Which of the most parts begins.
        dt: Length of the tick [s].
    """
    is_due = part % (meeting.most_parts // meeting.parts) == 0
    due, holds = np.flatnonzero(is_due), np.flatnonzero(~is_due[meeting.owners])
    found, counts = contacts_of(pools, slots, meeting.brisk_pairs[due], meeting.parts[due], dt)
    owners = np.concatenate((meeting.owners[holds], np.repeat(due, counts)))
    order = np.argsort(owners, kind="stable")
    brisk = pick(joined([pick(meeting.brisk, holds), found]), order)
    groups = hold(pools, meeting.groups, meeting.contacts, brisk)
    return meeting._replace(brisk=brisk, owners=owners[order], groups=groups)


def pick(contacts: Contacts, rows: Integers) -> Contacts:
    """Copies of some contacts, out of the room that the next search uses again."""
    return Contacts(contacts.places.take(rows, axis=0), contacts.numbers.take(rows, axis=0))


def joined(contacts: list[Contacts]) -> Contacts:
    """All contacts of a tick, for reading."""
    return Contacts(
        np.concatenate([each.places for each in contacts]),
        np.concatenate([each.numbers for each in contacts]),
    )


def folded_rows(pools: SoftbodyPools, slots: Integers) -> list[int]:
    """Rows of the bodies that are folded and awake."""
    tables = pools.blocks, pools.materials, pools.facts, meshes_of_pools(pools).spacings
    return [row for row, slot in enumerate(slots) if pools.quiet[slot] >= 0 and is_folded(*tables, slot)]


def contacts_of(
    pools: SoftbodyPools, slots: Integers, pairs: Integers, parts: Integers, dt: float
) -> tuple[Contacts, Integers]:
    """The contacts of pairs of bodies, and how many each pair has; good until the next search.

    See `find_contacts` for the parts.
    """
    is_in = np.zeros(len(slots), dtype=np.bool_)
    is_in[pairs] = True
    of_crowd = (np.cumsum(is_in) - 1)[pairs]
    rows, blocks = np.flatnonzero(is_in), blocks_of(pools)
    counts = np.zeros(len(pairs), dtype=np.int64)
    triangle_count = len(blocks.tables.meshes.triangles)
    room = power_of_two(CONTACT_ROOM * len(pairs))
    while True:
        search = room_for_search(power_of_two(len(rows)), particle_room(pools), triangle_count, room)
        crowd, contacts, _ = search.tables
        describe(crowd, pools, bodies_of(pools), slots, rows)
        count = find_contacts(blocks.handed, search.handed, len(rows), of_crowd, counts, parts, dt)
        if count <= room:
            return Contacts(contacts.places[:count], contacts.numbers[:count]), counts
        room = power_of_two(count)


def power_of_two(least: int) -> int:
    """The least power of two that is not less than something positive."""
    return 1 << (least - 1).bit_length()


def groups_of(pools: SoftbodyPools, slots: Integers) -> Groups:
    """The blocks of bodies that meet others, those of as many substeps together."""
    if not slots.size:
        return _no_groups(len(pools.blocks))
    grouped = np.zeros(len(pools.blocks), dtype=np.bool_)
    grouped[slots // LANES] = True
    blocks = np.flatnonzero(grouped)
    substeps = pools.blocks[blocks, SUBSTEPS]
    order, kinds = np.argsort(substeps, kind="stable"), np.unique(substeps)
    starts = np.append(np.searchsorted(substeps[order], kinds), len(blocks))
    return Groups(blocks[order], starts, NOTHING, NOTHING, grouped)


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
