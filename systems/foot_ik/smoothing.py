"""How feet follow the ground they find: the kernel of IK interpolation.

What is smoothed is the world height of the ground under each foot. Where the capsule is does not matter to
it, so a body that hops up a step under its capsule, or rides a platform, does not shake.
"""

import math
from typing import NamedTuple

from components.arrays import Flags, Floats
from systems.animation.kinematics import row3, row4, set4
from systems.animation.landings import DOWN
from systems.foot_ik.slope import core_slope_rotation
from systems.kernel import kernel
from systems.maths.interpolation import core_finterp
from systems.maths.quaternion import Quadruple, core_conjugate, core_multiply, core_rotate, core_slerp

EARLY = 0.05
"""How long before it comes down a foot is at the height of the ground there [s]."""
NO_TIME = 1e-9
"""Shortest time that is divided by, so that a tick of no length changes nothing [s]."""
ROLLING = 0.5
"""Height of a sole over its ground up to which it still rolls on it [cm]."""
CLOSE = 3.0
"""How far a planted foot may be from its ground [cm]."""
FASTEST_DROP = 400.0
"""How fast a foot in the air gives way to lower ground at most [cm/s]."""
FORGOTTEN = 0.5
"""Weight below which a foot that finds ground again begins anew [1]."""
FAR = 60.0
"""How far a foot without weight may be [cm]."""


class Feet(NamedTuple):
    """What is known of the feet of one character in a tick; kernels take it whole."""

    hit: Flags
    """Whether there is ground, shape [foot_count]."""
    heights: Floats
    """World height of the ground [cm], shape [foot_count]."""
    normals: Floats
    """Its unit normal, shape [foot_count, 3]."""
    rises: Floats
    """How far a platform under it rose in this tick [cm], shape [foot_count]."""
    landing_hit: Flags
    """Whether there is ground where the foot will come down, shape [foot_count]."""
    landing_heights: Floats
    """Its world height [cm], shape [foot_count]."""
    landing_times: Floats
    """Time until then [s], shape [foot_count]."""
    contacts: Floats
    """How much the foot bears weight in the animation [0, 1], shape [foot_count]."""
    lifts: Floats
    """How high the animation holds the sole over level ground [cm], shape [foot_count]."""


class Body(NamedTuple):
    """Where the body of one character was and is; kernels take it whole."""

    pelvis: float
    """Vertical offset of its pelvis so far [cm]."""
    floor: float
    """World height that it stood on [cm]."""
    rise: float
    """How far what it stands on rose in this tick [cm]."""
    root_height: float
    """World height of its capsule's bottom [cm]."""
    offset: float
    """Added to the height of both feet [cm]."""
    striding: bool
    """Whether it walks or runs."""


class Smoothed(NamedTuple):
    """What the feet have settled to; kernels take it whole and change its arrays."""

    heights: Floats
    """World height of the ground under each foot [cm], shape [foot_count]."""
    weights: Floats
    """How much each foot follows the ground [0, 1], shape [foot_count]."""
    rotations: Floats
    """From level ground to the ground, world space, unit quaternions, shape [foot_count, 4]."""
    distances: Floats
    """Offset of each foot on top of the pelvis's [cm], shape [foot_count]."""
    found: Flags
    """Whether each foot had ground to stand on, shape [foot_count]."""


@kernel
def follow_height(
    height: float,
    ground: float,
    landing: float,
    landing_time: float,
    contact: float,
    lift: float,
    striding: bool,
    dt: float,
    speed: float,
) -> float:
    """World height that a foot's ground is taken to have after a tick [cm].

    A planted foot closes in on its ground by `finterp_to`; while the character strides it is never farther
    from it than CLOSE. One that rolls off its toes goes along with a slope, but not up or down a step. One
    in the air goes to the height of the place where it will come down, evenly, so as to be there a little
    EARLY, but not through the ground on its way. A landing time below zero stands for none foreseen.
    """
    foreseen = contact < DOWN and landing_time > EARLY
    if foreseen and lift < ROLLING:
        return ground if abs(ground - height) < CLOSE else height
    if foreseen:
        share = min(dt / max(landing_time - EARLY, dt, NO_TIME), 1.0)
        followed = max(height + (landing - height) * share, height - FASTEST_DROP * dt)
        lowest = ground - lift
        if followed < lowest:
            followed = max(min(height, lowest), core_finterp(height, lowest, dt, speed), followed)
        return followed
    followed = core_finterp(height, ground, dt, speed)
    if striding:
        slack = FAR + (CLOSE - FAR) * min(max(contact / DOWN, 0.0), 1.0)
        followed = min(max(followed, ground - slack), ground + slack)
    return followed


@kernel
def follow_floor(
    floor: float, feet: Feet, smoothed: Smoothed, lowest: float, dt: float, speed: float
) -> float:
    """World height that the body stands on after a tick [cm].

    It is never above the lower foot's, or that foot could not reach down. Below that it has time: while a
    foot is in the air it moves evenly, to be where the lowest foot will stand when the next one comes down;
    otherwise it closes in by `finterp_to`.
    """
    coming_foot = next_to_land(feet, smoothed)
    if coming_foot < 0:
        return min(core_finterp(floor, lowest, dt, speed), lowest)
    coming = float(feet.landing_heights[coming_foot])
    for foot in range(len(feet.hit)):
        if foot != coming_foot and smoothed.weights[foot] > 0.0:
            coming = min(coming, float(smoothed.heights[foot]))
    time = float(feet.landing_times[coming_foot]) - EARLY
    share = min(dt / max(time, dt, NO_TIME), 1.0)
    return min(floor + (coming - floor) * share, lowest)


@kernel
def next_to_land(feet: Feet, smoothed: Smoothed) -> int:
    """The foot in the air that comes down next, or -1."""
    soonest = -1
    for foot in range(len(feet.hit)):
        in_air = smoothed.weights[foot] > 0.0 and feet.contacts[foot] < DOWN and feet.landing_hit[foot]
        if in_air and (soonest < 0 or feet.landing_times[foot] < feet.landing_times[soonest]):
            soonest = foot
    return soonest


@kernel
def follow_ground(
    feet: Feet,
    smoothed: Smoothed,
    body: Body,
    heading: Quadruple,
    grounded: bool,
    settled: bool,
    reach: float,
    dt: float,
    speed: float,
) -> tuple[float, float]:
    """Brings one character's feet a tick nearer to the ground.

    Args:
        feet: What was found in this tick.
        smoothed: Changed.
        body: Where the body was and is.
        heading: World rotation of component space.
        grounded: Whether the character stands on the ground; in the air everything lets go.
        settled: Whether there is something to go on from; otherwise the ground is taken as it is.
        reach: How far from the capsule's bottom, up or down, ground can be and still be stood on [cm].
        dt: Length of the tick [s].
        speed: Interpolation speed [1/s].

    Returns:
        The pelvis's offset and the floor [cm].
    """
    most, highest = 0.0, -math.inf
    for foot in range(len(feet.hit)):
        found = is_ground(feet, foot, body.root_height, grounded, reach)
        if found:
            _follow_one(feet, smoothed, foot, settled, body.striding, heading, dt, speed)
        smoothed.found[foot] = found
        smoothed.weights[foot] = core_finterp(smoothed.weights[foot], 1.0 if found else 0.0, dt, speed)
        if smoothed.weights[foot] > 0.0:
            most = max(most, smoothed.weights[foot])
            highest = max(highest, smoothed.heights[foot])
    if not grounded or most == 0.0:
        for foot in range(len(feet.hit)):
            smoothed.distances[foot] = core_finterp(smoothed.distances[foot], 0.0, dt, speed)
        return core_finterp(body.pelvis, 0.0, dt, speed), body.root_height
    lowest = lowest_ground(smoothed, highest)
    floor = lowest
    if settled and most >= FORGOTTEN:
        floor = follow_floor(body.floor + body.rise, feet, smoothed, lowest, dt, speed)
    pelvis = body.pelvis + (floor - body.root_height + body.offset - body.pelvis) * most
    for foot in range(len(feet.hit)):
        if smoothed.found[foot]:
            wanted = smoothed.heights[foot] - body.root_height + body.offset - pelvis
            smoothed.distances[foot] += (wanted - smoothed.distances[foot]) * smoothed.weights[foot]
        else:
            smoothed.distances[foot] = core_finterp(smoothed.distances[foot], 0.0, dt, speed)
    return pelvis, floor


@kernel
def is_ground(feet: Feet, foot: int, root_height: float, grounded: bool, reach: float) -> bool:
    """Whether there is something under a foot that it can stand on."""
    return bool(grounded and feet.hit[foot] and abs(feet.heights[foot] - root_height) <= reach)


@kernel
def lowest_ground(smoothed: Smoothed, highest: float) -> float:
    """World height of the lower foot's ground [cm]; a foot that lets go rises to the highest in this."""
    lowest = highest
    for foot in range(len(smoothed.weights)):
        weight = smoothed.weights[foot]
        if weight > 0.0:
            lowest = min(lowest, highest + (smoothed.heights[foot] - highest) * weight)
    return lowest


@kernel
def _follow_one(
    feet: Feet,
    smoothed: Smoothed,
    foot: int,
    settled: bool,
    striding: bool,
    heading: Quadruple,
    dt: float,
    speed: float,
) -> None:
    """Height and rotation of one foot's ground; taken as they are after a while without ground."""
    normal = core_rotate(core_conjugate(heading), row3(feet.normals, foot))
    in_component = core_multiply(core_slope_rotation(normal), core_conjugate(heading))
    wanted = core_multiply(heading, in_component)
    ground = feet.heights[foot]
    if not settled or (not smoothed.found[foot] and smoothed.weights[foot] < FORGOTTEN):
        smoothed.weights[foot] = 0.0 if settled else 1.0
        smoothed.heights[foot] = ground
        set4(smoothed.rotations, foot, wanted)
        return
    foreseen = feet.landing_hit[foot]
    smoothed.heights[foot] = follow_height(
        smoothed.heights[foot] + feet.rises[foot],
        ground,
        feet.landing_heights[foot] if foreseen else ground,
        feet.landing_times[foot] if foreseen else -1.0,
        feet.contacts[foot],
        feet.lifts[foot],
        striding,
        dt,
        speed,
    )
    share = 1.0 if speed <= 0.0 else min(dt * speed, 1.0)
    set4(smoothed.rotations, foot, core_slerp(row4(smoothed.rotations, foot), wanted, share))
