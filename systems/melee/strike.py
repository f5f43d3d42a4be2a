"""A strike begins when asked for, runs its course, and ends."""

from collections.abc import Iterable, Mapping
from enum import Enum

import esper

from components.attack import AttackState, MeleeAttack
from components.character import CharacterIntent
from systems.query import entities_with

NONE = -1.0
"""Time of a strike that is not."""


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


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with a MeleeAttack needs besides it."""
    del components
    return (AttackState(),)


class Melee(esper.Processor):
    """Begins, advances and ends strikes; `systems.animation` shows them."""

    def process(self, dt: float) -> None:
        """Advances every strike by one tick."""
        for _, (attack, state, intent) in entities_with(MeleeAttack, AttackState, CharacterIntent):
            state.time = strike_after(attack, state.time, dt, asked=intent.attack_pressed)
