"""Who overlaps whom now, with which colliders, when it began, and why it ended.

The colliders of an entity with `Overlaps` notice those of other entities whose masks agree with their own.
It is for games to know, and for pushes; whether a body collides with anything never depends on it.
"""

from collections.abc import Container, Iterable
from itertools import groupby

import esper
import numpy as np

from components.collider import ColliderKind
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, OverlapPair, Overlaps
from components.world import Events, TickCount
from systems.overlap.shapes import Shape, meets, shapes_of
from systems.overlap.sweep import overlapping_rows
from systems.overlap.table import Colliders
from systems.overlap.table import colliders as all_colliders
from systems.query import entities_with, resource


def overlapping_pairs(colliders: Colliders, trackers: Container[int]) -> set[OverlapPair]:
    """All pairs of a tracking entity's collider and another's that it overlaps.

    Args:
        colliders: Every enabled collider there is.
        trackers: The entities that track.
    """
    entities, kinds = colliders.entities.tolist(), colliders.kinds
    tracking = np.array([entity in trackers for entity in entities], dtype=np.bool_)
    rows = overlapping_rows(colliders.shapes, tracking)
    if not len(rows):
        return set()
    a, b = rows.T
    meet = colliders.entities[a] != colliders.entities[b]
    meet &= (colliders.bits[a] & colliders.masks[b]) != 0
    meet &= (colliders.bits[b] & colliders.masks[a]) != 0
    both = [*zip(a[meet].tolist(), b[meet].tolist(), strict=True)]
    tracks = tracking.tolist()
    return {
        OverlapPair(entities[own], entities[other], kinds[own], kinds[other])
        for pair in both
        for own, other in (pair, pair[::-1])
        if tracks[own]
    }


def end_reason(pair: OverlapPair, trackers: Container[int]) -> EndReason:
    """Why a pair does not overlap any more."""
    if not (esper.entity_exists(pair.entity) and esper.entity_exists(pair.other)):
        return EndReason.DESTROYED
    own = _enabled(pair.entity, pair.collider)
    other = _enabled(pair.other, pair.other_collider)
    if own is None or other is None or pair.entity not in trackers:
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

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything has moved."""
        del dt
        rows = entities_with(Overlaps)
        trackers = {entity for entity, _ in rows if esper.entity_exists(entity)}
        ledger = resource(OverlapLedger)
        before, now = set(ledger.pairs), overlapping_pairs(all_colliders(), trackers)
        events: list[object] = []
        for pair in sorted(before ^ now):
            if pair in now:
                events.append(OverlapBegan(*pair))
            else:
                events.append(OverlapEnded(*pair, end_reason(pair, trackers)))
        if events:
            ledger.pairs = sorted(now)
        if events or len(now) != sum([len(own.colliders) for _, (own,) in rows]):
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
