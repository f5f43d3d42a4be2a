"""A run as a file: what was held at which tick, and what state that led to."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from game.level.convert import convert_object
from game.level.problem import LevelError
from game.level.reader import read_document
from game.script import ActionScript, Hold, changes_of, check_order

HASH_EVERY = 60
"""Ticks between two hashes in a recording."""


class Run(Protocol):
    """What is recorded: a simulation."""

    @property
    def tick_count(self) -> int:
        """Ticks since the level began."""

    def tick(self, actions: Iterable[str] = ()) -> None:
        """Runs one tick."""

    def state_hash(self) -> str:
        """Stands for the whole state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """What state a recording came to."""

    tick: Annotated[int, Meta(ge=1)]
    """Ticks that had run."""
    hash: Annotated[str, Meta(pattern="^[0-9a-f]+$")]
    """Hash of the state after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A run that can be run again."""

    level: str
    """Name of a bundled level, or path of a level file."""
    identity: str
    """Stands for the level's content as it was."""
    ticks: Annotated[int, Meta(ge=0)]
    """How many ticks it ran."""
    actions: tuple[Hold, ...]
    """What was held."""
    hashes: tuple[Checkpoint, ...]
    """The state every `HASH_EVERY` ticks and at the end, ascending."""


class Recorder:
    """Runs a simulation from its first tick and writes down what it did."""

    def __init__(self, run: Run) -> None:
        if run.tick_count:
            raise ValueError(f"a recording begins with the level, not at tick {run.tick_count}")
        self._run = run
        self._held: list[frozenset[str]] = []
        self._hashes: dict[int, str] = {}

    def tick(self, actions: Iterable[str] = ()) -> None:
        """Runs one tick, and keeps it."""
        held = frozenset(actions)
        self._run.tick(held)
        self._held.append(held)
        if len(self._held) % HASH_EVERY == 0:
            self._keep_hash()

    def _keep_hash(self) -> None:
        self._hashes[len(self._held)] = self._run.state_hash()

    def recording(self, level: str, identity: str) -> Recording:
        """The run so far.

        Args:
            level: Name or path to load the level by.
            identity: The level's identity.
        """
        if self._held and len(self._held) not in self._hashes:
            self._keep_hash()
        return Recording(
            level=level,
            identity=identity,
            ticks=len(self._held),
            actions=changes_of(self._held),
            hashes=tuple(Checkpoint(tick=tick, hash=value) for tick, value in sorted(self._hashes.items())),
        )


def write_recording(recording: Recording, path: Path) -> None:
    """Writes a recording to a JSON file. Raises OSError when that cannot be done."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(recording), indent=1) + b"\n")


def read_recording(path: Path) -> Recording:
    """A recording from its file. Raises LevelError with every fault of the file."""
    document = read_document(path)
    problems = list(document.duplicates)
    recording = convert_object(document.root, Recording, problems)
    for name in ("actions", "hashes"):
        if name in document.root.members():
            check_order(document.root.members()[name], problems)
    if recording is None or problems:
        raise LevelError(problems)
    return recording


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a run stopped being what was recorded."""

    agreed: int
    """The last tick at which the hashes were the same; 0 is the beginning."""
    differs: int
    """The first tick at which they were not."""


def replay(recording: Recording, run: Run) -> Divergence | None:
    """Runs a recording again on a simulation that stands at its first tick; None when it is the same."""
    script, agreed, ticks = ActionScript(recording.actions), 0, 0
    for checkpoint in recording.hashes:
        for tick in range(ticks, checkpoint.tick):
            run.tick(script.held(tick))
        ticks = checkpoint.tick
        if run.state_hash() != checkpoint.hash:
            return Divergence(agreed, ticks)
        agreed = ticks
    return None
