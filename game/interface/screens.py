"""The screens round a level, and what choosing something on them orders."""

from dataclasses import dataclass, field
from enum import Enum

from game.interface.menu import Menu, Press

COLUMNS = 3
"""Pictures of levels in a row."""


class Deed(Enum):
    """What can be ordered."""

    BEGIN = "begin"
    CONTINUE = "continue"
    RESTART = "restart"
    CHOOSE_LEVEL = "choose level"
    GO_TO_TITLE = "go to title"
    FILL_SCREEN = "fill screen"
    SWITCH_SOUND = "switch sound"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Order:
    """What a screen asks for."""

    deed: Deed
    """What is to be done."""
    level: str = ""
    """Which level is to begin."""


@dataclass(frozen=True, slots=True)
class Card:
    """A level to choose."""

    source: str
    """Name of a bundled level, or path of a level file."""
    title: str
    """What people call it."""


Item = tuple[str, Order]
"""A line of a menu, and what it orders."""


@dataclass(slots=True)
class ListScreen:
    """A heading over lines to choose from."""

    heading: str
    items: tuple[Item, ...]
    back: Order | None = None
    """What going back orders."""
    remark: str = ""
    """A line under the heading."""
    switches: dict[Deed, bool] = field(default_factory=dict)
    """Whether what a line switches is on, by what it orders."""
    menu: Menu = field(init=False)

    def __post_init__(self) -> None:
        self.menu = Menu(len(self.items))

    @property
    def lines(self) -> list[str]:
        """What the lines say."""
        return [self._line(text, order.deed) for text, order in self.items]

    def _line(self, text: str, deed: Deed) -> str:
        return f"{text}: {'on' if self.switches[deed] else 'off'}" if deed in self.switches else text

    def press(self, press: Press) -> Order | None:
        """Moves the choice, or gives an order."""
        if press is Press.BACK:
            return self.back
        if press is Press.CONFIRM:
            return self.items[self.menu.chosen][1]
        self.menu.move(press)
        return None


class TitleScreen(ListScreen):
    """What is seen first."""


class PauseScreen(ListScreen):
    """A level that stands still."""


class EndingScreen(ListScreen):
    """After the last level."""


@dataclass(slots=True)
class LevelsScreen:
    """Levels to choose from."""

    cards: tuple[Card, ...]
    menu: Menu = field(init=False)

    def __post_init__(self) -> None:
        self.menu = Menu(len(self.cards), COLUMNS)

    def press(self, press: Press) -> Order | None:
        """Moves the choice, or gives an order."""
        if press is Press.BACK:
            return Order(Deed.GO_TO_TITLE)
        if press is Press.CONFIRM:
            return Order(Deed.BEGIN, self.cards[self.menu.chosen].source) if self.cards else None
        self.menu.move(press)
        return None


Screen = ListScreen | LevelsScreen

SETTINGS: tuple[Item, ...] = (
    ("Full screen", Order(Deed.FILL_SCREEN)),
    ("Sound", Order(Deed.SWITCH_SOUND)),
)


def title_screen(first_level: str) -> TitleScreen:
    """The title; "Play" begins the given level."""
    items = (
        ("Play", Order(Deed.BEGIN, first_level)),
        ("Levels", Order(Deed.CHOOSE_LEVEL)),
        *SETTINGS,
        ("Leave", Order(Deed.LEAVE)),
    )
    return TitleScreen("softstep", items, remark="Feet find the ground. Slimes squash.")


def pause_screen() -> PauseScreen:
    """What a pause offers."""
    items = (
        ("Continue", Order(Deed.CONTINUE)),
        ("Start over", Order(Deed.RESTART)),
        ("Levels", Order(Deed.CHOOSE_LEVEL)),
        *SETTINGS,
        ("Title", Order(Deed.GO_TO_TITLE)),
    )
    return PauseScreen("Paused", items, back=Order(Deed.CONTINUE))


def ending_screen(remark: str) -> EndingScreen:
    """What follows the last level."""
    items = (
        ("Levels", Order(Deed.CHOOSE_LEVEL)),
        ("Play it again", Order(Deed.RESTART)),
        ("Title", Order(Deed.GO_TO_TITLE)),
    )
    return EndingScreen("You made it!", items, back=Order(Deed.GO_TO_TITLE), remark=remark)
