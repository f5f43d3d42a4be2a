"""A yardstick for the slime solver: the same substeps as plainly as a compiled loop can do them.

Edges and bend edges, volume, momenta restored, damping, and a floor with friction, in float32, for bodies
of one mesh, one body after the other.
"""

from typing import NamedTuple

import numpy as np

from components.arrays import Integers
from components.softbody import Floats32
from systems.kernel import kernel

f32 = np.float32


class Work(NamedTuple):
    """What is to be done."""

    edges: Integers
    """Particle pairs in the order in which they are solved, shape [edge_count, 2]."""
    lengths: Floats32
    """Their lengths at rest [cm], shape [edge_count]."""
    triangles: Integers
    """Particle triples, shape [triangle_count, 3]."""
    softness: float
    """Compliance times mass of a particle by h² [1]."""
    volume: float
    """Volume at rest [cm³]."""
    damping: float
    """Share of motion that is not rigid to take away in a substep [1]."""
    friction: float
    """Coulomb friction coefficient [1]."""
    fall: float
    """Speed that gravity gives in a substep [cm/s]."""
    h: float
    """Length of a substep [s]."""


def natural(edges: Integers) -> Integers:
    """The order of edges sorted by their particles."""
    return np.lexsort((edges[:, 1], edges[:, 0]))


def coloured(tuples: Integers) -> list[Integers]:
    """Groups of edges, or triangles, that share no particle, greedily."""
    groups: list[list[int]] = []
    users: list[set[int]] = []
    for row in natural(tuples).tolist():
        pair = set(tuples[row].tolist())
        for group, used in zip(groups, users, strict=True):
            if not used & pair:
                group.append(row)
                used.update(pair)
                break
        else:
            groups.append([row])
            users.append(pair)
    return [np.array(group) for group in groups]


@kernel
def plain_tick(x: Floats32, v: Floats32, work: Work, substeps: int) -> None:
    """Moves bodies one after the other, shape [body_count, particle_count, 3] each."""
    count = x.shape[1]
    old = np.empty((count, 3), np.float32)
    change = np.empty((count, 3), np.float32)
    for body in range(x.shape[0]):
        for _ in range(substeps):
            for i in range(count):
                v[body, i, 2] -= f32(work.fall)
                for axis in range(3):
                    old[i, axis] = x[body, i, axis]
                    x[body, i, axis] += f32(work.h) * v[body, i, axis]
            plain_edges(x[body], work)
            plain_volume(x[body], work, change)
            plain_velocities(x[body], v[body], old, work, change)
            plain_floor(x[body], v[body], old, work)


@kernel
def plain_edges(x: Floats32, work: Work) -> None:
    """One sweep over the edges."""
    share = f32(1.0 / (2.0 + work.softness))
    for k in range(work.edges.shape[0]):
        a, b = work.edges[k, 0], work.edges[k, 1]
        dx, dy, dz = x[a, 0] - x[b, 0], x[a, 1] - x[b, 1], x[a, 2] - x[b, 2]
        length = np.sqrt(dx * dx + dy * dy + dz * dz)
        move = (f32(1.0) - work.lengths[k] / length) * share
        x[a, 0] -= move * dx
        x[a, 1] -= move * dy
        x[a, 2] -= move * dz
        x[b, 0] += move * dx
        x[b, 1] += move * dy
        x[b, 2] += move * dz


@kernel
def plain_volume(x: Floats32, work: Work, gradients: Floats32) -> None:
    """One solve of the volume."""
    for i in range(x.shape[0]):
        gradients[i, 0] = gradients[i, 1] = gradients[i, 2] = f32(0.0)
    volume = f32(0.0)
    for t in range(work.triangles.shape[0]):
        for k in range(3):
            i, a, b = work.triangles[t, k], work.triangles[t, (k + 1) % 3], work.triangles[t, (k + 2) % 3]
            gx = x[a, 1] * x[b, 2] - x[a, 2] * x[b, 1]
            gy = x[a, 2] * x[b, 0] - x[a, 0] * x[b, 2]
            gz = x[a, 0] * x[b, 1] - x[a, 1] * x[b, 0]
            gradients[i, 0] += gx
            gradients[i, 1] += gy
            gradients[i, 2] += gz
            volume += x[i, 0] * gx + x[i, 1] * gy + x[i, 2] * gz
    square = f32(0.0)
    for i in range(x.shape[0]):
        square += gradients[i, 0] ** 2 + gradients[i, 1] ** 2 + gradients[i, 2] ** 2
    way = (f32(work.volume) - volume / f32(18.0)) * f32(6.0) / square
    for i in range(x.shape[0]):
        for axis in range(3):
            x[i, axis] += way * gradients[i, axis]


@kernel
def plain_velocities(x: Floats32, v: Floats32, old: Floats32, work: Work, change: Floats32) -> None:
    """Velocities from positions, without what no internal force can cause, damped."""
    count = x.shape[0]
    centre = np.zeros(3, np.float32)
    lost = np.zeros(3, np.float32)
    turn = np.zeros(3, np.float32)
    inertia = np.zeros((3, 3), np.float32)
    keep, damping = f32(1.0 - work.damping), f32(work.damping)
    for i in range(count):
        for axis in range(3):
            centre[axis] += old[i, axis] / f32(count)
    for i in range(count):
        r0, r1, r2 = old[i, 0] - centre[0], old[i, 1] - centre[1], old[i, 2] - centre[2]
        for axis in range(3):
            change[i, axis] = (x[i, axis] - old[i, axis]) / f32(work.h) - v[i, axis]
        w0 = damping * (v[i, 0] + change[i, 0]) - change[i, 0]
        w1 = damping * (v[i, 1] + change[i, 1]) - change[i, 1]
        w2 = damping * (v[i, 2] + change[i, 2]) - change[i, 2]
        lost[0] += w0
        lost[1] += w1
        lost[2] += w2
        turn[0] += r1 * w2 - r2 * w1
        turn[1] += r2 * w0 - r0 * w2
        turn[2] += r0 * w1 - r1 * w0
        inertia[0, 0] += r1 * r1 + r2 * r2
        inertia[1, 1] += r0 * r0 + r2 * r2
        inertia[2, 2] += r0 * r0 + r1 * r1
        inertia[0, 1] -= r0 * r1
        inertia[0, 2] -= r0 * r2
        inertia[1, 2] -= r1 * r2
    a, b, c = inertia[0, 0], inertia[1, 1], inertia[2, 2]
    d, e, f = inertia[0, 1], inertia[0, 2], inertia[1, 2]
    aa, ab, ac = b * c - f * f, e * f - d * c, d * f - e * b
    bb, bc, cc = a * c - e * e, d * e - a * f, a * b - d * d
    determinant = a * aa + d * ab + e * ac
    o0 = (aa * turn[0] + ab * turn[1] + ac * turn[2]) / determinant
    o1 = (ab * turn[0] + bb * turn[1] + bc * turn[2]) / determinant
    o2 = (ac * turn[0] + bc * turn[1] + cc * turn[2]) / determinant
    for i in range(count):
        r0, r1, r2 = old[i, 0] - centre[0], old[i, 1] - centre[1], old[i, 2] - centre[2]
        v[i, 0] = keep * (v[i, 0] + change[i, 0]) + lost[0] / f32(count) + o1 * r2 - o2 * r1
        v[i, 1] = keep * (v[i, 1] + change[i, 1]) + lost[1] / f32(count) + o2 * r0 - o0 * r2
        v[i, 2] = keep * (v[i, 2] + change[i, 2]) + lost[2] / f32(count) + o0 * r1 - o1 * r0


@kernel
def plain_floor(x: Floats32, v: Floats32, old: Floats32, work: Work) -> None:
    """A floor at z = 0, and the move."""
    for i in range(x.shape[0]):
        missing = -old[i, 2] / f32(work.h) - v[i, 2]
        if missing > f32(0.0):
            slip = np.sqrt(v[i, 0] ** 2 + v[i, 1] ** 2)
            grip = min(f32(work.friction) * missing / max(slip, f32(1e-6)), f32(1.0))
            v[i, 0] -= grip * v[i, 0]
            v[i, 1] -= grip * v[i, 1]
            v[i, 2] += missing
        for axis in range(3):
            x[i, axis] = old[i, axis] + f32(work.h) * v[i, axis]
