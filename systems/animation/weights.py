"""How much of each clip a character shows: standing, walking, running, in the air, landing."""

import math

from components.arrays import Floats
from systems.kernel import lean_kernel

IDLE, WALK, RUN, JUMP, FALL, LAND = range(6)
"""Columns of BASE_CLIPS."""

SOFTEST_LANDING = 250.0
"""Landing speed below which knees do not give [cm/s]."""
HARDEST_LANDING = 900.0
"""Landing speed from which they give all they can [cm/s]."""
RISING = 150.0
"""Upward speed from which the body is all jump; falling as fast it is all fall [cm/s]."""

FULL_STEP = 0.2
"""Share of walk and run together from which their curves count in full [1]."""


@lean_kernel
def gait_weights(speed: float, walk_speed: float, run_speed: float) -> tuple[float, float, float]:
    """Shares of idle, walk and run at a speed [cm/s], linear between the speeds that the clips have."""
    if speed <= walk_speed:
        share = speed / walk_speed if walk_speed > 0.0 else 0.0
        return 1.0 - share, share, 0.0
    share = min((speed - walk_speed) / (run_speed - walk_speed), 1.0) if run_speed > walk_speed else 0.0
    return 0.0, 1.0 - share, share


@lean_kernel
def jump_share(vertical_speed: float) -> float:
    """Share of jump at an upward speed [cm/s]; the rest is fall."""
    return min(max((vertical_speed + RISING) / (2.0 * RISING), 0.0), 1.0)


@lean_kernel
def eased(share: float) -> float:
    """A share that begins and ends to change without a jolt: 3 s² - 2 s³ [1]."""
    return share * share * (3.0 - 2.0 * share)


@lean_kernel
def landing_weight(landing_speed: float, time_on_ground: float, duration: float, speed_share: float) -> float:
    """Share of the landing clip over standing [1].

    Args:
        landing_speed: Downward speed of the landing [cm/s].
        time_on_ground: Time since [s].
        duration: Length of the landing clip [s]; its second half fades out.
        speed_share: Ground speed as a share of running [1]; the faster, the less it bends the knees.
    """
    impact = (landing_speed - SOFTEST_LANDING) / (HARDEST_LANDING - SOFTEST_LANDING)
    fading = 2.0 * (1.0 - time_on_ground / duration) if duration > 0.0 else 0.0
    strength = math.sqrt(min(max(impact, 0.0), 1.0)) * min(max(fading, 0.0), 1.0)
    return strength * (1.0 - 0.7 * min(max(speed_share, 0.0), 1.0))


@lean_kernel
def write_base_weights(
    gait: tuple[float, float, float], jump: float, airborne: float, landing: float, weights: Floats
) -> None:
    """Shares of all base clips; they sum to 1 where those of the gait do.

    Args:
        gait: Shares of idle, walk and run.
        jump: Share of jump in the air.
        airborne: Share of the air over the ground [0, 1].
        landing: Share of the landing clip over the gait [0, 1].
        weights: Written, shape [6].
    """
    ground = (1.0 - airborne) * (1.0 - landing)
    weights[IDLE] = gait[0] * ground
    weights[WALK] = gait[1] * ground
    weights[RUN] = gait[2] * ground
    weights[JUMP] = jump * airborne
    weights[FALL] = (1.0 - jump) * airborne
    weights[LAND] = landing * (1.0 - airborne)


@lean_kernel
def curve_weights(idle: float, walk: float, run: float) -> tuple[float, float, float]:
    """Shares with which curves of idle, walk and run are blended: steps count in full however short they are.

    A foot that swings only a little still swings, so idle gives its share to walk and run as soon as these
    have FULL_STEP together.
    """
    steps = walk + run
    if steps <= 0.0:
        return idle, walk, run
    given = idle * min(steps / FULL_STEP, 1.0)
    return idle - given, walk + given * walk / steps, run + given * run / steps
