"""The entity of a soft body follows its particles."""

import esper

from components.softbody import SoftbodyParticles
from components.transform import Transform, Velocity
from systems.query import entities_with
from systems.softbody.edit import centroid, mean_velocity


class Recentre(esper.Processor):
    """Puts a soft body's Transform on its centroid and its mean velocity in its Velocity.

    Particles live in world space, so nothing about them changes (seed 003 shifts them instead, and loses
    velocity doing so).
    """

    def process(self, dt: float) -> None:
        """Runs once a tick, after the solve."""
        del dt
        for _, (particles, transform, velocity) in entities_with(SoftbodyParticles, Transform, Velocity):
            transform.position = centroid(particles)
            velocity.linear = mean_velocity(particles)
