"""Soft bodies for tests: bare ones for the kernels, and entities in a small world."""

from collections.abc import Sequence

import esper
import numpy as np
from scenes import build_world, no_motion, run_tick

from components.arrays import Floats
from components.collider import EVERYTHING
from components.softbody import Softbody, SoftbodyParticles, SoftbodyTopology
from components.terrain import MotionArrays, Solid
from components.transform import Transform, Velocity
from components.world import LevelInfo
from systems.collision.bake import bake_terrain
from systems.collision.layers import layer_bits
from systems.platform.travel import Platforms
from systems.query import resource
from systems.softbody.birth import born, companions
from systems.softbody.constraints import signed_volume
from systems.softbody.edit import centroid
from systems.softbody.planes import Obstacles
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve, settings_of, solve

DT = 1.0 / 60.0
"""Length of a tick [s]."""
GRAVITY = np.array((0.0, 0.0, -980.0))
"""[cm/s²]"""
WEIGHTLESS = np.zeros(3)
"""[cm/s²]"""


class Specimen:
    """One soft body outside any world, with what is solid around it."""

    def __init__(
        self,
        position: Sequence[float] | Floats = (0.0, 0.0, 160.0),
        *,
        solids: Sequence[Solid] = (),
        topology: SoftbodyTopology | None = None,
        capsules: Floats | None = None,
        motion: MotionArrays | None = None,
        gravity: Floats = GRAVITY,
        **settings: float,
    ) -> None:
        options: dict[str, float] = {"friction": 0.5, "lane_locked": False} | settings
        self.softbody = Softbody(**options)  # type: ignore[arg-type]
        self.particles = born(self.softbody, np.array(position, dtype=float), topology=topology)
        self.gravity = gravity
        self.obstacles = Obstacles(
            bake_terrain(solids).arrays,
            no_motion() if motion is None else motion,
            np.zeros((0, 8)) if capsules is None else capsules,
        )

    @property
    def x(self) -> Floats:
        """Positions [cm]."""
        return self.particles.positions

    @property
    def v(self) -> Floats:
        """Velocities [cm/s]."""
        return self.particles.velocities

    @property
    def m(self) -> Floats:
        """Masses [kg]."""
        return 1.0 / self.particles.inverse_masses

    @property
    def bottom(self) -> float:
        """Height of the lowest particle [cm]."""
        return float(self.x[:, 2].min())

    @property
    def height(self) -> float:
        """From the lowest to the highest particle [cm]."""
        return float(np.ptp(self.x[:, 2]))

    @property
    def fastest(self) -> float:
        """Speed of the fastest particle [cm/s]."""
        return float(np.linalg.norm(self.v, axis=1).max())

    @property
    def volume(self) -> float:
        """Volume as a share of that at rest."""
        return signed_volume(self.x, self.particles.topology.triangles) / self.particles.rest_volume

    @property
    def centroid(self) -> Floats:
        """Centre of mass [cm]."""
        return centroid(self.particles)

    @property
    def momentum(self) -> Floats:
        """Of all particles together [kg cm/s]."""
        momentum: Floats = np.sum(self.m[:, None] * self.v, axis=0)
        return momentum

    @property
    def angular_momentum(self) -> Floats:
        """About the centroid [kg cm²/s]."""
        spin: Floats = np.sum(self.m[:, None] * np.cross(self.x - self.centroid, self.v), axis=0)
        return spin

    @property
    def edge_ratios(self) -> Floats:
        """Length of each edge as a share of that at rest."""
        ends = self.x[self.particles.topology.edges]
        ratios: Floats = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / self.particles.edge_lengths
        return ratios

    def energy(self) -> float:
        """Kinetic, elastic and in the field of gravity [kg cm²/s²]."""
        stretch = (self.edge_ratios - 1.0) * self.particles.edge_lengths
        stiffness = self.m.sum() / 20.0 / self.softbody.compliance
        kinetic = 0.5 * np.sum(self.m[:, None] * self.v**2)
        return float(
            kinetic + 0.5 * stiffness * np.sum(stretch**2) - np.sum(self.m * (self.x @ self.gravity))
        )

    def tick(self, count: int = 1) -> None:
        """Runs ticks."""
        for _ in range(count):
            settings = settings_of(self.softbody, self.particles, layer_bits(EVERYTHING))
            solve(self.particles, settings, self.obstacles, self.gravity, self.centroid, DT)


def spawn_slime(
    position: Sequence[float],
    *components: object,
    velocity: Sequence[float] = (0.0, 0.0, 0.0),
    **softbody: float,
) -> int:
    """Creates a slime in the current world."""
    body = Softbody(**softbody)  # type: ignore[arg-type]
    parts: list[object] = [
        body,
        Transform(np.array(position, dtype=float)),
        Velocity(np.array(velocity, dtype=float)),
        *components,
    ]
    present = {type(part): part for part in parts}
    for companion in companions(present):
        present.setdefault(type(companion), companion)
    return esper.create_entity(*present.values())


def particles_of(entity: int) -> SoftbodyParticles:
    """Its particles."""
    return esper.component_for_entity(entity, SoftbodyParticles)


def weightless_world() -> None:
    """A world without terrain or gravity."""
    build_world([])
    resource(LevelInfo).gravity = np.zeros(3)


def run_slimes(count: int) -> None:
    """Runs platforms and slimes for some ticks."""
    systems = [Platforms(), SoftbodySolve(), Recentre()]
    for _ in range(count):
        run_tick(systems)
