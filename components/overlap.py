"""Who overlaps whom, and the push that comes with it (seed 003)."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import Meta

from components.collider import ColliderKind


class OverlapPair(NamedTuple):
    """One collider of an entity and one of another that it overlaps."""

    entity: int
    """The entity that noticed."""
    other: int
    """The entity it overlaps."""
    collider: ColliderKind
    """With which of its colliders."""
    other_collider: ColliderKind
    """Which of the other's."""


@dataclass(slots=True)
class Overlaps:
    """What an entity's colliders overlap now."""

    since: dict[int, int] = field(default_factory=dict)
    """Tick at which each overlap began, by the other entity, whichever colliders; ascending by entity."""
    colliders: dict[OverlapPair, int] = field(default_factory=dict)
    """Tick at which each pair of colliders began to overlap, ascending by pair."""


@dataclass(slots=True)
class OverlapLedger:
    """Every overlap that began and has not ended. Lives on the world entity, so it outlives both sides."""

    pairs: list[OverlapPair] = field(default_factory=list)
    """Colliders that noticed and those they overlap, ascending."""


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
    least_approach: Annotated[float, Meta(ge=0)] = 0.0
    """Closing speed below which an overlap that begins does not push [cm/s], so that bodies can come to rest
    against each other; 0 lets every one push."""
    pawn_mass: Annotated[float, Meta(gt=0)] = 60.0
    """Mass with which a character answers [kg]."""
    pawn_recoil: Annotated[float, Meta(ge=0)] = 100.0
    """Most that a character's velocity is changed by a push [cm/s]; what is beyond, the ground takes."""
