"""Who overlaps whom now, when it began, and why it ended.

A sphere collider notices spheres, capsules and boxes of other entities whose masks agree with its own. It
is for games to know, and for pushes; whether a body collides with anything never depends on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import esper
import numpy as np

from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, Overlaps
from components.transform import Transform
from components.world import Events, TickCount
from systems.overlap.shapes import Shape, meets, shapes_of, table_of
from systems.overlap.sweep import overlapping_rows
from systems.query import entities_with, resource

Pair = tuple[int, int]
"""The entity that notices, and the one it overlaps."""


def overlapping_pairs(shapes: Sequence[Shape], spheres: Mapping[int, Shape]) -> set[Pair]:
    """All pairs of a tracking entity and one that its sphere overlaps.

    Args:
        shapes: Every enabled shape there is.
        spheres: The sphere of each entity that tracks, one of the shapes.
    """
    tracking = np.array([spheres.get(shape.entity) is shape for shape in shapes], dtype=np.bool_)
    pairs = set()
    for row, other_row in overlapping_rows(table_of(shapes), tracking).tolist():
        a, b = shapes[row], shapes[other_row]
        if a.entity != b.entity and meets(a, b):
            if tracking[row]:
                pairs.add((a.entity, b.entity))
            if tracking[other_row]:
                pairs.add((b.entity, a.entity))
    return pairs


def end_reason(pair: Pair, shapes: Mapping[int, Sequence[Shape]], spheres: Mapping[int, Shape]) -> EndReason:
    """Why a pair does not overlap any more."""
    entity, other = pair
    if not (esper.entity_exists(entity) and esper.entity_exists(other)):
        return EndReason.DESTROYED
    if entity not in spheres or other not in shapes:
        return EndReason.DISABLED
    if not any(meets(spheres[entity], shape) for shape in shapes[other]):
        return EndReason.FILTERED
    return EndReason.LEFT


def end_all(reason: EndReason = EndReason.LEVEL_CHANGED) -> None:
    """Ends every overlap, for instance before a level is cleared, and tells so."""
    ledger = resource(OverlapLedger)
    ended = [OverlapEnded(entity, other, reason) for entity, other in ledger.pairs]
    ledger.pairs = []
    _write_overlaps([], resource(TickCount).value)
    resource(Events).items.extend(ended)


class OverlapTracking(esper.Processor):
    """Keeps the `Overlaps` of all sphere colliders, and tells what began and what ended.

    Each beginning has exactly one end, also when a side is destroyed, disabled or filtered out. Something
    that passes through a sphere between two ticks is not noticed at all. The lists are up to date before
    anyone can read the events.
    """

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything has moved."""
        del dt
        shapes = _all_shapes()
        spheres = _tracking_spheres(shapes)
        ledger = resource(OverlapLedger)
        before = set(ledger.pairs)
        now = overlapping_pairs(shapes, spheres)
        by_entity = {entity: list(group) for entity, group in groupby(shapes, _entity_of)}
        events: list[object] = []
        for pair in sorted(before ^ now):
            if pair in now:
                events.append(OverlapBegan(*pair))
            else:
                events.append(OverlapEnded(*pair, end_reason(pair, by_entity, spheres)))
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


def _tracking_spheres(shapes: Iterable[Shape]) -> dict[int, Shape]:
    enabled = {
        entity
        for entity, (collider, _) in entities_with(SphereCollider, Overlaps)
        if collider.enabled and esper.entity_exists(entity)
    }
    first = {entity: next(group) for entity, group in groupby(shapes, _entity_of)}
    return {entity: first[entity] for entity in sorted(enabled) if entity in first}


def _entity_of(shape: Shape) -> int:
    return shape.entity


def _write_overlaps(pairs: Iterable[Pair], tick: int) -> None:
    others = {entity: [other for _, other in group] for entity, group in groupby(pairs, lambda pair: pair[0])}
    for entity, (overlaps,) in entities_with(Overlaps):
        before = overlaps.since
        overlaps.since = {other: before.get(other, tick) for other in others.get(entity, [])}
