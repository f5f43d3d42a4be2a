"""Finds the contacts between the surfaces of slimes: each particle with the nearest triangle of the other.

The distance is the true one, and where surfaces slide past each other a contact pushes along its gradient,
from the nearest point to the particle. What pushes along anything else lets in what slides fast: the way that
it slides times the slope between the two.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Integers
from components.softbody import Floats32
from systems.handover import Handover, hand_over, opened
from systems.kernel import inlined_kernel
from systems.softbody.blocks import Blocks
from systems.softbody.closeness import DISTANCE, TOPS, WORK, Room, mark, pace_of, pace_of_near, parts_of
from systems.softbody.contacts import SPOT, TOUCH, Contacts, on_surface, room_for_contacts, write_contact
from systems.softbody.crowd import ESCAPE, EXTENT, MEAN, PACE, Crowd, gather, room_for_crowd
from systems.softbody.entangled import are_centroids_inside, whole_contacts_of
from systems.softbody.folds import fold_contacts_of
from systems.softbody.lanes import SUBSTEPS, Lanes
from systems.softbody.nearest import list_triangles, measure_distances, nearest, room_for_patch
from systems.softbody.tables import FIRST_TRIANGLE, PARTICLES, TRIANGLES, Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

DEEP = 0.25
"""Depth of a particle from which on two bodies are in each other: there is no telling which way out is whose
[radii of the smaller]."""
NEAR = 1.25
"""Distance of two centroids up to which they may be [radii of the smaller]."""
FACING = 0.3
"""Cosine between two surfaces' normals above which they do not face each other; the rims of two cubes that
are level with each other do, at right angles [1]."""
LEVEL = 0.01
"""Distance from a surface up to which there is no telling in which direction it is [cm]."""
TINY = 1e-9


class Search(NamedTuple):
    """Room for all that is found."""

    crowd: Crowd
    contacts: Contacts
    room: Room


@lru_cache(maxsize=16)
def room_for_search(
    body_count: int, particle_count: int, triangle_count: int, contact_count: int
) -> Handover[Search]:
    """Room that is used again in every tick.

    Args:
        body_count: For how many bodies.
        particle_count: Particles of the largest of their meshes.
        triangle_count: Its triangles.
        contact_count: Contacts of all of them.
    """
    near = np.zeros((2, particle_count), dtype=np.bool_)
    room = Room(np.zeros(WORK), near, room_for_patch(triangle_count))
    crowd, contacts = room_for_crowd(body_count, particle_count), room_for_contacts(contact_count)
    return hand_over(Search(crowd, contacts, room))


@lean_lane_kernel
def find_contacts(
    blocks: Blocks,
    search: Search,
    body_count: int,
    pairs: Integers,
    counts: Integers,
    parts: Integers,
    dt: float,
) -> int:
    """Finds the contacts of all pairs and returns how many there are, even where there is no room for them.

    Args:
        blocks: All blocks as they are handed over, measured.
        search: The bodies in pairs, handed over; receives their particles, and the contacts, pair after pair.
        body_count: How many of them there are.
        pairs: Pairs of rows of the crowd, twice the same for a body that may touch itself; shape
            [pair_count, 2].
        counts: Receives how many each pair has, shape [pair_count].
        parts: Parts of the tick at whose beginnings the contacts of each pair are sought, shape [pair_count].
            Where it is 0 it receives the least power of 2 with which neither body may go further than TOUCH
            past the other in between, but no more than there are substeps; 1 where they are too far apart to
            meet within the tick.
        dt: Length of the tick [s].
    """
    lanes, meshes = opened(blocks).lanes, opened(blocks).meshes
    own = opened(search)
    crowd, contacts, room = own.crowd, own.contacts, own.room
    for n in range(body_count):
        gather(lanes, meshes, crowd, n)
    count = 0
    for k in range(pairs.shape[0]):
        before = count
        a, b = pairs[k, 0], pairs[k, 1]
        way = dt * pace_of(crowd, a, b)
        slack = TOUCH + way
        if a != b and not mark(meshes, crowd, a, b, room, slack):
            parts[k], counts[k] = 1, 0
            continue
        if a != b and way > TOUCH:
            way = dt * pace_of_near(meshes, crowd, a, b, room.near)
        if parts[k] == 0:
            parts[k] = parts_of(way, lanes.blocks[crowd.slots[a] // LANES, SUBSTEPS])
        span, needed = dt / parts[k], TOUCH + way / parts[k]
        if a == b:
            count = fold_contacts_of(lanes, meshes, crowd, a, room, contacts, count, span)
        elif needed == slack or mark(meshes, crowd, a, b, room, needed):
            count = _contacts_of_pair(lanes, meshes, crowd, a, b, room, contacts, count, span)
        counts[k] = count - before
    return count


@lean_lane_kernel
def _contacts_of_pair(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    a: int,
    b: int,
    room: Room,
    contacts: Contacts,
    count: int,
    dt: float,
) -> int:
    """Contacts of two bodies whose particles are marked; see `find_contacts`."""
    before, work = count, room.work
    radius = min(crowd.numbers[a, EXTENT], crowd.numbers[b, EXTENT])
    depth = math.inf if work[DISTANCE] <= NEAR * radius else DEEP * radius
    deepest = 0.0
    for side in range(2):
        count, deep = _contacts_of(lanes, meshes, crowd, a, b, side, room, depth, contacts, count, dt)
        deepest = max(deepest, deep)
        a, b = b, a
        for column in range(SPOT):
            work[column] = -work[column]
    is_amid = work[DISTANCE] < DEEP * radius and are_centroids_inside(meshes, crowd, a, b, room)
    if is_amid or deepest > DEEP * radius:
        return whole_contacts_of(lanes, meshes, crowd, a, b, room, contacts, before)
    return count


@inlined_kernel
def _contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    side: int,
    room: Room,
    depth: float,
    contacts: Contacts,
    count: int,
    dt: float,
) -> tuple[int, float]:
    """Contacts of one body's particles with the other's surface; see `find_contacts`.

    Returns how many there are now, and how deep the deepest particle is inside [cm].

    Args:
        lanes: All blocks.
        meshes: Tables of the meshes.
        crowd: The bodies.
        own: Whose particles.
        other: Whose surface.
        side: Which row of `Room.near` tells of the particles.
        room: Room; particles are marked.
        depth: Depth to which particles are looked for [cm].
        contacts: Receives the contacts.
        count: How many there are so far.
        dt: For how long they are to hold [s].
    """
    mesh, about = crowd.meshes[other], crowd.numbers[other]
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    corners = meshes.triangles[first : first + meshes.ranges[mesh, TRIANGLES]]
    positions, velocities, normals = crowd.positions[other], crowd.velocities[other], crowd.normals[other]
    way_out = max(min(crowd.numbers[own, ESCAPE], about[ESCAPE]), TINY)
    work, spot = room.work, room.work[SPOT:DISTANCE]
    listed = list_triangles(corners, positions, room.near[1 - side], room.patch)
    deepest = 0.0
    for i in range(meshes.ranges[crowd.meshes[own], PARTICLES]):
        if not room.near[side, i]:
            continue
        x = float(crowd.positions[own, i, 0]) + work[3]
        y = float(crowd.positions[own, i, 1]) + work[4]
        z = float(crowd.positions[own, i, 2]) + work[5]
        vx, vy, vz = crowd.velocities[own, i, 0], crowd.velocities[own, i, 1], crowd.velocities[own, i, 2]
        pace = _size(vx - about[MEAN], vy - about[MEAN + 1], vz - about[MEAN + 2]) + about[PACE]
        reach = TOUCH + dt * pace
        measure_distances(room.patch, listed, x, y, z)
        cover = work[TOPS + side] - (work[0] * x + work[1] * y + work[2] * z)  # it is no deeper than that
        triangle = nearest(room.patch, listed, corners, positions, x, y, z, reach, min(depth, cover), spot)
        if triangle < 0:
            continue
        mx, my, mz = on_surface(corners[triangle], normals, spot)
        x, y, z, far = spot[3], spot[4], spot[5], spot[6]
        is_inside = x * mx + y * my + z * mz < 0.0
        if is_inside:
            deepest = max(deepest, far)
        elif far > reach:
            continue
        wx, wy, wz = on_surface(corners[triangle], velocities, spot)
        wx, wy, wz = vx - wx, vy - wy, vz - wz
        share = min(_size(wx, wy, wz) / way_out, 1.0) if far > LEVEL else 0.0
        gradient = (-share if is_inside else share) / max(far, LEVEL)
        nx, ny, nz = _facing(mx, my, mz, crowd.normals[own, i])
        nx, ny, nz = _blend(nx, ny, nz, 1.0 - share, x, y, z, gradient)
        gap, closing = x * nx + y * ny + z * nz, wx * nx + wy * ny + wz * nz
        if gap + min(0.0, closing) * dt <= TOUCH:
            write_contact(lanes, meshes, crowd, own, other, i, triangle, nx, ny, nz, work, contacts, count)
            count += 1
    return count, deepest


@inlined_kernel
def _size(x: float, y: float, z: float) -> float:
    """Length of a vector."""
    return math.sqrt(x * x + y * y + z * z)


@inlined_kernel
def _facing(mx: float, my: float, mz: float, n: Floats32) -> tuple[float, float, float]:
    """Unit vector between two surfaces that face each other, and else the first one's normal.

    It turns smoothly from triangle to triangle, so that what rests does not tremble. What slides no faster
    than the way out of a surface comes out again as fast as the slope between this and the gradient lets it
    in.
    """
    if mx * n[0] + my * n[1] + mz * n[2] <= FACING:
        mx, my, mz = mx - n[0], my - n[1], mz - n[2]
    return _blend(mx, my, mz, 1.0, 0.0, 0.0, 0.0, 0.0)


@inlined_kernel
def _blend(
    nx: float, ny: float, nz: float, s: float, x: float, y: float, z: float, t: float
) -> tuple[float, float, float]:
    """Unit vector along the sum of two by shares."""
    nx, ny, nz = s * nx + t * x, s * ny + t * y, s * nz + t * z
    scale = 1.0 / max(_size(nx, ny, nz), TINY)
    return nx * scale, ny * scale, nz * scale
