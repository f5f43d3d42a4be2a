"""Reading the current world in a fixed order."""

from typing import Any, TypeVar, overload

import esper

First = TypeVar("First")
Second = TypeVar("Second")
Third = TypeVar("Third")
Fourth = TypeVar("Fourth")

Rows = list[tuple[int, tuple[Any, ...]]]
"""Entities, each with some of its components."""

_ordered: dict[str, dict[tuple[type, ...], tuple[Rows, Rows]]] = {}
"""By world and kinds: a list of esper's, and the same in order."""


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
def entities_with(*kinds: type[Any]) -> Rows:
    """Entities that have all the given components, ascending: esper's own order follows insertion history.

    It is the same list again until an entity or a component comes or goes, so whoever keeps something that
    follows from it can tell by its identity whether that still holds. Nobody may change it.
    """
    found = esper.get_components(*kinds)
    known = _ordered.setdefault(esper.current_world, {})
    kept = known.get(kinds)
    if kept is None or kept[0] is not found:
        kept = known[kinds] = found, sorted(found, key=_entity)
    return kept[1]


def _entity(row: tuple[int, tuple[Any, ...]]) -> int:
    return row[0]


def forget(world: str) -> None:
    """Lets go of all that is kept about a world that is no more."""
    _ordered.pop(world, None)


def carrier_of(kind: type[Any]) -> int:
    """The world entity, known by its component of this kind. Raises LookupError when there is none."""
    resource(kind)
    return esper.get_component(kind)[0][0]


def resource(kind: type[First]) -> First:
    """The world entity's component of this kind. Raises LookupError when the world has none."""
    found = esper.get_component(kind)
    if not found:
        raise LookupError(f"no entity of this world carries a {kind.__name__}")
    return found[0][1]
