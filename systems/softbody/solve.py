"""The tick's soft-body solve: from components to kernels and back."""

from dataclasses import dataclass

import esper
import numpy as np

from components.arrays import Floats
from components.collider import EVERYTHING, CapsuleCollider, Layer, SphereCollider
from components.softbody import Softbody, SoftbodyParticles
from components.terrain import PlatformMotion, Terrain
from components.transform import Transform, Velocity
from components.world import LevelInfo
from systems.collision.layers import layer_bits
from systems.query import entities_with, resource
from systems.softbody.edit import centroid
from systems.softbody.motion import all_finite
from systems.softbody.planes import Obstacles
from systems.softbody.solver import Body, Settings, advance


@dataclass(frozen=True, slots=True)
class Capsule:
    """A character as a soft body meets it."""

    entity: int
    """Whose it is."""
    row: tuple[float, ...]
    """Centre (3), half the core's length, radius [cm], velocity (3) [cm/s]."""
    layer: int
    """Bit of its layer."""
    mask: int
    """Bits of the layers it meets."""


def capsule_row(collider: CapsuleCollider, transform: Transform, velocity: Floats) -> tuple[float, ...]:
    """A capsule as `Obstacles` holds it; scaled, and upright whatever the rotation."""
    radius = collider.radius * transform.scale
    core = max(collider.half_height * transform.scale - radius, 0.0)
    return (*transform.position.tolist(), core, radius, *velocity.tolist())


def settings_of(softbody: Softbody, particles: SoftbodyParticles, layer_mask: int) -> Settings:
    """What the solver needs to know of a soft body."""
    return Settings(
        rest_volume=particles.rest_volume * softbody.pressure,
        compliance=softbody.compliance,
        volume_compliance=softbody.volume_compliance,
        damping=softbody.damping,
        friction=softbody.friction,
        depenetration_speed=softbody.depenetration_speed,
        max_speed=softbody.max_speed,
        substeps=softbody.substeps,
        lane_locked=softbody.lane_locked,
        layer_mask=layer_mask,
    )


def body_of(particles: SoftbodyParticles) -> Body:
    """The same arrays as the kernels take them."""
    topology = particles.topology
    return Body(
        particles.positions,
        particles.velocities,
        particles.inverse_masses,
        topology.rest_positions,
        topology.edges,
        particles.edge_lengths,
        topology.triangles,
    )


def restore(particles: SoftbodyParticles, position: Floats) -> None:
    """Gives a body its last good shape back, at rest, around a position if that is finite."""
    particles.positions[:] = particles.last_good_positions
    particles.velocities[:] = 0.0
    particles.restored_count += 1
    if np.isfinite(position).all():
        particles.positions += position - centroid(particles)


def is_finite(particles: SoftbodyParticles) -> bool:
    """Whether all positions and velocities are numbers."""
    return all_finite(particles.positions) and all_finite(particles.velocities)


def solve(
    particles: SoftbodyParticles,
    settings: Settings,
    obstacles: Obstacles,
    gravity: Floats,
    position: Floats,
    dt: float,
) -> None:
    """Moves one soft body through one tick, and keeps numbers that are not finite from staying.

    Args:
        particles: Its particles, changed.
        settings: How it is meant to be.
        obstacles: What is solid.
        gravity: Acceleration [cm/s²], shape [3].
        position: Where its entity is [cm], shape [3].
        dt: Length of the tick [s].
    """
    if not is_finite(particles):
        restore(particles, position)
    particles.last_good_positions = particles.positions.copy()
    normals = advance(body_of(particles), settings, obstacles, gravity, dt)
    if not is_finite(particles):
        restore(particles, position)
        normals[:] = 0.0
    touching = normals.any(axis=1)
    particles.contact_count = int(np.count_nonzero(touching))
    particles.contact_points = particles.positions[touching]
    particles.contact_normals = normals[touching]


class SoftbodySolve(esper.Processor):
    """Moves all soft bodies: elasticity, volume, damping, and contact with terrain and characters.

    Contact never depends on whether anything noticed an overlap.
    """

    def process(self, dt: float) -> None:
        """Advances every soft body by one tick; a tick without length changes nothing."""
        bodies = entities_with(Softbody, SoftbodyParticles, Transform)
        if not bodies or not dt > 0.0:
            return
        terrain, motion = resource(Terrain).arrays, resource(PlatformMotion).arrays
        gravity = resource(LevelInfo).gravity
        capsules = _capsules()
        for entity, (softbody, particles, transform) in bodies:
            layer, mask = _layer_and_mask(entity)
            obstacles = Obstacles(terrain, motion, _met_capsules(capsules, entity, layer, mask))
            settings = settings_of(softbody, particles, mask)
            solve(particles, settings, obstacles, gravity, transform.position, dt)


def _capsules() -> list[Capsule]:
    return [
        Capsule(
            entity,
            capsule_row(collider, transform, _velocity_of(entity)),
            layer_bits((collider.layer,)),
            layer_bits(collider.mask),
        )
        for entity, (collider, transform) in entities_with(CapsuleCollider, Transform)
        if collider.enabled
    ]


def _velocity_of(entity: int) -> Floats:
    velocity = esper.try_component(entity, Velocity)
    return np.zeros(3) if velocity is None else velocity.linear


def _layer_and_mask(entity: int) -> tuple[int, int]:
    collider = esper.try_component(entity, SphereCollider)
    if collider is None:
        return layer_bits((Layer.SLIME,)), layer_bits(EVERYTHING)
    return layer_bits((collider.layer,)), layer_bits(collider.mask)


def _met_capsules(capsules: list[Capsule], entity: int, layer: int, mask: int) -> Floats:
    rows = [
        capsule.row
        for capsule in capsules
        if capsule.entity != entity and capsule.layer & mask and capsule.mask & layer
    ]
    return np.array(rows).reshape(-1, 8)
