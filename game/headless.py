"""A level that runs through a script without a window, and what its ticks cost."""

import statistics
import time
from collections.abc import Callable, Iterable

from game.level.level import Level
from game.recording import Recorder, Recording
from game.script import ActionScript
from game.simulation import Simulation

WARM_TICKS = 600
"""At most so many ticks of a run are rehearsed, so that everything that is compiled is compiled."""

FIRST_TICKS = 2
"""Ticks whose cost is not counted: they fill caches."""


class HeadlessRun:
    """A run of a level from its beginning, tick by tick."""

    def __init__(self, level: Level, script: ActionScript, ticks: int) -> None:
        """Starts the level.

        Args:
            level: What runs.
            script: What is held.
            ticks: How long it runs.
        """
        self.level = level
        """What runs."""
        self.script = script
        """What is held."""
        self.ticks = ticks
        """How long it runs."""
        self.simulation = Simulation(level)
        """The level as it stands."""
        self.watchers: list[Callable[[], None]] = []
        """Called after every tick; whoever begins the run again begins without them."""
        self._timed = _Timed(self.simulation)
        self._recorder = Recorder(self._timed)

    def step(self) -> None:
        """Runs the next tick."""
        self._recorder.tick(self.script.held(self.simulation.tick_count))
        for watch in self.watchers:
            watch()

    def finish(self) -> None:
        """Runs all ticks that are left."""
        while self.simulation.tick_count < self.ticks:
            self.step()

    def again(self, ticks: int | None = None) -> "HeadlessRun":
        """The same run from its beginning, or its first ticks."""
        return HeadlessRun(self.level, self.script, self.ticks if ticks is None else min(ticks, self.ticks))

    def warm_up(self) -> None:
        """Has everything compiled that the run is going to need, without running it."""
        rehearsal = self.again(WARM_TICKS)
        rehearsal.finish()
        rehearsal.simulation.close()

    @property
    def ms_per_tick(self) -> float:
        """What a tick cost [ms], on average over all but the first two."""
        return 1e3 * statistics.fmean(self._timed.seconds[FIRST_TICKS:] or self._timed.seconds)

    def recording(self, reference: str) -> Recording:
        """The run so far, to run it again; `reference` is the name or path to load its level by."""
        return self._recorder.recording(reference, self.level.identity)


class _Timed:
    """A simulation that keeps what each tick cost [s]."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self.seconds: list[float] = []

    @property
    def tick_count(self) -> int:
        return self._simulation.tick_count

    def tick(self, actions: Iterable[str] = ()) -> None:
        began = time.perf_counter()
        self._simulation.tick(actions)
        self.seconds.append(time.perf_counter() - began)

    def state_hash(self) -> str:
        return self._simulation.state_hash()
