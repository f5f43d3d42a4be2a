"""A private esper world; the only module that switches worlds or touches what esper keeps to itself."""

import itertools
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import esper

from systems.query import forget

_numbers = itertools.count(1)


class World:
    """An esper world of its own, so that several can live in one process.

    It is deleted when nothing refers to it any more.
    """

    def __init__(self) -> None:
        self.name = f"softstep-{next(_numbers)}"
        previous = esper.current_world
        esper.switch_world(self.name)  # creates it
        esper.switch_world(previous)
        self._finalizer = weakref.finalize(self, _delete, self.name)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Makes it esper's current world, and puts the previous one back however the block ends.

        Raises:
            LookupError: It is closed.
        """
        if not self._finalizer.alive:
            raise LookupError("this world is closed")
        previous = esper.current_world
        esper.switch_world(self.name)
        try:
            yield
        finally:
            esper.switch_world(previous if previous in esper.list_worlds() else "default")

    def close(self) -> None:
        """Deletes the world with everything in it; harmless when done before."""
        self._finalizer()

    def entities(self) -> dict[int, tuple[object, ...]]:
        """Every entity with its components, ascending."""
        with self.entered():
            return {entity: esper.components_for_entity(entity) for entity in sorted(esper.get_entities())}

    def next_entity(self) -> int:
        """The number that the next new entity will have."""
        with self.entered():
            number = next(esper._entity_count)  # noqa: SLF001 - esper has no way to ask
            esper._entity_count = itertools.count(number)  # noqa: SLF001
            return number

    def replace(self, entities: Mapping[int, Sequence[object]], *, next_entity: int) -> None:
        """Replaces everything in it by these entities, under the numbers they had."""
        with self.entered():
            esper.clear_database()
            for entity in sorted(entities):
                esper._entity_count = itertools.count(entity)  # noqa: SLF001 - numbers must come back as they were
                esper.create_entity(*entities[entity])
            esper._entity_count = itertools.count(next_entity)  # noqa: SLF001


def _delete(name: str) -> None:
    forget(name)
    if name in esper.list_worlds():
        if esper.current_world == name:
            esper.switch_world("default")
        esper.delete_world(name)
