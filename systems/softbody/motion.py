"""The motion of a body of particles: what its internal forces may not change, and what damping may."""

import math

from components.arrays import Floats
from systems.kernel import kernel

REGULARISATION = 1e-12
"""Share of the moment of inertia that is added, so that a line or a point can be divided by too [1]."""


@kernel
def total_mass(inverse_masses: Floats) -> float:
    """Mass of all particles [kg]."""
    mass = 0.0
    for i in range(inverse_masses.shape[0]):
        mass += 1.0 / inverse_masses[i]
    return mass


@kernel
def weighted_mean(vectors: Floats, inverse_masses: Floats) -> tuple[float, float, float]:
    """Mean by mass of one vector for each particle: of positions the centroid, of velocities its own."""
    mass = 0.0
    x = 0.0
    y = 0.0
    z = 0.0
    for i in range(vectors.shape[0]):
        m = 1.0 / inverse_masses[i]
        mass += m
        x += m * (vectors[i, 0] - vectors[0, 0])
        y += m * (vectors[i, 1] - vectors[0, 1])
        z += m * (vectors[i, 2] - vectors[0, 2])
    return vectors[0, 0] + x / mass, vectors[0, 1] + y / mass, vectors[0, 2] + z / mass


@kernel
def solve_inertia(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float, lx: float, ly: float, lz: float
) -> tuple[float, float, float]:
    """Angular velocity [1/s] that gives a body the angular momentum l, from its second moments of mass.

    The inertia tensor is trace(S) 1 - S with S the second moments; its inverse is written out by cofactors.
    """
    trace = xx + yy + zz
    if trace <= 0.0:
        return 0.0, 0.0, 0.0
    a = yy + zz + REGULARISATION * trace
    b = xx + zz + REGULARISATION * trace
    c = xx + yy + REGULARISATION * trace
    aa = b * c - yz * yz
    ab = xz * yz + xy * c
    ac = xy * yz + xz * b
    bb = a * c - xz * xz
    bc = xy * xz + a * yz
    cc = a * b - xy * xy
    determinant = a * aa - xy * ab - xz * ac
    if determinant <= 0.0:
        return 0.0, 0.0, 0.0
    return (
        (aa * lx + ab * ly + ac * lz) / determinant,
        (ab * lx + bb * ly + bc * lz) / determinant,
        (ac * lx + bc * ly + cc * lz) / determinant,
    )


@kernel
def add_internal_change(
    positions: Floats, velocities: Floats, change: Floats, inverse_masses: Floats, damping: float
) -> None:
    """Adds a velocity change from within without its rigid part, and damps what is not rigid.

    Internal forces can move neither the momentum nor the angular momentum of a body. Solved one after the
    other they do so a little; that part, the rigid motion with the same momenta, is taken out again. Damping
    blends the velocities toward the rigid motion with the same momenta (Mueller, Heidelberger, Hennix,
    Ratcliff: Position Based Dynamics, 2006, section 3.5). Both are rigid, so one field does both.

    Args:
        positions: Positions that the momenta are taken at [cm], shape [particle_count, 3].
        velocities: Velocities, changed [cm/s], shape [particle_count, 3].
        change: What the constraints would add to them [cm/s], shape [particle_count, 3].
        inverse_masses: Inverse masses [1/kg], shape [particle_count].
        damping: Share of the motion that is not rigid to take away [1].
    """
    cx, cy, cz = weighted_mean(positions, inverse_masses)
    mass = 0.0
    px = py = pz = 0.0  # momentum that the velocities shall lose or gain
    lx = ly = lz = 0.0
    xx = yy = zz = xy = xz = yz = 0.0
    for i in range(positions.shape[0]):
        m = 1.0 / inverse_masses[i]
        mass += m
        rx, ry, rz = positions[i, 0] - cx, positions[i, 1] - cy, positions[i, 2] - cz
        vx = m * (damping * (velocities[i, 0] + change[i, 0]) - change[i, 0])
        vy = m * (damping * (velocities[i, 1] + change[i, 1]) - change[i, 1])
        vz = m * (damping * (velocities[i, 2] + change[i, 2]) - change[i, 2])
        px += vx
        py += vy
        pz += vz
        lx += ry * vz - rz * vy
        ly += rz * vx - rx * vz
        lz += rx * vy - ry * vx
        xx += m * rx * rx
        yy += m * ry * ry
        zz += m * rz * rz
        xy += m * rx * ry
        xz += m * rx * rz
        yz += m * ry * rz
    wx, wy, wz = solve_inertia(xx, yy, zz, xy, xz, yz, lx, ly, lz)
    keep = 1.0 - damping
    for i in range(positions.shape[0]):
        rx, ry, rz = positions[i, 0] - cx, positions[i, 1] - cy, positions[i, 2] - cz
        velocities[i, 0] = keep * (velocities[i, 0] + change[i, 0]) + px / mass + wy * rz - wz * ry
        velocities[i, 1] = keep * (velocities[i, 1] + change[i, 1]) + py / mass + wz * rx - wx * rz
        velocities[i, 2] = keep * (velocities[i, 2] + change[i, 2]) + pz / mass + wx * ry - wy * rx


@kernel
def limit_mean_speed(velocities: Floats, inverse_masses: Floats, max_speed: float) -> None:
    """Slows a body that moves faster than `max_speed` as a whole, and leaves its shape and spin alone."""
    x, y, z = weighted_mean(velocities, inverse_masses)
    speed = math.sqrt(x * x + y * y + z * z)
    if speed <= max_speed:
        return
    excess = 1.0 - max_speed / speed
    for i in range(velocities.shape[0]):
        velocities[i, 0] -= excess * x
        velocities[i, 1] -= excess * y
        velocities[i, 2] -= excess * z


@kernel
def limit_change(velocities: Floats, change: Floats, max_speed: float) -> None:
    """Shortens velocity changes from within so that no particle gets faster than `max_speed` by them.

    What a particle was too fast before counts as change too, so it is shared out among the others when
    `add_internal_change` restores the momenta.
    """
    for i in range(velocities.shape[0]):
        x = velocities[i, 0] + change[i, 0]
        y = velocities[i, 1] + change[i, 1]
        z = velocities[i, 2] + change[i, 2]
        speed = math.sqrt(x * x + y * y + z * z)
        if speed > max_speed:
            excess = 1.0 - max_speed / speed
            change[i, 0] -= excess * x
            change[i, 1] -= excess * y
            change[i, 2] -= excess * z


@kernel
def fastest(velocities: Floats) -> float:
    """Speed of the fastest particle [cm/s]."""
    square = 0.0
    for i in range(velocities.shape[0]):
        square = max(square, velocities[i, 0] ** 2 + velocities[i, 1] ** 2 + velocities[i, 2] ** 2)
    return math.sqrt(square)


@kernel
def all_finite(values: Floats) -> bool:
    """Whether no number of an array of shape [count, 3] is infinite or not a number."""
    for i in range(values.shape[0]):
        if not math.isfinite(values[i, 0] + values[i, 1] + values[i, 2]):
            return False
    return True
