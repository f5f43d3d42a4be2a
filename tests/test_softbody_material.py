"""Materials: what authors say is what is measured."""

import math

import numpy as np
import pytest
from modes import slowest_wobble
from scenes import box
from slimes import WEIGHTLESS, Specimen

from components.arrays import Floats
from components.softbody import Softbody
from systems.softbody.material import FREE_WOBBLES, compliance_of, damping_of, substeps_of
from systems.softbody.topology import icosphere

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)


def wobbling(
    *,
    ticks: int = 120,
    radius: float = 60.0,
    subdivisions: int = 2,
    pull: float = 1.0 / 300.0,
    **settings: float,
) -> Floats:
    """How far a ball that was pulled a little into the shape of its slowest wobble is in it, tick by tick.

    The pull is a share of the radius.
    """
    _, shape = slowest_wobble(subdivisions)
    settings |= {"radius": radius, "subdivisions": subdivisions}
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, **settings)  # type: ignore[arg-type]
    rest = body.x.copy()
    body.x[:] += pull * radius * shape
    found = []
    for _ in range(ticks):
        body.tick()
        found.append(float(np.sum((body.x - rest) * shape) / np.sum(shape**2)))
    return np.array(found)


def frequency_of(heights: Floats) -> float:
    """How often a second it rises through its middle."""
    rises = np.flatnonzero((heights[:-1] < 0.0) & (heights[1:] >= 0.0))
    times = rises - heights[rises] / (heights[rises + 1] - heights[rises])
    return 60.0 * (len(times) - 1) / float(times[-1] - times[0])


@pytest.mark.parametrize("subdivisions", [1, 2, 3])
def test_the_slowest_wobble_is_that_of_the_eigenvalues(subdivisions: int) -> None:
    assert FREE_WOBBLES[subdivisions] == pytest.approx(slowest_wobble(subdivisions)[0], abs=1e-4)


@pytest.mark.parametrize("radius", [30.0, 60.0])
@pytest.mark.parametrize("mass", [2.0, 20.0, 200.0])
@pytest.mark.parametrize("subdivisions", [1, 2, 3])
def test_the_frequency_is_what_it_is_whatever_the_body(radius: float, mass: float, subdivisions: int) -> None:
    heights = wobbling(frequency=4.0, radius=radius, mass=mass, subdivisions=subdivisions, damping=0.0)
    assert frequency_of(heights) == pytest.approx(4.0, rel=0.01)


@pytest.mark.parametrize("substeps", [1, 2, 4, 16, 32])
@pytest.mark.parametrize("subdivisions", [1, 2, 3])
def test_the_frequency_is_what_it_is_whatever_the_substeps(substeps: int, subdivisions: int) -> None:
    heights = wobbling(frequency=4.0, subdivisions=subdivisions, substeps=substeps, damping=0.0)
    assert frequency_of(heights) == pytest.approx(4.0, rel=0.02)


@pytest.mark.parametrize("frequency", [1.5, 8.0])
def test_soft_and_stiff(frequency: float) -> None:
    measured = frequency_of(wobbling(frequency=frequency, ticks=180, damping=0.0))
    assert measured == pytest.approx(frequency, rel=0.02)


def test_a_wobble_is_seen_as_often_as_asked_for_in_spite_of_damping() -> None:
    assert frequency_of(wobbling(wobble=4.0, settle=2.0)) == pytest.approx(4.0, rel=0.01)


def test_it_has_settled_to_a_fiftieth_when_asked_for() -> None:
    heights = np.abs(wobbling(frequency=4.0, settle=1.5, ticks=180, pull=1.0 / 60.0))
    assert heights[90] == pytest.approx(1.0 / 50.0, rel=0.1)  # six wobbles, so it is at its widest again


@pytest.mark.parametrize(
    ("radius", "sag"),
    [(60.0, 6.0), (60.0, 8.0), (60.0, 24.0), (60.0, 44.0), (40.0, 12.0), (20.0, 4.0), (100.0, 60.0)],
)
def test_it_sags_as_far_as_asked_for(radius: float, sag: float) -> None:
    body = Specimen((0.0, 0.0, radius - 2.0), solids=[FLOOR], radius=radius, sag=sag, settle=0.8)
    body.tick(240)
    assert 2.0 * radius - body.height == pytest.approx(sag, rel=0.15)


@pytest.mark.parametrize("subdivisions", [1, 3])
@pytest.mark.parametrize("sag", [9.0, 15.0, 24.0, 36.0, 43.0])
def test_it_does_so_however_finely_it_is_cut(sag: float, subdivisions: int) -> None:
    body = Specimen((0.0, 0.0, 58.0), solids=[FLOOR], sag=sag, settle=0.8, subdivisions=subdivisions)
    body.tick(240)
    assert 120.0 - body.height == pytest.approx(sag, rel=0.15)


def test_damping_by_ratio() -> None:
    body = Softbody(frequency=3.0, damping_ratio=0.2)
    compliance = compliance_of(body, 60.0)
    wobble = 2.0 * math.pi * 3.0
    assert damping_of(body, compliance, 8) == pytest.approx(2.0 * 0.2 * wobble - wobble**2 / 480.0)


@pytest.mark.parametrize("substeps", [8, 16])
@pytest.mark.parametrize(
    ("frequency", "ratio"), [(2.0, 0.02), (2.0, 0.05), (4.0, 0.05), (4.0, 0.1), (8.0, 0.1), (3.0, 0.2)]
)
def test_a_wobble_dies_down_by_the_ratio_asked_for(frequency: float, ratio: float, substeps: int) -> None:
    heights = wobbling(frequency=frequency, damping_ratio=ratio, substeps=substeps, pull=1.0 / 60.0)
    inner = heights[1:-1]
    is_peak = (inner > heights[:-2]) & (inner >= heights[2:]) & (inner > 0.0)
    curves = heights[:-2] - 2.0 * inner + heights[2:]
    peaks = (inner - (heights[2:] - heights[:-2]) ** 2 / (8.0 * curves))[is_peak]
    decrement = math.log(peaks[0] / peaks[1])
    assert decrement / math.hypot(2.0 * math.pi, decrement) == pytest.approx(ratio, rel=0.05)


def test_what_would_turn_too_far_in_a_substep_gets_more_of_them() -> None:
    ball = icosphere(2)
    assert substeps_of(Softbody(), ball, 60.0) == 8
    assert substeps_of(Softbody(substeps=2), ball, 60.0) == 3  # sqrt(2 * 162 / 20 / 2e-3) / 60 = 1.5 of 0.55
    assert substeps_of(Softbody(substeps=12, compliance=2e-4), ball, 60.0) == 12
    assert substeps_of(Softbody(compliance=2e-4), icosphere(3), 60.0) == 18
    assert substeps_of(Softbody(compliance=1e-9), ball, 60.0) == 64
    assert substeps_of(Softbody(compliance=0.0), ball, 60.0) == 8


def test_what_is_not_said_leaves_compliance_and_damping() -> None:
    body = Softbody(compliance=3e-3, damping=7.0)
    assert compliance_of(body, 60.0) == 3e-3
    assert damping_of(body, 3e-3, 8) == 7.0


def test_what_an_author_feels_goes_before_numbers() -> None:
    assert compliance_of(Softbody(sag=10.0, frequency=9.0), 60.0) == compliance_of(Softbody(sag=10.0), 60.0)
    assert compliance_of(Softbody(wobble=3.0, frequency=9.0, damping=0.0), 60.0) == pytest.approx(
        compliance_of(Softbody(frequency=3.0), 60.0)
    )
