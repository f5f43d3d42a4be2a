"""Minds of slimes: what they are like, and what is on them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


class Temper(StrEnum):
    """What somebody does about a character that it has noticed."""

    CALM = "calm"
    """Looks at it, and goes on."""
    HOSTILE = "hostile"
    """Comes after it."""
    FEARFUL = "fearful"
    """Runs away."""


class Mood(StrEnum):
    """What a mind is doing."""

    IDLE = "idle"
    """Nothing, where it is."""
    PATROL = "patrol"
    """Hopping about its home."""
    NOTICE = "notice"
    """Starting at what it has just noticed."""
    CHASE = "chase"
    """Hopping toward it."""
    FLEE = "flee"
    """Hopping away from it."""


@dataclass(slots=True)
class Mind:
    """What a slime is like that hops about by itself."""

    temper: Temper = Temper.HOSTILE
    """What it does about a character that it has noticed."""
    notice_distance: NotNegative = 420.0
    """How near it notices a character [cm]."""
    lose_distance: NotNegative = 650.0
    """How far it must be to be forgotten [cm]."""
    notice_height: NotNegative = 220.0
    """How much higher or lower a character may be to be noticed [cm]."""
    notice_time: NotNegative = 0.5
    """How long it starts before it does something about it [s]."""
    patrol_distance: NotNegative = 140.0
    """How far from its home it hops when nothing is up [cm]; with 0 it stays."""
    hop_speed: NotNegative = 190.0
    """Speed of a hop along the ground [cm/s]."""
    leap_speed: NotNegative = 260.0
    """Speed of a hop upward [cm/s]."""
    squash_time: NotNegative = 0.25
    """How long it squashes before it jumps [s]."""
    rest_time: NotNegative = 0.9
    """How long it rests between hops when nothing is up [s]."""
    chase_rest_time: NotNegative = 0.35
    """How long it rests between hops when it is after somebody, or runs from them [s]."""
    rest_chance: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """How much longer than that a rest may be by chance, as a share of it [1]."""
    flee_health: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """At which share of its health even a hostile one runs away [1]."""


@dataclass(slots=True)
class MindState:
    """What is on a mind."""

    mood: Mood = Mood.IDLE
    """What it is doing."""
    home: float = 0.0
    """World X that it patrols round [cm]."""
    target: int = 0
    """Whom it has noticed; 0 for nobody."""
    direction: float = 1.0
    """Where its next hop goes: 1 toward +X, -1 toward -X."""
    wait: float = 0.5
    """Time until it does the next thing [s]."""
    squash: float = 0.0
    """Time that it still squashes before it jumps [s]; 0 when it does not."""
    leaping: bool = False
    """Whether it is on its way through the air."""
