"""A level that somebody plays, and what draws it."""

import sys
import time
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import pygame

from game.actions import ActionState, Bindings
from game.controls import Command, feed
from game.level.problem import LevelError
from game.loop import Game, Playable, Watcher


class DebugSwitch(Protocol):
    """What a debug overlay shows; `game.view.DebugFlags`."""

    enabled: bool
    """Whether it is shown at all."""
    tick_ms: float
    """What the last tick cost [ms]."""
    frame_ms: float
    """What the last picture cost [ms]."""

    def press(self, code: int) -> bool:
        """Does what a key stands for, as pygame numbers it; returns whether it stands for anything."""


World = TypeVar("World", bound=Playable)
Seen_contra = TypeVar("Seen_contra", contravariant=True)
Drawn_contra = TypeVar("Drawn_contra", bound=Playable, contravariant=True)


class Painter(Watcher[Drawn_contra], Protocol[Drawn_contra]):
    """What draws; a `game.view.View`."""

    @property
    def debug(self) -> DebugSwitch:
        """What the debug overlay shows."""

    def draw(self, surface: pygame.Surface, simulation: Drawn_contra, alpha: float) -> None:
        """Draws what lies between the last two ticks."""


class Watchers(Generic[Seen_contra]):
    """Several that see every tick, as one."""

    def __init__(self, watchers: Sequence[Watcher[Seen_contra]]) -> None:
        self._watchers = tuple(watchers)

    def observe(self, simulation: Seen_contra) -> None:
        """A tick has run."""
        for watcher in self._watchers:
            watcher.observe(simulation)


class Session(Generic[World]):
    """A level that somebody plays, and what draws it."""

    def __init__(
        self,
        start: Callable[[], World],
        painter: Painter[World],
        bindings: Bindings,
        *,
        watchers: Sequence[Watcher[World]] = (),
        now: Callable[[], float] = time.perf_counter,
        is_over: Callable[[World], bool] = lambda _: False,
    ) -> None:
        """Starts the level.

        Args:
            start: Makes a simulation that stands at its first tick.
            painter: Draws it.
            bindings: Which keys do what.
            watchers: Others that see every tick.
            now: Clock [s].
            is_over: Is asked after every tick whether to start anew; `start` then makes what comes next.
        """
        seen = Watchers[World]((painter, *watchers))
        self.game = Game(start, actions=ActionState(bindings), watcher=seen, now=now, is_over=is_over)
        """What is played."""
        self._painter = painter
        self._now = now

    def feed(self, event: pygame.event.Event) -> None:
        """Takes what an event presses and releases to the level, and to the debug overlay."""
        if event.type == pygame.KEYDOWN:
            self._painter.debug.press(event.key)
        feed(self.game.actions, event)

    def obey(self, command: Command) -> None:
        """Does what a player asks of the level; other commands are not its business."""
        match command:
            case Command.RESTART:
                self.restart()
            case Command.DEBUG:
                self._painter.debug.enabled = not self._painter.debug.enabled

    def advance(self, elapsed: float) -> None:
        """Runs the ticks that are due after this much more time [s]."""
        self.game.advance(elapsed)
        self._painter.debug.tick_ms = self.game.tick_ms

    def draw(self, surface: pygame.Surface) -> None:
        """Draws how things stand."""
        began = self._now()
        self._painter.draw(surface, self.game.simulation, self.game.alpha)
        self._painter.debug.frame_ms = 1e3 * (self._now() - began)

    def restart(self) -> None:
        """Starts the level as its file is now; where that has faults, they are told and the game goes on."""
        try:
            self.game.restart()
        except LevelError as error:
            print(error, file=sys.stderr)  # noqa: T201 - the screen belongs to the game

    def close(self) -> None:
        """Frees the level."""
        self.game.simulation.close()
