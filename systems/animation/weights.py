"""How much of each clip a character shows: standing, walking, running, in the air, landing."""

import math
from collections.abc import Mapping

from components.skeleton import ClipAsset

IDLE, WALK, RUN, JUMP, FALL, LAND = "idle", "walk", "run", "jump", "fall", "land"

SOFTEST_LANDING = 250.0
"""Landing speed below which knees do not give [cm/s]."""
HARDEST_LANDING = 900.0
"""Landing speed from which they give all they can [cm/s]."""
RISING = 150.0
"""Upward speed from which the body is all jump; falling as fast it is all fall [cm/s]."""

FULL_STEP = 0.2
"""Share of walk and run together from which their curves count in full [1]."""


def gait_weights(speed: float, walk_speed: float, run_speed: float) -> dict[str, float]:
    """Shares of idle, walk and run at a speed [cm/s], linear between the speeds that the clips have."""
    if speed <= walk_speed:
        share = speed / walk_speed if walk_speed > 0.0 else 0.0
        return {IDLE: 1.0 - share, WALK: share, RUN: 0.0}
    share = min((speed - walk_speed) / (run_speed - walk_speed), 1.0) if run_speed > walk_speed else 0.0
    return {IDLE: 0.0, WALK: 1.0 - share, RUN: share}


def air_weights(vertical_speed: float) -> dict[str, float]:
    """Shares of jump and fall at an upward speed [cm/s]."""
    share = min(max((vertical_speed + RISING) / (2.0 * RISING), 0.0), 1.0)
    return {JUMP: share, FALL: 1.0 - share}


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


def base_weights(
    gait: Mapping[str, float], air: Mapping[str, float], airborne: float, landing: float
) -> dict[str, float]:
    """Shares of all base clips; they sum to 1 where those of gait and air do.

    Args:
        gait: Shares of idle, walk and run.
        air: Shares of jump and fall.
        airborne: Share of the air over the ground [0, 1].
        landing: Share of the landing clip over the gait [0, 1].
    """
    weights = {name: share * (1.0 - airborne) * (1.0 - landing) for name, share in gait.items()}
    weights |= {name: share * airborne for name, share in air.items()}
    weights[LAND] = landing * (1.0 - airborne)
    return weights


def curve_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """Shares with which curves are blended: steps count in full however short they are.

    A foot that swings only a little still swings, so idle gives its share to walk and run as soon as these
    have FULL_STEP together.
    """
    walk, run = weights.get(WALK, 0.0), weights.get(RUN, 0.0)
    steps = walk + run
    if steps <= 0.0:
        return dict(weights)
    given = weights.get(IDLE, 0.0) * min(steps / FULL_STEP, 1.0)
    return {
        **weights,
        IDLE: weights.get(IDLE, 0.0) - given,
        WALK: walk + given * walk / steps,
        RUN: run + given * run / steps,
    }


def natural_speed(clips: Mapping[str, ClipAsset], name: str) -> float:
    """Speed that a gait clip is made for [cm/s], its stride in its duration; 0 where there is none."""
    clip = clips.get(name)
    return clip.stride / clip.duration if clip else 0.0
