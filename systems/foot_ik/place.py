"""What is under one place of a sole: a line straight down, and the verdict on what it meets first."""

import math

from components.arrays import Flags, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.collision.line import Hit, Line, enter_prism, nearer, no_hit
from systems.foot_ik.living_ground import Skins, skin_under
from systems.foot_ik.search import (
    HIT,
    INSIDE,
    MISSED,
    NOT_WALKABLE,
    PLACES,
    TOO_HIGH,
    TOO_LOW,
    TOO_STEEP,
    Looks,
    Scratch,
)
from systems.kernel import inlined_kernel, lean_kernel

TOUCHING = 1e-6
"""Distance up to which a line may still touch a prism for all its rounding [cm]."""


@inlined_kernel
def gather(
    terrain: TerrainArrays, motion: MotionArrays, walkable: Flags, looks: Looks, foot: int, near: Integers
) -> int:
    """Writes the prisms that can be ground under any place of a sole, and returns how many there are.

    The sole may come to lie by up to the height of its ankle ahead or behind.
    """
    aside = looks.ankle_heights[foot]
    back, ahead = -looks.heels[foot] - aside, max(looks.toes[foot], looks.balls[foot]) + aside
    x, y = place_along(looks, foot, back)
    other_x, other_y = place_along(looks, foot, ahead)
    count = near_prisms(
        terrain,
        motion,
        min(x, other_x),
        max(x, other_x),
        min(y, other_y),
        max(y, other_y),
        looks.bottoms[foot],
        looks.tops[foot],
        looks.masks[foot],
        near,
    )
    tag = looks.tags[foot] if looks.through[foot] else -1
    kept = 0
    for place in range(count):
        prism = near[place]
        if (tag < 0 or walkable[tag, prism]) and reaches_into(
            terrain, motion, prism, looks, foot, x, other_x
        ):
            near[kept] = prism
            kept += 1
    return kept


@inlined_kernel
def reaches_into(
    terrain: TerrainArrays,
    motion: MotionArrays,
    prism: int,
    looks: Looks,
    foot: int,
    x: float,
    other_x: float,
) -> bool:
    """Whether the outline of a prism reaches between two places along X and what a foot can see.

    It does not where all of that lies outside one of its edges.
    """
    p = terrain.prisms[prism]
    low, high = min(x, other_x), max(x, other_x)
    bottom, top = looks.bottoms[foot], looks.tops[foot]
    if p.platform >= 0:
        low, high = low - motion.offset[p.platform, 0], high - motion.offset[p.platform, 0]
        bottom, top = bottom - motion.offset[p.platform, 2], top - motion.offset[p.platform, 2]
    for edge in range(p.first_edge, p.first_edge + p.edge_count):
        e = terrain.edges[edge]
        inmost_x = low if e.normal_x > 0.0 else high
        inmost_z = bottom if e.normal_z > 0.0 else top
        if (inmost_x - e.x) * e.normal_x + (inmost_z - e.z) * e.normal_z > TOUCHING:
            return False
    return True


@lean_kernel
def place_along(looks: Looks, foot: int, ahead: float) -> tuple[float, float]:
    """World X and Y so far ahead of the place under an ankle [cm]."""
    return (
        looks.places[foot, 0] + looks.headings[foot, 0] * ahead,
        looks.places[foot, 1] + looks.headings[foot, 1] * ahead,
    )


@inlined_kernel
def rise_to_corner(looks: Looks, foot: int, row: int, scratch: Scratch) -> None:
    """Takes a vertex for the ground of its place where the line down went by beside it."""
    height, verdict = scratch.vertices[row - PLACES], scratch.verdicts[row]
    beside = verdict in (MISSED, TOO_LOW) or (verdict == HIT and scratch.heights[row] < height)
    seen = looks.bottoms[foot] <= height <= looks.tops[foot] and looks.tags[foot] < 0
    if beside and seen and height >= looks.lowest[foot]:
        scratch.heights[row] = height
        scratch.verdicts[row] = HIT if height <= looks.highest[foot] else TOO_HIGH
        scratch.there[row] = scratch.verdicts[row] == HIT


@inlined_kernel
def look_down(
    terrain: TerrainArrays,
    motion: MotionArrays,
    walkable: Flags,
    looks: Looks,
    foot: int,
    row: int,
    near: int,
    scratch: Scratch,
) -> None:
    """Looks straight down through one place of a sole."""
    x, y = place_along(looks, foot, scratch.at[row])
    top, way = looks.tops[foot], looks.bottoms[foot] - looks.tops[foot]
    hit = first_under(terrain, motion, Line(x, y, top, 0.0, 0.0, way), scratch.near, near)
    scratch.verdicts[row], scratch.hits[row] = MISSED, hit.prism
    if hit.prism >= 0:
        scratch.heights[row] = top + way * hit.time
        scratch.ups[row, 0], scratch.ups[row, 1], scratch.ups[row, 2] = hit.x, hit.y, hit.z
        scratch.verdicts[row] = judge(looks, foot, walkable, scratch.heights[row], hit.z, hit.time, hit.prism)
    scratch.there[row] = scratch.verdicts[row] == HIT


@inlined_kernel
def look_at_skins(skins: Skins, looks: Looks, foot: int, row: int, scratch: Scratch) -> None:
    """Takes a soft body for the ground of one place of a sole, where one is higher than the terrain.

    What is steeper or higher than can be stood on is passed through, for it gives way. Soft bodies have no
    tags.
    """
    scratch.triangles[row] = -1
    if looks.tags[foot] >= 0 or len(skins.entities) == 0:
        return
    x, y = place_along(looks, foot, scratch.at[row])
    top, bottom = min(looks.tops[foot], looks.highest[foot]), looks.lowest[foot]
    if scratch.there[row]:
        bottom = max(bottom, scratch.heights[row])
    hit = skin_under(skins, looks.masks[foot], x, y, top, bottom, looks.least_up[foot])
    if hit.triangle >= 0:
        scratch.triangles[row], scratch.verdicts[row], scratch.hits[row] = hit.triangle, HIT, -1
        scratch.there[row], scratch.heights[row] = True, hit.height
        scratch.ups[row, 0], scratch.ups[row, 1], scratch.ups[row, 2] = hit.x, hit.y, hit.z
        scratch.shares[row, 0], scratch.shares[row, 1] = hit.second, hit.third


@inlined_kernel
def first_under(terrain: TerrainArrays, motion: MotionArrays, line: Line, near: Integers, count: int) -> Hit:
    """The first prism that a line straight down enters or starts in, of the first `count` of a list."""
    best, lowest = no_hit(), -math.inf
    for place in range(count):
        if is_over(terrain, motion, near[place], line.x, line.y, lowest):
            hit = enter_prism(terrain, motion, near[place], line)
            if hit.prism >= 0 and nearer(hit, best):
                best, lowest = hit, line.z + line.way_z * hit.time - TOUCHING
    return best


@inlined_kernel
def is_over(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, lowest: float
) -> bool:
    """Whether a place is within a prism's bounds, seen from above, and these are not lower than a height."""
    p = terrain.prisms[prism]
    offset_x, offset_y, offset_z = 0.0, 0.0, 0.0
    if p.platform >= 0:
        offset_x, offset_y = motion.offset[p.platform, 0], motion.offset[p.platform, 1]
        offset_z = motion.offset[p.platform, 2]
    return bool(
        p.x_min + offset_x <= x <= p.x_max + offset_x
        and p.y_min + offset_y <= y <= p.y_max + offset_y
        and p.z_max + offset_z >= lowest
    )


@inlined_kernel
def judge(looks: Looks, foot: int, walkable: Flags, height: float, up: float, time: float, prism: int) -> int:
    """The verdict on one hit."""
    tag = looks.tags[foot]
    if time < 0.0 and looks.judged[foot]:
        return INSIDE
    if tag >= 0 and not walkable[tag, prism]:
        return NOT_WALKABLE
    if looks.judged[foot]:
        if up < looks.least_up[foot]:
            return TOO_STEEP
        if height > looks.highest[foot]:
            return TOO_HIGH
        if height < looks.lowest[foot]:
            return TOO_LOW
    return HIT
