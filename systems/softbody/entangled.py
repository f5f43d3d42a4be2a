"""Bodies that are in each other, as when they were born so: they are pushed apart as wholes."""

import math

from systems.kernel import lean_kernel
from systems.softbody.closeness import DISTANCE, Room
from systems.softbody.contacts import IS_DEEP, OFFSET, SPOT, WAY_OUT, Contacts, on_surface, write_contact
from systems.softbody.crowd import CENTRE, ESCAPE, Crowd
from systems.softbody.lanes import Lanes
from systems.softbody.nearest import is_below, list_triangles, measure_distances, nearest
from systems.softbody.tables import FIRST_PARTICLE, FIRST_TRIANGLE, PARTICLES, TRIANGLES, Meshes
from systems.softbody.vectors import lean_lane_kernel

MISSING = 10.0
"""What is held to be missing between them: more than they part by in a tick, so that each goes as fast as it
may [cm]."""
APART = 0.85
"""How fast they part, as a share of the fastest ways out of both: their particles tremble on the way, and
what is stopped of that makes the bodies a little faster [1]."""


@lean_kernel
def are_centroids_inside(meshes: Meshes, crowd: Crowd, a: int, b: int, room: Room) -> bool:
    """Whether the centroid of each of two bodies is inside the other; those of a ball in a ring are not."""
    return _is_inside(meshes, crowd, a, b, room, 1.0) and _is_inside(meshes, crowd, b, a, room, -1.0)


@lean_kernel
def _is_inside(meshes: Meshes, crowd: Crowd, own: int, other: int, room: Room, sign: float) -> bool:
    """Whether one body's centroid is on the inner side of the other's surface."""
    mesh, work = crowd.meshes[other], room.work
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    corners = meshes.triangles[first : first + meshes.ranges[mesh, TRIANGLES]]
    room.near[0, :] = True
    listed = list_triangles(corners, crowd.positions[other], room.near[0], room.patch)
    x = crowd.numbers[own, CENTRE] + sign * work[3]
    y = crowd.numbers[own, CENTRE + 1] + sign * work[4]
    z = crowd.numbers[own, CENTRE + 2] + sign * work[5]
    measure_distances(room.patch, listed, x, y, z)
    spot = work[SPOT:DISTANCE]
    triangle = nearest(room.patch, listed, corners, crowd.positions[other], x, y, z, math.inf, math.inf, spot)
    return is_below(crowd.positions[other], corners[triangle], x, y, z)


@lean_lane_kernel
def whole_contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    room: Room,
    contacts: Contacts,
    count: int,
) -> int:
    """Contacts along the line of centroids of each particle with some triangle of the other."""
    mesh, work = crowd.meshes[other], room.work
    first, particle = meshes.ranges[mesh, FIRST_TRIANGLE], meshes.ranges[mesh, FIRST_PARTICLE]
    nx, ny, nz = work[0], work[1], work[2]
    spot = work[SPOT:DISTANCE]
    spot[0] = spot[1] = spot[2] = 1.0 / 3.0
    for i in range(meshes.ranges[crowd.meshes[own], PARTICLES]):
        triangle = meshes.corners[particle + i % meshes.ranges[mesh, PARTICLES]]
        px, py, pz = on_surface(meshes.triangles[first + triangle], crowd.positions[other], spot)
        x, y, z = crowd.positions[own, i, 0], crowd.positions[own, i, 1], crowd.positions[own, i, 2]
        along = (x + work[3] - px) * nx + (y + work[4] - py) * ny + (z + work[5] - pz) * nz
        write_contact(lanes, meshes, crowd, own, other, i, triangle, nx, ny, nz, work, contacts, count)
        if count < contacts.places.shape[0]:
            numbers = contacts.numbers[count]
            numbers[OFFSET], numbers[IS_DEEP] = -MISSING - along, 1.0
            numbers[WAY_OUT] = APART * (crowd.numbers[own, ESCAPE] + crowd.numbers[other, ESCAPE])
        count += 1
    return count
