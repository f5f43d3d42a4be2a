"""Queries: the same list until something comes or goes, for each world by itself."""

import gc
import weakref
from dataclasses import dataclass

import esper
import pytest

from game.world import World
from systems.query import entities_with

pytestmark = pytest.mark.usefixtures("world")


@dataclass
class Mark:
    """Carries a number."""

    value: int = 0


@dataclass
class Tag:
    """Carries nothing."""


def test_a_query_gives_the_same_list_until_something_changes() -> None:
    first = esper.create_entity(Mark())
    rows = entities_with(Mark)
    assert entities_with(Mark) is rows
    second = esper.create_entity(Mark())
    assert [entity for entity, _ in entities_with(Mark)] == [first, second]
    esper.add_component(second, Tag())
    assert entities_with(Mark, Tag) is entities_with(Mark, Tag)
    esper.delete_entity(first, immediate=True)
    assert [entity for entity, _ in entities_with(Mark)] == [second]


def test_a_component_that_takes_the_place_of_another_is_seen() -> None:
    entity = esper.create_entity(Mark(1))
    rows = entities_with(Mark)
    esper.add_component(entity, Mark(2))
    assert entities_with(Mark) is not rows
    assert [mark.value for _, (mark,) in entities_with(Mark)] == [2]


def test_worlds_do_not_see_each_others_lists() -> None:
    here = esper.create_entity(Mark(1))
    rows, other = entities_with(Mark), World()
    with other.entered():
        assert entities_with(Mark) == []
        esper.create_entity(Mark(7))
        assert [mark.value for _, (mark,) in entities_with(Mark)] == [7]
    assert entities_with(Mark) is rows
    assert [entity for entity, _ in rows] == [here]


def test_nothing_of_a_closed_world_is_kept() -> None:
    world = World()
    with world.entered():
        mark = Mark()
        esper.create_entity(mark)
        entities_with(Mark)
    kept = weakref.ref(mark)
    del mark
    world.close()
    gc.collect()
    assert kept() is None
