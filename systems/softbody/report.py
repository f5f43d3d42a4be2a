"""What bodies touched in a tick, for games, drawing and sound."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32
from systems.softbody.contacts import IS_DEEP, NORMAL, PRESSED, WEIGHTS, Contacts
from systems.softbody.lanes import ROW, START, Lanes, Planes
from systems.softbody.offsets import BLOCK_PLANES
from systems.softbody.offsets import PRESSED as PLANE_PRESSED
from systems.softbody.vectors import LANES, lane_kernel, lean_lane_kernel

f32 = np.float32
CONTACT_COLUMNS = 7
"""World position [cm] and unit normal of a contact, and the entity of the soft body that is touched, or 0."""
OTHER = 6


class SoftTouches(NamedTuple):
    """Which contact with other bodies presses each particle hardest."""

    rows: Integers
    """Row of each body in the arrays below, or -1; by slot."""
    strongest: Floats
    """Speed it took from each particle [cm/s], shape [row_count, particle_room]."""
    contacts: Integers
    """Row of the contact and one: negative at the particle that is nearest on the touched triangle; 0 for
    none; shape [row_count, particle_room]."""
    others: Integers
    """Slot of the other body, shape [row_count, particle_room]."""


class Skins(NamedTuple):
    """What it takes to tell where particles are."""

    blocks: Integers
    """Columns of `Lanes.blocks`."""
    positions: Floats32
    """Positions relative to the anchors [cm], block after block."""
    anchors: Floats
    """World positions of the anchors [cm], by slot."""


def have_contact(ranges: Integers, counts: Flags) -> Flags:
    """Which bodies have a contact that counts.

    Args:
        ranges: First and past the last contact of each body, shape [body_count, 2].
        counts: Which contacts count, shape [contact_count].
    """
    before = np.concatenate(((0,), np.cumsum(counts)))
    found: Flags = before[ranges[:, 1]] > before[ranges[:, 0]]
    return found


def soft_touches(lanes: Lanes, contacts: Contacts, slot_count: int, particle_room: int) -> SoftTouches:
    """Looks through the contacts between bodies of a tick, after it."""
    if not len(contacts.places):
        return _no_soft_touches(slot_count)
    count = 1 + int(contacts.places[:, 6:].max())
    shape = (count, particle_room)
    touches = SoftTouches(
        np.full(slot_count, -1),
        np.zeros(shape),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
    )
    _look_through(lanes, contacts, touches)
    return touches


@lru_cache(maxsize=4)
def _no_soft_touches(slot_count: int) -> SoftTouches:
    nothing = np.zeros((0, 0), dtype=np.int64)
    return SoftTouches(np.full(slot_count, -1), np.zeros((0, 0)), nothing, nothing)


@lane_kernel
def _look_through(lanes: Lanes, contacts: Contacts, touches: SoftTouches) -> None:
    for k in range(contacts.places.shape[0]):
        places, numbers = contacts.places[k], contacts.numbers[k]
        if not numbers[PRESSED] > 0.0 or numbers[IS_DEEP] != 0.0:  # wholes, and a body with itself
            continue
        nearest = 0
        for corner in range(1, 3):
            if numbers[WEIGHTS + corner] > numbers[WEIGHTS + nearest]:
                nearest = corner
        own, own_particle = _place_of(lanes, places[4], places[0])
        other, other_particle = _place_of(lanes, places[5], places[1 + nearest])
        touches.rows[own], touches.rows[other] = places[6], places[7]
        _note(touches, places[6], own_particle, numbers[PRESSED], k + 1, other)
        _note(touches, places[7], other_particle, numbers[PRESSED], -1 - k, own)


@lean_lane_kernel
def _place_of(lanes: Lanes, block: int, place: int) -> tuple[int, int]:
    """Slot and particle that a number in the arrays of particles belongs to."""
    offset = place - lanes.blocks[block, START]
    return block * LANES + offset % LANES, offset // ROW


@lean_lane_kernel
def _note(touches: SoftTouches, row: int, particle: int, pressed: float, contact: int, other: int) -> None:
    if pressed > touches.strongest[row, particle]:
        touches.strongest[row, particle] = pressed
        touches.contacts[row, particle] = contact
        touches.others[row, particle] = other


@lean_lane_kernel
def collect_contacts(
    skins: Skins,
    planes: Planes,
    soft: Floats32,
    touches: SoftTouches,
    quiet: Integers,
    layers: Integers,
    slots: Integers,
    before: Floats,
    ranges: Integers,
    contacts: Floats,
) -> int:
    """Writes where and along which normal particles touched, one for each particle, body after body.

    A particle that touches something solid and another body tells of the solid. Bodies that are asleep keep
    theirs.

    Args:
        skins: Where all particles are.
        planes: The planes of the tick, after it.
        soft: The numbers of the contacts between bodies, after it.
        touches: The hardest of those for each particle; changed.
        quiet: See `Bodies`.
        layers: See `Bodies`.
        slots: Slots of all bodies, shape [body_count].
        before: Contacts of the tick before, shape [count, CONTACT_COLUMNS].
        ranges: First and past the last contact of each body, changed, shape [slot_count, 2].
        contacts: Receives the contacts, shape [room, CONTACT_COLUMNS].

    Returns:
        How many there are, even where there is no room for them.
    """
    count = 0
    for n in range(slots.shape[0]):
        slot = slots[n]
        first = count
        if quiet[slot] >= 0:
            count = _with_solids(skins, planes, touches, slot, contacts, count)
            count = _with_bodies(skins, soft, touches, layers, slot, contacts, count)
        else:
            for k in range(ranges[slot, 0], ranges[slot, 1]):
                if count < contacts.shape[0]:
                    for column in range(CONTACT_COLUMNS):
                        contacts[count, column] = before[k, column]
                count += 1
        if count <= contacts.shape[0]:
            ranges[slot, 0], ranges[slot, 1] = first, count
    return count


@lean_lane_kernel
def _with_solids(
    skins: Skins, planes: Planes, touches: SoftTouches, slot: int, contacts: Floats, count: int
) -> int:
    block, lane = slot // LANES, slot % LANES
    room = planes.order.shape[1]
    touched = touches.rows[slot]
    last, pressed = -1, f32(0.0)
    for entry in range(planes.counts[block]):
        k = planes.order[block, entry]
        row = (block * room + k) * BLOCK_PLANES + lane
        strength = planes.rows[row + PLANE_PRESSED]
        particle = planes.particles[block, k]
        if not strength > 0.0 or (particle == last and strength <= pressed):
            continue
        if particle == last:
            count -= 1
        last, pressed = particle, strength
        if touched >= 0:
            touches.contacts[touched, particle] = 0
        if count < contacts.shape[0]:
            _write_place(skins, slot, particle, contacts[count])
            for axis in range(3):
                contacts[count, 3 + axis] = planes.rows[row + axis * LANES]
            contacts[count, OTHER] = 0.0
        count += 1
    return count


@lean_lane_kernel
def _with_bodies(
    skins: Skins,
    soft: Floats32,
    touches: SoftTouches,
    layers: Integers,
    slot: int,
    contacts: Floats,
    count: int,
) -> int:
    touched = touches.rows[slot]
    if touched < 0:
        return count
    for particle in range(touches.contacts.shape[1]):
        contact = touches.contacts[touched, particle]
        if contact == 0:
            continue
        if count < contacts.shape[0]:
            _write_place(skins, slot, particle, contacts[count])
            for axis in range(3):
                normal = soft[abs(contact) - 1, NORMAL + axis]
                contacts[count, 3 + axis] = normal if contact > 0 else -normal
            contacts[count, OTHER] = layers[touches.others[touched, particle], 0]
        count += 1
    return count


@lean_lane_kernel
def _write_place(skins: Skins, slot: int, particle: int, contact: Floats) -> None:
    a = skins.blocks[slot // LANES, START] + slot % LANES + particle * ROW
    for axis in range(3):
        contact[axis] = skins.anchors[slot, axis] + skins.positions[a + axis * LANES]
