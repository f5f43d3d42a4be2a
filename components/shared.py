"""What never changes once a level is loaded."""

from typing import Self


class Shared:
    """Base of immutable data: copies and snapshots share it, and a state hash knows it by its `identity`."""

    __slots__ = ()

    identity: str
    """Stands for the whole content in a state hash."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self
