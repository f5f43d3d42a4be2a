"""How things look, for views; nothing in the simulation reads it."""

from dataclasses import dataclass

from components.shared import Shared


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


@dataclass(slots=True)
class Label:
    """Words that hang over an entity."""

    text: str = ""
    """The words; empty for its name in the level."""
    height: float = 110.0
    """How far over its Transform they hang [cm]."""


@dataclass(frozen=True, slots=True)
class LevelTheme(Shared):
    """What a level brings along to be painted in; on the world entity of levels with a theme of their own."""

    content: str = ""
    """The text of its file, JSON."""
    identity: str = ""
    """Stands for the content in a state hash."""
