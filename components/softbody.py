"""Soft bodies: how one is meant to be, its mesh, and its particles."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from components.arrays import Floats, Integers
from components.shared import Shared

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


@dataclass(slots=True)
class Softbody:
    """How a slime is meant to be (seed 003).

    Radius, mass and subdivisions count when its particles are born; the rest may change at any time.
    """

    radius: Positive = 60.0
    """Radius at rest [cm]."""
    mass: Positive = 20.0
    """Mass of all particles together [kg]."""
    subdivisions: Annotated[int, Meta(ge=1, le=3)] = 2
    """Subdivisions of the icosphere: 1, 2, 3 give 42, 162, 642 particles."""
    compliance: NotNegative = 2e-3
    """Compliance of an edge of a 20 kg body [s²/kg]; other masses scale it, so that stiffness stays."""
    volume_compliance: NotNegative = 0.0
    """Compliance of the volume constraint."""
    pressure: Positive = 1.0
    """Rest volume as a share of the mesh's own [1]."""
    damping: NotNegative = 5.0
    """Rate at which motion that is not rigid dies away [1/s]."""
    friction: NotNegative = 0.1
    """Coulomb friction coefficient [1]; a contact takes the geometric mean of both sides."""
    substeps: Annotated[int, Meta(ge=1, le=64)] = 8
    """Steps per tick."""
    depenetration_speed: NotNegative = 100.0
    """Fastest way out of something solid [cm/s]."""
    max_speed: Positive = 3000.0
    """Fastest it may move as a whole, and its particles be driven by its own elasticity [cm/s]."""
    lane_locked: bool = True
    """Whether the centroid keeps its Y."""


@dataclass(frozen=True, slots=True)
class SoftbodyTopology(Shared):
    """The mesh of a soft body at rest, shared by all bodies of its kind."""

    rest_positions: Floats
    """Particle positions of the unit mesh around its centroid [1], shape [particle_count, 3]."""
    edges: Integers
    """Particle pairs held at their rest distance, shape [edge_count, 2]."""
    triangles: Integers
    """Particle triples, counter-clockwise seen from outside, shape [triangle_count, 3]."""
    identity: str = ""
    """Stands for the whole in a state hash."""


@dataclass(slots=True)
class SoftbodyParticles:
    """The particles of one soft body."""

    topology: SoftbodyTopology
    """Its mesh."""
    positions: Floats
    """World positions [cm], shape [particle_count, 3]. For the solver; others read positions_ws."""
    velocities: Floats
    """World velocities [cm/s], shape [particle_count, 3]. For the solver; others read velocities_ws."""
    inverse_masses: Floats
    """Inverse masses [1/kg], shape [particle_count]."""
    edge_lengths: Floats
    """Rest lengths of the edges [cm], shape [edge_count]."""
    rest_volume: float
    """Signed volume at rest, before pressure [cm³]."""
    last_good_positions: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World positions before the last tick [cm], to come back to, shape [particle_count, 3]."""
    restored_count: int = 0
    """How often numbers that were not finite had to be replaced by the last good shape."""
    contact_count: int = 0
    """Particles that touched something in the last tick."""
    contact_points: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Where they touched in the last tick, world space [cm], shape [contact_count, 3]."""
    contact_normals: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Unit normals there, shape [contact_count, 3]."""

    @property
    def positions_ws(self) -> Floats:
        """A copy of the world positions [cm], shape [particle_count, 3]."""
        return self.positions.copy()

    @property
    def velocities_ws(self) -> Floats:
        """A copy of the world velocities [cm/s], shape [particle_count, 3]."""
        return self.velocities.copy()
