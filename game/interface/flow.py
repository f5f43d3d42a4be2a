"""Which screen is shown, and what it leads to: a state machine without a clock or a window."""

from collections.abc import Sequence

from game.interface.menu import Press
from game.interface.screens import (
    Card,
    Deed,
    LevelsScreen,
    Order,
    Screen,
    ending_screen,
    pause_screen,
    title_screen,
)


class Flow:
    """Title, levels, play, pause and ending. What it cannot do itself it hands on as an order."""

    def __init__(self, cards: Sequence[Card], *, begin: str | None = None) -> None:
        """Starts at the title, or in a level.

        Args:
            cards: Levels to choose from, the one that "Play" begins first.
            begin: A level that is played at once.
        """
        self._cards = tuple(cards)
        self.screen: Screen | None = None if begin else self._title()
        """What is shown; None while a level is played."""

    @property
    def playing(self) -> bool:
        """Whether a level goes on."""
        return self.screen is None

    def press(self, press: Press) -> Order | None:
        """Takes a press to the screen; returns what is left for others to do."""
        order = None if self.screen is None else self.screen.press(press)
        return None if order is None else self.follow(order)

    def follow(self, order: Order) -> Order | None:
        """Goes where an order leads; returns it where others have to do something."""
        match order.deed:
            case Deed.BEGIN | Deed.CONTINUE | Deed.RESTART:
                self.screen = None
            case Deed.CHOOSE_LEVEL:
                self.screen = LevelsScreen(self._cards)
                return None
            case Deed.GO_TO_TITLE:
                self.screen = self._title()
                return None
        return order

    def pause(self) -> None:
        """The level that is played stands still."""
        if self.playing:
            self.screen = pause_screen()

    def end(self, remark: str) -> None:
        """The last level is over."""
        if self.playing:
            self.screen = ending_screen(remark)

    def _title(self) -> Screen:
        return title_screen(self._cards[0].source if self._cards else "")
