"""What the command line does with level files."""

import json
import sys
from collections.abc import Sequence

from game.level.files import BUNDLED, bundled_levels
from game.level.level import load_level
from game.level.problem import LevelError
from game.level.reader import read_document
from game.level.schema import level_schema


def check(sources: Sequence[str]) -> int:
    """Validates levels: what is wrong goes to stderr, a line each.

    Args:
        sources: Paths of level files, or names of bundled levels.

    Returns:
        Exit code: 0 when all are well, else 1.
    """
    return max([_check(source) for source in sources], default=0)


def _check(source: str) -> int:
    try:
        load_level(source)
    except LevelError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{source}: ok")
    return 0


def schema() -> int:
    """Prints the JSON schema of levels and returns the exit code."""
    print(schema_text(), end="")
    return 0


def schema_text() -> str:
    """The JSON schema of levels as the bundled file has it."""
    return json.dumps(level_schema(), indent=2, ensure_ascii=False) + "\n"


def list_levels() -> int:
    """Prints the names and titles of the bundled levels and returns the exit code."""
    names = bundled_levels()
    width = max(map(len, names), default=0)
    for name in names:
        title = read_document(BUNDLED.joinpath(f"{name}.json")).root.members().get("name")
        print(f"{name:<{width}}  {title.value if title else name}")
    return 0
