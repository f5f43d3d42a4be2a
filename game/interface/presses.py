"""What keys, buttons and sticks mean in a menu."""

import pygame

from game.gamepad import DOWN, FULL, UP
from game.interface.menu import Press

KEYS = {
    pygame.KSCAN_UP: Press.UP,
    pygame.KSCAN_W: Press.UP,
    pygame.KSCAN_DOWN: Press.DOWN,
    pygame.KSCAN_S: Press.DOWN,
    pygame.KSCAN_LEFT: Press.LEFT,
    pygame.KSCAN_A: Press.LEFT,
    pygame.KSCAN_RIGHT: Press.RIGHT,
    pygame.KSCAN_D: Press.RIGHT,
    pygame.KSCAN_RETURN: Press.CONFIRM,
    pygame.KSCAN_KP_ENTER: Press.CONFIRM,
    pygame.KSCAN_SPACE: Press.CONFIRM,
    pygame.KSCAN_ESCAPE: Press.BACK,
    pygame.KSCAN_BACKSPACE: Press.BACK,
    pygame.KSCAN_P: Press.BACK,
}
"""Presses by the place of the key."""

BUTTONS = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: Press.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: Press.DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: Press.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: Press.RIGHT,
    pygame.CONTROLLER_BUTTON_A: Press.CONFIRM,
    pygame.CONTROLLER_BUTTON_B: Press.BACK,
    pygame.CONTROLLER_BUTTON_START: Press.BACK,
}
"""Presses by the button of a gamepad."""

STICK = {
    pygame.CONTROLLER_AXIS_LEFTX: (Press.LEFT, Press.RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (Press.UP, Press.DOWN),
}
"""Presses at both ends of an axis."""


class PressReader:
    """Reads presses; a key or stick that stays where it is presses once."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._tilted: dict[int, Press] = {}

    def read(self, event: pygame.event.Event) -> Press | None:
        """The press that an event gives, or None."""
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event.scancode)
            case pygame.KEYUP:
                self._down.discard(event.scancode)
            case pygame.WINDOWFOCUSLOST:
                self._down.clear()
            case pygame.CONTROLLERBUTTONDOWN:
                return BUTTONS.get(event.button)
            case pygame.CONTROLLERAXISMOTION:
                return self._tilt(event.axis, event.value / FULL)
        return None

    def _key(self, scancode: int) -> Press | None:
        if scancode in self._down:
            return None
        self._down.add(scancode)
        return KEYS.get(scancode)

    def _tilt(self, axis: int, share: float) -> Press | None:
        if abs(share) <= UP:
            self._tilted.pop(axis, None)
        elif abs(share) >= DOWN and axis in STICK and axis not in self._tilted:
            self._tilted[axis] = STICK[axis][share > 0.0]
            return self._tilted[axis]
        return None
