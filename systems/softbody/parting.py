"""One slime becomes several, and several become one: mass, momentum and volume are kept."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from systems.softbody.edit import centroid, mean_velocity

Part = tuple[Softbody, Transform, Velocity]
"""How a part is meant to be, where it is born, and how fast."""


def size(share: float) -> float:
    """Factor on the radius of a body with a share of the volume: its cube root [1]."""
    return float(share ** (1.0 / 3.0))


def split(
    softbody: Softbody, body: SoftbodyParticles, shares: Sequence[float], *, apart: float
) -> list[Part]:
    """The parts of a slime, side by side along X, that fly apart.

    Args:
        softbody: How it is meant to be.
        body: Its particles.
        shares: Share of each part in mass and volume; together 1.
        apart: Speed at which neighbours part [cm/s].

    Raises:
        ValueError: The shares are not positive, or do not add up to 1.
    """
    if min(shares) <= 0.0 or abs(sum(shares) - 1.0) > 1e-9:  # noqa: PLR2004 - rounding of a sum
        raise ValueError(f"shares must be positive and add up to 1: {list(shares)}")
    radii = [softbody.radius * size(share) for share in shares]
    ways = np.cumsum([0.0] + [a + b for a, b in pairwise(radii)])
    speeds = apart * np.arange(len(shares), dtype=float)
    middle, velocity = centroid(body), mean_velocity(body)
    weights = np.array(shares)
    parts: list[Part] = []
    for row, share in enumerate(shares):
        offset = np.array((ways[row] - np.cumsum(weights * ways)[-1], 0.0, 0.0))
        gain = np.array((speeds[row] - np.cumsum(weights * speeds)[-1], 0.0, 0.0))
        part = replace(softbody, radius=radii[row], mass=body.mass * share)
        parts.append((part, Transform(middle + offset), Velocity(velocity + gain)))
    return parts


def merge(softbodies: Sequence[Softbody], bodies: Sequence[SoftbodyParticles]) -> Part:
    """The one slime that several become, in the manner of the first."""
    masses = np.array([body.mass for body in bodies])
    mass = float(np.cumsum(masses)[-1])
    cubes = float(np.cumsum([softbody.radius**3 for softbody in softbodies])[-1])

    def mean(vectors: Sequence[Floats]) -> Floats:
        weighted: Floats = np.cumsum(masses[:, None] * np.array(vectors), axis=0)[-1] / mass
        return weighted

    whole = replace(softbodies[0], radius=size(cubes), mass=mass)
    place = mean([centroid(body) for body in bodies])
    return whole, Transform(place), Velocity(mean([mean_velocity(body) for body in bodies]))
