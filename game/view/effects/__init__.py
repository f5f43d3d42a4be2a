"""What shows that something happened: dust, goo, sparks, rings, flashes. Nothing of it is simulated."""

from game.view.effects.effects import Effects

__all__ = ["Effects"]
