"""A slime's own surface: sides that meet do not pass each other, and nobody pays who is not folded."""

import numpy as np
import pytest
from slimes import WEIGHTLESS, Specimen

import systems.softbody.tick
from components.arrays import Floats
from components.softbody import SoftbodyParticles
from systems.softbody.lanes import ROW, Fact
from systems.softbody.measure import is_folded
from systems.softbody.pools import facts, meshes_of_pools, refresh
from systems.softbody.tables import meshes_of
from systems.softbody.topology import icosphere


def clapped(*, flat: float = 0.15, speed: float = 300.0) -> Specimen:
    """A limp body pressed flat, whose upper and lower half fly at each other."""
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, volume_compliance=1e6, compliance=0.1)
    z = body.particles.topology.rest_positions[:, 2]
    body.x[:, 2] *= flat
    body.v[:, 2] = -np.sign(z) * speed * np.minimum(1.0, 2.0 * np.abs(z))
    return body


def clearance(body: Specimen) -> float:
    """Least height of a particle of the upper side above the one that was below it at rest [cm]."""
    below = meshes_of((body.particles.topology,)).opposites // ROW
    upper = body.particles.topology.rest_positions[:, 2] > 0.5
    return float((body.x - body.x[below])[upper, 2].min())


def least_clearance(body: Specimen, ticks: int) -> float:
    """The least of some ticks [cm]."""
    least = np.inf
    for _ in range(ticks):
        body.tick()
        least = min(least, clearance(body))
    return least


def folded(particles: SoftbodyParticles) -> bool:
    """Whether it counts as folded."""
    pools = particles.pools
    refresh(pools)
    return is_folded(
        pools.blocks, pools.materials, pools.facts, meshes_of_pools(pools).spacings, particles.slot
    )


@pytest.mark.parametrize("flat", [0.15, 0.3])
@pytest.mark.parametrize("speed", [100.0, 300.0, 600.0, 1000.0])
def test_sides_that_fly_at_each_other_do_not_pass(flat: float, speed: float) -> None:
    assert least_clearance(clapped(flat=flat, speed=speed), 12) >= 0.0


def test_nothing_else_holds_them_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems.softbody.tick, "FOLDED", 0)
    assert least_clearance(clapped(), 12) < -30.0  # nothing but its own surface holds it


def test_what_a_body_does_to_itself_moves_it_nowhere() -> None:
    body = clapped()
    body.tick(12)
    weight = 20.0 * 300.0
    assert np.abs(body.momentum).max() <= 1e-6 * weight
    assert np.abs(body.angular_momentum).max() <= 1e-4 * weight * 60.0


def test_an_even_body_at_rest_is_not_folded() -> None:
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS)
    assert not folded(body.particles)
    body.tick(5)
    assert not folded(body.particles)


def test_folded_is_what_is_thin_or_soon_will_be() -> None:
    found = []
    for flat, speed in ((0.5, 0.0), (0.05, 0.0), (0.5, 3000.0)):
        body = clapped(flat=flat, speed=speed)
        body.write()
        found.append(folded(body.particles))
    assert found == [False, True, True]


def test_the_narrowest_place_is_measured() -> None:
    body = clapped(speed=0.0)
    body.write()
    refresh(body.particles.pools)
    found = facts(body.particles.pools)[0, Fact.NARROW, 0]
    across = body.x - body.x[meshes_of((body.particles.topology,)).opposites // ROW]
    assert found == pytest.approx((across**2).sum(axis=1).min(), rel=1e-5)


def test_opposite_on_a_sphere_is_the_antipode() -> None:
    topology = icosphere(2)
    opposites = meshes_of((topology,)).opposites // ROW
    across: Floats = topology.rest_positions[opposites] + topology.rest_positions
    np.testing.assert_allclose(across, 0.0, atol=1e-9)
