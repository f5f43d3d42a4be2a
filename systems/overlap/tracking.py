"""Who overlaps whom now, with which colliders, when it began, and why it ended.

The colliders of an entity with `Overlaps` notice those of other entities whose masks agree with their own.
It is for games to know, and for pushes; whether a body collides with anything never depends on it.
"""

from collections.abc import Iterable
from itertools import groupby

import esper
import numpy as np

from components.arrays import Integers
from components.collider import ColliderKind
from components.events import EndReason, OverlapBegan, OverlapEnded
from components.overlap import OverlapLedger, OverlapPair, Overlaps
from components.world import Events, TickCount
from systems.collision.carried import shape_sources
from systems.kept import Kept
from systems.overlap.shapes import Shape, meets, shapes_of
from systems.overlap.sweep import overlapping_rows
from systems.overlap.table import Colliders, colliders_of_world, shapes_of_all
from systems.query import entities_with, resource


def living_rows(colliders: Colliders) -> Integers:
    """Pairs of rows of living entities that overlap and notice it, shape [pair_count, 2]."""
    rows = overlapping_rows(shapes_of_all(colliders), colliders.sides)
    if not len(rows):
        return rows
    lives = np.array([*map(esper.entity_exists, colliders.sides.tables.entities.tolist())])
    return rows if lives.all() else rows[lives[rows].all(axis=1)]


def pairs_of(colliders: Colliders, rows: Integers) -> set[OverlapPair]:
    """What the tracking sides of pairs of colliders notice."""
    sides, kinds = colliders.sides.tables, colliders.kinds
    entities, tracks = sides.entities.tolist(), sides.tracks
    return {
        OverlapPair(entities[own], entities[other], kinds[own], kinds[other])
        for pair in rows.tolist()
        for own, other in (pair, pair[::-1])
        if tracks[own]
    }


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
        self._colliders = Kept(colliders_of_world)
        self._listed: Colliders | None = None
        self._told: tuple[Colliders, bytes, list[OverlapPair]] | None = None

    def process(self, dt: float) -> None:
        """Runs once a tick, after everything has moved."""
        del dt
        ledger, colliders = resource(OverlapLedger), self._colliders(*shape_sources())
        rows = living_rows(colliders)
        events = self._note(ledger, colliders, rows) if len(rows) or ledger.pairs else []
        if events or self._listed is not colliders:
            _write_overlaps(ledger.pairs, resource(TickCount).value)
            resource(Events).items.extend(events)
            self._listed = colliders

    def _note(self, ledger: OverlapLedger, colliders: Colliders, rows: Integers) -> list[object]:
        """Brings a ledger up to date, where rows or ledger are not what they were in the tick before."""
        told, numbers = self._told, rows.tobytes()
        if told and told[0] is colliders and told[1] == numbers and told[2] == ledger.pairs:
            return []
        events = _changes(ledger, pairs_of(colliders, rows))
        self._told = colliders, numbers, [*ledger.pairs]
        return events


def _changes(ledger: OverlapLedger, now: set[OverlapPair]) -> list[object]:
    """What began and what ended, of which a ledger takes note."""
    events: list[object] = []
    for pair in sorted(now.symmetric_difference(ledger.pairs)):
        if pair in now:
            events.append(OverlapBegan(*pair))
        else:
            events.append(OverlapEnded(*pair, end_reason(pair)))
    if events:
        ledger.pairs = sorted(now)
    return events


def _enabled(entity: int, kind: ColliderKind) -> Shape | None:
    return next((shape for shape in shapes_of(entity) if shape.kind is kind), None)


def _write_overlaps(pairs: Iterable[OverlapPair], tick: int) -> None:
    own = {entity: list(group) for entity, group in groupby(pairs, lambda pair: pair.entity)}
    for entity, (overlaps,) in entities_with(Overlaps):
        now, since, colliders = own.get(entity, []), overlaps.since, overlaps.colliders
        overlaps.since = {pair.other: since.get(pair.other, tick) for pair in now}
        overlaps.colliders = {pair: colliders.get(pair, tick) for pair in now}
