"""What a game may want to know of a soft body: how it touches, and how it is squashed."""

from dataclasses import dataclass


@dataclass(slots=True)
class SlimeContact:
    """How a soft body touches what is solid, up to date after every tick; other soft bodies do not count."""

    grounded: bool = False
    """Whether something below bears it."""
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
