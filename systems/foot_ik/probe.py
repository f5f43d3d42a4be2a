"""How feet look for ground: lines straight down through ankle, ball, heel and toe."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.foot_ik import Verdict
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.collision.line import Hit, Line, enter_prism, nearer, no_hit, trace_first
from systems.foot_ik.living_ground import Skins, skin_under
from systems.foot_ik.sole import BEND, core_rest
from systems.kernel import inlined_kernel, lean_kernel

HIT, MISSED, TOO_STEEP, TOO_HIGH = (
    int(v) for v in (Verdict.HIT, Verdict.MISSED, Verdict.TOO_STEEP, Verdict.TOO_HIGH)
)
TOO_LOW, NOT_WALKABLE, INSIDE = (int(v) for v in (Verdict.TOO_LOW, Verdict.NOT_WALKABLE, Verdict.INSIDE))
HEEL, ANKLE, BALL, TOE = range(4)
"""Rows of the four places under a sole."""
LEVEL = 1e-9
"""Slope below which ground is level [1]."""
CLEAR = 0.0625
"""Share of the ankle's height by which a step may rise through the end of a sole [1]."""
TOUCHING = 1e-6
"""Distance up to which a line may still touch a prism for all its rounding [cm]."""
GAP = 0.125
"""Share of it that is left between a sole and a step it was moved away from [1]."""
MOST_BEND = math.tan(math.radians(BEND))


class Looks(NamedTuple):
    """What feet are looked for with, a row a foot; kernels take it whole."""

    places: Floats
    """World X and Y straight under each ankle when its sole is flat [cm], shape [foot_count, 2]."""
    headings: Floats
    """World X and Y of the unit vector from ankle to ball, shape [foot_count, 2]."""
    balls: Floats
    """How far the ball is ahead of the ankle [cm], shape [foot_count]; 0 where the ankle alone looks."""
    heels: Floats
    """How far the sole reaches behind the ankle [cm], shape [foot_count]."""
    toes: Floats
    """How far it reaches ahead [cm], shape [foot_count]."""
    ankle_heights: Floats
    """Height of the ankle over its sole [cm], shape [foot_count]."""
    tops: Floats
    """World height of the starts [cm], shape [foot_count]."""
    bottoms: Floats
    """World height of the ends [cm], shape [foot_count]."""
    lowest: Floats
    """World height of the lowest ground that is stood on [cm], shape [foot_count]."""
    highest: Floats
    """World height of the highest [cm], shape [foot_count]."""
    least_up: Floats
    """Least Z of the normal of ground that is stood on, shape [foot_count]."""
    masks: Integers
    """Layers that can be ground, shape [foot_count]."""
    tags: Integers
    """Row of `walkable` that ground must be in, or -1, shape [foot_count]."""
    whole: Flags
    """Whether heel and toe look too, shape [foot_count]."""
    judged: Flags
    """Whether slope, height and a start inside rule ground out, shape [foot_count]."""
    through: Flags
    """Whether the search goes on below what lacks the tag, shape [foot_count]."""


def new_looks(count: int) -> Looks:
    """Room for what some feet are looked for with."""
    return Looks(
        places=np.zeros((count, 2)),
        headings=np.zeros((count, 2)),
        balls=np.zeros(count),
        heels=np.zeros(count),
        toes=np.zeros(count),
        ankle_heights=np.zeros(count),
        tops=np.zeros(count),
        bottoms=np.zeros(count),
        lowest=np.zeros(count),
        highest=np.zeros(count),
        least_up=np.zeros(count),
        masks=np.zeros(count, dtype=np.int64),
        tags=np.zeros(count, dtype=np.int64),
        whole=np.zeros(count, dtype=np.bool_),
        judged=np.zeros(count, dtype=np.bool_),
        through=np.zeros(count, dtype=np.bool_),
    )


class Found(NamedTuple):
    """What was found, a row a foot; kernels write it."""

    verdict: Integers
    """A `Verdict`, shape [foot_count]."""
    point: Floats
    """World point of the plane that the sole rests on, under its ankle [cm], shape [foot_count, 3]."""
    normal: Floats
    """Its unit normal, shape [foot_count, 3]."""
    prism: Integers
    """Prism under the ball, or -1, shape [foot_count]."""
    nudge: Floats
    """Way along its heading that would take heel and toes out of steps beside the sole [cm],
    shape [foot_count]."""
    triangle: Integers
    """Triangle of a soft body under the ball, a row of `Skins`, or -1, shape [foot_count]."""
    shares: Floats
    """Shares of its corners in the place under the ball [1], shape [foot_count, 3]."""
    foothold: Floats
    """World position of that place [cm], shape [foot_count, 3]."""


def nothing_found(count: int) -> Found:
    """Room for what some feet find."""
    return Found(
        np.full(count, MISSED),
        np.full((count, 3), np.nan),
        np.full((count, 3), np.nan),
        np.full(count, -1),
        np.zeros(count),
        np.full(count, -1),
        np.zeros((count, 3)),
        np.zeros((count, 3)),
    )


class Scratch(NamedTuple):
    """Room for one foot's search; kernels take it whole."""

    near: Integers
    """Prisms near the sole that can be its ground, shape [prism_count]."""
    beside: Integers
    """Prisms near a line along the sole, shape [prism_count]."""
    verdicts: Integers
    """What each of the four places came to, shape [4]."""
    hits: Integers
    """Prism under each, or -1, shape [4]."""
    at: Floats
    """Where along the sole each is [cm], shape [4]."""
    heights: Floats
    """World height of the ground there [cm], shape [4]."""
    ups: Floats
    """Its unit normal, shape [4, 3]."""
    slopes: Floats
    """Its slope along the sole [1], shape [4]."""
    there: Flags
    """Whether it can be stood on, shape [4]."""
    triangles: Integers
    """Triangle of a soft body that it is, a row of `Skins`, or -1, shape [4]."""
    shares: Floats
    """Shares of the triangle's second and third corner in the place, shape [4, 2]."""
    points: Floats
    """Outline of the ground, shape [8, 2]."""


def new_scratch(prism_count: int) -> Scratch:
    """Room for searches among so many prisms."""
    return Scratch(
        near=np.empty(prism_count, dtype=np.int64),
        beside=np.empty(prism_count, dtype=np.int64),
        verdicts=np.empty(4, dtype=np.int64),
        hits=np.empty(4, dtype=np.int64),
        at=np.empty(4),
        heights=np.empty(4),
        ups=np.empty((4, 3)),
        slopes=np.empty(4),
        there=np.empty(4, dtype=np.bool_),
        triangles=np.empty(4, dtype=np.int64),
        shares=np.empty((4, 2)),
        points=np.empty((8, 2)),
    )


@inlined_kernel
def probe_foot(
    terrain: TerrainArrays,
    motion: MotionArrays,
    walkable: Flags,
    skins: Skins,
    looks: Looks,
    foot: int,
    scratch: Scratch,
    found: Found,
) -> None:
    """Looks for the ground under one foot.

    On a slope the sole lies ahead of or behind what is straight under its ankle, so it looks a second time.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        walkable: Whether each prism has a tag, shape [tag_count, prism_count].
        skins: The surfaces of soft bodies.
        looks: What to look for.
        foot: Which of its rows.
        scratch: Room to work in.
        found: Written in the same row.
    """
    for axis in range(3):
        found.point[foot, axis] = found.normal[foot, axis] = math.nan
    near = gather(terrain, motion, walkable, looks, foot, scratch.near)
    load, height, slope = rest_foot(terrain, motion, walkable, skins, looks, foot, 0.0, near, scratch, found)
    whole = looks.whole[foot] and found.verdict[foot] == HIT
    if whole and abs(slope) >= LEVEL:
        aside = -looks.ankle_heights[foot] * dot2(found.normal[foot], looks.headings[foot])
        load, height, slope = rest_foot(
            terrain, motion, walkable, skins, looks, foot, aside, near, scratch, found
        )
    found.nudge[foot] = 0.0
    if whole and found.verdict[foot] == HIT:
        for row in (HEEL, TOE):
            found.nudge[foot] += way_out(terrain, motion, looks, foot, load, row, height, slope, scratch)


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
def rest_foot(
    terrain: TerrainArrays,
    motion: MotionArrays,
    walkable: Flags,
    skins: Skins,
    looks: Looks,
    foot: int,
    aside: float,
    near: int,
    scratch: Scratch,
    found: Found,
) -> tuple[int, float, float]:
    """Looks for the ground under one sole that lies so far ahead of its ankle, and lays it there.

    Returns:
        Which place bears the weight, and height and slope of the line that the sole rests along.
    """
    whole = looks.whole[foot]
    scratch.at[HEEL], scratch.at[ANKLE] = aside - looks.heels[foot], aside
    scratch.at[BALL], scratch.at[TOE] = aside + looks.balls[foot], aside + looks.toes[foot]
    for row in range(4):
        scratch.there[row] = False
        if whole or row == BALL:
            look_down(terrain, motion, walkable, looks, foot, row, near, scratch)
            look_at_skins(skins, looks, foot, row, scratch)
    load = ANKLE if whole and scratch.there[ANKLE] and not scratch.there[BALL] else BALL
    found.verdict[foot], found.prism[foot] = scratch.verdicts[load], scratch.hits[load]
    found.triangle[foot] = scratch.triangles[load]
    if not scratch.there[load]:
        return load, 0.0, 0.0
    for row in range(4):
        if scratch.there[row]:
            scratch.slopes[row] = -dot2(scratch.ups[row], looks.headings[foot]) / scratch.ups[row, 2]
    height, slope = core_rest(
        scratch.at, scratch.heights, scratch.slopes, scratch.there, load, MOST_BEND, scratch.points
    )
    up, heading = scratch.ups[load], looks.headings[foot]
    across = (up[0] * heading[1] - up[1] * heading[0]) / up[2]
    write_plane(found, foot, looks, height, slope, across)
    write_foothold(found, foot, looks, load, scratch)
    return load, height, slope


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


@lean_kernel
def way_out(
    terrain: TerrainArrays,
    motion: MotionArrays,
    looks: Looks,
    foot: int,
    load: int,
    row: int,
    height: float,
    slope: float,
    scratch: Scratch,
) -> float:
    """Way along its heading that takes one end of a sole out of a step beside it [cm]."""
    above = scratch.heights[row] - (height + slope * scratch.at[row])
    if not is_in_the_way(scratch.verdicts[row], above, CLEAR * looks.ankle_heights[foot]):
        return 0.0
    begin, end = scratch.at[load], scratch.at[row]
    line = line_along(looks, foot, height, slope, begin, end)
    hit = trace_first(terrain, motion, line, looks.masks[foot], scratch.beside[:0], scratch.beside)
    if hit.prism < 0 or hit.time <= 0.0:
        return 0.0
    over = float((1.0 - hit.time) * (begin - end))
    return over + math.copysign(GAP * looks.ankle_heights[foot], over)


@lean_kernel
def is_in_the_way(verdict: int, above: float, clear: float) -> bool:
    """Whether what is at one end of a sole rises through it."""
    if verdict == HIT:
        return above > clear
    return verdict in (TOO_STEEP, TOO_HIGH, INSIDE)


@lean_kernel
def line_along(looks: Looks, foot: int, height: float, slope: float, begin: float, end: float) -> Line:
    """A line a little over a sole, from one place along it to another."""
    over = CLEAR * looks.ankle_heights[foot]
    x, y = place_along(looks, foot, begin)
    other_x, other_y = place_along(looks, foot, end)
    z, other_z = height + slope * begin + over, height + slope * end + over
    return Line(x, y, z, other_x - x, other_y - y, other_z - z)


@lean_kernel
def dot2(a: Floats, b: Floats) -> float:
    """Product of the level parts of two vectors."""
    return float(a[0] * b[0] + a[1] * b[1])


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


@inlined_kernel
def write_foothold(found: Found, foot: int, looks: Looks, load: int, scratch: Scratch) -> None:
    """Writes the place on a soft body that bears a foot, if it is one."""
    if scratch.triangles[load] >= 0:
        second, third = scratch.shares[load, 0], scratch.shares[load, 1]
        found.shares[foot, 0], found.shares[foot, 1] = 1.0 - second - third, second
        found.shares[foot, 2], found.foothold[foot, 2] = third, scratch.heights[load]
        found.foothold[foot, 0], found.foothold[foot, 1] = place_along(looks, foot, scratch.at[load])


@inlined_kernel
def write_plane(found: Found, foot: int, looks: Looks, height: float, along: float, across: float) -> None:
    """Writes the plane that a sole rests on, from its slopes along and across the heading."""
    ahead_x, ahead_y = looks.headings[foot, 0], looks.headings[foot, 1]
    x, y = -along * ahead_x + across * ahead_y, -along * ahead_y - across * ahead_x
    size = math.sqrt(x * x + y * y + 1.0)
    found.normal[foot, 0], found.normal[foot, 1], found.normal[foot, 2] = x / size, y / size, 1.0 / size
    found.point[foot, 0], found.point[foot, 1] = looks.places[foot, 0], looks.places[foot, 1]
    found.point[foot, 2] = height
