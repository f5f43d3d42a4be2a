"""How strongly a push is felt away from where it comes from, and what two slimes make of it."""

import numpy as np

from components.arrays import Floats

REFERENCE_RATE = 60.0
"""A steady push is as strong as one of full strength this many times a second [1/s]."""


def falloff(positions: Floats, point: Floats, radius: float) -> Floats:
    """Weights that fall in a line from 1 at a point to 0 at a radius (seed 003).

    Args:
        positions: Particle positions [cm], shape [particle_count, 3].
        point: Where the push comes from [cm], shape [3].
        radius: Distance from which on it is not felt [cm].

    Returns:
        max(0, 1 - distance / radius) for each particle, shape [particle_count].
    """
    x, y, z = (positions - point).T
    weights: Floats = np.maximum(1.0 - np.sqrt(x * x + y * y + z * z) / radius, 0.0)
    return weights


def closing_speed(relative_velocity: Floats, normal: Floats) -> float:
    """How fast a body comes toward what pushes it [cm/s]; below 0 where they part.

    Args:
        relative_velocity: Of the body against the other side [cm/s], shape [3].
        normal: Unit direction of the push, shape [3].
    """
    x, y, z = (relative_velocity * normal).tolist()
    return -float(x + y + z)


def steady_speed(strength: float, dt: float) -> float:
    """Speed gained in one tick from a steady push [cm/s]; the same per second at every tick rate."""
    return strength * dt * REFERENCE_RATE


def recoil(impulse: Floats, mass: float, limit: float) -> Floats:
    """Velocity change [cm/s] of a character that answers an impulse [kg cm/s], without leaving its lane.

    It has no Y, and is at most `limit` long: what is beyond, the ground takes.
    """
    change = np.array((impulse[0], 0.0, impulse[2])) / mass
    size = float(np.hypot(change[0], change[2]))
    return change * (limit / size) if size > limit else change
