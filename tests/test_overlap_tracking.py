"""Beginnings and ends of overlaps."""

import math
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

from components.arrays import vector
from components.collider import EVERYTHING, BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, Overlaps
from components.transform import Transform
from components.world import Events
from systems.overlap.tracking import OverlapTracking, end_all
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")


def slime_at(x: float, radius: float = 80.0, **collider: object) -> int:
    return esper.create_entity(
        Transform(vector(x)),
        SphereCollider(radius=radius, **collider),  # type: ignore[arg-type]
        Overlaps(),
    )


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
    assert track() == [OverlapBegan(slime, pawn)]
    assert overlaps_of(slime) == {pawn: 1}
    assert track() == []
    assert overlaps_of(slime) == {pawn: 1}
    move(pawn, 200.0)
    assert track() == [OverlapEnded(slime, pawn, EndReason.LEFT)]
    assert overlaps_of(slime) == {}
    move(pawn, 100.0)
    assert track() == [OverlapBegan(slime, pawn)]
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
    assert track() == [OverlapBegan(slime, pawn)]
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
    assert resource(Events).items == [OverlapEnded(slime, pawn, EndReason.LEVEL_CHANGED)]
    assert overlaps_of(slime) == {}


def test_two_colliders_on_one_entity_count_once() -> None:
    build_world([])
    slime = slime_at(0.0)
    other = esper.create_entity(
        Transform(vector(100.0)), CapsuleCollider(radius=30.0), BoxCollider(vector(60.0, 5.0, 5.0))
    )
    assert track() == [OverlapBegan(slime, other)]
    move(other, 130.0)  # the capsule leaves, the box stays
    assert track() == []
    move(other, 150.0)
    assert track() == [OverlapEnded(slime, other, EndReason.LEFT)]


def test_an_entity_does_not_overlap_itself() -> None:
    build_world([])
    slime = slime_at(0.0)
    esper.add_component(slime, CapsuleCollider())
    assert track() == []


def test_only_spheres_that_track_notice() -> None:
    build_world([])
    pawn_at(0.0)
    pawn_at(10.0)
    esper.create_entity(Transform(), SphereCollider())  # without Overlaps
    assert track() == []


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
    assert resource(Events).items == [OverlapBegan(slime, pawn)]


def brute_force(entities: list[int]) -> set[tuple[int, int]]:
    """Who overlaps whom, straight from the definition."""
    pairs = set()
    for entity in entities:
        for other in entities:
            if entity == other or not (esper.entity_exists(entity) and esper.entity_exists(other)):
                continue
            a = esper.try_component(entity, SphereCollider)
            b = esper.try_component(other, SphereCollider)
            if a is None or b is None or not (a.enabled and b.enabled):
                continue
            if a.layer not in b.mask or b.layer not in a.mask:
                continue
            here = esper.component_for_entity(entity, Transform).position
            there = esper.component_for_entity(other, Transform).position
            if math.dist(here, there) < a.radius + b.radius:
                pairs.add((entity, other))
    return pairs


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
    balance: Counter[tuple[int, int]] = Counter()
    for changes in ticks:
        for kind, index, amount in changes:
            change(kind, entities[index], amount)
        for event in track():
            if isinstance(event, OverlapBegan):
                balance[event.entity, event.other] += 1
            elif isinstance(event, OverlapEnded):
                balance[event.entity, event.other] -= 1
        expected = brute_force(entities)
        assert {pair for pair, count in balance.items() if count == 1} == expected
        assert set(balance.values()) <= {0, 1}
        assert resource(OverlapLedger).pairs == sorted(expected)
        for entity in entities:
            if esper.entity_exists(entity):
                assert list(overlaps_of(entity)) == sorted(b for a, b in expected if a == entity)


def change(kind: str, entity: int, amount: int) -> None:
    """Does something to an entity that may be gone or have lost its collider."""
    if not esper.entity_exists(entity):
        return
    collider = esper.try_component(entity, SphereCollider)
    if kind == "move":
        move(entity, 40.0 * amount)
    elif kind == "delete" and amount == 0:
        esper.delete_entity(entity, immediate=True)
    elif kind == "add" and collider is None:
        esper.add_component(entity, SphereCollider(radius=40.0))
    elif collider is not None:
        if kind == "remove":
            esper.remove_component(entity, SphereCollider)
        elif kind == "toggle":
            collider.enabled = not collider.enabled
        elif kind == "layer":
            collider.mask = EVERYTHING if amount % 2 else (Layer.PAWN,)


ORDERED_RUN = """
import esper, numpy as np
from scenes import build_world, run_tick
from components.collider import SphereCollider
from components.overlap import OverlapImpulse, Overlaps
from components.world import Events
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
