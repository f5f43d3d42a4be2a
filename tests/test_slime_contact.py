"""What game logic is told of how slimes touch: grounded, airtime, area, pressure, squash."""

import math

import esper
import numpy as np
import pytest
from scenes import box, build_world, run_tick
from slimes import particles_of, spawn_slime

from components.slime import SlimeContact
from components.softbody import Softbody
from components.transform import Transform
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.topology import icosphere
from systems.softbody.touching import SlimeContacts, borne, contact_pressure, unit_area
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

DT = 1.0 / 60.0


def run(count: int) -> None:
    """Runs slimes and what is told of them."""
    for _ in range(count):
        run_tick([SoftbodySolve(), Recentre(), SlimeContacts()])


def test_a_finer_sphere_has_nearly_the_surface_of_the_round_one() -> None:
    assert unit_area(icosphere(3)) == pytest.approx(4.0 * math.pi, rel=0.01)
    assert unit_area(icosphere(1)) < unit_area(icosphere(2)) < 4.0 * math.pi


def test_only_what_looks_up_bears() -> None:
    up, side = [0.0] * 3 + [0.0, 0.0, 1.0], [0.0] * 3 + [1.0, 0.0, 0.0]
    ranges = np.array(((0, 1), (1, 2), (2, 2), (0, 2)))
    assert borne(ranges, np.array((up, side))).tolist() == [True, False, False, True]


def test_pressure_is_weight_by_area_at_rest() -> None:
    assert contact_pressure(20.0, 0.0, -980.0, DT, 400.0) == pytest.approx(49.0)
    assert contact_pressure(20.0, -980.0 * DT, -980.0, DT, 400.0) == pytest.approx(0.0)  # it falls freely
    assert contact_pressure(20.0, 0.0, -980.0, DT, 0.0) == 0.0


def test_a_slime_tells_its_flight_its_landing_and_its_rest() -> None:
    build_world([box(-1000, 1000, -100, 0)])
    contact = SlimeContact()
    slime = spawn_slime((0.0, 0.0, 60.0 + 122.5), contact, friction=0.5)
    run(24)
    assert not contact.grounded
    assert contact.airtime == pytest.approx(24 * DT)
    assert (contact.area, contact.pressure) == (0.0, 0.0)
    assert contact.squash == pytest.approx(1.0, abs=1e-3)
    assert contact.speed == pytest.approx(-980.0 * 24 * DT, rel=1e-4)
    run(16)  # 122.5 cm are fallen in half a second
    assert contact.grounded
    assert contact.airtime == 0.0
    landing = contact.squash
    run(600)
    assert landing < contact.squash == pytest.approx(100.65 / 120.0, abs=0.01)
    assert contact.area == pytest.approx(
        particles_of(slime).contact_count * unit_area(icosphere(2)) * 3600.0 / 162.0
    )
    assert contact.pressure * contact.area == pytest.approx(20.0 * 980.0, rel=0.01)


def test_every_soft_body_gets_one() -> None:
    slime = create(Transform(), Softbody())
    assert esper.component_for_entity(slime, SlimeContact) == SlimeContact()
