"""Beginnings and ends of overlaps."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import esper
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import build_world, run_tick
from slimes import spawn_slime

from components.arrays import vector
from components.collider import EVERYTHING, BoxCollider, CapsuleCollider, ColliderKind, Layer, SphereCollider
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapImpulse, OverlapLedger, OverlapPair, Overlaps
from components.transform import Transform
from components.world import Events, TickCount
from systems.impulse.overlap_impulse import Impulses
from systems.overlap.tracking import OverlapTracking, end_all
from systems.query import resource

SPHERE, CAPSULE, BOX = ColliderKind.SPHERE, ColliderKind.CAPSULE, ColliderKind.BOX

pytestmark = pytest.mark.usefixtures("world")


def slime_at(x: float, radius: float = 80.0, **collider: object) -> int:
    return esper.create_entity(
        Transform(vector(x)),
        SphereCollider(radius=radius, **collider),  # type: ignore[arg-type]
        Overlaps(),
    )


def began(slime: int, pawn: int) -> OverlapBegan:
    """A slime's sphere began to overlap a pawn's capsule."""
    return OverlapBegan(slime, pawn, SPHERE, CAPSULE)


def pawn_at(x: float, **collider: object) -> int:
    return esper.create_entity(Transform(vector(x)), CapsuleCollider(**collider))  # type: ignore[arg-type]


def track() -> list[object]:
    """The events of one tick."""
    run_tick([OverlapTracking()])
    return list(resource(Events).items)


def overlaps_of(entity: int) -> dict[int, int]:
    return esper.component_for_entity(entity, Overlaps).since


def move(entity: int, x: float) -> None:
    esper.component_for_entity(entity, Transform).position = vector(x)


def test_a_beginning_and_an_end() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(200.0)
    assert track() == []
    move(pawn, 100.0)
    assert track() == [began(slime, pawn)]
    assert overlaps_of(slime) == {pawn: 1}
    assert track() == []
    assert overlaps_of(slime) == {pawn: 1}
    move(pawn, 200.0)
    assert track() == [OverlapEnded(slime, pawn, SPHERE, CAPSULE, EndReason.LEFT)]
    assert overlaps_of(slime) == {}
    move(pawn, 100.0)
    assert track() == [began(slime, pawn)]
    assert overlaps_of(slime) == {pawn: 4}


def test_both_sides_are_told_when_both_track() -> None:
    build_world([])
    first, second = slime_at(0.0), slime_at(100.0)
    assert track() == [OverlapBegan(first, second), OverlapBegan(second, first)]


def test_events_come_in_order_of_entities() -> None:
    build_world([])
    slimes = [slime_at(float(x)) for x in (40, 0, 20, 60)]
    expected = [OverlapBegan(a, b) for a in slimes for b in slimes if a != b]
    assert track() == expected
    assert list(overlaps_of(slimes[0])) == sorted(slimes[1:])


def end_of(pair: tuple[int, int]) -> EndReason:
    """Why the only overlap ended in this tick; and it is gone everywhere, and stays so."""
    (event,) = track()
    assert isinstance(event, OverlapEnded)
    assert (event.entity, event.other) == pair
    assert resource(OverlapLedger).pairs == []
    assert track() == []
    return event.reason


def test_the_other_side_is_destroyed() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    esper.delete_entity(pawn, immediate=True)
    assert end_of((slime, pawn)) is EndReason.DESTROYED
    assert overlaps_of(slime) == {}


def test_a_side_marked_for_deletion_counts_as_destroyed() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    esper.delete_entity(pawn)
    assert end_of((slime, pawn)) is EndReason.DESTROYED
    esper.clear_dead_entities()


def test_the_noticing_side_is_destroyed() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    esper.delete_entity(slime, immediate=True)
    assert end_of((slime, pawn)) is EndReason.DESTROYED


def test_a_collider_is_removed() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    esper.remove_component(pawn, CapsuleCollider)
    assert end_of((slime, pawn)) is EndReason.DISABLED
    esper.add_component(pawn, CapsuleCollider())
    assert track() == [began(slime, pawn)]
    esper.remove_component(slime, SphereCollider)
    assert end_of((slime, pawn)) is EndReason.DISABLED
    assert overlaps_of(slime) == {}


@pytest.mark.parametrize("side", ["slime", "pawn"])
def test_a_collider_is_disabled(side: str) -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    if side == "slime":
        esper.component_for_entity(slime, SphereCollider).enabled = False
    else:
        esper.component_for_entity(pawn, CapsuleCollider).enabled = False
    assert end_of((slime, pawn)) is EndReason.DISABLED


def test_a_layer_changes() -> None:
    build_world([])
    slime, pawn = slime_at(0.0, mask=(Layer.PAWN,)), pawn_at(50.0)
    track()
    esper.component_for_entity(pawn, CapsuleCollider).layer = Layer.TRIGGER
    assert end_of((slime, pawn)) is EndReason.FILTERED


def test_the_other_side_stops_wanting_to_be_met() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    esper.component_for_entity(pawn, CapsuleCollider).mask = (Layer.TERRAIN,)
    assert end_of((slime, pawn)) is EndReason.FILTERED


def test_the_level_is_cleared() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    track()
    resource(Events).items.clear()
    end_all()
    assert resource(Events).items == [OverlapEnded(slime, pawn, SPHERE, CAPSULE, EndReason.LEVEL_CHANGED)]
    assert overlaps_of(slime) == {}


def test_each_of_two_colliders_begins_and_ends_for_itself() -> None:
    build_world([])
    slime = slime_at(0.0)
    other = esper.create_entity(
        Transform(vector(100.0)), CapsuleCollider(radius=30.0), BoxCollider(vector(60.0, 5.0, 5.0))
    )
    assert track() == [
        OverlapBegan(slime, other, SPHERE, BOX),
        OverlapBegan(slime, other, SPHERE, CAPSULE),
    ]
    move(other, 130.0)  # the capsule leaves, the box stays
    assert track() == [OverlapEnded(slime, other, SPHERE, CAPSULE, EndReason.LEFT)]
    assert overlaps_of(slime) == {other: 0}
    move(other, 100.0)  # and the capsule comes back
    assert track() == [OverlapBegan(slime, other, SPHERE, CAPSULE)]
    esper.component_for_entity(other, BoxCollider).enabled = False
    assert track() == [OverlapEnded(slime, other, SPHERE, BOX, EndReason.DISABLED)]
    assert overlaps_of(slime) == {other: 0}  # by entity, it never ended
    colliders = esper.component_for_entity(slime, Overlaps).colliders
    assert colliders == {OverlapPair(slime, other, SPHERE, CAPSULE): 2}
    esper.delete_entity(other, immediate=True)
    assert track() == [OverlapEnded(slime, other, SPHERE, CAPSULE, EndReason.DESTROYED)]
    assert overlaps_of(slime) == {}


def test_all_colliders_of_one_that_tracks_notice() -> None:
    build_world([])
    trigger = esper.create_entity(
        Transform(), SphereCollider(radius=10.0), BoxCollider(vector(50.0, 50.0, 50.0)), Overlaps()
    )
    pawn = pawn_at(60.0)
    assert track() == [OverlapBegan(trigger, pawn, BOX, CAPSULE)]
    move(pawn, 40.0)
    assert track() == [OverlapBegan(trigger, pawn, SPHERE, CAPSULE)]
    assert overlaps_of(trigger) == {pawn: 0}
    esper.remove_component(trigger, Overlaps)
    ended = track()
    assert ended == [OverlapEnded(trigger, pawn, kind, CAPSULE, EndReason.DISABLED) for kind in (BOX, SPHERE)]


def test_a_teleport_away_and_one_into_another() -> None:
    build_world([])
    slime, near, far = slime_at(0.0), pawn_at(50.0), pawn_at(1e5)
    track()
    move(slime, 1e5 - 50.0)
    assert track() == [
        OverlapEnded(slime, near, SPHERE, CAPSULE, EndReason.LEFT),
        began(slime, far),
    ]
    assert overlaps_of(slime) == {far: 1}


def test_what_is_born_inside_begins_in_the_next_tick() -> None:
    build_world([])
    slime = slime_at(0.0)
    track()
    pawn = pawn_at(0.0)
    assert track() == [began(slime, pawn)]
    assert overlaps_of(slime) == {pawn: 1}


class Deleting(esper.Processor):
    """Deletes the other side of whatever begins while it reads the events."""

    def __init__(self, *, immediate: bool) -> None:
        self._immediate = immediate

    def process(self, dt: float) -> None:
        """Runs after overlaps were tracked."""
        del dt
        for event in resource(Events).items:
            if isinstance(event, OverlapBegan) and esper.entity_exists(event.other):
                esper.delete_entity(event.other, immediate=self._immediate)


@pytest.mark.parametrize("immediate", [True, False])
def test_the_other_side_is_deleted_while_events_are_read(*, immediate: bool) -> None:
    build_world([])
    soft = spawn_slime((0.0, 0.0, 0.0), SphereCollider(), Overlaps(), OverlapImpulse(), subdivisions=1)
    first, second = pawn_at(30.0), pawn_at(40.0)
    systems = [OverlapTracking(), Deleting(immediate=immediate), Impulses()]
    run_tick(systems)
    assert resource(Events).items[:2] == [began(soft, first), began(soft, second)]
    run_tick(systems)
    assert resource(Events).items == [
        OverlapEnded(soft, pawn, SPHERE, CAPSULE, EndReason.DESTROYED) for pawn in (first, second)
    ]
    assert overlaps_of(soft) == {}
    run_tick(systems)
    assert resource(Events).items == []


def test_both_sides_are_deleted_while_events_are_read() -> None:
    build_world([])
    first, second = slime_at(0.0), slime_at(50.0)
    run_tick([OverlapTracking(), Deleting(immediate=True), Impulses()])
    assert not esper.entity_exists(first)
    assert not esper.entity_exists(second)
    assert track() == [
        OverlapEnded(first, second, reason=EndReason.DESTROYED),
        OverlapEnded(second, first, reason=EndReason.DESTROYED),
    ]


def test_an_entity_does_not_overlap_itself() -> None:
    build_world([])
    slime = slime_at(0.0)
    esper.add_component(slime, CapsuleCollider())
    assert track() == []


def test_only_those_that_track_notice() -> None:
    build_world([])
    pawn_at(0.0)
    pawn_at(10.0)
    esper.create_entity(Transform(), SphereCollider())  # without Overlaps
    assert track() == []


def test_a_list_that_takes_the_place_of_another_is_filled() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)
    tracking = OverlapTracking()
    run_tick([tracking])
    esper.add_component(slime, Overlaps())
    resource(TickCount).value = 7
    run_tick([tracking])
    assert resource(Events).items == []
    assert overlaps_of(slime) == {pawn: 7}


def test_what_passes_between_two_ticks_is_neither_begun_nor_ended() -> None:
    build_world([])
    slime_at(0.0, radius=20.0)
    mover = esper.create_entity(Transform(vector(-150.0)), BoxCollider(vector(0.01, 0.01, 0.01)))
    counts: Counter[type] = Counter()
    for step in range(6):
        move(mover, -150.0 + 100.0 * step)
        counts.update(type(event) for event in track())
    assert counts == {}


def test_the_lists_are_up_to_date_when_events_can_be_read() -> None:
    build_world([])
    slime, pawn = slime_at(0.0), pawn_at(50.0)

    class Reading(list[object]):
        def extend(self, events: object) -> None:
            assert overlaps_of(slime) == {pawn: 0}
            super().extend(events)  # type: ignore[arg-type]

    resource(Events).items = Reading()
    OverlapTracking().process(0.0)
    assert resource(Events).items == [began(slime, pawn)]


Colliders = SphereCollider | BoxCollider
KINDS: tuple[tuple[ColliderKind, type[Colliders]], ...] = ((SPHERE, SphereCollider), (BOX, BoxCollider))


def extent(collider: Colliders) -> float:
    """Half of a collider's size along X, where all of them lie in a row [cm]."""
    return collider.radius if isinstance(collider, SphereCollider) else float(collider.half_extents[0])


def brute_force(entities: list[int]) -> set[OverlapPair]:
    """Who overlaps whom, straight from the definition."""
    present = [
        (entity, kind, collider, esper.component_for_entity(entity, Transform).position[0])
        for entity in entities
        if esper.entity_exists(entity)
        for kind, component in KINDS
        if (collider := esper.try_component(entity, component)) is not None and collider.enabled
    ]
    return {
        OverlapPair(entity, other, kind, other_kind)
        for entity, kind, a, here in present
        for other, other_kind, b, there in present
        if entity != other and a.layer in b.mask and b.layer in a.mask
        if abs(here - there) < extent(a) + extent(b)
    }


steps = st.tuples(
    st.sampled_from(["move", "move", "toggle", "layer", "remove", "add", "delete"]),
    st.integers(0, 7),
    st.integers(0, 9),
)


@settings(max_examples=60)
@given(st.lists(st.lists(steps, max_size=4), min_size=1, max_size=25))
def test_the_ledger_is_what_geometry_says_after_anything(ticks: list[list[tuple[str, int, int]]]) -> None:
    esper.clear_database()
    build_world([])
    entities = [slime_at(60.0 * k, radius=40.0) for k in range(8)]
    for entity in entities[::2]:
        esper.add_component(entity, BoxCollider(vector(25.0, 5.0, 5.0)))
    balance: Counter[OverlapPair] = Counter()
    for changes in ticks:
        for kind, index, amount in changes:
            change(kind, entities[index], amount)
        for event in track():
            if isinstance(event, OverlapBegan | OverlapEnded):
                pair = OverlapPair(event.entity, event.other, event.collider, event.other_collider)
                balance[pair] += 1 if isinstance(event, OverlapBegan) else -1
        expected = brute_force(entities)
        assert {pair for pair, count in balance.items() if count == 1} == expected
        assert set(balance.values()) <= {0, 1}
        assert resource(OverlapLedger).pairs == sorted(expected)
        for entity in entities:
            if esper.entity_exists(entity):
                overlaps = esper.component_for_entity(entity, Overlaps)
                own = sorted(pair for pair in expected if pair.entity == entity)
                assert list(overlaps.colliders) == own
                assert list(overlaps.since) == sorted({pair.other for pair in own})


def change(kind: str, entity: int, amount: int) -> None:
    """Does something to an entity that may be gone or have lost its colliders."""
    if not esper.entity_exists(entity):
        return
    component = KINDS[amount % 2][1]
    collider = esper.try_component(entity, component)
    if kind == "move":
        move(entity, 40.0 * amount)
    elif kind == "delete" and amount == 0:
        esper.delete_entity(entity, immediate=True)
    elif kind == "add" and collider is None:
        esper.add_component(entity, component())
    elif collider is not None:
        if kind == "remove":
            esper.remove_component(entity, component)
        elif kind == "toggle":
            collider.enabled = not collider.enabled
        elif kind == "layer":
            collider.mask = EVERYTHING if amount % 3 else (Layer.PAWN,)


ORDERED_RUN = """
import esper, numpy as np
from scenes import build_world, run_tick
from components.collider import SphereCollider
from components.overlap import OverlapImpulse, Overlaps
from components.world import Events, TickCount
from slimes import particles_of, spawn_slime
from systems.impulse.overlap_impulse import Impulses
from systems.overlap.tracking import OverlapTracking
from systems.query import resource
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from scenes import box
import hashlib
build_world([box(-900.0, 900.0, -100.0, 0.0)])
slimes = [spawn_slime((50.0 * k, 0.0, 45.0 + k), SphereCollider(radius=40.0), Overlaps(), OverlapImpulse(),
          radius=40.0, subdivisions=1) for k in range(6)]
digest = hashlib.sha256()
for _ in range(60):
    run_tick([SoftbodySolve(), Recentre(), OverlapTracking(), Impulses()])
    digest.update(repr(resource(Events).items).encode())
for slime in slimes:
    digest.update(particles_of(slime).positions_ws.tobytes())
print(digest.hexdigest())
"""


def test_neither_process_nor_hash_seed_changes_anything() -> None:
    digests = set()
    for seed in ("0", "4242"):
        path = os.pathsep.join(str(Path(__file__).parent / step) for step in (".", ".."))
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        run = subprocess.run(  # noqa: S603 - our own interpreter and our own text
            [sys.executable, "-c", ORDERED_RUN], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(run.stdout)
    assert len(digests) == 1


def test_hundreds_are_compared_with_their_neighbours_only() -> None:
    """A crowd along X: the pairs found are the neighbours', in order."""
    build_world([])
    slimes = [slime_at(50.0 * k, radius=30.0) for k in range(300)]
    events = track()
    assert events == [
        OverlapBegan(slimes[k], slimes[n]) for k in range(300) for n in (k - 1, k + 1) if 0 <= n < 300
    ]
    assert np.all([len(overlaps_of(slime)) <= 2 for slime in slimes])
