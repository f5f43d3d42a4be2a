"""Who overlaps whom now, with which colliders, when it began, and why it ended.

The colliders of an entity with `Overlaps` notice those of other entities whose masks agree with their own.
It is for games to know, and for pushes; whether a body collides with anything never depends on it.
"""

from collections.abc import Iterable
from itertools import groupby

import esper

from components.arrays import Integers
from components.collider import ColliderKind
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, OverlapPair, Overlaps
from components.world import Events, TickCount
from systems.collision.carried import carried_shapes
from systems.kept import Kept
from systems.overlap.shapes import Shape, meets, shapes_of
from systems.overlap.sweep import overlapping_rows
from systems.overlap.table import Colliders, colliders_among, shapes_of_all
from systems.query import entities_with, resource


def overlapping_pairs(colliders: Colliders) -> set[OverlapPair]:
    """All pairs of a tracking entity's collider and another's that it overlaps, among those that live."""
    rows = overlapping_rows(shapes_of_all(colliders), colliders.tracks)
    if not len(rows):
        return set()
    entities, kinds, tracks = colliders.entities, colliders.kinds, colliders.tracks
    return {
        OverlapPair(entities[own], entities[other], kinds[own], kinds[other])
        for pair in _meeting(colliders, rows)
        for own, other in (pair, pair[::-1])
        if tracks[own]
    }


def _meeting(colliders: Colliders, rows: Integers) -> list[tuple[int, int]]:
    """Which pairs of rows are of two entities that live and whose masks agree."""
    entities, bits, masks = colliders.entities, colliders.bits, colliders.masks
    a, b = rows.T
    agree = ((bits[a] & masks[b]) != 0) & ((bits[b] & masks[a]) != 0)
    return [
        (own, other)
        for own, other in rows[agree].tolist()
        if entities[own] != entities[other]
        and esper.entity_exists(entities[own])
        and esper.entity_exists(entities[other])
    ]


def end_reason(pair: OverlapPair) -> EndReason:
    """Why a pair does not overlap any more."""
    if not (esper.entity_exists(pair.entity) and esper.entity_exists(pair.other)):
        return EndReason.DESTROYED
    own = _enabled(pair.entity, pair.collider)
    other = _enabled(pair.other, pair.other_collider)
    if own is None or other is None or not esper.has_component(pair.entity, Overlaps):
        return EndReason.DISABLED
    return EndReason.LEFT if meets(own, other) else EndReason.FILTERED


def end_all(reason: EndReason = EndReason.LEVEL_CHANGED) -> None:
    """Ends every overlap, for instance before a level is cleared, and tells so."""
    ledger = resource(OverlapLedger)
    ended = [OverlapEnded(*pair, reason) for pair in ledger.pairs]
    ledger.pairs = []
    _write_overlaps([], resource(TickCount).value)
    resource(Events).items.extend(ended)


class OverlapTracking(esper.Processor):
    """Keeps the `Overlaps` of all entities that have one, and tells what began and what ended.

    Each beginning has exactly one end, also when a side is destroyed, disabled or filtered out. Something
    that passes through a collider between two ticks is not noticed at all. The lists are up to date before
    anyone can read the events.
    """

    def __init__(self) -> None:
        self._colliders = Kept(colliders_among)

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything has moved."""
        del dt
        ledger = resource(OverlapLedger)
        before, now = set(ledger.pairs), overlapping_pairs(self._colliders(*carried_shapes()))
        events: list[object] = []
        for pair in sorted(before ^ now):
            if pair in now:
                events.append(OverlapBegan(*pair))
            else:
                events.append(OverlapEnded(*pair, end_reason(pair)))
        if events:
            ledger.pairs = sorted(now)
        if events or len(now) != sum([len(own.colliders) for _, (own,) in entities_with(Overlaps)]):
            _write_overlaps(ledger.pairs, resource(TickCount).value)
        resource(Events).items.extend(events)


def _enabled(entity: int, kind: ColliderKind) -> Shape | None:
    return next((shape for shape in shapes_of(entity) if shape.kind is kind), None)


def _write_overlaps(pairs: Iterable[OverlapPair], tick: int) -> None:
    own = {entity: list(group) for entity, group in groupby(pairs, lambda pair: pair.entity)}
    for entity, (overlaps,) in entities_with(Overlaps):
        now, since, colliders = own.get(entity, []), overlaps.since, overlaps.colliders
        overlaps.since = {pair.other: since.get(pair.other, tick) for pair in now}
        overlaps.colliders = {pair: colliders.get(pair, tick) for pair in now}
