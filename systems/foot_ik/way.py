"""Whether a character can walk to where a foot is going to come down, or a wall or a drop is between."""

import math

from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.collision.line import Line
from systems.foot_ik.place import first_under
from systems.foot_ik.search import HIT, Found, Looks, Scratch
from systems.kernel import inlined_kernel, lean_kernel

STEP = 20.0
"""Height that a foot may gain or lose at no distance [cm]."""
STEEPEST = 0.85
"""Height that it may gain or lose for each centimetre of the way [1]."""
TALLEST = 90.0
"""Height that it may gain or lose at all in one step [cm]."""
STRETCHES = 4
"""Stretches of a way that are looked at one by one."""


@lean_kernel
def farthest_rise(way: float) -> float:
    """How far up or down feet can come to stand on their way somewhere [cm]; beyond is a wall or a drop."""
    return min(STEP + STEEPEST * way, TALLEST)


@inlined_kernel
def is_walkable_way(
    terrain: TerrainArrays,
    motion: MotionArrays,
    looks: Looks,
    found: Found,
    foot: int,
    there: int,
    level: float,
    step: float,
    scale: float,
    scratch: Scratch,
) -> bool:
    """Whether the ground between where a foot is and where it comes down has no step that is too high.

    Where both are on one level up to such a step, nothing between can matter to the foot.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        looks: What feet are looked for with.
        found: What was found.
        foot: The foot, a row of both.
        there: The place where it comes down, another row.
        level: World height of the character's origin, from which one goes that has no ground under it [cm].
        step: Highest step that is walked [cm].
        scale: Scale of the character [1].
        scratch: Room to work in.
    """
    if found.verdict[there] != HIT:
        return True
    height, end = found.point[foot, 2] if found.verdict[foot] == HIT else level, found.point[there, 2]
    if abs(end - height) <= step:
        return True
    x, y = looks.places[foot, 0], looks.places[foot, 1]
    way_x, way_y = looks.places[there, 0] - x, looks.places[there, 1] - y
    stretch = math.sqrt(way_x * way_x + way_y * way_y) / STRETCHES
    most = max(step, farthest_rise(stretch / scale) * scale)
    for part in range(1, STRETCHES):
        share = part / STRETCHES
        ahead = height_under(terrain, motion, looks, there, x + way_x * share, y + way_y * share, scratch)
        if abs(ahead - height) > most:
            return False
        height = ahead
    return bool(abs(end - height) <= most)


@inlined_kernel
def height_under(
    terrain: TerrainArrays,
    motion: MotionArrays,
    looks: Looks,
    there: int,
    x: float,
    y: float,
    scratch: Scratch,
) -> float:
    """World height of the ground at one place [cm]; -infinity where there is none."""
    top, bottom = looks.tops[there], looks.bottoms[there]
    mask = looks.masks[there]
    count = near_prisms(terrain, motion, x, x, y, y, bottom, top, mask, scratch.near)
    hit = first_under(terrain, motion, Line(x, y, top, 0.0, 0.0, bottom - top), scratch.near, count)
    return top + (bottom - top) * hit.time if hit.prism >= 0 else -math.inf
