"""Choosing one of several things with four directions."""

from dataclasses import dataclass
from enum import Enum


class Press(Enum):
    """What a key or button means in a menu."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    CONFIRM = "confirm"
    BACK = "back"


@dataclass(slots=True)
class Menu:
    """Things in rows, one of which is chosen; from an edge it goes on at the opposite one."""

    count: int
    """How many things there are."""
    columns: int = 1
    """How many are in a row."""
    chosen: int = 0
    """Which one, row by row."""

    def move(self, press: Press) -> None:
        """Goes to a neighbour."""
        if not self.count:
            return
        row, column = divmod(self.chosen, self.columns)
        match press:
            case Press.LEFT:
                self.chosen = (self.chosen - 1) % self.count
            case Press.RIGHT:
                self.chosen = (self.chosen + 1) % self.count
            case Press.UP:
                self.chosen = self._in_column(row - 1, column)
            case Press.DOWN:
                self.chosen = self._in_column(row + 1, column)

    def _in_column(self, row: int, column: int) -> int:
        """The thing of a row, or of the last row where that has none in this column."""
        rows = -(-self.count // self.columns)
        return min(row % rows * self.columns + column, self.count - 1)
