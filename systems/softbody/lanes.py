"""Where things are in a block of LANES bodies, and the arrays that the lane kernels share.

A block holds bodies of one mesh: [particle][x, y, z][lane] in float32, each lane relative to an anchor of
its own in float64, because world coordinates in float32 would be too coarse for a substep's motion.
"""

from enum import IntEnum
from typing import NamedTuple

from components.arrays import Integers
from components.softbody import Floats32
from systems.softbody.vectors import LANES

Y = LANES
"""From a particle's X to its Y."""
Z = 2 * LANES
"""From a particle's X to its Z."""
ROW = 3 * LANES
"""From a particle to the next."""


class Material(IntEnum):
    """Rows of a block's materials, a number for each lane."""

    SOFTNESS = 0
    """Compliance times mass of a particle [s²]."""
    SIZE = 1
    """Radius, the factor on the unit mesh [cm]."""
    VOLUME = 2
    """Volume to hold, pressure included [cm³]."""
    VOLUME_SOFTNESS = 3
    """Compliance of the volume times mass of a particle [s²/cm⁴]."""
    DAMPING = 4
    """[1/s]"""
    LONGEST_MOVE = 5
    """How far the volume may move a particle in a substep [cm]."""
    MAX_SPEED = 6
    """[cm/s]"""
    LOCKED = 7
    """1 where the centroid keeps its Y, else 0."""
    DEPENETRATION = 8
    """Fastest way out of something solid [cm/s]."""
    WEIGHT = 9
    """Factor on gravity [1]: 0 where there is no body, or one asleep."""
    PLASTICITY = 10
    """Rate at which strained edges take on new rest lengths [1/s]."""
    YIELD = 11
    """Strain beyond which they do [1]."""
    PLASTIC_LIMIT = 12
    """How far rest lengths may go from the mesh's, as a share [1]."""


MATERIAL_ROWS = len(Material)


class Fact(IntEnum):
    """Rows of what is measured of each body, a number for each lane; places relative to its anchor."""

    X = 0
    """Centroid [cm], X, Y and Z."""
    SPEED_X = 3
    """Velocity of the centroid [cm/s], X, Y and Z."""
    LOW = 6
    """Lower corner of its bounds [cm], X, Y and Z."""
    HIGH = 9
    """Upper corner of its bounds [cm], X, Y and Z."""
    FASTEST = 12
    """Squared speed of the fastest particle [cm²/s²]."""
    RESTLESSNESS = 13
    """Mean squared speed of the particles [cm²/s²]."""
    VOLUME = 14
    """Signed volume [cm³]."""
    RADIUS = 15
    """Squared distance from the centroid to the furthest particle [cm²]."""
    NARROW = 16
    """Least squared distance between particles that lie opposite each other at rest [cm²], and less where
    they draw near; negative where they are about to pass each other."""


FACT_ROWS = len(Fact) + 8


class Plane(IntEnum):
    """Rows of a contact plane, a number for each lane; a lane that it does not concern has no normal."""

    NORMAL = 0
    """Unit normal out of the obstacle, X, Y and Z."""
    OFFSET = 3
    """Where it is along the normal when the tick begins [cm]."""
    VELOCITY = 4
    """Of the obstacle [cm/s], X, Y and Z."""
    FRICTION = 7
    """Coulomb friction coefficient of both sides [1]."""
    SHARED = 8
    """1 where the particle has other planes too, else 0."""
    PRESSED = 9
    """Speed that it took from the particle in this tick [cm/s]; more than 0 means that they touched."""
    IMPULSE = 10
    """Velocity change that it gave the particle in this tick [cm/s], X, Y and Z."""


PLANE_ROWS = 13


class Lanes(NamedTuple):
    """All blocks of a world, as kernels read them."""

    blocks: Integers
    """Of each block: mesh, start in the arrays of particles, substeps, bodies, start in the memory or -1;
    shape [block_count, 5]."""
    positions: Floats32
    """Positions relative to the anchors [cm], block after block, changed."""
    velocities: Floats32
    """Velocities [cm/s], changed."""
    kept: Floats32
    """Positions when the tick began [cm], changed."""
    memory: Floats32
    """Rest lengths of edges as shares of the mesh's [1], of some blocks, changed."""
    materials: Floats32
    """Rows of `Material`, block after block."""
    facts: Floats32
    """Rows of `Fact`, block after block, changed."""


MESH, START, SUBSTEPS, BODIES, MEMORY = range(5)
"""Columns of `Lanes.blocks`."""


class Planes(NamedTuple):
    """What the particles of each block may meet in a tick."""

    rows: Floats32
    """Rows of `Plane`, block after block."""
    order: Integers
    """Planes of a block in the order of their particles, shape [block_count, room]."""
    particles: Integers
    """Particle of each plane of a block, shape [block_count, room]."""
    shared: Integers
    """1 where any lane's particle has other planes too, shape [block_count, room]."""
    kinds: Integers
    """Obstacle of each lane's plane: a prism's index, or -1 - row of a solid; shape
    [block_count, room, LANES]."""
    counts: Integers
    """Planes of each block, shape [block_count]."""


class Scratch(NamedTuple):
    """Room for what lives during a tick only."""

    previous: Floats32
    """Positions when the substep began, and after those of each block their sum [cm]."""
    escapes: Floats32
    """Velocities that only move [cm/s]; zero when a substep begins."""
    changes: Floats32
    """What the constraints change, of one block."""
    places: Integers
    """Where a block's part of the first two begins, shape [block_count]."""
    alone: Integers
    """The block that goes by itself at the moment, shape [1]."""
