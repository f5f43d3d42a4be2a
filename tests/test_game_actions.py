"""Keys that go down and up at any time, and the ticks that see them."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.actions import ActionState, Bindings

LEFT, A, RIGHT, SPACE, W = 80, 4, 79, 44, 26
BINDINGS: Bindings = {
    "left": (LEFT, A),
    "right": (RIGHT,),
    "jump": (SPACE, W, "pad_a"),
}


@pytest.fixture
def actions() -> ActionState:
    return ActionState(BINDINGS)


def take_sets(actions: ActionState, count: int) -> list[set[str]]:
    return [set(actions.take()) for _ in range(count)]


def test_a_held_key_is_held_at_every_tick_until_it_is_let_go(actions: ActionState) -> None:
    actions.press(LEFT)
    assert take_sets(actions, 3) == [{"left"}, {"left"}, {"left"}]
    actions.release(LEFT)
    assert take_sets(actions, 2) == [set(), set()]


def test_a_press_between_two_ticks_counts_for_one_tick(actions: ActionState) -> None:
    actions.press(SPACE)
    actions.release(SPACE)
    assert take_sets(actions, 3) == [{"jump"}, set(), set()]


def test_key_repeat_is_no_press(actions: ActionState) -> None:
    held = []
    for _ in range(30):
        actions.press(SPACE)
        held.append("jump" in actions.take())
    actions.release(SPACE)
    held.append("jump" in actions.take())
    assert count_edges(held) == 1


def count_edges(held: Iterable[bool]) -> int:
    edges, before = 0, False
    for now in held:
        edges += now and not before
        before = now
    return edges


def test_let_go_and_pressed_again_between_two_ticks_is_a_second_press(actions: ActionState) -> None:
    actions.press(SPACE)
    assert take_sets(actions, 1) == [{"jump"}]
    actions.release(SPACE)
    actions.press(SPACE)
    assert take_sets(actions, 3) == [set(), {"jump"}, {"jump"}]


def test_a_second_tap_between_two_ticks_is_not_lost(actions: ActionState) -> None:
    actions.press(SPACE)
    assert take_sets(actions, 1) == [{"jump"}]
    actions.release(SPACE)
    actions.press(SPACE)
    actions.release(SPACE)
    assert take_sets(actions, 3) == [set(), {"jump"}, set()]


def test_a_second_key_of_a_held_action_is_no_press(actions: ActionState) -> None:
    actions.press(SPACE)
    assert take_sets(actions, 1) == [{"jump"}]
    actions.press(W)
    actions.release(SPACE)
    assert take_sets(actions, 2) == [{"jump"}, {"jump"}]
    actions.release(W)
    assert take_sets(actions, 1) == [set()]


def test_opposite_keys_are_both_held(actions: ActionState) -> None:
    actions.press(LEFT)
    actions.press(RIGHT)
    assert take_sets(actions, 1) == [{"left", "right"}]
    actions.release(LEFT)
    assert take_sets(actions, 1) == [{"right"}]


def test_a_turn_without_a_pause_between_the_keys_reaches_the_next_tick(actions: ActionState) -> None:
    actions.press(LEFT)
    assert take_sets(actions, 1) == [{"left"}]
    actions.press(RIGHT)
    actions.release(LEFT)
    assert take_sets(actions, 1) == [{"right"}]


def test_losing_the_focus_lets_go_of_everything(actions: ActionState) -> None:
    actions.press(LEFT)
    assert take_sets(actions, 1) == [{"left"}]
    actions.press("pad_a")
    actions.release_all()
    assert take_sets(actions, 2) == [set(), set()]
    actions.release(LEFT)
    actions.press(LEFT)
    assert take_sets(actions, 1) == [{"left"}]


def test_what_goes_down_while_muted_counts_only_after_it_was_let_go(actions: ActionState) -> None:
    actions.press(RIGHT)
    assert take_sets(actions, 1) == [{"right"}]
    actions.muted = True
    actions.press(SPACE)
    actions.press(A)
    actions.release(A)
    actions.muted = False
    assert take_sets(actions, 2) == [{"right"}, {"right"}]
    actions.release(SPACE)
    actions.press(SPACE)
    assert take_sets(actions, 1) == [{"right", "jump"}]


def test_what_is_let_go_while_muted_is_let_go(actions: ActionState) -> None:
    actions.press(RIGHT)
    assert take_sets(actions, 1) == [{"right"}]
    actions.muted = True
    actions.release(RIGHT)
    actions.press(RIGHT)
    actions.muted = False
    assert take_sets(actions, 2) == [set(), set()]


def test_ignored_keys_count_again_after_they_were_let_go(actions: ActionState) -> None:
    actions.press(SPACE)
    actions.ignore_held()
    assert take_sets(actions, 2) == [set(), set()]
    actions.release(SPACE)
    actions.press(SPACE)
    assert take_sets(actions, 1) == [{"jump"}]


def test_unbound_keys_and_releases_of_what_was_never_down_change_nothing(actions: ActionState) -> None:
    actions.press(999)
    actions.release(SPACE)
    assert take_sets(actions, 1) == [set()]


@given(st.lists(st.lists(st.booleans(), max_size=4), max_size=30))
def test_no_press_is_lost_unless_two_fall_between_two_ticks(frames: list[list[bool]]) -> None:
    """Of any sequence of downs and ups, every frame with a fresh press gives an edge sooner or later."""
    actions = ActionState(BINDINGS)
    down, owed, held = False, 0, []
    for frame in frames:
        pressed = False
        for wanted in frame:
            (actions.press if wanted else actions.release)(SPACE)
            pressed |= wanted and not down
            down = wanted
        owed += pressed
        held += ["jump" in actions.take() for _ in range(2)]  # two ticks a frame: room for gap and press
    assert count_edges(held) == owed
    actions.release(SPACE)
    assert take_sets(actions, 2)[1] == set()
