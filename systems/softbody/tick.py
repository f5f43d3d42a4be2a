"""One tick of all soft bodies of a world, on arrays.

Limits: terrain gives no bounce, and entities do not give way. An edge is as stiff as its compliance says
while its spring turns by less than about a radian in a substep (four substeps for the default compliance);
stiffer ones are stable, but lose and store energy freely.
"""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Flags, Floats, Integers
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools, aligned_zeros
from systems.handover import Handover
from systems.softbody import measure
from systems.softbody.contacts import Contacts
from systems.softbody.drive import Groups
from systems.softbody.lanes import (
    MESH,
    ROW,
    SUBSTEPS,
    Fact,
    Material,
    Scratch,
)
from systems.softbody.measure import ailments, measure_blocks
from systems.softbody.meeting import Meeting, joined, meet, meet_again, particle_room
from systems.softbody.planes import Obstacles
from systems.softbody.pools import (
    facts,
    has_mixed_substeps,
    materials,
    meshes_of_pools,
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
    Stage,
    advance_all,
    collect_all_contacts,
    find_all_planes,
    settle_all,
    stage_of,
)
from systems.softbody.vectors import LANES

COLLAPSED = 0.02
"""Share of the rest volume below which a body has too little shape to find its own way back [1]."""
PARTS = 4
"""Parts of a tick at whose beginnings the contacts of bodies that meet fast are sought."""
REGROWTH = 0.02
"""Share of the rest shape that a collapsed body is given back in a tick [1]."""
NO_TOUCHES = np.zeros((0, TOUCH_COLUMNS))


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
    givers: Givers | None = None,
) -> None:
    """Moves soft bodies through one tick.

    Args:
        bodies: All bodies of one SoftbodyPools, in the order in which they are to touch each other.
        obstacles: What is solid.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
        givers: Which solids give way, and how; none means that no solid does.
    """
    pools = bodies[0].pools
    if pools.gravity.tolist() != gravity.tolist():
        pools.gravity[:] = gravity
        pools.quiet[slots_of(bodies)] = 0
    refresh(pools)
    folded = mend(pools, bodies, slots_of(bodies), regrows=True)
    stage, meeting = prepare(bodies, obstacles, dt, folded=folded)
    slots = slots_of(bodies)
    soft = pass_time(pools, stage, meeting, slots, dt)
    if givers is not None:
        pools.touches = react(pools, stage.tables, slots, givers, dt)
    mend(pools, bodies, slots)
    report_contacts(pools, stage, soft, slots)
    drowsy_ticks = max(math.ceil(DROWSY_TIME / dt), 1)
    settle_all(stage.handed, slots, meeting.labels, pools.contacts, drowsy_ticks)


def prepare(
    bodies: Sequence[SoftbodyParticles], obstacles: Obstacles, dt: float, *, folded: bool
) -> tuple[Handover[Stage], Meeting]:
    """Finds all that bodies may touch within the tick, and wakes those that something happens to.

    Bodies that touch each other are all solved in as many substeps as the one that has the most.
    """
    pools = bodies[0].pools
    stage = look(pools, obstacles, dt)
    meeting = meet(pools, slots_of(bodies), dt, folded=folded)
    if pools.is_mixed and align_substeps(bodies, meeting.labels):
        stage = look(pools, obstacles, dt)
        meeting = meet(pools, slots_of(bodies), dt, folded=folded)
    if meeting.has_woken:
        stage = look(pools, obstacles, dt)
    return stage, meeting


def look(pools: SoftbodyPools, obstacles: Obstacles, dt: float) -> Handover[Stage]:
    """Finds the planes of all bodies that are awake."""
    stage = stage_of(pools, obstacles)
    find_all_planes(stage.handed, obstacles.solids, obstacles.owners, dt)
    return stage


def pass_time(
    pools: SoftbodyPools, stage: Handover[Stage], meeting: Meeting, slots: Integers, dt: float
) -> Contacts:
    """Moves all bodies through the tick; returns their contacts with each other.

    Those that meet fast are looked at again in each part of the tick, for a particle that flows along the
    other body is soon beside the triangle that it was in front of.
    """
    scratch = scratch_for(pools, meeting.groups)
    parts = PARTS if len(meeting.brisk_pairs) else 1
    met = [meeting.contacts]
    for part in range(parts):
        if part > 0:
            meeting = meet_again(pools, slots, meeting, dt / parts)
        advance_all(stage.handed, scratch, meeting.contacts, meeting.brisk, meeting.groups, dt, part, parts)
        met.append(meeting.brisk)
    return joined(met) if parts > 1 else meeting.contacts


def align_substeps(bodies: Sequence[SoftbodyParticles], labels: Integers) -> bool:
    """Moves bodies to blocks of as many substeps as the most that any of their island is to have.

    Returns whether any moved.
    """
    pools, slots = bodies[0].pools, slots_of(bodies)
    most = np.zeros(len(slots), dtype=np.int64)
    np.maximum.at(most, labels, pools.substeps[slots])
    wrong = np.flatnonzero(most[labels] != pools.blocks[slots // LANES, SUBSTEPS]).tolist()
    for row in wrong:
        move_body(bodies[row], pools, substeps=int(most[labels[row]]))
    pools.is_mixed = has_mixed_substeps(pools)
    refresh(pools)
    return bool(wrong)


def scratch_for(pools: SoftbodyPools, groups: Groups) -> Scratch:
    """Room for the largest group."""
    size = (particle_room(pools) + 1) * ROW
    if not len(groups.blocks):
        return Scratch(*_scratch(size, 1), _no_places(len(pools.blocks)))
    places = np.zeros(len(pools.blocks), dtype=np.int64)
    largest = 1
    for first, last in itertools.pairwise(groups.starts.tolist()):
        places[groups.blocks[first:last]] = np.arange(last - first) * size
        largest = max(largest, last - first)
    return Scratch(*_scratch(size, largest), places)


def mend(
    pools: SoftbodyPools, bodies: Sequence[SoftbodyParticles], slots: Integers, *, regrows: bool = False
) -> bool:
    """Gives bodies with numbers that are not finite their last good shape back, at rest.

    If asked to, it also adds a little of the rest shape to bodies pressed to a plane, a line or a point.
    There the volume has no gradient to grow along, or one that leads nowhere.

    Returns whether any body is folded.
    """
    spacings = meshes_of_pools(pools).spacings
    least = COLLAPSED if regrows else 0.0
    found = ailments(pools.blocks, pools.materials, pools.facts, spacings, slots, least)
    if found & measure.BROKEN:
        _restore(bodies, slots)
    if regrows and found & (measure.BROKEN | measure.COLLAPSED):
        _regrow(bodies, slots)
    return bool(found & measure.FOLDED)


def _restore(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    pools = bodies[0].pools
    table = facts(pools)[slots // LANES, :, slots % LANES]
    checked = table[:, [Fact.X, Fact.X + 1, Fact.X + 2, Fact.RADIUS, Fact.RESTLESSNESS]]
    for row in np.flatnonzero(~np.isfinite(checked).all(axis=1)).tolist():
        body = bodies[row]
        pools.lane(pools.positions, body.slot)[:] = pools.lane(pools.kept, body.slot)
        pools.lane(pools.velocities, body.slot)[:] = 0.0
        pools.stale[body.slot // LANES] = True
        body.restored_count += 1
    refresh(pools)


def _regrow(bodies: Sequence[SoftbodyParticles], slots: Integers) -> None:
    pools = bodies[0].pools
    volumes = facts(pools)[slots // LANES, Fact.VOLUME, slots % LANES]
    rest = materials(pools)[slots // LANES, Material.VOLUME, slots % LANES]
    for row in np.flatnonzero(np.abs(volumes) < COLLAPSED * rest).tolist():
        body = bodies[row]
        shape = body.topology.rest_positions * (REGROWTH * body.radius)
        pools.lane(pools.positions, body.slot)[:] += shape.astype(np.float32)
        pools.stale[body.slot // LANES] = True
    refresh(pools)


def react(pools: SoftbodyPools, stage: Stage, slots: Integers, givers: Givers, dt: float) -> Floats:
    """Shares with solids that give way what stopping particles cost; returns columns of `Touch`."""
    lanes, planes, known = stage.lanes, stage.planes, stage.known
    beside = known.near_solid[slots].nonzero()[0]
    if not len(beside):
        return NO_TOUCHES
    room = np.empty((len(givers.masses) * len(beside), TOUCH_COLUMNS))
    particle_counts = np.array([len(topology.rest_positions) for topology in pools.topologies])
    counts = particle_counts[pools.blocks[slots[beside] // LANES, MESH]]
    count = find_touches(lanes, planes, known, counts, slots[beside], dt, room)
    touches = room[:count].copy()
    changes = changes_of(touches, givers.entities, givers.masses, givers.braced)
    solids, rows = touches[:, :2].astype(np.int64).T
    touched = slots[beside[np.unique(rows)]]
    give_back(lanes, planes, known, touched, changes)
    measure_blocks(lanes, stage.meshes, np.unique(touched // LANES))
    touches[:, Touch.CHANGE : Touch.CHANGE + 3] = changes[solids]
    taken = np.where(touches[:, Touch.MASS] > 0.0, touches[:, Touch.MASS], 1.0)
    touches[:, Touch.VELOCITY : Touch.VELOCITY + 3] /= taken[:, None]
    touches[:, Touch.SOLID] = givers.entities[solids]
    touches[:, Touch.BODY] = pools.layers[slots[beside[rows]], 0]
    return touches


def report_contacts(pools: SoftbodyPools, stage: Handover[Stage], soft: Contacts, slots: Integers) -> None:
    """Writes down what the bodies touched."""
    own = stage.tables
    touches = soft_touches(own.lanes, soft, len(pools.taken), particle_room(pools))
    room = sum(own.planes.counts.tolist()) * LANES + len(pools.contacts) + touches.contacts.size
    contacts = np.empty((room, CONTACT_COLUMNS))
    count = collect_all_contacts(stage.handed, soft.numbers, touches, slots, pools.contacts, contacts)
    pools.contacts = contacts[:count].copy()


@lru_cache(maxsize=4)
def _no_places(block_count: int) -> Integers:
    return np.zeros(block_count, dtype=np.int64)


@lru_cache(maxsize=4)
def _scratch(size: int, count: int) -> tuple[Floats32, Floats32, Floats32]:
    return aligned_zeros(size * count), aligned_zeros(size * count), aligned_zeros(size)
