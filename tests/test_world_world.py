"""Worlds of their own: several at once, nested, put back, copied, and freed."""

import gc
from dataclasses import dataclass

import esper
import pytest

from game.world import World


@dataclass
class Mark:
    """Something to find again."""

    value: int = 0


class Count(esper.Processor):
    """Counts its ticks in every mark."""

    def process(self, dt: float) -> None:
        """Adds one."""
        del dt
        for _, mark in esper.get_component(Mark):
            mark.value += 1


def fill(world: World, *values: int) -> list[int]:
    with world.entered():
        return [esper.create_entity(Mark(value)) for value in values]


def values(world: World) -> dict[int, int]:
    found = {}
    for entity, parts in world.entities().items():
        (mark,) = parts
        assert isinstance(mark, Mark)
        found[entity] = mark.value
    return found


def current() -> str:
    return esper.current_world


def test_two_worlds_know_nothing_of_each_other() -> None:
    first, second = World(), World()
    assert first.name != second.name
    assert fill(first, 10, 20) == [1, 2]
    assert fill(second, 30) == [1]
    with first.entered():
        esper.add_processor(Count())
    for world in (first, second, first):
        with world.entered():
            esper.process(0.1)
    assert values(first) == {1: 12, 2: 22}
    assert values(second) == {1: 30}


def test_entering_puts_the_previous_world_back() -> None:
    before = current()
    outer, inner = World(), World()
    assert current() == before
    with outer.entered():
        assert current() == outer.name
        with inner.entered():
            assert current() == inner.name
            with outer.entered():
                assert current() == outer.name
            assert current() == inner.name
        assert current() == outer.name
    assert current() == before


def test_an_exception_puts_the_previous_world_back() -> None:
    before = current()
    world = World()
    with pytest.raises(ZeroDivisionError), world.entered():
        raise ZeroDivisionError
    assert current() == before


def test_a_world_may_be_made_and_closed_inside_of_another() -> None:
    before = current()
    outer = World()
    with outer.entered():
        inner = World()
        fill(inner, 1)
        assert current() == outer.name
        assert len(outer.entities()) == 0
        inner.close()
        assert current() == outer.name
    assert current() == before


def test_entities_come_ascending_with_their_components() -> None:
    world = World()
    fill(world, 5, 6, 7)
    with world.entered():
        esper.delete_entity(2, immediate=True)
        esper.create_entity(Mark(8))
    assert list(world.entities()) == [1, 3, 4]
    assert values(world) == {1: 5, 3: 7, 4: 8}


def test_the_next_number_can_be_asked_without_using_it_up() -> None:
    world = World()
    assert world.next_entity() == 1
    fill(world, 0, 0)
    assert [world.next_entity() for _ in range(3)] == [3, 3, 3]
    assert fill(world, 0) == [3]


def test_replacing_keeps_the_numbers_and_the_next_one() -> None:
    world = World()
    fill(world, 1, 2, 3)
    world.replace({7: [Mark(70)], 2: [Mark(20)]}, next_entity=12)
    assert values(world) == {2: 20, 7: 70}
    assert list(world.entities()) == [2, 7]
    assert fill(world, 0) == [12]
    world.replace({}, next_entity=1)
    assert world.entities() == {}
    assert world.next_entity() == 1


def test_replacing_keeps_processors_and_forgets_old_queries() -> None:
    world = World()
    fill(world, 1)
    with world.entered():
        esper.add_processor(Count())
        esper.process(0.1)
    world.replace({5: [Mark(50)]}, next_entity=6)
    with world.entered():
        esper.process(0.1)
    assert values(world) == {5: 51}


def test_replacing_forgets_what_was_about_to_die() -> None:
    world = World()
    (entity,) = fill(world, 1)
    with world.entered():
        esper.delete_entity(entity)
    world.replace({entity: [Mark(2)]}, next_entity=2)
    with world.entered():
        esper.process(0.1)
    assert values(world) == {entity: 2}


def test_an_entity_without_components_keeps_its_number() -> None:
    world = World()
    world.replace({3: [], 4: [Mark(4)]}, next_entity=9)
    assert world.entities()[3] == ()
    assert values(World()) == {}


def test_replacing_one_world_leaves_the_others_alone() -> None:
    world, other = World(), World()
    fill(other, 1)
    world.replace({9: [Mark(9)]}, next_entity=10)
    assert values(other) == {1: 1}
    assert other.next_entity() == 2


def test_closing_frees_it_and_can_be_done_twice() -> None:
    before = current()
    world = World()
    assert world.name in esper.list_worlds()
    world.close()
    assert world.name not in esper.list_worlds()
    world.close()
    assert current() == before


def test_a_closed_world_cannot_be_entered() -> None:
    world = World()
    world.close()
    with pytest.raises(LookupError, match="closed"), world.entered():
        pass
    assert world.name not in esper.list_worlds()


def test_closing_it_from_inside_leads_back_out() -> None:
    before = current()
    world = World()
    with world.entered():
        world.close()
    assert current() == before
    assert world.name not in esper.list_worlds()


def test_leaving_into_a_world_that_was_closed_meanwhile_makes_no_ghost() -> None:
    before = current()
    first, second = World(), World()
    with first.entered(), second.entered():
        first.close()
    assert first.name not in esper.list_worlds()
    assert current() in {before, "default"}
    esper.switch_world(before)


def test_a_world_that_nothing_refers_to_is_freed() -> None:
    gc.collect()
    before, worlds = current(), set(esper.list_worlds())
    world = World()
    fill(world, 1, 2)
    name = world.name
    del world
    gc.collect()
    assert name not in esper.list_worlds()
    assert set(esper.list_worlds()) == worlds
    assert current() == before


def test_a_world_in_a_cycle_is_freed_too() -> None:
    world = World()
    name = world.name
    with world.entered():
        esper.create_entity(Mark())
    circle: list[object] = [world]
    circle.append(circle)
    del circle, world
    gc.collect()
    assert name not in esper.list_worlds()
