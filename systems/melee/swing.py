"""The course of a strike in time: it begins when asked for, winds up, hits, recovers, and is over."""

from enum import Enum

from components.attack import AttackState, MeleeAttack
from components.skeleton import ClipAsset
from systems.animation.overlay import strike_time

NONE = -1.0
"""Time of a strike that is not."""
HIT_BEGIN = "hit_begin"
"""Notify of an attack clip from which on it hits."""
HIT_END = "hit_end"
"""Notify of an attack clip from which on it does not."""


class StrikePhase(Enum):
    """What part of a strike is under way."""

    NONE = "none"
    WIND_UP = "wind_up"
    ACTIVE = "active"
    RECOVERY = "recovery"


def strike_length(attack: MeleeAttack) -> float:
    """How long a strike takes [s]."""
    return attack.wind_up + attack.active + attack.recovery


def strike_phase(attack: MeleeAttack, time: float) -> StrikePhase:
    """What part of a strike a time since its beginning [s] lies in; it can hit while ACTIVE."""
    if time < 0.0 or time >= strike_length(attack):
        return StrikePhase.NONE
    if time < attack.wind_up:
        return StrikePhase.WIND_UP
    return StrikePhase.ACTIVE if time < attack.wind_up + attack.active else StrikePhase.RECOVERY


def strike_after(attack: MeleeAttack, time: float, dt: float, *, asked: bool) -> float:
    """Time of a strike [s] a tick later; -1 when there is none.

    A strike begins at 0 in the tick in which it is asked for, if none is under way; asking during one is
    not remembered. It is over at the end of its recovery, and the next may begin in that same tick.
    """
    later = time + dt if time >= 0.0 else NONE
    if later >= strike_length(attack):
        later = NONE
    return 0.0 if later < 0.0 and asked else later


def can_hit(attack: MeleeAttack, state: AttackState, clip: ClipAsset | None) -> bool:
    """Whether a strike can hit now.

    Where a clip with the moments "hit_begin" and "hit_end" shows it, it hits while the clip shows it
    hitting, in each of several such windows; else by its own times.
    """
    moments = [] if clip is None else [name for _, name in clip.notifies]
    if clip is None or HIT_BEGIN not in moments or HIT_END not in moments:
        return strike_phase(attack, state.time) is StrikePhase.ACTIVE
    if state.time < 0.0:
        return False
    shown = strike_time(clip, attack, state)
    passed = [name for time, name in sorted(clip.notifies) if time <= shown and name in {HIT_BEGIN, HIT_END}]
    return bool(passed) and passed[-1] == HIT_BEGIN


def begin(state: AttackState, facing: float = 1.0) -> bool:
    """Starts a strike, by code; returns False and changes nothing while one is under way."""
    if state.time >= 0.0:
        return False
    cancel(state)
    state.time, state.facing = 0.0, facing
    return True


def cancel(state: AttackState) -> None:
    """Ends a strike at once, without a trace of it."""
    over = AttackState()
    for name in AttackState.__slots__:
        setattr(state, name, getattr(over, name))
