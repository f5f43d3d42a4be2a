"""What the window's events mean: actions for the simulation, commands for the game."""

from collections.abc import Iterable
from enum import Enum

import pygame
import pygame._sdl2.controller as gamepads

from game.actions import ActionState
from game.gamepad import move_axis, press_button, release_gamepad


class Command(Enum):
    """What a player asks of the game and not of the character."""

    LEAVE = "leave"
    MENU = "menu"
    PAUSE = "pause"
    RESTART = "restart"
    DEBUG = "debug"
    FULLSCREEN = "fullscreen"


KEYS = {
    pygame.K_ESCAPE: Command.MENU,
    pygame.K_p: Command.PAUSE,
    pygame.K_r: Command.RESTART,
    pygame.K_F1: Command.DEBUG,
    pygame.K_F11: Command.FULLSCREEN,
}
"""Commands by the letter on the key."""

PLACES = {pygame.KSCAN_P: Command.PAUSE, pygame.KSCAN_R: Command.RESTART}
"""The same by the place of the key, for layouts without Latin letters."""

LATIN = 0x250
"""Below it lie the codes of keys that bear Latin letters."""


def command_of(event: pygame.event.Event) -> Command | None:
    """The command that an event gives, or None."""
    if event.type == pygame.QUIT:
        return Command.LEAVE
    if event.type == pygame.CONTROLLERBUTTONDOWN and event.button == pygame.CONTROLLER_BUTTON_START:
        return Command.PAUSE
    if event.type != pygame.KEYDOWN:
        return None
    foreign = LATIN <= event.key < pygame.K_CAPSLOCK
    return KEYS.get(event.key) or (PLACES.get(event.scancode) if foreign else None)


class CommandReader:
    """Reads commands; a key that stays down gives its command once, however often it is reported."""

    def __init__(self) -> None:
        self._down: set[int] = set()

    def read(self, event: pygame.event.Event) -> Command | None:
        """The command that an event gives, or None."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.scancode)
        command = command_of(event)
        if command is None or event.type != pygame.KEYDOWN:
            return command
        repeated = event.scancode in self._down
        self._down.add(event.scancode)
        return None if repeated else command


def feed(actions: ActionState, event: pygame.event.Event) -> None:
    """Takes what an event presses and releases to the actions."""
    match event.type:
        case pygame.KEYDOWN:
            actions.press(event.scancode)
        case pygame.KEYUP:
            actions.release(event.scancode)
        case pygame.CONTROLLERBUTTONDOWN:
            press_button(actions, event.button, down=True)
        case pygame.CONTROLLERBUTTONUP:
            press_button(actions, event.button, down=False)
        case pygame.CONTROLLERAXISMOTION:
            move_axis(actions, event.axis, event.value)
        case pygame.CONTROLLERDEVICEREMOVED:
            release_gamepad(actions)
        case pygame.WINDOWFOCUSLOST:
            actions.release_all()


PLUGGED = {pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED}
"""Events of gamepads that come and go."""


class Gamepads:
    """The gamepads that are plugged in; SDL only listens to those that somebody holds on to."""

    def __init__(self) -> None:
        gamepads.init()
        self._open = [gamepads.Controller(index) for index in _gamepads()]

    def refresh(self, events: Iterable[pygame.event.Event]) -> None:
        """Takes up gamepads that came and lets go of those that went."""
        if any(event.type in PLUGGED for event in events):
            self._open = [gamepads.Controller(index) for index in _gamepads()]


def _gamepads() -> list[int]:
    return [index for index in range(gamepads.get_count()) if gamepads.is_controller(index)]
