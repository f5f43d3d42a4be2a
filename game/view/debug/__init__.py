"""What cannot be seen in the game itself: traces, colliders, bones, contacts, and what they cost."""

from game.view.debug.flags import DebugFlags
from game.view.debug.overlay import DebugOverlay

__all__ = ["DebugFlags", "DebugOverlay"]
