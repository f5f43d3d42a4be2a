"""What may be done to a soft body from outside: put it somewhere else, and push it."""

import numpy as np

from components.arrays import Floats
from components.softbody import Floats32, SoftbodyParticles
from components.transform import Transform
from systems.softbody.pools import ANCHOR_GRID, touch, write_positions, write_velocities

__all__ = [
    "centroid",
    "mass_by_weight",
    "mean_velocity",
    "place",
    "push",
    "write_positions",
    "write_velocities",
]


def place(
    particles: SoftbodyParticles, transform: Transform, position: Floats, *, keep_velocity: bool = False
) -> None:
    """Moves a soft body at once, with its shape and without touching what lies between.

    Args:
        particles: Its particles, all shifted by the same vector.
        transform: Where it is; follows.
        position: Where its centroid shall be, world space [cm], shape [3].
        keep_velocity: Whether it goes on moving as it did; otherwise it is at rest.

    Raises:
        ValueError: The position is not three finite numbers.
    """
    target = _three_numbers(position, "position")
    pools, slot = particles.pools, particles.slot
    shift = target - centroid(particles)
    whole = np.rint(shift * ANCHOR_GRID) / ANCHOR_GRID
    pools.anchors[slot] += whole
    for numbers in (pools.positions, pools.kept):
        pools.lane(numbers, slot)[:] += shift - whole
    if not keep_velocity:
        pools.lane(pools.velocities, slot)[:] = 0.0
    touch(particles)
    transform.position = target


def push(
    particles: SoftbodyParticles,
    *,
    velocity: Floats | None = None,
    impulse: Floats | None = None,
    weights: Floats | None = None,
) -> Floats:
    """Changes the velocities of a soft body's particles; felt from the next solve on.

    Args:
        particles: Its particles.
        velocity: What a particle of weight 1 gains [cm/s], shape [3]; or else
        impulse: What all of them gain together [kg cm/s], shape [3].
        weights: How strongly each particle is meant [1], shape [particle_count]; left out, all alike.

    Returns:
        The momentum it gained [kg cm/s], shape [3].

    Raises:
        ValueError: Not exactly one of velocity and impulse is given, or not three finite numbers.
    """
    share = np.ones(len(particles.topology.rest_positions)) if weights is None else weights
    weighted_mass = mass_by_weight(particles, share)
    if velocity is not None and impulse is None:
        gain = _three_numbers(velocity, "velocity")
    elif impulse is not None and velocity is None:
        gain = _three_numbers(impulse, "impulse") / weighted_mass if weighted_mass > 0.0 else np.zeros(3)
    else:
        raise ValueError("push takes either a velocity or an impulse")
    write_velocities(particles, particles.velocities_ws + np.outer(share, gain))
    return weighted_mass * gain


def centroid(particles: SoftbodyParticles) -> Floats:
    """Centre of mass, world space [cm], shape [3]."""
    pools = particles.pools
    centre: Floats = _mean(pools.lane(pools.positions, particles.slot)) + pools.anchors[particles.slot]
    return centre


def mean_velocity(particles: SoftbodyParticles) -> Floats:
    """Velocity of the centre of mass [cm/s], shape [3]."""
    return _mean(particles.pools.lane(particles.pools.velocities, particles.slot))


def mass_by_weight(particles: SoftbodyParticles, weights: Floats) -> float:
    """Sum of mass times weight over all particles [kg], in their order."""
    return float(np.cumsum(weights)[-1]) * particles.mass / len(weights)


def _mean(vectors: Floats32) -> Floats:
    """Mean of one vector of each particle, added up in their order."""
    mean: Floats = np.cumsum(vectors, axis=0, dtype=np.float64)[-1] / len(vectors)
    return mean


def _three_numbers(values: Floats, name: str) -> Floats:
    array = np.array(values, dtype=np.float64)
    if array.shape != (3,) or not np.isfinite(array).all():
        raise ValueError(f"{name} is not three finite numbers: {values}")
    return array
