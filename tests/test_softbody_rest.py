"""A soft body that falls on the floor and comes to rest."""

import math

import numpy as np
import pytest
from scenes import box
from slimes import Specimen

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)
REST_HEIGHT = 100.72
"""Height of a body of radius 60 at rest [cm]; in float64 100.65 to 100.79, by substeps."""


def test_a_body_dropped_from_a_metre_comes_to_rest() -> None:
    body = Specimen((0.0, 0.0, 160.0), solids=[FLOOR])
    lowest, fastest = 0.0, 0.0
    for tick in range(900):
        body.tick()
        lowest = min(lowest, body.bottom)
        if tick >= 480:
            fastest = max(fastest, body.fastest)
    assert lowest >= -1e-5
    assert fastest < 2.0
    assert np.hypot(*body.centroid[:2]) < 0.5
    assert np.abs(body.angular_momentum).max() / (20.0 * 60.0**2) < 0.01
    assert body.height == pytest.approx(REST_HEIGHT, abs=0.05)
    assert body.volume == pytest.approx(1.0, abs=0.002)


@pytest.mark.parametrize("mass", [0.1, 2.0, 20.0, 200.0, 500.0])
def test_mass_changes_nothing(mass: float) -> None:
    body = Specimen((0.0, 0.0, 70.0), solids=[FLOOR], mass=mass)
    body.tick(480)
    assert body.height == pytest.approx(REST_HEIGHT, abs=0.05)
    assert body.bottom >= -1e-5


@pytest.mark.parametrize("substeps", [8, 16, 32])
def test_more_substeps_hardly_change_the_height(substeps: int) -> None:
    body = Specimen((0.0, 0.0, 70.0), solids=[FLOOR], substeps=substeps)
    body.tick(480)
    assert body.height == pytest.approx(REST_HEIGHT, abs=0.005 * 60.0)


def test_a_finer_mesh_hardly_changes_the_height() -> None:
    body = Specimen((0.0, 0.0, 70.0), solids=[FLOOR], subdivisions=3)
    body.tick(480)
    assert body.height == pytest.approx(REST_HEIGHT, rel=0.03)


@pytest.mark.parametrize("can_sleep", [False, True])
def test_a_minute_of_rest_adds_no_energy(can_sleep: bool) -> None:  # noqa: FBT001 - a parameter of the test
    body = Specimen((0.0, 0.0, 55.0), solids=[FLOOR], can_sleep=can_sleep)
    body.tick(900)
    energy = body.energy()
    body.tick(3600)
    assert body.energy() <= energy * (1.0 + 1e-6)
    assert body.fastest < (1e-12 if can_sleep else 0.2)


@pytest.mark.parametrize("depth", [1.0, 5.0, 20.0, 60.0])
def test_a_body_born_in_the_floor_is_never_launched(depth: float) -> None:
    body = Specimen((0.0, 0.0, 60.0 - depth), solids=[FLOOR])
    out = math.inf
    for tick in range(300):
        body.tick()
        assert body.bottom <= 1.0
        if out == math.inf and body.bottom > -0.1:
            out = tick / 60.0
    assert out <= depth / 100.0 + 0.2
    assert body.fastest < 2.0


@pytest.mark.parametrize(("thickness", "depth"), [(5.0, 4.5), (20.0, 18.0)])
def test_a_body_born_in_a_slab_is_not_torn_apart(thickness: float, depth: float) -> None:
    body = Specimen((0.0, 0.0, 60.0 - depth), solids=[box(-500.0, 500.0, -thickness, 0.0)])
    body.tick(120)
    assert body.bottom >= -1e-5
