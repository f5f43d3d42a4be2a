"""Which keys do what: by their place on the keyboard, so that WASD is a block on every layout."""

from collections.abc import Iterator
from pathlib import Path

import pygame

from game.actions import Bindings, Control
from game.gamepad import GAMEPAD_CONTROLS
from game.level.document import Node
from game.level.problem import LevelError, Problem, quoted, suggestion
from game.level.reader import read_document

KEYS: dict[str, int] = {
    name.removeprefix("KSCAN_").lower(): scancode
    for name, scancode in vars(pygame).items()
    if name.startswith("KSCAN_") and name != "KSCAN_UNKNOWN"
}
"""Scancodes by name; a letter means the place it has on a US keyboard."""

CONTROLS: dict[str, Control] = {**KEYS, **{name: name for name in GAMEPAD_CONTROLS}}
"""Everything an action can be bound to, by name."""

ARROWS = {"left": "left", "right": "right"}
"""Keys that move whatever else is bound, unless they are given another action."""

RESERVED = {
    "escape": "opens the menu",
    "p": "pauses the game",
    "r": "restarts the level",
    "f1": "shows what the simulation does",
    "f11": "fills the screen",
}
"""Keys that belong to the window."""

DEFAULT: dict[str, tuple[str, ...]] = {
    "left": ("left", "a", "pad_left", "stick_left"),
    "right": ("right", "d", "pad_right", "stick_right"),
    "run": ("lshift", "rshift", "pad_b", "pad_trigger_r"),
    "jump": ("space", "w", "up", "pad_a"),
    "attack": ("j", "pad_x"),
    "grip": ("e", "pad_shoulder_r"),
    "slick": ("q", "pad_shoulder_l"),
    "heavy": ("s", "down", "pad_trigger_l"),
    "inflate": ("f", "pad_y"),
    "split": ("x", "pad_down"),
    "merge": ("c", "pad_up"),
}
"""What plays when no file says otherwise, by action."""


Meanings = tuple[tuple[tuple[str, ...], str], ...]

MEANINGS: Meanings = (
    (("left", "right"), "walk"),
    (("run",), "run"),
    (("jump",), "jump"),
    (("attack",), "strike"),
)
"""Actions, and what people call them."""

SLIME_MEANINGS: Meanings = (
    (("left", "right"), "roll"),
    (("jump",), "squash, then jump"),
    (("grip",), "grip"),
    (("slick",), "slide"),
    (("heavy",), "be heavy"),
    (("inflate",), "inflate"),
    (("split",), "split"),
    (("merge",), "merge"),
)
"""The same for who plays a slime."""

LABELS = {
    "lshift": "Shift",
    "rshift": "Shift",
    "lctrl": "Ctrl",
    "rctrl": "Ctrl",
    "lalt": "Alt",
    "ralt": "Alt",
}
"""What stands on keys that are not called what stands on them."""


def default_bindings() -> Bindings:
    """The bindings that play when no file says otherwise."""
    return _bindings(DEFAULT)


def read_bindings(path: str | Path) -> Bindings:
    """Bindings from a file: `{"jump": ["space", "k"], ...}`.

    Actions it does not name keep their defaults, except for keys that it gives to another action. The
    arrow keys move left and right unless it gives them another action.

    Raises:
        LevelError: The file cannot be read or says something that cannot be; it tells every fault.
    """
    document = read_document(Path(path))
    problems = list(document.duplicates)
    chosen = _read_actions(document.root, problems)
    if problems:
        raise LevelError(problems)
    taken = {name for names in chosen.values() for name in names}
    kept = {
        action: tuple(name for name in names if name not in taken)
        for action, names in DEFAULT.items()
        if action not in chosen
    }
    arrows = {action: (arrow,) for action, arrow in ARROWS.items() if arrow not in taken}
    merged = {**kept, **chosen}
    return _bindings({action: (*names, *arrows.get(action, ())) for action, names in merged.items()})


def key_hints(bindings: Bindings, meanings: Meanings = MEANINGS) -> tuple[tuple[str, str], ...]:
    """Keys and what they do, for people; of each action the first key."""
    names = {control: name for name, control in reversed(CONTROLS.items())}
    hints = []
    for actions, meaning in meanings:
        keys = [names[bindings[action][0]] for action in actions if bindings.get(action)]
        if keys:
            hints.append((" ".join(LABELS.get(key, key.replace("_", " ").title()) for key in keys), meaning))
    return (
        *hints,
        ("R", "restart"),
        ("F1", "debug"),
        ("F11", "full screen"),
        ("Esc", "menu"),
    )


def _bindings(names: dict[str, tuple[str, ...]]) -> Bindings:
    return {action: tuple(CONTROLS[name] for name in controls) for action, controls in names.items()}


def _read_actions(root: Node, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    if not isinstance(root.value, dict):
        problems.append(root.expected("an object with a list of keys for each action"))
    owners: dict[str, str] = {}
    actions = root.members()
    return {name: tuple(_read_controls(node, name, owners, problems)) for name, node in actions.items()}


def _read_controls(node: Node, action: str, owners: dict[str, str], problems: list[Problem]) -> Iterator[str]:
    if not isinstance(node.value, list):
        problems.append(node.expected("a list of keys"))
    for element in node.elements():
        name = element.value
        if not isinstance(name, str):
            problems.append(element.expected("the name of a key"))
        elif name not in CONTROLS:
            problems.append(element.problem(f"there is no key {quoted(name)}{suggestion(name, CONTROLS)}"))
        elif name in RESERVED:
            problems.append(element.problem(f"{quoted(name)} {RESERVED[name]} and cannot be bound"))
        elif owners.setdefault(name, action) != action:
            problems.append(element.problem(f"{quoted(name)} is bound to {quoted(owners[name])} already"))
        else:
            yield name
