"""Where the ground has corners under a sole: at vertices of prisms, and where these end in depth.

Between two corners the ground is straight, so a sole that is clear of the corners is clear of all of it.
"""

import math

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.kernel import Record, inlined_kernel

ALONG = 1e-9
"""Part of a heading along an axis below which a sole does not cross what lies across that axis [1]."""
INSIDE = 1e-7
"""How far within a prism the ground at its end in depth is looked at [cm]."""
NO_HEIGHT = -math.inf
"""Height of a corner whose height is for a trace to tell."""


@inlined_kernel
def find_corners(
    terrain: TerrainArrays,
    motion: MotionArrays,
    near: Integers,
    near_count: int,
    place: Floats,
    heading: Floats,
    back: float,
    ahead: float,
    least_up: float,
    at: Floats,
    heights: Floats,
) -> int:
    """Writes where along a sole the ground can have a corner, and returns how many such places there are.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        near: Prisms under the sole, in the first `near_count` places.
        near_count: How many.
        place: World X and Y where the sole's own measure is 0 [cm], shape [2].
        heading: World X and Y of the unit vector along it, shape [2].
        back: Where it begins [cm].
        ahead: Where it ends [cm].
        least_up: Least Z of the normal of a face that a vertex counts as part of [1].
        at: Receives the places between these two [cm]; what there is no room for is left out.
        heights: Receives the world height of the vertex there [cm], or NO_HEIGHT, with as much room.
    """
    count = 0
    for row in range(near_count):
        count = add_vertices(
            terrain, motion, near[row], place, heading, back, ahead, least_up, at, heights, count
        )
        count = add_ends(terrain, motion, near[row], place, heading, back, ahead, at, heights, count)
    return count


@inlined_kernel
def add_vertices(
    terrain: TerrainArrays,
    motion: MotionArrays,
    prism: int,
    place: Floats,
    heading: Floats,
    back: float,
    ahead: float,
    least_up: float,
    at: Floats,
    heights: Floats,
    count: int,
) -> int:
    """Adds the vertices of one prism that have a face up on either side; arguments as for `find_corners`.

    The height of one whose faces are too steep is for a trace to tell, and to judge.
    """
    p = terrain.prisms[prism]
    if abs(heading[0]) < ALONG:
        return count
    x, y, z = 0.0, 0.0, 0.0
    if p.platform >= 0:
        x, y, z = (
            motion.offset[p.platform, 0],
            motion.offset[p.platform, 1],
            motion.offset[p.platform, 2],
        )
    low, high = min(heading[0] * back, heading[0] * ahead), max(heading[0] * back, heading[0] * ahead)
    up_before = up_of(terrain.edges[p.first_edge + p.edge_count - 1])
    for edge in range(p.first_edge, p.first_edge + p.edge_count):
        e = terrain.edges[edge]
        up = up_of(e)
        most_up, up_before = max(up, up_before), up
        level = e.x + x - place[0]
        if most_up > 0.0 and low < level < high:
            way = level / heading[0]
            if p.y_min <= place[1] + heading[1] * way - y <= p.y_max:
                height = e.z + z if most_up >= least_up else NO_HEIGHT
                count = add_corner(at, heights, count, way, height)
    return count


@inlined_kernel
def up_of(edge: Record) -> float:
    """Z of a face's normal, or 0 where a neighbour covers it."""
    return float(edge.normal_z) if edge.visible else 0.0


@inlined_kernel
def add_ends(
    terrain: TerrainArrays,
    motion: MotionArrays,
    prism: int,
    place: Floats,
    heading: Floats,
    back: float,
    ahead: float,
    at: Floats,
    heights: Floats,
    count: int,
) -> int:
    """Adds places just within where one prism ends in depth; arguments as for `find_corners`."""
    p = terrain.prisms[prism]
    if abs(heading[1]) < ALONG:
        return count
    y = motion.offset[p.platform, 1] if p.platform >= 0 else 0.0
    inward = math.copysign(INSIDE, heading[1])
    for end in range(2):
        way = (p.y_min + y - place[1]) / heading[1] + inward
        if end == 1:
            way = (p.y_max + y - place[1]) / heading[1] - inward
        if back < way < ahead:
            count = add_corner(at, heights, count, way, NO_HEIGHT)
    return count


@inlined_kernel
def add_corner(at: Floats, heights: Floats, count: int, way: float, height: float) -> int:
    """Adds one place where there is room; where it is there already the higher of its heights counts."""
    for row in range(count):
        if at[row] == way:
            heights[row] = max(heights[row], height)
            return count
    if count < len(at):
        at[count], heights[count] = way, height
        count += 1
    return count
