"""Steps that cover the ground: phase from distance, and where the feet will come down."""

import math

from components.arrays import Floats, Integers
from systems.animation.landings import DOWN
from systems.animation.sampling import fraction
from systems.animation.weights import IDLE, RUN, WALK
from systems.kernel import lean_kernel
from systems.maths.quaternion import Triple

SHORTEST = 0.35
"""Stride as a share of the walk's below which feet rather slide than patter [1]."""
GRADE_MEMORY = 80.0
"""Way over which the grade of the ground is averaged [cm]."""
GRADE_SHORTENS = 0.9
"""How much steps shorten with the grade: a grade of 1 leaves 1 / (1 + this) of them [1]."""
TALLEST = 50.0
"""Rise in one tick beyond which it was no walking [cm]."""
STANDING = 5.0
"""Speed of the blend below which a gait waits to begin [cm/s]."""
FIRST_STEP = 0.18
"""Phase at which it begins: the left foot stands under the body, the right one is about to swing."""
MOVING = 20.0
"""Speed of the blend below which no step is under way [cm/s]."""


@lean_kernel
def natural_speed(strides: Floats, durations: Floats, clip: int) -> float:
    """Speed that a gait clip is made for [cm/s], its stride in its duration; 0 where there is none."""
    return strides[clip] / durations[clip] if clip >= 0 else 0.0


@lean_kernel
def stride_of(strides: Floats, base_clips: Integers, gait: Triple) -> float:
    """Way that one repetition of the blended gait covers [cm]; 0 where there is no gait to blend.

    Args:
        strides: Way covered by one repetition of each clip [cm], shape [clip_count].
        base_clips: Rows of the character's base clips, shape [6].
        gait: Shares of idle, walk and run.
    """
    walk, run = base_clips[WALK], base_clips[RUN]
    stride, shortest = 0.0, 0.0
    if walk >= 0:
        stride += strides[walk] * gait[WALK]
        shortest = SHORTEST * strides[walk]
    if run >= 0:
        stride += strides[run] * gait[RUN]
    return max(stride, shortest)


@lean_kernel
def advanced(phase: float, way: float, stride: float) -> float:
    """Phase of a gait after some way [cm], in [0, 1)."""
    return fraction(phase + way / stride) if stride > 0.0 else phase


@lean_kernel
def grade_after(grade: float, rise: float, run: float) -> float:
    """Rise over run, averaged over the way lately walked, after some more of it [cm].

    Over a step of stairs that comes all at once this stays near the grade of the whole flight.
    """
    climbed = min(max(rise, -TALLEST), TALLEST)
    return grade + (climbed - grade * run) / (run + GRADE_MEMORY) if run > 0.0 else grade


@lean_kernel
def shortened(speed: float, grade: float) -> float:
    """Speed whose step length suits ground of this grade [cm/s]: on stairs steps are shorter and quicker."""
    return speed / (1.0 + GRADE_SHORTENS * abs(grade))


@lean_kernel
def next_landing(
    phases: Floats,
    landings: Floats,
    stands: Floats,
    base_clips: Integers,
    foot: int,
    gait: Triple,
    phase: float,
    stride: float,
    contact: float,
    place: Floats,
) -> float:
    """Where a foot that bears no weight will come down.

    Args:
        phases: When each foot comes down in each clip, see `Clips`, shape [clip_count, foot_count].
        landings: Where, shape [clip_count, foot_count, 3].
        stands: Where it is at the start of each clip, shape [clip_count, foot_count, 3].
        base_clips: Rows of the character's base clips, shape [6].
        foot: Column of the foot.
        gait: Shares of idle, walk and run.
        phase: Phase of the gait [0, 1).
        stride: Way of one repetition [cm].
        contact: How much the foot bears weight, not a number where no curve tells.
        place: Written: component space as it is now [cm], shape [3]; not numbers where none is foreseen.

    Returns:
        The way until then [cm]; not a number where none is foreseen.
    """
    total = 0.0
    for column in (WALK, RUN):
        total += gait[column] if lands(phases, base_clips[column], foot, gait[column]) else 0.0
    if not contact < DOWN or total <= 0.0:
        set_place(place, math.nan, math.nan, math.nan)
        return math.nan
    way = 0.0
    set_place(place, 0.0, 0.0, 0.0)
    for column in (WALK, RUN):
        clip, share = base_clips[column], gait[column]
        if lands(phases, clip, foot, share):
            way += fraction(phases[clip, foot] - phase) * stride * share / total
            for axis in range(3):
                place[axis] += landings[clip, foot, axis] * share
    idle = base_clips[IDLE]
    if idle >= 0 and not math.isnan(stands[idle, foot, 0]):
        for axis in range(3):
            place[axis] += stands[idle, foot, axis] * (1.0 - total)
    place[0] += way
    return way


@lean_kernel
def lands(phases: Floats, clip: int, foot: int, share: float) -> bool:
    """Whether a clip shows at all, and a foot comes down in it."""
    return clip >= 0 and share > 0.0 and not math.isnan(phases[clip, foot])


@lean_kernel
def set_place(place: Floats, x: float, y: float, z: float) -> None:
    """Writes a place, shape [3]."""
    place[0] = x
    place[1] = y
    place[2] = z
