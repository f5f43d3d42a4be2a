"""What belongs to the world as a whole; one entity, the world entity, carries these."""

from collections.abc import Callable
from dataclasses import dataclass, field

from components.arrays import Vector, vector


@dataclass(slots=True)
class LevelInfo:
    """What a level says about itself."""

    name: str = ""
    """Its title."""
    identity: str = ""
    """Stands for the level's content in a state hash."""
    tick_rate: float = 60.0
    """Ticks per second [1/s]."""
    gravity: Vector = field(default_factory=lambda: vector(0.0, 0.0, -980.0))
    """Acceleration [cm/s²], shape [3]."""
    theme: str = "dusk"
    """How it is drawn."""
    bounds: tuple[float, float, float, float] = (-1e5, 1e5, -1e5, 1e5)
    """Range of X and of Z that the camera and the living keep to [cm]: (x_min, x_max, z_min, z_max)."""


@dataclass(slots=True)
class TickCount:
    """How many ticks have run."""

    value: int = 0
    """Ticks since the level began."""


@dataclass(slots=True)
class Actions:
    """What the player does, by name: "left", "right", "run", "jump", "attack", and any name a game adds."""

    held: frozenset[str] = frozenset()
    """Held during this tick."""
    pressed: frozenset[str] = frozenset()
    """Held now and not in the tick before."""
    released: frozenset[str] = frozenset()
    """Held in the tick before and not now."""


@dataclass(slots=True)
class Events:
    """What happened during this tick, in the order in which it happened; emptied when the next one starts."""

    items: list[object] = field(default_factory=list)
    """Event dataclasses of `components.events`, or a game's own."""


@dataclass(slots=True)
class Commands:
    """Structural changes asked for during a tick and done at its end, in order."""

    queue: list[Callable[[], None]] = field(default_factory=list)
    """Changes waiting; `systems.structure` fills and empties it. Always empty between two ticks."""


@dataclass(slots=True)
class RandomState:
    """The simulation's only source of chance."""

    state: int = 0x9E3779B97F4A7C15
    """64-bit state of the generator."""
