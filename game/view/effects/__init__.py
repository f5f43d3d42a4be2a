"""What shows that something happened: dust, goo, sparks, rings, flashes. Nothing of it is simulated."""

from game.view.effects.effects import Effects
from game.view.effects.fade import Fade

__all__ = ["Effects", "Fade"]
