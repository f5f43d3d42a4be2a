"""Strikes: what a character's blow is like, the blow under way, and bodies that hurt by touch."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from components.arrays import Floats, Vector, vector
from components.collider import Layer
from components.events import Hit

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class MeleeAttack:
    """How a character strikes: a capsule along its forward vector, from itself to its range (seed 002)."""

    wind_up: NotNegative = 0.12
    """Time before the strike can hit [s]."""
    active: Positive = 0.15
    """Time in which it can hit [s]."""
    recovery: NotNegative = 0.23
    """Time until the next strike may begin [s]."""
    range: NotNegative = 200.0
    """How far the middle line of the capsule reaches [cm]; its caps reach a radius further, and behind."""
    radius: Positive = 50.0
    """Radius of the capsule [cm]."""
    pitch: Annotated[float, Meta(ge=-90, le=90)] = 0.0
    """How far above the attacker's forward vector it aims [deg]."""
    offset: Vector = field(default_factory=vector)
    """Where it begins, relative to the attacker's position: ahead, left, up [cm], shape [3]."""
    damage: NotNegative = 1.0
    """Health that a hit takes."""
    impulse: NotNegative = 6000.0
    """Momentum that a hit gives [kg cm/s]."""
    lift: Annotated[float, Meta(ge=-90, le=90)] = 25.0
    """How far above the strike's direction the impulse points [deg]."""
    layers: tuple[Layer, ...] = (Layer.PAWN, Layer.SLIME)
    """What it can hit."""
    hit_stop: NotNegative = 0.06
    """How long a strike that hits is held up [s]."""


@dataclass(slots=True)
class AttackState:
    """A strike under way. Where there is none, all of it is as below."""

    time: float = -1.0
    """Time since it began [s]; negative when there is none."""
    facing: float = 1.0
    """Where the attacker looked when it began: 1 ahead, -1 behind."""
    hit_stop: float = 0.0
    """Time that it is still held up [s]."""
    hitting: bool = False
    """Whether it can hit in this tick; the fields below count while it can."""
    start: Floats = field(default_factory=vector)
    """World start of the capsule's middle line [cm], shape [3]."""
    end: Floats = field(default_factory=vector)
    """World end of the capsule's middle line [cm], shape [3]."""
    start_before: Floats = field(default_factory=vector)
    """Where it started in the last tick that could hit [cm], shape [3]."""
    end_before: Floats = field(default_factory=vector)
    """Where it ended in the last tick that could hit [cm], shape [3]."""
    radius: float = 0.0
    """Radius of the capsule, scaled [cm]."""
    places: dict[int, Floats] = field(default_factory=dict)
    """Where all that it could hit was in that tick [cm], by entity."""
    hits: list[Hit] = field(default_factory=list)
    """What it has hit so far; nobody twice. Kept until the strike is over."""


@dataclass(slots=True)
class ContactAttack:
    """A body that hurts what it touches."""

    damage: NotNegative = 1.0
    """Health that a touch takes."""
    impulse: NotNegative = 15000.0
    """Momentum that it gives [kg cm/s]."""
    lift: Annotated[float, Meta(ge=-90, le=90)] = 35.0
    """How far above level the impulse points [deg]."""
    margin: NotNegative = 3.0
    """How near counts as a touch [cm]."""
    layers: tuple[Layer, ...] = (Layer.PAWN,)
    """What it can hurt."""
    pause: NotNegative = 0.5
    """How long it does not hurt after it was hurt itself [s]."""
    from_above: bool = False
    """Whether it hurts what comes down on top of it."""
