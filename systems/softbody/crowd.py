"""Slimes that touch slimes: who is near whom, and the contacts between their surfaces.

Contacts are found once a tick, particle against triangle, with the normal frozen; in every substep they
exchange impulses between the solve and the contact with what is solid, so momentum is kept to rounding and
a crowd comes to rest.
"""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32
from systems.softbody.lanes import MESH, ROW, START, SUBSTEPS, Lanes, Scratch, Y, Z
from systems.softbody.measure import BLOCK_FACTS, FASTEST, RADIUS, SPEED
from systems.softbody.search import MARGIN, Bodies
from systems.softbody.tables import (
    FIRST_PARTICLE,
    FIRST_TRIANGLE,
    PARTICLES,
    TRIANGLES,
    Meshes,
)
from systems.softbody.vectors import LANES, lane_kernel

f32 = np.float32
DEEP = 0.25
"""Distance of two centroids below which bodies are pushed apart as wholes [radii of the smaller]."""
NEAR = 1.2
"""Distance of two centroids below which a particle inside leaves along their line [radii of the smaller]."""
FACING = -0.2
"""Cosine between two surfaces' normals above which they do not face each other [1]."""
LEAST_WEIGHT, MOST_WEIGHT = -2.0, 3.0
"""Limits of a corner's weight: the point along the normal may lie beside its triangle, but not far [1]."""
LONGEST_WALK = 64
"""Triangles to walk over at most to the one that a ray from the centroid goes through."""
TINY = 1e-9


class Contacts(NamedTuple):
    """Contacts of particles with triangles of other bodies."""

    places: Integers
    """Of the particle and the three corners: first number in the arrays of particles, shape [room, 4]."""
    bodies: Integers
    """Row in the crowd and block of the particle's body, and of the triangle's, shape [room, 4]."""
    weights: Floats
    """Weights of the corners at the nearest point, shape [room, 3]."""
    normals: Floats
    """Unit normal from the triangle to the particle, shape [room, 3]."""
    shifts: Floats
    """Anchor of the particle's body relative to the triangle's [cm], shape [room, 3]."""
    offsets: Floats
    """Added to the distance along the normal [cm], shape [room]."""
    traits: Floats
    """Friction [1], inverse masses of the particle and a corner [1/kg], fastest way out [cm/s], and 1 for
    bodies pushed apart as wholes, shape [room, 5]."""
    pressed: Floats
    """Speed taken in this tick [cm/s], shape [room]."""


class Crowd(NamedTuple):
    """Bodies that may touch others, gathered one after the other; all relative to their anchors."""

    slots: Integers
    """Slot of each body, shape [body_count]."""
    positions: Floats32
    """Positions [cm], shape [body_count, particle_room, 3]."""
    velocities: Floats32
    """Velocities [cm/s], shape [body_count, particle_room, 3]."""
    normals: Floats32
    """Unit normals of the surface, shape [body_count, particle_room, 3]."""


@lane_kernel
def near_pairs(
    lanes: Lanes, bodies: Bodies, slots: Integers, order: Integers, dt: float, pairs: Integers
) -> int:
    """Writes pairs of bodies whose bounding spheres meet within the tick and returns how many there are.

    Sort and sweep along X (Baraff 1992). Only bodies of as many substeps and whose layers agree make a pair.

    Args:
        lanes: All blocks, measured.
        bodies: What else there is to know of them.
        slots: Slots of all bodies, shape [body_count].
        order: Rows of `slots` by ascending lower end along X, shape [body_count].
        dt: Length of the tick [s].
        pairs: Receives rows of `slots`, the lesser first, shape [room, 2].
    """
    count = 0
    for place in range(order.shape[0]):
        i = order[place]
        a = slots[i]
        end = centre(lanes, bodies, a, 0) + reach_of(lanes, a, dt)
        for later in range(place + 1, order.shape[0]):
            j = order[later]
            b = slots[j]
            reach = reach_of(lanes, b, dt)
            if centre(lanes, bodies, b, 0) - reach > end:
                break
            if not may_touch(lanes, bodies, a, b):
                continue
            square = 0.0
            for axis in range(3):
                square += (centre(lanes, bodies, a, axis) - centre(lanes, bodies, b, axis)) ** 2
            if square < (reach + reach_of(lanes, a, dt)) ** 2:
                if count < pairs.shape[0]:
                    pairs[count, 0] = min(i, j)
                    pairs[count, 1] = max(i, j)
                count += 1
    return count


@lane_kernel
def lower_ends(lanes: Lanes, bodies: Bodies, slots: Integers, dt: float) -> Floats:
    """Where along X each body may begin within the tick [cm], shape [body_count]."""
    ends = np.empty(slots.shape[0])
    for n in range(slots.shape[0]):
        ends[n] = centre(lanes, bodies, slots[n], 0) - reach_of(lanes, slots[n], dt)
    return ends


@lane_kernel
def may_touch(lanes: Lanes, bodies: Bodies, a: int, b: int) -> bool:
    """Whether two bodies can meet at all."""
    same = lanes.blocks[a // LANES, SUBSTEPS] == lanes.blocks[b // LANES, SUBSTEPS]
    meet = bodies.layers[a, 1] & bodies.layers[b, 2] and bodies.layers[b, 1] & bodies.layers[a, 2]
    return bool(same and meet and (bodies.awake[a] or bodies.awake[b]))


@lane_kernel
def centre(lanes: Lanes, bodies: Bodies, slot: int, axis: int) -> float:
    """Centroid of a measured body along an axis, world space [cm]."""
    fact = (slot // LANES) * BLOCK_FACTS + axis * LANES + slot % LANES
    return float(bodies.anchors[slot, axis] + lanes.facts[fact])


@lane_kernel
def reach_of(lanes: Lanes, slot: int, dt: float) -> float:
    """How far from its centroid a body may reach within the tick [cm]."""
    facts = (slot // LANES) * BLOCK_FACTS + slot % LANES
    return float(
        math.sqrt(lanes.facts[facts + RADIUS]) + dt * math.sqrt(lanes.facts[facts + FASTEST]) + MARGIN
    )


@lane_kernel
def gather(lanes: Lanes, meshes: Meshes, crowd: Crowd) -> None:
    """Copies bodies out of their blocks and computes the normals of their surfaces."""
    for n in range(crowd.slots.shape[0]):
        slot = crowd.slots[n]
        base = lanes.blocks[slot // LANES, START] + slot % LANES
        mesh = lanes.blocks[slot // LANES, MESH]
        count = meshes.ranges[mesh, PARTICLES]
        for i in range(count):
            for axis in range(3):
                a = base + i * ROW + axis * LANES
                crowd.positions[n, i, axis] = lanes.positions[a]
                crowd.velocities[n, i, axis] = lanes.velocities[a]
                crowd.normals[n, i, axis] = f32(0.0)
        first = meshes.ranges[mesh, FIRST_TRIANGLE]
        for t in range(first, first + meshes.ranges[mesh, TRIANGLES]):
            a, b, c = meshes.triangles[t, 0], meshes.triangles[t, 1], meshes.triangles[t, 2]
            x = crowd.positions[n]
            ux, uy, uz = x[b, 0] - x[a, 0], x[b, 1] - x[a, 1], x[b, 2] - x[a, 2]
            wx, wy, wz = x[c, 0] - x[a, 0], x[c, 1] - x[a, 1], x[c, 2] - x[a, 2]
            nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
            for k in range(3):
                corner = meshes.triangles[t, k]
                crowd.normals[n, corner, 0] += nx
                crowd.normals[n, corner, 1] += ny
                crowd.normals[n, corner, 2] += nz
        for i in range(count):
            normal = crowd.normals[n, i]
            size = math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2])
            scale = f32(1.0 / max(size, 1e-30))
            for axis in range(3):
                normal[axis] *= scale


@lane_kernel
def find_contacts(
    lanes: Lanes,
    meshes: Meshes,
    bodies: Bodies,
    crowd: Crowd,
    pairs: Integers,
    masses: Floats,
    depenetration: Floats,
    contacts: Contacts,
    touching: Flags,
    dt: float,
) -> int:
    """Finds the contacts of all pairs and returns how many there are, even where there is no room for them.

    Args:
        lanes: All blocks, measured.
        meshes: Tables of the meshes.
        bodies: What else there is to know of the bodies.
        crowd: The bodies in pairs, gathered.
        pairs: Pairs of rows of the crowd, shape [pair_count, 2].
        masses: Mass of each body [kg], by slot.
        depenetration: Fastest way out of each body [cm/s], by slot.
        contacts: Receives the contacts.
        touching: Receives whether a pair has any, shape [pair_count].
        dt: Length of the tick [s].
    """
    count = 0
    sides = np.empty((2, 10))
    for k in range(pairs.shape[0]):
        before = count
        distance = _describe(lanes, meshes, bodies, crowd, pairs[k], masses, depenetration, sides)
        smaller_radius = min(
            _radius(lanes, crowd.slots[pairs[k, 0]]), _radius(lanes, crowd.slots[pairs[k, 1]])
        )
        is_deep = distance < DEEP * smaller_radius
        for side in range(1 if is_deep else 2):
            count = _contacts_of(
                lanes,
                meshes,
                crowd,
                pairs[k, side],
                pairs[k, 1 - side],
                sides[side],
                distance,
                smaller_radius,
                is_deep,
                contacts,
                count,
                dt,
            )
        touching[k] = count > before
    return count


@lane_kernel
def _radius(lanes: Lanes, slot: int) -> float:
    """Distance from a body's centroid to its furthest particle [cm]."""
    return float(math.sqrt(lanes.facts[(slot // LANES) * BLOCK_FACTS + slot % LANES + RADIUS]))


@lane_kernel
def _describe(
    lanes: Lanes,
    meshes: Meshes,
    bodies: Bodies,
    crowd: Crowd,
    pair: Integers,
    masses: Floats,
    depenetration: Floats,
    sides: Floats,
) -> float:
    """Writes what all contacts of a pair share.

    For the first body's particles against the second's surface, and the other way round: direction (3),
    shift (3), friction, way out, inverse masses (2).

    Returns the distance of the centroids [cm].
    """
    a, b = crowd.slots[pair[0]], crowd.slots[pair[1]]
    square = 0.0
    for axis in range(3):
        shift = bodies.anchors[a, axis] - bodies.anchors[b, axis]
        apart = centre(lanes, bodies, a, axis) - centre(lanes, bodies, b, axis)
        sides[0, axis], sides[1, axis] = apart, -apart
        sides[0, 3 + axis], sides[1, 3 + axis] = shift, -shift
        square += apart * apart
    distance = math.sqrt(square)
    for axis in range(3):
        unit = sides[0, axis] / distance if distance > 1e-4 else (1.0 if axis == 2 else 0.0)  # noqa: PLR2004 - Z
        sides[0, axis], sides[1, axis] = unit, -unit
    friction = math.sqrt(bodies.frictions[a] * bodies.frictions[b])
    way_out = min(depenetration[a], depenetration[b])
    own = meshes.ranges[lanes.blocks[a // LANES, MESH], PARTICLES] / masses[a]
    other = meshes.ranges[lanes.blocks[b // LANES, MESH], PARTICLES] / masses[b]
    for side in range(2):
        sides[side, 6], sides[side, 7] = friction, way_out
    sides[0, 8], sides[0, 9] = own, other
    sides[1, 8], sides[1, 9] = other, own
    return distance


@lane_kernel
def _contacts_of(
    lanes: Lanes,
    meshes: Meshes,
    crowd: Crowd,
    own: int,
    other: int,
    side: Floats,
    distance: float,
    smaller_radius: float,
    is_deep: bool,
    contacts: Contacts,
    count: int,
    dt: float,
) -> int:
    """Contacts of one body's particles with the other's surface; see `find_contacts`.

    The point of the surface is where a ray from the other's centroid to the particle leaves it.
    """
    a, b = crowd.slots[own], crowd.slots[other]
    facts = (b // LANES) * BLOCK_FACTS + b % LANES
    mesh = lanes.blocks[b // LANES, MESH]
    particle_count = meshes.ranges[lanes.blocks[a // LANES, MESH], PARTICLES]
    first_corner = meshes.ranges[mesh, FIRST_PARTICLE]
    bx, by, bz = lanes.facts[facts], lanes.facts[facts + Y], lanes.facts[facts + Z]
    reach = math.sqrt(lanes.facts[facts + RADIUS]) + MARGIN
    mean_x, mean_y, mean_z = _mean_velocity(lanes, b)
    weights = np.empty(3)
    triangle = -1
    for i in range(particle_count):
        x = float(crowd.positions[own, i, 0]) + side[3] - bx
        y = float(crowd.positions[own, i, 1]) + side[4] - by
        z = float(crowd.positions[own, i, 2]) + side[5] - bz
        square = x * x + y * y + z * z
        if is_deep:
            triangle = meshes.corners[first_corner + i % meshes.ranges[mesh, PARTICLES]]
            weights[0] = weights[1] = weights[2] = 1.0 / 3.0
            gap = distance - DEEP * smaller_radius - 1.0
            px, py, pz = _surface(meshes, crowd.positions, other, mesh, triangle, weights)
            nx, ny, nz = side[0], side[1], side[2]
            px, py, pz = px - bx, py - by, pz - bz
        else:
            vx = crowd.velocities[own, i, 0]
            vy = crowd.velocities[own, i, 1]
            vz = crowd.velocities[own, i, 2]
            way = dt * math.sqrt((vx - mean_x) ** 2 + (vy - mean_y) ** 2 + (vz - mean_z) ** 2)
            if square > (reach + way) ** 2:
                continue
            if triangle < 0:
                triangle = _first_triangle(meshes, crowd, other, mesh, x, y, z, bx, by, bz)
            triangle = _pierced(meshes, crowd, other, mesh, triangle, x, y, z, bx, by, bz, weights)
            if triangle < 0:
                continue
            px, py, pz = _surface(meshes, crowd.positions, other, mesh, triangle, weights)
            px, py, pz = px - bx, py - by, pz - bz
            nx, ny, nz = _surface(meshes, crowd.normals, other, mesh, triangle, weights)
            facing = (
                nx * crowd.normals[own, i, 0] + ny * crowd.normals[own, i, 1] + nz * crowd.normals[own, i, 2]
            )
            if facing <= FACING:
                nx -= crowd.normals[own, i, 0]
                ny -= crowd.normals[own, i, 1]
                nz -= crowd.normals[own, i, 2]
            elif square <= px * px + py * py + pz * pz and distance <= NEAR * smaller_radius:
                nx, ny, nz = side[0], side[1], side[2]
            size = math.sqrt(nx * nx + ny * ny + nz * nz)
            if size < TINY:
                continue
            nx, ny, nz = nx / size, ny / size, nz / size
            gap = (x - px) * nx + (y - py) * ny + (z - pz) * nz
            wx, wy, wz = _surface(meshes, crowd.velocities, other, mesh, triangle, weights)
            if gap + min(0.0, (vx - wx) * nx + (vy - wy) * ny + (vz - wz) * nz) * dt > MARGIN:
                continue
        if count < contacts.offsets.shape[0]:
            t = meshes.ranges[mesh, FIRST_TRIANGLE] + triangle
            start = lanes.blocks[b // LANES, START] + b % LANES
            contacts.places[count, 0] = lanes.blocks[a // LANES, START] + a % LANES + i * ROW
            for k in range(3):
                contacts.places[count, 1 + k] = start + meshes.triangles[t, k] * ROW
                contacts.weights[count, k] = weights[k]
                contacts.shifts[count, k] = side[3 + k]
            contacts.bodies[count, 0], contacts.bodies[count, 1] = own, a // LANES
            contacts.bodies[count, 2], contacts.bodies[count, 3] = other, b // LANES
            contacts.normals[count, 0] = nx
            contacts.normals[count, 1] = ny
            contacts.normals[count, 2] = nz
            contacts.offsets[count] = gap - ((x - px) * nx + (y - py) * ny + (z - pz) * nz)
            contacts.traits[count, 0] = side[6]
            contacts.traits[count, 1] = side[8]
            contacts.traits[count, 2] = side[9]
            contacts.traits[count, 3] = side[7]
            contacts.traits[count, 4] = 1.0 if is_deep else 0.0
            contacts.pressed[count] = 0.0
        count += 1
    return count


@lane_kernel
def _mean_velocity(lanes: Lanes, slot: int) -> tuple[float, float, float]:
    facts = (slot // LANES) * BLOCK_FACTS + SPEED + slot % LANES
    return lanes.facts[facts], lanes.facts[facts + Y], lanes.facts[facts + Z]


@lane_kernel
def _surface(
    meshes: Meshes, vectors: Floats32, body: int, mesh: int, triangle: int, weights: Floats
) -> tuple[float, float, float]:
    """The mean of one vector at each corner of a triangle, by weights."""
    t = meshes.ranges[mesh, FIRST_TRIANGLE] + triangle
    x = 0.0
    y = 0.0
    z = 0.0
    for k in range(3):
        corner = meshes.triangles[t, k]
        x += weights[k] * vectors[body, corner, 0]
        y += weights[k] * vectors[body, corner, 1]
        z += weights[k] * vectors[body, corner, 2]
    return x, y, z


@lane_kernel
def _first_triangle(
    meshes: Meshes,
    crowd: Crowd,
    body: int,
    mesh: int,
    x: float,
    y: float,
    z: float,
    cx: float,
    cy: float,
    cz: float,
) -> int:
    """A triangle at the particle that is furthest out toward a point, both relative to the centroid."""
    furthest = -1e30
    nearest = 0
    for j in range(meshes.ranges[mesh, PARTICLES]):
        way = (
            (crowd.positions[body, j, 0] - cx) * x
            + (crowd.positions[body, j, 1] - cy) * y
            + (crowd.positions[body, j, 2] - cz) * z
        )
        if way > furthest:
            furthest = way
            nearest = j
    return int(meshes.corners[meshes.ranges[mesh, FIRST_PARTICLE] + nearest])


@lane_kernel
def _pierced(
    meshes: Meshes,
    crowd: Crowd,
    body: int,
    mesh: int,
    start: int,
    x: float,
    y: float,
    z: float,
    cx: float,
    cy: float,
    cz: float,
    weights: Floats,
) -> int:
    """The triangle that a ray from the centroid to a point goes through, or -1; writes the weights there.

    Walks from triangle to triangle across the side that the ray is furthest beyond (visibility walk).
    """
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    triangle = start
    for _ in range(LONGEST_WALK):
        a = crowd.positions[body, meshes.triangles[first + triangle, 0]]
        b = crowd.positions[body, meshes.triangles[first + triangle, 1]]
        c = crowd.positions[body, meshes.triangles[first + triangle, 2]]
        ax, ay, az = a[0] - cx, a[1] - cy, a[2] - cz
        bx, by, bz = b[0] - cx, b[1] - cy, b[2] - cz
        dx, dy, dz = c[0] - cx, c[1] - cy, c[2] - cz
        beyond_ab = x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx)
        beyond_bc = x * (by * dz - bz * dy) + y * (bz * dx - bx * dz) + z * (bx * dy - by * dx)
        beyond_ca = x * (dy * az - dz * ay) + y * (dz * ax - dx * az) + z * (dx * ay - dy * ax)
        least = min(beyond_ab, beyond_bc, beyond_ca)
        if least >= 0.0:
            total = beyond_ab + beyond_bc + beyond_ca
            if total <= TINY:
                return -1
            weights[0] = beyond_bc / total
            weights[1] = beyond_ca / total
            weights[2] = beyond_ab / total
            return triangle
        side = 0 if least == beyond_ab else (1 if least == beyond_bc else 2)
        triangle = meshes.neighbours[first + triangle, side]
    return -1


@lane_kernel
def exchange(lanes: Lanes, scratch: Scratch, contacts: Contacts, first: int, last: int, h: float) -> None:
    """One sweep of impulses over contacts, at the level of velocities, equal and opposite.

    The weights of the point on the triangle along the normal are taken anew in each substep, so that both
    impulses lie on one line and the angular momentum holds.
    """
    for k in range(first, last):
        own = scratch.places[contacts.bodies[k, 1]] - lanes.blocks[contacts.bodies[k, 1], START]
        other = scratch.places[contacts.bodies[k, 3]] - lanes.blocks[contacts.bodies[k, 3], START]
        i, a = contacts.places[k, 0], contacts.places[k, 1]
        b, c = contacts.places[k, 2], contacts.places[k, 3]
        nx, ny, nz = contacts.normals[k, 0], contacts.normals[k, 1], contacts.normals[k, 2]
        wa, wb, wc = contacts.weights[k, 0], contacts.weights[k, 1], contacts.weights[k, 2]
        x = scratch.previous
        ax, ay, az = float(x[a + other]), float(x[a + other + Y]), float(x[a + other + Z])
        rx = x[i + own] - ax + contacts.shifts[k, 0]
        ry = x[i + own + Y] - ay + contacts.shifts[k, 1]
        rz = x[i + own + Z] - az + contacts.shifts[k, 2]
        ux, uy, uz = x[b + other] - ax, x[b + other + Y] - ay, x[b + other + Z] - az
        qx, qy, qz = x[c + other] - ax, x[c + other + Y] - ay, x[c + other + Z] - az
        if contacts.traits[k, 4] == 0.0:
            area = nx * (uy * qz - uz * qy) + ny * (uz * qx - ux * qz) + nz * (ux * qy - uy * qx)
            if area > 1e-6:  # noqa: PLR2004 - seen from the side, the triangle has no inside
                wb = (nx * (ry * qz - rz * qy) + ny * (rz * qx - rx * qz) + nz * (rx * qy - ry * qx)) / area
                wc = (nx * (uy * rz - uz * ry) + ny * (uz * rx - ux * rz) + nz * (ux * ry - uy * rx)) / area
                wb = min(max(wb, LEAST_WEIGHT), MOST_WEIGHT)
                wc = min(max(wc, LEAST_WEIGHT), MOST_WEIGHT)
                wa = 1.0 - wb - wc
            gap = (
                nx * (rx - wb * ux - wc * qx) + ny * (ry - wb * uy - wc * qy) + nz * (rz - wb * uz - wc * qz)
            )
        else:
            gap = contacts.offsets[k] + (
                nx * (rx - contacts.shifts[k, 0] - wb * ux - wc * qx)
                + ny * (ry - contacts.shifts[k, 1] - wb * uy - wc * qy)
                + nz * (rz - contacts.shifts[k, 2] - wb * uz - wc * qz)
            )
        v = lanes.velocities
        sx = v[i] - (wa * v[a] + wb * v[b] + wc * v[c])
        sy = v[i + Y] - (wa * v[a + Y] + wb * v[b + Y] + wc * v[c + Y])
        sz = v[i + Z] - (wa * v[a + Z] + wb * v[b + Z] + wc * v[c + Z])
        speed = nx * sx + ny * sy + nz * sz
        target = min(-gap / h, contacts.traits[k, 3])
        missing = target - speed
        e = scratch.escapes
        if gap < 0.0:
            missing -= nx * (e[i + own] - (wa * e[a + other] + wb * e[b + other] + wc * e[c + other]))
            missing -= ny * (
                e[i + own + Y] - (wa * e[a + other + Y] + wb * e[b + other + Y] + wc * e[c + other + Y])
            )
            missing -= nz * (
                e[i + own + Z] - (wa * e[a + other + Z] + wb * e[b + other + Z] + wc * e[c + other + Z])
            )
        if missing <= 0.0:
            continue
        contacts.pressed[k] += missing
        way_out = min(missing, max(target, 0.0))
        stopping = missing - way_out
        sx, sy, sz = sx - speed * nx, sy - speed * ny, sz - speed * nz
        slip = math.sqrt(sx * sx + sy * sy + sz * sz) + TINY
        grip = min(contacts.traits[k, 0] * stopping / slip, 1.0)
        w, t = contacts.traits[k, 1], contacts.traits[k, 2]
        yielding = w + t * (wa * wa + wb * wb + wc * wc)
        jx = (stopping * nx - grip * sx) / yielding
        jy = (stopping * ny - grip * sy) / yielding
        jz = (stopping * nz - grip * sz) / yielding
        _give(v, i, w, jx, jy, jz)
        _give(v, a, -t * wa, jx, jy, jz)
        _give(v, b, -t * wb, jx, jy, jz)
        _give(v, c, -t * wc, jx, jy, jz)
        if way_out > 0.0:
            jx, jy, jz = way_out * nx / yielding, way_out * ny / yielding, way_out * nz / yielding
            _give(e, i + own, w, jx, jy, jz)
            _give(e, a + other, -t * wa, jx, jy, jz)
            _give(e, b + other, -t * wb, jx, jy, jz)
            _give(e, c + other, -t * wc, jx, jy, jz)


@lane_kernel
def _give(vectors: Floats32, place: int, weight: float, x: float, y: float, z: float) -> None:
    vectors[place] += f32(weight * x)
    vectors[place + Y] += f32(weight * y)
    vectors[place + Z] += f32(weight * z)
