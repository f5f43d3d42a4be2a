"""How balls wobble, from the eigenvalues of their stiffness: what the solver has to show in time."""

import math
from functools import lru_cache

import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyTopology
from systems.softbody.topology import icosphere

RIGID = 1e-6
"""Eigenvalue up to which a motion is rigid."""
QUINTET = 5
"""Modes of a ball that go with one frequency: the spherical harmonics of the second degree."""


@lru_cache
def slowest_wobble(subdivisions: int) -> tuple[float, Floats]:
    """Frequency [Hz] times the square root of the compliance [s²/kg], and shape, longest where it is 1.

    Of the modes that go with it, the one that is nearest to growing long along Z. Particles of 20 kg / N on
    springs of the compliance a swing with the eigenvalues of their stiffness times N / 20a.
    """
    mesh = icosphere(subdivisions)
    squares, modes = np.linalg.eigh(_stiffness(mesh))
    first = int(np.flatnonzero(squares > RIGID)[0])
    slowest = modes[:, first : first + QUINTET]
    longer = (mesh.rest_positions * (-1.0, -1.0, 2.0)).ravel()
    shape = (slowest @ (slowest.T @ longer)).reshape(-1, 3)
    rate = math.sqrt(squares[first] * len(shape) / 20.0)
    return rate / (2.0 * math.pi), shape / np.abs(shape).max()


def _stiffness(mesh: SoftbodyTopology) -> Floats:
    """Of springs of the stiffness 1 in all edges, with the volume held; shape [3 N, 3 N]."""
    x = mesh.rest_positions
    pull = np.zeros((len(mesh.edges), len(x), 3))
    along = x[mesh.edges[:, 0]] - x[mesh.edges[:, 1]]
    along /= np.linalg.norm(along, axis=1)[:, None]
    rows = np.arange(len(along))
    pull[rows, mesh.edges[:, 0]], pull[rows, mesh.edges[:, 1]] = along, -along
    gradients = pull.reshape(len(along), -1)
    swelling = np.zeros_like(x)
    for k in range(3):
        b, c = x[mesh.triangles[:, k - 2]], x[mesh.triangles[:, k - 1]]
        np.add.at(swelling, mesh.triangles[:, k], np.cross(b, c))
    unit = swelling.ravel() / np.linalg.norm(swelling)
    gradients = gradients - np.outer(gradients @ unit, unit)
    stiffness: Floats = gradients.T @ gradients
    return stiffness
