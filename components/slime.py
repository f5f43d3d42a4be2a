"""What a game may want to know of a slime, and what a slime can do."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class SlimeContact:
    """How a soft body touches what is solid and other soft bodies, up to date after every tick."""

    grounded: bool = False
    """Whether something below bears it."""
    entity: int = 0
    """The soft body that bears it; 0 where something solid does, or nothing."""
    airtime: float = 0.0
    """How long it has touched nothing that bears it [s]; 0 while grounded."""
    area: float = 0.0
    """Surface that touches [cm²]."""
    pressure: float = 0.0
    """Force of all contacts together, by the change of its momentum, over that area [kg/(cm s²)]; one is 100
    pascal; 0 where nothing touches."""
    squash: float = 1.0
    """Height as a share of that at rest without weight [1]; below 1 when pressed flat."""
    speed: float = 0.0
    """Upward speed of its centroid [cm/s]."""


@dataclass(slots=True)
class SlimeVerbs:
    """What a slime can do, by the player's actions or by code that writes its `SlimeIntent`."""

    player: bool = False
    """Whether the actions of the tick steer it: left, right, jump, and each verb by its name."""
    roll_speed: NotNegative = 260.0
    """Fastest that it rolls by itself [cm/s]."""
    roll_acceleration: NotNegative = 900.0
    """On the ground [cm/s²]; a third of it in the air."""
    jump_speed: NotNegative = 520.0
    """Upward speed of a jump out of a full squash [cm/s]."""
    hop_share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """Share of it that a jump without any squash has [1]."""
    squash_time: Positive = 0.4
    """How long jump must be held for a full squash [s]."""
    grip: NotNegative = 2.5
    """Friction coefficient while it grips [1]; it also rolls against whatever would roll it."""
    slick: NotNegative = 0.0
    """Friction coefficient while it is slick [1]."""
    heavy: Positive = 4.0
    """Factor on its mass while it is heavy [1]."""
    inflate: Positive = 2.0
    """Factor on its volume while it is inflated [1]."""
    inflate_rate: Positive = 2.0
    """How fast its volume changes [volumes at rest/s]."""
    parts: Annotated[int, Meta(ge=2, le=8)] = 2
    """How many equal ones it splits into."""
    part_speed: NotNegative = 120.0
    """Speed at which neighbouring parts fly apart [cm/s]."""
    least_mass: NotNegative = 2.0
    """Least mass of a part [kg]; what would be lighter does not split."""


@dataclass(slots=True)
class SlimeIntent:
    """What a slime wants this tick."""

    direction: float = 0.0
    """Where to, along X: -1, 0 or 1."""
    jump: bool = False
    """Whether to squash itself for a jump; it jumps when this ends."""
    grip: bool = False
    """Whether to hold on to what it touches."""
    slick: bool = False
    """Whether to let itself slide; grip goes before it."""
    heavy: bool = False
    """Whether to be heavy."""
    inflate: bool = False
    """Whether to be large."""
    split: bool = False
    """Whether to split; once when this begins."""
    merge: bool = False
    """Whether to become one with every slime with verbs that it touches."""


@dataclass(slots=True)
class SlimeForm:
    """What a slime is like without its verbs, and how far its squash has come."""

    friction: float = 0.1
    """Coulomb friction coefficient [1]."""
    mass: float = 20.0
    """Mass [kg]."""
    pressure: float = 1.0
    """Rest volume as a share of the mesh's own [1]."""
    squashed: float = 0.0
    """How long it has squashed itself [s]."""
    splitting: bool = False
    """Whether it wanted to split in the tick before."""
    held: float | None = None
    """Speed along X with which it went into the last tick if it held on by its grip [cm/s]."""
