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


@dataclass(slots=True)
class OverlapLedger:
    """Every overlap that began and has not ended. Lives on the world entity, so it outlives both sides."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    """The entity that noticed and the one it overlaps, ascending."""


class ImpulseMode(StrEnum):
    """When an overlap pushes."""

    ON_BEGIN = "on_begin"
    """Once, when it begins."""
    PER_TICK = "per_tick"
    """As a steady push while it lasts."""


@dataclass(slots=True)
class OverlapImpulse:
    """How a soft body is pushed by what comes to overlap it."""

    pawn_strength: Annotated[float, Meta(ge=0)] = 300.0
    """Speed gained at the contact point from a character [cm/s]."""
    slime_strength: Annotated[float, Meta(ge=0)] = 150.0
    """Speed gained at the contact point from another slime [cm/s]."""
    mode: ImpulseMode = ImpulseMode.ON_BEGIN
    """Once when an overlap begins, or while it lasts as an acceleration of 60 times the strength [cm/s²]."""
    pawn_mass: Annotated[float, Meta(gt=0)] = 60.0
    """Mass with which a character answers [kg]."""
    pawn_recoil: Annotated[float, Meta(ge=0)] = 100.0
    """Most that a character's velocity is changed by a push [cm/s]; what is beyond, the ground takes."""
