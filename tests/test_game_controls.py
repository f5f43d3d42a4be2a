"""What the window's events mean."""

import pygame
import pytest

from game.actions import ActionState
from game.bindings import default_bindings
from game.controls import Command, command_of, feed


def key(kind: int, symbol: int, scancode: int) -> pygame.event.Event:
    return pygame.event.Event(kind, key=symbol, scancode=scancode, mod=0, unicode="")


def held_after(*events: pygame.event.Event) -> set[str]:
    actions = ActionState(default_bindings())
    for event in events:
        feed(actions, event)
    return set(actions.take())


@pytest.mark.parametrize(
    ("symbol", "scancode", "action"),
    [
        (pygame.K_q, pygame.KSCAN_A, "left"),  # AZERTY
        (pygame.K_z, pygame.KSCAN_W, "jump"),  # AZERTY
        (pygame.K_e, pygame.KSCAN_D, "right"),  # Dvorak
        (0x444, pygame.KSCAN_A, "left"),  # a Cyrillic letter
        (pygame.K_LEFT, pygame.KSCAN_LEFT, "left"),
        (pygame.K_RSHIFT, pygame.KSCAN_RSHIFT, "run"),
    ],
)
def test_a_key_acts_by_its_place(symbol: int, scancode: int, action: str) -> None:
    down = key(pygame.KEYDOWN, symbol, scancode)
    assert held_after(down) == {action}


def test_keys_that_go_up_let_go() -> None:
    actions = ActionState(default_bindings())
    feed(actions, key(pygame.KEYDOWN, pygame.K_a, pygame.KSCAN_A))
    assert set(actions.take()) == {"left"}
    feed(actions, key(pygame.KEYUP, pygame.K_a, pygame.KSCAN_A))
    assert set(actions.take()) == set()


def test_losing_the_focus_lets_go() -> None:
    actions = ActionState(default_bindings())
    feed(actions, key(pygame.KEYDOWN, pygame.K_a, pygame.KSCAN_A))
    feed(actions, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert set(actions.take()) == set()


def test_a_gamepad_acts_and_lets_go_when_it_is_unplugged() -> None:
    actions = ActionState(default_bindings())
    feed(actions, pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_A))
    stick = {"axis": pygame.CONTROLLER_AXIS_LEFTX, "value": 32767}
    feed(actions, pygame.event.Event(pygame.CONTROLLERAXISMOTION, stick))
    assert set(actions.take()) == {"jump", "right"}
    feed(actions, pygame.event.Event(pygame.CONTROLLERBUTTONUP, button=pygame.CONTROLLER_BUTTON_A))
    assert set(actions.take()) == {"right"}
    feed(actions, pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0))
    assert set(actions.take()) == set()


@pytest.mark.parametrize(
    ("symbol", "scancode", "command"),
    [
        (pygame.K_p, pygame.KSCAN_P, Command.PAUSE),
        (pygame.K_p, pygame.KSCAN_R, Command.PAUSE),  # Dvorak bears P at the place of R
        (pygame.K_r, pygame.KSCAN_O, Command.RESTART),
        (pygame.K_l, pygame.KSCAN_P, None),
        (0x437, pygame.KSCAN_P, Command.PAUSE),  # a Cyrillic letter
        (pygame.K_F1, pygame.KSCAN_F1, Command.DEBUG),
        (pygame.K_F11, pygame.KSCAN_F11, Command.FULLSCREEN),
        (pygame.K_ESCAPE, pygame.KSCAN_ESCAPE, Command.MENU),
        (pygame.K_SPACE, pygame.KSCAN_SPACE, None),
        (pygame.K_LEFT, pygame.KSCAN_LEFT, None),
    ],
)
def test_commands_go_by_the_letter_and_elsewhere_by_the_place(
    symbol: int, scancode: int, command: Command | None
) -> None:
    assert command_of(key(pygame.KEYDOWN, symbol, scancode)) is command
    assert command_of(key(pygame.KEYUP, symbol, scancode)) is None


def test_closing_the_window_leaves_and_start_pauses() -> None:
    assert command_of(pygame.event.Event(pygame.QUIT)) is Command.LEAVE
    start = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_START)
    assert command_of(start) is Command.PAUSE
