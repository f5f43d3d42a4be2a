"""Bodies come, go, and change places in the pools, which changes nothing about them or others."""

from collections.abc import Sequence
from operator import is_
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats
from components.softbody import (
    Floats32,
    SoftbodyParticles,
    SoftbodyPools,
    SoftbodyTopology,
    aligned_zeros,
)
from systems.handover import Handover, hand_over
from systems.softbody.blocks import Blocks
from systems.softbody.lanes import (
    BODIES,
    FACT_ROWS,
    MATERIAL_ROWS,
    MEMORY,
    MESH,
    ROW,
    SUBSTEPS,
    Lanes,
    Material,
)
from systems.softbody.measure import measure_blocks
from systems.softbody.tables import Meshes, meshes_of
from systems.softbody.vectors import LANES

Number = TypeVar("Number", bound=np.generic)

ANCHOR_GRID = 16.0
"""Places for anchors in a centimetre."""
DEFAULT_SUBSTEPS = 8
BY_SLOT = (
    "anchors",
    "masses",
    "radii",
    "frictions",
    "layers",
    "quiet",
    "folded",
    "substeps",
    "can_sleep",
    "taken",
    "contact_ranges",
)
"""Arrays with a row for each slot."""
CARRIED = BY_SLOT[:-2]
"""Those of which a body takes its row along."""
WIDEST = 1e5
"""Size of a body beyond which its anchor stays where it is [cm]."""


def empty_pools() -> SoftbodyPools:
    """Pools without bodies."""
    return SoftbodyPools(LANES)


def lanes_of(pools: SoftbodyPools) -> Lanes:
    """The blocks as kernels take them."""
    return Lanes(
        pools.blocks,
        pools.positions,
        pools.velocities,
        pools.kept,
        pools.memory,
        pools.materials,
        pools.facts,
    )


def meshes_of_pools(pools: SoftbodyPools) -> Meshes:
    """The tables of their meshes."""
    return meshes_of(tuple(pools.topologies))


def blocks_of(pools: SoftbodyPools) -> Handover[Blocks]:
    """Both, handed over; anew when any of their arrays is another one, see `stage_of`."""
    kept, sources = pools.handed, (pools.blocks, pools.memory)
    if not isinstance(kept, _Handed) or not all(map(is_, kept.sources, sources)):
        pools.handed = kept = _Handed(sources, hand_over(Blocks(lanes_of(pools), meshes_of_pools(pools))))
    return kept.blocks


class _Handed(NamedTuple):
    sources: tuple[object, ...]
    """Arrays; when any is another one, so are others of the blocks."""
    blocks: Handover[Blocks]


def add_body(
    pools: SoftbodyPools,
    topology: SoftbodyTopology,
    *,
    substeps: int = DEFAULT_SUBSTEPS,
) -> int:
    """Takes a free lane of a block of this mesh, or of a new one, and returns its slot."""
    mesh = _mesh_row(pools, topology)
    fitting = np.flatnonzero((pools.blocks[:, MESH] == mesh) & (pools.blocks[:, BODIES] < LANES))
    for block in fitting.tolist():
        if pools.blocks[block, BODIES] == 0 or pools.blocks[block, SUBSTEPS] == substeps:
            break
    else:
        block = _add_block(pools, mesh)
    pools.blocks[block, SUBSTEPS] = substeps
    slot = block * LANES + int(np.argmin(pools.taken[block * LANES : (block + 1) * LANES]))
    pools.blocks[block, BODIES] += 1
    pools.taken[slot] = True
    pools.stale[block] = True
    pools.quiet[slot] = pools.folded[slot] = 0
    pools.substeps[slot] = substeps
    pools.contact_ranges[slot] = 0
    return slot


def remove_body(pools: SoftbodyPools, slot: int) -> None:
    """Frees a lane. What it held stays as padding, without weight, at rest."""
    pools.taken[slot] = False
    pools.blocks[slot // LANES, BODIES] -= 1
    materials(pools)[slot // LANES, Material.WEIGHT, slot % LANES] = 0.0
    pools.lane(pools.velocities, slot)[:] = 0.0
    pools.contact_ranges[slot] = 0


def move_body(particles: SoftbodyParticles, pools: SoftbodyPools, *, substeps: int) -> None:
    """Moves a body to a lane of these pools, to the last bit as it is."""
    source, old, topology = particles.pools, particles.slot, particles.topology
    new = add_body(pools, topology, substeps=substeps)
    for name in ("positions", "velocities", "kept"):
        values = source.lane(getattr(source, name), old)
        target = pools.lane(getattr(pools, name), new)
        target[:] = values
        _pad(pools, getattr(pools, name), new, values if name != "velocities" else None)
    for name in CARRIED:
        getattr(pools, name)[new] = getattr(source, name)[old]
    here, there = materials(source)[old // LANES], materials(pools)[new // LANES]
    there[:, new % LANES] = here[:, old % LANES]
    _pad_materials(pools, new)
    _move_memory(particles, pools, new)
    _move_contacts(source, old, pools, new)
    if source is pools:
        remove_body(source, old)
    particles.pools, particles.slot = pools, new


def give_memory(pools: SoftbodyPools, block: int) -> None:
    """Lets the bodies of a block have rest lengths of their own, those of the mesh at first."""
    if pools.blocks[block, MEMORY] < 0:
        size = len(pools.topologies[pools.blocks[block, MESH]].edges) * LANES
        pools.blocks[block, MEMORY] = pools.memory.size
        pools.memory = _grown(pools.memory, pools.memory.size + size)
        pools.memory[-size:] = 1.0


def _move_memory(particles: SoftbodyParticles, pools: SoftbodyPools, new: int) -> None:
    shares = particles.rest_shares
    if shares is not None:
        give_memory(pools, new // LANES)
    first = int(pools.blocks[new // LANES, MEMORY])
    if first >= 0:
        end = first + len(particles.topology.edges) * LANES
        pools.memory[first:end].reshape(-1, LANES)[:, new % LANES] = 1.0 if shares is None else shares


def has_mixed_substeps(pools: SoftbodyPools) -> bool:
    """Whether not all bodies are to have as many substeps as all others and their blocks."""
    slots = np.flatnonzero(pools.taken)
    numbers = np.concatenate((pools.substeps[slots], pools.blocks[slots // LANES, SUBSTEPS]))
    return bool((numbers != numbers[:1]).any())


def materials(pools: SoftbodyPools) -> Floats32:
    """Rows of `Material`, as a view, shape [block_count, MATERIAL_ROWS, LANES]."""
    return pools.materials.reshape(-1, MATERIAL_ROWS, LANES)


def facts(pools: SoftbodyPools) -> Floats32:
    """Rows of `Fact`, as a view, shape [block_count, FACT_ROWS, LANES]; see `refresh`."""
    return pools.facts.reshape(-1, FACT_ROWS, LANES)


def refresh(pools: SoftbodyPools) -> None:
    """Measures the blocks whose facts are out of date."""
    if np.count_nonzero(pools.stale):
        measure_blocks(blocks_of(pools).handed, np.flatnonzero(pools.stale))
        pools.stale[:] = False


def write_positions(particles: SoftbodyParticles, positions: Floats) -> None:
    """Puts all particles somewhere, with the anchor near them.

    Args:
        particles: The body.
        positions: World positions [cm], shape [particle_count, 3]. Numbers that are not finite are taken as
            they are, for the solver to find.
    """
    pools, slot = particles.pools, particles.slot
    low, high = positions.min(axis=0), positions.max(axis=0)
    if np.isfinite(low).all() and (high - low < WIDEST).all():
        before = pools.anchors[slot].copy()
        pools.anchors[slot] = np.rint(positions.mean(axis=0) * ANCHOR_GRID) / ANCHOR_GRID
        pools.lane(pools.kept, slot)[:] += before - pools.anchors[slot]
    with np.errstate(over="ignore", invalid="ignore"):
        pools.lane(pools.positions, slot)[:] = positions - pools.anchors[slot]
    touch(particles)


def write_shape(particles: SoftbodyParticles, centre: Floats, around: Floats) -> None:
    """Puts all particles round a point, to the same bits wherever it is on the grid of anchors.

    Args:
        particles: The body.
        centre: World position [cm], shape [3].
        around: Positions relative to it [cm], shape [particle_count, 3].
    """
    pools, slot = particles.pools, particles.slot
    pools.anchors[slot] = np.rint(centre * ANCHOR_GRID) / ANCHOR_GRID
    pools.lane(pools.positions, slot)[:] = around + (centre - pools.anchors[slot])
    touch(particles)


def write_velocities(particles: SoftbodyParticles, velocities: Floats) -> None:
    """Gives all particles velocities [cm/s], shape [particle_count, 3]."""
    pools = particles.pools
    with np.errstate(over="ignore", invalid="ignore"):
        pools.lane(pools.velocities, particles.slot)[:] = velocities
    touch(particles)


def keep(particles: SoftbodyParticles) -> None:
    """Takes the shape that a body has now for the one to come back to."""
    pools, slot = particles.pools, particles.slot
    values = pools.lane(pools.positions, slot)
    pools.lane(pools.kept, slot)[:] = values
    _pad(pools, pools.positions, slot, values)
    _pad(pools, pools.kept, slot, values)


def touch(particles: SoftbodyParticles) -> None:
    """Wakes a body that was changed, and has it measured again."""
    pools = particles.pools
    pools.stale[particles.slot // LANES] = True
    pools.quiet[particles.slot] = 0


def _mesh_row(pools: SoftbodyPools, topology: SoftbodyTopology) -> int:
    for row, known in enumerate(pools.topologies):
        if known is topology:
            return row
    pools.topologies.append(topology)
    return len(pools.topologies) - 1


def _add_block(pools: SoftbodyPools, mesh: int) -> int:
    size = len(pools.topologies[mesh].rest_positions) * ROW
    block = len(pools.blocks)
    start = block_end(pools)
    row = np.array(((mesh, start, DEFAULT_SUBSTEPS, 0, -1),), dtype=np.int64)
    pools.blocks = np.concatenate((pools.blocks, row))
    for name in ("positions", "velocities", "kept"):
        values = getattr(pools, name)
        if start + size > values.size:
            setattr(pools, name, _grown(values, start + size, 2 * values.size))
    pools.materials = _grown(pools.materials, (block + 1) * MATERIAL_ROWS * LANES)
    materials(pools)[block, (Material.SIZE, Material.LONGEST_MOVE, Material.MAX_SPEED)] = 1.0
    pools.facts = _grown(pools.facts, (block + 1) * FACT_ROWS * LANES)
    pools.stale = _longer(pools.stale, block + 1)
    for name in BY_SLOT:
        setattr(pools, name, _longer(getattr(pools, name), (block + 1) * LANES))
    return block


def block_end(pools: SoftbodyPools) -> int:
    """How many numbers of the arrays of particles are in use."""
    if not len(pools.blocks):
        return 0
    mesh, start = pools.blocks[-1, :2].tolist()
    return int(start) + len(pools.topologies[mesh].rest_positions) * ROW


def _grown(values: Floats32, *sizes: int) -> Floats32:
    larger = aligned_zeros(max(sizes))
    larger[: values.size] = values
    return larger


def _longer(values: NDArray[Number], length: int) -> NDArray[Number]:
    longer = np.zeros((length, *values.shape[1:]), dtype=values.dtype)
    longer[: len(values)] = values
    return longer


def _pad(pools: SoftbodyPools, numbers: Floats32, slot: int, values: Floats32 | None) -> None:
    """Fills the other lanes of a block with copies of its first body, so that all of them hold numbers."""
    if values is None or pools.blocks[slot // LANES, BODIES] != 1:
        return
    mesh, start = pools.blocks[slot // LANES, :2].tolist()
    count = len(pools.topologies[mesh].rest_positions)
    numbers[start : start + count * ROW].reshape(count, 3, LANES)[:] = values[:, :, None]


def _pad_materials(pools: SoftbodyPools, slot: int) -> None:
    if pools.blocks[slot // LANES, BODIES] == 1:
        block = materials(pools)[slot // LANES]
        weights = block[Material.WEIGHT].copy()
        block[:] = block[:, slot % LANES][:, None]
        block[Material.WEIGHT] = 0.0
        block[Material.WEIGHT, slot % LANES] = weights[slot % LANES]


def _move_contacts(source: SoftbodyPools, old: int, pools: SoftbodyPools, new: int) -> None:
    first, last = source.contact_ranges[old].tolist()
    if source is pools:
        pools.contact_ranges[new] = first, last
    elif last > first:
        end = len(pools.contacts)
        pools.contacts = np.concatenate((pools.contacts, source.contacts[first:last]))
        pools.contact_ranges[new] = end, end + last - first


def slots_of(particles: Sequence[SoftbodyParticles]) -> NDArray[np.int64]:
    """Slots of some bodies, shape [body_count]."""
    return np.fromiter([body.slot for body in particles], np.int64, len(particles))
