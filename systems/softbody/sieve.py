"""Which particles may come near the obstacles of their body at all, all lanes at once."""

import math

import numpy as np

from systems.softbody.bodies import Bodies
from systems.softbody.drafts import Drafts
from systems.softbody.lanes import ROW, START, Lanes, Y, Z
from systems.softbody.obstacles import Near
from systems.softbody.offsets import BLOCK_FACTS, FASTEST
from systems.softbody.planes import SWALLOWED
from systems.softbody.vectors import LANES, below, bits_of, larger, lean_lane_kernel, load, spread

f32 = np.float32
MARGIN = 4.0
"""How far what moves a particle within a tick may take it beyond where it seems to go [cm]."""
SURPRISE = 0.5
"""And how far more, as a share of the way of the body's fastest particle [1]."""
ROUNDING = 1e-6
"""Slack of what is sifted, as a share of how far away it is [1]; twice what float32 rounds."""


@lean_lane_kernel
def margin_of(lanes: Lanes, slot: int, fall: float, dt: float) -> tuple[float, float]:
    """How far beyond its way a particle may get, and how far any of the body may get in all [cm]."""
    facts = (slot // LANES) * BLOCK_FACTS + slot % LANES
    fastest = dt * math.sqrt(lanes.facts[facts + FASTEST])
    margin = MARGIN + SURPRISE * (fastest + fall)
    return margin, margin + fastest + fall


@lean_lane_kernel
def put_up_walls(
    lanes: Lanes,
    bodies: Bodies,
    near: Near,
    drafts: Drafts,
    block: int,
    most: int,
    fall: float,
    dt: float,
) -> None:
    """Writes for each obstacle of each lane the box outside which particles are too far from it.

    From what a body has swallowed none is too far.
    """
    for lane in range(LANES):
        slot = block * LANES + lane
        reach = margin_of(lanes, slot, fall, dt)[1]
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
def sift(lanes: Lanes, drafts: Drafts, block: int, count: int, most: int) -> None:
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
