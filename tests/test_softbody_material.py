"""Materials: what authors say is what is measured."""

import math

import numpy as np
import pytest
from scenes import box
from slimes import WEIGHTLESS, Specimen

from components.arrays import Floats
from components.softbody import Softbody
from systems.softbody.material import compliance_of, damping_of

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)


def wobbling(
    *,
    ticks: int = 120,
    radius: float = 60.0,
    mass: float = 20.0,
    subdivisions: int = 2,
    frequency: float = 0.0,
    wobble: float = 0.0,
    settle: float = 0.0,
    damping: float = 0.0,
) -> Floats:
    """How far a slime that was pulled long a little sticks out along Z, tick by tick, about its mean."""
    body = Specimen(
        (0.0, 0.0, 0.0),
        gravity=WEIGHTLESS,
        substeps=16,
        radius=radius,
        mass=mass,
        subdivisions=subdivisions,
        frequency=frequency,
        wobble=wobble,
        settle=settle,
        damping=damping,
    )
    body.x[:] *= (0.99, 0.99, 1.0 / 0.99**2)
    spreads = []
    for _ in range(ticks):
        body.tick()
        spreads.append(float(body.x[:, 2].std()))
    heights = np.array(spreads)
    middle: Floats = heights - 0.5 * (heights[-30:].mean() + heights.mean())
    return middle


def frequency_of(heights: Floats) -> float:
    """How often a second it rises through its middle."""
    rises = np.flatnonzero((heights[:-1] < 0.0) & (heights[1:] >= 0.0))
    times = rises - heights[rises] / (heights[rises + 1] - heights[rises])
    return 60.0 * (len(times) - 1) / float(times[-1] - times[0])


@pytest.mark.parametrize(
    ("radius", "mass", "subdivisions"),
    [(60.0, 20.0, 2), (30.0, 20.0, 2), (60.0, 200.0, 2), (60.0, 20.0, 1), (60.0, 20.0, 3)],
)
def test_the_frequency_is_what_it_is_whatever_the_body(radius: float, mass: float, subdivisions: int) -> None:
    heights = wobbling(frequency=4.0, radius=radius, mass=mass, subdivisions=subdivisions)
    assert frequency_of(heights) == pytest.approx(4.0, rel=0.03)


@pytest.mark.parametrize("frequency", [1.5, 8.0])
def test_soft_and_stiff(frequency: float) -> None:
    measured = frequency_of(wobbling(frequency=frequency, ticks=180))
    assert measured == pytest.approx(frequency, rel=0.03)


def test_a_wobble_is_seen_as_often_as_asked_for_in_spite_of_damping() -> None:
    assert frequency_of(wobbling(wobble=4.0, settle=2.0)) == pytest.approx(4.0, rel=0.03)


def test_it_has_settled_to_a_fiftieth_when_asked_for() -> None:
    heights = np.abs(wobbling(frequency=4.0, settle=1.5, ticks=180))
    early, late = heights[:20].max(), heights[85:105].max()
    assert late / early == pytest.approx(1.0 / 50.0, abs=0.015)


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
    assert damping_of(body, compliance) == pytest.approx(2.0 * 0.2 * wobble - wobble**2 / 480.0)


@pytest.mark.parametrize("substeps", [8, 16])
@pytest.mark.parametrize(("frequency", "ratio"), [(2.0, 0.1), (4.0, 0.1), (3.0, 0.2)])
def test_a_wobble_dies_down_by_the_ratio_asked_for(frequency: float, ratio: float, substeps: int) -> None:
    body = Specimen(
        (0.0, 0.0, 0.0), gravity=WEIGHTLESS, frequency=frequency, damping_ratio=ratio, substeps=substeps
    )
    body.x[:] *= (0.98, 0.98, 1.0 / 0.98**2)
    spreads = []
    for _ in range(300):
        body.tick()
        spreads.append(float(body.x[:, 2].std()))
    heights = np.array(spreads) - spreads[-1]
    is_peak = (heights[1:-1] > heights[:-2]) & (heights[1:-1] >= heights[2:])
    first, second, third, *_ = heights[1:-1][is_peak]
    decrement = 0.5 * math.log(first / third)
    assert first > second > third
    assert decrement / math.hypot(2.0 * math.pi, decrement) == pytest.approx(ratio, rel=0.06)


def test_what_is_not_said_leaves_compliance_and_damping() -> None:
    body = Softbody(compliance=3e-3, damping=7.0)
    assert compliance_of(body, 60.0) == 3e-3
    assert damping_of(body, 3e-3) == 7.0


def test_what_an_author_feels_goes_before_numbers() -> None:
    assert compliance_of(Softbody(sag=10.0, frequency=9.0), 60.0) == compliance_of(Softbody(sag=10.0), 60.0)
    assert compliance_of(Softbody(wobble=3.0, frequency=9.0, damping=0.0), 60.0) == pytest.approx(
        compliance_of(Softbody(frequency=3.0), 60.0)
    )
