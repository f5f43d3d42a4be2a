"""What the simulation costs: a tick, its systems, its questions to the terrain, its state as a value."""

import time
from collections.abc import Iterator

import esper
import numpy as np

from components.character import CharacterMotor
from components.foot_ik import FootIK
from components.softbody import Softbody
from components.terrain import PlatformMotion, Terrain
from game.bench.rows import Sample, timed
from game.level.level import load_level
from game.simulation import After, Before, Simulation
from systems.character.movement import CharacterMovement
from systems.collision.query import line_traces
from systems.foot_ik.ground_trace import GroundTrace
from systems.foot_ik.leg_ik import LegIK
from systems.softbody.solve import SoftbodySolve

LEVEL = "stairs"
"""What is measured."""

TRACES = 1000
"""Lines traced at once."""


class Lap(esper.Processor):
    """Notes the time at its place in the tick."""

    def __init__(self) -> None:
        self.time = 0.0
        """When it ran last [s]."""

    def process(self, dt: float) -> None:
        """Notes the time."""
        del dt
        self.time = time.perf_counter()


class Ticks:
    """Ticks of a level whose player keeps walking, and the share of some systems in them."""

    SYSTEMS: tuple[tuple[str, type[esper.Processor], type[esper.Processor], type], ...] = (
        ("character move", CharacterMovement, CharacterMovement, CharacterMotor),
        ("slime solve", SoftbodySolve, SoftbodySolve, Softbody),
        ("foot IK chain", GroundTrace, LegIK, FootIK),
    )
    """What is measured: its name, its first and last system, and the component that is counted."""

    def __init__(self) -> None:
        self._laps = [(Lap(), Lap()) for _ in self.SYSTEMS]
        places: list[Before | After] = []
        for (begin, end), (_, first, last, _) in zip(self._laps, self.SYSTEMS, strict=True):
            places += [Before(first, begin), After(last, end)]
        self.simulation = Simulation(load_level(LEVEL), systems=places)
        """The level as it stands."""

    def __call__(self) -> Iterator[Sample]:
        """Runs one tick."""
        began = time.perf_counter()
        self.simulation.tick({"right"})
        yield Sample(f"tick of {LEVEL}", 1, time.perf_counter() - began)
        for (begin, end), (name, _, _, kind) in zip(self._laps, self.SYSTEMS, strict=True):
            yield Sample(name, len(self.simulation.entities_with(kind)), end.time - begin.time)


class Questions:
    """What is asked of a simulation between two ticks."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        x_min, x_max, z_min, z_max = simulation.level.bounds
        self._starts = np.full((TRACES, 3), (0.0, 0.0, z_max))
        self._starts[:, 0] = np.linspace(x_min, x_max, TRACES)
        self._ends = self._starts + np.array((0.0, 0.0, z_min - z_max))

    def __call__(self) -> Iterator[Sample]:
        """Traces lines straight down through the whole level, hashes the state, and copies it."""
        terrain, motion = self._simulation.resource(Terrain), self._simulation.resource(PlatformMotion)
        yield timed(
            "line trace", TRACES, lambda: line_traces(terrain.arrays, motion.arrays, self._starts, self._ends)
        )
        yield timed("state hash", 1, self._simulation.state_hash)
        yield timed("snapshot", 1, self._simulation.snapshot)
