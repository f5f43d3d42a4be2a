"""Which planes the particles of soft bodies may meet in a tick."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.softbody.lanes import MESH, PLANE_ROWS, ROW, START, Lanes, Plane, Planes, Y, Z
from systems.softbody.measure import BLOCK_FACTS, FASTEST, HIGH, LOW
from systems.softbody.obstacles import near_obstacles
from systems.softbody.planes import BOX, Obstacles, box_plane, distance_bound, separating_plane
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import LANES, lane_kernel

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
BLOCK_PLANES = PLANE_ROWS * LANES
OFFSET = int(Plane.OFFSET) * LANES
VELOCITY = int(Plane.VELOCITY) * LANES
FRICTION = int(Plane.FRICTION) * LANES
SHARED = int(Plane.SHARED) * LANES


class Bodies(NamedTuple):
    """What the search needs to know of bodies besides their particles, by slot."""

    anchors: Floats
    """World positions of the anchors [cm], shape [slot_count, 3]."""
    frictions: Floats
    """Coulomb friction coefficients [1], shape [slot_count]."""
    layers: Integers
    """Entity, bit of its layer, and bits of the layers it meets, shape [slot_count, 3]."""
    awake: Flags
    """Which slots hold a body that is to be moved, shape [slot_count]."""


@lane_kernel
def find_planes(
    lanes: Lanes,
    meshes: Meshes,
    planes: Planes,
    bodies: Bodies,
    obstacles: Obstacles,
    touches_moving: Flags,
    gravity: Floats,
    dt: float,
) -> None:
    """Finds the planes of all awake bodies.

    Args:
        lanes: All blocks, measured.
        meshes: Tables of the meshes.
        planes: Receives the planes.
        bodies: What else there is to know of the bodies.
        obstacles: What is solid.
        touches_moving: Receives whether an obstacle near the body moves, shape [slot_count].
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    room = planes.order.shape[1]
    rows = np.empty(room, np.int64)
    found = np.empty((room // MOST_PLANES, MOST_PLANES, 10))
    counts = np.empty(room // MOST_PLANES, np.int64)
    for block in range(lanes.blocks.shape[0]):
        planes.counts[block] = 0
        count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
        for place in range(count * MOST_PLANES):
            rows[place] = -1
        for lane in range(LANES):
            slot = block * LANES + lane
            touches_moving[slot] = False
            if bodies.awake[slot]:
                for i in range(count):
                    counts[i] = 0
                touches_moving[slot] = _find_of_body(
                    lanes, bodies, obstacles, found, counts, slot, count, gravity, dt
                )
                for i in range(count):
                    for j in range(counts[i]):
                        _write(planes, rows, found[i, j], block, lane, i, j, counts[i] > 1)
        _put_in_order(planes, rows, block, count)


@lane_kernel
def _find_of_body(
    lanes: Lanes,
    bodies: Bodies,
    obstacles: Obstacles,
    found: Floats,
    counts: Integers,
    slot: int,
    count: int,
    gravity: Floats,
    dt: float,
) -> bool:
    """Writes the planes of one body: normal (3), offset, velocity (3), friction, urgency, kind.

    Returns whether an obstacle near it moves.
    """
    facts = (slot // LANES) * BLOCK_FACTS + slot % LANES
    fastest = dt * math.sqrt(lanes.facts[facts + FASTEST])
    gx, gy, gz = dt * dt * gravity[0], dt * dt * gravity[1], dt * dt * gravity[2]
    margin = MARGIN + SURPRISE * (fastest + math.sqrt(gx * gx + gy * gy + gz * gz))
    reach = margin + fastest + math.sqrt(gx * gx + gy * gy + gz * gz)
    low = np.empty(3)
    high = np.empty(3)
    centroid = np.empty(3)
    for axis in range(3):
        anchor = bodies.anchors[slot, axis]
        low[axis] = anchor + lanes.facts[facts + LOW + axis * LANES] - reach
        high[axis] = anchor + lanes.facts[facts + HIGH + axis * LANES] + reach
        centroid[axis] = anchor + lanes.facts[facts + axis * LANES]
    kinds, traits = near_obstacles(obstacles, low, high, centroid, bodies.layers[slot], dt)
    base = lanes.blocks[slot // LANES, START] + slot % LANES
    is_moving = False
    for k in range(kinds.shape[0]):
        ux, uy, uz = traits[k, 1], traits[k, 2], traits[k, 3]
        travel = dt * math.sqrt(ux * ux + uy * uy + uz * uz)
        is_moving = is_moving or travel > 0.0
        friction = math.sqrt(bodies.frictions[slot] * traits[k, 0])
        cx = bodies.anchors[slot, 0] + dt * ux
        cy = bodies.anchors[slot, 1] + dt * uy
        cz = bodies.anchors[slot, 2] + dt * uz
        for i in range(count):
            a = base + i * ROW
            px, py, pz = (
                float(lanes.positions[a]),
                float(lanes.positions[a + Y]),
                float(lanes.positions[a + Z]),
            )
            x, y, z = cx + px, cy + py, cz + pz
            bound = distance_bound(traits[k], x, y, z)
            if bound > reach + travel:
                continue
            dx = dt * (lanes.velocities[a] - ux) + gx
            dy = dt * (lanes.velocities[a + Y] - uy) + gy
            dz = dt * (lanes.velocities[a + Z] - uz) + gz
            own = margin + math.sqrt(dx * dx + dy * dy + dz * dz)
            if bound > own:
                continue
            if bound > 0.0 and traits[k, BOX] > 0.0:
                gap, nx, ny, nz = box_plane(traits[k], x, y, z, dx, dy, dz, own)
            else:
                gap, nx, ny, nz = separating_plane(obstacles, kinds[k], traits[k], x, y, z, dx, dy, dz, own)
            if gap > own:
                continue
            urgency = gap + min(0.0, nx * dx + ny * dy + nz * dz)
            j = _place_for(found[i], counts[i], urgency)
            if j < 0:
                continue
            counts[i] = max(counts[i], j + 1)
            plane = found[i, j]
            plane[0], plane[1], plane[2] = nx, ny, nz
            plane[3] = nx * px + ny * py + nz * pz - gap + SKIN
            plane[4], plane[5], plane[6] = ux, uy, uz
            plane[7], plane[8], plane[9] = friction, urgency, float(kinds[k])
    return is_moving


@lane_kernel
def _place_for(found: Floats, count: int, urgency: float) -> int:
    """Where a plane of this urgency goes among those of a particle; -1 where all there are more urgent."""
    if count < MOST_PLANES:
        return count
    last = 0
    for j in range(1, MOST_PLANES):
        if found[j, 8] > found[last, 8]:
            last = j
    return last if found[last, 8] > urgency else -1


@lane_kernel
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
        for k in range(BLOCK_PLANES):
            planes.rows[first + k] = f32(0.0)
        for k in range(OFFSET, OFFSET + LANES):
            planes.rows[first + k] = f32(NOWHERE)
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


@lane_kernel
def _put_in_order(planes: Planes, rows: Integers, block: int, count: int) -> None:
    """Lists a block's planes by particle, so that no lane notices which others are there."""
    entry = 0
    for place in range(count * MOST_PLANES):
        if rows[place] >= 0:
            planes.order[block, entry] = rows[place]
            entry += 1
