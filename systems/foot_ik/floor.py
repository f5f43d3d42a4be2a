"""Where the floor is that a body stands on: as high as its legs reach their ground from.

Offsets of pelvises are smoothed as the world height of this floor.
"""

import math

import numpy as np
from numpy.typing import NDArray

from systems.animation.kinematics import row4
from systems.animation.landings import DOWN
from systems.foot_ik.bodies import EARLY, NO_TIME, Bodies, Feet, Smoothed, planted, toward
from systems.foot_ik.pelvis import highest_hip
from systems.foot_ik.planting import ROLLING, Plants
from systems.foot_ik.profile import PelvisRule
from systems.foot_ik.slope import core_ankle_rise
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.quaternion import core_rotate

STEEPEST = 0.2
"""Least Z of a ground's normal for which an ankle is raised [1]."""
FASTEST = 170.0
"""How fast the feet of one who walks take its body up or down at most [cm/s]; with what its animation bobs by
itself the pelvis keeps to 200."""
STEEPEST_RUN = 1.1
"""How fast they may for each cm/s of its gait where that is faster [1]; a run on stairs takes 1."""
REACH_RULE, NO_RULE = int(PelvisRule.REACH), int(PelvisRule.NONE)


@inlined_kernel
def foot_floor(
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    foot: int,
    height: float,
    way_x: float,
    way_y: float,
    now: bool,
) -> float:
    """Greatest world height of the floor at which a leg still reaches its ground [cm].

    Args:
        bodies: The characters.
        feet: What is known of their feet.
        smoothed: What they have settled to.
        plants: Where they are planted.
        body: Which character.
        foot: Which foot.
        height: World height of its ground [cm].
        way_x: Way of the body until then, along X [cm].
        way_y: Likewise along Y.
        now: Whether its ground is as it is smoothed at this moment, and not as it is wanted.
    """
    normal_z = smoothed.held_normals[foot, 2]
    if now:
        normal_z = core_rotate(row4(smoothed.rotations, foot), (0.0, 0.0, 1.0))[2]
    rise = core_ankle_rise(max(normal_z, STEEPEST), feet.ankle_heights[foot])
    root = bodies.root[body, 2]
    x = feet.ankles[foot, 0] + plants.slides[foot, 0] - way_x
    y = feet.ankles[foot, 1] + plants.slides[foot, 1] - way_y
    ankle = height + feet.ankles[foot, 2] - root + rise
    return float(highest_hip(feet.hips[foot], x, y, ankle, feet.reaches[foot]) - feet.hips[foot, 2] + root)


@inlined_kernel
def next_to_land(feet: Feet, smoothed: Smoothed, first: int, last: int) -> int:
    """The foot in the air that comes down next, or -1."""
    soonest = -1
    for foot in range(first, last):
        in_air = smoothed.weights[foot] > 0.0 and feet.contacts[foot] < DOWN and feet.landing_hit[foot]
        if in_air and (soonest < 0 or feet.landing_times[foot] < feet.landing_times[soonest]):
            soonest = foot
    return soonest


@inlined_kernel
def follow_body(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    dt: float,
    share: float,
) -> None:
    """Moves the floor that a body stands on, and says what offset its pelvis wants.

    The floor closes in on where the feet let it be. While a foot is in the air it moves evenly, to be where
    the feet will let it be when that one has come down. It is never higher for long than planted legs reach
    from, and never goes faster than FASTEST or STEEPEST_RUN while it walks.
    """
    if settings[body].pelvis_rule == NO_RULE:
        bodies.wanted[body] = 0.0
        return
    root = bodies.root[body, 2]
    first, last = bodies.first_foot[body], bodies.first_foot[body + 1]
    target = floor_for(settings, bodies, feet, smoothed, plants, body, -1, False)
    target = max(target, root - settings[body].max_drop * bodies.scale[body])
    coming = next_to_land(feet, smoothed, first, last)
    limit = floor_for(settings, bodies, feet, smoothed, plants, body, -1, True)
    if not bodies.settled[body] or bodies.grip[body] <= 0.0:
        bodies.floor[body] = min(target, limit)
    else:
        before = bodies.floor[body] + bodies.rise[body]
        aim = target
        if coming >= 0:
            time = feet.landing_times[coming] - EARLY
            share = min(dt / max(time, dt, NO_TIME), 1.0)
            aim = floor_for(settings, bodies, feet, smoothed, plants, body, coming, False)
        way = min(toward(before, aim, share), limit) - before
        fastest = max(FASTEST, STEEPEST_RUN * bodies.pace[body]) * bodies.scale[body] * dt
        fastest = fastest if bodies.striding[body] else math.inf
        bodies.floor[body] = before + min(max(way, -fastest), fastest)
    bodies.wanted[body] = bodies.floor[body] - root + settings[body].offset * bodies.scale[body]


@lean_kernel
def floor_for(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    coming: int,
    now: bool,
) -> float:
    """World height of the floor that feet ask for [cm].

    Args:
        settings: How characters follow the ground.
        bodies: The characters.
        feet: What is known of their feet.
        smoothed: What they have settled to.
        plants: Where they are planted.
        body: Which character.
        coming: The foot that has come down by then, or -1 for this moment.
        now: Whether it is what the legs reach at this moment, smoothed, and not what is wanted.
    """
    first, last = bodies.first_foot[body], bodies.first_foot[body + 1]
    reach = settings[body].pelvis_rule == REACH_RULE
    firmest, most = firmest_foot(feet, smoothed, first, last, coming, reach)
    if firmest < 0 and now:
        return math.inf
    if firmest < 0:
        reach = False
        firmest, most = firmest_foot(feet, smoothed, first, last, coming, reach)
    if firmest < 0:
        return float(bodies.root[body, 2])
    middle = foot_height(feet, smoothed, firmest, coming, now)
    highest, lowest = -math.inf, middle
    for foot in range(first, last):
        share = bearing(feet, smoothed, foot, coming, reach) / most
        own = middle + (foot_height(feet, smoothed, foot, coming, now) - middle) * share
        lowest = min(lowest, own)
        if not rolls_off(feet, foot, coming, reach):
            highest = max(highest, own)
    highest = max(highest, lowest)
    if not reach:
        return lowest
    top = highest
    if coming < 0 and not now:
        top = min(highest, bodies.root[body, 2] + settings[body].max_raise * bodies.scale[body])
    found = top
    for foot in range(first, last):
        share = bearing(feet, smoothed, foot, coming, reach) / most
        if share > 0.0:
            limit = floor_limit(bodies, feet, smoothed, plants, body, foot, coming, now)
            found = min(found, top + min(limit - top, 0.0) * share)
    return (
        max(found, min(lowest, top))
        if coming >= 0
        else max(found, top - settings[body].max_drop * bodies.scale[body])
    )


@inlined_kernel
def floor_limit(
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    foot: int,
    coming: int,
    now: bool,
) -> float:
    """`foot_floor` for a foot at this moment, or when another or itself has come down."""
    way_x, way_y = 0.0, 0.0
    if coming >= 0:
        way_x, way_y = feet.landing_ways[coming, 0], feet.landing_ways[coming, 1]
    if foot == coming:
        return landing_floor(bodies, feet, body, foot, way_x, way_y)
    height = foot_height(feet, smoothed, foot, coming, now) + feet.climbs[foot]
    return foot_floor(bodies, feet, smoothed, plants, body, foot, height, way_x, way_y, now)


@inlined_kernel
def firmest_foot(
    feet: Feet, smoothed: Smoothed, first: int, last: int, coming: int, reach: bool
) -> tuple[int, float]:
    """The foot that has most of a say, and how much; -1 where none has any."""
    firmest, most = -1, 0.0
    for foot in range(first, last):
        share = bearing(feet, smoothed, foot, coming, reach)
        if share > most:
            firmest, most = foot, share
    return firmest, most


@inlined_kernel
def landing_floor(bodies: Bodies, feet: Feet, body: int, foot: int, way_x: float, way_y: float) -> float:
    """`foot_floor` for a foot when it has come down."""
    x, y = feet.landings[foot, 0] - way_x, feet.landings[foot, 1] - way_y
    rise = core_ankle_rise(max(feet.landing_normals[foot, 2], STEEPEST), feet.ankle_heights[foot])
    ankle = feet.landings[foot, 2] + feet.ankle_heights[foot] + rise
    hip = highest_hip(feet.hips[foot], x, y, ankle, feet.reaches[foot])
    return float(hip - feet.hips[foot, 2] + bodies.root[body, 2])


@inlined_kernel
def bearing(feet: Feet, smoothed: Smoothed, foot: int, coming: int, reach: bool) -> float:
    """How much a foot has a say in where the body is [0, 1]: not in the air, and less as it lets go."""
    if smoothed.weights[foot] <= 0.0:
        return 0.0
    if not reach or foot == coming or (coming >= 0 and feet.lifts[foot] < ROLLING):
        return float(smoothed.weights[foot])
    return float(smoothed.weights[foot] * planted(feet.contacts[foot]))


@lean_kernel
def rolls_off(feet: Feet, foot: int, coming: int, reach: bool) -> bool:
    """Whether a foot lets go while another comes down: it still holds the body back, but not up."""
    return bool(reach and 0 <= coming != foot and planted(feet.contacts[foot]) <= 0.0)


@inlined_kernel
def foot_height(feet: Feet, smoothed: Smoothed, foot: int, coming: int, now: bool) -> float:
    """World height of a foot's ground: where it comes down, where it is, or where it is wanted [cm]."""
    if foot == coming:
        return float(feet.landings[foot, 2])
    own = smoothed.heights[foot] if now or not smoothed.found[foot] else smoothed.held_heights[foot]
    return float(own)
