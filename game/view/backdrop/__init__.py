"""What lies behind and before the level: sky, hills, mist, light, dust and foliage."""

from game.view.backdrop.backdrop import Backdrop

__all__ = ["Backdrop"]
