"""Bounds of slimes that touch slimes: flying at each other, folded, and a pile of them."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from components.arrays import Floats
from components.softbody import SoftbodyParticles
from game.report.card import Bound
from game.report.lab import DT, SECOND, Lab
from game.simulation import Simulation
from systems.softbody.depth import deepest_overlap
from systems.softbody.lanes import ROW
from systems.softbody.tables import meshes_of

MOMENTS = 16
"""Moments within a tick at which two slimes are made to meet."""
SPEEDS = (200.0, 400.0, 600.0, 800.0, 1000.0)
"""Of either of two slimes that fly at each other [cm/s]."""
OFFSETS = (0.0, 10.0, 20.0, 40.0, 60.0)
"""How far their paths are apart [cm]."""
RADIUS, MASS = 60.0, 20.0
"""Of each of them [cm, kg]."""
FAR = 5000.0
"""From one pair to the next [cm]."""
FLATNESS = 0.15
"""Height of a slime that is pressed flat, as a share of that at rest [1]."""
PILE = "pile"
"""A level in which slimes are poured into a basin."""
PATIENCE = 20
"""How long the pile is watched [s]."""
LOOKS = 6
"""How often a second it is looked at for overlap."""


class Passage(NamedTuple):
    """Two slimes that fly at each other."""

    speed: float
    """Of either [cm/s]."""
    offset: float
    """How far their paths are apart [cm]."""
    way: float
    """How far each is from where they meet [cm]."""


class Collisions:
    """Pairs of slimes that fly at each other without weight, each pair far from all others."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        places, velocities = [], []
        for k, (speed, offset, way) in enumerate(passages):
            for side in (1.0, -1.0):
                places.append((-side * way, FAR * k, 0.5 * side * offset))
                velocities.append((side * speed, 0.0, 0.0))
        self._lab = Lab(*places, gravity=0.0)
        for body, velocity in enumerate(velocities):
            self._lab.throw(velocity, body)
        self._lab.tick()
        self._before = self._momenta()
        self.deepest = 0.0
        """How deep any got into its partner so far [cm]."""

    def run(self, ticks: int) -> None:
        """Runs ticks."""
        for _ in range(ticks):
            self._lab.tick()
            for k in range(len(self._passages)):
                self.deepest = max(self.deepest, deepest_overlap(self._lab.bodies[2 * k : 2 * k + 2]))

    def lost(self) -> tuple[float, float]:
        """Momentum and angular momentum that were lost or won, as shares of what one brings along."""
        scale = MASS * np.array([passage.speed for passage in self._passages])
        changes = [after - before for after, before in zip(self._momenta(), self._before, strict=True)]
        linear, angular = (np.sqrt((change**2).sum(axis=1)) / scale for change in changes)
        return float(linear.max()), float(angular.max()) / RADIUS

    def apart(self) -> float:
        """The least way between the centres of a pair [cm]."""
        middles = np.array([body.positions_ws.mean(axis=0) for body in self._lab.bodies])
        return float(np.sqrt(((middles[::2] - middles[1::2]) ** 2).sum(axis=1)).min())

    def _momenta(self) -> tuple[Floats, Floats]:
        """Momenta, and angular momenta about where they meet, of the pairs, shapes [pair_count, 3]."""
        linear, angular = np.zeros((2, len(self._passages), 3))
        for place, body in enumerate(self._lab.bodies):
            share, velocities = body.mass / len(body.velocities_ws), body.velocities_ws
            arms = body.positions_ws - (0.0, FAR * (place // 2), 0.0)
            linear[place // 2] += share * velocities.sum(axis=0)
            angular[place // 2] += share * np.cross(arms, velocities).sum(axis=0)
        return linear, angular


def head_on() -> Iterator[Bound]:
    """Two slimes against each other, straight and past each other's middle."""
    for speed, offset in ((200.0, 0.0), (1000.0, 0.0), (1000.0, 20.0), (1000.0, 40.0), (1000.0, 60.0)):
        collision = Collisions([Passage(speed, offset, 150.0)])
        collision.run(2 * SECOND)
        name = f"head-on, {speed:g} cm/s, {offset:g} cm off"
        yield Bound(f"{name}: overlap [cm]", collision.deepest, 1.0 if speed < SPEEDS[-1] else 2.0)
        momentum, angular_momentum = collision.lost()
        yield Bound(f"{name}: momentum lost", momentum, 1e-6)
        yield Bound(f"{name}: angular momentum lost", angular_momentum, 1e-4)
        yield Bound(f"{name}: apart again, centres [cm]", collision.apart(), 118.0, at_least=True)


def head_on_at_any_moment() -> Iterator[Bound]:
    """The same from several distances, for it matters where in a tick they meet."""
    for speed in SPEEDS:
        most = 1.0 if speed == SPEEDS[0] else 2.0
        for offset in OFFSETS:
            nearest = math.sqrt((RADIUS + 1.0) ** 2 - 0.25 * offset**2)
            ways = [nearest + speed * DT * (1.0 + moment / MOMENTS) for moment in range(MOMENTS)]
            collisions = Collisions([Passage(speed, offset, way) for way in ways])
            collisions.run(SECOND // 2)
            name = f"{MOMENTS} moments, {speed:g} cm/s, {offset:g} cm off"
            yield Bound(f"{name}: overlap [cm]", collisions.deepest, most)
            yield Bound(f"{name}: angular momentum lost", collisions.lost()[1], 1e-4)


def born_in_each_other() -> Iterator[Bound]:
    """Two slimes that begin half in each other."""
    lab = Lab((0.0, 0.0, 0.0), (RADIUS, 0.0, 0.0), gravity=0.0)
    fastest = 0.0
    for _ in range(SECOND):
        lab.tick()
        fastest = max(fastest, *(float(np.sqrt((lab.v(k).mean(axis=0) ** 2).sum())) for k in range(2)))
    yield Bound("born half in each other: overlap a second later [cm]", deepest_overlap(lab.bodies), 1.0)
    yield Bound("born half in each other: fastest body [cm/s]", fastest, 100.0)


def folded() -> Iterator[Bound]:
    """A limp slime pressed flat, whose upper and lower side fly at each other."""
    for speed in (300.0, 1000.0):
        lab = Lab((0.0, 0.0, 0.0), gravity=0.0, settings={"volume_compliance": 1e6, "compliance": 0.1})
        topology = lab.bodies[0].topology
        z = topology.rest_positions[:, 2]
        lab.reshape(lab.x() * (1.0, 1.0, FLATNESS))
        lab.throw(np.outer(-np.sign(z) * speed * np.minimum(1.0, 2.0 * np.abs(z)), (0.0, 0.0, 1.0)))
        below = meshes_of((topology,)).opposites // ROW
        nearest = np.inf
        for _ in range(SECOND // 5):
            lab.tick()
            nearest = min(nearest, float((lab.x() - lab.x()[below])[z > 0.5, 2].min()))  # noqa: PLR2004 - the upper side
        yield Bound(f"own sides at {speed:g} cm/s: apart [cm]", nearest, 0.0, at_least=True)


def pile() -> Iterator[Bound]:
    """Slimes poured into a basin."""
    simulation = Simulation.load(PILE)
    bodies = [body for _, (body,) in simulation.entities_with(SoftbodyParticles)]
    asleep, deepest = float("inf"), 0.0
    for tick in range(1, PATIENCE * SECOND + 1):
        simulation.tick()
        if tick % (SECOND // LOOKS) == 0:
            deepest = max(deepest, deepest_overlap(bodies))
        if all(body.is_asleep for body in bodies):
            asleep = tick / SECOND
            break
    yield Bound(f"{len(bodies)} slimes in a basin: all asleep after [s]", asleep, 15.0)
    yield Bound(f"{len(bodies)} slimes in a basin: overlap while they come to rest [cm]", deepest, 2.0)
    yield Bound(f"{len(bodies)} slimes in a basin: overlap in the end [cm]", deepest_overlap(bodies), 2.0)
    simulation.close()
