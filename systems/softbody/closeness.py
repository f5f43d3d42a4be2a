"""Which particles of two bodies may meet, and how often that is looked at."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats
from components.softbody import Floats32
from systems.kernel import inlined_kernel, lean_kernel
from systems.softbody.contacts import SHIFTS, TOUCH
from systems.softbody.crowd import ANCHOR, CENTRE, MEAN, PACE, Crowd
from systems.softbody.nearest import Patch
from systems.softbody.tables import PARTICLES, Meshes

f32 = np.float32
DISTANCE, TOPS, WORK = 13, 14, 16
"""Where in `Room.work` the distance of the centroids is, and how far the bodies reach; and how long it is."""
COINCIDENT = 1e-4
"""Distance of two centroids below which they have no direction [cm]."""


class Room(NamedTuple):
    """Room for the search among one pair."""

    work: Floats
    """Unit vector from the other's centroid to the own (3), shift between their anchors (3) [cm], weights of
    a triangle's corners (3), the way from it (3) and its length [cm], distance of the centroids [cm], and how
    far along the line the second body, and the first the other way, reaches from its anchor [cm]; shape
    [WORK]."""
    near: Flags
    """Which particles of both may meet the other, shape [2, particle_room]."""
    patch: Patch
    """Triangles of the other that may be met."""


@lean_kernel
def parts_of(way: float, most: int) -> int:
    """Into how many parts a tick is cut so that a way in it [cm] is at most TOUCH in each: a power of 2."""
    parts = 1
    while parts * TOUCH < way and 2 * parts <= most:
        parts *= 2
    return parts


@inlined_kernel
def pace_of(crowd: Crowd, a: int, b: int) -> float:
    """The most that particles of two bodies may have for speed against each other [cm/s]."""
    square = 0.0
    for axis in range(3):
        way = crowd.numbers[a, MEAN + axis] - crowd.numbers[b, MEAN + axis]
        square += way * way
    return float(math.sqrt(square) + crowd.numbers[a, PACE] + crowd.numbers[b, PACE])


@lean_kernel
def pace_of_near(meshes: Meshes, crowd: Crowd, a: int, b: int, near: Flags) -> float:
    """The same of their marked particles alone: the fastest of both, against the mean of all."""
    sx = sy = sz = 0.0
    count = 0
    for side in range(2):
        body = b if side else a
        for i in range(meshes.ranges[crowd.meshes[body], PARTICLES]):
            if near[side, i]:
                v = crowd.velocities[body, i]
                sx, sy, sz = sx + v[0], sy + v[1], sz + v[2]
                count += 1
    share = 1.0 / max(count, 1)
    pace = 0.0
    for side in range(2):
        body = b if side else a
        fastest = 0.0
        for i in range(meshes.ranges[crowd.meshes[body], PARTICLES]):
            if near[side, i]:
                v = crowd.velocities[body, i]
                dx, dy, dz = v[0] - share * sx, v[1] - share * sy, v[2] - share * sz
                fastest = max(fastest, dx * dx + dy * dy + dz * dz)
        pace += math.sqrt(fastest)
    return pace


@lean_kernel
def mark(meshes: Meshes, crowd: Crowd, a: int, b: int, room: Room, slack: float) -> bool:
    """Marks the particles of two bodies that may meet the other; returns whether there may be any.

    They are those not further than the slack beyond where the other ends along the line of centroids.
    """
    _look_along(crowd, a, b, room.work)
    nx, ny, nz = f32(room.work[0]), f32(room.work[1]), f32(room.work[2])
    lift = room.work[0] * room.work[3] + room.work[1] * room.work[4] + room.work[2] * room.work[5]
    last_a, last_b = meshes.ranges[crowd.meshes[a], PARTICLES], meshes.ranges[crowd.meshes[b], PARTICLES]
    lowest = _lowest(crowd.positions[a], last_a, nx, ny, nz) + lift
    highest = -_lowest(crowd.positions[b], last_b, -nx, -ny, -nz)
    if lowest - highest > slack:
        return False
    room.work[TOPS], room.work[TOPS + 1] = highest, lift - lowest
    least, most = f32(lowest - slack), f32(highest + slack - lift)
    for i in range(last_a):
        p = crowd.positions[a, i]
        room.near[0, i] = nx * p[0] + ny * p[1] + nz * p[2] <= most
    for i in range(last_b):
        p = crowd.positions[b, i]
        room.near[1, i] = nx * p[0] + ny * p[1] + nz * p[2] >= least
    return True


@inlined_kernel
def _look_along(crowd: Crowd, a: int, b: int, work: Floats) -> None:
    """Writes the line of centroids of two bodies, and the shift between their anchors."""
    square = 0.0
    for axis in range(3):
        shift = crowd.numbers[a, ANCHOR + axis] - crowd.numbers[b, ANCHOR + axis]
        apart = shift + (crowd.numbers[a, CENTRE + axis] - crowd.numbers[b, CENTRE + axis])
        work[axis], work[SHIFTS + axis] = apart, shift
        square += apart * apart
    work[DISTANCE] = math.sqrt(square)
    for axis in range(3):
        work[axis] = work[axis] / work[DISTANCE] if work[DISTANCE] > COINCIDENT else axis // 2


@inlined_kernel
def _lowest(x: Floats32, count: int, nx: np.float32, ny: np.float32, nz: np.float32) -> float:
    """The least way of some particles along a unit vector [cm]."""
    lowest = f32(math.inf)
    for i in range(count):
        lowest = min(lowest, nx * x[i, 0] + ny * x[i, 1] + nz * x[i, 2])
    return float(lowest)
