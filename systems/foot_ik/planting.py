"""Planted feet: they stay where they came down, and let go softly.

A foot is held by its ball. While it bears weight or rolls off its toes the ball stays at one place of what it
stands on, whatever the animation and the tilt of the ground do. When the foot lifts, what is left of the
difference is gone when it comes down again. When the animation has gone too far from a foot that bears
weight, the foot catches up by a small step of its own, a shuffle, and does not drag.
"""

import math
from typing import NamedTuple

from components.arrays import Flags, Floats
from systems.animation.landings import DOWN
from systems.foot_ik.bodies import EARLY, NO_TIME, Feet
from systems.foot_ik.tilt import ball_tilt
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.elementary import arctangent, exponential, sine_cosine
from systems.maths.quaternion import Quadruple

HALF_LIFE = 0.05
"""Time in which half of a difference fades [s]."""
FADING = math.log(2.0) / HALF_LIFE
"""Rate at which it fades [1/s]."""
ROLLING = 0.5
"""Height of a sole over its ground up to which it still rolls on it [cm]."""
AGAIN = 0.5
"""Share of the release distance within which a foot takes hold again [1]."""
LIFTING = 60.0
"""Speed of the ball in the animation from which a foot that rolled lifts [cm/s]."""
STANDING = 0.5
"""Share of the release distance that counts while nobody walks: there are no steps to come to mend it [1]."""
SETTLED = 0.05
"""Share of it within which such a foot takes hold again [1]."""
PUT = 3.0
"""Multiple of the release distance beyond which a character was put elsewhere [1]."""
SHUFFLE = 0.2
"""Time that a shuffle takes [s]."""
SHUFFLE_LIFT = 5.0
"""How high it lifts the foot [cm], in the size of scale 1."""
SHUFFLE_SPEED = 4.0 * SHUFFLE_LIFT / SHUFFLE
"""How fast it does at most [cm/s]."""
WAITING = 1.5
"""Multiple of what makes a foot let go up to which it waits for another that shuffles [1]."""


class Plants(NamedTuple):
    """Which feet are planted, and where; kernels take it whole and change it."""

    locked: Flags
    """Whether each foot is planted, shape [foot_count]."""
    points: Floats
    """World X and Y where its ball stays, the tilt of its ground left out [cm], shape [foot_count, 2]."""
    headings: Floats
    """World X and Y of the unit vector that its toes point along, shape [foot_count, 2]."""
    slides: Floats
    """How far its ball is from its animation, that tilt left out [cm], shape [foot_count, 2]."""
    twists: Floats
    """How far it is turned about the vertical from its animation [deg], shape [foot_count]."""
    tilts: Floats
    """World X and Y by which that tilt had moved its ball when it was planted [cm], shape [foot_count, 2]."""
    starts: Floats
    """How far its ball was from its animation when it was planted [cm], shape [foot_count, 2]."""
    shuffles: Floats
    """Time left of its shuffle [s], shape [foot_count]."""


class Hold(NamedTuple):
    """How firmly the feet of a character hold."""

    striding: bool
    """Whether it walks or runs."""
    scale: float
    """Its scale [1]."""
    distance: float
    """How far the animation may go from a planted foot while it strides [cm]."""
    angle: float
    """How far it may turn [deg]."""


@lean_kernel
def fade(value: float, dt: float) -> float:
    """What is left of a difference after some time [s]."""
    return value * exponential(-FADING * max(dt, 0.0))


@lean_kernel
def shuffle_lift(left: float) -> float:
    """How high a shuffle lifts a foot so long before its end [cm]: a parabola."""
    share = left / SHUFFLE
    return SHUFFLE_LIFT * 4.0 * share * (1.0 - share)


@inlined_kernel
def plant(
    plants: Plants,
    feet: Feet,
    foot: int,
    turn: Quadruple,
    standing: bool,
    waiting: bool,
    hold: Hold,
    dt: float,
) -> None:
    """Holds one foot, lets it go, or brings it back to its animation.

    Args:
        plants: Changed.
        feet: What is known of feet.
        foot: Which.
        turn: World rotation by which it lies on its ground.
        standing: Whether it has ground and the character stands.
        waiting: Whether another foot of the character shuffles.
        hold: How firmly it holds.
        dt: Length of the tick [s].
    """
    bears, shuffled = standing and feet.contacts[foot] >= DOWN, plants.shuffles[foot] > 0.0
    plants.shuffles[foot] = max(plants.shuffles[foot] - dt, 0.0) if standing else 0.0
    if plants.locked[foot]:
        keep(plants, feet, foot, turn, standing, waiting, hold, dt)
    elif bears and can_hold(plants, feet, foot, hold):
        take_hold(plants, feet, foot, turn)
    else:
        if bears and feet.reached[foot]:
            plants.shuffles[foot] = SHUFFLE
        bring_back(plants, feet, foot, standing, dt)
        ended = shuffled and standing and plants.shuffles[foot] <= 0.0
        if ended and feet.stances[foot] >= DOWN:
            take_hold(plants, feet, foot, turn)


@inlined_kernel
def keep(
    plants: Plants,
    feet: Feet,
    foot: int,
    turn: Quadruple,
    standing: bool,
    waiting: bool,
    hold: Hold,
    dt: float,
) -> None:
    """Keeps a planted foot where it is, unless its animation has lifted it or gone too far."""
    before_x, before_y = plants.slides[foot, 0], plants.slides[foot, 1]
    stay(plants, feet, foot, turn)
    slide = math.hypot(plants.slides[foot, 0], plants.slides[foot, 1])
    moved = math.hypot(plants.slides[foot, 0] - before_x, plants.slides[foot, 1] - before_y)
    farthest = hold.distance * (1.0 if hold.striding else STANDING)
    gone_x = plants.slides[foot, 0] - plants.starts[foot, 0]
    gone_y = plants.slides[foot, 1] - plants.starts[foot, 1]
    excess = max(math.hypot(gone_x, gone_y) / farthest, abs(plants.twists[foot]) / hold.angle)
    if slide > PUT * hold.distance:
        plants.slides[foot, 0] = plants.slides[foot, 1] = plants.twists[foot] = 0.0
        plants.locked[foot] = False
        return
    bears = feet.contacts[foot] >= DOWN
    rolls = feet.reached[foot] and feet.lifts[foot] < ROLLING * hold.scale
    rolls = rolls and moved <= LIFTING * hold.scale * dt
    away = excess > (WAITING if waiting and bears else 1.0) or (
        bears and must_clear(plants, feet, foot, hold)
    )
    if away or not standing or not (bears or rolls):
        plants.locked[foot] = False
        if away and standing and bears:
            plants.shuffles[foot] = SHUFFLE


@lean_kernel
def can_hold(plants: Plants, feet: Feet, foot: int, hold: Hold) -> bool:
    """Whether a foot is near enough to its animation to take hold, and clear of steps beside it."""
    if is_blocked(feet, foot):
        return False
    close = hold.distance * (AGAIN if hold.striding else SETTLED)
    slide = math.hypot(plants.slides[foot, 0], plants.slides[foot, 1])
    return bool(slide < close and abs(plants.twists[foot]) < AGAIN * hold.angle)


@lean_kernel
def must_clear(plants: Plants, feet: Feet, foot: int, hold: Hold) -> bool:
    """Whether a planted foot is in a step beside it; one that stands has been moved out of it but once."""
    moved = math.hypot(plants.starts[foot, 0], plants.starts[foot, 1])
    return is_blocked(feet, foot) and (hold.striding or moved <= SETTLED * hold.distance)


@lean_kernel
def is_blocked(feet: Feet, foot: int) -> bool:
    """Whether heel or toes are in a step beside a sole."""
    return bool(feet.nudges[foot, 0] != 0.0 or feet.nudges[foot, 1] != 0.0)


@inlined_kernel
def bring_back(plants: Plants, feet: Feet, foot: int, standing: bool, dt: float) -> None:
    """Brings a foot that is not planted to its animation: evenly to where it comes down, if that is known.

    Else it gives way to a step beside it, as when it comes down from a jump.
    """
    for axis in range(2):
        nudge = feet.nudges[foot, axis]
        if feet.landing_hit[foot]:
            left = max(feet.landing_times[foot] - EARLY, dt, NO_TIME)
            aim = feet.landing_nudges[foot, axis]
            plants.slides[foot, axis] += (aim - plants.slides[foot, axis]) * min(dt / left, 1.0)
        elif standing and is_blocked(feet, foot):
            plants.slides[foot, axis] += nudge - fade(nudge, dt)
        else:
            plants.slides[foot, axis] = fade(plants.slides[foot, axis], dt)
    plants.twists[foot] = fade(plants.twists[foot], dt)


@inlined_kernel
def take_hold(plants: Plants, feet: Feet, foot: int, turn: Quadruple) -> None:
    """Plants a foot where it is."""
    plants.locked[foot] = True
    sine, cosine = sine_cosine(plants.twists[foot])
    heading = feet.headings[foot]
    plants.headings[foot, 0] = heading[0] * cosine - heading[1] * sine
    plants.headings[foot, 1] = heading[0] * sine + heading[1] * cosine
    tilt = ball_tilt(turn, plants.twists[foot], feet.to_balls[foot])
    for axis in range(2):
        plants.tilts[foot, axis] = tilt[axis]
        plants.starts[foot, axis] = plants.slides[foot, axis]
        plants.points[foot, axis] = feet.balls[foot, axis] + plants.slides[foot, axis]


@inlined_kernel
def look_anew(plants: Plants, feet: Feet, foot: int, turn: Quadruple) -> None:
    """Has a foot that came down while it was still turning look for ground where it has come to lie."""
    tilt = ball_tilt(turn, plants.twists[foot], feet.to_balls[foot])
    for axis in range(2):
        plants.points[foot, axis] += plants.tilts[foot, axis] - tilt[axis]
        plants.tilts[foot, axis] = tilt[axis]


@inlined_kernel
def stay(plants: Plants, feet: Feet, foot: int, turn: Quadruple) -> None:
    """Says how far a planted foot is from its animation, so that its ball stays whatever its tilt."""
    kept, heading = plants.headings[foot], feet.headings[foot]
    across = heading[0] * kept[1] - heading[1] * kept[0]
    plants.twists[foot] = arctangent(across, heading[0] * kept[0] + heading[1] * kept[1])
    tilt = ball_tilt(turn, plants.twists[foot], feet.to_balls[foot])
    for axis in range(2):
        moved = plants.tilts[foot, axis] - tilt[axis]
        plants.slides[foot, axis] = plants.points[foot, axis] + moved - feet.balls[foot, axis]
