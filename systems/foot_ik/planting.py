"""Planted feet: they stay where they came down, and let go softly.

A foot is held by its ball. While it bears weight or rolls off its toes the ball stays at one place of what it
stands on, whatever the animation does; when the animation has gone too far, or the foot lifts, what is left
of the difference fades by half every 50 ms.
"""

import math
from typing import NamedTuple

from components.arrays import Flags, Floats
from systems.animation.landings import DOWN
from systems.kernel import inlined_kernel, lean_kernel
from systems.maths.elementary import arctangent, exponential, sine_cosine

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
DRAWN = 60.0
"""Speed at which a planted foot is moved out of a step beside it [cm/s]."""
STANDING = 0.5
"""Share of the release distance that counts while nobody walks: there are no steps to come to mend it [1]."""
SETTLED = 0.05
"""Share of it within which such a foot takes hold again [1]."""
NO_TIME = 1e-9
"""Shortest time that is divided by [s]."""
PUT = 3.0
"""Multiple of the release distance beyond which a character was put elsewhere [1]."""


class Plants(NamedTuple):
    """Which feet are planted, and where; kernels take it whole and change it."""

    locked: Flags
    """Whether each foot is planted, shape [foot_count]."""
    points: Floats
    """World X and Y where its ball stays [cm], shape [foot_count, 2]."""
    headings: Floats
    """World X and Y of the unit vector that its toes point along, shape [foot_count, 2]."""
    slides: Floats
    """How far its ball is from its animation [cm], shape [foot_count, 2]."""
    twists: Floats
    """How far it is turned about the vertical from its animation [deg], shape [foot_count]."""


@lean_kernel
def fade(value: float, dt: float) -> float:
    """What is left of a difference after some time [s]."""
    return value * exponential(-FADING * max(dt, 0.0))


@inlined_kernel
def plant(
    plants: Plants,
    foot: int,
    ball: Floats,
    heading: Floats,
    contact: float,
    lift: float,
    standing: bool,
    striding: bool,
    nudge: Floats,
    aim: Floats,
    aim_time: float,
    scale: float,
    release_distance: float,
    release_angle: float,
    dt: float,
) -> None:
    """Holds one foot, lets it go, or fades what is left.

    Args:
        plants: Changed.
        foot: Which.
        ball: World X and Y of its ball in the animation [cm], shape [2].
        heading: World X and Y of the unit vector that its toes point along there, shape [2].
        contact: How much it bears weight in the animation [0, 1].
        lift: How high the animation holds its sole [cm], in the size of scale 1.
        standing: Whether it has ground and the character stands.
        striding: Whether the character walks or runs.
        nudge: World X and Y by which it would have to move to be clear of steps beside it [cm], shape [2].
        aim: World X and Y by which it is to have slid when it comes down [cm], shape [2].
        aim_time: Time until then [s]; below zero where it is not known.
        scale: Scale of the character [1].
        release_distance: How far the animation may go [cm].
        release_angle: How far it may turn [deg].
        dt: Length of the tick [s].
    """
    if plants.locked[foot]:
        before_x, before_y = plants.slides[foot, 0], plants.slides[foot, 1]
        if not striding:
            draw_out(plants, foot, nudge, dt)
        hold(plants, foot, ball, heading)
        slide = math.hypot(plants.slides[foot, 0], plants.slides[foot, 1])
        moved = math.hypot(plants.slides[foot, 0] - before_x, plants.slides[foot, 1] - before_y)
        farthest = release_distance * (1.0 if striding else STANDING)
        away = slide > farthest or abs(plants.twists[foot]) > release_angle
        if slide > PUT * release_distance:
            plants.slides[foot, 0] = plants.slides[foot, 1] = plants.twists[foot] = 0.0
        rolls = lift < ROLLING and moved <= LIFTING * scale * dt
        if away or not standing or not (contact >= DOWN or rolls):
            plants.locked[foot] = False
        return
    close = release_distance * (AGAIN if striding else SETTLED)
    near = math.hypot(plants.slides[foot, 0], plants.slides[foot, 1]) < close
    if standing and contact >= DOWN and near and abs(plants.twists[foot]) < AGAIN * release_angle:
        take_hold(plants, foot, ball, heading)
        return
    for axis in range(2):
        if aim_time >= 0.0:
            even = min(dt / max(aim_time, dt, NO_TIME), 1.0)
            plants.slides[foot, axis] += (aim[axis] - plants.slides[foot, axis]) * even
        else:
            plants.slides[foot, axis] = fade(plants.slides[foot, axis], dt)
    plants.twists[foot] = fade(plants.twists[foot], dt)


@inlined_kernel
def draw_out(plants: Plants, foot: int, nudge: Floats, dt: float) -> None:
    """Moves a planted foot out of a step that its heel or toes are in."""
    way = math.hypot(nudge[0], nudge[1])
    share = min(DRAWN * dt / way, 1.0) if way > 0.0 else 0.0
    for axis in range(2):
        plants.points[foot, axis] += nudge[axis] * share


@inlined_kernel
def take_hold(plants: Plants, foot: int, ball: Floats, heading: Floats) -> None:
    """Plants a foot where it is."""
    plants.locked[foot] = True
    sine, cosine = sine_cosine(plants.twists[foot])
    plants.headings[foot, 0] = heading[0] * cosine - heading[1] * sine
    plants.headings[foot, 1] = heading[0] * sine + heading[1] * cosine
    for axis in range(2):
        plants.points[foot, axis] = ball[axis] + plants.slides[foot, axis]


@inlined_kernel
def hold(plants: Plants, foot: int, ball: Floats, heading: Floats) -> None:
    """Says how far a planted foot is from its animation."""
    for axis in range(2):
        plants.slides[foot, axis] = plants.points[foot, axis] - ball[axis]
    kept = plants.headings[foot]
    across = heading[0] * kept[1] - heading[1] * kept[0]
    plants.twists[foot] = arctangent(across, heading[0] * kept[0] + heading[1] * kept[1])
