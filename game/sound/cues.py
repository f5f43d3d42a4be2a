"""Which event of a level is heard as what, how loud and from which side."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from components.arrays import Floats
from components.camera import CameraFocus
from components.character import GroundContact
from components.events import (
    CheckpointReached,
    Died,
    Footstep,
    GoalLocked,
    Hit,
    Hopped,
    Hurt,
    ImpulseApplied,
    Jumped,
    Landed,
    LevelCompleted,
    Merged,
    Noticed,
    PickedUp,
    Split,
)
from components.slime import SlimeContact
from components.softbody import Softbody
from components.terrain import Material, PlatformMotion, Solid, Terrain
from components.transform import Transform

REACH = 700.0
"""Distance at which something is half as loud [cm]."""
QUIETEST = 0.04
"""What is less loud is not heard [1]."""
SIDE = 900.0
"""Distance to the side at which something is heard on one side only [cm]."""
HARD_LANDING, HARD_SQUASH = 620.0, 260.0
"""Speeds from which landings and presses are hard [cm/s]."""
SOFTEST_LANDING, SOFTEST_SQUASH = 90.0, 70.0
"""Speeds below which they are silent [cm/s]."""
SOFTEST_PRESSURE, HARD_PRESSURE, FULL_PRESSURE = 5.0, 28.0, 70.0
"""Pressures from which a slime is heard, sounds pressed hard, and is nearly as loud as can be [kg/(cm s²)]; a
slime of 40 cm and 20 kg that falls a metre comes to 30."""
SUDDEN, CALMING, FLAT = 2.0, 0.15, 0.5
"""How many times harder than before is sudden, the share of the newest tick in that "before", and the height
of a slime that is pressed flat, as a share [1]."""
UNDERFOOT = 6.0
"""How far under a foot its ground is looked for [cm]."""
PICKUPS = {"gem": "gem", "heart": "heart", "key": "key"}
"""Effects of what is picked up, by its kind; another kind sounds like a gem."""

FROM_ENTITIES = {
    Jumped: ("jump", 0.8),
    Hopped: ("hop", 0.7),
    Split: ("hop", 0.9),
    Merged: ("squash_soft", 0.8),
    Noticed: ("notice", 0.8),
    CheckpointReached: ("checkpoint", 1.0),
    GoalLocked: ("locked", 1.0),
    LevelCompleted: ("door", 1.0),
}
"""Effects and loudness of events that are heard from where their entity is."""

Kind = TypeVar("Kind")
Place = tuple[float, float, float]


class Heard(Protocol):
    """A simulation as ears meet it: reading only."""

    @property
    def tick_count(self) -> int:
        """Ticks since the level began."""

    @property
    def events(self) -> list[object]:
        """What happened during the last tick, in order."""

    def resource(self, kind: type[Kind]) -> Kind:
        """The world entity's component. Raises LookupError when it has none of this kind."""

    def entities_with(self, kind: type[Kind], /) -> list[tuple[int, tuple[Kind]]]:
        """Entities that have this component, ascending."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An effect to be heard."""

    name: str
    """Which; a step without its variant."""
    gain: float = 1.0
    """How loud [1]."""
    pan: float = 0.0
    """From which side: -1 left, 1 right."""


class Ears:
    """Hears a level tick by tick, at what the camera follows."""

    def __init__(self) -> None:
        self._calm: dict[int, float] = {}

    def hear(self, simulation: Heard) -> list[Cue]:
        """What the last tick sounds like, in the order in which it happened."""
        if simulation.tick_count == 0:
            self._calm = {}
            return []
        places = {entity: _place(place) for entity, (place,) in simulation.entities_with(Transform)}
        hero = next((entity for entity, _ in simulation.entities_with(CameraFocus)), 0)
        ear = places.get(hero, (0.0, 0.0, 0.0))
        sounds = [sound for event in simulation.events for sound in _sounds_of(event, simulation, hero)]
        sounds += self._presses(simulation)
        return [cue for name, gain, source in sounds if (cue := heard_at(ear, name, gain, source, places))]

    def _presses(self, simulation: Heard) -> "list[Sound]":
        """Slimes on which something, or the ground, presses all at once much harder than it did."""
        sounds: list[Sound] = []
        calm = {}
        for slime, (contact,) in simulation.entities_with(SlimeContact):
            before = self._calm.get(slime, contact.pressure)
            is_pressed = contact.pressure > SUDDEN * before + SOFTEST_PRESSURE
            if is_pressed:
                sounds.append((*pressed(contact.pressure, contact.squash), slime))
            share = 1.0 if is_pressed else CALMING
            calm[slime] = before + (contact.pressure - before) * share
        self._calm = calm
        return sounds


Sound = tuple[str, float, "int | Place"]
"""An effect, its loudness, and the entity or the place it comes from."""


def _sounds_of(event: object, simulation: Heard, hero: int) -> Iterable[Sound]:
    match event:
        case Footstep(entity=entity, point=point):
            yield f"step_{ground_under(simulation, entity, point)}", 0.8, _point(point)
        case Landed(speed=speed, point=point) if speed > SOFTEST_LANDING:
            yield _landing(speed), min(1.0, 0.35 + speed / 1200.0), _point(point)
        case ImpulseApplied(strength=strength, point=point) if strength > SOFTEST_SQUASH:
            yield *_pushed(strength), _point(point)
        case Hit(point=point):
            yield "hit", 1.0, _point(point)
        case Hurt(entity=entity) if entity == hero:
            yield "hurt", 1.0, entity
        case Died(entity=entity, point=point):
            yield ("die" if entity == hero else "burst"), 1.0, _point(point)
        case PickedUp(kind=kind, point=point):
            yield PICKUPS.get(kind, "gem"), 1.0, _point(point)
        case _ if type(event) in FROM_ENTITIES:
            yield *FROM_ENTITIES[type(event)], cast("int", getattr(event, "entity", 0))


def _landing(speed: float) -> str:
    return "land_hard" if speed >= HARD_LANDING else "land_soft"


def _pushed(speed: float) -> tuple[str, float]:
    return "squash_hard" if speed >= HARD_SQUASH else "squash_soft", min(1.0, 0.2 + speed / 500.0)


def pressed(pressure: float, squash: float) -> tuple[str, float]:
    """How a slime sounds under a pressure [kg/(cm s²)] at a share of its height: which effect, how loud."""
    is_hard = pressure >= HARD_PRESSURE or squash <= FLAT
    return "squash_hard" if is_hard else "squash_soft", min(1.0, 0.2 + pressure / FULL_PRESSURE)


def heard_at(
    ear: Place, name: str, gain: float, source: int | Place, places: Mapping[int, Place]
) -> Cue | None:
    """How an effect is heard somewhere, or None where it is too far away; what has no place is heard near."""
    place = places.get(source, ear) if isinstance(source, int) else source
    distance = math.dist((ear[0], ear[2]), (place[0], place[2]))
    loudness = gain / (1.0 + (distance / REACH) ** 2)
    if loudness < QUIETEST:
        return None
    return Cue(name, loudness, min(max((place[0] - ear[0]) / SIDE, -1.0), 1.0))


def ground_under(simulation: Heard, entity: int, point: Floats) -> str:
    """What a foot of somebody at a world point [cm] steps on: a material, or "slime"."""
    contact = next(
        (contact for other, (contact,) in simulation.entities_with(GroundContact) if other == entity), None
    )
    slimes = [other for other, _ in simulation.entities_with(Softbody)]
    if contact is not None and contact.entity in slimes:
        return "slime"
    offsets = simulation.resource(PlatformMotion).offset
    found = material_at(
        simulation.resource(Terrain).solids, offsets, float(point[0]), float(point[2]) - UNDERFOOT
    )
    return (found or Material.GRASS).value


def material_at(solids: Sequence[Solid], offsets: Floats, x: float, z: float) -> Material | None:
    """What the solid nearest to the lane at a point of the side view [cm] is made of, or None in the open."""
    around = [
        solid
        for solid in solids
        if inside(solid.outline, x - _offset(solid, offsets, 0), z - _offset(solid, offsets, 2))
    ]
    nearest = min(around, key=lambda solid: abs(sum(solid.depth)), default=None)
    return None if nearest is None else nearest.material


def inside(outline: Floats, x: float, z: float) -> bool:
    """Whether a point is inside an outline, by the number of edges to its right (even-odd rule)."""
    crossed = False
    points = outline.tolist()
    for (x1, z1), (x2, z2) in zip(points, [*points[1:], points[0]], strict=True):
        if (z1 > z) != (z2 > z) and x < x1 + (z - z1) * (x2 - x1) / (z2 - z1):
            crossed = not crossed
    return crossed


def _offset(solid: Solid, offsets: Floats, axis: int) -> float:
    return float(offsets[solid.platform, axis]) if 0 <= solid.platform < len(offsets) else 0.0


def _place(transform: Transform) -> Place:
    return _point(transform.position)


def _point(point: Floats) -> Place:
    return float(point[0]), float(point[1]), float(point[2])
