"""One-shot clips over the base pose."""

import math

from components.attack import AttackState, MeleeAttack
from components.skeleton import ClipAsset
from systems.kernel import lean_kernel

ATTACK = "attack"
FADE_IN = 0.06
"""Time in which an overlay takes over [s]."""
FADE_OUT = 0.15
"""Time in which it lets go at its end [s]."""


@lean_kernel
def overlay_weight(duration: float, time: float) -> float:
    """Share of an overlay of some length [s] over the base at a time of it [s]."""
    return min(max(min(time / FADE_IN, (duration - time) / FADE_OUT), 0.0), 1.0)


def moments_of(clip: ClipAsset) -> tuple[float, float]:
    """When a clip shows a strike begin and end to hit [s]; not a number where it does not tell."""
    moments = {name: time for time, name in clip.notifies}
    return moments.get("hit_begin", math.nan), moments.get("hit_end", math.nan)


def strike_time(clip: ClipAsset, attack: MeleeAttack, state: AttackState) -> float:
    """Time of the clip that shows a strike at its own time [s]."""
    begin, end = moments_of(clip)
    return shown_time(state.time, attack.wind_up, attack.active, attack.recovery, begin, end, clip.duration)


@lean_kernel
def shown_time(
    time: float, wind_up: float, active: float, recovery: float, begin: float, end: float, duration: float
) -> float:
    """Time of a clip that shows a strike at its own time [s].

    The clip's moments `begin` and `end` are shown when the strike begins and ends to hit; between them, and
    before and after, time is stretched. A clip that does not tell them is stretched evenly.
    """
    struck = wind_up + active
    whole = struck + recovery
    if math.isnan(begin):
        begin = duration * wind_up / whole
    if math.isnan(end):
        end = duration * struck / whole
    if time < wind_up:
        return begin * time / wind_up
    if time < struck:
        return begin + (end - begin) * (time - wind_up) / active
    if time < whole:
        return end + (duration - end) * (time - struck) / recovery
    return duration
