"""The planes that the particles of one body may meet, obstacle by obstacle."""

import math

from components.arrays import Floats
from systems.softbody.bodies import Bodies
from systems.softbody.drafts import FILTERED, MOST_PLANES, Drafts
from systems.softbody.lanes import ROW, START, Lanes, Y, Z
from systems.softbody.obstacles import Near
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
from systems.softbody.sieve import margin_of
from systems.softbody.vectors import LANES, lean_lane_kernel

SKIN = 1e-4
"""How far outside a particle is held, so that rounding never puts it inside [cm]."""


@lean_lane_kernel
def draft_planes(
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
    margin, _ = margin_of(lanes, slot, fall, dt)
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
