"""Splitting and merging slimes keeps mass, momentum, volume and the centre of mass."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.softbody import Softbody
from components.transform import Transform
from systems.softbody.birth import born
from systems.softbody.parting import merge, split

SHARES = st.lists(st.integers(1, 9), min_size=1, max_size=5)


@given(weights=SHARES, apart=st.floats(0.0, 300.0))
def test_a_split_keeps_everything(weights: list[int], apart: float) -> None:
    softbody = Softbody(radius=50.0, mass=30.0)
    body = born(softbody, np.array((10.0, 0.0, 70.0)), velocity=np.array((40.0, 0.0, -20.0)))
    parts = split(softbody, body, [weight / sum(weights) for weight in weights], apart=apart)
    masses = np.array([part.mass for part, _, _ in parts])
    assert masses.sum() == pytest.approx(30.0, rel=1e-12)
    assert sum(part.radius**3 for part, _, _ in parts) == pytest.approx(50.0**3, rel=1e-12)
    momentum = sum(part.mass * velocity.linear for part, _, velocity in parts)
    assert momentum == pytest.approx((1200.0, 0.0, -600.0), abs=1e-3)
    middle = sum(part.mass * transform.position for part, transform, _ in parts) / 30.0
    assert middle == pytest.approx((10.0, 0.0, 70.0), abs=1e-4)


def test_the_parts_lie_side_by_side_and_fly_apart() -> None:
    softbody = Softbody(radius=40.0, mass=20.0)
    (left, at, slow), (right, to, fast) = split(
        softbody, born(softbody, np.zeros(3)), [0.5, 0.5], apart=100.0
    )
    assert left.radius == pytest.approx(40.0 / 2.0 ** (1.0 / 3.0))
    assert to.position[0] - at.position[0] == pytest.approx(left.radius + right.radius)
    assert (slow.linear[0], fast.linear[0]) == pytest.approx((-50.0, 50.0), abs=1e-4)


def test_what_was_split_merges_to_what_it_was() -> None:
    softbody = Softbody(radius=45.0, mass=27.0)
    body = born(softbody, np.array((5.0, 0.0, 60.0)), velocity=np.array((0.0, 0.0, 90.0)))
    parts = split(softbody, body, [0.2, 0.3, 0.5], apart=50.0)
    bodies = [born(part, transform.position, velocity=velocity.linear) for part, transform, velocity in parts]
    whole, place, velocity = merge([part for part, _, _ in parts], bodies)
    assert isinstance(place, Transform)
    assert (whole.radius, whole.mass) == pytest.approx((45.0, 27.0))
    assert place.position == pytest.approx((5.0, 0.0, 60.0), abs=1e-4)
    assert velocity.linear == pytest.approx((0.0, 0.0, 90.0), abs=1e-4)


@pytest.mark.parametrize("shares", [[0.5, 0.4], [1.2, -0.2], [0.0, 1.0]])
def test_shares_must_make_a_whole(shares: list[float]) -> None:
    softbody = Softbody()
    with pytest.raises(ValueError, match="add up to 1"):
        split(softbody, born(softbody, np.zeros(3)), shares, apart=0.0)
