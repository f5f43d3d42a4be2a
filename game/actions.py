"""What the player holds, tick by tick."""

from collections.abc import Mapping
from typing import TypeAlias

Control: TypeAlias = int | str
"""A key by its place on the keyboard (a scancode), or a control of a gamepad by its name."""

Bindings: TypeAlias = Mapping[str, tuple[Control, ...]]
"""Which controls an action has, by the action's name; the one to show people first."""


class ActionState:
    """Turns controls that go down and up at any time into the actions that a tick holds.

    A press counts for at least one tick, however short it was. A control that is down already does not go
    down again, so key repeat fires nothing. An action that is let go and pressed again between two ticks
    is left out of one tick, so the second press is seen as one. Opposite actions are both held: what that
    means is up to the simulation, whose characters then stand still.
    """

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._down: set[Control] = set()
        self._ignored: set[Control] = set()
        self._pressed: set[str] = set()
        self._let_go: frozenset[str] = frozenset()
        self._taken: frozenset[str] = frozenset()
        self.muted = False
        """While true, a control that goes down counts for nothing until it has been let go."""

    def press(self, control: Control) -> None:
        """A control went down."""
        if control in self._down:
            return
        before = self._held()
        self._down.add(control)
        if self.muted:
            self._ignored.add(control)
        self._pressed |= self._held() - before

    def release(self, control: Control) -> None:
        """A control went up; one that was not down is no error."""
        before = self._held()
        self._down.discard(control)
        self._ignored.discard(control)
        self._let_go |= before - self._held()

    def release_all(self) -> None:
        """Every control went up, and presses that no tick has seen are forgotten."""
        self._let_go |= self._held()
        self._down.clear()
        self._ignored.clear()
        self._pressed.clear()

    def ignore_held(self) -> None:
        """What is down now counts for nothing until it has been let go."""
        self._let_go |= self._held()
        self._ignored |= self._down
        self._pressed.clear()

    def take(self) -> frozenset[str]:
        """The actions held during the tick that begins now."""
        held = self._held()
        between_presses = self._taken & self._let_go
        self._taken = frozenset((held | self._pressed) - between_presses)
        self._pressed -= self._taken
        self._let_go = self._taken - held
        return self._taken

    def _held(self) -> set[str]:
        counting = self._down - self._ignored
        return {action for action, controls in self._bindings.items() if not counting.isdisjoint(controls)}
