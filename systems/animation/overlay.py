"""One-shot clips over the base pose."""

from components.attack import AttackState, MeleeAttack
from components.skeleton import ClipAsset

ATTACK = "attack"
FADE_IN = 0.06
"""Time in which an overlay takes over [s]."""
FADE_OUT = 0.15
"""Time in which it lets go at its end [s]."""


def overlay_weight(clip: ClipAsset, time: float) -> float:
    """Share of an overlay over the base at a time of its clip [s]."""
    return min(max(min(time / FADE_IN, (clip.duration - time) / FADE_OUT), 0.0), 1.0)


def strike_time(clip: ClipAsset, attack: MeleeAttack, state: AttackState) -> float:
    """Time of the clip that shows a strike at its own time [s].

    The clip's moments "hit_begin" and "hit_end" are shown when the strike begins and ends to hit; between
    them, and before and after, time is stretched.
    """
    moments = {name: time for time, name in clip.notifies}
    struck = attack.wind_up + attack.active
    whole = struck + attack.recovery
    begin = moments.get("hit_begin", clip.duration * attack.wind_up / whole)
    end = moments.get("hit_end", clip.duration * struck / whole)
    if state.time < attack.wind_up:
        return begin * state.time / attack.wind_up
    if state.time < struck:
        return begin + (end - begin) * (state.time - attack.wind_up) / attack.active
    if state.time < whole:
        return end + (clip.duration - end) * (state.time - struck) / attack.recovery
    return clip.duration
