"""Where levels and what belongs to them are found: beside the level, else among what is bundled."""

import re
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from game.level.document import Document, Node, shown
from game.level.problem import LevelError, Problem, file_problem, suggestion
from game.level.reader import read_document

BUNDLED: Traversable = resources.files("levels")
"""What comes with softstep; inside a wheel as well as in a source folder."""

_FILE_NAME = re.compile(r"[\w-]+")
_SUFFIX = ".json"


def bundled_levels() -> list[str]:
    """Names of the bundled levels."""
    return file_names(BUNDLED)


def file_names(folder: Traversable) -> list[str]:
    """Names, without their ending, of the JSON files in a folder, sorted; none where there is no folder.

    Files with a dot in their name, such as the schema, belong to others.
    """
    if not folder.is_dir():
        return []
    names = [entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)]
    return sorted(name for name in names if _FILE_NAME.fullmatch(name))


def find_level(source: str | Path) -> tuple[Traversable, Traversable, str]:
    """The file of a level, its folder, and what messages call it.

    Args:
        source: Name of a bundled level, or path of a file.

    Raises:
        LevelError: There is no bundled level of this name.
    """
    if isinstance(source, str) and source in bundled_levels():
        file = BUNDLED.joinpath(source + _SUFFIX)
        return file, BUNDLED, str(file)
    path = Path(source)
    if isinstance(source, str) and _FILE_NAME.fullmatch(source) and not path.exists():
        known = suggestion(source, bundled_levels())
        raise LevelError([file_problem(source, f"there is no bundled level of this name{known}")])
    return path, path.parent, str(source)


@dataclass
class LevelFiles:
    """Reads what a level asks for, from its own folder or from what is bundled, and nothing else."""

    folder: Traversable
    """Folder of the level; what is in it comes before what is bundled."""
    problems: list[Problem] = field(default_factory=list)
    """What is wrong so far."""
    names: list[str] = field(default_factory=list)
    """Files read so far, as messages call them."""

    def folders(self) -> tuple[Traversable, ...]:
        """Where to look, in order."""
        return (BUNDLED,) if self.folder == BUNDLED else (self.folder, BUNDLED)

    def read(self, file: Traversable, name: str | None = None) -> Document | None:
        """A file's document, or None where it cannot be read."""
        try:
            document = read_document(file, name)
        except LevelError as error:
            self.problems += error.problems
            return None
        self.problems += document.duplicates
        self.names.append(document.file)
        return document

    def find(self, kind: str, name: str, asked: Node) -> tuple[Traversable, Traversable] | None:
        """The file that a level asks for by name, and the folder that holds it, the level's or the bundled.

        Args:
            kind: The folder of its kind, such as "prefabs".
            name: Its name, without ending.
            asked: Where the level asks.
        """
        if not _FILE_NAME.fullmatch(name):
            message = f"expected a name of letters, digits, _ and -, got {shown(name)}"
            self.problems.append(asked.problem(message))
            return None
        for folder in self.folders():
            file = folder.joinpath(kind, name + _SUFFIX)
            if file.is_file():
                return None if self.leads_out(file, folder, asked) else (file, folder)
        known = {known for folder in self.folders() for known in file_names(folder.joinpath(kind))}
        self.problems.append(asked.problem(f"there is no {kind}/{name}{_SUFFIX}{suggestion(name, known)}"))
        return None

    def leads_out(self, file: Traversable, folder: Traversable, asked: Node) -> bool:
        """Whether a file that a level asks for lies outside the folder by way of a link, which is told."""
        if not (isinstance(file, Path) and isinstance(folder, Path)):
            return False
        if file.resolve().is_relative_to(folder.resolve()):
            return False
        self.problems.append(asked.problem(f"{file} is a link that leads out of {folder}"))
        return True
