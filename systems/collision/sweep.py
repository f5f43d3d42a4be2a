"""Spheres and capsules on the move: time of impact, overlap and the way out.

A capsule is the set of points within a radius of a segment, its core; a sphere is a capsule whose core is
a point. The distance between a moving core and a prism is a convex function of time, so Newton's method
started before the impact approaches it from below and never passes it.
"""

import math

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.collision.distance import FAR, distance, segment_distance
from systems.kernel import kernel

CLOSE_ENOUGH = 1e-7
"""Gap at which a moving capsule has arrived [cm]."""
GRAZE = 2e-7
"""How deep a capsule may brush a surface and not be stopped [cm], so that no seam of a floor catches it."""
NEWTON_STEPS = 48
"""Newton steps at most; a face takes one, a corner about five, a grazing pass more."""
SAME_PLACE = 1e-6
"""How far a contact point may lie from a face that it belongs to [cm]."""


@kernel
def is_open(terrain: TerrainArrays, motion: MotionArrays, prism: int, feet: float, dt: float) -> bool:
    """Whether a one-way prism lets something pass whose lowest point was at height `feet` [cm].

    It is solid for what was above it before it rose during this tick.
    """
    p = terrain.prisms[prism]
    if not p.one_way:
        return False
    top = p.z_max
    if p.platform >= 0:
        top += motion.offset[p.platform, 2] - max(motion.velocity[p.platform, 2], 0.0) * dt
    return bool(feet < top - 0.1)


@kernel
def time_of_impact(
    terrain: TerrainArrays,
    motion: MotionArrays,
    prism: int,
    start: Floats,
    along: Floats,
    radius: float,
    way: Floats,
    in_lane: bool,
) -> tuple[float, float, float, float, float]:
    """When a moving capsule first touches a prism that is in its way.

    Newton's method finds the touch, then goes on to see whether the capsule would sink in.

    Returns:
        Share of the way in [0, 1] (2 for a miss), unit normal there, and the place on the core [0, 1]. What
        already touches is hit at once, unless it moves away or along the surface.
    """
    time = 0.0
    touched = False
    touch, touch_x, touch_y, touch_z, touch_place = 2.0, 0.0, 0.0, 1.0, 0.0
    for _ in range(NEWTON_STEPS):
        d, nx, ny, nz, place = segment_distance(
            terrain,
            motion,
            prism,
            start[0] + time * way[0],
            start[1] + time * way[1],
            start[2] + time * way[2],
            along[0],
            along[1],
            along[2],
            in_lane,
        )
        approach = -(nx * way[0] + ny * way[1] + nz * way[2])
        if d >= FAR or approach <= 0.0:
            break
        gap = d - radius
        if not touched and gap <= CLOSE_ENOUGH:
            touched = True
            touch, touch_x, touch_y, touch_z, touch_place = time, nx, ny, nz, place
        if touched and gap <= -GRAZE:
            return touch, touch_x, touch_y, touch_z, touch_place
        time += (gap + 2.0 * GRAZE if touched else gap) / approach
        if time > (2.0 if touched else 1.0):
            break
    return 2.0, 0.0, 0.0, 1.0, 0.0


@kernel
def sweep_capsule(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Floats,
    along: Floats,
    radius: float,
    way: Floats,
    layer_mask: int,
    in_lane: bool,
    feet: float,
    dt: float,
    result: Floats,
) -> int:
    """First prism that a moving capsule touches, or -1.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        start: World position of the core's start [cm], shape [3].
        along: From the core's start to its end [cm], shape [3].
        radius: Radius [cm].
        way: Displacement [cm], shape [3].
        layer_mask: Layers that count.
        in_lane: Whether prisms in this lane of depth count as endless in Y.
        feet: Height of the lowest point before this tick [cm]; one-way prisms above it are open.
        dt: Length of the tick [s], in which platforms moved.
        result: Receives share of the way, unit normal of the contact, contact point [cm], and unit normal
            of the face there that faces up most, shape [10].
    """
    found = np.empty(terrain.prisms.shape[0], np.int64)
    near = near_swept(terrain, motion, start, along, radius, way, layer_mask, found)
    best = -1
    result[0] = 1.0
    for i in range(near):
        p = found[i]
        if is_open(terrain, motion, p, feet, dt):
            continue
        time, nx, ny, nz, place = time_of_impact(terrain, motion, p, start, along, radius, way, in_lane)
        if time < result[0] or (best < 0 and time <= 1.0):
            best = p
            result[0] = time
            result[1], result[2], result[3] = nx, ny, nz
            for k in range(3):
                result[4 + k] = start[k] + time * way[k] + place * along[k]
    if best >= 0:
        _contact_at(terrain, motion, best, in_lane, result)
        _face_at(terrain, motion, best, result)
    return best


@kernel
def _contact_at(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, in_lane: bool, result: Floats
) -> None:
    """Moves the contact point from the core onto the surface, which may be nearer than the radius."""
    d, _, _, _ = distance(terrain, motion, prism, result[4], result[5], result[6], in_lane)
    for k in range(3):
        result[4 + k] -= d * result[1 + k]


@kernel
def _face_at(terrain: TerrainArrays, motion: MotionArrays, prism: int, result: Floats) -> None:
    p = terrain.prisms[prism]
    x, z = result[4], result[6]
    if p.platform >= 0:
        x -= motion.offset[p.platform, 0]
        z -= motion.offset[p.platform, 2]
    result[7], result[8], result[9] = result[1], result[2], result[3]
    highest = -2.0
    for e in range(p.first_edge, p.first_edge + p.edge_count):
        edge = terrain.edges[e]
        if not edge.visible:
            continue
        height = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        along = (x - edge.x) * edge.direction_x + (z - edge.z) * edge.direction_z
        off = max(-along, along - edge.length, math.fabs(height))
        if off < SAME_PLACE * (1.0 + math.fabs(x)) and edge.normal_z > highest:
            highest = edge.normal_z
            result[7], result[8], result[9] = edge.normal_x, 0.0, edge.normal_z


@kernel
def near_swept(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Floats,
    along: Floats,
    radius: float,
    way: Floats,
    layer_mask: int,
    found: Integers,
) -> int:
    """Prisms whose bounds touch those of a moving capsule; see near_prisms."""
    low = np.empty(3)
    high = np.empty(3)
    for k in range(3):
        low[k] = start[k] + min(along[k], 0.0) + min(way[k], 0.0) - radius
        high[k] = start[k] + max(along[k], 0.0) + max(way[k], 0.0) + radius
    return near_prisms(terrain, motion, low[0], high[0], low[1], high[1], low[2], high[2], layer_mask, found)


@kernel
def push_out(
    terrain: TerrainArrays,
    motion: MotionArrays,
    start: Floats,
    along: Floats,
    radius: float,
    layer_mask: int,
    in_lane: bool,
    feet: float,
    dt: float,
    rounds: int,
) -> int:
    """Moves a capsule's core out of everything it overlaps, deepest first, and says whether it ended up free.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        start: World position of the core's start [cm], changed in place, shape [3].
        along: From the core's start to its end [cm], shape [3].
        radius: Radius [cm].
        layer_mask: Layers that count.
        in_lane: Whether prisms in this lane of depth count as endless in Y.
        feet: Height of the lowest point before this tick [cm]; one-way prisms above it are open.
        dt: Length of the tick [s], in which platforms moved.
        rounds: Moves at most.

    Returns:
        How many rounds it took; equal to `rounds` when it is still stuck.
    """
    found = np.empty(terrain.prisms.shape[0], np.int64)
    still = np.zeros(3)
    for turn in range(rounds):
        near = near_swept(terrain, motion, start, along, radius, still, layer_mask, found)
        deepest = -CLOSE_ENOUGH
        out_x, out_y, out_z = 0.0, 0.0, 0.0
        for i in range(near):
            if is_open(terrain, motion, found[i], feet, dt):
                continue
            d, nx, ny, nz, _ = segment_distance(
                terrain,
                motion,
                found[i],
                start[0],
                start[1],
                start[2],
                along[0],
                along[1],
                along[2],
                in_lane,
            )
            if d - radius < deepest:
                deepest = d - radius
                out_x, out_y, out_z = nx, ny, nz
        if deepest == -CLOSE_ENOUGH:
            return turn
        start[0] -= deepest * out_x
        start[1] -= deepest * out_y
        start[2] -= deepest * out_z
    return rounds
