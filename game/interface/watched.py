"""What the interface reads of a simulation, and nothing else."""

from typing import Protocol, TypeVar

Kind = TypeVar("Kind")


class Watched(Protocol):
    """A simulation as the interface sees it: reading only."""

    @property
    def tick_rate(self) -> float:
        """Ticks per second [1/s]."""

    @property
    def events(self) -> list[object]:
        """What happened during the last tick, in order."""

    def resource(self, kind: type[Kind]) -> Kind:
        """The world entity's component. Raises LookupError when it has none of this kind."""

    def entities_with(self, kind: type[Kind], /) -> list[tuple[int, tuple[Kind]]]:
        """Entities that have this component, ascending."""


def component_of(simulation: Watched, kind: type[Kind], entity: int) -> Kind | None:
    """An entity's component, or None."""
    for other, (component,) in simulation.entities_with(kind):
        if other == entity:
            return component
    return None
