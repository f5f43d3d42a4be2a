"""Contacts of a folded body with its own surface.

A particle meets triangles that were far from it at rest: from within, so that sides pressed together do not
pass each other, and from outside where the body is bent so far that it touches itself. One that is turned
inside out looks as if it were, and has to pass through itself on the way back: so only what has volume meets
itself from outside.
"""

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32
from systems.kernel import inlined_kernel
from systems.softbody.closeness import DISTANCE, Room
from systems.softbody.contacts import IS_DEEP, OFFSET, SPOT, TOUCH, Contacts, on_surface, write_contact
from systems.softbody.crowd import PACE, Crowd
from systems.softbody.lanes import Lanes
from systems.softbody.nearest import AWAY, Patch, list_triangles, measure_distances, nearest
from systems.softbody.offsets import BLOCK_FACTS, BLOCK_MATERIALS, REST_VOLUME, VOLUME
from systems.softbody.tables import FIRST_PARTICLE, FIRST_TRIANGLE, PARTICLES, TRIANGLES, Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

FAR = 0.8
"""Distance at rest from which on a triangle is another side of the body [1]."""
SKIN = 1.0
"""How far apart the sides of a body are held, for a particle that came to be on the wrong side of one would
be kept there [cm]."""
TINY = 1e-6
"""Distance from a surface at which it has no sides [cm]."""
SOUND = 0.5
"""Least volume of a body that meets itself from outside, as a share of that at rest [1]."""


@lean_lane_kernel
def fold_contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    body: int,
    room: Room,
    contacts: Contacts,
    count: int,
    dt: float,
) -> int:
    """Writes the contacts of a body with itself; see `find_contacts`."""
    mesh = crowd.meshes[body]
    first, particles = meshes.ranges[mesh, FIRST_TRIANGLE], meshes.ranges[mesh, PARTICLES]
    corners = meshes.triangles[first : first + meshes.ranges[mesh, TRIANGLES]]
    rest = meshes.rest[meshes.ranges[mesh, FIRST_PARTICLE] :]
    near, patch, work = room.near[0], room.patch, room.work
    positions, velocities, normals = crowd.positions[body], crowd.velocities[body], crowd.normals[body]
    spot, is_sound = work[SPOT:DISTANCE], _has_volume(lanes, crowd.slots[body])
    reach = SKIN + TOUCH + 2.0 * dt * crowd.numbers[body, PACE]
    work[3] = work[4] = work[5] = 0.0
    near[:particles] = True
    listed = list_triangles(corners, positions, near, patch)
    for i in range(particles):
        x, y, z = np.float64(positions[i, 0]), np.float64(positions[i, 1]), np.float64(positions[i, 2])
        measure_distances(patch, listed, x, y, z)
        _leave_out_own_side(corners, rest, i, patch, listed, reach)
        triangle = nearest(patch, listed, corners, positions, x, y, z, reach, reach, spot)
        if triangle < 0 or spot[6] < TINY:
            continue
        if not _face_each_other(corners[triangle], normals, i, spot, is_sound):
            continue
        wx, wy, wz = on_surface(corners[triangle], velocities, spot)
        nx, ny, nz = spot[3] / spot[6], spot[4] / spot[6], spot[5] / spot[6]
        vx, vy, vz = velocities[i, 0] - wx, velocities[i, 1] - wy, velocities[i, 2] - wz
        if spot[6] + dt * min(0.0, vx * nx + vy * ny + vz * nz) <= TOUCH + SKIN:
            write_contact(lanes, meshes, crowd, body, body, i, triangle, nx, ny, nz, work, contacts, count)
            if count < contacts.places.shape[0]:
                contacts.numbers[count, IS_DEEP], contacts.numbers[count, OFFSET] = -1.0, -SKIN
            count += 1
    return count


@inlined_kernel
def _has_volume(lanes: Lanes, slot: int) -> bool:
    """Whether a measured body is neither pressed flat nor turned inside out."""
    block, lane = slot // LANES, slot % LANES
    volume = lanes.facts[block * BLOCK_FACTS + VOLUME + lane]
    return bool(volume > SOUND * lanes.materials[block * BLOCK_MATERIALS + REST_VOLUME + lane])


@inlined_kernel
def _face_each_other(corners: Integers, normals: Floats32, i: int, spot: Floats, is_sound: bool) -> bool:
    """Whether a particle and a triangle are on the inner side of each other, or else on the outer side."""
    mx, my, mz = on_surface(corners, normals, spot)
    height = mx * spot[3] + my * spot[4] + mz * spot[5]
    own = normals[i, 0] * spot[3] + normals[i, 1] * spot[4] + normals[i, 2] * spot[5]
    return bool(height < 0.0 < own or (is_sound and own < 0.0 < height))


@inlined_kernel
def _leave_out_own_side(
    corners: Integers, rest: Floats, i: int, patch: Patch, listed: int, reach: float
) -> None:
    """Puts triangles out of question that are near a particle at rest."""
    for k in range(listed):
        if patch.squares[k] <= reach * reach:
            for corner in corners[patch.triangles[k]]:
                x, y, z = (
                    rest[corner, 0] - rest[i, 0],
                    rest[corner, 1] - rest[i, 1],
                    rest[corner, 2] - rest[i, 2],
                )
                if x * x + y * y + z * z < FAR * FAR:
                    patch.squares[k] = AWAY
