"""Bounds of a slime and somebody who stands on it."""

from collections.abc import Iterator

import numpy as np

from components.arrays import vector
from components.character import GroundContact
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform
from game.report.card import Bound
from game.report.lab import SECOND
from game.simulation import Simulation

LEVEL = "meadow"
PLACE = -100.0
"""Where there is flat ground in that level [cm]."""
HALF_HEIGHT = 88.0
"""From a hero's middle to the soles [cm]."""


def standing() -> Iterator[Bound]:
    """A hero of 60 kg on a slime of 200 kg."""
    simulation = Simulation.load(LEVEL)
    for slime, _ in simulation.entities_with(Softbody):
        simulation.despawn(slime)
    hero = simulation.named("hero")
    slime = simulation.spawn(
        Transform(vector(PLACE, 0.0, 60.1)), Softbody(mass=200.0, friction=0.5, can_sleep=False)
    )
    for _ in range(3 * SECOND):
        simulation.tick()
    particles = simulation.component(slime, SoftbodyParticles)
    top = float(particles.positions_ws[:, 2].max())
    place = simulation.component(hero, Transform).position
    place[:] = PLACE, 0.0, top + HALF_HEIGHT + 1.0
    ground, feet, stood = simulation.component(hero, GroundContact), [], 0
    for tick in range(4 * SECOND):
        simulation.tick()
        if tick >= 2 * SECOND:
            feet.append(float(place[2]) - HALF_HEIGHT)
            stood += ground.grounded and ground.entity == slime
    yield Bound("60 kg stand on 200 kg: feet go up and down by [cm]", float(np.ptp(feet)), 3.0)
    yield Bound("60 kg stand on 200 kg: share of ticks grounded", stood / (2 * SECOND), 1.0, at_least=True)
    yield Bound("60 kg stand on 200 kg: dent [cm]", top - feet[-1], 2.0, at_least=True)
    place[:] = PLACE + 250.0, 0.0, HALF_HEIGHT + 1.0
    for _ in range(SECOND):
        simulation.tick()
    healed = float(particles.positions_ws[:, 2].max()) / top
    yield Bound("60 kg have left: height a second later", healed, 0.98, at_least=True)
    simulation.close()
