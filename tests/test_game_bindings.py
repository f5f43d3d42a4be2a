"""Which keys and gamepad controls do what."""

from pathlib import Path

import pygame
import pytest

from game.actions import ActionState
from game.bindings import default_bindings, key_hints, read_bindings
from game.gamepad import move_axis, press_button, release_gamepad
from game.level.problem import LevelError


def held_with(path: Path | None, *scancodes: int) -> set[str]:
    actions = ActionState(read_bindings(path) if path else default_bindings())
    for scancode in scancodes:
        actions.press(scancode)
    return set(actions.take())


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "keys.json"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(LevelError) as refused:
        read_bindings(write(tmp_path, text))
    return str(refused.value).removeprefix(str(tmp_path) + "/")


@pytest.mark.parametrize(
    ("scancode", "action"),
    [
        (4, "left"),  # the key labelled A on QWERTY and Q on AZERTY
        (7, "right"),  # D
        (26, "jump"),  # W on QWERTY, Z on AZERTY
        (13, "attack"),  # J on QWERTY, H on Dvorak
        (80, "left"),
        (79, "right"),
        (82, "jump"),
        (44, "jump"),
        (225, "run"),
        (229, "run"),
    ],
)
def test_keys_go_by_their_place_and_not_by_their_letter(scancode: int, action: str) -> None:
    assert held_with(None, scancode) == {action}


def test_a_file_replaces_the_keys_of_the_actions_it_names(tmp_path: Path) -> None:
    path = write(tmp_path, '{"jump": ["k", "pad_y"]}')
    assert held_with(path, pygame.KSCAN_K) == {"jump"}
    assert held_with(path, pygame.KSCAN_SPACE) == set()
    assert held_with(path, pygame.KSCAN_J) == {"attack"}


def test_a_key_given_to_one_action_is_taken_from_the_others(tmp_path: Path) -> None:
    path = write(tmp_path, '{"attack": ["space"]}')
    assert held_with(path, pygame.KSCAN_SPACE) == {"attack"}
    assert held_with(path, pygame.KSCAN_UP) == {"jump"}


def test_arrows_move_whatever_a_file_binds(tmp_path: Path) -> None:
    path = write(tmp_path, '{"left": ["h"], "right": ["l"]}')
    assert held_with(path, pygame.KSCAN_LEFT) == {"left"}
    assert held_with(path, pygame.KSCAN_RIGHT) == {"right"}
    assert held_with(path, pygame.KSCAN_A) == set()


def test_arrows_given_another_action_do_that(tmp_path: Path) -> None:
    path = write(tmp_path, '{"left": ["h"], "dash": ["left"]}')
    assert held_with(path, pygame.KSCAN_LEFT) == {"dash"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"jump": ["spcae"]}', 'keys.json:1:11: jump[0]: there is no key "spcae"; did you mean "space"?'),
        ('{"jump": "space"}', 'keys.json:1:10: jump: expected a list of keys, got "space"'),
        ('{"jump": [32]}', "keys.json:1:11: jump[0]: expected the name of a key, got 32"),
        ('{"jump": ["p"]}', 'keys.json:1:11: jump[0]: "p" pauses the game and cannot be bound'),
        (
            '{"jump": ["k"],\n "dash": ["k"]}',
            'keys.json:2:11: dash[0]: "k" is bound to "jump" already',
        ),
        ("[]", "keys.json:1:1: $: expected an object with a list of keys for each action, got an empty list"),
    ],
)
def test_a_file_that_cannot_be_says_where_and_why(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, text) == message


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match="there is no such file"):
        read_bindings(tmp_path / "none.json")


def test_a_stick_is_down_past_half_and_up_only_well_before_it() -> None:
    actions = ActionState(default_bindings())
    seen = []
    for share in (0.2, 0.45, 0.55, 0.45, 0.4, 0.3, -0.6, 0.0):
        move_axis(actions, pygame.CONTROLLER_AXIS_LEFTX, round(share * 32767))
        seen.append(set(actions.take()))
    nothing: set[str] = set()
    assert seen == [nothing, nothing, {"right"}, {"right"}, {"right"}, nothing, {"left"}, nothing]


def test_a_trigger_and_buttons_do_what_keys_do() -> None:
    actions = ActionState(default_bindings())
    move_axis(actions, pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 32767)
    press_button(actions, pygame.CONTROLLER_BUTTON_A, down=True)
    press_button(actions, pygame.CONTROLLER_BUTTON_X, down=True)
    press_button(actions, pygame.CONTROLLER_BUTTON_DPAD_LEFT, down=True)
    assert set(actions.take()) == {"run", "jump", "attack", "left"}
    press_button(actions, pygame.CONTROLLER_BUTTON_A, down=False)
    assert set(actions.take()) == {"run", "attack", "left"}


def test_a_gamepad_that_is_unplugged_lets_go_but_the_keyboard_does_not() -> None:
    actions = ActionState(default_bindings())
    actions.press(pygame.KSCAN_SPACE)
    press_button(actions, pygame.CONTROLLER_BUTTON_DPAD_LEFT, down=True)
    assert set(actions.take()) == {"left", "jump"}
    release_gamepad(actions)
    assert set(actions.take()) == {"jump"}


def test_people_are_told_the_first_key_of_each_action(tmp_path: Path) -> None:
    hints = dict(key_hints(default_bindings()))
    assert hints["Left Right"] == "walk"
    assert (hints["Shift"], hints["Space"], hints["J"]) == ("run", "jump", "strike")
    own = read_bindings(write(tmp_path, '{"jump": ["rctrl", "k"], "attack": []}'))
    assert dict(key_hints(own))["Ctrl"] == "jump"
    assert "strike" not in dict(key_hints(own)).values()
