"""What slimes cost: the solve in lanes for few and many, and plain solvers of the same work."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import Softbody
from components.terrain import MotionArrays, Solid
from game.bench.plain import Work, coloured, natural, plain_tick
from game.bench.rows import Sample, Subject, timed
from game.bench.vectorised import batches_of, vectorised_tick
from systems.collision.bake import bake_terrain
from systems.collision.layers import ALL_LAYERS
from systems.softbody.birth import born
from systems.softbody.contacts import NO_CONTACTS
from systems.softbody.meeting import NOTHING, groups_of
from systems.softbody.planes import Obstacles
from systems.softbody.pools import empty_pools
from systems.softbody.solve import adopt, inform
from systems.softbody.stage import advance_all, stage_of
from systems.softbody.tables import unit_volume
from systems.softbody.tick import tick_bodies
from systems.softbody.topology import icosphere

DT = 1.0 / 60.0
SUBSTEPS = 8
RADIUS = 60.0
MESH = icosphere(2)
GRAVITY = np.array((0.0, 0.0, -980.0))
HEIGHT = 75.0
"""Where slimes begin [cm]."""
GAP = 150.0
"""Way from one slime to the next, so that nothing touches [cm]."""
CROWD = 300
"""Slimes that the plain solvers are compared with."""
IN_A_ROW = 10
"""Ticks that a lone slime takes one after the other: most find in the caches what the last one left."""
YARDSTICK = "slime solve 300"
"""What all rows of slimes are compared to."""


class Crowd:
    """Slimes that do not touch each other, on a floor or in the air."""

    def __init__(self, count: int) -> None:
        softbody = Softbody(friction=0.5, can_sleep=False, lane_locked=False)
        side = int(np.ceil(count**0.5))
        places = [np.array((k % side * GAP, k // side * GAP, HEIGHT)) for k in range(count)]
        self.bodies = [born(softbody, place) for place in places]
        self.pools = empty_pools()
        adopt(self.bodies, self.pools)
        for k, body in enumerate(self.bodies):
            inform(body, softbody, k + 1, ALL_LAYERS, ALL_LAYERS)
        nothing = MotionArrays(np.zeros((0, 3)), np.zeros((0, 3)))
        solids = np.zeros((0, 10)), np.zeros((0, 3), dtype=np.int64)
        self.obstacles = Obstacles(bake_terrain([_floor(side)]).arrays, nothing, *solids)
        for _ in range(60):
            self.tick()

    def tick(self) -> None:
        """A whole tick."""
        tick_bodies(self.bodies, self.obstacles, GRAVITY, DT)

    def solver(self) -> Callable[[], None]:
        """The substeps alone, with the contact planes of the last tick."""
        groups = groups_of(self.pools, NOTHING)
        stage = stage_of(self.pools, self.obstacles)
        nothing = *NO_CONTACTS, *NO_CONTACTS, *groups
        return partial(advance_all, stage.handed, *nothing, DT, 0, 1)

    def __call__(self) -> Iterator[Sample]:
        """A whole tick, and the solve of it; each is one unit for each constraint and substep.

        A lone slime takes some more.
        """
        count = len(self.bodies)
        units = count * len(MESH.edges) * SUBSTEPS
        for _ in range(IN_A_ROW if count == 1 else 1):
            yield timed(f"slime tick {count}", units, self.tick)
            yield timed(f"slime solve {count}", units, self.solver())


class Plain:
    """The same work done plainly, with the edges in some order."""

    def __init__(self, name: str, order: Integers) -> None:
        self._name, self._work = f"slime plain {name} {CROWD}", work_of(order)
        self._x = np.ascontiguousarray(resting(CROWD), dtype=np.float32)
        self._v = np.zeros_like(self._x)

    def __call__(self) -> Iterator[Sample]:
        """A tick."""
        units = CROWD * len(MESH.edges) * SUBSTEPS
        yield timed(self._name, units, partial(plain_tick, self._x, self._v, self._work, SUBSTEPS))


class Vectorised:
    """The same work done by numpy, with the body as the innermost index."""

    def __init__(self) -> None:
        self._batches = batches_of(work_of(np.arange(len(MESH.edges))))
        self._x = np.ascontiguousarray(resting(CROWD).transpose(1, 2, 0), dtype=np.float32)
        self._v = np.zeros_like(self._x)

    def __call__(self) -> Iterator[Sample]:
        """A tick."""
        units = CROWD * len(MESH.edges) * SUBSTEPS
        work = partial(vectorised_tick, self._x, self._v, self._batches, SUBSTEPS)
        yield timed(f"slime numpy {CROWD}", units, work)


def plain_solvers() -> list[Subject]:
    """What the solve of a crowd is compared with."""
    return [
        Plain("in natural order", natural(MESH.edges)),
        Plain("by colour", np.concatenate(coloured(MESH.edges))),
        Plain("no repeat within 8", np.arange(len(MESH.edges))),
        Vectorised(),
    ]


def work_of(order: Integers) -> Work:
    """The default slime as plain solvers take it."""
    h = DT / SUBSTEPS
    ends = MESH.rest_positions[MESH.edges[order]] * RADIUS
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).astype(np.float32)
    softness = 2e-3 * 20.0 / len(MESH.rest_positions) / h**2
    return Work(
        np.ascontiguousarray(MESH.edges[order]),
        lengths,
        MESH.triangles,
        softness,
        unit_volume(MESH) * RADIUS**3,
        1.0 - float(np.exp(-5.0 * h)),
        0.5,
        980.0 * h,
        h,
    )


def resting(count: int) -> Floats:
    """Bodies above the floor, shape [count, particle_count, 3]."""
    shape = MESH.rest_positions * RADIUS + np.array((0.0, 0.0, HEIGHT))
    return np.tile(shape, (count, 1, 1))


def _floor(side: int) -> Solid:
    far = GAP * side + 1000.0
    outline = np.array(((-1000.0, -200.0), (far, -200.0), (far, 0.0), (-1000.0, 0.0)))
    return Solid(outline, depth=(-1000.0, far), friction=0.5)
