"""Screens and what they lead to, without a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.interface.curtain import FALL, LIFT, Curtain
from game.interface.flow import Flow
from game.interface.menu import Menu, Press
from game.interface.screens import Card, Deed, EndingScreen, LevelsScreen, Order, PauseScreen, TitleScreen

CARDS = tuple(Card(name, name.title()) for name in ("lagoon", "cavern", "summit", "meadow"))


def pressed(flow: Flow, *presses: Press) -> Order | None:
    """What the last of some presses orders."""
    order = None
    for press in presses:
        order = flow.press(press)
    return order


def choose(flow: Flow, line: str) -> Order | None:
    """Goes down to a line of the menu and confirms it."""
    screen = flow.screen
    assert isinstance(screen, TitleScreen | PauseScreen | EndingScreen)
    place = [text for text, _ in screen.items].index(line)
    return pressed(flow, *[Press.DOWN] * place, Press.CONFIRM)


@given(st.integers(1, 12), st.integers(1, 4), st.lists(st.sampled_from(list(Press))))
def test_a_choice_is_always_one_of_the_things(count: int, columns: int, presses: list[Press]) -> None:
    menu = Menu(count, columns)
    for press in presses:
        menu.move(press)
        assert 0 <= menu.chosen < count


@given(st.integers(1, 12), st.integers(1, 4), st.data())
def test_there_and_back_is_where_one_was(count: int, columns: int, data: st.DataObject) -> None:
    rows = -(-count // columns)
    menu = Menu(rows * columns, columns, data.draw(st.integers(0, rows * columns - 1)))
    before = menu.chosen
    for there, back in ((Press.LEFT, Press.RIGHT), (Press.UP, Press.DOWN)):
        menu.move(there)
        menu.move(back)
        assert menu.chosen == before


def test_a_menu_of_nothing_stays() -> None:
    menu = Menu(0)
    menu.move(Press.DOWN)
    assert menu.chosen == 0


def test_down_from_above_a_gap_goes_to_the_last() -> None:
    menu = Menu(4, 3, chosen=2)
    menu.move(Press.DOWN)
    assert menu.chosen == 3


def test_play_begins_the_first_level() -> None:
    flow = Flow(CARDS)
    assert isinstance(flow.screen, TitleScreen)
    assert choose(flow, "Play") == Order(Deed.BEGIN, "lagoon")
    assert flow.playing


def test_a_level_can_be_begun_without_the_title() -> None:
    assert Flow(CARDS, begin="cavern").playing


def test_levels_are_chosen_by_their_cards_and_back_leads_to_the_title() -> None:
    flow = Flow(CARDS)
    assert choose(flow, "Levels") is None
    assert isinstance(flow.screen, LevelsScreen)
    assert pressed(flow, Press.BACK) is None
    assert isinstance(flow.screen, TitleScreen)
    choose(flow, "Levels")
    assert pressed(flow, Press.RIGHT, Press.DOWN, Press.CONFIRM) == Order(Deed.BEGIN, "meadow")
    assert flow.playing


@pytest.mark.parametrize("by_menu", [False, True])
def test_a_pause_goes_on_by_back_and_by_continue(*, by_menu: bool) -> None:
    flow = Flow(CARDS, begin="lagoon")
    flow.pause()
    assert not flow.playing
    assert (choose(flow, "Continue") if by_menu else flow.press(Press.BACK)) == Order(Deed.CONTINUE)
    assert flow.playing


def test_settings_keep_the_screen_and_are_handed_on() -> None:
    flow = Flow(CARDS, begin="lagoon")
    flow.pause()
    assert choose(flow, "Full screen") == Order(Deed.FILL_SCREEN)
    assert isinstance(flow.screen, PauseScreen)


def test_the_ending_shows_only_while_a_level_is_played() -> None:
    flow = Flow(CARDS)
    flow.end("all gems")
    assert isinstance(flow.screen, TitleScreen)
    choose(flow, "Play")
    flow.end("all gems")
    assert isinstance(flow.screen, EndingScreen)
    assert flow.screen.remark == "all gems"
    assert choose(flow, "Play it again") == Order(Deed.RESTART)


@pytest.mark.parametrize("press", list(Press))
def test_while_a_level_is_played_presses_belong_to_it(press: Press) -> None:
    flow = Flow(CARDS, begin="lagoon")
    assert flow.press(press) is None
    assert flow.playing


def test_a_curtain_waits_falls_and_lifts() -> None:
    curtain = Curtain()
    curtain.fall(after=1.0)
    curtain.advance(1.0)
    assert curtain.darkness == 0.0
    curtain.advance(FALL / 2)
    assert curtain.darkness == pytest.approx(0.5)
    curtain.advance(FALL)
    assert curtain.darkness == 1.0
    curtain.lift()
    curtain.advance(LIFT / 4)
    assert curtain.darkness == pytest.approx(0.75)
    curtain.advance(LIFT)
    assert curtain.darkness == 0.0


def test_a_curtain_that_falls_twice_falls_once() -> None:
    curtain = Curtain()
    curtain.fall(after=0.1)
    curtain.fall(after=9.0)
    curtain.advance(0.1 + FALL)
    assert curtain.darkness == 1.0


@given(st.lists(st.tuples(st.sampled_from(["fall", "lift", "drop"]), st.floats(0.0, 1.0))))
def test_darkness_is_a_share(moves: list[tuple[str, float]]) -> None:
    curtain = Curtain()
    for move, elapsed in moves:
        getattr(curtain, move)()
        curtain.advance(elapsed)
        assert 0.0 <= curtain.darkness <= 1.0
