"""One tick of one soft body.

Each substep: predict, solve edges and volume (XPBD, one sweep: Macklin et al., Small Steps in Physics
Simulation, SCA 2019), take from what they changed the part that no internal force can cause, damp, and
only then meet what is solid, in velocities. Contact comes last, so that nothing undoes it.

Limits: bodies do not touch each other, nor themselves. Terrain gives no bounce, and characters do not give
way. An edge is as stiff as its compliance says while its spring turns by less than about a radian in a
substep (four substeps for the default compliance); stiffer ones are stable, but lose and store energy freely.
"""

import math
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from systems.kernel import kernel
from systems.softbody.constraints import signed_volume, solve_distances, solve_volume
from systems.softbody.contact import meet_obstacles
from systems.softbody.motion import (
    add_internal_change,
    fastest,
    limit_change,
    limit_mean_speed,
    total_mass,
    weighted_mean,
)
from systems.softbody.obstacles import near_obstacles
from systems.softbody.planes import Obstacles

REFERENCE_MASS = 20.0
"""Mass of a body whose edges have the compliance they are given [kg]; others scale it."""
LONGEST_VOLUME_MOVE = 0.1
"""How far the volume may move a particle in a substep [radii]."""
COLLAPSED = 0.02
"""Share of the rest volume below which a body has too little shape to find its own way back [1]."""
REGROWTH = 0.02
"""Share of the rest shape that a collapsed body is given back in a tick [1]."""
MARGIN = 1.0
"""Added to how far a particle may get in a substep [cm]."""


class Body(NamedTuple):
    """One soft body, as kernels read it; its first two arrays are changed."""

    positions: Floats
    """World positions [cm], shape [particle_count, 3]."""
    velocities: Floats
    """World velocities [cm/s], shape [particle_count, 3]."""
    inverse_masses: Floats
    """Inverse masses [1/kg], shape [particle_count]."""
    rest_positions: Floats
    """Positions of the unit mesh [1], shape [particle_count, 3]."""
    edges: Integers
    """Particle pairs, shape [edge_count, 2]."""
    edge_lengths: Floats
    """Rest lengths [cm], shape [edge_count]."""
    triangles: Integers
    """Particle triples, shape [triangle_count, 3]."""


class Settings(NamedTuple):
    """How a soft body is meant to be, as kernels read it; see `components.softbody.Softbody`."""

    rest_volume: float
    """Volume to hold, pressure included [cm³]."""
    compliance: float
    """[s²/kg]"""
    volume_compliance: float
    """[s²/(kg cm⁴)]"""
    damping: float
    """[1/s]"""
    friction: float
    """[1]"""
    depenetration_speed: float
    """[cm/s]"""
    max_speed: float
    """[cm/s]"""
    substeps: int
    """Steps per tick."""
    lane_locked: bool
    """Whether the centroid keeps its Y."""
    layer_mask: int
    """Layers of terrain it meets."""


@kernel
def advance(body: Body, settings: Settings, obstacles: Obstacles, gravity: Floats, dt: float) -> Floats:
    """Moves one body through one tick.

    Args:
        body: Its arrays; positions and velocities are changed.
        settings: How it is meant to be.
        obstacles: What is solid.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].

    Returns:
        The unit normal where each particle touched something during the tick, else zeros, shape
        [particle_count, 3].
    """
    count = body.positions.shape[0]
    previous = np.empty((count, 3))
    change = np.empty((count, 3))
    escapes = np.empty((count, 3))
    normals = np.zeros((count, 3))
    multipliers = np.empty(body.edges.shape[0])
    regrow_collapsed(body, settings.rest_volume)
    kinds, traits = obstacles_within_reach(body, settings, obstacles, dt)
    clearances = np.zeros((count, kinds.shape[0]))
    h = dt / settings.substeps
    slack = settings.depenetration_speed + 2.0 * _fastest_obstacle(traits)
    travelled = 0.0
    for substep in range(settings.substeps):
        predict(body, settings, previous, gravity, h)
        solve_internal(body, settings, multipliers, change, escapes, h)
        share = damped_share(settings.damping * h)
        add_internal_change(previous, body.velocities, change, body.inverse_masses, share)
        reach = MARGIN + h * (slack + fastest(body.velocities))
        meet_obstacles(
            obstacles,
            kinds,
            traits,
            previous,
            body.velocities,
            escapes,
            normals,
            clearances,
            travelled,
            reach,
            settings.friction,
            settings.depenetration_speed,
            dt - substep * h,
            h,
        )
        travelled += reach
        if settings.lane_locked:
            _stop_mean_y(body.velocities, body.inverse_masses)
            _stop_mean_y(escapes, body.inverse_masses)
        for i in range(count):
            for axis in range(3):
                velocity = body.velocities[i, axis] + escapes[i, axis]
                body.positions[i, axis] = previous[i, axis] + h * velocity
    return normals


@kernel
def predict(body: Body, settings: Settings, previous: Floats, gravity: Floats, h: float) -> None:
    """Remembers the positions and moves the particles as if nothing held them."""
    for i in range(body.positions.shape[0]):
        for axis in range(3):
            body.velocities[i, axis] += h * gravity[axis]
    limit_mean_speed(body.velocities, body.inverse_masses, settings.max_speed)
    for i in range(body.positions.shape[0]):
        for axis in range(3):
            previous[i, axis] = body.positions[i, axis]
            body.positions[i, axis] += h * body.velocities[i, axis]


@kernel
def solve_internal(
    body: Body, settings: Settings, multipliers: Floats, change: Floats, scratch: Floats, h: float
) -> None:
    """Solves edges and volume at the predicted positions and writes the velocity change they ask for [cm/s].

    The change is the difference of the solved and the predicted position, so it is exactly zero where no
    constraint moved anything and carries no rounding of positions into the velocities.
    """
    change[:] = body.positions
    multipliers[:] = 0.0
    scale = REFERENCE_MASS / total_mass(body.inverse_masses) / (h * h)
    solve_distances(
        body.positions,
        body.inverse_masses,
        body.edges,
        body.edge_lengths,
        multipliers,
        settings.compliance * scale,
    )
    solve_volume(
        body.positions,
        body.inverse_masses,
        body.triangles,
        settings.rest_volume,
        0.0,
        settings.volume_compliance * scale,
        LONGEST_VOLUME_MOVE * radius_of(body),
        scratch,
    )
    for i in range(change.shape[0]):
        for axis in range(3):
            change[i, axis] = (body.positions[i, axis] - change[i, axis]) / h
    limit_change(body.velocities, change, settings.max_speed)


@kernel
def radius_of(body: Body) -> float:
    """Size of the body against its unit mesh [cm]."""
    a = body.rest_positions[body.edges[0, 0]]
    b = body.rest_positions[body.edges[0, 1]]
    unit = math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2)
    return float(body.edge_lengths[0]) / unit


@kernel
def damped_share(rate: float) -> float:
    """1 - exp(-rate) for small rates, to 1e-12 at 0.01, by operations that round alike on every machine."""
    return 1.0 - 1.0 / (1.0 + rate * (1.0 + rate / 2.0 * (1.0 + rate / 3.0 * (1.0 + rate / 4.0))))


@kernel
def regrow_collapsed(body: Body, rest_volume: float) -> None:
    """Adds a little of the rest shape to a body pressed to a plane, a line or a point.

    There the volume has no gradient to grow along, or one that leads nowhere.
    """
    if abs(signed_volume(body.positions, body.triangles)) >= COLLAPSED * rest_volume:
        return
    size = REGROWTH * radius_of(body)
    for i in range(body.positions.shape[0]):
        for axis in range(3):
            body.positions[i, axis] += size * body.rest_positions[i, axis]


@kernel
def obstacles_within_reach(
    body: Body, settings: Settings, obstacles: Obstacles, dt: float
) -> tuple[Integers, Floats]:
    """What the body may meet in a tick however its particles move; see `near_obstacles`."""
    reach = MARGIN * settings.substeps + dt * (2.0 * settings.max_speed + settings.depenetration_speed)
    low = np.empty(3)
    high = np.empty(3)
    centroid = np.empty(3)
    centroid[0], centroid[1], centroid[2] = weighted_mean(body.positions, body.inverse_masses)
    for axis in range(3):
        lowest = body.positions[0, axis]
        highest = lowest
        for i in range(body.positions.shape[0]):
            lowest = min(lowest, body.positions[i, axis])
            highest = max(highest, body.positions[i, axis])
        low[axis] = lowest - reach
        high[axis] = highest + reach
    return near_obstacles(obstacles, low, high, centroid, settings.layer_mask, dt)


@kernel
def _fastest_obstacle(traits: Floats) -> float:
    fastest = 0.0
    for k in range(traits.shape[0]):
        fastest = max(fastest, math.sqrt(traits[k, 1] ** 2 + traits[k, 2] ** 2 + traits[k, 3] ** 2))
    return fastest


@kernel
def _stop_mean_y(velocities: Floats, inverse_masses: Floats) -> None:
    _, mean, _ = weighted_mean(velocities, inverse_masses)
    for i in range(velocities.shape[0]):
        velocities[i, 1] -= mean
