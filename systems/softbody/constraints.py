"""The constraints of a soft body, solved by extended position-based dynamics.

Macklin, Mueller, Chentanez: XPBD, MIG 2016. A constraint C(x) = 0 with compliance alpha gets, in a step of
h seconds, the multiplier change of equation 18 and the position change of equation 17:

    dlambda = (-C - a lambda) / (sum of w |grad C|^2 + a),   dx = w grad C dlambda,   a = alpha / h^2

`lambda` starts at zero in every step; kept over the sweeps of one step, it makes the result independent of
how many there are.
"""

import math

from components.arrays import Floats, Integers
from systems.kernel import kernel

SHORTEST = 1e-9
"""Length below which an edge has no direction to be solved along [cm]."""
TINY = 1e-12
"""Denominator below which a constraint cannot move anything."""


@kernel
def solve_distances(
    positions: Floats,
    inverse_masses: Floats,
    edges: Integers,
    lengths: Floats,
    multipliers: Floats,
    compliance: float,
) -> None:
    """One sweep over distance constraints C = |b - a| - length, each seeing what the ones before it moved.

    Args:
        positions: Particle positions, changed [cm], shape [particle_count, 3].
        inverse_masses: Inverse masses [1/kg], shape [particle_count].
        edges: Particle pairs, shape [edge_count, 2].
        lengths: Rest lengths [cm], shape [edge_count].
        multipliers: Lambda of each edge in this step, changed [kg cm], shape [edge_count].
        compliance: alpha / h^2 [1/kg].
    """
    for k in range(edges.shape[0]):
        a = edges[k, 0]
        b = edges[k, 1]
        dx = positions[b, 0] - positions[a, 0]
        dy = positions[b, 1] - positions[a, 1]
        dz = positions[b, 2] - positions[a, 2]
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        denominator = inverse_masses[a] + inverse_masses[b] + compliance
        if length < SHORTEST or denominator < TINY:
            continue
        change = (lengths[k] - length - compliance * multipliers[k]) / denominator
        multipliers[k] += change
        share = change / length
        positions[a, 0] -= inverse_masses[a] * share * dx
        positions[a, 1] -= inverse_masses[a] * share * dy
        positions[a, 2] -= inverse_masses[a] * share * dz
        positions[b, 0] += inverse_masses[b] * share * dx
        positions[b, 1] += inverse_masses[b] * share * dy
        positions[b, 2] += inverse_masses[b] * share * dz


@kernel
def signed_volume(positions: Floats, triangles: Integers) -> float:
    """Volume inside a closed surface [cm³]; negative when it is turned inside out."""
    ox, oy, oz = positions[0, 0], positions[0, 1], positions[0, 2]
    six_volumes = 0.0
    for t in range(triangles.shape[0]):
        a = triangles[t, 0]
        b = triangles[t, 1]
        c = triangles[t, 2]
        ax, ay, az = positions[a, 0] - ox, positions[a, 1] - oy, positions[a, 2] - oz
        bx, by, bz = positions[b, 0] - ox, positions[b, 1] - oy, positions[b, 2] - oz
        cx, cy, cz = positions[c, 0] - ox, positions[c, 1] - oy, positions[c, 2] - oz
        six_volumes += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return six_volumes / 6.0


@kernel
def volume_gradients(positions: Floats, triangles: Integers, gradients: Floats) -> None:
    """Writes the gradient of the signed volume by each particle [cm²], shape [particle_count, 3].

    Each triangle gives each of its corners the cross product of the other two, divided by six (the
    derivative of a . (b x c) / 6). Taken relative to a particle, so that it is as exact far from the origin.
    """
    ox, oy, oz = positions[0, 0], positions[0, 1], positions[0, 2]
    gradients[:] = 0.0
    for t in range(triangles.shape[0]):
        for k in range(3):
            a = triangles[t, k]
            b = triangles[t, (k + 1) % 3]
            c = triangles[t, (k + 2) % 3]
            bx, by, bz = positions[b, 0] - ox, positions[b, 1] - oy, positions[b, 2] - oz
            cx, cy, cz = positions[c, 0] - ox, positions[c, 1] - oy, positions[c, 2] - oz
            gradients[a, 0] += (by * cz - bz * cy) / 6.0
            gradients[a, 1] += (bz * cx - bx * cz) / 6.0
            gradients[a, 2] += (bx * cy - by * cx) / 6.0


@kernel
def solve_volume(
    positions: Floats,
    inverse_masses: Floats,
    triangles: Integers,
    rest_volume: float,
    multiplier: float,
    compliance: float,
    longest_move: float,
    gradients: Floats,
) -> float:
    """One solve of the constraint C = volume - rest volume over the whole surface.

    The volume is signed, so a body that is turned inside out is pulled back through itself; the limit on
    the move keeps that from overshooting, because far from rest the linear step is far too long.

    Args:
        positions: Particle positions, changed [cm], shape [particle_count, 3].
        inverse_masses: Inverse masses [1/kg], shape [particle_count].
        triangles: Particle triples, counter-clockwise seen from outside, shape [triangle_count, 3].
        rest_volume: Volume to reach [cm³].
        multiplier: Lambda so far in this step.
        compliance: alpha / h^2.
        longest_move: How far a particle may be moved [cm].
        gradients: Room for the gradients, shape [particle_count, 3].

    Returns:
        Lambda after this solve.
    """
    volume_gradients(positions, triangles, gradients)
    denominator = compliance
    steepest = 0.0
    for i in range(positions.shape[0]):
        square = gradients[i, 0] ** 2 + gradients[i, 1] ** 2 + gradients[i, 2] ** 2
        denominator += inverse_masses[i] * square
        steepest = max(steepest, inverse_masses[i] * math.sqrt(square))
    if denominator < TINY or steepest < TINY:
        return multiplier
    change = (rest_volume - signed_volume(positions, triangles) - compliance * multiplier) / denominator
    limit = longest_move / steepest
    change = min(max(change, -limit), limit)
    for i in range(positions.shape[0]):
        for axis in range(3):
            positions[i, axis] += inverse_masses[i] * change * gradients[i, axis]
    return multiplier + change
