"""A yardstick for the slime solver: the same substeps in numpy, all bodies together.

Arrays are [particle, xyz, body] in float32, so numpy's inner loops run along the bodies. Edges and triangles
go colour by colour: within one no particle comes twice, so plain indexing adds up what it should.
"""

from typing import NamedTuple

import numpy as np

from components.arrays import Integers
from components.softbody import Floats32
from game.bench.plain import Work, coloured

f32 = np.float32


class Colour(NamedTuple):
    """Edges that share no particle."""

    first: Integers
    """One end of each, shape [edge_count]."""
    second: Integers
    """The other."""
    lengths: Floats32
    """Their lengths at rest [cm], shape [edge_count, 1]."""


class Batches(NamedTuple):
    """What is to be done, sorted by colour."""

    work: Work
    """The same for one body."""
    colours: list[Colour]
    """Its edges."""
    corners: list[tuple[Integers, Integers]]
    """Rows of triangles that share no particle, and their corners, shape [count, 3]."""


def batches_of(work: Work) -> Batches:
    """Sorts it by colour."""
    colours = [
        Colour(work.edges[group, 0], work.edges[group, 1], work.lengths[group][:, None])
        for group in coloured(work.edges)
    ]
    corners = [(group, work.triangles[group]) for group in coloured(work.triangles)]
    return Batches(work, colours, corners)


def vectorised_tick(x: Floats32, v: Floats32, batches: Batches, substeps: int) -> None:
    """Moves all bodies, shape [particle_count, 3, body_count] each, changed."""
    work = batches.work
    h = f32(work.h)
    for _ in range(substeps):
        v[:, 2] -= f32(work.fall)
        old = x.copy()
        x += h * v
        _edges(x, batches)
        _volume(x, batches)
        _velocities(x, v, old, work)
        missing = np.maximum(-old[:, 2] / h - v[:, 2], f32(0.0))
        slip = np.sqrt(v[:, 0] * v[:, 0] + v[:, 1] * v[:, 1])
        kept = f32(1.0) - np.minimum(f32(work.friction) * missing / np.maximum(slip, f32(1e-6)), f32(1.0))
        v[:, 0] *= kept
        v[:, 1] *= kept
        v[:, 2] += missing
        np.multiply(v, h, out=x)
        x += old


def _edges(x: Floats32, batches: Batches) -> None:
    share = f32(1.0 / (2.0 + batches.work.softness))
    for colour in batches.colours:
        across = x[colour.first]
        across -= x[colour.second]
        length = np.sqrt(across[:, 0] ** 2 + across[:, 1] ** 2 + across[:, 2] ** 2)
        across *= ((f32(1.0) - colour.lengths / length) * share)[:, None]
        x[colour.first] -= across
        x[colour.second] += across


def _volume(x: Floats32, batches: Batches) -> None:
    gradients = np.zeros_like(x)
    corners = [x[batches.work.triangles[:, k]] for k in range(3)]
    for k in range(3):
        part = _cross(corners[(k + 1) % 3], corners[(k + 2) % 3])
        for rows, triangles in batches.corners:
            gradients[triangles[:, k]] += part[rows]
    volume = (x * gradients).sum(axis=(0, 1)) / f32(18.0)
    square = (gradients * gradients).sum(axis=(0, 1))
    gradients *= (f32(batches.work.volume) - volume) * f32(6.0) / square
    x += gradients


def _velocities(x: Floats32, v: Floats32, old: Floats32, work: Work) -> None:
    reached = (x - old) / f32(work.h)
    r = old - old.mean(axis=0)
    lost = v - f32(1.0 - work.damping) * reached
    turn = _cross(r, lost).sum(axis=0)
    spin = _spin(r, turn)
    np.multiply(reached, f32(1.0 - work.damping), out=v)
    v += lost.mean(axis=0)
    v += _cross(np.broadcast_to(spin, r.shape), r)


def _spin(r: Floats32, turn: Floats32) -> Floats32:
    """An angular momentum, turned by the inverse of the inertia, both of mass 1; shape [3, body_count]."""
    x, y, z = r[:, 0], r[:, 1], r[:, 2]
    xx, yy, zz = ((side * side).sum(axis=0) for side in (x, y, z))
    d, e, f = (-(one * other).sum(axis=0) for one, other in ((x, y), (x, z), (y, z)))
    a, b, c = yy + zz, xx + zz, xx + yy
    aa, ab, ac = b * c - f * f, e * f - d * c, d * f - e * b
    bb, bc, cc = a * c - e * e, d * e - a * f, a * b - d * d
    rows = (aa, ab, ac), (ab, bb, bc), (ac, bc, cc)
    determinant = a * aa + d * ab + e * ac
    sums = [(p * turn[0] + q * turn[1] + s * turn[2]) / determinant for p, q, s in rows]
    return np.array(sums, dtype=f32)


def _cross(a: Floats32, b: Floats32) -> Floats32:
    product = np.empty(a.shape, dtype=f32)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        np.multiply(a[:, i], b[:, j], out=product[:, k])
        product[:, k] -= a[:, j] * b[:, i]
    return product
