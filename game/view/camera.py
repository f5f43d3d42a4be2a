"""A camera that follows: it moves by ticks, so what it shows depends on what happened and on no clock."""

import math
from typing import NamedTuple

from components.camera import CameraFocus
from game.view.projection import Projection

FOLLOW_RATE, RISE_RATE, LOOK_RATE = 9.0, 5.0, 2.5
"""How fast it follows along X and Z, and turns its look ahead [1/s]."""
RISE_ZONE = 45.0
"""Half the height in which what it follows may move without moving it [cm]."""
LIFT = 55.0
"""How far over what it follows it looks [cm]."""
HORIZON = 0.56
"""Where in the frame it holds what it looks at, as a share of the height from the top."""
CUT = 500.0
"""What moves farther than this in a tick is cut to [cm]."""

Bounds = tuple[float, float, float, float]
"""Range of X and of Z that is shown [cm]: (x_min, x_max, z_min, z_max)."""


class Aim(NamedTuple):
    """What a camera looks at."""

    x: float
    """[cm]"""
    z: float
    """[cm]"""


class Camera:
    """Follows something with a dead zone, looks ahead of its heading and keeps within bounds."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._projection = projection
        self._size = size
        self._aim = self._aim_before = Aim(0.0, 0.0)
        self._held = Aim(0.0, 0.0)  # what the dead zone lets through
        self._ahead = 0.0
        self._placed = False

    def follow(
        self, target: Aim, heading: float, focus: CameraFocus, bounds: Bounds, tick_rate: float
    ) -> None:
        """Moves by one tick; heading is 1 toward +X, -1 toward -X, 0 for neither."""
        if not self._placed or abs(target.x - self._held.x) + abs(target.z - self._held.z) > CUT:
            self.cut_to(target, heading, focus, bounds)
            return
        self._held = Aim(
            drag(self._held.x, target.x, focus.dead_zone), drag(self._held.z, target.z, RISE_ZONE)
        )
        self._ahead += (heading * focus.look_ahead - self._ahead) * share(LOOK_RATE, tick_rate)
        wanted = self._within(self._wanted(), bounds)
        self._aim_before = self._aim
        self._aim = Aim(
            self._aim.x + (wanted.x - self._aim.x) * share(FOLLOW_RATE, tick_rate),
            self._aim.z + (wanted.z - self._aim.z) * share(RISE_RATE, tick_rate),
        )

    def cut_to(self, target: Aim, heading: float, focus: CameraFocus, bounds: Bounds) -> None:
        """Looks at something at once."""
        self._held, self._ahead, self._placed = target, heading * focus.look_ahead, True
        self._aim = self._aim_before = self._within(self._wanted(), bounds)

    def aim(self, alpha: float) -> Aim:
        """What it looks at between the last two ticks."""
        before, now = self._aim_before, self._aim
        return Aim(before.x + (now.x - before.x) * alpha, before.z + (now.z - before.z) * alpha)

    def corner(self, aim: Aim) -> tuple[int, int]:
        """Upper left corner of the frame on the picture plane, in whole pixels."""
        scale = self._projection.scale
        left = scale * aim.x - self._size[0] / 2
        top = -scale * aim.z * self._projection.cosine - self._size[1] * HORIZON
        return math.floor(left + 0.5), math.floor(top + 0.5)

    def _wanted(self) -> Aim:
        return Aim(self._held.x + self._ahead, self._held.z + LIFT)

    def _within(self, aim: Aim, bounds: Bounds) -> Aim:
        half = self._size[0] / 2 / self._projection.scale
        tall = self._size[1] / self._projection.scale / self._projection.cosine
        x = clamp(aim.x, bounds[0] + half, bounds[1] - half)
        return Aim(x, clamp(aim.z, bounds[2] + tall * (1.0 - HORIZON), bounds[3] - tall * HORIZON))


def clamp(value: float, low: float, high: float) -> float:
    """The nearest value of a range; its middle when the range is empty."""
    return (low + high) / 2 if low > high else min(max(value, low), high)


def drag(held: float, target: float, slack: float) -> float:
    """What is dragged along by a target on a rope of that length."""
    return min(max(held, target - slack), target + slack)


def share(rate: float, tick_rate: float) -> float:
    """Share of the way that is covered in a tick at an exponential rate [1/s]."""
    return 1.0 - math.exp(-rate / tick_rate)
