"""Somebody at the screen: events in, pictures out, until they leave."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

import pygame

from game.actions import ActionState, Bindings
from game.controls import Command, CommandReader, Gamepads, feed
from game.level.problem import LevelError
from game.loop import Game, Playable, Watcher
from game.pace import Pacer
from game.view import DebugFlags, Hud

FRAME_RATE = 60.0
"""Pictures per second [1/s]."""

World = TypeVar("World", bound=Playable)
Drawn_contra = TypeVar("Drawn_contra", bound=Playable, contravariant=True)


class Screen(Protocol):
    """Where pictures go; a `game.window.Window`."""

    @property
    def surface(self) -> pygame.Surface:
        """What to draw on."""

    def show(self) -> None:
        """Brings what is drawn to the screen."""

    def toggle_fullscreen(self) -> None:
        """Fills the screen, or goes back to the window there was."""


class Painter(Watcher[Drawn_contra], Protocol[Drawn_contra]):
    """What draws; a `game.view.View`."""

    debug: DebugFlags
    """What the debug overlay shows."""
    hud: Hud
    """What is written over the picture."""

    def draw(self, surface: pygame.Surface, simulation: Drawn_contra, alpha: float) -> None:
        """Draws what lies between the last two ticks."""


class Session(Generic[World]):
    """A level, somebody who plays it, and a screen."""

    def __init__(
        self,
        start: Callable[[], World],
        painter: Painter[World],
        screen: Screen,
        bindings: Bindings,
        *,
        now: Callable[[], float] = time.perf_counter,
        is_over: Callable[[World], bool] = lambda _: False,
    ) -> None:
        """Starts the level.

        Args:
            start: Makes a simulation that stands at its first tick.
            painter: Draws it.
            screen: Shows it.
            bindings: Which keys do what.
            now: Clock [s].
            is_over: Is asked after every tick whether to start anew; `start` then makes what comes next.
        """
        self.game = Game(start, actions=ActionState(bindings), watcher=painter, now=now, is_over=is_over)
        """What is played."""
        self.left = False
        """Whether the player has left."""
        self._commands = CommandReader()
        self._painter = painter
        self._screen = screen
        self._now = now

    def run(self) -> None:
        """Plays until the player leaves."""
        gamepads, pacer = Gamepads(), Pacer(FRAME_RATE, now=self._now)
        last = self._now()
        while not self.left:
            events, began = pygame.event.get(), self._now()
            gamepads.refresh(events)
            self.frame(events, began - last)
            last = began
            pacer.wait()

    def frame(self, events: Iterable[pygame.event.Event], elapsed: float) -> None:
        """One picture: takes in events, runs the ticks that are due, draws."""
        for event in events:
            command = self._commands.read(event)
            if command is None:
                feed(self.game.actions, event)
            else:
                self._obey(command)
        self.game.advance(elapsed)
        self._painter.hud.paused = self.game.paused
        self._painter.debug.tick_ms = self.game.tick_ms
        began = self._now()
        self._painter.draw(self._screen.surface, self.game.simulation, self.game.alpha)
        self._screen.show()
        self._painter.debug.frame_ms = 1e3 * (self._now() - began)

    def _obey(self, command: Command) -> None:
        match command:
            case Command.LEAVE:
                self.left = True
            case Command.PAUSE:
                self.game.paused = not self.game.paused
            case Command.RESTART:
                self._restart()
            case Command.DEBUG:
                self._painter.debug.enabled = not self._painter.debug.enabled
            case Command.FULLSCREEN:
                self._screen.toggle_fullscreen()

    def _restart(self) -> None:
        """Starts the level as its file is now; where that has faults, they are told and the game goes on."""
        try:
            self.game.restart()
        except LevelError as error:
            print(error, file=sys.stderr)  # noqa: T201 - the screen belongs to the game
