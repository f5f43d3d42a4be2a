"""Bounds of slimes that touch slimes: head-on, and a pile of them."""

from collections.abc import Iterator

import numpy as np

from components.softbody import SoftbodyParticles
from game.report.card import Bound
from game.report.lab import DT, SECOND, Lab
from game.simulation import Simulation
from systems.softbody.depth import deepest_overlap

MOMENTS = 16
"""Moments within a tick at which two slimes are made to meet."""
PILE = "pile"
"""A level in which slimes are poured into a basin."""
PATIENCE = 20
"""How long the pile is watched [s]."""


def head_on() -> Iterator[Bound]:
    """Two slimes against each other without weight, from 300 cm apart."""
    for speed, most in ((200.0, 1.0), (1000.0, 2.0)):
        lab = _toward_each_other(speed, 150.0)
        yield Bound(f"head-on at {speed:g} cm/s: overlap [cm]", _deepest_of_two(lab, 2 * SECOND), most)
        lost = float(np.abs(lab.momentum()).max()) / (20.0 * speed)
        yield Bound(f"head-on at {speed:g} cm/s: momentum that came from nowhere", lost, 1e-6)
        gap = float(lab.x(1)[:, 0].mean() - lab.x(0)[:, 0].mean())
        yield Bound(f"head-on at {speed:g} cm/s: apart again, centres [cm]", gap, 118.0, at_least=True)


def head_on_at_any_moment() -> Iterator[Bound]:
    """The same from several distances, for it matters where in a tick they meet."""
    for speed, most in ((200.0, 1.0), (1000.0, 2.0)):
        ways = np.arange(120.0, 120.0 + speed * DT, speed * DT / MOMENTS)
        worst = max(_deepest_of_two(_toward_each_other(speed, way), SECOND) for way in ways.tolist())
        yield Bound(f"head-on at {speed:g} cm/s, worst of {MOMENTS} moments: overlap [cm]", worst, most)


def _toward_each_other(speed: float, way: float) -> Lab:
    lab = Lab((-way, 0.0, 0.0), (way, 0.0, 0.0), gravity=0.0)
    lab.throw((speed, 0.0, 0.0), 0)
    lab.throw((-speed, 0.0, 0.0), 1)
    return lab


def _deepest_of_two(lab: Lab, ticks: int) -> float:
    """How deep they get into each other [cm]."""
    deepest = 0.0
    for _ in range(ticks):
        lab.tick()
        deepest = max(deepest, deepest_overlap(lab.bodies))
    return deepest


def pile() -> Iterator[Bound]:
    """Slimes poured into a basin."""
    simulation = Simulation.load(PILE)
    bodies = [body for _, (body,) in simulation.entities_with(SoftbodyParticles)]
    asleep, deepest = float("inf"), 0.0
    for tick in range(1, PATIENCE * SECOND + 1):
        simulation.tick()
        if tick % SECOND == 0:
            deepest = max(deepest, deepest_overlap(bodies))
        if all(body.is_asleep for body in bodies):
            asleep = tick / SECOND
            break
    yield Bound(f"{len(bodies)} slimes in a basin: all asleep after [s]", asleep, 15.0)
    yield Bound(f"{len(bodies)} slimes in a basin: overlap while they come to rest [cm]", deepest, 2.0)
    yield Bound(f"{len(bodies)} slimes in a basin: overlap in the end [cm]", deepest_overlap(bodies), 2.0)
    simulation.close()
