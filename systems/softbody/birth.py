"""How a soft body gets its particles."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from components.arrays import Floats, vector
from components.softbody import Softbody, SoftbodyParticles, SoftbodyTopology
from components.transform import Transform, Velocity
from systems.softbody.lanes import Material
from systems.softbody.material import material_rows, substeps_of
from systems.softbody.pools import (
    add_body,
    empty_pools,
    keep,
    materials,
    write_shape,
    write_velocities,
)
from systems.softbody.shapes import mesh_of

Kind = TypeVar("Kind")


def companions(components: Mapping[type, object]) -> list[object]:
    """What an entity with a Softbody needs besides: particles around its place, and a velocity.

    Args:
        components: The entity's components by class; its Transform says where and how large it is born, its
            Velocity how fast.
    """
    softbody = _component(components, Softbody)
    transform = _component(components, Transform)
    velocity = _component(components, Velocity)
    particles = born(softbody, transform.position, velocity=velocity.linear, scale=transform.scale)
    return [particles, Velocity(velocity.linear.copy())]


def born(
    softbody: Softbody,
    position: Floats,
    *,
    velocity: Floats | None = None,
    scale: float = 1.0,
    topology: SoftbodyTopology | None = None,
) -> SoftbodyParticles:
    """Particles of a soft body at rest, in a pool of their own until a world takes them into its pools.

    Args:
        softbody: How it is meant to be.
        position: Centroid, world space [cm], shape [3].
        velocity: Velocity of all particles [cm/s], shape [3]; none means at rest.
        scale: Factor on its radius [1].
        topology: Its mesh; none means the one it asks for.
    """
    mesh = mesh_of(softbody) if topology is None else topology
    pools, radius = empty_pools(), softbody.radius * scale
    substeps = substeps_of(softbody, mesh, radius)
    particles = SoftbodyParticles(pools, add_body(pools, mesh, substeps=substeps))
    slot = particles.slot
    pools.masses[slot], pools.radii[slot] = softbody.mass, radius
    pools.frictions[slot] = softbody.friction
    rows = material_rows(softbody, mesh, radius)
    materials(pools)[0] = rows[:, None]
    materials(pools)[0, Material.WEIGHT, 1:] = 0.0
    write_shape(particles, position, mesh.rest_positions * radius)
    write_velocities(
        particles, np.tile(vector() if velocity is None else velocity, (len(mesh.rest_positions), 1))
    )
    keep(particles)
    return particles


def _component(components: Mapping[type, object], kind: type[Kind]) -> Kind:
    found = components.get(kind)
    return found if isinstance(found, kind) else kind()
