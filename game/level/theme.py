"""Finds the theme a level names, and reads it where the level brings it along."""

from game.level.convert import convert_object
from game.level.document import Node
from game.level.files import BUNDLED, LevelFiles
from game.level.problem import quoted
from game.theme import THEMES, Theme


def read_theme(files: LevelFiles, asked: Node) -> str:
    """The text of a level's own theme; nothing for a bundled one. What is wrong goes to the problems.

    Args:
        files: Reads for the level.
        asked: Where the level names its theme.
    """
    name = asked.value
    found = files.find(THEMES, name, asked) if isinstance(name, str) and name else None
    if found is None or found[1] == BUNDLED:
        return ""
    document = files.read(found[0])
    if document is None:
        return ""
    theme = convert_object(document.root, Theme, files.problems)
    if theme is not None and theme.name != name:
        called = document.root.members()["name"]
        files.problems.append(called.expected(f"{quoted(str(name))} as the file is called"))
    if theme is not None and not (theme.hills and theme.slimes):
        files.problems.append(
            document.root.problem("a theme needs at least one row of hills and one slime palette")
        )
    return document.text
