"""Reads the pictures that a level's sprites ask for."""

import re
from collections.abc import Iterable
from importlib.resources.abc import Traversable

from components.sprite import Sprite, SpriteOutfit
from game.level.document import Node
from game.level.files import LevelFiles

PICTURES = "pictures"
"""Folder of picture files."""

_FILE_NAME = re.compile(r"[\w-]+")
_SUFFIX = ".png"


def sprites_of(components: Iterable[object]) -> list[Sprite]:
    """Every sprite among an entity's components."""
    found = []
    for component in components:
        if isinstance(component, Sprite):
            found.append(component)
        elif isinstance(component, SpriteOutfit):
            found += component.sprites
    return found


def read_pictures(files: LevelFiles, asked: dict[str, Node]) -> dict[str, bytes]:
    """Contents of pictures by name; one that is missing is left out, which views will say.

    Args:
        files: Reads for the level; a link that leads out of its folder goes to the problems.
        asked: Names of pictures, and where each is asked for.
    """
    found = {}
    for name, node in sorted(asked.items()):
        content = _content(files, name, node)
        if content is not None:
            found[name] = content
    return found


def _content(files: LevelFiles, name: str, asked: Node) -> bytes | None:
    if not _FILE_NAME.fullmatch(name):
        return None
    for folder in files.folders():
        file: Traversable = folder.joinpath(PICTURES, name + _SUFFIX)
        if file.is_file():
            return None if files.leads_out(file, folder, asked) else _read(file)
    return None


def _read(file: Traversable) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None
