"""Where feet look for ground in a tick: under themselves, and where they will come down."""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.feet_pool import FeetPool
from systems.animation.pool import Poses
from systems.foot_ik.leg_bones import LegRows, ahead_of, sole_lift, toe_heading
from systems.foot_ik.search import Looks, new_looks
from systems.foot_ik.walkers import Walkers
from systems.foot_ik.way import farthest_rise
from systems.kernel import Record, inlined_kernel, lean_kernel
from systems.maths.quaternion import core_rotate

ABOVE_ANKLE = 100.0
"""How far above the ankle the search of seed 001 begins: its one metre [cm]."""


class Memory(NamedTuple):
    """What feet remember of the world, a row a foot; kernels take it whole and carry it with platforms."""

    anchor: Floats
    """World X and Y at which each looked last [cm], shape [foot_count, 2]."""
    platform: Integers
    """Row of PlatformMotion it stands on, or -1, shape [foot_count]."""
    carried: Floats
    """How far its place on a soft body has gone in this tick [cm], shape [foot_count, 3]."""
    locked: Flags
    """Whether it is planted, shape [foot_count]."""
    lock_points: Floats
    """World X and Y where its ball stays then [cm], shape [foot_count, 2]."""
    lock_headings: Floats
    """World X and Y of the unit vector that its toes point along then, shape [foot_count, 2]."""
    slides: Floats
    """How far its ball is from its animation [cm], shape [foot_count, 2]."""
    shuffle_times: Floats
    """Time left of a small step that catches up with the animation [s], shape [foot_count]."""


def memory_of(pool: FeetPool) -> Memory:
    """What the feet of a pool remember."""
    return Memory(
        pool.anchor,
        pool.platform,
        pool.carried,
        pool.locked,
        pool.lock_points,
        pool.lock_headings,
        pool.slides,
        pool.shuffle_times,
    )


class Aims(NamedTuple):
    """Where feet look; kernels take it whole and write it."""

    looks: Looks
    """What they are looked for with, a row a foot, and another for each where it comes down."""
    flat: Floats
    """World X and Y straight under each ankle when its sole is flat, where it is now [cm],
    shape [foot_count, 2]."""
    anchors: Floats
    """World X and Y of the balls where they look [cm], shape [foot_count, 2]."""
    coming: Flags
    """Whether each has a place to come down, shape [foot_count]."""


def new_aims(foot_count: int) -> Aims:
    """Room for where some feet look."""
    return Aims(
        new_looks(2 * foot_count),
        np.zeros((foot_count, 2)),
        np.zeros((foot_count, 2)),
        np.zeros(foot_count, dtype=np.bool_),
    )


@lean_kernel
def is_near(x: float, y: float, anchor: Floats, band: float) -> bool:
    """Whether a place has hardly moved from where was looked last; never where that is not a number [cm]."""
    away_x, away_y = x - anchor[0], y - anchor[1]
    return math.sqrt(away_x * away_x + away_y * away_y) <= band


@inlined_kernel
def carry(memory: Memory, foot: int, velocity: Floats, dt: float) -> None:
    """Moves what a foot remembers of the world along with the platform or the soft body under it."""
    platform = memory.platform[foot]
    for axis in range(2):
        way = velocity[platform, axis] * dt if platform >= 0 else memory.carried[foot, axis]
        memory.anchor[foot, axis] += way
        memory.lock_points[foot, axis] += way


@inlined_kernel
def aim_foot(
    poses: Poses, half_heights: Floats, walkers: Walkers, body: int, foot: int, memory: Memory, aims: Aims
) -> None:
    """Says where one foot looks for the ground under it.

    A planted foot looks where it is planted; another where it looked last, until it has moved.
    """
    settings, row, legs = walkers.settings[body], walkers.pose_rows[body], walkers.legs
    scale, held = poses.scales[row], memory.locked[foot]
    end, ball = legs.ends[foot], legs.balls[foot] if settings.whole else legs.ends[foot]
    ahead_x, ahead_y = toe_heading(poses, row, end, legs.balls[foot])
    x, y, ahead = poses.positions_ws[ball, 0], poses.positions_ws[ball, 1], 0.0
    if settings.whole:
        ahead = legs.ahead[foot] * scale
        if held:
            ahead_x, ahead_y = memory.lock_headings[foot, 0], memory.lock_headings[foot, 1]
            x, y = memory.lock_points[foot, 0], memory.lock_points[foot, 1]
        else:
            x, y = x + memory.slides[foot, 0], y + memory.slides[foot, 1]
    aims.flat[foot, 0], aims.flat[foot, 1] = x - ahead_x * ahead, y - ahead_y * ahead
    band = settings.edge_band * scale
    if settings.banded and not held and is_near(x, y, memory.anchor[foot], band):
        x, y = memory.anchor[foot, 0], memory.anchor[foot, 1]
    aims.anchors[foot, 0], aims.anchors[foot, 1] = x, y
    looks = aims.looks
    looks.places[foot, 0], looks.places[foot, 1] = x - ahead_x * ahead, y - ahead_y * ahead
    looks.headings[foot, 0], looks.headings[foot, 1], looks.balls[foot] = ahead_x, ahead_y, ahead
    reach_down(poses, half_heights, settings, row, legs, foot, looks)
    if held:
        looks.highest[foot] = math.inf


@inlined_kernel
def reach_down(
    poses: Poses,
    half_heights: Floats,
    settings: Record,
    row: int,
    legs: LegRows,
    foot: int,
    looks: Looks,
) -> None:
    """Says how far up and down a foot looks, and what it takes for ground."""
    scale, root = poses.scales[row], poses.root_positions[row, 2]
    above = settings.trace_distance if math.isnan(half_heights[row]) else half_heights[row]
    looks.tops[foot], looks.bottoms[foot] = root + above * scale, root - settings.trace_distance * scale
    if settings.from_ankle:
        ankle = poses.positions_ws[legs.ends[foot], 2]
        looks.tops[foot] = ankle + ABOVE_ANKLE * scale
        if settings.to_sole:
            looks.bottoms[foot] = ankle - settings.ankle_height * scale
    lift = sole_lift(poses, row, legs, foot, settings.ankle_height)
    looks.lowest[foot] = root - settings.max_step_down * scale
    looks.highest[foot] = root + settings.max_step_up * scale - lift
    looks.heels[foot], looks.toes[foot] = settings.heel * scale, settings.toe * scale
    looks.ankle_heights[foot], looks.least_up[foot] = settings.ankle_height * scale, settings.least_up
    looks.masks[foot], looks.tags[foot], looks.through[foot] = settings.mask, settings.tag, settings.through
    looks.whole[foot], looks.judged[foot] = settings.whole, settings.judged


@inlined_kernel
def aim_landing(
    poses: Poses, landings: Floats, walkers: Walkers, body: int, foot: int, memory: Memory, aims: Aims
) -> None:
    """Says where one foot looks for the ground of the place where it will come down, if there is one.

    One that shuffles will come down where its animation stands.

    Args:
        poses: All poses.
        landings: Where feet come down [cm], not a number where none is foreseen, shape
            [pose_count, column_count, 3].
        walkers: The characters.
        body: Which of them.
        foot: Which foot.
        memory: What feet remember.
        aims: Written.
    """
    row, column = walkers.pose_rows[body], walkers.legs.columns[foot]
    foreseen = column >= 0 and not math.isnan(landings[row, column, 0])
    shuffles = memory.shuffle_times[foot] > 0.0 and not foreseen
    aims.coming[foot] = walkers.settings[body].foresight and (foreseen or shuffles)
    if not aims.coming[foot]:
        return
    if shuffles:
        aim_shuffle(poses, walkers, body, foot, aims)
        return
    scale, root, turn = poses.scales[row], poses.root_positions[row], poses.root_rotations[row]
    place = landings[row, column]
    way_x, way_y, _ = core_rotate((turn[0], turn[1], turn[2], turn[3]), (place[0], place[1], place[2]))
    way_x, way_y = way_x * scale, way_y * scale
    looks, there = aims.looks, len(aims.coming) + foot
    way = math.sqrt(way_x * way_x + way_y * way_y) + looks.balls[foot]
    rise = farthest_rise(way / scale) * scale
    copy_look(looks, foot, there)
    looks.places[there, 0], looks.places[there, 1] = root[0] + way_x, root[1] + way_y
    looks.headings[there, 0], looks.headings[there, 1] = ahead_of(turn)
    looks.bottoms[there] = min(looks.bottoms[foot], root[2] - rise)
    looks.lowest[there], looks.highest[there] = root[2] - rise, root[2] + rise


@inlined_kernel
def aim_shuffle(poses: Poses, walkers: Walkers, body: int, foot: int, aims: Aims) -> None:
    """Says where one foot looks that will come down where its animation stands."""
    settings, row, legs = walkers.settings[body], walkers.pose_rows[body], walkers.legs
    looks, there, ball = aims.looks, len(aims.coming) + foot, legs.balls[foot]
    ahead_x, ahead_y = toe_heading(poses, row, legs.ends[foot], ball)
    copy_look(looks, foot, there)
    looks.places[there, 0] = poses.positions_ws[ball, 0] - ahead_x * looks.balls[foot]
    looks.places[there, 1] = poses.positions_ws[ball, 1] - ahead_y * looks.balls[foot]
    looks.headings[there, 0], looks.headings[there, 1] = ahead_x, ahead_y
    looks.bottoms[there], looks.lowest[there] = looks.bottoms[foot], looks.lowest[foot]
    looks.highest[there] = poses.root_positions[row, 2] + settings.max_step_up * poses.scales[row]


@inlined_kernel
def copy_look(looks: Looks, source: int, target: int) -> None:
    """Has a foot looked for with what another is looked for with, but for where and how far down."""
    looks.balls[target], looks.heels[target], looks.toes[target] = (
        looks.balls[source],
        looks.heels[source],
        looks.toes[source],
    )
    looks.ankle_heights[target], looks.tops[target] = looks.ankle_heights[source], looks.tops[source]
    looks.least_up[target], looks.masks[target] = looks.least_up[source], looks.masks[source]
    looks.tags[target], looks.through[target] = looks.tags[source], looks.through[source]
    looks.whole[target], looks.judged[target] = looks.whole[source], looks.judged[source]
