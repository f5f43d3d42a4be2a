"""Soft bodies: how one is meant to be, its mesh, and its particles."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Annotated, Self

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from components.arrays import Flags, Floats, Integers
from components.shared import Shared
from components.watched import Watched

Floats32 = NDArray[np.float32]
"""Any array of float32."""

Corner = Annotated[int, Meta(ge=0)]
Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


class SoftbodyShape(StrEnum):
    """What a soft body looks like at rest."""

    SPHERE = "sphere"
    """A ball of the body's radius."""
    BOX = "box"
    """A cube of twice the radius."""
    CAPSULE = "capsule"
    """Upright, of the body's radius, and four radii high."""


Point = tuple[float, float, float]
Corners = tuple[Corner, Corner, Corner]


@dataclass(frozen=True, slots=True)
class SoftbodyMesh:
    """A closed surface of triangles, for soft bodies of any shape.

    Corners in the same place become one, and triangles may be wound either way. An edge without exactly two
    triangles is an error.
    """

    vertices: Annotated[tuple[Point, ...], Meta(min_length=4, max_length=2000)]
    """Corners: X right, Y into the screen, Z up; in any unit, since the body's radius is how far the furthest
    of them is from their mean; shape [corner_count, 3]."""
    triangles: Annotated[tuple[Corners, ...], Meta(min_length=4, max_length=4000)]
    """Triples of corners, numbered from 0, shape [triangle_count, 3]."""


@dataclass(slots=True)
class Softbody(Watched):
    """How a slime is meant to be (seed 003).

    Radius, mass and subdivisions count when its particles are born; the rest may change at any time.
    """

    radius: Positive = 60.0
    """Radius at rest [cm]."""
    mass: Positive = 20.0
    """Mass of all particles together [kg]."""
    shape: SoftbodyShape = SoftbodyShape.SPHERE
    """Its form at rest; counts when its particles are born."""
    mesh: SoftbodyMesh | None = None
    """Its form at rest where that is neither; goes before shape and subdivisions."""
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
    """Steps per tick, at least: what is so stiff or cut so finely that it would not keep its energy in them
    gets more."""
    depenetration_speed: NotNegative = 100.0
    """Fastest way out of something solid [cm/s]."""
    max_speed: Positive = 3000.0
    """Fastest it may move as a whole, and its particles be driven by its own elasticity [cm/s]."""
    lane_locked: bool = True
    """Whether the centroid keeps its Y."""
    frequency: NotNegative = 0.0
    """How often its slowest wobble would go to and fro without damping [Hz], if it were a ball; 0 leaves it
    to `compliance`."""
    damping_ratio: NotNegative = 0.0
    """Damping of that wobble as a share of the critical one [1]; 0 leaves it to `damping`."""
    wobble: NotNegative = 0.0
    """How often it is seen to wobble, damped as it is [Hz]; goes before `frequency`, 0 says nothing."""
    sag: NotNegative = 0.0
    """How much lower its weight makes it at rest on a floor [cm], between a tenth of its radius (an eighth
    with 42 particles) and three quarters: nothing is stiffer or softer; goes before `wobble`, 0 says
    nothing."""
    settle: NotNegative = 0.0
    """Time in which a wobble dies down to a fiftieth [s]; goes before `damping_ratio`, 0 says nothing."""
    plasticity: NotNegative = 0.0
    """Rate at which edges that are strained too far take on their new lengths [1/s]; 0 gives a body that
    always finds back to its own shape."""
    yield_strain: NotNegative = 0.1
    """Strain of an edge up to which it forgets nothing [1]."""
    plastic_limit: Annotated[float, Meta(ge=0, lt=1)] = 0.5
    """How far an edge may come to rest from its length in the mesh, as a share of that [1]."""
    can_sleep: bool = True
    """Whether it stops altogether when it and all it touches have hardly moved for half a second."""


@dataclass(slots=True)
class SoftbodyStuck:
    """Asks for a report of particles that are stuck between two surfaces; see `StuckParticles`."""

    ticks: Annotated[int, Meta(ge=1)] = 5
    """For how many ticks in a row two different surfaces have to press a particle."""


@dataclass(slots=True, eq=False)
class StuckParticles:
    """Which particles of a soft body are stuck, up to date after every tick."""

    counts: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """For how many ticks in a row two different surfaces have pressed each, shape [particle_count]."""
    particles: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Those that are stuck, in their order, shape [stuck_count]."""


@dataclass(frozen=True, slots=True, eq=False)
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


def aligned_zeros(count: int) -> Floats32:
    """Zeros that begin at a multiple of 64 bytes, where no vector straddles two cache lines."""
    room = np.zeros(count + 16, dtype=np.float32)
    first = (-room.ctypes.data % 64) // 4
    return room[first : first + count]


@dataclass(slots=True, eq=False)
class SoftbodyPools:
    """Where the particles of soft bodies are. The world entity carries one pool for each mesh.

    A pool is made of blocks of `width` bodies. A block's particles are [particle][x, y, z][lane] in float32,
    each lane relative to an anchor of its own. The blocks of all pools lie one after the other in the same
    arrays, so that bodies of different meshes can meet. A body's place is its slot: block times width plus
    lane. Which one that is changes nothing about it, so a state hash takes bodies one by one instead.
    """

    width: int
    """Bodies that are solved together."""
    topologies: list[SoftbodyTopology] = field(default_factory=list)
    """The meshes there are."""
    blocks: Integers = field(default_factory=lambda: np.zeros((0, 5), dtype=np.int64))
    """Of each block: mesh, first number in the arrays of particles, substeps, bodies, and first number in
    `memory` or -1; shape [block_count, 5]."""
    positions: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """Positions relative to the anchors [cm]."""
    velocities: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """World velocities [cm/s]."""
    kept: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """Positions before the last tick, to come back to [cm]."""
    memory: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """What edges at rest measure, as a share of the mesh's own lengths [1], of blocks with plastic bodies;
    [edge][lane]."""
    materials: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """What bodies are like, for the solver."""
    facts: Floats32 = field(default_factory=lambda: aligned_zeros(0))
    """What was measured of bodies."""
    stale: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Blocks whose facts are out of date, shape [block_count]."""
    anchors: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """World positions of the anchors, on a grid of 1/16 cm [cm], shape [slot_count, 3]."""
    masses: Floats = field(default_factory=lambda: np.zeros(0))
    """Mass of each body [kg], shape [slot_count]."""
    radii: Floats = field(default_factory=lambda: np.zeros(0))
    """Size of each body against its unit mesh [cm], shape [slot_count]."""
    frictions: Floats = field(default_factory=lambda: np.zeros(0))
    """Coulomb friction coefficient of each body [1], shape [slot_count]."""
    layers: Integers = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))
    """Entity, bit of its layer, and bits of the layers it meets, of each body; shape [slot_count, 3]."""
    quiet: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Ticks for which each body has hardly moved; -1 while it is asleep; shape [slot_count]."""
    folded: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Ticks for which each body has been folded, as one is that passes through itself, shape [slot_count]."""
    substeps: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Substeps that each body is to have at least, shape [slot_count]; its block has those it has."""
    is_mixed: bool = False
    """Whether not all bodies are to have as many substeps as all others and all blocks."""
    can_sleep: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Which bodies may fall asleep, shape [slot_count]."""
    taken: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    """Which slots hold a body, shape [slot_count]."""
    gravity: Floats = field(default_factory=lambda: np.zeros(3))
    """Acceleration in the last tick [cm/s²], shape [3]."""
    contact_ranges: Integers = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    """First and past the last contact of each body in the last tick, shape [slot_count, 2]."""
    contacts: Floats = field(default_factory=lambda: np.zeros((0, 7)))
    """World position [cm] and unit normal of each contact, and the entity of the soft body touched, or 0;
    shape [contact_count, 7]."""
    touches: Floats = field(default_factory=lambda: np.zeros((0, 20)))
    """What bodies and characters did to each other in the last solve, until somebody took note of it: columns
    of `systems.softbody.reaction.Touch`, shape [touch_count, 20]."""
    stage: object = None
    """What the solve has derived from these arrays, for the next tick; a copy derives its own."""
    soft_touches: object = None
    """Whom soft bodies touched in the last solve, for who asks in the same tick; a copy knows none."""
    handed: object = None
    """The blocks as kernels are handed them; a copy hands over its own."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        twin = type(self)(self.width)
        memo[id(self)] = twin
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name == "topologies":
                value = list(value)
            elif isinstance(value, np.ndarray):
                value = self._copied(value)
            setattr(twin, item.name, value)
        twin.stage = twin.handed = twin.soft_touches = None
        return twin

    @staticmethod
    def _copied(values: NDArray[np.generic]) -> NDArray[np.generic]:
        if values.dtype != np.float32:
            return values.copy()
        twin = aligned_zeros(values.size)
        twin[:] = values
        return twin

    def canonical(self) -> tuple[object, ...]:
        """What a state hash takes of it: nothing, for every body tells its own part."""
        return ()

    def lane(self, numbers: Floats32, slot: int) -> Floats32:
        """One body's part of an array of particles, as a view, shape [particle_count, 3]."""
        mesh, start = self.blocks[slot // self.width, :2].tolist()
        count = len(self.topologies[mesh].rest_positions)
        block = numbers[start : start + count * 3 * self.width]
        return block.reshape(count, 3, self.width)[:, :, slot % self.width]


@dataclass(slots=True, eq=False)
class SoftbodyParticles(Watched):
    """The particles of one soft body: where to find them, and how to read them in world space.

    Writing goes through `systems.softbody.edit`.
    """

    pools: SoftbodyPools
    """Where they are."""
    slot: int
    """Where in there."""
    restored_count: int = 0
    """How often numbers that were not finite had to be replaced by the last good shape."""
    known: tuple[object, ...] = ()
    """What the solver last took from the body's Softbody and collider."""

    @property
    def topology(self) -> SoftbodyTopology:
        """Its mesh."""
        return self.pools.topologies[int(self.pools.blocks[self.slot // self.pools.width, 0])]

    @property
    def positions_ws(self) -> Floats:
        """A copy of the world positions [cm], shape [particle_count, 3]."""
        positions: Floats = self.pools.lane(self.pools.positions, self.slot) + self.pools.anchors[self.slot]
        return positions

    @property
    def velocities_ws(self) -> Floats:
        """A copy of the world velocities [cm/s], shape [particle_count, 3]."""
        return self.pools.lane(self.pools.velocities, self.slot).astype(np.float64)

    @property
    def mass(self) -> float:
        """Mass of all particles together [kg]."""
        return float(self.pools.masses[self.slot])

    @property
    def radius(self) -> float:
        """Its size against its unit mesh [cm]."""
        return float(self.pools.radii[self.slot])

    @property
    def inverse_masses(self) -> Floats:
        """Inverse masses [1/kg], shape [particle_count]."""
        count = len(self.topology.rest_positions)
        return np.full(count, count / self.mass)

    @property
    def edge_lengths(self) -> Floats:
        """Rest lengths of the edges [cm], shape [edge_count]."""
        ends = self.topology.rest_positions[self.topology.edges]
        x, y, z = (ends[:, 1] - ends[:, 0]).T
        lengths: Floats = np.sqrt(x * x + y * y + z * z) * self.radius
        shares = self.rest_shares
        return lengths if shares is None else lengths * shares

    @property
    def rest_shares(self) -> Floats32 | None:
        """Rest lengths as a share of those of the mesh, as a view, shape [edge_count]; None where all are."""
        pools = self.pools
        first = int(pools.blocks[self.slot // pools.width, 4])
        if first < 0:
            return None
        size = len(self.topology.edges) * pools.width
        shares = pools.memory[first : first + size].reshape(-1, pools.width)[:, self.slot % pools.width]
        return None if (shares == 1.0).all() else shares

    @property
    def is_asleep(self) -> bool:
        """Whether it has been at rest for so long that it is not solved until something happens to it."""
        return bool(self.pools.quiet[self.slot] < 0)

    @property
    def contact_count(self) -> int:
        """Contacts that its particles had in the last tick."""
        first, last = self.pools.contact_ranges[self.slot].tolist()
        return int(last - first)

    @property
    def contact_points(self) -> Floats:
        """Where they touched in the last tick, world space [cm], shape [contact_count, 3]."""
        first, last = self.pools.contact_ranges[self.slot].tolist()
        return self.pools.contacts[first:last, :3].copy()

    @property
    def contact_normals(self) -> Floats:
        """Unit normals there, out of what is touched, shape [contact_count, 3]."""
        first, last = self.pools.contact_ranges[self.slot].tolist()
        return self.pools.contacts[first:last, 3:6].copy()

    @property
    def contact_entities(self) -> Integers:
        """Which soft body is touched there, or 0 for all that is solid, shape [contact_count]."""
        first, last = self.pools.contact_ranges[self.slot].tolist()
        return self.pools.contacts[first:last, 6].astype(np.int64)

    def canonical(self) -> tuple[object, ...]:
        """All that a state hash takes of it, the same whatever its slot."""
        pools, slot = self.pools, self.slot
        first, last = pools.contact_ranges[slot].tolist()
        arrays = (pools.positions, pools.velocities, pools.kept)
        return (
            self.topology,
            self.restored_count,
            *(np.ascontiguousarray(pools.lane(numbers, slot)) for numbers in arrays),
            () if (shares := self.rest_shares) is None else np.ascontiguousarray(shares),
            pools.anchors[slot],
            float(pools.masses[slot]),
            float(pools.radii[slot]),
            int(pools.quiet[slot]),
            int(pools.folded[slot]),
            pools.contacts[first:last],
        )
