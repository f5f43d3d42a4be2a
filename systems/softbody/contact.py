"""Contact of single particles with what is solid, at the level of velocities."""

import math

import numpy as np

from components.arrays import Floats, Integers
from systems.kernel import kernel
from systems.softbody.planes import FAR, Obstacles, distance_bound, separating_plane

SWEEPS = 2
"""Times a particle between several obstacles is taken through them."""


@kernel
def respond(
    relative: Floats,
    escape: Floats,
    normal: Floats,
    gap: float,
    friction: float,
    depenetration_speed: float,
    h: float,
) -> bool:
    """Changes a particle's velocity so that a plane stays uncrossed, with Coulomb friction.

    The normal speed may be at most what closes the gap within the step. A particle that is already behind
    the plane comes out at no more than `depenetration_speed`, and that speed goes to `escape`: it moves the
    particle in this step and is then forgotten, so nothing that starts inside the ground is launched. What
    stops the particle is an impulse, and friction is at most `friction` times it: the cone.

    Args:
        relative: Velocity relative to the obstacle, changed [cm/s], shape [3].
        escape: Velocity that only moves the particle in this step, changed [cm/s], shape [3].
        normal: The plane's unit normal, out of the obstacle, shape [3].
        gap: Distance from the plane before the step [cm]; negative behind it.
        friction: Coulomb friction coefficient [1].
        depenetration_speed: Fastest way out [cm/s].
        h: Length of the step [s].

    Returns:
        Whether there was anything to change.
    """
    nx, ny, nz = normal[0], normal[1], normal[2]
    normal_speed = relative[0] * nx + relative[1] * ny + relative[2] * nz
    escaping = escape[0] * nx + escape[1] * ny + escape[2] * nz
    target = min(-gap / h, depenetration_speed)
    missing = target - normal_speed - escaping
    if missing <= 0.0:
        return False
    way_out = min(missing, max(target, 0.0))
    stopping = missing - way_out
    slip_x = relative[0] - normal_speed * nx
    slip_y = relative[1] - normal_speed * ny
    slip_z = relative[2] - normal_speed * nz
    slip = math.sqrt(slip_x * slip_x + slip_y * slip_y + slip_z * slip_z)
    grip = 1.0 if friction * stopping >= slip else friction * stopping / slip
    relative[0] += stopping * nx - grip * slip_x
    relative[1] += stopping * ny - grip * slip_y
    relative[2] += stopping * nz - grip * slip_z
    escape[0] += way_out * nx
    escape[1] += way_out * ny
    escape[2] += way_out * nz
    return True


@kernel
def meet_obstacles(
    obstacles: Obstacles,
    kinds: Integers,
    traits: Floats,
    positions: Floats,
    velocities: Floats,
    escapes: Floats,
    normals: Floats,
    clearances: Floats,
    travelled: float,
    reach: float,
    friction: float,
    depenetration_speed: float,
    back: float,
    h: float,
) -> None:
    """Takes every particle through every obstacle it may meet within a step.

    Args:
        obstacles: Terrain and capsules.
        kinds: Which of them are near, shape [obstacle_count].
        traits: What they are like, shape [obstacle_count, 14]; see `near_obstacles`.
        positions: Positions before the step [cm], shape [particle_count, 3].
        velocities: Velocities, changed [cm/s], shape [particle_count, 3].
        escapes: Receives the velocities that only move [cm/s], shape [particle_count, 3].
        normals: Receives the normal where a particle touched, shape [particle_count, 3].
        clearances: Way a particle may travel until it must be compared with an obstacle again [cm],
            measured from the start of the tick, changed, shape [particle_count, obstacle_count].
        travelled: Way that no particle can have exceeded so far in this tick [cm].
        reach: Way that no particle can exceed in this step [cm].
        friction: Coulomb friction coefficient of the body [1].
        depenetration_speed: Fastest way out of an obstacle [cm/s].
        back: Time from the start of the step to the end of the tick [s].
        h: Length of the step [s].
    """
    relative = np.empty(3)
    normal = np.empty(3)
    escapes[:] = 0.0
    for i in range(positions.shape[0]):
        for _ in range(SWEEPS):
            touched = 0
            for k in range(kinds.shape[0]):
                if clearances[i, k] > travelled + reach:
                    continue
                for axis in range(3):
                    relative[axis] = velocities[i, axis] - traits[k, 1 + axis]
                x = positions[i, 0] + back * traits[k, 1]
                y = positions[i, 1] + back * traits[k, 2]
                z = positions[i, 2] + back * traits[k, 3]
                dx = h * (relative[0] + escapes[i, 0])
                dy = h * (relative[1] + escapes[i, 1])
                dz = h * (relative[2] + escapes[i, 2])
                distance = distance_bound(traits[k], x, y, z)
                if distance < 0.0 or distance * distance <= dx * dx + dy * dy + dz * dz:
                    distance, gap, normal[0], normal[1], normal[2] = separating_plane(
                        obstacles, kinds[k], traits[k], x, y, z, dx, dy, dz
                    )
                    if gap < FAR and respond(
                        relative,
                        escapes[i],
                        normal,
                        gap,
                        math.sqrt(friction * traits[k, 0]),
                        depenetration_speed,
                        h,
                    ):
                        touched += 1
                        for axis in range(3):
                            velocities[i, axis] = relative[axis] + traits[k, 1 + axis]
                            normals[i, axis] = normal[axis]
                clearances[i, k] = travelled + distance
            if touched < SWEEPS:
                break
