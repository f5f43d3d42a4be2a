"""Colours of the overlay."""

from typing import NamedTuple


class Pen(NamedTuple):
    """How lines are drawn."""

    red: int
    green: int
    blue: int
    strength: float = 1.0
    """[0, 1]"""
    width: float = 1.0
    """[px]"""

    def faint(self) -> "Pen":
        """The same, hardly seen."""
        return self._replace(strength=self.strength * 0.45)


TRACE, HIT, NORMAL = Pen(255, 226, 110, width=2.0), Pen(255, 92, 92, width=2.0), Pen(120, 255, 214, width=2.0)
CAPSULE, SPHERE, BOX = (
    Pen(120, 214, 255, 0.9, 1.4),
    Pen(180, 255, 120, 0.8, 1.4),
    Pen(150, 170, 255, 0.9, 1.2),
)
BONE, JOINT = Pen(255, 255, 255, 0.9, 1.6), Pen(255, 150, 220, width=5.0)
REFUSED, MISSED = Pen(255, 150, 60, width=2.0), Pen(170, 170, 190, 0.7, 1.6)
LOCK, LANDING = Pen(90, 255, 160, width=3.0), Pen(130, 220, 255, 0.9, 2.0)
REACH, POLE = Pen(255, 150, 220, 0.35), Pen(255, 120, 255, width=2.0)
OVERLAP, CELL, BUSY = Pen(255, 255, 255, 0.8, 1.4), Pen(150, 120, 255, 0.3), Pen(200, 160, 255, 0.9, 1.4)
PUSH, STRIKE, STRUCK = Pen(255, 170, 60, width=2.4), Pen(255, 80, 80, 0.9, 1.8), Pen(255, 240, 120, width=2.4)
STRETCHED, PRESSED, SLACK = Pen(255, 70, 70), Pen(80, 140, 255), Pen(220, 255, 240, 0.3)
