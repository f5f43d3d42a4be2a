"""One soft body under observation, outside any level."""

from collections.abc import Mapping, Sequence

import numpy as np

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyTopology
from components.terrain import MotionArrays, Solid
from systems.collision.bake import bake_terrain
from systems.collision.layers import ALL_LAYERS
from systems.softbody.birth import born
from systems.softbody.edit import centroid, write_positions, write_velocities
from systems.softbody.planes import Obstacles
from systems.softbody.solve import adopt, inform
from systems.softbody.tick import tick_bodies
from systems.softbody.topology import signed_volume

DT = 1.0 / 60.0
"""Length of a tick [s]."""
GRAVITY = -980.0
"""[cm/s²]"""
SECOND = 60
"""Ticks in a second."""


def floor(thickness: float = 200.0, reach: float = 20000.0) -> Solid:
    """Ground whose top is at height 0 [cm]."""
    outline = np.array(((-reach, -thickness), (reach, -thickness), (reach, 0.0), (-reach, 0.0)))
    return Solid(outline, depth=(-reach, reach))


class Lab:
    """Slimes of 60 cm and 20 kg that nothing but a test touches."""

    def __init__(
        self,
        *positions: Sequence[float],
        solids: Sequence[Solid] = (),
        topology: SoftbodyTopology | None = None,
        gravity: float = GRAVITY,
        settings: Mapping[str, float] | None = None,
    ) -> None:
        options: dict[str, float] = {"friction": 0.5, "lane_locked": False, "can_sleep": False}
        options |= settings or {}
        self.softbody = Softbody(**options)  # type: ignore[arg-type]
        self.bodies = [
            born(self.softbody, np.array(place, dtype=float), topology=topology) for place in positions
        ]
        adopt(self.bodies, self.bodies[0].pools)
        for entity, body in enumerate(self.bodies, 1):
            inform(body, self.softbody, entity, ALL_LAYERS, ALL_LAYERS)
        self._gravity = np.array((0.0, 0.0, gravity))
        count = sum(solid.platform >= 0 for solid in solids)
        still = MotionArrays(np.zeros((count, 3)), np.zeros((count, 3)))
        nobody = np.zeros((0, 10)), np.zeros((0, 3), dtype=np.int64)
        self._obstacles = Obstacles(bake_terrain(solids).arrays, still, *nobody)

    def lift(self, height: float, speed: float) -> None:
        """Puts the first platform so high [cm], on its way up at a speed [cm/s]."""
        motion = MotionArrays(np.array(((0.0, 0.0, height),)), np.array(((0.0, 0.0, speed),)))
        self._obstacles = self._obstacles._replace(motion=motion)

    def tick(self, count: int = 1) -> None:
        """Runs ticks."""
        for _ in range(count):
            tick_bodies(self.bodies, self._obstacles, self._gravity, DT)

    def throw(self, velocity: Sequence[float] | Floats, which: int = 0) -> None:
        """Gives a body's particles velocities [cm/s], shape [3] or [particle_count, 3]."""
        write_velocities(
            self.bodies[which], np.broadcast_to(np.array(velocity, dtype=float), self.x(which).shape)
        )

    def reshape(self, positions: Floats) -> None:
        """Puts the first body's particles somewhere [cm]."""
        write_positions(self.bodies[0], positions)

    def x(self, which: int = 0) -> Floats:
        """Positions of a body's particles [cm]."""
        return self.bodies[which].positions_ws

    def v(self, which: int = 0) -> Floats:
        """Velocities of a body's particles [cm/s]."""
        return self.bodies[which].velocities_ws

    def fastest(self) -> float:
        """Speed of the fastest particle [cm/s]."""
        return float(np.sqrt((self.v() ** 2).sum(axis=1)).max())

    def bottom(self) -> float:
        """Height of the lowest particle [cm]."""
        return float(self.x()[:, 2].min())

    def height(self) -> float:
        """From the lowest to the highest particle [cm]."""
        return float(np.ptp(self.x()[:, 2]))

    def volume(self) -> float:
        """Volume as a share of that at rest."""
        topology = self.bodies[0].topology
        unit = signed_volume(topology.rest_positions, topology.triangles)
        return signed_volume(self.x(), topology.triangles) / (unit * self.bodies[0].radius ** 3)

    def momentum(self) -> Floats:
        """Of all bodies together [kg cm/s], shape [3]."""
        momenta: Floats = sum(
            (body.velocities_ws.mean(axis=0) * body.mass for body in self.bodies), start=np.zeros(3)
        )
        return momenta

    def spin(self) -> Floats:
        """Angular momentum of the first body about its centroid [kg cm²/s], shape [3]."""
        body = self.bodies[0]
        arms, speeds = self.x() - centroid(body), self.v()
        spin: Floats = np.cross(arms, speeds).sum(axis=0) * body.mass / len(arms)
        return spin

    def turning(self) -> float:
        """How fast the first body turns, at most about any axis [rad/s]."""
        arms = self.x() - centroid(self.bodies[0])
        squares = (arms * arms).sum(axis=0) * self.bodies[0].mass / len(arms)
        return float(np.abs(self.spin() / (squares.sum() - squares)).max())

    def pull(self, gravity: Sequence[float]) -> None:
        """Changes gravity [cm/s²], shape [3]."""
        self._gravity = np.array(gravity, dtype=float)

    def energy(self) -> float:
        """Kinetic, elastic and in the field of gravity [kg cm²/s²]."""
        body = self.bodies[0]
        ends = self.x()[body.topology.edges]
        lengths = np.sqrt(((ends[:, 1] - ends[:, 0]) ** 2).sum(axis=1))
        elastic = 0.5 / self.softbody.compliance * ((lengths - body.edge_lengths) ** 2).sum()
        share = body.mass / len(self.x())
        kinetic = 0.5 * share * (self.v() ** 2).sum()
        return float(kinetic + elastic * body.mass / 20.0 - share * (self.x() @ self._gravity).sum())
