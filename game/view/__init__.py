"""Pictures of a simulation: a 2.5D side view for pygame."""

from game.view.debug import DebugFlags
from game.view.hud import Hud
from game.view.theme import Theme, theme_named
from game.view.view import View

__all__ = ["DebugFlags", "Hud", "Theme", "View", "theme_named"]
