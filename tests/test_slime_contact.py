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
from systems.softbody.touching import SlimeContacts, bearer, contact_pressure, unit_area
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
    up, side, soft = (np.zeros(7) for _ in range(3))
    up[5] = side[3] = soft[5] = 1.0
    soft[6] = 9.0
    ranges = ((0, 1), (1, 2), (2, 2), (0, 2), (1, 3), (0, 3))
    contacts = np.array((up, side, soft))
    assert [bearer(contacts, first, last) for first, last in ranges] == [0, -1, -1, 0, 9, 0]


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


def test_a_slime_that_rests_on_another_tells_so() -> None:
    build_world([box(-40, 40, -100, 0), box(-200, -40, -100, 200), box(40, 200, -100, 200)])
    contacts = SlimeContact(), SlimeContact()
    lower, upper = (
        spawn_slime((0.0, 0.0, z), contact, radius=40.0, friction=0.5, can_sleep=False)
        for z, contact in zip((41.0, 125.0), contacts, strict=True)
    )
    run(480)
    below, above = contacts
    assert (below.grounded, below.entity) == (True, 0)
    assert (above.grounded, above.entity) == (True, lower)
    touched = particles_of(upper).contact_entities
    assert lower in touched
    assert upper in particles_of(lower).contact_entities
    heights = particles_of(upper).contact_points[touched == lower, 2]
    assert particles_of(lower).positions_ws[:, 2].max() == pytest.approx(heights.mean(), abs=8.0)
    assert (particles_of(upper).contact_normals[touched == lower, 2] > 0.0).all()
    share = unit_area(icosphere(2)) * 40.0**2 / 162.0
    assert above.area == pytest.approx(len(touched) * share)
    assert above.pressure * above.area == pytest.approx(20.0 * 980.0, rel=0.02)  # it bears its own weight
    assert below.squash < above.squash < 1.0  # and the lower one both


def test_one_that_rests_on_a_slime_is_grounded_until_that_is_gone() -> None:
    build_world([box(-40, 40, -100, 0), box(-200, -40, -100, 200), box(40, 200, -100, 200)])
    contact = SlimeContact()
    lower = spawn_slime((0.0, 0.0, 41.0), radius=40.0, friction=0.5)
    spawn_slime((0.0, 0.0, 125.0), contact, radius=40.0, friction=0.0)
    run(300)
    assert (contact.grounded, contact.airtime, contact.entity) == (True, 0.0, lower)
    esper.delete_entity(lower, immediate=True)
    run(5)
    assert (contact.grounded, contact.entity) == (False, 0)
    assert contact.airtime > 0.0


def test_every_soft_body_gets_one() -> None:
    slime = create(Transform(), Softbody())
    assert esper.component_for_entity(slime, SlimeContact) == SlimeContact()
