"""Slimes near slimes: who may touch whom within a tick, and their particles one after the other."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Floats32, SoftbodyPools
from systems.softbody.bodies import Bodies
from systems.softbody.lanes import MESH, ROW, START, Fact, Lanes, Material
from systems.softbody.pools import facts, materials
from systems.softbody.sieve import MARGIN
from systems.softbody.tables import FIRST_TRIANGLE, PARTICLES, TRIANGLES, Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

f32 = np.float32
PAIR_ROOM = 12
"""Pairs there is room for at first, for each body."""
CENTRE, MEAN, PACE, RUB, ESCAPE, EXTENT, LIGHTNESS, ANCHOR = (
    0, 3, 12, 13, 14, 15, 16, 17,
)  # fmt: skip
"""Columns of `Crowd.numbers`."""


class Crowd(NamedTuple):
    """Room for bodies that may touch others, gathered one after the other; all relative to their anchors."""

    slots: Integers
    """Slot of each body, shape [body_room]."""
    rows: Integers
    """Row of each among all bodies, shape [body_room]."""
    meshes: Integers
    """Mesh of each, shape [body_room]."""
    positions: Floats32
    """Positions [cm], shape [body_room, particle_room, 3]."""
    velocities: Floats32
    """Velocities [cm/s], shape [body_room, particle_room, 3]."""
    normals: Floats32
    """Unit normals of the surface, shape [body_room, particle_room, 3]."""
    numbers: Floats
    """Of each body: centroid (3) [cm], its velocity (3) [cm/s], lower (3) and upper corner (3) of its bounds
    [cm], fastest speed of a particle against the centroid [cm/s], friction [1], fastest way out [cm/s],
    distance of its furthest particle from the centroid [cm], inverse mass of a particle [1/kg], and anchor
    (3) [cm]; shape [body_room, 20]."""


def near_pairs(pools: SoftbodyPools, bodies: Bodies, slots: Integers, dt: float) -> Integers:
    """Pairs of rows of `slots` whose bounding spheres meet within the tick, shape [pair_count, 2].

    Only bodies whose layers agree make a pair, and at least one must be awake.
    """
    table = facts(pools)[slots // LANES, :, slots % LANES].astype(np.float64)
    centres = bodies.anchors[slots] + table[:, Fact.X : Fact.X + 3]
    reaches = np.sqrt(table[:, Fact.RADIUS]) + dt * np.sqrt(table[:, Fact.FASTEST]) + MARGIN
    order = np.argsort(centres[:, 0] - reaches, kind="stable")
    traits = np.empty((len(slots), 3), dtype=np.int64)
    traits[:, :2], traits[:, 2] = bodies.layers[slots, 1:], bodies.quiet[slots] >= 0
    pairs = np.empty((PAIR_ROOM * len(slots), 2), dtype=np.int64)
    count = sweep(centres, reaches, traits, order, pairs)
    if count > len(pairs):
        pairs = np.empty((count, 2), dtype=np.int64)
        sweep(centres, reaches, traits, order, pairs)
    return pairs[:count]


@lean_lane_kernel
def sweep(centres: Floats, reaches: Floats, traits: Integers, order: Integers, pairs: Integers) -> int:
    """Writes pairs of spheres that meet and returns how many there are (sort and sweep, Baraff 1992).

    Args:
        centres: Their centres [cm], shape [count, 3].
        reaches: Their radii [cm], shape [count].
        traits: Bit of the layer, bits of the layers it meets, and 1 where it is awake; shape [count, 3].
        order: Rows by ascending lower end along X, shape [count].
        pairs: Receives rows, the lesser first, shape [room, 2].
    """
    count = 0
    for place in range(order.shape[0]):
        i = order[place]
        for later in range(place + 1, order.shape[0]):
            j = order[later]
            if centres[j, 0] - reaches[j] > centres[i, 0] + reaches[i]:
                break
            if not (traits[i, 0] & traits[j, 1] and traits[j, 0] & traits[i, 1]):
                continue
            square = 0.0
            for axis in range(3):
                way = centres[i, axis] - centres[j, axis]
                square += way * way
            reach = reaches[i] + reaches[j]
            if square < reach * reach and traits[i, 2] + traits[j, 2] > 0:
                if count < pairs.shape[0]:
                    pairs[count, 0] = min(i, j)
                    pairs[count, 1] = max(i, j)
                count += 1
    return count


NO_PAIRS = np.zeros((0, 2), dtype=np.int64)


@lru_cache(maxsize=4)
def room_for_crowd(body_count: int, particle_room: int) -> Crowd:
    """Room that is used again in every tick."""
    slots, rows, meshes = (np.zeros(body_count, dtype=np.int64) for _ in range(3))
    x, v, normals = (np.empty((body_count, particle_room, 3), f32) for _ in range(3))
    return Crowd(slots, rows, meshes, x, v, normals, np.zeros((body_count, 20)))


def describe(crowd: Crowd, pools: SoftbodyPools, bodies: Bodies, slots: Integers, rows: Integers) -> None:
    """Writes all that there is to know of some bodies, by their rows, but their particles."""
    count, slots = len(rows), slots[rows]
    blocks, lanes = slots // LANES, slots % LANES
    crowd.slots[:count], crowd.rows[:count], crowd.meshes[:count] = slots, rows, pools.blocks[blocks, MESH]
    numbers = crowd.numbers[:count]
    numbers[:, :16] = facts(pools)[blocks, :16, lanes]
    numbers[:, EXTENT] = np.sqrt(numbers[:, EXTENT])
    numbers[:, RUB] = bodies.frictions[slots]
    numbers[:, ESCAPE] = materials(pools)[blocks, Material.DEPENETRATION, lanes]
    particle_counts = np.array([len(topology.rest_positions) for topology in pools.topologies])
    numbers[:, LIGHTNESS] = particle_counts[crowd.meshes[:count]] / bodies.masses[slots]
    numbers[:, ANCHOR : ANCHOR + 3] = bodies.anchors[slots]


@lean_lane_kernel
def gather(lanes: Lanes, meshes: Meshes, crowd: Crowd, n: int) -> None:
    """Copies a body out of its block and computes the normals of its surface."""
    slot = crowd.slots[n]
    base = lanes.blocks[slot // LANES, START] + slot % LANES
    mesh = lanes.blocks[slot // LANES, MESH]
    count = meshes.ranges[mesh, PARTICLES]
    x, v, normals = crowd.positions[n], crowd.velocities[n], crowd.normals[n]
    mean = crowd.numbers[n, MEAN : MEAN + 3]
    fastest = 0.0
    for i in range(count):
        for axis in range(3):
            a = base + i * ROW + axis * LANES
            x[i, axis] = lanes.positions[a]
            v[i, axis] = lanes.velocities[a]
            normals[i, axis] = f32(0.0)
        vx, vy, vz = v[i, 0] - mean[0], v[i, 1] - mean[1], v[i, 2] - mean[2]
        fastest = max(fastest, vx * vx + vy * vy + vz * vz)
    crowd.numbers[n, PACE] = math.sqrt(fastest)
    first = meshes.ranges[mesh, FIRST_TRIANGLE]
    for t in range(first, first + meshes.ranges[mesh, TRIANGLES]):
        a, b, c = meshes.triangles[t, 0], meshes.triangles[t, 1], meshes.triangles[t, 2]
        ux, uy, uz = x[b, 0] - x[a, 0], x[b, 1] - x[a, 1], x[b, 2] - x[a, 2]
        wx, wy, wz = x[c, 0] - x[a, 0], x[c, 1] - x[a, 1], x[c, 2] - x[a, 2]
        nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
        for k in range(3):
            normal = normals[meshes.triangles[t, k]]
            normal[0] += nx
            normal[1] += ny
            normal[2] += nz
    for i in range(count):
        normal = normals[i]
        size = math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2])
        scale = f32(1.0 / max(np.float64(size), 1e-30))
        for axis in range(3):
            normal[axis] *= scale
