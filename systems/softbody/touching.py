"""How soft bodies touch what is solid and each other, told to game logic."""

from collections.abc import Sequence
from functools import lru_cache

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.slime import SlimeContact
from components.softbody import Floats32, SoftbodyParticles, SoftbodyTopology
from components.world import LevelInfo
from systems.kept import Kept
from systems.kernel import lean_kernel
from systems.query import entities_with, resource
from systems.softbody.herds import Herd, herds_of
from systems.softbody.lanes import MESH, Z
from systems.softbody.offsets import BLOCK_FACTS, HIGH, LOW, SPEED
from systems.softbody.pools import refresh
from systems.softbody.report import OTHER
from systems.softbody.vectors import LANES, lean_lane_kernel

BEARING_RISE = 0.5
"""Least Z of the normal of a contact that bears a body [1]."""
BEARER, AIRTIME, AREA, PRESSURE, SQUASH, RISE = range(6)
"""Columns of what is told of a body."""


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


def units_of(topologies: tuple[SoftbodyTopology, ...]) -> Floats:
    """Surface for each particle and height of some unit meshes [1], shape [mesh_count, 2]."""
    return np.array([(unit_area(mesh) / len(mesh.rest_positions), rest_height(mesh)) for mesh in topologies])


@lean_lane_kernel
def look_at(
    blocks: Integers,
    facts: Floats32,
    radii: Floats,
    masses: Floats,
    ranges: Integers,
    contacts: Floats,
    units: Floats,
    slots: Integers,
    gravity: float,
    dt: float,
    told: Floats,
) -> None:
    """Writes how some measured bodies stand.

    Args:
        blocks: Columns of `Lanes.blocks`.
        facts: Rows of `Fact`.
        radii: Radii at rest [cm], by slot.
        masses: Masses [kg], by slot.
        ranges: First and past the last contact of each body, by slot.
        contacts: The contacts, shape [contact_count, CONTACT_COLUMNS]; solids of a body come first.
        units: See `units_of`.
        slots: Which bodies, shape [body_count].
        gravity: Acceleration along Z [cm/s²].
        dt: Length of the tick [s].
        told: Who bears each, see `bearer`, and airtime, area, pressure, squash and speed of its
            `SlimeContact`: those of the tick before, which become those of this one, shape [body_count, 6].
    """
    for n in range(slots.shape[0]):
        slot = slots[n]
        block = slot // LANES
        unit, height = units[blocks[block, MESH]]
        first, last = ranges[slot, 0], ranges[slot, 1]
        f = block * BLOCK_FACTS + slot % LANES
        tall = float(facts[f + HIGH + Z]) - float(facts[f + LOW + Z])
        area = (last - first) * (unit * (radii[slot] * radii[slot]))
        speed = float(facts[f + SPEED + Z])
        told[n, BEARER] = bearer(contacts, first, last)
        told[n, AIRTIME] = 0.0 if told[n, BEARER] >= 0.0 else told[n, AIRTIME] + dt
        told[n, AREA] = area
        told[n, PRESSURE] = contact_pressure(masses[slot], speed - told[n, RISE], gravity, dt, area)
        told[n, SQUASH] = tall / (height * radii[slot])
        told[n, RISE] = speed


@lean_kernel
def bearer(contacts: Floats, first: int, last: int) -> int:
    """Who bears a body by the first of its contacts that looks up.

    A soft body, 0 for something solid, or -1 for nobody.
    """
    for k in range(first, last):
        if contacts[k, 5] > BEARING_RISE:
            return int(contacts[k, OTHER])
    return -1


@lean_kernel
def contact_pressure(mass: float, change: float, gravity: float, dt: float, area: float) -> float:
    """Force by momentum, m (dv / dt - g), over an area [kg/(cm s²)]; 0 without area."""
    return abs(mass * (change / dt - gravity)) / area if area > 0.0 else 0.0


class SlimeContacts(esper.Processor):
    """Keeps the `SlimeContact` of all soft bodies."""

    def __init__(self) -> None:
        self._herds = Kept(_herds)

    def process(self, dt: float) -> None:
        """Runs once a tick, after soft bodies have moved."""
        rows = entities_with(SlimeContact, SoftbodyParticles)
        if not rows or not dt > 0.0:
            return
        gravity = float(resource(LevelInfo).gravity[2])
        for herd, units in self._herds(rows, SoftbodyParticles.changes):
            _tell(herd, units, gravity, dt)


def _herds(
    rows: Sequence[tuple[int, tuple[SlimeContact, SoftbodyParticles]]], _changes: int
) -> list[tuple[Herd[SlimeContact], Floats]]:
    """All of them, pools by pools, each with the `units_of` its meshes."""
    herds = herds_of([body for _, (_, body) in rows], [contact for _, (contact, _) in rows])
    return [(herd, units_of(tuple(herd.pools.topologies))) for herd in herds]


def _tell(herd: Herd[SlimeContact], units: Floats, gravity: float, dt: float) -> None:
    pools, slots, contacts = herd
    refresh(pools)
    told = np.array([(-1.0, contact.airtime, 0.0, 0.0, 0.0, contact.speed) for contact in contacts])
    look_at(
        pools.blocks,
        pools.facts,
        pools.radii,
        pools.masses,
        pools.contact_ranges,
        pools.contacts,
        units,
        slots,
        gravity,
        dt,
        told,
    )
    for contact, (bearing, *numbers) in zip(contacts, told.tolist(), strict=True):
        contact.grounded, contact.entity = bearing >= 0.0, max(int(bearing), 0)
        contact.airtime, contact.area, contact.pressure, contact.squash, contact.speed = numbers
