"""The levels that show slimes."""

import numpy as np
import pytest

from components.slime import SlimeContact
from components.softbody import SoftbodyParticles
from components.transform import Transform
from game.level.files import bundled_levels
from game.simulation import Simulation

LEVELS = ("slimes", "pile", "slime-hero")


def test_they_are_bundled() -> None:
    assert set(LEVELS) <= set(bundled_levels())


def test_materials_show_side_by_side() -> None:
    simulation = Simulation.load("slimes")
    for _ in range(240):
        simulation.tick()

    def squash(name: str) -> float:
        return simulation.component(simulation.named(name), SlimeContact).squash

    def x(name: str) -> float:
        return float(simulation.component(simulation.named(name), Transform).position[0])

    assert squash("firm") > squash("wobbly") + 0.1
    assert squash("plump") > squash("flat") + 0.2
    assert squash("feather") == pytest.approx(squash("boulder"), abs=0.03)  # weight drops out of stiffness


def test_sixty_slimes_stay_in_their_basin() -> None:
    simulation = Simulation.load("pile")
    bodies = [body for _, (body,) in simulation.entities_with(SoftbodyParticles)]
    assert len(bodies) == 60
    for _ in range(240):
        simulation.tick()
    places = np.array([body.positions_ws.mean(axis=0) for body in bodies])
    assert (np.abs(places[:, 0]) < 450.0).all()
    assert places[:, 2].min() > 0.0
    assert all(body.positions_ws[:, 2].min() > -0.01 for body in bodies)
    assert sum(body.restored_count for body in bodies) == 0
