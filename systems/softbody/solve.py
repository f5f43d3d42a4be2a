"""The tick's soft-body solve: from components to kernels and back."""

from collections.abc import Iterable, Sequence
from functools import partial
from operator import attrgetter

import esper
import numpy as np

from components.character import CharacterMotor
from components.collider import EVERYTHING, Layer, SphereCollider
from components.softbody import Softbody, SoftbodyParticles, SoftbodyPools
from components.terrain import PlatformMotion, Terrain
from components.world import LevelInfo
from systems.collision.carried import shape_sources
from systems.collision.layers import own_and_met
from systems.kept import Kept
from systems.query import entities_with, resource
from systems.softbody.lanes import SUBSTEPS
from systems.softbody.material import material_rows, substeps_of
from systems.softbody.planes import Obstacles
from systems.softbody.pools import (
    empty_pools,
    give_memory,
    materials,
    move_body,
    remove_body,
    touch,
)
from systems.softbody.solids import givers_of, solid_rows, solids_of_world
from systems.softbody.tick import tick_bodies
from systems.softbody.vectors import LANES

_SETTINGS = attrgetter(
    "compliance",
    "frequency",
    "damping_ratio",
    "wobble",
    "sag",
    "settle",
    "volume_compliance",
    "pressure",
    "damping",
    "friction",
    "substeps",
    "depenetration_speed",
    "max_speed",
    "lane_locked",
    "can_sleep",
    "plasticity",
    "yield_strain",
    "plastic_limit",
    "mass",
)
_MEETS = attrgetter("layer", "mask", "sensor")


def adopt(bodies: Iterable[SoftbodyParticles], pools: SoftbodyPools) -> None:
    """Takes bodies that are elsewhere into these pools, to blocks of their substeps."""
    for body in bodies:
        if body.pools is not pools:
            move_body(body, pools, substeps=int(body.pools.substeps[body.slot]))


def release(pools: SoftbodyPools, bodies: Iterable[SoftbodyParticles]) -> None:
    """Frees the lanes of all bodies but these."""
    here = {body.slot for body in bodies}
    for slot in np.flatnonzero(pools.taken).tolist():
        if slot not in here:
            remove_body(pools, slot)


def inform(body: SoftbodyParticles, softbody: Softbody, entity: int, layer: int, mask: int) -> None:
    """Tells the pools how a body is meant to be, and wakes it."""
    pools, slot = body.pools, body.slot
    rows = material_rows(softbody, body.topology, body.radius)
    materials(pools)[slot // LANES, :, slot % LANES] = rows
    if softbody.plasticity > 0.0:
        give_memory(pools, slot // LANES)
    pools.masses[slot] = softbody.mass
    pools.frictions[slot] = softbody.friction
    pools.can_sleep[slot] = softbody.can_sleep
    pools.substeps[slot] = substeps = substeps_of(softbody, body.topology, body.radius)
    pools.is_mixed |= bool((pools.blocks[[0, slot // LANES], SUBSTEPS] != substeps).any())
    pools.layers[slot] = entity, layer, mask
    touch(body)


class SoftbodySolve(esper.Processor):
    """Moves all soft bodies: elasticity, volume, damping, and contact with all that is solid or soft.

    Contact never depends on whether anything noticed an overlap.
    """

    def __init__(self) -> None:
        self._bodies = Kept(take_in)
        self._solids = Kept(solids_of_world)

    def process(self, dt: float) -> None:
        """Advances every soft body by one tick; a tick without length changes nothing."""
        rows = entities_with(Softbody, SoftbodyParticles)
        if not rows or not dt > 0.0:
            return
        changes = Softbody.changes, SphereCollider.changes, SoftbodyParticles.changes
        bodies = self._bodies(rows, _pools(), *changes)
        solids = self._solids(*shape_sources(), CharacterMotor.changes)
        terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
        obstacles = Obstacles(terrain, motion, solid_rows(solids), solids.owners)
        gravity = resource(LevelInfo).gravity
        tick_bodies(bodies, obstacles, gravity, dt, givers=partial(givers_of, solids))


def take_in(
    rows: Sequence[tuple[int, tuple[Softbody, SoftbodyParticles]]], pools: SoftbodyPools, *_changes: int
) -> list[SoftbodyParticles]:
    """Takes all bodies into a world's pools, which are told what is new of how they are meant to be."""
    bodies = [body for _, (_, body) in rows]
    adopt(bodies, pools)
    if np.count_nonzero(pools.taken) != len(bodies):
        release(pools, bodies)
    for entity, (softbody, body) in rows:
        sphere = esper.try_component(entity, SphereCollider)
        known = (entity, _SETTINGS(softbody), _MEETS(sphere) if sphere is not None else None)
        if known != body.known:
            body.known = known
            inform(body, softbody, entity, *_layer_and_mask(sphere))
    return bodies


def _pools() -> SoftbodyPools:
    """The world entity's pools; a world that was made without any gets them here."""
    found = esper.get_component(SoftbodyPools)
    if not found:
        pools = empty_pools()
        esper.add_component(esper.get_component(LevelInfo)[0][0], pools)
        return pools
    return found[0][1]


def _layer_and_mask(collider: SphereCollider | None) -> tuple[int, int]:
    if collider is None:
        return own_and_met(Layer.SLIME, EVERYTHING)
    if collider.sensor:
        return 0, 0
    return own_and_met(collider.layer, tuple(collider.mask))
