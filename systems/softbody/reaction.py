"""What soft bodies do to characters that touch them: both sides move on together, and momentum is kept.

During a tick a character moves as if it could not be stopped, and takes the particles in its way along.
Afterwards what that cost is shared as in a collision without bounce: with the momentum J given to particles
of mass M, a character of mass m and those particles both change their velocity by -J / (m + M). So the
character loses as much as the body gains, whatever the two weigh, and weight on a body at rest presses with
m g.
"""

from enum import IntEnum

import numpy as np

from components.arrays import Flags, Floats, Integers
from systems.softbody.bodies import Bodies
from systems.softbody.lanes import ROW, START, Lanes, Planes
from systems.softbody.offsets import BLOCK_PLANES, IMPULSE, OFFSET, VELOCITY
from systems.softbody.plane_rows import NOWHERE
from systems.softbody.vectors import LANES, lane_kernel, lean_lane_kernel

f32 = np.float32
UNDERSIDE = -0.3
"""Most Z of a normal out of a character by which a particle is below it [1]."""


class Touch(IntEnum):
    """Columns of what one body and one solid entity did to each other in a tick."""

    SOLID = 0
    """Row of the solid; its entity, once the tick is over."""
    BODY = 1
    """Row of the body; its entity, once the tick is over."""
    IMPULSE = 2
    """Momentum given to the body [kg cm/s], X, Y and Z."""
    MASS = 5
    """Mass of the particles that took it [kg]."""
    VELOCITY = 6
    """Momentum of those particles [kg cm/s]; their velocity [cm/s], once the tick is over."""
    GAP = 9
    """Smallest distance of a particle below the solid from it [cm]."""
    LOAD = 10
    """Momentum given to particles below, each along its own normal [kg cm/s]."""
    NORMAL = 11
    """Sum of normals out of the solid below, by load [kg cm/s], X, Y and Z."""
    POINT = 14
    """Sum of the places of particles below, by load [cm kg cm/s]; X, Y and Z."""
    CHANGE = 17
    """Velocity change of the solid by all bodies together [cm/s], X, Y and Z."""


TOUCH_COLUMNS = len(Touch) + 12
T_VELOCITY, T_NORMAL, T_POINT = int(Touch.VELOCITY), int(Touch.NORMAL), int(Touch.POINT)
T_GAP, T_LOAD, T_MASS, T_IMPULSE = int(Touch.GAP), int(Touch.LOAD), int(Touch.MASS), int(Touch.IMPULSE)


@lane_kernel
def find_touches(
    lanes: Lanes,
    planes: Planes,
    bodies: Bodies,
    particle_counts: Integers,
    slots: Integers,
    dt: float,
    touches: Floats,
) -> int:
    """Writes what bodies and solid entities did to each other in a tick, body after body.

    Args:
        lanes: All blocks, after the tick.
        planes: The planes of the tick, after it.
        bodies: What else there is to know of the bodies.
        particle_counts: Particles of each body of `slots`.
        slots: Slots of all bodies, shape [body_count].
        dt: Length of the tick [s].
        touches: Receives columns of `Touch`, shape [room, TOUCH_COLUMNS].

    Returns:
        How many there are; what has no room is left out.
    """
    count = 0
    room = planes.order.shape[1]
    for n in range(slots.shape[0]):
        slot = slots[n]
        if bodies.quiet[slot] < 0:
            continue
        block, lane = slot // LANES, slot % LANES
        mass = bodies.masses[slot] / particle_counts[n]
        first = count
        for entry in range(planes.counts[block]):
            k = planes.order[block, entry]
            row = (block * room + k) * BLOCK_PLANES + lane
            kind = planes.kinds[block, k, lane]
            if kind >= 0 or planes.rows[row + OFFSET] <= f32(0.5 * NOWHERE):
                continue
            place = first
            while place < count and touches[place, 0] != -1 - kind:
                place += 1
            if place == touches.shape[0]:
                continue
            if place == count:
                touches[count] = 0.0
                touches[count, 0], touches[count, 1], touches[count, T_GAP] = -1 - kind, n, 1e9
                count += 1
            a = lanes.blocks[block, START] + planes.particles[block, k] * ROW + lane
            _add(lanes, planes, bodies.anchors[slot], row, a, mass, dt, touches[place])
    return count


@lean_lane_kernel
def _add(
    lanes: Lanes, planes: Planes, anchor: Floats, row: int, a: int, mass: float, dt: float, touch: Floats
) -> None:
    """Adds one particle to what its body and a solid did to each other."""
    gap = -np.float64(planes.rows[row + OFFSET])
    pressed = 0.0
    for axis in range(3):
        normal = float(planes.rows[row + axis * LANES])
        travel = dt * float(planes.rows[row + VELOCITY + axis * LANES])
        gap += normal * (float(lanes.positions[a + axis * LANES]) - travel)
        pressed += normal * float(planes.rows[row + IMPULSE + axis * LANES])
    is_below = planes.rows[row + 2 * LANES] < UNDERSIDE
    if is_below:
        touch[T_GAP] = min(touch[T_GAP], gap)
    if not pressed > 0.0:
        return
    touch[T_MASS] += mass
    for axis in range(3):
        touch[T_IMPULSE + axis] += mass * planes.rows[row + IMPULSE + axis * LANES]
        touch[T_VELOCITY + axis] += mass * lanes.velocities[a + axis * LANES]
        if is_below:
            touch[T_NORMAL + axis] += mass * pressed * planes.rows[row + axis * LANES]
            touch[T_POINT + axis] += mass * pressed * (anchor[axis] + lanes.positions[a + axis * LANES])
    if is_below:
        touch[T_LOAD] += mass * pressed


def changes_of(touches: Floats, entities: Integers, masses: Floats, braced: Flags) -> Floats:
    """Velocity changes of solids [cm/s], shape [solid_count, 3]; those of one entity change alike.

    Args:
        touches: Columns of `Touch`, shape [touch_count, TOUCH_COLUMNS].
        entities: Whose each solid is, shape [solid_count].
        masses: Of each solid [kg]; infinite where nothing moves it; shape [solid_count].
        braced: Which stand on ground that does not let them down, shape [solid_count].
    """
    impulses, taken = np.zeros((len(masses), 3)), np.zeros(len(masses))
    owners = np.unique(entities, return_inverse=True)[1]
    rows = owners[touches[:, Touch.SOLID].astype(np.int64)]
    np.add.at(impulses, rows, touches[:, Touch.IMPULSE : Touch.IMPULSE + 3])
    np.add.at(taken, rows, touches[:, Touch.MASS])
    changes: Floats = -impulses[owners] / (masses + taken[owners])[:, None]
    changes[:, 1] = 0.0
    changes[braced, 2] = np.maximum(changes[braced, 2], 0.0)
    return changes


@lane_kernel
def give_back(lanes: Lanes, planes: Planes, bodies: Bodies, slots: Integers, changes: Floats) -> None:
    """Lets the particles that a solid stopped follow its change of velocity.

    Args:
        lanes: All blocks, changed.
        planes: The planes of the tick, after it.
        bodies: What else there is to know of the bodies.
        slots: Slots of the bodies that were touched, shape [count].
        changes: Velocity change of each solid [cm/s], shape [solid_count, 3].
    """
    room = planes.order.shape[1]
    for n in range(slots.shape[0]):
        block, lane = slots[n] // LANES, slots[n] % LANES
        if bodies.quiet[slots[n]] < 0:
            continue
        for entry in range(planes.counts[block]):
            k = planes.order[block, entry]
            row = (block * room + k) * BLOCK_PLANES + lane
            kind = planes.kinds[block, k, lane]
            if kind >= 0 or planes.rows[row + OFFSET] <= f32(0.5 * NOWHERE):
                continue
            pressed = 0.0
            for axis in range(3):
                pressed += float(planes.rows[row + axis * LANES]) * float(
                    planes.rows[row + IMPULSE + axis * LANES]
                )
            if pressed > 0.0:
                a = lanes.blocks[block, START] + planes.particles[block, k] * ROW + lane
                for axis in range(3):
                    lanes.velocities[a + axis * LANES] += f32(changes[-1 - kind, axis])
