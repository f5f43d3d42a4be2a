"""What a level is for: things to pick up, places to come back to, and a goal."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from components.arrays import Vector, vector

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]


@dataclass(slots=True)
class Pickup:
    """Something that goes to whoever comes near and can take it."""

    kind: str = "gem"
    """What it is, for counting and for views."""
    radius: Positive = 45.0
    """How near somebody's capsule must come to it [cm]."""
    health: NotNegative = 0.0
    """Health that it gives back."""


@dataclass(slots=True)
class Checkpoint:
    """A place where whoever reached it comes back from then on."""

    half_extents: Vector = field(default_factory=lambda: vector(40.0, 150.0, 120.0))
    """Half the size along X, Y and Z of the box that must be entered [cm], shape [3]."""


@dataclass(slots=True)
class Goal:
    """A door or flag at the end of a level."""

    half_extents: Vector = field(default_factory=lambda: vector(40.0, 150.0, 120.0))
    """Half the size along X, Y and Z of the box that must be entered [cm], shape [3]."""
    next_level: str = ""
    """Name of the level to go on with; empty after the last."""
    needs: Count = 0
    """How many things of a kind must have been picked up."""
    needs_kind: str = "key"
    """Which kind."""


@dataclass(slots=True)
class Explorer:
    """Somebody who takes things, reaches checkpoints and goals."""

    magnet: NotNegative = 0.0
    """How much further things come to it than to others [cm]."""


@dataclass(slots=True)
class Progress:
    """How far an explorer has come in a level."""

    taken: dict[str, int] = field(default_factory=dict)
    """How many things it has picked up, by their kind."""
    checkpoint: int = 0
    """The checkpoint it reached last; 0 for none."""
    waiting: int = 0
    """The goal it stands at without what that asks for; 0 for none."""
    completed: bool = False
    """Whether it has reached the goal."""
    next_level: str = ""
    """Name of the level to go on with; empty after the last, or before the goal."""
