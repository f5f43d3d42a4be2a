"""What follows from other things is worked out anew only when those are others."""

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """A value, for as long as what it follows from is the same.

    Its sources are known by identity: lists of `systems.query.entities_with`, which is another one when any
    entity or component comes or goes, and counts such as `Watched.changes`, which only grow. Whatever else
    may change, such as the numbers in an array, is to be read each time.

    Args:
        make: Works it out from its sources.
    """

    def __init__(self, make: Callable[..., Value]) -> None:
        self._make = make
        self._known: tuple[tuple[object, ...], Value] | None = None

    def __call__(self, *sources: object) -> Value:
        """The value that follows from these sources."""
        known = self._known
        if known is None or len(known[0]) != len(sources) or not all(map(is_, known[0], sources)):
            known = self._known = sources, self._make(*sources)
        return known[1]
