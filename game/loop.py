"""A level that is played: ticks at their own rate, a picture whenever one is wanted."""

import time
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from game.actions import ActionState
from game.pace import FixedStep


class Playable(Protocol):
    """What is played; a `game.simulation.Simulation`."""

    tick_rate: float
    """Ticks per second [1/s]."""

    def tick(self, actions: Iterable[str] = ()) -> None:
        """Runs one tick."""

    def close(self) -> None:
        """Frees what it holds."""


World = TypeVar("World", bound=Playable)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Watcher(Protocol[Seen_contra]):
    """What sees every tick, so that it can draw what lies between two; a `game.view.View`."""

    def observe(self, simulation: Seen_contra) -> None:
        """A tick has run."""


class Game(Generic[World]):
    """Runs a simulation in step with the time that passes, and brings it what the player holds.

    It opens no window and waits for nothing: whoever has a loop calls `advance` with the time since the
    last call, and draws with `alpha`.
    """

    def __init__(
        self,
        start: Callable[[], World],
        *,
        actions: ActionState,
        watcher: Watcher[World],
        now: Callable[[], float] = time.perf_counter,
        is_over: Callable[[World], bool] = lambda _: False,
    ) -> None:
        """Starts the level.

        Args:
            start: Makes a simulation that stands at its first tick.
            actions: What the player holds.
            watcher: Is shown the simulation at its start and after every tick.
            now: Clock that measures what ticks cost [s].
            is_over: Is asked after every tick whether to start anew; `start` then makes what comes next.
        """
        self._start = start
        self._watcher = watcher
        self._now = now
        self._is_over = is_over
        self._paused = False
        self.actions = actions
        """What the player holds."""
        self.tick_ms = 0.0
        """What the last tick cost [ms]."""
        self._begin(start())

    def _begin(self, simulation: World) -> None:
        self.simulation = simulation
        self._time = FixedStep(simulation.tick_rate)
        self._watcher.observe(simulation)

    def advance(self, elapsed: float) -> int:
        """Runs the ticks that are due after this much more time [s]; returns how many."""
        if self._paused:
            return 0
        due = self._time.advance(elapsed)
        for _ in range(due):
            began = self._now()
            self.simulation.tick(self.actions.take())
            self.tick_ms = 1e3 * (self._now() - began)
            self._watcher.observe(self.simulation)
            if self._is_over(self.simulation):
                self.restart()
                break
        return due

    @property
    def alpha(self) -> float:
        """How far the time has come from the last tick toward the next [1], from 0 to 1."""
        return self._time.alpha

    @property
    def paused(self) -> bool:
        """Whether time stands still. What goes down during a pause counts only after it has been let go."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = self.actions.muted = paused

    def restart(self) -> None:
        """Starts the level anew. What is down counts only after it has been let go; a pause goes on.

        Whatever prevents a start is raised and leaves the game as it was.
        """
        simulation = self._start()
        if simulation is not self.simulation:
            self.simulation.close()
        self.actions.ignore_held()
        self._begin(simulation)
