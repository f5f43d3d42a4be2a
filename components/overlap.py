"""Who overlaps whom, and the push that comes with it (seed 003)."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from msgspec import Meta


@dataclass(slots=True)
class Overlaps:
    """What an entity's collider overlaps now."""

    since: dict[int, int] = field(default_factory=dict)
    """Tick at which each overlap began, by the other entity; ascending by entity."""


class ImpulseMode(StrEnum):
    """When an overlap pushes."""

    ON_BEGIN = "on_begin"
    PER_TICK = "per_tick"


@dataclass(slots=True)
class OverlapImpulse:
    """How a soft body is pushed by what comes to overlap it."""

    pawn_strength: Annotated[float, Meta(ge=0)] = 300.0
    """Speed gained at the contact point from a character [cm/s]."""
    slime_strength: Annotated[float, Meta(ge=0)] = 150.0
    """Speed gained at the contact point from another slime [cm/s]."""
    mode: ImpulseMode = ImpulseMode.ON_BEGIN
    """Once when an overlap begins, or as a steady push [cm/s per second x 60] while it lasts."""
