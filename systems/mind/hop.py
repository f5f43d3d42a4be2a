"""How a slime hops: it presses its upper half down, and throws itself off the ground."""

import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyParticles
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.query import line_trace, line_traces
from systems.softbody.edit import mean_velocity, push

PRESS = 2600.0
"""How hard the top is pressed down [cm/s²]."""
HOLD = 0.8
"""Share of its speed that clinging to the ground takes [1]."""
UNDER = (-0.4, -0.2, 0.0, 0.2, 0.4)
"""Where ground is looked for, from a body's middle, as shares of its width [1]."""
NEAR = 6.0
"""How far above the ground still counts as on it [cm]."""
SLIDE = 60.0
"""How far a body may slide on after it has landed [cm]."""


def squash(particles: SoftbodyParticles, dt: float) -> None:
    """Presses a body flat for one tick: particles go down the more, the higher they are."""
    height = particles.positions_ws[:, 2]
    low, high = float(height.min()), float(height.max())
    weights = (height - low) / max(high - low, 1e-9)
    push(particles, velocity=np.array((0.0, 0.0, -PRESS * dt)), weights=weights)


def throw(particles: SoftbodyParticles, along: float, up: float) -> None:
    """Gives a body as a whole this velocity along X and up [cm/s], whatever it had."""
    push(particles, velocity=np.array((along, 0.0, up)) - mean_velocity(particles))


def hold_on(particles: SoftbodyParticles) -> None:
    """Takes most of a body's speed along X, as one that clings to the ground that it has landed on."""
    speed = float(mean_velocity(particles)[0])
    push(particles, velocity=np.array((-HOLD * speed, 0.0, 0.0)))


def on_ground(terrain: TerrainArrays, motion: MotionArrays, particles: SoftbodyParticles) -> bool:
    """Whether there is ground right under a body: under its middle, or under either side of it."""
    positions = particles.positions_ws
    low, middle = float(positions[:, 2].min()), 0.5 * (positions.min(axis=0) + positions.max(axis=0))
    starts = np.tile(middle, (len(UNDER), 1))
    starts[:, 0] += float(np.ptp(positions[:, 0])) * np.array(UNDER)
    ends = starts.copy()
    ends[:, 2] = low - NEAR
    return bool(line_traces(terrain, motion, starts, ends).hit.any())


def can_land(
    terrain: TerrainArrays,
    motion: MotionArrays,
    place: Floats,
    direction: float,
    *,
    distance: float,
    drop: float,
) -> bool:
    """Whether nothing stands in the way of a hop along X, and there is ground where it ends.

    Args:
        terrain: The baked terrain.
        motion: Where its platforms are.
        place: Centre of the body [cm], shape [3].
        direction: 1 toward +X, -1 toward -X.
        distance: Length of the hop [cm].
        drop: How far below its centre ground may lie [cm].
    """
    above = place + np.array((0.0, 0.0, 30.0))
    way = np.array((direction * distance, 0.0, 0.0))
    slid = above + way + np.array((direction * SLIDE, 0.0, 0.0))
    if line_trace(terrain, motion, above, slid).hit:
        return False
    ends = np.array((above + way, slid))
    return bool(line_traces(terrain, motion, ends, ends - np.array((0.0, 0.0, drop + 30.0))).hit.all())
