"""The whole of what somebody at the screen meets: screens, levels, and the time between them."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

import pygame

from game.controls import Command, CommandReader, Gamepads
from game.interface.brush import picture_area
from game.interface.flow import Flow
from game.interface.menu import Press
from game.interface.overlay import Overlay
from game.interface.painter import ScreenPainter
from game.interface.presses import PressReader
from game.interface.screens import Deed, ListScreen, Order, TitleScreen
from game.interface.status import gems_text
from game.level.problem import LevelError
from game.loop import Playable
from game.pace import Pacer
from game.session import Session
from game.sound.cues import Cue

FRAME_RATE = 60.0
"""Pictures per second [1/s]."""
WAITING_RATE = 4
"""The same while only a bar would move [1/s]."""
SHAPE = (16, 9)
"""Shape of the picture."""
LEFT_BUTTON = 1
MOVED, CHOSEN = Cue("move"), Cue("choose")
"""What is heard in menus."""

World = TypeVar("World", bound=Playable)


class Window(Protocol):
    """Where pictures go; a `game.window.Window`."""

    @property
    def surface(self) -> pygame.Surface:
        """What to draw on."""

    def show(self) -> None:
        """Brings what is drawn to the screen."""

    def toggle_fullscreen(self) -> None:
        """Fills the screen, or goes back to the window there was."""


class Preparation(Protocol):
    """What has to be done before a level can begin; a `game.interface.preparation.Preparation`."""

    @property
    def ready(self) -> bool:
        """Whether it is done."""

    @property
    def share(self) -> float:
        """How much of it is done [1]."""

    @property
    def remark(self) -> str:
        """What is being done."""


class Sound(Protocol):
    """What is heard; a `game.sound.player.SoundPlayer`."""

    @property
    def on(self) -> bool:
        """Whether anything is heard."""

    def play(self, cue: Cue) -> None:
        """Plays an effect."""

    def switch(self) -> None:
        """Turns what is heard off, or on again."""


class App(Generic[World]):
    """Takes events to the screen or the level that is shown, and draws it, until the player leaves."""

    def __init__(
        self,
        flow: Flow,
        window: Window,
        painter: ScreenPainter,
        overlay: Overlay,
        open_session: Callable[[str], Session[World]],
        preparation: Preparation,
        *,
        begin: str = "",
        sound: Sound,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Shows the flow's screen, or begins a level.

        Args:
            flow: Which screen leads where.
            window: Where pictures go.
            painter: Draws screens.
            overlay: Draws how the hero stands; it watches the sessions that are opened.
            open_session: Starts a level.
            preparation: What levels wait for.
            begin: The level to begin with.
            sound: What is heard.
            now: Clock [s].
        """
        self.flow = flow
        self.session: Session[World] | None = None
        """The level that is played or stands still."""
        self.left = False
        """Whether the player has left."""
        self._window, self._painter, self._overlay = window, painter, overlay
        self._open_session, self._preparation, self._sound = open_session, preparation, sound
        self._now = now
        self._given = self._awaited = begin
        self._announced = False
        self._seen: tuple[float, tuple[int, int], int] | None = None
        self._commands, self._presses = CommandReader(), PressReader()

    def run(self) -> None:
        """Goes on until the player leaves. Raises LevelError where the level to begin with has faults."""
        pacer = Pacer(FRAME_RATE, now=self._now)
        self.frame([], 0.0)
        gamepads = Gamepads()
        last = self._now()
        while not self.left:
            events, began = pygame.event.get(), self._now()
            gamepads.refresh(events)
            self.frame(events, began - last)
            last = began
            pacer.wait()

    def frame(self, events: Iterable[pygame.event.Event], elapsed: float) -> None:
        """One picture: takes in events, runs what is due, draws."""
        for event in events:
            self._take(event)
        if self._announced and self._preparation.ready:
            self._begin(self._awaited)
        elif self.session and self.flow.playing:
            self.session.advance(elapsed)
            if self._overlay.ended:
                self.flow.end(gems_text(self._overlay.status))
        if self.session:
            self.session.game.paused = not self.flow.playing
        if self._has_changed():
            self._draw()
            self._window.show()

    def _has_changed(self) -> bool:
        """Whether there is anything new to draw; what loads in the background needs the time."""
        size, beat = self._window.surface.get_size(), int(self._now() * WAITING_RATE)
        waiting = (self._preparation.share, size, beat) if self._announced else None
        seen, self._seen = self._seen, waiting
        return waiting is None or seen != waiting

    def _take(self, event: pygame.event.Event) -> None:
        command, press = self._commands.read(event), self._presses.read(event)
        if self.session and (command is None or not self.flow.playing):
            self.session.feed(event)
        match command:
            case Command.LEAVE:
                self.left = True
            case Command.FULLSCREEN:
                self._window.toggle_fullscreen()
            case _ if not self.flow.playing:
                self._take_in_menu(event, press)
            case Command.PAUSE | Command.MENU:
                self._pause()
            case Command() if self.session:
                self.session.obey(command)

    def _pause(self) -> None:
        if self.session and not self._awaited:
            self.flow.pause()
        elif self._awaited:
            self._awaited, self._announced = "", False
            self.flow.follow(Order(Deed.GO_TO_TITLE))

    def _take_in_menu(self, event: pygame.event.Event, press: Press | None) -> None:
        screen = self.flow.screen
        if screen and event.type in {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN}:
            area = picture_area(SHAPE, self._window.surface.get_size())
            touched = self._painter.touched((event.pos[0] - area.x, event.pos[1] - area.y))
            if touched is not None:
                screen.menu.chosen = touched
                if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
                    press = Press.CONFIRM
        if press is None:
            return
        self._sound.play(CHOSEN if press is Press.CONFIRM else MOVED)
        order = self.flow.press(press)
        if order:
            self._obey(order)

    def _obey(self, order: Order) -> None:
        match order.deed:
            case Deed.BEGIN:
                self._awaited = order.level
            case Deed.RESTART if self.session:
                self.session.restart()
            case Deed.FILL_SCREEN:
                self._window.toggle_fullscreen()
            case Deed.SWITCH_SOUND:
                self._sound.switch()
            case Deed.LEAVE:
                self.left = True

    def _begin(self, source: str) -> None:
        """Begins a level; where a chosen one has faults, they are told and the title is shown."""
        self._awaited, self._announced = "", False
        old, self.session = self.session, None
        if old:
            old.close()
        try:
            self.session = self._open_session(source)
        except LevelError as error:
            if source == self._given:
                raise
            print(error, file=sys.stderr)  # noqa: T201 - the screen belongs to the game
            self.flow.follow(Order(Deed.GO_TO_TITLE))

    def _draw(self) -> None:
        surface = self._window.surface
        area = picture_area(SHAPE, surface.get_size())
        if area.size != surface.get_size():
            surface.fill((0, 0, 0))
        picture = surface.subsurface(area)
        if self._awaited:
            self._announced = True
            self._painter.draw_loading(picture, "Loading", self._preparation.share, self._preparation.remark)
            return
        if self.session:
            self.session.draw(surface)
            if self.flow.playing:
                self._overlay.draw(picture)
        if self.flow.screen:
            if isinstance(self.flow.screen, ListScreen):
                self.flow.screen.switches = {Deed.SWITCH_SOUND: self._sound.on}
            over = self.session is not None and not isinstance(self.flow.screen, TitleScreen)
            self._painter.draw(picture, self.flow.screen, self._now(), over_level=over)
            if isinstance(self.flow.screen, TitleScreen) and not self._preparation.ready:
                self._painter.draw_progress(self._preparation.share, self._preparation.remark, 640)
