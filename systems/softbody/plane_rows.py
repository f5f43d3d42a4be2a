"""The planes of all bodies of a block side by side, as kernels meet them."""

import numpy as np

from components.arrays import Floats, Integers
from systems.softbody.drafts import MOST_PLANES, Drafts
from systems.softbody.lanes import PLANE_ROWS, Planes
from systems.softbody.offsets import BLOCK_PLANES, FRICTION, OFFSET, SHARED, VELOCITY
from systems.softbody.vectors import LANES, lean_lane_kernel, spread, store

f32 = np.float32
NOWHERE = -1e9
"""Offset of a plane that nothing can reach [cm]."""


@lean_lane_kernel
def write_all(planes: Planes, drafts: Drafts, block: int, lane: int, count: int) -> None:
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
def put_in_order(planes: Planes, rows: Integers, block: int, count: int) -> None:
    """Lists a block's planes by particle, so that no lane notices which others are there."""
    entry = 0
    for place in range(count * MOST_PLANES):
        if rows[place] >= 0:
            planes.order[block, entry] = rows[place]
            rows[place] = -1
            entry += 1
