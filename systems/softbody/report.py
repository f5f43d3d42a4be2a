"""What bodies touched in a tick, for games, drawing and sound."""

import numpy as np

from components.arrays import Floats, Integers
from systems.softbody.lanes import PLANE_ROWS, ROW, START, Lanes, Plane, Planes, Y, Z
from systems.softbody.search import Bodies
from systems.softbody.vectors import LANES, lane_kernel

BLOCK_PLANES = PLANE_ROWS * LANES
PRESSED = int(Plane.PRESSED) * LANES


@lane_kernel
def collect_contacts(
    lanes: Lanes,
    planes: Planes,
    bodies: Bodies,
    slots: Integers,
    before: Floats,
    ranges: Integers,
    contacts: Floats,
) -> int:
    """Writes where and along which normal particles touched, one for each particle, body after body.

    Bodies that are asleep keep theirs.

    Args:
        lanes: All blocks.
        planes: The planes of the tick, after it.
        bodies: What else there is to know of the bodies.
        slots: Slots of all bodies, shape [body_count].
        before: Contacts of the tick before, shape [count, 6].
        ranges: First and past the last contact of each body, changed, shape [slot_count, 2].
        contacts: Receives position (3) and normal (3), shape [room, 6].

    Returns:
        How many there are, even where there is no room for them.
    """
    count = 0
    pressed = np.empty(1)
    for n in range(slots.shape[0]):
        slot = slots[n]
        first = count
        if bodies.awake[slot]:
            count = _of_body(lanes, planes, bodies.anchors[slot], slot, contacts, count, pressed)
        else:
            for k in range(ranges[slot, 0], ranges[slot, 1]):
                if count < contacts.shape[0]:
                    for column in range(6):
                        contacts[count, column] = before[k, column]
                count += 1
        if count <= contacts.shape[0]:
            ranges[slot, 0], ranges[slot, 1] = first, count
    return count


@lane_kernel
def _of_body(
    lanes: Lanes, planes: Planes, anchor: Floats, slot: int, contacts: Floats, count: int, pressed: Floats
) -> int:
    block, lane = slot // LANES, slot % LANES
    base = lanes.blocks[block, START] + lane
    room = planes.order.shape[1]
    last = -1
    for entry in range(planes.counts[block]):
        k = planes.order[block, entry]
        row = (block * room + k) * BLOCK_PLANES + lane
        strength = planes.rows[row + PRESSED]
        particle = planes.particles[block, k]
        if not strength > 0.0 or (particle == last and strength <= pressed[0]):
            continue
        if particle == last:
            count -= 1
        last = particle
        pressed[0] = strength
        if count < contacts.shape[0]:
            a = base + particle * ROW
            contacts[count, 0] = anchor[0] + lanes.positions[a]
            contacts[count, 1] = anchor[1] + lanes.positions[a + Y]
            contacts[count, 2] = anchor[2] + lanes.positions[a + Z]
            for axis in range(3):
                contacts[count, 3 + axis] = planes.rows[row + axis * LANES]
        count += 1
    return count
