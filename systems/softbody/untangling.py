"""Bodies whose surface has passed through itself for long are led out of it.

For a moment even a sound body may, in a hard blow. Only what stays so does not find its own way back. What
is squeezed between two sides has no way to go, and waits until it is let go.
"""

import math
from collections.abc import Sequence

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyParticles
from systems.softbody.pools import refresh
from systems.softbody.tangles import passes_through_itself, rigid_motion, way_home
from systems.softbody.vectors import LANES

ASTRAY = 0.1
"""Distance of the particles from their place in the body's shape, by root mean square, up to which no body is
held to be tangled [radii]."""
AGAINST = -0.5
"""Cosine of two contact normals from which on they press a body together [1]."""
PATIENCE = 0.25
"""How long a body has to be folded until its surface is looked at, and how long it is led until that is done
again [s]."""
HOMING = 10.0
"""Share of its way home that a particle of a tangled body is sent on in a second [1/s]."""


def untangle(
    bodies: Sequence[SoftbodyParticles], slots: Integers, folded: Sequence[int], dt: float
) -> list[int]:
    """Sends the particles of bodies that stay tangled home, to their place in the body's shape.

    They are sent by velocities, which stop at what is solid.

    Args:
        bodies: All bodies.
        slots: Their slots, shape [body_count].
        folded: Rows of those that are folded and awake.
        dt: Length of the tick [s].

    Returns:
        Rows of the bodies that were sent.
    """
    pools = bodies[0].pools
    before = pools.folded[slots[list(folded)]].tolist()
    pools.folded[slots] = 0
    patience = max(math.ceil(PATIENCE / dt), 1)
    tangled = []
    for row, ticks in zip(folded, before, strict=True):
        body = bodies[row]
        pools.folded[body.slot] = now = ticks_folded(body, ticks, patience)
        if now >= patience:
            pools.lane(pools.velocities, body.slot)[:] = homeward(body)
            pools.stale[body.slot // LANES] = True
            tangled.append(row)
    refresh(pools)
    return tangled


def ticks_folded(body: SoftbodyParticles, before: int, patience: int) -> int:
    """For how many ticks a body has been folded, those not counted in which it was found sound.

    From `patience` on it is tangled; whether it still is, is found out again after as many more.
    """
    now = before + 1
    if now < patience:
        return now
    if not is_astray(body) or is_squeezed(body):
        return 0
    if now % patience:
        return now
    return patience if passes_through_itself(body.positions_ws, body.topology) else 0


def is_astray(body: SoftbodyParticles) -> bool:
    """Whether a body is as far from its shape as one that is tangled."""
    way = way_home(*arms_of(body))
    squares = float(np.cumsum(way * way)[-1]) / len(way)
    return squares > (ASTRAY * body.radius) ** 2


def is_squeezed(body: SoftbodyParticles) -> bool:
    """Whether something pressed a body from two sides in the last tick."""
    normals = body.contact_normals
    cosines = (normals[:, None] * normals).sum(axis=2)
    return bool((cosines < AGAINST).any())


def homeward(body: SoftbodyParticles) -> Floats:
    """Velocities that keep a body's momenta and bring its particles to their place in its shape [cm/s]."""
    arms, shape = arms_of(body)
    return rigid_motion(arms, body.velocities_ws) + HOMING * way_home(arms, shape)


def arms_of(body: SoftbodyParticles) -> tuple[Floats, Floats]:
    """Particles around their centroid now and at rest [cm], each of shape [particle_count, 3]."""
    positions = body.positions_ws
    arms = positions - np.cumsum(positions, axis=0)[-1] / len(positions)
    return arms, body.topology.rest_positions * body.radius
