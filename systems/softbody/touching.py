"""How soft bodies touch what is solid and each other, told to game logic."""

from collections.abc import Sequence
from functools import lru_cache

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.slime import SlimeContact
from components.softbody import SoftbodyParticles, SoftbodyPools, SoftbodyTopology
from components.world import LevelInfo
from systems.query import entities_with, resource
from systems.softbody.lanes import MESH, Fact
from systems.softbody.pools import facts, refresh, slots_of
from systems.softbody.report import OTHER
from systems.softbody.vectors import LANES

BEARING_RISE = 0.5
"""Least Z of the normal of a contact that bears a body [1]."""


@lru_cache(maxsize=32)
def unit_area(topology: SoftbodyTopology) -> float:
    """Surface of the unit mesh [1]."""
    corners = topology.rest_positions[topology.triangles]
    x, y, z = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).T
    return 0.5 * float(np.cumsum(np.sqrt(x * x + y * y + z * z))[-1])


def particle_areas(pools: SoftbodyPools, slots: Integers) -> Floats:
    """Surface at rest that belongs to each particle of some bodies [cm²], shape [body_count]."""
    units = np.array([unit_area(mesh) / len(mesh.rest_positions) for mesh in pools.topologies])
    areas: Floats = units[pools.blocks[slots // LANES, MESH]] * pools.radii[slots] ** 2
    return areas


def rest_heights(pools: SoftbodyPools, slots: Integers) -> Floats:
    """Heights of some bodies at rest without weight [cm], shape [body_count]."""
    units = np.array([rest_height(mesh) for mesh in pools.topologies])
    tall: Floats = units[pools.blocks[slots // LANES, MESH]] * pools.radii[slots]
    return tall


def bearers(ranges: Integers, contacts: Floats) -> Integers:
    """Who bears each body by a contact that looks up: a soft body, 0 for something solid, -1 for nobody.

    Args:
        ranges: First and past the last contact of each body, shape [body_count, 2].
        contacts: The contacts, shape [contact_count, CONTACT_COLUMNS]; solids of a body come first.
    """
    bearing = np.flatnonzero(contacts[:, 5] > BEARING_RISE)
    others = np.concatenate((contacts[bearing, OTHER], (-1,))).astype(np.int64)
    first = np.searchsorted(bearing, ranges[:, 0])
    found: Integers = np.where(first < np.searchsorted(bearing, ranges[:, 1]), others[first], -1)
    return found


def heights(pools: SoftbodyPools, slots: Integers) -> Floats:
    """From the lowest to the highest particle of some measured bodies [cm], shape [body_count]."""
    table = facts(pools)[slots // LANES, :, slots % LANES].astype(np.float64)
    tall: Floats = table[:, Fact.HIGH + 2] - table[:, Fact.LOW + 2]
    return tall


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
    bodies = [body for _, body in rows]
    slots = slots_of(bodies)
    refresh(pools)
    ranges = pools.contact_ranges[slots]
    bearing = bearers(ranges, pools.contacts).tolist()
    areas = ((ranges[:, 1] - ranges[:, 0]) * particle_areas(pools, slots)).tolist()
    masses = pools.masses[slots].tolist()
    rises = facts(pools)[slots // LANES, Fact.SPEED_X + 2, slots % LANES].tolist()
    squashes = (heights(pools, slots) / rest_heights(pools, slots)).tolist()
    for row, (contact, _) in enumerate(rows):
        contact.grounded, contact.entity = bearing[row] >= 0, max(bearing[row], 0)
        contact.airtime = 0.0 if contact.grounded else contact.airtime + dt
        contact.area = areas[row]
        change = rises[row] - contact.speed
        contact.pressure = contact_pressure(masses[row], change, gravity, dt, areas[row])
        contact.speed = rises[row]
        contact.squash = squashes[row]


@lru_cache(maxsize=32)
def rest_height(topology: SoftbodyTopology) -> float:
    """Height of the unit mesh [1]."""
    return float(np.ptp(topology.rest_positions[:, 2]))
