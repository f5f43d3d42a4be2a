"""One tick of all soft bodies of a world, on arrays.

Limits: terrain gives no bounce, and entities do not give way. A body without compliance is stable, but
loses and stores energy freely. Two that fly at each other with 1,000 cm/s each get into each other by 2 cm
at most if they are balls of 30 cm or more, or cubes of 60; smaller ones, which go a fifth of their radius
in a substep, and the long sides of capsules by up to 4.5. With 2,000 cm/s it is 2 cm for balls, and up to
15 for cubes.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import SoftbodyParticles, SoftbodyPools
from systems.handover import Handover
from systems.softbody.contacts import Contacts
from systems.softbody.drive import Groups
from systems.softbody.lanes import (
    MESH,
    SUBSTEPS,
)
from systems.softbody.measure import BROKEN, COLLAPSED, FOLDED, measure_blocks
from systems.softbody.meeting import Meeting, folded_rows, joined, meet, meet_again
from systems.softbody.mending import regrow, restore
from systems.softbody.planes import Obstacles
from systems.softbody.pools import (
    blocks_of,
    has_mixed_substeps,
    move_body,
    refresh,
    slots_of,
)
from systems.softbody.reaction import TOUCH_COLUMNS, Touch, changes_of, find_touches, give_back
from systems.softbody.report import (
    CONTACT_COLUMNS,
    soft_touches,
)
from systems.softbody.rest import DROWSY_TIME
from systems.softbody.stage import (
    NEAR_SOLID,
    Stage,
    advance_all,
    begin_tick,
    end_tick,
    stage_of,
)
from systems.softbody.untangling import untangle
from systems.softbody.vectors import LANES

AILING, MENDED = False, True
"""Whether all has been mended that can be."""


class Givers(NamedTuple):
    """How the solid entities of `Obstacles` give way."""

    entities: Integers
    """Which they are, shape [solid_count]."""
    masses: Floats
    """Mass [kg]; infinite where it does not give way; shape [solid_count]."""
    braced: Flags
    """Which stand on ground that does not let them down, shape [solid_count]."""


def tick_bodies(
    bodies: Sequence[SoftbodyParticles],
    obstacles: Obstacles,
    gravity: Floats,
    dt: float,
    *,
    givers: Callable[[], Givers] | None = None,
) -> None:
    """Moves soft bodies through one tick.

    Args:
        bodies: All bodies of one SoftbodyPools, in the order in which they are to touch each other.
        obstacles: What is solid.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
        givers: Tells which solids give way, and how, where a body is near any; without it none does.
    """
    pools, slots = bodies[0].pools, slots_of(bodies)
    if pools.gravity.tolist() != gravity.tolist():
        pools.gravity[:] = gravity
        pools.quiet[slots] = 0
    refresh(pools)
    stage, meeting, found = prepare(bodies, slots, obstacles, dt)
    if pools.is_mixed and align_substeps(bodies, slots, meeting.labels):
        slots = slots_of(bodies)
        stage, meeting, found = prepare(bodies, slots, obstacles, dt)
    soft = pass_time(pools, stage, meeting, slots, dt)
    pools.touches = pools.touches[:0]
    if givers is not None and found & NEAR_SOLID:
        pools.touches = react(pools, stage.tables, slots, givers(), dt)
    finish(bodies, stage, soft, slots, meeting.labels, dt)


def prepare(
    bodies: Sequence[SoftbodyParticles], slots: Integers, obstacles: Obstacles, dt: float
) -> tuple[Handover[Stage], Meeting, int]:
    """Finds all that bodies may touch within the tick, and wakes those that something happens to.

    Returns what `begin_tick` found, too.
    """
    pools = bodies[0].pools
    stage, solids = stage_of(pools, obstacles), obstacles[2:]
    found = begin_tick(stage.handed, slots, *solids, AILING, dt)
    is_any_folded = bool(found & FOLDED)  # what is mended now is no more as it was found
    if found & (BROKEN | COLLAPSED):
        restore(bodies, slots)
        regrow(bodies, slots)
        found = begin_tick(stage.handed, slots, *solids, MENDED, dt)
    folded = folded_rows(pools, slots) if is_any_folded else []
    if folded or np.count_nonzero(pools.folded):
        tangled = untangle(bodies, slots, folded, dt)
        if tangled:
            found = begin_tick(stage.handed, slots, *solids, MENDED, dt)
            folded = [row for row in folded if row not in tangled]
    meeting = meet(pools, slots, dt, folded)
    if meeting.has_woken:
        found = begin_tick(stage.handed, slots, *solids, MENDED, dt)
    return stage, meeting, found


def pass_time(
    pools: SoftbodyPools, stage: Handover[Stage], meeting: Meeting, slots: Integers, dt: float
) -> Contacts:
    """Moves all bodies through the tick; returns their contacts with each other.

    Those that meet fast are looked at again within it, for a particle that flows along the other body is soon
    beside the triangle that it was in front of.
    """
    spread_out(stage.tables, meeting.groups)
    parts = meeting.most_parts
    met = [meeting.contacts]
    for part in range(parts):
        if part > 0:
            meeting = meet_again(pools, slots, meeting, part, dt)
        met_now = *meeting.contacts, *meeting.brisk, *meeting.groups
        advance_all(stage.handed, *met_now, dt, part, parts)
        met.append(meeting.brisk)
    return joined(met) if parts > 1 else meeting.contacts


def align_substeps(bodies: Sequence[SoftbodyParticles], slots: Integers, labels: Integers) -> bool:
    """Moves bodies to blocks of as many substeps as the most that any of their island is to have.

    Returns whether any moved.
    """
    pools = bodies[0].pools
    most = np.zeros(len(slots), dtype=np.int64)
    np.maximum.at(most, labels, pools.substeps[slots])
    wrong = np.flatnonzero(most[labels] != pools.blocks[slots // LANES, SUBSTEPS]).tolist()
    for row in wrong:
        move_body(bodies[row], pools, substeps=int(most[labels[row]]))
    pools.is_mixed = has_mixed_substeps(pools)
    refresh(pools)
    return bool(wrong)


def spread_out(stage: Stage, groups: Groups) -> None:
    """Gives the blocks of each group room of their own; all others take turns at the same."""
    if not len(groups.blocks):
        return
    places, size = stage.scratch.places, stage.scratch.changes.size
    places[:] = 0
    for first, last in itertools.pairwise(groups.starts.tolist()):
        places[groups.blocks[first:last]] = np.arange(0, (last - first) * size, size)


def react(pools: SoftbodyPools, stage: Stage, slots: Integers, givers: Givers, dt: float) -> Floats:
    """Shares with solids that give way what stopping particles cost; returns columns of `Touch`."""
    lanes, planes, known = stage.lanes, stage.planes, stage.known
    beside = known.near_solid[slots].nonzero()[0]
    room = np.empty((len(givers.masses) * len(beside), TOUCH_COLUMNS))
    particle_counts = np.array([len(topology.rest_positions) for topology in pools.topologies])
    counts = particle_counts[pools.blocks[slots[beside] // LANES, MESH]]
    count = find_touches(lanes, planes, known, counts, slots[beside], dt, room)
    touches = room[:count].copy()
    changes = changes_of(touches, givers.entities, givers.masses, givers.braced)
    solids, rows = touches[:, :2].astype(np.int64).T
    touched = slots[beside[np.unique(rows)]]
    give_back(lanes, planes, known, touched, changes)
    measure_blocks(blocks_of(pools).handed, np.unique(touched // LANES))
    touches[:, Touch.CHANGE : Touch.CHANGE + 3] = changes[solids]
    taken = np.where(touches[:, Touch.MASS] > 0.0, touches[:, Touch.MASS], 1.0)
    touches[:, Touch.VELOCITY : Touch.VELOCITY + 3] /= taken[:, None]
    touches[:, Touch.SOLID] = givers.entities[solids]
    touches[:, Touch.BODY] = pools.layers[slots[beside[rows]], 0]
    return touches


def finish(
    bodies: Sequence[SoftbodyParticles],
    stage: Handover[Stage],
    soft: Contacts,
    slots: Integers,
    labels: Integers,
    dt: float,
) -> None:
    """Writes down what the bodies touched, and lets islands sleep that have had enough of the day."""
    pools, own = bodies[0].pools, stage.tables
    touches = soft_touches(own.lanes, soft, len(pools.taken), len(own.drafts.counts))
    pools.soft_touches = touches
    room = sum(own.planes.counts.tolist()) * LANES + len(pools.contacts) + touches.contacts.size
    contacts = np.empty((room, CONTACT_COLUMNS))
    drowsy_ticks = max(math.ceil(DROWSY_TIME / dt), 1)
    known = soft.numbers, *touches, slots, labels, pools.contacts, contacts, drowsy_ticks
    count = end_tick(stage.handed, *known, AILING)
    if count < 0:
        restore(bodies, slots)
        count = end_tick(stage.handed, *known, MENDED)
    pools.contacts = contacts[:count].copy()
