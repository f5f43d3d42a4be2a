"""How a soft body gets its particles."""

from collections.abc import Mapping

import numpy as np

from components.arrays import Floats, vector
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from systems.softbody.constraints import signed_volume
from systems.softbody.topology import icosphere


def companions(components: Mapping[type, object]) -> list[object]:
    """What an entity with a Softbody needs besides: particles around its place, and a velocity.

    Args:
        components: The entity's components by class; its Transform says where and how large it is born, its
            Velocity how fast.
    """
    softbody = components[Softbody]
    transform = components.get(Transform, Transform())
    velocity = components.get(Velocity, Velocity())
    if not isinstance(softbody, Softbody):
        raise TypeError("the component under Softbody is not one")
    position = transform.position if isinstance(transform, Transform) else vector()
    scale = transform.scale if isinstance(transform, Transform) else 1.0
    speed = velocity.linear if isinstance(velocity, Velocity) else vector()
    return [born(softbody, position, velocity=speed, scale=scale), Velocity(speed.copy())]


def born(
    softbody: Softbody, position: Floats, *, velocity: Floats | None = None, scale: float = 1.0
) -> SoftbodyParticles:
    """Particles of a soft body at rest.

    Args:
        softbody: How it is meant to be.
        position: Centroid, world space [cm], shape [3].
        velocity: Velocity of all particles [cm/s], shape [3]; none means at rest.
        scale: Factor on its radius [1].
    """
    topology = icosphere(softbody.subdivisions)
    around = topology.rest_positions * (softbody.radius * scale)
    count = len(around)
    sides = around[topology.edges[:, 1]] - around[topology.edges[:, 0]]
    positions = around + position
    return SoftbodyParticles(
        topology=topology,
        positions=positions,
        velocities=np.tile(vector() if velocity is None else velocity, (count, 1)),
        inverse_masses=np.full(count, count / softbody.mass),
        edge_lengths=np.sqrt(sides[:, 0] ** 2 + sides[:, 1] ** 2 + sides[:, 2] ** 2),
        rest_volume=signed_volume(around, topology.triangles),
        last_good_positions=positions.copy(),
    )
