"""How things look, for views; nothing in the simulation reads it."""

from dataclasses import dataclass


@dataclass(slots=True)
class SlimeLook:
    """How a soft body is painted."""

    palette: str = "mint"
    """Name of a slime palette of the level's theme."""


@dataclass(slots=True)
class CharacterLook:
    """How a skeleton is dressed."""

    outfit: str = "hero"
    """Name of an outfit."""
