"""The tick's soft-body solve: from components to kernels and back."""

import math
from collections.abc import Iterable
from operator import attrgetter

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.character import CharacterMotor, GroundContact
from components.collider import (
    EVERYTHING,
    BoxCollider,
    CapsuleCollider,
    Layer,
    SphereCollider,
)
from components.softbody import Softbody, SoftbodyParticles, SoftbodyPools
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform, Velocity
from components.world import LevelInfo
from systems.collision.layers import own_and_met
from systems.query import entities_with, resource
from systems.softbody.lanes import SUBSTEPS
from systems.softbody.material import material_rows
from systems.softbody.planes import Obstacles
from systems.softbody.pools import (
    empty_pools,
    give_memory,
    materials,
    move_body,
    remove_body,
    touch,
)
from systems.softbody.tick import Givers, tick_bodies
from systems.softbody.vectors import LANES

Collider = SphereCollider | CapsuleCollider | BoxCollider

SOLID_LAYERS = (Layer.TERRAIN, Layer.PLATFORM, Layer.PAWN)
"""Layers of entities that soft bodies cannot enter."""

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


def capsule_row(collider: CapsuleCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A capsule as `Obstacles` holds solids; scaled, and upright whatever the rotation."""
    radius = collider.radius * transform.scale
    core = max(collider.half_height * transform.scale - radius, 0.0)
    return (*transform.position.tolist(), 0.0, 0.0, core, radius, *velocity.tolist())


def sphere_row(collider: SphereCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A sphere as `Obstacles` holds solids."""
    centre = transform.position + collider.offset * transform.scale
    return (*centre.tolist(), 0.0, 0.0, 0.0, collider.radius * transform.scale, *velocity.tolist())


def box_row(collider: BoxCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A box as `Obstacles` holds solids; upright whatever the rotation."""
    core = collider.half_extents * transform.scale
    return (*transform.position.tolist(), *core.tolist(), 0.0, *velocity.tolist())


def adopt(bodies: Iterable[SoftbodyParticles], pools: SoftbodyPools, substeps: Iterable[int]) -> None:
    """Takes bodies that are elsewhere into these pools, to blocks of their substeps."""
    for body, steps in zip(bodies, substeps, strict=True):
        if body.pools is not pools:
            move_body(body, pools, substeps=steps)


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
    pools.substeps[slot] = softbody.substeps
    pools.is_mixed |= bool((pools.blocks[[0, slot // LANES], SUBSTEPS] != softbody.substeps).any())
    pools.layers[slot] = entity, layer, mask
    touch(body)


def givers_of(entities: Integers) -> Givers:
    """Which of some solid entities give way: characters, but not downward from ground that they stand on."""
    masses, braced = [], []
    for entity in entities.tolist():
        motor = esper.try_component(entity, CharacterMotor)
        ground = esper.try_component(entity, GroundContact)
        masses.append(math.inf if motor is None else motor.mass)
        stands = ground is not None and ground.grounded and ground.solid >= 0
        braced.append(motor is not None and stands)
    return Givers(entities, np.array(masses, dtype=np.float64), np.array(braced, dtype=np.bool_))


class SoftbodySolve(esper.Processor):
    """Moves all soft bodies: elasticity, volume, damping, and contact with all that is solid or soft.

    Contact never depends on whether anything noticed an overlap.
    """

    def process(self, dt: float) -> None:
        """Advances every soft body by one tick; a tick without length changes nothing."""
        rows = entities_with(Softbody, SoftbodyParticles)
        if not rows or not dt > 0.0:
            return
        pools = _pools()
        bodies = [body for _, (_, body) in rows]
        adopt(bodies, pools, [softbody.substeps for _, (softbody, _) in rows])
        if np.count_nonzero(pools.taken) != len(bodies):
            release(pools, bodies)
        spheres = dict(esper.get_component(SphereCollider))
        for entity, (softbody, body) in rows:
            sphere = spheres.get(entity)
            known = (entity, _SETTINGS(softbody), _MEETS(sphere) if sphere is not None else None)
            if known != body.known:
                body.known = known
                inform(body, softbody, entity, *_layer_and_mask(sphere))
        terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
        obstacles = Obstacles(terrain, motion, *_solids())
        givers = givers_of(obstacles.owners[:, 0])
        tick_bodies(bodies, obstacles, resource(LevelInfo).gravity, dt, givers=givers)


def _pools() -> SoftbodyPools:
    """The world entity's pools; a world that was made without any gets them here."""
    found = esper.get_component(SoftbodyPools)
    if not found:
        pools = empty_pools()
        esper.add_component(esper.get_component(LevelInfo)[0][0], pools)
        return pools
    return found[0][1]


def _solids() -> tuple[Floats, Integers]:
    """Rows and owners of all entities that soft bodies cannot enter; see `Obstacles`."""
    rows: list[tuple[float, ...]] = []
    owners: list[tuple[int, int, int]] = []
    for entity, (capsule, place) in entities_with(CapsuleCollider, Transform):
        if _is_solid(entity, capsule):
            rows.append(capsule_row(capsule, place, _velocity_of(entity)))
            owners.append(_owner(entity, capsule))
    for entity, (sphere, place) in entities_with(SphereCollider, Transform):
        if sphere.layer in SOLID_LAYERS and _is_solid(entity, sphere):
            rows.append(sphere_row(sphere, place, _velocity_of(entity)))
            owners.append(_owner(entity, sphere))
    for entity, (box, place) in entities_with(BoxCollider, Transform):
        if box.layer in SOLID_LAYERS and _is_solid(entity, box):
            rows.append(box_row(box, place, _velocity_of(entity)))
            owners.append(_owner(entity, box))
    solids = np.array(rows, dtype=np.float64).reshape(-1, 10)
    return solids, np.array(owners, dtype=np.int64).reshape(-1, 3)


def _is_solid(entity: int, collider: Collider) -> bool:
    return collider.enabled and not collider.sensor and not esper.has_component(entity, Softbody)


def _owner(entity: int, collider: Collider) -> tuple[int, int, int]:
    return entity, *own_and_met(collider.layer, tuple(collider.mask))


def _velocity_of(entity: int) -> Floats:
    velocity = esper.try_component(entity, Velocity)
    return np.zeros(3) if velocity is None else velocity.linear


def _layer_and_mask(collider: SphereCollider | None) -> tuple[int, int]:
    if collider is None:
        return own_and_met(Layer.SLIME, EVERYTHING)
    if collider.sensor:
        return 0, 0
    return own_and_met(collider.layer, tuple(collider.mask))
