"""Gamepads: sticks and triggers as controls that are down or up."""

from collections.abc import Iterator

import pygame

from game.actions import ActionState

BUTTONS: dict[int, str] = {
    pygame.CONTROLLER_BUTTON_A: "pad_a",
    pygame.CONTROLLER_BUTTON_B: "pad_b",
    pygame.CONTROLLER_BUTTON_X: "pad_x",
    pygame.CONTROLLER_BUTTON_Y: "pad_y",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "pad_shoulder_l",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "pad_shoulder_r",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "pad_up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "pad_down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "pad_left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "pad_right",
}
"""Buttons by their places on an Xbox pad; SDL finds them on others."""

AXES: dict[int, tuple[str | None, str]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ("stick_left", "stick_right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("stick_up", "stick_down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: (None, "pad_trigger_l"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: (None, "pad_trigger_r"),
}
"""The control at the negative and at the positive end of an axis."""

GAMEPAD_CONTROLS = (*BUTTONS.values(), *(name for ends in AXES.values() for name in ends if name))
"""Names of everything on a gamepad that can be bound."""

FULL = 32767
"""Value of an axis at its end."""

DOWN = 0.5
"""Share of the way at which an axis counts as down."""

UP = 0.35
"""Share of the way back at which it counts as up; less than DOWN, so that it does not flutter."""


def press_button(actions: ActionState, button: int, *, down: bool) -> None:
    """A button went down or up; one without a name is ignored."""
    if button in BUTTONS:
        change = actions.press if down else actions.release
        change(BUTTONS[button])


def move_axis(actions: ActionState, axis: int, value: int) -> None:
    """A stick or trigger moved.

    Args:
        actions: Receives what that presses and releases.
        axis: SDL's number of the axis.
        value: Where it is now, from -32767 to 32767.
    """
    for control, share in _ends(axis, value / FULL):
        if share >= DOWN:
            actions.press(control)
        elif share <= UP:
            actions.release(control)


def _ends(axis: int, share: float) -> Iterator[tuple[str, float]]:
    negative, positive = AXES.get(axis, (None, None))
    if negative:
        yield negative, -share
    if positive:
        yield positive, share


def release_gamepad(actions: ActionState) -> None:
    """A gamepad was unplugged: nothing of it stays down."""
    for control in GAMEPAD_CONTROLS:
        actions.release(control)
