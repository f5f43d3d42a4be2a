"""How feet and pelvis follow the ground they find: the kernel of IK interpolation.

What is smoothed is the world height of the ground under each foot. Where the capsule is does not matter to
it, so a body that hops up a step under its capsule, or rides a platform, does not shake. Every smoothing is
an exact decay toward what is wanted, so that it does not matter how time is cut up.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers
from systems.animation.kinematics import row3, row4, set3, set4
from systems.animation.landings import DOWN
from systems.foot_ik.pelvis import highest_hip
from systems.foot_ik.planting import ROLLING, Plants, plant
from systems.foot_ik.profile import PelvisRule
from systems.foot_ik.slope import core_ankle_rise, core_limited, core_slope_rotation
from systems.kernel import lean_kernel
from systems.maths.elementary import exponential
from systems.maths.quaternion import Quadruple, core_conjugate, core_multiply, core_rotate, core_slerp

EARLY = 0.05
"""How long before it comes down a foot is at the height of the ground there [s]."""
NO_TIME = 1e-9
"""Shortest time that is divided by, so that a tick of no length changes nothing [s]."""
CLOSE = 3.0
"""How far a planted foot may be from its ground [cm]."""
FASTEST_DROP = 400.0
"""How fast a foot in the air gives way to lower ground at most [cm/s]."""
FASTEST = 340.0
"""How fast a planted foot is drawn to its ground at most: 20 cm at the default speed [cm/s]."""
FORGOTTEN = 0.5
"""Weight below which a foot that finds ground again begins anew [1]."""
FAR = 60.0
"""How far a foot without weight may be [cm]."""
ARRIVED = 1e-4
"""Distance at which noise-free ground counts as reached [cm]."""
TURNED = 1.0 - 1e-12
"""Cosine of half the angle at which it counts as turned to."""
STEEPEST = 0.2
"""Least Z of a ground's normal for which an ankle is raised [1]."""
REACH_RULE, NO_RULE = int(PelvisRule.REACH), int(PelvisRule.NONE)


class Bodies(NamedTuple):
    """Where characters are, a row each; kernels take it whole and change what is smoothed."""

    first_foot: Integers
    """Row of the first foot, one more at the end, shape [character_count + 1]."""
    posed: Flags
    """Whether each has a pose to go by, shape [character_count]."""
    root: Floats
    """World positions of component space's origin [cm], shape [character_count, 3]."""
    heading: Floats
    """World rotations of component space, unit quaternions, shape [character_count, 4]."""
    scale: Floats
    """Uniform scales [1], shape [character_count]."""
    rise: Floats
    """How far what each stands on rose in this tick [cm], shape [character_count]."""
    grounded: Flags
    """Whether each stands on the ground; in the air everything lets go, shape [character_count]."""
    striding: Flags
    """Whether each walks or runs, shape [character_count]."""
    landing: Flags
    """Whether each comes out of the air, by its animation, shape [character_count]."""
    settled: Flags
    """Whether there is something to go on from, shape [character_count]. Changed."""
    floor: Floats
    """World heights of the ground that the bodies stand on [cm], shape [character_count]. Changed."""
    wanted: Floats
    """Offsets that the pelvises want [cm], shape [character_count]. Changed."""
    grip: Floats
    """How much they follow [0, 1], shape [character_count]. Changed."""
    pelvis: Floats
    """Offsets of the pelvises [cm], shape [character_count]. Changed."""


class Feet(NamedTuple):
    """What is known of feet in a tick, a row a foot; kernels take it whole."""

    hit: Flags
    """Whether there is ground to stand on, shape [foot_count]."""
    heights: Floats
    """World height of the ground [cm], shape [foot_count]."""
    normals: Floats
    """Its unit normal, shape [foot_count, 3]."""
    rises: Floats
    """How far a platform under it rose in this tick [cm], shape [foot_count]."""
    landing_hit: Flags
    """Whether there is ground where the foot will come down, shape [foot_count]."""
    landings: Floats
    """World point of that ground [cm], shape [foot_count, 3]."""
    landing_times: Floats
    """Time until then [s], shape [foot_count]."""
    landing_ways: Floats
    """World X and Y by which the body moves until then [cm], shape [foot_count, 2]."""
    nudges: Floats
    """World X and Y by which a sole would have to move to be clear of steps beside it [cm],
    shape [foot_count, 2]."""
    landing_nudges: Floats
    """The same where it will come down [cm], shape [foot_count, 2]."""
    contacts: Floats
    """How much the foot bears weight in the animation [0, 1], shape [foot_count]."""
    lifts: Floats
    """How high the animation holds the sole over level ground [cm], shape [foot_count]."""
    hips: Floats
    """World positions of the hips in the animation [cm], shape [foot_count, 3]."""
    ankles: Floats
    """World positions of the ankles in the animation [cm], shape [foot_count, 3]."""
    balls: Floats
    """World X and Y of the balls in the animation [cm], shape [foot_count, 2]."""
    headings: Floats
    """World X and Y of the unit vectors that the toes point along, shape [foot_count, 2]."""
    reaches: Floats
    """How far each leg spans before it stiffens [cm], shape [foot_count]."""
    ankle_heights: Floats
    """Height of the ankles over their soles [cm], shape [foot_count]."""


class Smoothed(NamedTuple):
    """What feet have settled to, a row a foot; kernels take it whole and change its arrays."""

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
    held_heights: Floats
    """World height that its ground counts as having [cm], shape [foot_count]."""
    held_normals: Floats
    """Unit normal that it counts as having, shape [foot_count, 3]."""
    wanted: Floats
    """Offset that it wants against its animation [cm], shape [foot_count]."""


@lean_kernel
def follow_all(
    settings: NDArray[np.void], bodies: Bodies, feet: Feet, smoothed: Smoothed, plants: Plants, dt: float
) -> None:
    """Brings the feet and pelvises of all characters a tick nearer to the ground, but for faithful ones.

    Args:
        settings: How they follow it, dtype SETTINGS, shape [character_count].
        bodies: The characters.
        feet: What is known of their feet.
        smoothed: What they have settled to; changed.
        plants: Where they are planted; changed.
        dt: Length of the tick [s].
    """
    for body in range(len(bodies.pelvis)):
        if bodies.posed[body] and not settings[body].faithful:
            follow_ground(settings, bodies, feet, smoothed, plants, body, dt)


@lean_kernel
def step_share(rate: float, dt: float) -> float:
    """Share of the way to a target that an exact decay goes in a tick [1]."""
    return 1.0 - exponential(-rate * dt) if dt > 0.0 else 0.0


@lean_kernel
def toward(value: float, target: float, share: float) -> float:
    """A share of the way from a value to a target."""
    return value + (target - value) * share


@lean_kernel
def follow_height(
    height: float,
    ground: float,
    landing: float,
    landing_time: float,
    contact: float,
    lift: float,
    striding: bool,
    dt: float,
    share: float,
) -> float:
    """World height that a foot's ground is taken to have after a tick [cm].

    A planted foot closes in on its ground; while the character strides it is not for long farther from it
    than CLOSE. One that rolls off its toes goes along with a slope, but not up or down a step. One in the air
    goes to the height of the place where it will come down, evenly, so as to be there a little EARLY, but not
    through the ground on its way. A landing time below zero stands for none foreseen.
    """
    foreseen = contact < DOWN and landing_time > EARLY
    if foreseen and lift < ROLLING:
        return ground if abs(ground - height) < CLOSE else height
    if foreseen:
        even = min(dt / max(landing_time - EARLY, dt, NO_TIME), 1.0)
        followed = max(height + (landing - height) * even, height - FASTEST_DROP * dt)
        lowest = ground - lift
        if followed < lowest:
            followed = max(min(height, lowest), toward(height, lowest, share), followed)
        return followed
    followed = toward(height, ground, share)
    if striding:
        slack = FAR + (CLOSE - FAR) * min(max(contact / DOWN, 0.0), 1.0)
        drawn = min(max(followed, ground - slack), ground + slack)
        followed += min(max(drawn - followed, -FASTEST * dt), FASTEST * dt)
    return followed


@lean_kernel
def follow_ground(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    dt: float,
) -> None:
    """Brings one character a tick nearer to the ground."""
    first, last = bodies.first_foot[body], bodies.first_foot[body + 1]
    share = step_share(settings[body].rate, dt)
    grounded, any_found = bodies.grounded[body], False
    for foot in range(first, last):
        found = grounded and feet.hit[foot]
        any_found = any_found or found
        if found:
            follow_foot(settings, bodies, feet, smoothed, body, foot, dt, share)
        smoothed.found[foot] = found
        smoothed.weights[foot] = toward(smoothed.weights[foot], 1.0 if found else 0.0, share)
        if settings[body].planting:
            plant(
                plants,
                foot,
                feet.balls[foot],
                feet.headings[foot],
                feet.contacts[foot],
                feet.lifts[foot] / bodies.scale[body],
                found,
                bodies.striding[body],
                feet.nudges[foot],
                feet.landing_nudges[foot],
                max(feet.landing_times[foot] - EARLY, 0.0) if feet.landing_hit[foot] else -1.0,
                bodies.scale[body],
                settings[body].release_distance * bodies.scale[body],
                settings[body].release_angle,
                dt,
            )
    if any_found:
        follow_body(settings, bodies, feet, smoothed, plants, body, dt, share)
    bodies.grip[body] = toward(bodies.grip[body], 1.0 if any_found else 0.0, share)
    if any_found and not bodies.settled[body]:
        bodies.settled[body] = True
        bodies.grip[body] = bodies.grip[body] if bodies.landing[body] else 1.0
    bodies.pelvis[body] = bodies.wanted[body] * bodies.grip[body]
    for foot in range(first, last):
        if smoothed.found[foot]:
            smoothed.wanted[foot] = (
                smoothed.heights[foot] - bodies.root[body, 2] + settings[body].offset * bodies.scale[body]
            )
        own = smoothed.wanted[foot] - bodies.pelvis[body]
        smoothed.distances[foot] = own * smoothed.weights[foot]


@lean_kernel
def follow_foot(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    body: int,
    foot: int,
    dt: float,
    share: float,
) -> None:
    """Height and rotation of one foot's ground; taken as they are after a while without ground.

    Who is on the ground from the beginning has its feet there at once; who lands on it blends in.
    """
    forgotten = not bodies.settled[body] or (not smoothed.found[foot] and smoothed.weights[foot] < FORGOTTEN)
    smoothed.held_heights[foot] += feet.rises[foot]
    hold_ground(settings, bodies, feet, smoothed, body, foot, forgotten)
    heading = row4(bodies.heading, body)
    normal = core_limited(row3(smoothed.held_normals, foot), settings[body].least_up)
    wanted = ground_rotation(normal, heading)
    ground, scale = smoothed.held_heights[foot], bodies.scale[body]
    if forgotten:
        if not (bodies.settled[body] or bodies.landing[body]):
            smoothed.weights[foot] = 1.0
        smoothed.heights[foot] = ground
        set4(smoothed.rotations, foot, wanted)
        return
    foreseen = feet.landing_hit[foot]
    smoothed.heights[foot] = scale * follow_height(
        (smoothed.heights[foot] + feet.rises[foot]) / scale,
        ground / scale,
        (feet.landings[foot, 2] if foreseen else ground) / scale,
        feet.landing_times[foot] if foreseen else -1.0,
        feet.contacts[foot],
        feet.lifts[foot] / scale,
        bodies.striding[body],
        dt,
        share,
    )
    turn = core_slerp(row4(smoothed.rotations, foot), wanted, share)
    if settings[body].height_band * bodies.scale[body] > 0.0:
        if abs(smoothed.heights[foot] - ground) < ARRIVED * scale:
            smoothed.heights[foot] = ground
        if (
            abs(turn[0] * wanted[0] + turn[1] * wanted[1] + turn[2] * wanted[2] + turn[3] * wanted[3])
            > TURNED
        ):
            turn = wanted
    set4(smoothed.rotations, foot, turn)


@lean_kernel
def hold_ground(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    body: int,
    foot: int,
    forgotten: bool,
) -> None:
    """Takes over what was found, unless it differs from what is held by no more than noise."""
    normal = row3(feet.normals, foot)
    held = row3(smoothed.held_normals, foot)
    cosine = normal[0] * held[0] + normal[1] * held[1] + normal[2] * held[2]
    if (
        forgotten
        or abs(feet.heights[foot] - smoothed.held_heights[foot])
        > settings[body].height_band * bodies.scale[body]
    ):
        smoothed.held_heights[foot] = feet.heights[foot]
    if forgotten or cosine < settings[body].angle_band:
        set3(smoothed.held_normals, foot, normal)


@lean_kernel
def ground_rotation(normal: tuple[float, float, float], heading: Quadruple) -> Quadruple:
    """World rotation from level ground to ground with this world normal, for a heading."""
    back = core_conjugate(heading)
    return core_multiply(heading, core_multiply(core_slope_rotation(core_rotate(back, normal)), back))


@lean_kernel
def planted(contact: float) -> float:
    """How much a foot is held to the ground: in full from half its weight on, not at all below a quarter."""
    return min(max(4.0 * contact - 1.0, 0.0), 1.0)


@lean_kernel
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


@lean_kernel
def next_to_land(feet: Feet, smoothed: Smoothed, first: int, last: int) -> int:
    """The foot in the air that comes down next, or -1."""
    soonest = -1
    for foot in range(first, last):
        in_air = smoothed.weights[foot] > 0.0 and feet.contacts[foot] < DOWN and feet.landing_hit[foot]
        if in_air and (soonest < 0 or feet.landing_times[foot] < feet.landing_times[soonest]):
            soonest = foot
    return soonest


@lean_kernel
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
    the feet will let it be when that one has come down. What the planted legs cannot reach lowers the body at
    once.
    """
    if settings[body].pelvis_rule == NO_RULE:
        bodies.wanted[body] = 0.0
        return
    root = bodies.root[body, 2]
    first, last = bodies.first_foot[body], bodies.first_foot[body + 1]
    target = floor_for(settings, bodies, feet, smoothed, plants, body, -1, False)
    target = max(target, root - settings[body].max_drop * bodies.scale[body])
    coming = next_to_land(feet, smoothed, first, last)
    if not bodies.settled[body] or bodies.grip[body] < FORGOTTEN:
        bodies.floor[body] = target
    elif coming >= 0:
        time = feet.landing_times[coming] - EARLY
        even = min(dt / max(time, dt, NO_TIME), 1.0)
        aim = floor_for(settings, bodies, feet, smoothed, plants, body, coming, False)
        bodies.floor[body] = toward(bodies.floor[body] + bodies.rise[body], aim, even)
    else:
        bodies.floor[body] = toward(bodies.floor[body] + bodies.rise[body], target, share)
    limit = floor_for(settings, bodies, feet, smoothed, plants, body, -1, True)
    floor = min(bodies.floor[body], limit)
    bodies.wanted[body] = floor - root + settings[body].offset * bodies.scale[body]


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
    highest, lowest = middle, middle
    for foot in range(first, last):
        share = bearing(feet, smoothed, foot, coming, reach) / most
        own = middle + (foot_height(feet, smoothed, foot, coming, now) - middle) * share
        highest, lowest = max(highest, own), min(lowest, own)
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


@lean_kernel
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
    height = foot_height(feet, smoothed, foot, coming, now)
    return foot_floor(bodies, feet, smoothed, plants, body, foot, height, way_x, way_y, now)


@lean_kernel
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


@lean_kernel
def landing_floor(bodies: Bodies, feet: Feet, body: int, foot: int, way_x: float, way_y: float) -> float:
    """`foot_floor` for a foot when it has come down."""
    x, y = feet.landings[foot, 0] - way_x, feet.landings[foot, 1] - way_y
    ankle = feet.landings[foot, 2] + feet.ankle_heights[foot]
    hip = highest_hip(feet.hips[foot], x, y, ankle, feet.reaches[foot])
    return float(hip - feet.hips[foot, 2] + bodies.root[body, 2])


@lean_kernel
def bearing(feet: Feet, smoothed: Smoothed, foot: int, coming: int, reach: bool) -> float:
    """How much a foot has a say in where the body is [0, 1]: not in the air, and less as it lets go."""
    if smoothed.weights[foot] <= 0.0:
        return 0.0
    rolls = coming >= 0 and feet.lifts[foot] < ROLLING
    if not reach or foot == coming or rolls:
        return float(smoothed.weights[foot])
    return float(smoothed.weights[foot] * planted(feet.contacts[foot]))


@lean_kernel
def foot_height(feet: Feet, smoothed: Smoothed, foot: int, coming: int, now: bool) -> float:
    """World height of a foot's ground: where it comes down, where it is, or where it is wanted [cm]."""
    if foot == coming:
        return float(feet.landings[foot, 2])
    own = smoothed.heights[foot] if now or not smoothed.found[foot] else smoothed.held_heights[foot]
    return float(own)
