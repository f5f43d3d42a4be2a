"""How feet look for ground: lines straight down through ankle, ball, heel and toe."""

import math

from components.arrays import Flags, Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.line import Line, trace_first
from systems.foot_ik.edges import NO_HEIGHT, find_corners
from systems.foot_ik.living_ground import Skins
from systems.foot_ik.place import gather, look_at_skins, look_down, place_along, rise_to_corner
from systems.foot_ik.search import (
    ANKLE,
    BALL,
    HEEL,
    HIT,
    INSIDE,
    PLACES,
    TOE,
    TOO_HIGH,
    TOO_STEEP,
    Found,
    Looks,
    Scratch,
)
from systems.foot_ik.sole import BEND, core_settle, outline
from systems.kernel import inlined_kernel, lean_kernel

LEVEL = 1e-9
"""Slope below which ground is level [1]."""
CLEAR = 0.0625
"""Share of the ankle's height by which a step may rise through the end of a sole [1]."""
ON_THE_LINE = 1e-9
"""Height by which a corner may rise over its neighbours without mattering [cm]."""
GAP = 0.125
"""Share of it that is left between a sole and a step it was moved away from [1]."""
MOST_BEND = math.tan(math.radians(BEND))


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
    corners = corners_near(terrain, motion, looks, foot, near, scratch) if looks.whole[foot] else 0
    aside, rows, load, height, slope = 0.0, PLACES, BALL, 0.0, 0.0
    for turn in range(2):
        rows, load = look_along(terrain, motion, walkable, skins, looks, foot, aside, near, corners, scratch)
        height, slope = rest_foot(looks, foot, rows, load, scratch, found)
        if turn > 0 or not looks.whole[foot] or found.verdict[foot] != HIT or abs(slope) < LEVEL:
            break
        aside = -looks.ankle_heights[foot] * dot2(found.normal[foot], looks.headings[foot])
    found.nudge[foot] = 0.0
    if looks.whole[foot] and found.verdict[foot] == HIT:
        for end in (HEEL, TOE):
            if is_blocked(looks, foot, end, load, rows, height, slope, scratch):
                found.nudge[foot] += way_out(terrain, motion, looks, foot, load, end, height, slope, scratch)


@inlined_kernel
def corners_near(
    terrain: TerrainArrays, motion: MotionArrays, looks: Looks, foot: int, near: int, scratch: Scratch
) -> int:
    """Writes where the ground has corners under a sole, wherever it comes to lie, and returns how many."""
    aside = looks.ankle_heights[foot]
    return find_corners(
        terrain,
        motion,
        scratch.near,
        near,
        looks.places[foot],
        looks.headings[foot],
        -looks.heels[foot] - aside,
        looks.toes[foot] + aside,
        looks.least_up[foot],
        scratch.corners,
        scratch.corner_heights,
    )


@inlined_kernel
def look_along(
    terrain: TerrainArrays,
    motion: MotionArrays,
    walkable: Flags,
    skins: Skins,
    looks: Looks,
    foot: int,
    aside: float,
    near: int,
    corners: int,
    scratch: Scratch,
) -> tuple[int, int]:
    """Looks for the ground under a sole that lies so far ahead of its ankle: at four places and all corners.

    Returns:
        How many places were looked at, and which of them bears the weight.
    """
    whole, rows = looks.whole[foot], PLACES
    scratch.at[HEEL], scratch.at[ANKLE] = aside - looks.heels[foot], aside
    scratch.at[BALL], scratch.at[TOE] = aside + looks.balls[foot], aside + looks.toes[foot]
    for row in range(PLACES):
        scratch.there[row] = False
        if whole or row == BALL:
            look_down(terrain, motion, walkable, looks, foot, row, near, scratch)
            look_at_skins(skins, looks, foot, row, scratch)
    for corner in range(corners):
        if is_wanted(scratch, corner):
            scratch.at[rows] = scratch.corners[corner]
            scratch.vertices[rows - PLACES] = scratch.corner_heights[corner]
            look_down(terrain, motion, walkable, looks, foot, rows, near, scratch)
            rise_to_corner(looks, foot, rows, scratch)
            look_at_skins(skins, looks, foot, rows, scratch)
            rows += 1
    return rows, ANKLE if whole and scratch.there[ANKLE] and not scratch.there[BALL] else BALL


@inlined_kernel
def is_wanted(scratch: Scratch, corner: int) -> bool:
    """Whether a corner can bear a sole: it is under it, and rises over what was found before and behind."""
    at, height = scratch.corners[corner], scratch.corner_heights[corner]
    if not scratch.at[HEEL] < at < scratch.at[TOE]:
        return False
    row = HEEL
    while scratch.at[row + 1] < at:
        row += 1
    if height == NO_HEIGHT or not (scratch.there[row] and scratch.there[row + 1]):
        return True
    share = (at - scratch.at[row]) / (scratch.at[row + 1] - scratch.at[row])
    between = scratch.heights[row] + (scratch.heights[row + 1] - scratch.heights[row]) * share
    return bool(height > between + ON_THE_LINE)


@inlined_kernel
def rest_foot(
    looks: Looks, foot: int, rows: int, load: int, scratch: Scratch, found: Found
) -> tuple[float, float]:
    """Lays one sole on the ground that was found: height and slope of the line that it rests along."""
    found.verdict[foot], found.prism[foot] = scratch.verdicts[load], scratch.hits[load]
    found.triangle[foot] = scratch.triangles[load]
    if not scratch.there[load]:
        return 0.0, 0.0
    soft = False
    for row in range(PLACES):
        if scratch.there[row]:
            scratch.slopes[row] = -dot2(scratch.ups[row], looks.headings[foot]) / scratch.ups[row, 2]
            soft = soft or scratch.triangles[row] >= 0
    at, heights, there = scratch.at[:PLACES], scratch.heights[:PLACES], scratch.there[:PLACES]
    count = outline(at, heights, scratch.slopes, there, scratch.points) if soft else 0
    for row in range(PLACES if soft else 0, rows):
        if scratch.there[row]:
            scratch.points[count, 0], scratch.points[count, 1] = scratch.at[row], scratch.heights[row]
            count += 1
    height, slope = core_settle(at, heights, scratch.slopes, there, load, MOST_BEND, scratch.points, count)
    up, heading = scratch.ups[load], looks.headings[foot]
    across = (up[0] * heading[1] - up[1] * heading[0]) / up[2]
    write_plane(found, foot, looks, height, slope, across)
    write_foothold(found, foot, looks, load, scratch)
    return height, slope


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
    begin, end = scratch.at[load], scratch.at[row]
    line = line_along(looks, foot, height, slope, begin, end)
    hit = trace_first(terrain, motion, line, looks.masks[foot], scratch.beside[:0], scratch.beside)
    if hit.prism < 0 or hit.time <= 0.0:
        return 0.0
    over = float((1.0 - hit.time) * (begin - end))
    return over + math.copysign(GAP * looks.ankle_heights[foot], over)


@inlined_kernel
def is_blocked(
    looks: Looks, foot: int, end: int, load: int, rows: int, height: float, slope: float, scratch: Scratch
) -> bool:
    """Whether something between a sole's load and one of its ends, or at that end, rises through it."""
    clear = CLEAR * looks.ankle_heights[foot]
    for row in range(rows):
        beyond = (scratch.at[row] - scratch.at[load]) * (scratch.at[end] - scratch.at[load]) > 0.0
        above = scratch.heights[row] - (height + slope * scratch.at[row])
        if (row == end or (row >= PLACES and beyond)) and is_in_the_way(scratch.verdicts[row], above, clear):
            return True
    return False


@lean_kernel
def is_in_the_way(verdict: int, above: float, clear: float) -> bool:
    """Whether what is at one place of a sole rises through it."""
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
