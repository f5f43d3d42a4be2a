"""How a soft body gets its particles."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from components.arrays import Floats, vector
from components.softbody import Softbody, SoftbodyParticles, SoftbodyTopology
from components.transform import Transform, Velocity
from systems.softbody.constraints import signed_volume
from systems.softbody.topology import icosphere

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
    """Particles of a soft body at rest.

    Args:
        softbody: How it is meant to be.
        position: Centroid, world space [cm], shape [3].
        velocity: Velocity of all particles [cm/s], shape [3]; none means at rest.
        scale: Factor on its radius [1].
        topology: Its mesh; none means the icosphere with the subdivisions it asks for.
    """
    mesh = icosphere(softbody.subdivisions) if topology is None else topology
    around = mesh.rest_positions * (softbody.radius * scale)
    count = len(around)
    sides = around[mesh.edges[:, 1]] - around[mesh.edges[:, 0]]
    positions = around + position
    return SoftbodyParticles(
        topology=mesh,
        positions=positions,
        velocities=np.tile(vector() if velocity is None else velocity, (count, 1)),
        inverse_masses=np.full(count, count / softbody.mass),
        edge_lengths=np.sqrt(sides[:, 0] ** 2 + sides[:, 1] ** 2 + sides[:, 2] ** 2),
        rest_volume=signed_volume(around, mesh.triangles),
        last_good_positions=positions.copy(),
    )


def _component(components: Mapping[type, object], kind: type[Kind]) -> Kind:
    found = components.get(kind)
    return found if isinstance(found, kind) else kind()
