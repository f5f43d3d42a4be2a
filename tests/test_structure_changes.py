"""Structural changes are queued, done in order at one point, and forgive what is gone already."""

from dataclasses import dataclass

import esper
import numpy as np
import pytest
from scenes import box, build_world

from components.attack import MeleeAttack
from components.character import (
    CharacterIntent,
    CharacterMotor,
    CharacterState,
    GroundContact,
    SpawnPoint,
)
from components.collider import SphereCollider
from components.overlap import Overlaps
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Name, Transform, Velocity
from components.world import Commands
from systems.query import entities_with, resource
from systems.structure import (
    COMPANIONS,
    StructuralChanges,
    add,
    completed,
    create,
    despawn,
    remove,
    spawn,
)

pytestmark = pytest.mark.usefixtures("world")

CHARACTER = {Velocity, CharacterIntent, CharacterState, GroundContact, SpawnPoint}


@dataclass
class Mark:
    """A component of a game's own."""

    value: int = 0


@dataclass
class Tag:
    """Another one."""


def do_changes() -> None:
    StructuralChanges().process(1 / 60)


def kinds(entity: int) -> set[type]:
    parts: tuple[object, ...] = esper.components_for_entity(entity)
    return {type(part) for part in parts}


def marks() -> list[int]:
    return [mark.value for _, (mark,) in entities_with(Mark)]


@pytest.fixture(autouse=True)
def _world_entity(world: None) -> None:  # noqa: ARG001 - asked for, not used
    build_world([box(0, 1, 0, 1)])


def test_a_character_is_created_with_all_it_needs() -> None:
    place = Transform(np.array((10.0, -20.0, 30.0)))
    entity = create(place, CharacterMotor())
    assert kinds(entity) == {Transform, CharacterMotor} | CHARACTER
    assert esper.component_for_entity(entity, CharacterState).lane == -20
    spawn_point = esper.component_for_entity(entity, SpawnPoint)
    assert tuple(spawn_point.position) == (10, -20, 30)
    assert spawn_point.position is not place.position


def test_what_is_given_is_kept_and_not_made_again() -> None:
    state, velocity = CharacterState(facing=-1.0), Velocity(np.array((1.0, 2.0, 3.0)))
    entity = create(velocity, CharacterMotor(), state)
    assert esper.component_for_entity(entity, CharacterState) is state
    assert esper.component_for_entity(entity, Velocity) is velocity


def test_companions_never_share_what_they_hold() -> None:
    first, second = (create(Transform(), CharacterMotor(), SphereCollider()) for _ in range(2))
    for kind in (Velocity, GroundContact, Overlaps, SpawnPoint):
        assert esper.component_for_entity(first, kind) is not esper.component_for_entity(second, kind)
    assert (
        esper.component_for_entity(first, Velocity).linear
        is not esper.component_for_entity(second, Velocity).linear
    )


@pytest.mark.parametrize("kind", [CharacterMotor, SphereCollider, Softbody, MeleeAttack])
def test_companions_come_in_a_stable_order_and_once(kind: type) -> None:
    whole = completed([Transform(), kind()])
    again = completed(whole)
    assert [type(part) for part in whole] == [type(part) for part in again]
    assert all(part is same for part, same in zip(whole, again, strict=True))
    assert len(whole) > 2
    assert kind in COMPANIONS


def test_without_companions_nothing_is_added() -> None:
    transform, name = Transform(), Name("rock")
    assert completed([name, transform]) == [name, transform]
    assert kinds(create()) == set()


def test_nothing_changes_before_the_end_of_the_tick() -> None:
    entity = create(Mark(1))
    spawn(Mark(2))
    add(entity, Tag())
    remove(entity, Mark)
    despawn(entity)
    assert marks() == [1]
    assert kinds(entity) == {Mark}
    assert len(resource(Commands).queue) == 4
    do_changes()
    assert marks() == [2]
    assert not esper.entity_exists(entity)
    assert resource(Commands).queue == []


def test_changes_are_done_in_the_order_in_which_they_were_asked_for() -> None:
    entity = create(Tag())
    for value in range(5):
        spawn(Mark(value))
    add(entity, Mark(10))
    add(entity, Mark(11))
    remove(entity, Mark)
    add(entity, Mark(12))
    do_changes()
    assert sorted(marks()) == [0, 1, 2, 3, 4, 12]
    assert marks()[0] == 12  # the older entity has the smaller number
    assert marks()[1:] == [0, 1, 2, 3, 4]


def test_despawning_twice_or_what_never_was_is_harmless() -> None:
    entity, other = create(Mark(1)), create(Mark(2))
    for unlucky in (entity, entity, 987_654):
        despawn(unlucky)
    do_changes()
    despawn(entity)
    do_changes()
    assert marks() == [2]
    esper.process(1 / 60)  # esper keeps no memory of the dead that makes it stumble
    despawn(other)
    do_changes()
    esper.process(1 / 60)
    assert marks() == []


def test_despawning_what_esper_was_told_to_delete_is_harmless() -> None:
    entity = create(Mark(1))
    esper.delete_entity(entity)
    despawn(entity)
    add(entity, Tag())
    do_changes()
    esper.process(1 / 60)
    assert marks() == []


def test_adding_to_and_removing_from_what_is_gone_is_harmless() -> None:
    entity = create(Mark(1))
    despawn(entity)
    add(entity, Tag())
    remove(entity, Mark)
    remove(987_654, Mark)
    do_changes()
    assert not esper.entity_exists(entity)
    survivor = create(Mark(2))
    remove(survivor, Tag)
    remove(survivor, Mark)
    remove(survivor, Mark)
    do_changes()
    assert kinds(survivor) == set()


def test_adding_brings_companions_and_keeps_what_is_there() -> None:
    velocity = Velocity(np.array((7.0, 0.0, 0.0)))
    entity = create(Transform(), velocity, SphereCollider())
    overlaps = esper.component_for_entity(entity, Overlaps)
    add(entity, CharacterMotor(walk_speed=1.0))
    do_changes()
    assert kinds(entity) == {Transform, SphereCollider, Overlaps, CharacterMotor} | CHARACTER
    assert esper.component_for_entity(entity, Velocity) is velocity
    assert esper.component_for_entity(entity, Overlaps) is overlaps
    add(entity, CharacterMotor(walk_speed=2.0))
    do_changes()
    assert esper.component_for_entity(entity, CharacterMotor).walk_speed == 2
    assert esper.component_for_entity(entity, Velocity) is velocity


def test_adding_a_softbody_gives_it_particles() -> None:
    entity = create(Transform(np.array((0.0, 0.0, 100.0))))
    add(entity, Softbody(radius=40.0))
    do_changes()
    particles = esper.component_for_entity(entity, SoftbodyParticles)
    assert np.abs(np.linalg.norm(particles.positions_ws - (0, 0, 100), axis=1) - 40).max() < 2


def test_a_change_may_ask_for_another() -> None:
    def chain() -> None:
        spawn(Mark(1))
        spawn(Mark(2))

    resource(Commands).queue.append(chain)
    do_changes()
    assert marks() == [1, 2]
    assert resource(Commands).queue == []


def test_a_change_that_fails_does_not_come_back() -> None:
    def fails() -> None:
        raise ZeroDivisionError

    resource(Commands).queue.append(fails)
    spawn(Mark(1))
    with pytest.raises(ZeroDivisionError):
        do_changes()
    do_changes()
    assert marks() == [1]


def test_asking_outside_of_a_world_says_so() -> None:
    esper.clear_database()
    with pytest.raises(LookupError, match="Commands"):
        spawn(Mark(1))


def test_queries_are_sorted_by_entity_whatever_came_first() -> None:
    first, second, third = (create(Tag()) for _ in range(3))
    for entity in (third, first, second):
        esper.add_component(entity, Mark(entity))
    assert [entity for entity, _ in entities_with(Mark, Tag)] == [first, second, third]
    assert marks() == [first, second, third]
