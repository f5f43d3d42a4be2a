"""Soft bodies for tests: bare ones for the kernels, and entities in a small world."""

from collections.abc import Sequence

import esper
import numpy as np
from scenes import build_world, no_motion, run_tick

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyParticles, SoftbodyTopology
from components.terrain import MotionArrays, Solid
from components.transform import Transform, Velocity
from components.world import LevelInfo
from systems.collision.bake import bake_terrain
from systems.collision.layers import ALL_LAYERS
from systems.platform.travel import Platforms
from systems.query import resource
from systems.softbody.birth import born, companions
from systems.softbody.edit import write_positions, write_velocities
from systems.softbody.planes import Obstacles
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve, inform
from systems.softbody.tick import tick_bodies
from systems.softbody.topology import signed_volume

DT = 1.0 / 60.0
"""Length of a tick [s]."""
GRAVITY = np.array((0.0, 0.0, -980.0))
"""[cm/s²]"""
WEIGHTLESS = np.zeros(3)
"""[cm/s²]"""


class Specimen:
    """One soft body outside any world, with what is solid around it.

    Its `x` [cm] and `v` [cm/s], shape [particle_count, 3], are float64 copies that may be written to; what
    was written counts from the next tick on.
    """

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
        options: dict[str, float] = {"friction": 0.5, "lane_locked": False, "can_sleep": False} | settings
        self.softbody = Softbody(**options)  # type: ignore[arg-type]
        self.particles = born(self.softbody, np.array(position, dtype=float), topology=topology)
        self.gravity = gravity
        solid_rows = np.zeros((0, 10)) if capsules is None else capsules
        self.obstacles = Obstacles(
            bake_terrain(solids).arrays,
            no_motion() if motion is None else motion,
            solid_rows,
            np.tile((-1, ALL_LAYERS, ALL_LAYERS), (len(solid_rows), 1)),
        )
        inform(self.particles, self.softbody, 1, ALL_LAYERS, ALL_LAYERS)
        self._read()

    def _read(self) -> None:
        self.x, self.v = self.particles.positions_ws, self.particles.velocities_ws
        self._seen = self.x.copy(), self.v.copy()

    def write(self) -> None:
        """Puts what was written to `x` and `v` into the particles."""
        if not np.array_equal(self.x, self._seen[0], equal_nan=True):
            write_positions(self.particles, self.x)
        if not np.array_equal(self.v, self._seen[1], equal_nan=True):
            write_velocities(self.particles, self.v)

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
        topology = self.particles.topology
        rest = signed_volume(topology.rest_positions, topology.triangles) * self.particles.radius**3
        return signed_volume(self.x, topology.triangles) / rest

    @property
    def centroid(self) -> Floats:
        """Centre of mass [cm]."""
        centre: Floats = self.x.mean(axis=0)
        return centre

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

    def tick(self, count: int = 1, dt: float = DT) -> None:
        """Runs ticks."""
        self.write()
        for _ in range(count):
            tick_bodies([self.particles], self.obstacles, self.gravity, dt)
        self._read()


def spawn_slime(
    position: Sequence[float],
    *components: object,
    velocity: Sequence[float] = (0.0, 0.0, 0.0),
    **softbody: object,
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


def touch_ground(particles: SoftbodyParticles, point: Floats) -> None:
    """Makes a slime tell that it touches the ground at a point [cm]."""
    pools = particles.pools
    row = np.concatenate((point, (0.0, 0.0, 1.0, 0.0)))
    pools.contact_ranges[particles.slot] = len(pools.contacts), len(pools.contacts) + 1
    pools.contacts = np.concatenate((pools.contacts, row[None]))
