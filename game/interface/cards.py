"""The levels one can choose from, and where their pictures are kept."""

import hashlib
from importlib.resources.abc import Traversable
from pathlib import Path

from game.cache import cache_folder
from game.interface.screens import Card
from game.level.files import BUNDLED, bundled_levels
from game.level.problem import LevelError
from game.level.reader import read_document

FIRST = "lagoon"
"""Where the short game begins; its levels come first, in their order."""


def bundled_cards() -> tuple[Card, ...]:
    """The bundled levels: those of the short game, then the others by name."""
    names = bundled_levels()
    ordered = [name for name in campaign(FIRST) if name in names]
    ordered += [name for name in names if name not in ordered]
    return tuple(Card(name, title_of(name)) for name in ordered)


def campaign(name: str) -> list[str]:
    """A bundled level and those that goals lead to from there."""
    found: list[str] = []
    while name and name not in found:
        found.append(name)
        name = _next_level(name)
    return found


def title_of(name: str) -> str:
    """What people call a bundled level."""
    title = _members(name).get("name")
    return title if isinstance(title, str) else name


def picture_file(source: str) -> Path:
    """Where the picture of a bundled level is kept; another file after every change of the level."""
    digest = hashlib.blake2b(level_file(source).read_bytes(), digest_size=12).hexdigest()
    return cache_folder() / "pictures" / f"{source}-{digest}.png"


def level_file(source: str) -> Traversable:
    """The file of a bundled level."""
    return BUNDLED.joinpath(f"{source}.json")


def _members(name: str) -> dict[str, object]:
    try:
        value = read_document(level_file(name)).root.value
    except LevelError:
        return {}
    return dict(value) if isinstance(value, dict) else {}


def _next_level(name: str) -> str:
    entities = _members(name).get("entities")
    for entity in entities if isinstance(entities, list) else ():
        following = entity.get("components", {}).get("Goal", {}).get("next_level", "")
        if following:
            return str(following)
    return ""
