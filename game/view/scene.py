"""What a view remembers of a tick, and what lies between two of them."""

from dataclasses import dataclass, field, replace

import numpy as np

from components.appearance import CharacterLook, SlimeLook
from components.camera import CameraFocus
from components.health import Health, HealthState
from components.skeleton import Skeleton, SkeletonPose
from components.softbody import SoftbodyParticles, SoftbodyTopology
from components.sprite import Pictures
from components.terrain import PlatformMotion
from components.transform import Transform
from game.view.arrays import Floats
from game.view.props.sight import Prop, props_of
from game.view.source import Watched, components_of, resource_or
from game.view.sprites.sight import Worn, sprites_of
from systems.softbody.reading import positions_of

JUMP = 300.0
"""Whatever moves farther than this in a tick was put there and did not move [cm]."""
SPARED, FLICKER = 0.22, 4
"""How much somebody flickers who cannot be hurt just now [0, 1], and for how many ticks on and off."""
SHAKE, SHAKE_TICKS, FULL_STOP = 5.0, 2, 0.06
"""How far somebody hit is shaken [cm], for how many ticks to each side, and from how long a stop on [s]."""
VARIETY = 1009
"""How many ways there may be to dress those whom the camera does not follow."""
NO_PICTURES = Pictures()
"""Those of a level without sprites."""
SMOOTHING = 0.2
"""Share of a new velocity in the smoothed one."""


@dataclass(frozen=True, slots=True)
class Body:
    """A soft body."""

    topology: SoftbodyTopology
    positions: Floats
    """World positions of its particles [cm], shape [particle_count, 3]."""
    palette: str
    airborne: bool
    """Whether it touches nothing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A character."""

    skeleton: str
    outfit: str
    positions: Floats
    """World positions of its bones [cm], shape [bone_count, 3]."""
    rotations: Floats
    """World rotations of its bones, unit quaternions, shape [bone_count, 4]."""
    root_position: Floats
    """World position between its soles [cm], shape [3]."""
    root_rotation: Floats
    """World rotation of component space, unit quaternion, shape [4]."""
    velocity: Floats
    """Velocity, smoothed [cm/s], shape [3]."""
    variant: int = 0
    """In which colours it is dressed: 0 in those of its outfit, others in one of its variants."""
    tails: tuple[Floats, ...] = ()
    """World points along its tails of cloth and hair [cm], shape [segment_count + 1, 3] each."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that moves, at one moment."""

    tick: float = 0.0
    """Ticks since the level began."""
    places: dict[int, Floats] = field(default_factory=dict)
    """World position of every entity that has one [cm], shape [3]."""
    bodies: dict[int, Body] = field(default_factory=dict)
    """Soft bodies by entity, ascending; none that is not finite."""
    figures: dict[int, Figure] = field(default_factory=dict)
    """Characters by entity, ascending; none that is not finite."""
    offsets: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Displacement of each platform [cm], shape [platform_count, 3]."""
    props: dict[int, Prop] = field(default_factory=dict)
    """Things to take, to reach and to go through, by entity, ascending."""
    flashes: dict[int, float] = field(default_factory=dict)
    """How much of whoever was hurt still flashes [0, 1], by entity."""
    shaken: dict[int, float] = field(default_factory=dict)
    """How far along X whoever was just hit is off [cm], by entity."""
    worn: dict[int, Worn] = field(default_factory=dict)
    """Sprites that entities wear, by entity, ascending."""
    pictures: Pictures = field(default_factory=Pictures)
    """The pictures of sprites."""


def scene_of(simulation: Watched, before: Scene | None) -> Scene:
    """Copies what a simulation shows now; the scene before it tells velocities."""
    slime_looks, figure_looks = components_of(simulation, SlimeLook), components_of(simulation, CharacterLook)
    slimes = [(entity, particles) for entity, (particles,) in simulation.entities_with(SoftbodyParticles)]
    shapes = positions_of([particles for _, particles in slimes])
    bodies = {
        entity: _body(particles, positions, slime_looks.get(entity))
        for (entity, particles), positions in zip(slimes, shapes, strict=True)
        if np.isfinite(positions).all()
    }
    old, followed = before.figures if before else {}, components_of(simulation, CameraFocus)
    figures = {
        entity: _figure(
            skeleton,
            pose,
            figure_looks.get(entity),
            old.get(entity),
            simulation.tick_rate,
            0 if entity in followed else 1 + entity % VARIETY,
        )
        for entity, (skeleton, pose) in simulation.entities_with(Skeleton, SkeletonPose)
        if len(pose.positions_ws) and np.isfinite(pose.positions_ws).all()
    }
    places = {entity: place.position.copy() for entity, (place,) in simulation.entities_with(Transform)}
    offsets = resource_or(simulation, PlatformMotion, PlatformMotion()).offset.copy()
    return Scene(
        tick=float(simulation.tick_count),
        places=places,
        bodies=bodies,
        figures=figures,
        offsets=offsets,
        props=props_of(simulation, before.props if before else {}),
        flashes=_flashes(simulation),
        shaken=_shaken(simulation),
        worn=sprites_of(simulation),
        pictures=resource_or(simulation, Pictures, NO_PICTURES),
    )


def _flashes(simulation: Watched) -> dict[int, float]:
    """How much everybody flashes: who was just hurt, and a little who cannot be hurt because of it."""
    flashes = {}
    for entity, (health, state) in simulation.entities_with(Health, HealthState):
        hurt = min(state.flash / health.flash_time, 1.0) if health.flash_time > 0.0 else 0.0
        spared = SPARED if simulation.tick_count // FLICKER % 2 and state.invulnerable > 0.0 else 0.0
        if max(hurt, spared) > 0.0:
            flashes[entity] = max(hurt, spared)
    return flashes


def _shaken(simulation: Watched) -> dict[int, float]:
    """How far off everybody is while a hit holds up attacker and victim: to and fro, less and less."""
    side = SHAKE if simulation.tick_count // SHAKE_TICKS % 2 else -SHAKE
    held = [(entity, state.hit_stop) for entity, state in components_of(simulation, HealthState).items()]
    return {entity: side * min(left / FULL_STOP, 1.0) for entity, left in held if left > 0.0}


def _body(particles: SoftbodyParticles, positions: Floats, look: SlimeLook | None) -> Body:
    palette = (look or SlimeLook()).palette
    return Body(particles.topology, positions, palette, particles.contact_count == 0)


def _figure(
    skeleton: Skeleton,
    pose: SkeletonPose,
    look: CharacterLook | None,
    old: Figure | None,
    tick_rate: float,
    variant: int,
) -> Figure:
    root, velocity = pose.root_position_ws.copy(), np.zeros(3)
    if old is not None:
        way = root - old.root_position
        speed = way * tick_rate if np.abs(way).max() < JUMP else np.zeros(3)
        velocity = old.velocity + (speed - old.velocity) * SMOOTHING
    outfit = (look or CharacterLook()).outfit
    positions, rotations = pose.positions_ws.copy(), pose.rotations_ws.copy()
    turn = pose.root_rotation_ws.copy()
    return Figure(skeleton.asset, outfit, positions, rotations, root, turn, velocity, variant)


def scene_between(before: Scene, after: Scene, share: float) -> Scene:
    """The scene a share of the way from one tick to the next."""
    if share >= 1.0 or before is after:
        return after
    return Scene(
        tick=before.tick + (after.tick - before.tick) * share,
        places={
            entity: between(before.places.get(entity), place, share) for entity, place in after.places.items()
        },
        bodies={
            entity: _body_between(before.bodies.get(entity), body, share)
            for entity, body in after.bodies.items()
        },
        figures={
            entity: _figure_between(before.figures.get(entity), figure, share)
            for entity, figure in after.figures.items()
        },
        offsets=between(before.offsets, after.offsets, share),
        props=after.props,
        flashes=after.flashes,
        shaken=after.shaken,
        worn=after.worn,
        pictures=after.pictures,
    )


def between(before: Floats | None, after: Floats, share: float) -> Floats:
    """Positions on the way; the new ones when there were none before or they did not get there by moving."""
    if before is None or before.shape != after.shape:
        return after
    way = after - before
    if way.size and np.abs(way).max() > JUMP:
        return after
    return before + way * share


def turned_between(before: Floats, after: Floats, share: float) -> Floats:
    """Unit quaternions on the short way, by normalised linear interpolation, shape [..., 4]."""
    sign = np.where((before * after).sum(axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    mixed = before * sign * (1.0 - share) + after * share
    turned: Floats = mixed / np.linalg.norm(mixed, axis=-1, keepdims=True)
    return turned


def _body_between(before: Body | None, after: Body, share: float) -> Body:
    if before is None or before.topology is not after.topology:
        return after
    return replace(after, positions=between(before.positions, after.positions, share))


def _figure_between(before: Figure | None, after: Figure, share: float) -> Figure:
    if before is None or before.positions.shape != after.positions.shape:
        return after
    positions = between(before.positions, after.positions, share)
    if positions is after.positions:
        return after
    return replace(
        after,
        positions=positions,
        rotations=turned_between(before.rotations, after.rotations, share),
        root_position=between(before.root_position, after.root_position, share),
        root_rotation=turned_between(before.root_rotation, after.root_rotation, share),
        velocity=before.velocity + (after.velocity - before.velocity) * share,
        tails=_tails_between(before.tails, after.tails, share),
    )


def _tails_between(before: tuple[Floats, ...], after: tuple[Floats, ...], share: float) -> tuple[Floats, ...]:
    if len(before) != len(after):
        return after
    return tuple(between(old, new, share) for old, new in zip(before, after, strict=True))
