"""The levels one can choose from, and where their pictures are kept."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from game.cache import cache_folder
from game.interface.screens import Card
from game.level.files import BUNDLED, bundled_levels
from game.level.problem import LevelError
from game.level.reader import read_document

LOOKS = (resources.files("game") / "view", BUNDLED / "themes", BUNDLED / "prefabs")
"""Folders of what decides how levels look."""
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
    """Where the picture of a bundled level is kept; another file when the level or the look changes."""
    digest = hashlib.blake2b(level_file(source).read_bytes() + look_digest(), digest_size=12).hexdigest()
    return cache_folder() / "pictures" / f"{source}-{digest}.png"


def missing_pictures() -> tuple[Card, ...]:
    """The bundled levels whose picture is not there, or not as they look now."""
    return tuple(card for card in bundled_cards() if not picture_file(card.source).exists())


@lru_cache
def look_digest() -> bytes:
    """Stands for all that levels are drawn with and dressed in."""
    digest = hashlib.blake2b(digest_size=12)
    for folder in LOOKS:
        for file in _files_in(folder):
            digest.update(file.read_bytes())
    return digest.digest()


def _files_in(folder: Traversable) -> Iterator[Traversable]:
    """All sources and data in a folder and the folders in it, in order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_in(entry)
        elif entry.name.endswith((".py", ".json")):
            yield entry


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
