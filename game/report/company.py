"""Bounds of a slime and somebody who stands on it, or presses it against a wall."""

from collections.abc import Iterator

import numpy as np

from components.arrays import Floats, vector
from components.character import GroundContact
from components.collider import BoxCollider, Layer
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform
from game.report.card import Bound
from game.report.lab import SECOND
from game.simulation import Simulation

LEVEL = "meadow"
PLACE = -100.0
"""Where there is flat ground in that level [cm]."""
HALF_HEIGHT, RADIUS = 88.0, 34.0
"""From a hero's middle to the soles, and to its sides [cm]."""


def standing() -> Iterator[Bound]:
    """A hero of 60 kg on a slime of 200 kg."""
    simulation = _without_slimes()
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


def against_a_wall() -> Iterator[Bound]:
    """A hero who walks for 5 s against a slime of 20 kg that a wall holds."""
    simulation = _without_slimes()
    hero = simulation.named("hero")
    wall = BoxCollider(vector(20.0, 150.0, 100.0), layer=Layer.TERRAIN)
    simulation.spawn(Transform(vector(PLACE + 160.0, 0.0, 100.0)), wall)
    softbody = Softbody(friction=0.5, can_sleep=False)
    slime = simulation.spawn(Transform(vector(PLACE + 75.0, 0.0, 60.1)), softbody)
    particles = simulation.component(slime, SoftbodyParticles)
    place = simulation.component(hero, Transform).position
    place[:] = PLACE - 40.0, 0.0, HALF_HEIGHT + 1.0
    deepest, narrowest = 0.0, np.inf
    for _ in range(5 * SECOND):
        simulation.tick({"right"})
        deepest = max(deepest, _depth_in_hero(particles, place))
        narrowest = min(narrowest, float(np.ptp(particles.positions_ws[:, 0])))
    yield Bound("pressed against a wall by a hero: depth in the hero [cm]", deepest, 1.0)
    yield Bound("pressed against a wall by a hero: narrowest, share", narrowest / 120.0, 0.8)
    place[:] = PLACE - 300.0, 0.0, HALF_HEIGHT + 1.0
    for _ in range(SECOND):
        simulation.tick()
    healed = float(np.ptp(particles.positions_ws[:, 0])) / 120.0
    yield Bound("the hero has left: width a second later", healed, 0.95, at_least=True)
    simulation.close()


def _without_slimes() -> Simulation:
    simulation = Simulation.load(LEVEL)
    for slime, _ in simulation.entities_with(Softbody):
        simulation.despawn(slime)
    return simulation


def _depth_in_hero(particles: SoftbodyParticles, place: Floats) -> float:
    """How deep the deepest particle is inside a hero's capsule [cm]."""
    away = particles.positions_ws - place
    core = HALF_HEIGHT - RADIUS
    away[:, 2] -= np.clip(away[:, 2], -core, core)
    return RADIUS - float(np.sqrt((away * away).sum(axis=1).min()))
