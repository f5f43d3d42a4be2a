"""A camera that is jolted by what happens near it, and comes to rest."""

import math
from collections.abc import Iterable

from components.events import Died, Hit, Hurt, Landed

REST_RATE = 8.0
"""How fast it comes to rest [1/s]."""
SWAYS = (47.0, 39.0)
"""How fast it sways along X and Z [1/s], angles in radians."""
ALONG_Z = 0.7
"""Share of its sway along Z."""
MOST = 11.0
"""It never sways farther than this [cm]."""
HIT, DEATH, HURT = 3.5, 7.0, 9.0
"""What blows, the end of somebody and what hurts the hero jolt it by [cm]."""
HARD_LANDING, PER_SPEED = 560.0, 1.0 / 60.0
"""Speed from which the hero's landings are felt [cm/s], and how much for each unit above it [s]."""
STILL = 0.05
"""What is less is none [cm]."""


class Jolt:
    """How far the camera sways, tick by tick."""

    def __init__(self) -> None:
        self.strength = 0.0
        """How far it sways now [cm]."""
        self._before = 0.0

    def take(self, events: Iterable[object], hero: int, tick_rate: float) -> None:
        """A tick has run in which this happened."""
        self._before = self.strength
        self.strength *= math.exp(-REST_RATE / tick_rate)
        felt = max((felt_of(event, hero) for event in events), default=0.0)
        self.strength = min(max(self.strength, felt), MOST)
        if self.strength < STILL:
            self.strength = 0.0

    def offset(self, time: float, alpha: float) -> tuple[float, float]:
        """How far it is off along X and Z [cm] at a time [s] between the last two ticks."""
        sway = self._before + (self.strength - self._before) * alpha
        return sway * math.sin(SWAYS[0] * time), sway * ALONG_Z * math.cos(SWAYS[1] * time)


def felt_of(event: object, hero: int) -> float:
    """How much an event jolts the camera [cm]."""
    match event:
        case Landed(entity=entity, speed=speed) if entity == hero:
            return max(0.0, (speed - HARD_LANDING) * PER_SPEED)
        case Hurt(entity=entity) if entity == hero:
            return HURT
        case Hit(attacker=attacker, victim=victim) if hero in {attacker, victim}:
            return HIT
        case Died(by=by) if by == hero:
            return DEATH
    return 0.0
