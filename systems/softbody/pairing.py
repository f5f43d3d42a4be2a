"""Finds the contacts between the surfaces of slimes, particle against triangle."""

import math

import numpy as np

from components.arrays import Floats, Integers
from systems.softbody.contacts import IS_DEEP, OFFSET, TOUCH, Contacts, on_surface, write_contact
from systems.softbody.crowd import (
    ANCHOR,
    CENTRE,
    CORNER_HIGH,
    CORNER_LOW,
    EXTENT,
    MEAN,
    PACE,
    Crowd,
    gather,
)
from systems.softbody.folds import fold_contacts_of
from systems.softbody.lanes import Lanes
from systems.softbody.search import MARGIN
from systems.softbody.tables import FIRST_PARTICLE, FIRST_TRIANGLE, PARTICLES, Meshes
from systems.softbody.vectors import lane_kernel, lean_lane_kernel

DEEP = 0.25
"""Distance of two centroids below which bodies are pushed apart as wholes [radii of the smaller]."""
NEAR = 1.2
"""Distance of two centroids below which a particle inside leaves along their line [radii of the smaller]."""
FACING = -0.2
"""Cosine between two surfaces' normals above which they do not face each other [1]."""
LONGEST_WALK = 64
"""Triangles to walk over at most to the one that a ray from the centroid goes through."""
TINY = 1e-9
OBLIQUE = 2.0
"""Longest way to a surface along a ray from the centroid, in distances at which it is touched [1]."""


@lane_kernel
def find_contacts(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    pairs: Integers,
    contacts: Contacts,
    counts: Integers,
    dt: float,
) -> int:
    """Finds the contacts of all pairs and returns how many there are, even where there is no room for them.

    Args:
        lanes: All blocks, measured.
        meshes: Tables of the meshes.
        crowd: The bodies in pairs; receives their particles.
        pairs: Pairs of rows of the crowd, shape [pair_count, 2].
        contacts: Receives the contacts, pair after pair.
        counts: Receives how many each pair has, shape [pair_count].
        dt: For how long they are to hold [s].
    """
    for n in range(crowd.slots.shape[0]):
        gather(lanes, meshes, crowd, n)
    count = 0
    work = np.empty(9)  # direction (3), shift (3), weights (3)
    for k in range(pairs.shape[0]):
        before = count
        a, b = pairs[k, 0], pairs[k, 1]
        if a == b:
            count = fold_contacts_of(lanes, meshes, crowd, a, work, contacts, count, dt)
            counts[k] = count - before
            continue
        distance = _direction(crowd, a, b, work)
        smaller_radius = min(crowd.numbers[a, EXTENT], crowd.numbers[b, EXTENT])
        for side in range(2):
            if distance >= DEEP * smaller_radius:
                count = _contacts_of(
                    lanes, meshes, crowd, a, b, work, distance, smaller_radius, contacts, count, dt
                )
            elif side == 0:
                gap = distance - DEEP * smaller_radius - 1.0
                count = _deep_contacts_of(lanes, meshes, crowd, a, b, work, gap, contacts, count)
            a, b = b, a
            for column in range(6):
                work[column] = -work[column]
        counts[k] = count - before
    return count


@lean_lane_kernel
def _direction(crowd: Crowd, a: int, b: int, work: Floats) -> float:
    """Writes the unit vector from b's centroid to a's and the shift between their anchors.

    Returns the distance of the centroids [cm].
    """
    square = 0.0
    for axis in range(3):
        shift = crowd.numbers[a, ANCHOR + axis] - crowd.numbers[b, ANCHOR + axis]
        apart = shift + (crowd.numbers[a, CENTRE + axis] - crowd.numbers[b, CENTRE + axis])
        work[axis], work[3 + axis] = apart, shift
        square += apart * apart
    distance = math.sqrt(square)
    for axis in range(3):
        work[axis] = work[axis] / distance if distance > 1e-4 else (1.0 if axis == 2 else 0.0)  # noqa: PLR2004 - Z
    return distance


@lean_lane_kernel
def _contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    work: Floats,
    distance: float,
    smaller_radius: float,
    contacts: Contacts,
    count: int,
    dt: float,
) -> int:
    """Contacts of one body's particles with the other's surface; see `find_contacts`.

    The point of the surface is where a ray from the other's centroid to the particle leaves it.
    """
    mesh = crowd.meshes[other]
    about, weights = crowd.numbers[other], work[6:]
    bx, by, bz = about[CENTRE], about[CENTRE + 1], about[CENTRE + 2]
    reach = about[EXTENT] + MARGIN
    stir = dt * about[PACE]
    swing = MARGIN + dt * (crowd.numbers[own, PACE] + about[PACE])
    triangle = -1
    for i in range(meshes.ranges[crowd.meshes[own], PARTICLES]):
        x = float(crowd.positions[own, i, 0]) + work[3]
        y = float(crowd.positions[own, i, 1]) + work[4]
        z = float(crowd.positions[own, i, 2]) + work[5]
        if _is_beyond(about, swing, x, y, z):
            continue
        x, y, z = x - bx, y - by, z - bz
        v = crowd.velocities[own, i]
        square = x * x + y * y + z * z
        dx, dy, dz = v[0] - about[MEAN], v[1] - about[MEAN + 1], v[2] - about[MEAN + 2]
        way = dt * math.sqrt(dx * dx + dy * dy + dz * dz)
        if square > (reach + way) ** 2:
            continue
        if triangle < 0:
            triangle = _first_triangle(meshes, crowd, other, mesh, x, y, z)
        triangle = _pierced(meshes, crowd, other, mesh, triangle, x, y, z, weights)
        if triangle < 0:
            continue
        px, py, pz = on_surface(meshes, crowd.positions[other], mesh, triangle, weights)
        px, py, pz = px - bx, py - by, pz - bz
        if math.sqrt(square) > math.sqrt(px * px + py * py + pz * pz) + OBLIQUE * (TOUCH + way + stir):
            continue
        is_inside = square <= px * px + py * py + pz * pz and distance <= NEAR * smaller_radius
        nx, ny, nz = _normal(meshes, crowd, own, other, i, triangle, work, is_inside)
        gap = (x - px) * nx + (y - py) * ny + (z - pz) * nz
        wx, wy, wz = on_surface(meshes, crowd.velocities[other], mesh, triangle, weights)
        if gap + min(0.0, (v[0] - wx) * nx + (v[1] - wy) * ny + (v[2] - wz) * nz) * dt <= TOUCH:
            write_contact(lanes, meshes, crowd, own, other, i, triangle, nx, ny, nz, work, contacts, count)
            count += 1
    return count


@lean_lane_kernel
def _normal(
    meshes: Meshes, crowd: Crowd, own: int, other: int, i: int, triangle: int, work: Floats, is_inside: bool
) -> tuple[float, float, float]:
    """Unit normal from a triangle to a particle; where it is inside, from centroid to centroid."""
    mesh = crowd.meshes[other]
    nx, ny, nz = on_surface(meshes, crowd.normals[other], mesh, triangle, work[6:])
    n = crowd.normals[own, i]
    if nx * n[0] + ny * n[1] + nz * n[2] <= FACING:
        nx, ny, nz = nx - n[0], ny - n[1], nz - n[2]
    elif is_inside:
        nx, ny, nz = work[0], work[1], work[2]
    scale = 1.0 / max(math.sqrt(nx * nx + ny * ny + nz * nz), TINY)
    return nx * scale, ny * scale, nz * scale


@lean_lane_kernel
def _is_beyond(about: Floats, swing: float, x: float, y: float, z: float) -> bool:
    """Whether a point is further than that from a body's bounds, along any axis."""
    return bool(
        x < about[CORNER_LOW] - swing
        or y < about[CORNER_LOW + 1] - swing
        or z < about[CORNER_LOW + 2] - swing
        or x > about[CORNER_HIGH] + swing
        or y > about[CORNER_HIGH + 1] + swing
        or z > about[CORNER_HIGH + 2] + swing
    )


@lean_lane_kernel
def _deep_contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    work: Floats,
    gap: float,
    contacts: Contacts,
    count: int,
) -> int:
    """Contacts that push two bodies apart as wholes: each particle with a triangle of the other."""
    mesh = crowd.meshes[other]
    weights = work[6:]
    weights[0] = weights[1] = weights[2] = 1.0 / 3.0
    for i in range(meshes.ranges[crowd.meshes[own], PARTICLES]):
        particle = meshes.ranges[mesh, FIRST_PARTICLE] + i % meshes.ranges[mesh, PARTICLES]
        triangle = meshes.corners[particle]
        px, py, pz = on_surface(meshes, crowd.positions[other], mesh, triangle, weights)
        x, y, z = crowd.positions[own, i, 0], crowd.positions[own, i, 1], crowd.positions[own, i, 2]
        nx, ny, nz = work[0], work[1], work[2]
        along = (x + work[3] - px) * nx + (y + work[4] - py) * ny + (z + work[5] - pz) * nz
        write_contact(lanes, meshes, crowd, own, other, i, triangle, nx, ny, nz, work, contacts, count)
        if count < contacts.places.shape[0]:
            contacts.numbers[count, OFFSET], contacts.numbers[count, IS_DEEP] = gap - along, 1.0
        count += 1
    return count


@lean_lane_kernel
def _first_triangle(meshes: Meshes, crowd: Crowd, body: int, mesh: int, x: float, y: float, z: float) -> int:
    """A triangle at the particle that is furthest out toward a point, which is relative to the centroid."""
    furthest = -1e30
    nearest = 0
    for j in range(meshes.ranges[mesh, PARTICLES]):
        p = crowd.positions[body, j]
        way = p[0] * x + p[1] * y + p[2] * z
        if way > furthest:
            furthest = way
            nearest = j
    return int(meshes.corners[meshes.ranges[mesh, FIRST_PARTICLE] + nearest])


@lean_lane_kernel
def _pierced(
    meshes: Meshes,
    crowd: Crowd,
    body: int,
    mesh: int,
    start: int,
    x: float,
    y: float,
    z: float,
    weights: Floats,
) -> int:
    """The triangle that a ray from the centroid to a point goes through, or -1; writes the weights there.

    Walks from triangle to triangle across the side that the ray is furthest beyond (visibility walk).
    """
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    centre = crowd.numbers[body, CENTRE : CENTRE + 3]
    triangle = start
    for _ in range(LONGEST_WALK):
        corners = meshes.triangles[first + triangle]
        a, b, c = (
            crowd.positions[body, corners[0]],
            crowd.positions[body, corners[1]],
            crowd.positions[body, corners[2]],
        )
        ax, ay, az = a[0] - centre[0], a[1] - centre[1], a[2] - centre[2]
        bx, by, bz = b[0] - centre[0], b[1] - centre[1], b[2] - centre[2]
        dx, dy, dz = c[0] - centre[0], c[1] - centre[1], c[2] - centre[2]
        beyond_ab = x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx)
        beyond_bc = x * (by * dz - bz * dy) + y * (bz * dx - bx * dz) + z * (bx * dy - by * dx)
        beyond_ca = x * (dy * az - dz * ay) + y * (dz * ax - dx * az) + z * (dx * ay - dy * ax)
        least = min(beyond_ab, beyond_bc, beyond_ca)
        if least >= 0.0:
            total = beyond_ab + beyond_bc + beyond_ca
            if total <= TINY:
                return -1
            weights[0], weights[1], weights[2] = beyond_bc / total, beyond_ca / total, beyond_ab / total
            return triangle
        side = 0 if least == beyond_ab else (1 if least == beyond_bc else 2)
        triangle = meshes.neighbours[first + triangle, side]
    return -1
