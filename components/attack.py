"""Strikes."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Positive = Annotated[float, Meta(gt=0)]


@dataclass(slots=True)
class MeleeAttack:
    """How a character strikes."""

    wind_up: Annotated[float, Meta(ge=0)] = 0.12
    """Time before the strike can hit [s]."""
    active: Positive = 0.15
    """Time in which it can hit [s]."""
    recovery: Annotated[float, Meta(ge=0)] = 0.23
    """Time until the next strike may begin [s]."""


@dataclass(slots=True)
class AttackState:
    """A strike under way."""

    time: float = -1.0
    """Time since it began [s]; negative when there is none."""
