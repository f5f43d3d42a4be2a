"""Contacts of a folded body with its own surface.

A particle meets triangles that were far from it at rest, on the side on which it is when the tick begins. So
sides that were pressed together from within do not pass each other, nor do those of a fold.
"""

import math

from components.arrays import Floats
from systems.softbody.contacts import IS_DEEP, TOUCH, Contacts, write_contact
from systems.softbody.crowd import PACE, Crowd
from systems.softbody.lanes import Lanes
from systems.softbody.tables import FIRST_PARTICLE, FIRST_TRIANGLE, PARTICLES, TRIANGLES, Meshes
from systems.softbody.vectors import lean_lane_kernel

FAR = 0.8
"""Distance at rest from which on a triangle is another side of the body [1]."""
BESIDE = 0.05
"""How far beside a triangle a particle still meets it, as a weight of its corners [1]."""
FLAT = 1e-9
"""Squared doubled area below which a triangle has no normal [cm⁴]."""


@lean_lane_kernel
def fold_contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    body: int,
    work: Floats,
    contacts: Contacts,
    count: int,
    dt: float,
) -> int:
    """Writes the contacts of a body with itself; see `find_contacts`."""
    mesh = crowd.meshes[body]
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    reach = TOUCH + 2.0 * dt * crowd.numbers[body, PACE]
    for axis in range(3):
        work[3 + axis] = 0.0
    for i in range(meshes.ranges[mesh, PARTICLES]):
        triangle = _nearest(crowd, meshes, body, i, reach, work)
        if triangle < 0:
            continue
        height = _height_above(crowd, meshes, body, i, first + triangle, work)
        side = math.copysign(1.0, height)
        closing = min(0.0, side * _speed_along(crowd, meshes, body, i, first + triangle, work))
        if abs(height) + dt * closing <= TOUCH:
            nx, ny, nz = side * work[0], side * work[1], side * work[2]
            write_contact(lanes, meshes, crowd, body, body, i, triangle, nx, ny, nz, work, contacts, count)
            if count < contacts.places.shape[0]:
                contacts.numbers[count, IS_DEEP] = -1.0
            count += 1
    return count


@lean_lane_kernel
def _nearest(crowd: Crowd, meshes: Meshes, body: int, i: int, reach: float, work: Floats) -> int:
    """The nearest triangle of another side that a particle is above or below, or -1."""
    mesh = crowd.meshes[body]
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    nearest, triangle = reach, -1
    for t in range(meshes.ranges[mesh, TRIANGLES]):
        is_near = _is_within(crowd, meshes, body, i, first + t, nearest)
        if is_near and _is_far(meshes, mesh, i, first + t):
            height = abs(_height_above(crowd, meshes, body, i, first + t, work))
            if height < nearest:
                nearest, triangle = height, t
    return triangle


@lean_lane_kernel
def _is_within(crowd: Crowd, meshes: Meshes, body: int, i: int, t: int, reach: float) -> bool:
    """Whether a particle is within reach of the bounds of a triangle."""
    p = crowd.positions[body, i]
    a = crowd.positions[body, meshes.triangles[t, 0]]
    b = crowd.positions[body, meshes.triangles[t, 1]]
    c = crowd.positions[body, meshes.triangles[t, 2]]
    for axis in range(3):
        if (
            p[axis] < min(a[axis], b[axis], c[axis]) - reach
            or p[axis] > max(a[axis], b[axis], c[axis]) + reach
        ):
            return False
    return True


@lean_lane_kernel
def _is_far(meshes: Meshes, mesh: int, i: int, t: int) -> bool:
    """Whether a triangle is far from a particle at rest."""
    first = meshes.ranges[mesh, FIRST_PARTICLE]
    x = meshes.rest[first + i]
    for k in range(3):
        y = meshes.rest[first + meshes.triangles[t, k]]
        if (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2 + (x[2] - y[2]) ** 2 < FAR * FAR:
            return False
    return True


@lean_lane_kernel
def _height_above(crowd: Crowd, meshes: Meshes, body: int, i: int, t: int, work: Floats) -> float:
    """Distance of a particle from a triangle's plane [cm], or infinite beside it.

    Writes the unit normal (3), and after the shift the weights of the corners (3).
    """
    p = crowd.positions[body, i]
    a = crowd.positions[body, meshes.triangles[t, 0]]
    b = crowd.positions[body, meshes.triangles[t, 1]]
    c = crowd.positions[body, meshes.triangles[t, 2]]
    rx, ry, rz = float(p[0] - a[0]), float(p[1] - a[1]), float(p[2] - a[2])
    ux, uy, uz = float(b[0] - a[0]), float(b[1] - a[1]), float(b[2] - a[2])
    wx, wy, wz = float(c[0] - a[0]), float(c[1] - a[1]), float(c[2] - a[2])
    nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    square = nx * nx + ny * ny + nz * nz
    if square < FLAT:
        return math.inf
    wb = (nx * (ry * wz - rz * wy) + ny * (rz * wx - rx * wz) + nz * (rx * wy - ry * wx)) / square
    wc = (nx * (uy * rz - uz * ry) + ny * (uz * rx - ux * rz) + nz * (ux * ry - uy * rx)) / square
    if wb < -BESIDE or wc < -BESIDE or wb + wc > 1.0 + BESIDE:
        return math.inf
    size = math.sqrt(square)
    work[0], work[1], work[2] = nx / size, ny / size, nz / size
    work[6], work[7], work[8] = 1.0 - wb - wc, wb, wc
    return (rx * nx + ry * ny + rz * nz) / size


@lean_lane_kernel
def _speed_along(crowd: Crowd, meshes: Meshes, body: int, i: int, t: int, work: Floats) -> float:
    """Speed of a particle away from a triangle, along the normal [cm/s]."""
    speed = 0.0
    for axis in range(3):
        own = float(crowd.velocities[body, i, axis])
        for k in range(3):
            own -= work[6 + k] * crowd.velocities[body, meshes.triangles[t, k], axis]
        speed += own * work[axis]
    return speed
