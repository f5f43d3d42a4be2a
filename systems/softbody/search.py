"""Which planes the particles of soft bodies may meet in a tick."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32, aligned_zeros
from systems.softbody.lanes import (
    MATERIAL_ROWS,
    MESH,
    PLANE_ROWS,
    ROW,
    START,
    Lanes,
    Material,
    Plane,
    Planes,
    Y,
    Z,
)
from systems.softbody.measure import BLOCK_FACTS, FASTEST, HIGH, LOW
from systems.softbody.obstacles import Near, near_obstacles
from systems.softbody.planes import (
    BOX,
    FAR,
    SWALLOWED,
    Obstacles,
    box_plane,
    distance_bound,
    separating_plane,
    way_out_plane,
)
from systems.softbody.swallowed import is_swallowed
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import (
    LANES,
    below,
    bits_of,
    larger,
    lean_lane_kernel,
    load,
    spread,
    store,
)

f32 = np.float32
MOST_PLANES = 4
"""Planes that one particle may have; of more, the nearest ahead count."""
MARGIN = 4.0
"""How far what moves a particle within a tick may take it beyond where it seems to go [cm]."""
SURPRISE = 0.5
"""And how far more, as a share of the way of the body's fastest particle [1]."""
SKIN = 1e-4
"""How far outside a particle is held, so that rounding never puts it inside [cm]."""
NOWHERE = -1e9
"""Offset of a plane that nothing can reach [cm]."""
FILTERED = 16
"""Obstacles near a body that its particles are sifted for, all lanes at once; for more, one by one."""
ROUNDING = 1e-6
"""Slack of what is sifted, as a share of how far away it is [1]; twice what float32 rounds."""
BLOCK_MATERIALS = MATERIAL_ROWS * LANES
WEIGHT = int(Material.WEIGHT) * LANES
BLOCK_PLANES = PLANE_ROWS * LANES
OFFSET = int(Plane.OFFSET) * LANES
VELOCITY = int(Plane.VELOCITY) * LANES
FRICTION = int(Plane.FRICTION) * LANES
SHARED = int(Plane.SHARED) * LANES


class Bodies(NamedTuple):
    """What is to be known of bodies besides their particles, by slot."""

    anchors: Floats
    """World positions of the anchors [cm], shape [slot_count, 3]."""
    masses: Floats
    """Masses [kg], shape [slot_count]."""
    frictions: Floats
    """Coulomb friction coefficients [1], shape [slot_count]."""
    layers: Integers
    """Entity, bit of its layer, and bits of the layers it meets, shape [slot_count, 3]."""
    taken: Flags
    """Which slots hold a body, shape [slot_count]."""
    quiet: Integers
    """Ticks for which each body has hardly moved; -1 while it is asleep, changed; shape [slot_count]."""
    near_moving: Flags
    """Whether an obstacle near the body moves, changed, shape [slot_count]."""
    near_solid: Flags
    """Whether an entity is near the body, changed, shape [slot_count]."""


class Drafts(NamedTuple):
    """Room for what is found of one body and of one block."""

    found: Floats
    """Planes of each particle: normal (3), offset, velocity (3), friction, urgency, kind; shape
    [particle_room, MOST_PLANES, 10]."""
    counts: Integers
    """How many each particle has, shape [particle_room]."""
    rows: Integers
    """Row of a block's planes for each plane of a particle, or -1; shape [particle_room * MOST_PLANES]."""
    sieve: Integers
    """Bits of the lanes whose particle is near one of the first obstacles, shape [FILTERED,
    particle_room]."""
    obstacle_counts: Integers
    """Obstacles near each body of a block, shape [LANES]."""
    walls: Floats32
    """Where particles are near an obstacle: lower (3) and upper corner (3) of a box for each lane, relative
    to its anchor, obstacle after obstacle."""
    around: Floats
    """See `near_obstacles`, and the heart of a solid, see `is_swallowed`; shape [4, 3]."""


@lru_cache(maxsize=4)
def room_for_drafts(particle_room: int) -> Drafts:
    """Room that is used again in every tick."""
    return Drafts(
        np.zeros((particle_room, MOST_PLANES, 10)),
        np.zeros(particle_room, dtype=np.int64),
        np.full(particle_room * MOST_PLANES, -1, dtype=np.int64),
        np.zeros((FILTERED, particle_room), dtype=np.int64),
        np.zeros(LANES, dtype=np.int64),
        aligned_zeros(FILTERED * 6 * LANES),
        np.zeros((4, 3)),
    )


@lean_lane_kernel
def find_planes(
    lanes: Lanes,
    meshes: Meshes,
    planes: Planes,
    bodies: Bodies,
    obstacles: Obstacles,
    near: Near,
    drafts: Drafts,
    gravity: Floats,
    dt: float,
) -> None:
    """Finds the planes of all awake bodies, and wakes bodies near entities or what moves.

    Args:
        lanes: All blocks, measured; the weights of all bodies are set.
        meshes: Tables of the meshes.
        planes: Receives the planes.
        bodies: What else there is to know of the bodies; some are woken.
        obstacles: What is solid.
        near: Room.
        drafts: Room.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    fall = dt * dt * math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
    for block in range(lanes.blocks.shape[0]):
        planes.counts[block] = 0
        count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
        most = 0
        for lane in range(LANES):
            slot = block * LANES + lane
            found = _look_around(lanes, meshes, bodies, obstacles, near, drafts, slot, fall, dt)
            drafts.obstacle_counts[lane] = found
            most = max(most, found)
        if most == 0:
            continue
        _put_up_walls(lanes, bodies, near, drafts, block, min(most, FILTERED), fall, dt)
        _filter(lanes, drafts, block, count, min(most, FILTERED))
        for lane in range(LANES):
            if drafts.obstacle_counts[lane] > 0:
                _find_of_body(lanes, bodies, obstacles, near, drafts, block, lane, count, gravity, dt)
                _write_all(planes, drafts, block, lane, count)
        _put_in_order(planes, drafts.rows, block, count)


@lean_lane_kernel
def _look_around(
    lanes: Lanes,
    meshes: Meshes,
    bodies: Bodies,
    obstacles: Obstacles,
    near: Near,
    drafts: Drafts,
    slot: int,
    fall: float,
    dt: float,
) -> int:
    """Finds the obstacles near a body, if it is awake or they wake it, and returns how many there are."""
    block, lane = slot // LANES, slot % LANES
    bodies.near_moving[slot] = bodies.near_solid[slot] = False
    lanes.materials[block * BLOCK_MATERIALS + WEIGHT + lane] = f32(0.0)
    if not bodies.taken[slot]:
        return 0
    is_asleep = bodies.quiet[slot] < 0
    reach = MARGIN if is_asleep else _margin(lanes, slot, fall, dt)[1]
    facts = block * BLOCK_FACTS + lane
    for axis in range(3):
        anchor = bodies.anchors[slot, axis]
        drafts.around[0, axis] = anchor + lanes.facts[facts + LOW + axis * LANES] - reach
        drafts.around[1, axis] = anchor + lanes.facts[facts + HIGH + axis * LANES] + reach
        drafts.around[2, axis] = anchor + lanes.facts[facts + axis * LANES]
    count = near_obstacles(obstacles, drafts.around, bodies.layers[slot], dt, near, lane)
    for k in range(count):
        traits, kind = near.traits[lane, k], near.kinds[lane, k]
        traits[SWALLOWED] = 0.0
        if kind < 0:
            bodies.near_solid[slot] = True
            solid = obstacles.solids[-1 - kind]
            origin, around, heart = bodies.anchors[slot], drafts.around, drafts.around[3]
            if is_swallowed(lanes, meshes, slot, origin, around, solid, heart):
                traits[SWALLOWED] = 1.0
        if traits[1] != 0.0 or traits[2] != 0.0 or traits[3] != 0.0:
            bodies.near_moving[slot] = True
    if is_asleep and not (bodies.near_solid[slot] or bodies.near_moving[slot]):
        return 0
    bodies.quiet[slot] = max(bodies.quiet[slot], 0)
    lanes.materials[block * BLOCK_MATERIALS + WEIGHT + lane] = f32(1.0)
    return count


@lean_lane_kernel
def _margin(lanes: Lanes, slot: int, fall: float, dt: float) -> tuple[float, float]:
    """How far beyond its way a particle may get, and how far any of the body may get in all [cm]."""
    facts = (slot // LANES) * BLOCK_FACTS + slot % LANES
    fastest = dt * math.sqrt(lanes.facts[facts + FASTEST])
    margin = MARGIN + SURPRISE * (fastest + fall)
    return margin, margin + fastest + fall


@lean_lane_kernel
def _put_up_walls(
    lanes: Lanes,
    bodies: Bodies,
    near: Near,
    drafts: Drafts,
    block: int,
    most: int,
    fall: float,
    dt: float,
) -> None:
    """Writes for each obstacle of each lane the box outside which particles are too far from it."""
    for lane in range(LANES):
        slot = block * LANES + lane
        reach = _margin(lanes, slot, fall, dt)[1]
        for k in range(most):
            traits = near.traits[lane, k]
            travel = dt * math.sqrt(traits[1] * traits[1] + traits[2] * traits[2] + traits[3] * traits[3])
            for axis in range(3):
                wall = (k * 6 + axis) * LANES + lane
                if k < drafts.obstacle_counts[lane] and traits[SWALLOWED] > 0.0:
                    drafts.walls[wall], drafts.walls[wall + 3 * LANES] = -math.inf, math.inf
                elif k < drafts.obstacle_counts[lane]:
                    here = bodies.anchors[slot, axis] + dt * traits[1 + axis]
                    low, high = traits[4 + axis] - here, traits[7 + axis] - here
                    drafts.walls[wall] = low - reach - travel - ROUNDING * (1.0 + abs(low))
                    drafts.walls[wall + 3 * LANES] = high + reach + travel + ROUNDING * (1.0 + abs(high))
                else:
                    drafts.walls[wall] = drafts.walls[wall + 3 * LANES] = math.inf


@lean_lane_kernel
def _filter(lanes: Lanes, drafts: Drafts, block: int, count: int, most: int) -> None:
    """Notes which particles may be near the first obstacles of each lane."""
    base = lanes.blocks[block, START]
    nothing = spread(f32(0.0))
    for k in range(most):
        w = k * 6 * LANES
        for i in range(count):
            a = base + i * ROW
            x = load(lanes.positions, a)
            y = load(lanes.positions, a + Y)
            z = load(lanes.positions, a + Z)
            beside = larger(load(drafts.walls, w) - x, x - load(drafts.walls, w + 3 * LANES))
            behind = larger(load(drafts.walls, w + Y) - y, y - load(drafts.walls, w + 4 * LANES))
            beyond = larger(load(drafts.walls, w + Z) - z, z - load(drafts.walls, w + 5 * LANES))
            drafts.sieve[k, i] = bits_of(below(larger(larger(beside, behind), beyond), nothing))


@lean_lane_kernel
def _find_of_body(
    lanes: Lanes,
    bodies: Bodies,
    obstacles: Obstacles,
    near: Near,
    drafts: Drafts,
    block: int,
    lane: int,
    count: int,
    gravity: Floats,
    dt: float,
) -> None:
    """Drafts the planes of one body, obstacle by obstacle."""
    slot = block * LANES + lane
    fall = dt * dt * math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
    margin, _ = _margin(lanes, slot, fall, dt)
    base = lanes.blocks[block, START] + lane
    for k in range(drafts.obstacle_counts[lane]):
        traits = near.traits[lane, k]
        for i in range(count):
            if k >= FILTERED or (drafts.sieve[k, i] >> lane) & 1:
                _draft(
                    lanes,
                    obstacles,
                    near.kinds[lane, k],
                    traits,
                    drafts,
                    bodies.anchors[slot],
                    bodies.frictions[slot],
                    base + i * ROW,
                    i,
                    margin,
                    gravity,
                    dt,
                )


@lean_lane_kernel
def _draft(
    lanes: Lanes,
    obstacles: Obstacles,
    kind: int,
    traits: Floats,
    drafts: Drafts,
    anchor: Floats,
    friction: float,
    a: int,
    i: int,
    margin: float,
    gravity: Floats,
    dt: float,
) -> None:
    """Drafts the plane of one obstacle for one particle, if it may cross it within the tick."""
    px, py, pz = float(lanes.positions[a]), float(lanes.positions[a + Y]), float(lanes.positions[a + Z])
    x = anchor[0] + dt * traits[1] + px
    y = anchor[1] + dt * traits[2] + py
    z = anchor[2] + dt * traits[3] + pz
    dx = dt * (lanes.velocities[a] - traits[1]) + dt * dt * gravity[0]
    dy = dt * (lanes.velocities[a + Y] - traits[2]) + dt * dt * gravity[1]
    dz = dt * (lanes.velocities[a + Z] - traits[3]) + dt * dt * gravity[2]
    reach = margin + math.sqrt(dx * dx + dy * dy + dz * dz)
    gap, nx, ny, nz = _plane_of(obstacles, kind, traits, x, y, z, dx, dy, dz, reach)
    if gap > reach:
        return
    urgency = gap + min(0.0, nx * dx + ny * dy + nz * dz)
    j = _place_for(drafts, i, urgency)
    if j < 0:
        return
    plane = drafts.found[i, j]
    plane[0], plane[1], plane[2] = nx, ny, nz
    plane[3] = nx * px + ny * py + nz * pz - gap + SKIN
    plane[4], plane[5], plane[6] = traits[1], traits[2], traits[3]
    plane[7], plane[8], plane[9] = math.sqrt(friction * traits[0]), urgency, float(kind)


@lean_lane_kernel
def _plane_of(
    obstacles: Obstacles,
    kind: int,
    traits: Floats,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    reach: float,
) -> tuple[float, float, float, float]:
    """What `separating_plane` gives, as fast as may be; all of a body leaves at once what it swallowed."""
    if traits[SWALLOWED] > 0.0:
        return way_out_plane(traits, x, y, z)
    bound = distance_bound(traits, x, y, z)
    if bound > reach:
        return FAR, 0.0, 0.0, 1.0
    if bound > 0.0 and traits[BOX] > 0.0:
        return box_plane(traits, x, y, z, dx, dy, dz, reach)
    return separating_plane(obstacles, kind, traits, x, y, z, dx, dy, dz, reach)


@lean_lane_kernel
def _place_for(drafts: Drafts, i: int, urgency: float) -> int:
    """Where a plane of this urgency goes among those of a particle; -1 where all there are more urgent."""
    count = drafts.counts[i]
    if count < MOST_PLANES:
        drafts.counts[i] = count + 1
        return int(count)
    last = 0
    for j in range(1, MOST_PLANES):
        if drafts.found[i, j, 8] > drafts.found[i, last, 8]:
            last = j
    return last if drafts.found[i, last, 8] > urgency else -1


@lean_lane_kernel
def _write_all(planes: Planes, drafts: Drafts, block: int, lane: int, count: int) -> None:
    """Takes over what was drafted for one lane, and makes room for the next."""
    for i in range(count):
        for j in range(drafts.counts[i]):
            _write(planes, drafts.rows, drafts.found[i, j], block, lane, i, j, drafts.counts[i] > 1)
        drafts.counts[i] = 0


@lean_lane_kernel
def _write(
    planes: Planes, rows: Integers, plane: Floats, block: int, lane: int, i: int, j: int, is_shared: bool
) -> None:
    """Puts one lane's plane into the row that its block has for the particle's j-th plane."""
    place = i * MOST_PLANES + j
    room = planes.order.shape[1]
    if rows[place] < 0:
        rows[place] = planes.counts[block]
        planes.counts[block] += 1
        first = (block * room + rows[place]) * BLOCK_PLANES
        for k in range(PLANE_ROWS):
            store(planes.rows, first + k * LANES, spread(f32(0.0)))
        store(planes.rows, first + OFFSET, spread(f32(NOWHERE)))
        planes.particles[block, rows[place]] = i
        planes.shared[block, rows[place]] = 0
    row = (block * room + rows[place]) * BLOCK_PLANES + lane
    for axis in range(3):
        planes.rows[row + axis * LANES] = plane[axis]
        planes.rows[row + VELOCITY + axis * LANES] = plane[4 + axis]
    planes.rows[row + OFFSET] = plane[3]
    planes.rows[row + FRICTION] = plane[7]
    planes.kinds[block, rows[place], lane] = int(plane[9])
    if is_shared:
        planes.rows[row + SHARED] = f32(1.0)
        planes.shared[block, rows[place]] = 1


@lean_lane_kernel
def _put_in_order(planes: Planes, rows: Integers, block: int, count: int) -> None:
    """Lists a block's planes by particle, so that no lane notices which others are there."""
    entry = 0
    for place in range(count * MOST_PLANES):
        if rows[place] >= 0:
            planes.order[block, entry] = rows[place]
            rows[place] = -1
            entry += 1
