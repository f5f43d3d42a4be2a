"""Actions written down beforehand: what is held from which tick on."""

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from game.level.convert import convert_object
from game.level.document import Node
from game.level.files import BUNDLED, file_names
from game.level.problem import LevelError, Problem
from game.level.reader import read_document

ACTION_FOLDER = "actions"
"""Folder of the bundled action files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A change of what is held."""

    tick: Annotated[int, Meta(ge=0)]
    """The tick from which it is held; the first is 0."""
    hold: tuple[Annotated[str, Meta(min_length=1)], ...]
    """Names of the actions, such as "right"."""


class ActionScript:
    """What is held at every tick. Until the first change, nothing is."""

    def __init__(self, changes: Sequence[Hold] = ()) -> None:
        self.changes = tuple(changes)
        """Changes by tick, ascending."""
        self._ticks = [change.tick for change in self.changes]
        self._held = [frozenset[str](), *(frozenset(change.hold) for change in self.changes)]

    def held(self, tick: int) -> frozenset[str]:
        """The actions held during a tick; the first is tick 0."""
        return self._held[bisect.bisect_right(self._ticks, tick)]

    def names(self) -> set[str]:
        """Every action that is ever held."""
        return {name for change in self.changes for name in change.hold}


def changes_of(held: Iterable[Iterable[str]]) -> tuple[Hold, ...]:
    """The changes of what is held, from what is held at every tick."""
    changes: list[Hold] = []
    before: tuple[str, ...] = ()
    for tick, actions in enumerate(held):
        now = tuple(sorted(actions))
        if now != before:
            changes.append(Hold(tick=tick, hold=now))
        before = now
    return tuple(changes)


def read_script(source: str | Path) -> ActionScript:
    """An action file: `[{"tick": 0, "hold": ["right"]}, {"tick": 90, "hold": []}]`.

    Args:
        source: Name of a bundled action file, or path of a file.

    Raises:
        LevelError: The file has faults; it tells all of them, with their places in the file.
    """
    document = read_document(_find(source))
    problems = list(document.duplicates)
    changes = read_changes(document.root, problems)
    if problems:
        raise LevelError(problems)
    return ActionScript(changes)


def _find(source: str | Path) -> Traversable:
    folder = BUNDLED.joinpath(ACTION_FOLDER)
    if isinstance(source, str) and source in file_names(folder):
        return folder.joinpath(f"{source}.json")
    return Path(source)


def read_changes(node: Node, problems: list[Problem]) -> list[Hold]:
    """Changes of what is held from a list; what is wrong goes to `problems`."""
    if not isinstance(node.value, list):
        problems.append(node.expected("a list"))
    changes = [convert_object(element, Hold, problems, title="an entry") for element in node.elements()]
    check_order(node, problems)
    return [change for change in changes if change is not None]


def check_order(node: Node, problems: list[Problem]) -> None:
    """Adds a problem for each element of a list whose tick does not come after the one before."""
    last: int | None = None
    for element in node.elements():
        tick = element.members().get("tick")
        if tick is not None and isinstance(tick.value, int):
            if last is not None and tick.value <= last:
                problems.append(tick.expected(f"a tick after {last}"))
            last = tick.value
