"""Reading the current world in a fixed order."""

from typing import Any, TypeVar, overload

import esper

First = TypeVar("First")
Second = TypeVar("Second")
Third = TypeVar("Third")
Fourth = TypeVar("Fourth")


@overload
def entities_with(first: type[First], /) -> list[tuple[int, tuple[First]]]: ...
@overload
def entities_with(first: type[First], second: type[Second], /) -> list[tuple[int, tuple[First, Second]]]: ...
@overload
def entities_with(
    first: type[First], second: type[Second], third: type[Third], /
) -> list[tuple[int, tuple[First, Second, Third]]]: ...
@overload
def entities_with(
    first: type[First], second: type[Second], third: type[Third], fourth: type[Fourth], /
) -> list[tuple[int, tuple[First, Second, Third, Fourth]]]: ...
def entities_with(*kinds: type[Any]) -> list[tuple[int, tuple[Any, ...]]]:
    """Entities that have all the given components, ascending: esper's own order follows insertion history."""
    return sorted(esper.get_components(*kinds), key=_entity)


def _entity(row: tuple[int, tuple[Any, ...]]) -> int:
    return row[0]


def resource(kind: type[First]) -> First:
    """The world entity's component of this kind. Raises LookupError when the world has none."""
    found = esper.get_component(kind)
    if not found:
        raise LookupError(f"no entity of this world carries a {kind.__name__}")
    return found[0][1]
