"""Who overlaps whom now, with which colliders, when it began, and why it ended.

The colliders of an entity with `Overlaps` notice those of other entities whose masks agree with their own.
It is for games to know, and for pushes; whether a body collides with anything never depends on it.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby

import esper
import numpy as np

from components.collider import BoxCollider, CapsuleCollider, ColliderKind, SphereCollider
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, OverlapPair, Overlaps
from components.transform import Transform
from components.world import Events, TickCount
from systems.overlap.shapes import Shape, meets, shapes_of, table_of
from systems.overlap.sweep import overlapping_rows
from systems.query import entities_with, resource

Enabled = Mapping[tuple[int, ColliderKind], Shape]
"""The enabled colliders there are."""


def overlapping_pairs(shapes: Sequence[Shape], trackers: Container[int]) -> set[OverlapPair]:
    """All pairs of a tracking entity's shape and another's that it overlaps.

    Args:
        shapes: Every enabled shape there is.
        trackers: The entities that track.
    """
    tracking = np.array([shape.entity in trackers for shape in shapes], dtype=np.bool_)
    pairs = set()
    for row, other_row in overlapping_rows(table_of(shapes), tracking).tolist():
        a, b = shapes[row], shapes[other_row]
        if a.entity != b.entity and meets(a, b):
            if tracking[row]:
                pairs.add(OverlapPair(a.entity, b.entity, a.kind, b.kind))
            if tracking[other_row]:
                pairs.add(OverlapPair(b.entity, a.entity, b.kind, a.kind))
    return pairs


def end_reason(pair: OverlapPair, enabled: Enabled, trackers: Container[int]) -> EndReason:
    """Why a pair does not overlap any more."""
    if not (esper.entity_exists(pair.entity) and esper.entity_exists(pair.other)):
        return EndReason.DESTROYED
    own = enabled.get((pair.entity, pair.collider))
    other = enabled.get((pair.other, pair.other_collider))
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
        trackers = {entity for entity, _ in entities_with(Overlaps) if esper.entity_exists(entity)}
        shapes = _all_shapes()
        ledger = resource(OverlapLedger)
        before, now = set(ledger.pairs), overlapping_pairs(shapes, trackers)
        enabled = {(shape.entity, shape.kind): shape for shape in shapes}
        events: list[object] = []
        for pair in sorted(before ^ now):
            if pair in now:
                events.append(OverlapBegan(*pair))
            else:
                events.append(OverlapEnded(*pair, end_reason(pair, enabled, trackers)))
        ledger.pairs = sorted(now)
        _write_overlaps(ledger.pairs, resource(TickCount).value)
        resource(Events).items.extend(events)


def _all_shapes() -> list[Shape]:
    entities = {
        entity
        for kind in (SphereCollider, CapsuleCollider, BoxCollider)
        for entity, _ in entities_with(kind, Transform)
    }
    return [
        shape for entity in sorted(entities) if esper.entity_exists(entity) for shape in shapes_of(entity)
    ]


def _write_overlaps(pairs: Iterable[OverlapPair], tick: int) -> None:
    own = {entity: list(group) for entity, group in groupby(pairs, lambda pair: pair.entity)}
    for entity, (overlaps,) in entities_with(Overlaps):
        now, since, colliders = own.get(entity, []), overlaps.since, overlaps.colliders
        overlaps.since = {pair.other: since.get(pair.other, tick) for pair in now}
        overlaps.colliders = {pair: colliders.get(pair, tick) for pair in now}
