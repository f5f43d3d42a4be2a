"""How feet and pelvis follow the ground they find: the kernel of IK interpolation.

What is smoothed is the world height of the ground under each foot. Where the capsule is does not matter to
it, so a body that hops up a step under its capsule, or rides a platform, does not shake. Every smoothing is
an exact decay toward what is wanted, so that it does not matter how time is cut up.
"""

import numpy as np
from numpy.typing import NDArray

from systems.animation.kinematics import row3, row4, set3, set4
from systems.animation.landings import DOWN
from systems.foot_ik.bodies import EARLY, NO_TIME, Bodies, Feet, Smoothed, toward
from systems.foot_ik.floor import follow_body
from systems.foot_ik.lying import climb, move_look, tilt_climb, turn_now
from systems.foot_ik.planting import ROLLING, SHUFFLE_SPEED, Hold, Plants, look_anew, plant, shuffle_lift
from systems.foot_ik.slope import core_limited, core_slope_rotation
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.elementary import exponential
from systems.maths.quaternion import Quadruple, core_conjugate, core_multiply, core_rotate, core_slerp

CLOSE = 3.0
"""How far a planted foot may be from its ground [cm]."""
FASTEST = 320.0
"""How fast a foot of one who walks goes up or down at most [cm/s]; with what a slope adds it keeps to the
340 of one that closes in on ground 20 cm away."""
STEEPEST_SWING = 2.2
"""How fast it may for each cm/s of its gait where that is faster [1]: it goes as far as the body in half the
time."""
FAR = 60.0
"""How far a foot without weight may be [cm]."""
TAKING_HOLD = 3.0
"""Time in which a foot takes hold of its ground or lets go of it, as a multiple of its decay's [1]; 0.15 s at
the default speed."""
ARRIVED = 1e-4
"""Distance at which noise-free ground counts as reached [cm]."""
TURNED = 1.0 - 1e-12
"""Cosine of half the angle at which it counts as turned to."""


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
def evenly_toward(share: float, whole: bool, change: float) -> float:
    """A share that goes evenly to all or nothing [0, 1]."""
    return min(share + change, 1.0) if whole else max(share - change, 0.0)


@inlined_kernel
def follow_height(
    height: float,
    ground: float,
    landing: float,
    landing_time: float,
    contact: float,
    lift: float,
    steps: bool,
    fastest: float,
    dt: float,
    share: float,
) -> float:
    """World height that a foot's ground is taken to have after a tick [cm].

    A planted foot closes in on its ground; one that steps, as of a character that walks, is not for long
    farther from it than CLOSE. One that rolls off its toes goes along with a slope, but not up or down a
    step. One in the air goes to the height of the place where it will come down, evenly, so as to be there a
    little EARLY, but not through the ground on its way. A landing time below zero stands for none foreseen.
    None is faster than `fastest` [cm/s].
    """
    foreseen = contact < DOWN and landing_time > EARLY
    if contact < DOWN and 0.0 <= landing_time <= EARLY:
        return height + limited((max(landing, ground - lift) - height) * share, fastest * dt)
    if foreseen and lift < ROLLING:
        return ground if abs(ground - height) < CLOSE else height
    if foreseen:
        even = min(dt / max(landing_time - EARLY, dt, NO_TIME), 1.0)
        followed = height + limited((landing - height) * even, fastest * dt)
        lowest = ground - lift
        if followed < lowest:
            risen = height + limited((lowest - height) * share, fastest * dt)
            followed = max(min(height, lowest), risen, followed)
        return followed
    followed = toward(height, ground, share)
    if steps or contact < DOWN:
        slack = FAR + (CLOSE - FAR) * min(max(contact / DOWN, 0.0), 1.0)
        drawn = min(max(followed, ground - slack), ground + slack)
        followed = height + limited(drawn - height, fastest * dt)
    return followed


@lean_kernel
def limited(value: float, limit: float) -> float:
    """A value that is at most so far from zero."""
    return min(max(value, -limit), limit)


@inlined_kernel
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
    change = settings[body].rate / TAKING_HOLD * dt if dt > 0.0 else 0.0
    hold = hold_of(settings, bodies, body)
    grounded, any_found = bodies.grounded[body], False
    for foot in range(first, last):
        found = grounded and feet.hit[foot]
        any_found = any_found or found
        if found:
            follow_foot(settings, bodies, feet, smoothed, plants, body, foot, dt, share)
        smoothed.found[foot] = found
        before = smoothed.weights[foot]
        smoothed.weights[foot] = evenly_toward(before, found, change)
        if settings[body].planting:
            settles = before < 1.0 <= smoothed.weights[foot]
            waiting = shuffles_beside(plants, first, last, foot)
            hold_foot(feet, smoothed, plants, foot, found, settles, waiting, hold, dt)
        feet.climbs[foot] = climb(feet, smoothed, plants, foot)
    if any_found:
        follow_body(settings, bodies, feet, smoothed, plants, body, dt, share)
    bodies.grip[body] = evenly_toward(bodies.grip[body], any_found, change)
    if any_found and not bodies.settled[body]:
        bodies.settled[body] = True
        bodies.grip[body] = bodies.grip[body] if bodies.landing[body] else 1.0
    bodies.pelvis[body] = bodies.wanted[body] * bodies.grip[body]
    for foot in range(first, last):
        if smoothed.found[foot]:
            over = settings[body].offset + shuffle_lift(plants.shuffles[foot])
            height = smoothed.heights[foot] + feet.climbs[foot]
            smoothed.wanted[foot] = height - bodies.root[body, 2] + over * bodies.scale[body]
        own = smoothed.wanted[foot] - bodies.wanted[body]
        smoothed.distances[foot] = own * smoothed.weights[foot]


@inlined_kernel
def hold_foot(
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    foot: int,
    standing: bool,
    settles: bool,
    waiting: bool,
    hold: Hold,
    dt: float,
) -> None:
    """Plants one foot as `plant` does; what it has settled to goes along with the place where it looks.

    One that came down while it was still turning with its ground looks anew once it has taken hold.
    """
    turn = turn_now(feet, smoothed, foot)
    if plants.locked[foot] and settles:
        move_look(smoothed, foot, tilt_climb(feet, smoothed, plants, foot))
        look_anew(plants, feet, foot, turn)
    held = plants.locked[foot]
    plant(plants, feet, foot, turn, standing, waiting, hold, dt)
    if held and not plants.locked[foot]:
        move_look(smoothed, foot, tilt_climb(feet, smoothed, plants, foot))


@lean_kernel
def hold_of(settings: NDArray[np.void], bodies: Bodies, body: int) -> Hold:
    """How firmly the feet of one character hold."""
    scale = bodies.scale[body]
    distance = settings[body].release_distance * scale
    return Hold(bodies.striding[body], scale, distance, settings[body].release_angle)


@lean_kernel
def shuffles_beside(plants: Plants, first: int, last: int, foot: int) -> bool:
    """Whether another foot of a character shuffles."""
    for other in range(first, last):
        if other != foot and plants.shuffles[other] > 0.0:
            return True
    return False


@inlined_kernel
def follow_foot(
    settings: NDArray[np.void],
    bodies: Bodies,
    feet: Feet,
    smoothed: Smoothed,
    plants: Plants,
    body: int,
    foot: int,
    dt: float,
    share: float,
) -> None:
    """Height and rotation of one foot's ground; taken as they are after a while without ground.

    Who is on the ground from the beginning has its feet there at once; who lands on it blends in.
    """
    forgotten = not bodies.settled[body] or (not smoothed.found[foot] and smoothed.weights[foot] <= 0.0)
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
    lift, fastest = feet.lifts[foot], max(FASTEST, STEEPEST_SWING * bodies.pace[body])
    if not (plants.locked[foot] and feet.reached[foot]):
        lift = max(lift, ROLLING * scale)
    steps = bodies.striding[body] or (settings[body].planting and not plants.locked[foot])
    if plants.shuffles[foot] > 0.0:
        fastest = FASTEST - SHUFFLE_SPEED
    smoothed.heights[foot] = scale * follow_height(
        (smoothed.heights[foot] + feet.rises[foot]) / scale,
        ground / scale,
        (feet.landings[foot, 2] if foreseen else ground) / scale,
        feet.landing_times[foot] if foreseen else -1.0,
        feet.contacts[foot],
        lift / scale,
        steps,
        fastest,
        dt,
        share,
    )
    early = feet.landing_times[foot] <= EARLY
    if foreseen and feet.contacts[foot] < DOWN and (early or lift >= ROLLING * scale):
        normal = core_limited(row3(feet.landing_normals, foot), settings[body].least_up)
        wanted = ground_rotation(normal, heading)
        share = min(dt / max(feet.landing_times[foot] - EARLY, dt, NO_TIME), 1.0)
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


@inlined_kernel
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
