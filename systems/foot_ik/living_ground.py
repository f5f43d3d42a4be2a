"""Soft bodies as ground for feet: where their surfaces are, and what a foot on one goes along with."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.feet_pool import FeetPool
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools, SoftbodyTopology
from systems.kernel import lean_kernel
from systems.softbody.lanes import MESH
from systems.softbody.offsets import BLOCK_FACTS, HIGH, LOW
from systems.softbody.pools import refresh
from systems.softbody.reading import places_in
from systems.softbody.vectors import LANES, lean_lane_kernel

REACH = 300.0
"""How far from the root of a character its feet look for ground, now or where they come down [cm]."""
ON_EDGE = -1e-9
"""Least share of a corner at which a place still belongs to a triangle [1], so that edges have no gaps."""


class Skins(NamedTuple):
    """Surfaces of soft bodies in the world, a row a body; kernels take it whole."""

    entities: Integers
    """Whose they are, shape [body_count]."""
    layers: Integers
    """Bit of each body's layer, shape [body_count]."""
    low: Floats
    """Lower corner of its bounds [cm], shape [body_count, 3]."""
    high: Floats
    """Upper corner of its bounds [cm], shape [body_count, 3]."""
    first_triangle: Integers
    """Row of its first triangle, and one more at the end, shape [body_count + 1]."""
    triangles: Integers
    """Rows of the corners, counter-clockwise seen from outside, shape [triangle_count, 3]."""
    first_corner: Integers
    """Row of its first particle, shape [body_count]."""
    corners: Floats
    """World positions of all particles [cm], shape [corner_count, 3]."""


class SkinHit(NamedTuple):
    """Where a line straight down meets a surface."""

    triangle: int
    """Row of the triangle, or -1 for none."""
    height: float
    """World height [cm]."""
    x: float
    """Unit normal, X."""
    y: float
    """Unit normal, Y."""
    z: float
    """Unit normal, Z."""
    second: float
    """Share of the triangle's second corner in the place [1]."""
    third: float
    """Share of its third corner [1]; the first has what is left."""


def no_skins() -> Skins:
    """The surfaces of a world without soft bodies."""
    nothing = np.zeros((0, 3))
    none, no_triangles = np.zeros(0, dtype=np.int64), np.zeros((0, 3), dtype=np.int64)
    return Skins(none, none, nothing, nothing, np.zeros(1, dtype=np.int64), no_triangles, none, nothing)


def slots_between(pools: SoftbodyPools, left: float, right: float) -> Integers:
    """Slots of the soft bodies that reach between two world X [cm], ascending."""
    refresh(pools)
    slots = np.empty(len(pools.taken), dtype=np.int64)
    return slots[: _reach_between(pools.facts, pools.anchors, pools.taken, left, right, slots)]


@lean_lane_kernel
def _reach_between(
    facts: Floats32, anchors: Floats, taken: Flags, left: float, right: float, slots: Integers
) -> int:
    """Writes the slots of `slots_between`, and returns how many there are."""
    count = 0
    for slot in range(taken.shape[0]):
        f = slot // LANES * BLOCK_FACTS + slot % LANES
        is_near = anchors[slot, 0] + facts[f + LOW] <= right and anchors[slot, 0] + facts[f + HIGH] >= left
        if taken[slot] and is_near:
            slots[count] = slot
            count += 1
    return count


def skins_of(pools: SoftbodyPools, slots: Integers) -> Skins:
    """The surfaces of some soft bodies as they are now."""
    if not len(slots):
        return no_skins()
    corners, _ = places_in(pools, slots)
    meshes = tuple(pools.topologies[mesh] for mesh in pools.blocks[slots // LANES, MESH].tolist())
    first_triangle, triangles, first_corner = _surfaces(meshes)
    return Skins(
        pools.layers[slots, 0],
        pools.layers[slots, 1],
        np.minimum.reduceat(corners, first_corner),
        np.maximum.reduceat(corners, first_corner),
        first_triangle,
        triangles,
        first_corner,
        corners,
    )


@lru_cache(maxsize=8)
def _surfaces(meshes: Sequence[SoftbodyTopology]) -> tuple[Integers, Integers, Integers]:
    """First triangle, triangles and first corner of bodies with these meshes, as of `Skins`."""
    first_corner = np.cumsum([0, *(len(mesh.rest_positions) for mesh in meshes)])[:-1]
    triangles = [mesh.triangles + first for mesh, first in zip(meshes, first_corner, strict=True)]
    return np.cumsum([0, *map(len, triangles)]), np.concatenate(triangles), first_corner


@lean_kernel
def skin_under(
    skins: Skins, mask: int, x: float, y: float, top: float, bottom: float, least_up: float
) -> SkinHit:
    """The highest surface under a place that can be stood on.

    What is steeper than allowed is passed through: a foot sinks into the flank of a slime.

    Args:
        skins: The surfaces.
        mask: Bits of the layers that count.
        x: World X of the place [cm].
        y: World Y of it [cm].
        top: Height from which on surfaces are looked for [cm].
        bottom: Height down to which they are [cm].
        least_up: Least Z of the unit normal of what can be stood on [1].
    """
    best = SkinHit(-1, bottom, 0.0, 0.0, 1.0, 0.0, 0.0)
    for body in range(len(skins.entities)):
        if not is_above(skins, body, mask, x, y):
            continue
        for row in range(skins.first_triangle[body], skins.first_triangle[body + 1]):
            hit = meet_triangle(skins, row, x, y)
            if hit.triangle >= 0 and best.height <= hit.height <= top and hit.z >= least_up:
                best = hit
    return best


@lean_kernel
def is_above(skins: Skins, body: int, mask: int, x: float, y: float) -> bool:
    """Whether a place is within a body's bounds, seen from above, and the body counts."""
    return bool(
        skins.layers[body] & mask
        and skins.low[body, 0] <= x <= skins.high[body, 0]
        and skins.low[body, 1] <= y <= skins.high[body, 1]
    )


@lean_kernel
def meet_triangle(skins: Skins, row: int, x: float, y: float) -> SkinHit:
    """Where a vertical line meets a triangle that looks up."""
    a, b, c = skins.triangles[row, 0], skins.triangles[row, 1], skins.triangles[row, 2]
    p = skins.corners
    bx, by, bz = p[b, 0] - p[a, 0], p[b, 1] - p[a, 1], p[b, 2] - p[a, 2]
    cx, cy, cz = p[c, 0] - p[a, 0], p[c, 1] - p[a, 1], p[c, 2] - p[a, 2]
    wx, wy = x - p[a, 0], y - p[a, 1]
    area = bx * cy - by * cx
    if not area > 0.0:
        return SkinHit(-1, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    second, third = (wx * cy - wy * cx) / area, (bx * wy - by * wx) / area
    if second < ON_EDGE or third < ON_EDGE or second + third > 1.0 - ON_EDGE:
        return SkinHit(-1, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    nx, ny = by * cz - bz * cy, bz * cx - bx * cz
    size = math.sqrt(nx * nx + ny * ny + area * area)
    height = p[a, 2] + second * bz + third * cz
    return SkinHit(row, height, nx / size, ny / size, area / size, second, third)


class Footholds(NamedTuple):
    """Which material points of soft bodies feet stand on, a row a foot."""

    bodies: Integers
    """The body, an entity, or -1, shape [foot_count]."""
    particles: Integers
    """Particles at the corners of its triangle, shape [foot_count, 3]."""
    shares: Floats
    """Share of each corner in the place, summing to 1, shape [foot_count, 3]."""
    places: Floats
    """World position of the place when it was last looked at [cm], shape [foot_count, 3]."""
    carried: Floats
    """How far it has gone since [cm], shape [foot_count, 3]."""


def footholds_of(pool: FeetPool) -> Footholds:
    """Those of the feet of a pool."""
    return Footholds(pool.body, pool.particles, pool.shares, pool.foothold, pool.carried)


def carry_footholds(footholds: Footholds, bodies: Mapping[int, SoftbodyParticles]) -> None:
    """Says how far the places that feet stand on have gone since they were looked at.

    A place keeps its shares of the corners, so it goes along with whatever the body does: rolls, is carried,
    is dented. A body that is gone, or that has been given another mesh, leaves its feet where they are.

    Args:
        footholds: Where they were; `carried` is written.
        bodies: Soft bodies by entity.
    """
    footholds.carried[:] = 0.0
    for foot in np.flatnonzero(footholds.bodies >= 0).tolist():
        body = bodies.get(int(footholds.bodies[foot]))
        corners, shares = footholds.particles[foot], footholds.shares[foot]
        if body is not None and corners.max() < len(body.topology.rest_positions):
            pools, slot = body.pools, body.slot
            places = pools.lane(pools.positions, slot)[corners] + pools.anchors[slot]
            place = (shares[:, None] * places).sum(axis=0)
            footholds.carried[foot] = place - footholds.places[foot]
