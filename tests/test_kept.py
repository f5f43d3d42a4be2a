"""What is kept from tick to tick changes nothing but how long a tick takes."""

from collections.abc import Callable, Iterable

import esper
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import box, build_world, run_tick
from slimes import spawn_slime

from components.arrays import vector
from components.character import CharacterMotor
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.overlap import OverlapImpulse, Overlaps
from components.slime import SlimeContact
from components.softbody import Softbody
from components.transform import Transform
from game.state_hash import hash_state
from systems.character.footing import Footing
from systems.character.movement import CharacterMovement
from systems.impulse.overlap_impulse import Impulses
from systems.kept import Kept
from systems.overlap.tracking import OverlapTracking
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.touching import SlimeContacts
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

SYSTEMS = (CharacterMovement, SoftbodySolve, Footing, Recentre, SlimeContacts, OverlapTracking, Impulses)
Change = Callable[[list[int]], None]


def test_it_is_worked_out_anew_when_a_source_is_another_object() -> None:
    kept = Kept(lambda *sources: [sources])
    first, equal = [1], [1]
    value = kept(first, 5)
    assert kept(first, 5) is value
    assert kept(equal, 5) is not value
    assert kept(equal, 6) == [([1], 6)]
    assert kept(first, 5) is not value


def test_nothing_at_all_is_a_source_too() -> None:
    kept = Kept(lambda *sources: len(sources))
    assert [kept(), kept(1), kept()] == [0, 1, 0]


def softbody(entity: int) -> Softbody:
    return esper.component_for_entity(entity, Softbody)


def sphere(entity: int) -> SphereCollider:
    return esper.component_for_entity(entity, SphereCollider)


def stiffen(slimes: list[int]) -> None:
    softbody(slimes[0]).compliance = 1e-4


def quicken(slimes: list[int]) -> None:
    softbody(slimes[-1]).substeps += 1


def move_centre(slimes: list[int]) -> None:
    sphere(slimes[0]).offset[0] += 40.0


def turn_off(slimes: list[int]) -> None:
    sphere(slimes[0]).enabled ^= True


def ignore_slimes(slimes: list[int]) -> None:
    sphere(slimes[-1]).mask = [Layer.PAWN]  # type: ignore[assignment]


def grow_box(_slimes: list[int]) -> None:
    for _, solid in esper.get_component(BoxCollider):
        solid.half_extents[2] += 10.0


def free_box(_slimes: list[int]) -> None:
    for _, solid in esper.get_component(BoxCollider):
        solid.layer = Layer.TRIGGER


def ghost(_slimes: list[int]) -> None:
    for _, capsule in esper.get_component(CapsuleCollider):
        capsule.enabled ^= True


def widen(_slimes: list[int]) -> None:
    for _, capsule in esper.get_component(CapsuleCollider):
        capsule.radius += 5.0


def gain_weight(_slimes: list[int]) -> None:
    for _, motor in esper.get_component(CharacterMotor):
        motor.mass *= 3.0


def run_faster(_slimes: list[int]) -> None:
    for _, motor in esper.get_component(CharacterMotor):
        motor.deceleration *= 0.5


def shrink_walker(_slimes: list[int]) -> None:
    for _, (place, _motor) in esper.get_components(Transform, CharacterMotor):
        place.scale *= 0.9


def shrink(slimes: list[int]) -> None:
    esper.component_for_entity(slimes[0], Transform).scale *= 0.8


def lift(slimes: list[int]) -> None:
    esper.component_for_entity(slimes[0], Transform).position[2] += 30.0


def spawn(slimes: list[int]) -> None:
    noticing = SphereCollider(), Overlaps(), OverlapImpulse(), SlimeContact()
    slimes.append(spawn_slime((20.0 * len(slimes), 0.0, 70.0), *noticing))


def delete(slimes: list[int]) -> None:
    if len(slimes) > 1:
        esper.delete_entity(slimes.pop(0), immediate=True)


def mark(slimes: list[int]) -> None:
    if len(slimes) > 1:
        esper.delete_entity(slimes.pop(0))


def strip(slimes: list[int]) -> None:
    if esper.has_component(slimes[0], OverlapImpulse):
        esper.remove_component(slimes[0], OverlapImpulse)


def forget(slimes: list[int]) -> None:
    esper.add_component(slimes[0], Overlaps())


CHANGES: tuple[Change, ...] = (
    stiffen, quicken, move_centre, turn_off, ignore_slimes, grow_box, free_box, ghost, widen, gain_weight,
    run_faster, shrink_walker, shrink, lift, spawn, delete, mark, strip, forget,
)  # fmt: skip


def hashes(changes: Iterable[Change], systems: Callable[[], list[esper.Processor]]) -> list[str]:
    """Hashes of a world of slimes after each change and some ticks."""
    esper.clear_database()
    build_world([box(-1000.0, 1000.0, -100.0, 0.0)])
    create(Transform(vector(60.0, 0.0, 20.0)), BoxCollider(vector(20.0, 20.0, 20.0), layer=Layer.TERRAIN))
    create(Transform(vector(-60.0, 0.0, 88.0)), CapsuleCollider(), CharacterMotor())
    slimes: list[int] = []
    spawn(slimes)
    spawn(slimes)
    told = []
    for change in changes:
        change(slimes)
        for _ in range(5):
            run_tick(systems())
            esper.clear_dead_entities()
        told.append(hash_state({e: esper.components_for_entity(e) for e in sorted(esper.get_entities())}))
    return told


def same_as_anew(changes: list[Change]) -> bool:
    """Whether systems that run on and systems that are new in every tick do the same."""
    kept: list[esper.Processor] = [system() for system in SYSTEMS]
    return hashes(changes, lambda: kept) == hashes(changes, lambda: [system() for system in SYSTEMS])


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_each_change_is_noticed(change: Change) -> None:
    assert same_as_anew([lift, change, lift])


@settings(max_examples=20)
@given(st.lists(st.sampled_from(CHANGES), max_size=8))
def test_so_are_many(changes: list[Change]) -> None:
    assert same_as_anew(changes)
