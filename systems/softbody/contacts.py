"""Contacts of particles with triangles: one row for each, frozen until the next search."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats, Integers
from components.softbody import Floats32
from systems.kernel import inlined_kernel, lean_kernel
from systems.softbody.crowd import ESCAPE, LIGHTNESS, RUB, Crowd
from systems.softbody.lanes import ROW, START, Lanes
from systems.softbody.tables import FIRST_TRIANGLE, Meshes
from systems.softbody.vectors import LANES

CONTACT_ROOM = 80
"""Contacts there is room for at first, for each pair."""
TOUCH = 2.0
"""Distance to which surfaces must come until the next search, going on as they do, to be in contact; and how
far they may go past each other until then. A surface of radius R turns away from a plane by TOUCH² / 2R on
that way [cm]."""
NORMAL, WEIGHTS, SHIFT, OFFSET, FRICTION, LIGHT, OTHER_LIGHT, WAY_OUT, IS_DEEP, PRESSED = (
    0, 3, 6, 9, 10, 11, 12, 13, 14, 15,
)  # fmt: skip
"""Columns of `Contacts.numbers`."""
SHIFTS, SPOT = 3, 6
"""Where in `Room.work` the shift between anchors, and the weights of a triangle's corners begin."""


class Contacts(NamedTuple):
    """Contacts of particles with triangles of other bodies."""

    places: NDArray[np.int32]
    """Of the particle and the three corners: first number in the arrays of particles; then the block of the
    particle's body and of the triangle's, and their rows among all bodies; shape [room, 8]."""
    numbers: Floats32
    """Unit normal from the triangle to the particle (3), weights of the corners at the nearest point (3),
    anchor of the particle's body relative to the triangle's (3) [cm], what is added to the distance along
    the normal [cm], friction [1], inverse masses of the particle and a corner [1/kg], fastest way out
    [cm/s], 1 for bodies pushed apart as wholes and -1 for a body that touches itself, and speed taken in this
    tick [cm/s]; shape [room, 16]."""


@lru_cache(maxsize=2)
def room_for_contacts(count: int) -> Contacts:
    """Room that is used again in every tick."""
    return Contacts(np.zeros((count, 8), dtype=np.int32), np.zeros((count, 16), dtype=np.float32))


NO_CONTACTS = Contacts(np.zeros((0, 8), dtype=np.int32), np.zeros((0, 16), dtype=np.float32))


@lean_kernel
def write_contact(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    i: int,
    triangle: int,
    nx: float,
    ny: float,
    nz: float,
    work: Floats,
    contacts: Contacts,
    count: int,
) -> None:
    """Writes a contact, if there is room for it."""
    if count >= contacts.places.shape[0]:
        return
    a, b = crowd.slots[own], crowd.slots[other]
    places, numbers = contacts.places[count], contacts.numbers[count]
    start = lanes.blocks[b // LANES, START] + b % LANES
    t = meshes.ranges[crowd.meshes[other], FIRST_TRIANGLE] + triangle
    places[0] = lanes.blocks[a // LANES, START] + a % LANES + i * ROW
    for k in range(3):
        places[1 + k] = start + meshes.triangles[t, k] * ROW
        numbers[WEIGHTS + k] = work[SPOT + k]
        numbers[SHIFT + k] = work[SHIFTS + k]
    places[4], places[5] = a // LANES, b // LANES
    places[6], places[7] = crowd.rows[own], crowd.rows[other]
    numbers[NORMAL], numbers[NORMAL + 1], numbers[NORMAL + 2] = nx, ny, nz
    numbers[OFFSET] = numbers[IS_DEEP] = numbers[PRESSED] = 0.0
    numbers[FRICTION] = math.sqrt(crowd.numbers[own, RUB] * crowd.numbers[other, RUB])
    numbers[LIGHT], numbers[OTHER_LIGHT] = crowd.numbers[own, LIGHTNESS], crowd.numbers[other, LIGHTNESS]
    numbers[WAY_OUT] = min(crowd.numbers[own, ESCAPE], crowd.numbers[other, ESCAPE])


@inlined_kernel
def on_surface(corners: Integers, vectors: Floats32, weights: Floats) -> tuple[float, float, float]:
    """The mean of one vector at each corner of a triangle, by weights; the last two corners are as one."""
    a, b, c = corners[0], corners[1], corners[2]
    wa, wb, wc = weights[0], weights[1], weights[2]
    return (
        wa * vectors[a, 0] + (wb * vectors[b, 0] + wc * vectors[c, 0]),
        wa * vectors[a, 1] + (wb * vectors[b, 1] + wc * vectors[c, 1]),
        wa * vectors[a, 2] + (wb * vectors[b, 2] + wc * vectors[c, 2]),
    )
