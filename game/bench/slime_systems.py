"""What a whole tick of slimes costs: all their systems, and the copy of particles that drawing takes."""

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from components.arrays import vector
from components.character import CharacterMotor
from components.collider import CapsuleCollider, SphereCollider
from components.overlap import OverlapImpulse
from components.softbody import Softbody, SoftbodyParticles
from components.terrain import Solid
from components.transform import Transform
from game.bench.rows import Sample
from game.bench.simulation import Lap
from game.bench.slimes import IN_A_ROW, MESH, SUBSTEPS
from game.level.level import Level, load_level
from game.simulation import After, Before, Simulation
from systems.impulse.overlap_impulse import Impulses
from systems.overlap.tracking import OverlapTracking
from systems.softbody.reading import positions_of
from systems.softbody.solve import SoftbodySolve
from systems.softbody.touching import SlimeContacts

GAP = 150.0
"""Way from one slime to the next, so that nothing touches [cm]."""
HEIGHT = 75.0
"""Where they begin [cm]."""
SETTLING = 120
"""How long they come to rest before anything is measured [ticks]."""
PILE, POURING = "pile", 600
"""A level of slimes that touch, and how long they are poured [ticks]."""


class SlimeSystems:
    """The systems of slimes in the ticks of a level: from the solve to contacts, overlaps and impulses."""

    def __init__(self, name: str, level: Level) -> None:
        self._name = name
        self._laps = [Lap() for _ in range(4)]
        begin, end, begin_overlaps, end_overlaps = self._laps
        self.simulation = Simulation(
            level,
            systems=[
                Before(SoftbodySolve, begin),
                After(SlimeContacts, end),
                Before(OverlapTracking, begin_overlaps),
                After(Impulses, end_overlaps),
            ],
        )
        """The level as it stands."""

    def __call__(self) -> Iterator[Sample]:
        """Runs a tick, of a lone slime some more; it is one unit for each constraint and substep."""
        bodies = [body for _, (body,) in self.simulation.entities_with(SoftbodyParticles)]
        for _ in range(IN_A_ROW if len(bodies) == 1 else 1):
            yield self._tick(bodies)

    def _tick(self, bodies: list[SoftbodyParticles]) -> Sample:
        self.simulation.tick()
        begin, end, begin_overlaps, end_overlaps = (lap.time for lap in self._laps)
        drawn = time.perf_counter()
        positions_of(bodies)
        copy = time.perf_counter() - drawn
        units = len(bodies) * len(MESH.edges) * SUBSTEPS
        return Sample(self._name, units, end - begin + end_overlaps - begin_overlaps + copy)


def apart(count: int, *, gravity: float = -980.0) -> SlimeSystems:
    """So many slimes in a row, a character who stands beside them, and a floor on which gravity puts them."""
    name = f"slime systems {count}, {'on a floor' if gravity else 'nothing touching'}"
    systems = SlimeSystems(name, replace(_floor(count), gravity=vector(0.0, 0.0, gravity)))
    for number in range(count):
        systems.simulation.spawn(
            Transform(vector(number * GAP, 0.0, HEIGHT)),
            Softbody(friction=0.5, can_sleep=False),
            SphereCollider(radius=62.0),
            OverlapImpulse(),
        )
    systems.simulation.spawn(Transform(vector(-300.0, 0.0, 88.0)), CapsuleCollider(), CharacterMotor())
    for _ in range(SETTLING):
        systems.simulation.tick()
    return systems


def touching() -> SlimeSystems:
    """Slimes poured into a basin, none of them asleep."""
    level = load_level(PILE)
    count = sum(isinstance(part, Softbody) for entity in level.entities for part in entity.components)
    systems = SlimeSystems(f"slime systems {count}, all touching", level)
    for _, (softbody,) in systems.simulation.entities_with(Softbody):
        softbody.can_sleep = False
    for _ in range(POURING):
        systems.simulation.tick()
    return systems


def _floor(count: int) -> Level:
    far = GAP * count + 1000.0
    outline = np.array(((-1000.0, -200.0), (far, -200.0), (far, 0.0), (-1000.0, 0.0)))
    return replace(
        load_level(PILE),
        identity="floor",
        solids=(Solid(outline, friction=0.5),),
        platforms=(),
        entities=(),
        bounds=(-1000.0, far, -400.0, 1e5),
    )
