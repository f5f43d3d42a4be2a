"""Beginning a level again."""

from pathlib import Path

from game.level.level import load_level
from game.simulation import Simulation, Snapshot


class Beginning:
    """Begins a level as often as somebody asks.

    While its files stay as they are, the same simulation goes back to its first tick, and whatever was
    made of its terrain stays good. Where they have changed, a new simulation begins.
    """

    def __init__(self, source: str | Path) -> None:
        """Source is the name of a bundled level, or the path of a level file."""
        self._source = source
        self._begun: tuple[str, Simulation, Snapshot] | None = None

    def __call__(self) -> Simulation:
        """A simulation at its first tick. Raises LevelError where the level has faults by now."""
        level = load_level(self._source)
        if self._begun is not None and self._begun[0] == level.identity:
            _, simulation, first = self._begun
            simulation.restore(first)
            return simulation
        simulation = Simulation(level)
        self._begun = level.identity, simulation, simulation.snapshot()
        return simulation
