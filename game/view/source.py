"""What a view reads of a simulation, and nothing else."""

from typing import Protocol, TypeVar, overload

First = TypeVar("First")
Second = TypeVar("Second")


class Watched(Protocol):
    """A simulation as a view sees it: reading only."""

    @property
    def tick_rate(self) -> float:
        """Ticks per second [1/s]."""

    @property
    def tick_count(self) -> int:
        """Ticks since the level began."""

    def resource(self, kind: type[First]) -> First:
        """The world entity's component. Raises LookupError when it has none of this kind."""

    @overload
    def entities_with(self, first: type[First], /) -> list[tuple[int, tuple[First]]]: ...
    @overload
    def entities_with(
        self, first: type[First], second: type[Second], /
    ) -> list[tuple[int, tuple[First, Second]]]: ...


def resource_or(simulation: Watched, kind: type[First], otherwise: First) -> First:
    """The world entity's component, or something else when it has none of this kind."""
    try:
        return simulation.resource(kind)
    except LookupError:
        return otherwise


def components_of(simulation: Watched, kind: type[First]) -> dict[int, First]:
    """Every entity's component of this kind, ascending by entity."""
    return {entity: component for entity, (component,) in simulation.entities_with(kind)}
