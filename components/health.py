"""Who can be hurt, and how they are."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class Health:
    """How much somebody bears, and what becomes of them when it is too much."""

    maximum: Positive = 3.0
    """Health at full."""
    invulnerable_time: NotNegative = 0.25
    """How long nothing hurts after something did [s]."""
    flash_time: NotNegative = 0.15
    """How long being hurt shows [s]."""
    mass: Positive = 60.0
    """What an impulse moves, where there is no soft body [kg]."""
    fall_damage: NotNegative = 1.0
    """Health that falling out of the level takes."""
    comes_back: bool = False
    """Whether it comes back to its spawn point after death."""
    down_time: NotNegative = 0.8
    """How long it lies before it comes back [s]."""
    pieces: Annotated[int, Meta(ge=0, le=8)] = 0
    """How many smaller ones a soft body bursts into at death; 0 leaves goo."""
    generations: Annotated[int, Meta(ge=0, le=4)] = 1
    """How many times over: the pieces of the last generation leave goo."""


@dataclass(slots=True)
class HealthState:
    """How somebody is. Times count down to 0."""

    points: float = 3.0
    """Health left."""
    invulnerable: float = 0.0
    """Time in which nothing hurts [s]."""
    flash: float = 0.0
    """Time in which being hurt still shows [s]."""
    hit_stop: float = 0.0
    """Time in which the picture of it may stand still [s]."""
    harmless: float = 0.0
    """Time in which its own touch does not hurt [s]."""
    down: float = 0.0
    """Time in which it lies dead before it comes back [s]."""
    deaths: int = 0
    """How often it died."""
