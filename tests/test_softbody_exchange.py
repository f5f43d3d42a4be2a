"""One contact: what it gives a particle and takes from a triangle keeps both momenta and the cone."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.arrays import Floats
from components.softbody import Floats32, aligned_zeros
from systems.softbody.contacts import (
    FRICTION,
    LIGHT,
    NORMAL,
    OTHER_LIGHT,
    PRESSED,
    WAY_OUT,
    Contacts,
)
from systems.softbody.exchange import exchange
from systems.softbody.lanes import ROW, Lanes, Scratch, Y, Z

H = 1.0 / 480.0
MASSES = np.array((0.2, 0.1, 0.1, 0.1))
"""Of the particle and the three corners [kg]."""
FRICTION_THERE = 0.5
numbers = st.integers(-100, 100).map(lambda tenths: tenths / 10.0)
places = st.tuples(numbers, numbers, numbers)
speeds = st.integers(-1000, 1000).map(float)
velocities = st.tuples(speeds, speeds, speeds)


class Encounter(NamedTuple):
    """A particle and three corners: before, after, and what only moves them."""

    x: Floats
    """Places [cm], shape [4, 3]."""
    before: Floats
    """Velocities [cm/s]."""
    after: Floats
    """Velocities after the exchange [cm/s]."""
    escapes: Floats
    """What only moves [cm/s]."""
    normal: Floats
    """From the triangle to the particle, shape [3]."""
    pressed: float
    """Speed that was taken [cm/s]."""

    def momentum(self, v: Floats) -> Floats:
        """Of all four together [kg cm/s]."""
        total: Floats = MASSES @ v
        return total

    def spin(self, x: Floats, v: Floats) -> Floats:
        """Angular momentum about the origin [kg cm²/s]."""
        total: Floats = MASSES @ np.cross(x, v)
        return total


def column(rows: Floats) -> Floats32:
    """Four rows of numbers where lane kernels look for them: the particle's block, then the corners'."""
    flat = aligned_zeros(4 * ROW)
    for row, (x, y, z) in enumerate(rows.tolist()):
        flat[row * ROW], flat[row * ROW + Y], flat[row * ROW + Z] = x, y, z
    return flat


def read(flat: Floats32) -> Floats:
    """The rows again."""
    return flat.reshape(4, 3, -1)[:, :, 0].astype(float)


def meet(x: Floats, v: Floats, *, friction: float = FRICTION_THERE, way_out: float = 100.0) -> Encounter:
    """The exchange along the triangle's own normal."""
    normal = np.cross(x[2] - x[1], x[3] - x[1])
    normal /= np.linalg.norm(normal)
    places, row = np.zeros((1, 8), dtype=np.int32), np.zeros((1, 16), dtype=np.float32)
    places[0, :6] = 0, ROW, 2 * ROW, 3 * ROW, 0, 1
    row[0, NORMAL : NORMAL + 3] = normal
    row[0, FRICTION], row[0, WAY_OUT] = friction, way_out
    row[0, LIGHT], row[0, OTHER_LIGHT] = 1.0 / MASSES[0], 1.0 / MASSES[1]
    nothing, blocks = aligned_zeros(ROW), np.array(((0, 0, 8, 1, -1), (0, ROW, 8, 1, -1)))
    speeds, escapes = column(v), aligned_zeros(4 * ROW)
    lanes = Lanes(blocks, column(x), speeds, nothing, nothing, nothing, nothing)
    scratch = Scratch(column(x), escapes, nothing, np.array((0, ROW)), np.zeros(1, dtype=np.int64))
    exchange(lanes, scratch, Contacts(places, row), 0, 1, np.float32(H))
    return Encounter(x, v, read(speeds), read(escapes), normal, float(row[0, PRESSED]))


def triangle_and(weights: tuple[float, float], height: float, corners: Floats) -> Floats:
    """A particle so high above the point with those weights of two corners, and the corners."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    normal /= np.linalg.norm(normal)
    share = np.array((1.0 - sum(weights), *weights))
    return np.vstack((share @ corners + height * normal, corners))


@st.composite
def encounters(draw: st.DrawFn, *, lowest: int = 0, share_of_speed: float = 1.0) -> tuple[Floats, Floats]:
    """Places and velocities of four that meet within a substep; the particle is at least so high [mm]."""
    corners = np.array([draw(places) for _ in range(3)])
    u, w = corners[1] - corners[0], corners[2] - corners[0]
    longest = max(np.linalg.norm(side) for side in (u, w, w - u))
    assume(np.linalg.norm(np.cross(u, w)) > 3.0 * longest)  # 3 cm high, at least
    share = st.integers(0, 10).map(lambda tenths: tenths / 20.0)
    height = draw(st.integers(lowest, 40)) / 10.0
    weights = draw(share), draw(share)
    x = triangle_and(weights, height, corners)
    v = share_of_speed * np.array([draw(velocities) for _ in range(4)])
    normal = np.cross(u, w) / np.linalg.norm(np.cross(u, w))
    below = np.array((1.0 - sum(weights), *weights)) @ v[1:]
    closing = max(height, 0.0) / H + draw(st.floats(10.0, 1000.0))
    v[0] -= normal * (normal @ (v[0] - below) + closing)
    return x, v


@given(encounters())
def test_momentum_and_angular_momentum_are_kept(given_both: tuple[Floats, Floats]) -> None:
    """Those of the end of the substep, when all have been moved by their velocities and escapes."""
    met = meet(*given_both)
    assert met.pressed > 0.0
    scale = 1.0 + np.abs(met.before).max()
    np.testing.assert_allclose(met.momentum(met.after), met.momentum(met.before), atol=1e-6 * scale)
    moved = met.x + H * (met.after + met.escapes)
    np.testing.assert_allclose(met.spin(moved, met.after), met.spin(met.x, met.before), atol=3e-5 * scale)


@given(encounters(lowest=-20, share_of_speed=0.1))
def test_a_way_out_without_speed_keeps_them_too(given_both: tuple[Floats, Floats]) -> None:
    """As long as nothing slides over half a triangle in a substep."""
    met = meet(*given_both)
    moved = met.x + H * (met.after + met.escapes)
    scale = 1.0 + np.abs(met.before).max()
    np.testing.assert_allclose(met.spin(moved, met.after), met.spin(met.x, met.before), atol=3e-5 * scale)


@given(encounters())
def test_a_contact_pushes_and_rubs_within_its_cone(given_both: tuple[Floats, Floats]) -> None:
    met = meet(*given_both)
    impulse = MASSES[0] * (met.after[0] - met.before[0])
    push = float(impulse @ met.normal)
    assert push >= -1e-3
    across = impulse - push * met.normal
    assert np.linalg.norm(across) <= FRICTION_THERE * push * (1.0 + 1e-4) + 1e-3


@given(encounters())
def test_a_contact_adds_no_energy(given_both: tuple[Floats, Floats]) -> None:
    x, v = given_both
    met = meet(x, v)
    before, after = (float(MASSES @ (speed**2).sum(axis=1)) for speed in (met.before, met.after))
    assert after <= before * (1.0 + 1e-5) + 1e-3


def test_without_friction_it_is_the_push_of_four_masses() -> None:
    """Over the middle: the corners weigh like one of 3 * 0.1 kg, and 100 cm/s and 2 cm are closed in on."""
    corners = np.array(((0.0, 0.0, 0.0), (12.0, 0.0, 0.0), (0.0, 12.0, 0.0)))
    x = triangle_and((1.0 / 3.0, 1.0 / 3.0), 0.1, corners)
    v = np.zeros((4, 3))
    v[0] = 50.0, 0.0, -100.0
    met = meet(x, v, friction=0.0)
    missing = 100.0 - 0.1 / H
    share = missing / (1.0 / 0.2 + 1.0 / 0.3)
    assert met.pressed == pytest.approx(missing, rel=1e-5)
    np.testing.assert_allclose(met.after[0], (50.0, 0.0, -100.0 + share / 0.2), rtol=1e-5)
    np.testing.assert_allclose(met.after[1:, 2], -share / 0.3, rtol=1e-4)


def test_the_couple_of_friction_tilts_the_triangle() -> None:
    """2 cm over the middle: the lever of the friction, times it, is what the corners turn by."""
    corners = np.array(((0.0, 0.0, 0.0), (12.0, 0.0, 0.0), (0.0, 12.0, 0.0)))
    x = triangle_and((1.0 / 3.0, 1.0 / 3.0), 2.0, corners)
    v = np.zeros((4, 3))
    v[0] = 100.0, 0.0, -2000.0
    met = meet(x, v)
    rubbed = MASSES[0] * (met.after[0, 0] - met.before[0, 0])
    assert rubbed < -1.0
    up = MASSES[1:] * met.after[1:, 2]
    couple = float(up @ (corners[:, 0] - 4.0))  # about Y, with the sign turned
    assert couple == pytest.approx(2.0 * rubbed, rel=1e-3)


@pytest.mark.parametrize("place", [(40.0, -30.0, 0.5), (-30.0, 5.0, 0.5)])
def test_what_is_far_beside_its_triangle_is_left_alone(place: tuple[float, float, float]) -> None:
    corners = np.array(((0.0, 0.0, 0.0), (12.0, 0.0, 0.0), (0.0, 12.0, 0.0)))
    v = np.zeros((4, 3))
    v[0, 2] = -1000.0
    met = meet(np.vstack((place, corners)), v)
    assert met.pressed == 0.0
    np.testing.assert_array_equal(met.after, v)
