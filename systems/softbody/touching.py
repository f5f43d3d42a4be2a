"""How soft bodies touch what is solid and each other, told to game logic."""

from collections.abc import Sequence
from functools import lru_cache

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.slime import SlimeContact
from components.softbody import Floats32, SoftbodyParticles, SoftbodyPools, SoftbodyTopology
from components.world import LevelInfo
from systems.kernel import lean_kernel
from systems.query import entities_with, resource
from systems.softbody.lanes import MESH, Z
from systems.softbody.measure import BLOCK_FACTS, HIGH, LOW, SPEED
from systems.softbody.pools import refresh, slots_of
from systems.softbody.report import OTHER
from systems.softbody.vectors import LANES, lean_lane_kernel

BEARING_RISE = 0.5
"""Least Z of the normal of a contact that bears a body [1]."""


@lru_cache(maxsize=32)
def unit_area(topology: SoftbodyTopology) -> float:
    """Surface of the unit mesh [1]."""
    corners = topology.rest_positions[topology.triangles]
    x, y, z = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).T
    return 0.5 * float(np.cumsum(np.sqrt(x * x + y * y + z * z))[-1])


@lru_cache(maxsize=32)
def rest_height(topology: SoftbodyTopology) -> float:
    """Height of the unit mesh [1]."""
    return float(np.ptp(topology.rest_positions[:, 2]))


@lru_cache(maxsize=4)
def units_of(topologies: tuple[SoftbodyTopology, ...]) -> Floats:
    """Surface for each particle and height of some unit meshes [1], shape [mesh_count, 2]."""
    return np.array([(unit_area(mesh) / len(mesh.rest_positions), rest_height(mesh)) for mesh in topologies])


@lean_lane_kernel
def look_at(
    blocks: Integers,
    facts: Floats32,
    radii: Floats,
    ranges: Integers,
    contacts: Floats,
    units: Floats,
    slots: Integers,
    seen: Floats,
) -> None:
    """Writes how some measured bodies stand.

    Args:
        blocks: Columns of `Lanes.blocks`.
        facts: Rows of `Fact`.
        radii: Radii at rest [cm], by slot.
        ranges: First and past the last contact of each body, by slot.
        contacts: The contacts, shape [contact_count, CONTACT_COLUMNS]; solids of a body come first.
        units: See `units_of`.
        slots: Which bodies, shape [body_count].
        seen: Receives who bears each by a contact that looks up: a soft body, 0 for something solid, -1 for
            nobody; the surface at rest of the particles that touch [cm²], its speed upward [cm/s], and its
            height as a share of that at rest [1]; shape [body_count, 4].
    """
    for n in range(slots.shape[0]):
        slot = slots[n]
        block = slot // LANES
        area, height = units[blocks[block, MESH]]
        first, last = ranges[slot, 0], ranges[slot, 1]
        f = block * BLOCK_FACTS + slot % LANES
        seen[n, 0] = bearer(contacts, first, last)
        seen[n, 1] = (last - first) * (area * (radii[slot] * radii[slot]))
        seen[n, 2] = facts[f + SPEED + Z]
        tall = float(facts[f + HIGH + Z]) - float(facts[f + LOW + Z])
        seen[n, 3] = tall / (height * radii[slot])


@lean_kernel
def bearer(contacts: Floats, first: int, last: int) -> float:
    """Who bears a body by the first of its contacts that looks up; -1 for nobody."""
    for k in range(first, last):
        if contacts[k, 5] > BEARING_RISE:
            return float(contacts[k, OTHER])
    return -1.0


def contact_pressure(mass: float, change: float, gravity: float, dt: float, area: float) -> float:
    """Force by momentum, m (dv / dt - g), over an area [kg/(cm s²)]; 0 without area."""
    return abs(mass * (change / dt - gravity)) / area if area > 0.0 else 0.0


class SlimeContacts(esper.Processor):
    """Keeps the `SlimeContact` of all soft bodies."""

    def process(self, dt: float) -> None:
        """Runs once a tick, after soft bodies have moved."""
        rows = entities_with(SlimeContact, SoftbodyParticles)
        if not rows or not dt > 0.0:
            return
        gravity = float(resource(LevelInfo).gravity[2])
        for pools in {id(body.pools): body.pools for _, (_, body) in rows}.values():
            here = [row for _, row in rows if row[1].pools is pools]
            _tell(pools, here, gravity, dt)


def _tell(
    pools: SoftbodyPools, rows: Sequence[tuple[SlimeContact, SoftbodyParticles]], gravity: float, dt: float
) -> None:
    slots = slots_of([body for _, body in rows])
    refresh(pools)
    seen = np.empty((len(rows), 4))
    units = units_of(tuple(pools.topologies))
    look_at(pools.blocks, pools.facts, pools.radii, pools.contact_ranges, pools.contacts, units, slots, seen)
    masses = pools.masses[slots].tolist()
    for (contact, _), mass, (bearing, area, rise, squash) in zip(rows, masses, seen.tolist(), strict=True):
        contact.grounded, contact.entity = bearing >= 0.0, max(int(bearing), 0)
        contact.airtime = 0.0 if contact.grounded else contact.airtime + dt
        contact.area = area
        contact.pressure = contact_pressure(mass, rise - contact.speed, gravity, dt, area)
        contact.speed = rise
        contact.squash = squash
