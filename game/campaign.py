"""Levels one after another: a goal that is reached leads to the level it names."""

import sys
from pathlib import Path

from components.goal import Progress
from game.beginning import Beginning
from game.interface.status import LINGER
from game.level.files import bundled_levels
from game.level.problem import LevelError
from game.simulation import Simulation


class Campaign:
    """Begins the level that is to be played: at first the given one, then those that goals lead to."""

    def __init__(self, source: str | Path) -> None:
        """Source is the name of a bundled level, or the path of a level file."""
        self._source = source
        self._beginning = Beginning(source)
        self._completed_at: int | None = None

    def __call__(self) -> Simulation:
        """The level at its first tick. Raises LevelError where it has faults by now."""
        self._completed_at = None
        return self._beginning()

    def is_over(self, simulation: Simulation) -> bool:
        """Whether it is time for the next level, which is what a call begins from then on.

        The last level goes on for ever, and so does one whose next level has faults; those are told.
        """
        following = next_level(simulation)
        if following is None:
            return False
        if self._completed_at is None:
            self._completed_at = simulation.tick_count
        if simulation.tick_count != self._completed_at + round(LINGER * simulation.tick_rate):
            return False
        return self._go_on(level_beside(self._source, following))

    def _go_on(self, source: str | Path) -> bool:
        beginning = Beginning(source)
        try:
            beginning()
        except LevelError as error:
            print(error, file=sys.stderr)  # noqa: T201 - the screen belongs to the game
            return False
        self._source, self._beginning = source, beginning
        return True


def next_level(simulation: Simulation) -> str | None:
    """The level that a goal which has been reached leads to, or None."""
    for _, (progress,) in simulation.entities_with(Progress):
        if progress.completed and progress.next_level:
            return progress.next_level
    return None


def level_beside(source: str | Path, name: str) -> str | Path:
    """Where a level's next level is: beside its own file, or else bundled."""
    file = Path(source).parent / f"{name}.json"
    is_bundled = isinstance(source, str) and source in bundled_levels()
    return name if is_bundled or not file.is_file() else file
