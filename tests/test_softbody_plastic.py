"""Plastic memory: strained edges take on new rest lengths, and nobody else notices."""

import copy

import esper
import numpy as np
import pytest
from scenes import box, build_world
from slimes import WEIGHTLESS, Specimen, particles_of, run_slimes, spawn_slime

from components.softbody import Softbody, SoftbodyTopology
from game.state_hash import hash_state
from systems.softbody.birth import born
from systems.softbody.elastic import creep
from systems.softbody.lanes import Material
from systems.softbody.pools import give_memory, lanes_of, materials, meshes_of_pools, move_body

pytestmark = pytest.mark.usefixtures("world")

DT = 1.0 / 60.0
PAIR = SoftbodyTopology(
    np.array([(-0.5, 0.0, 0.0), (0.5, 0.0, 0.0)]),
    np.array([[0, 1]]),
    np.zeros((0, 3), dtype=np.int64),
    "pair",
)


def crept(length: float, ticks: int, *, rate: float = 2.0, least: float = 0.1, limit: float = 0.5) -> float:
    """Rest length of an edge of rest length 10 that is held at another length [cm]."""
    particles = born(Softbody(radius=10.0), np.zeros(3), topology=PAIR)
    pools = particles.pools
    give_memory(pools, 0)
    rows = materials(pools)[0]
    rows[Material.PLASTICITY], rows[Material.YIELD], rows[Material.PLASTIC_LIMIT] = rate, least, limit
    pools.lane(pools.positions, particles.slot)[:, 0] = -0.5 * length, 0.5 * length
    for _ in range(ticks):
        creep(lanes_of(pools), meshes_of_pools(pools), 0, np.float32(DT))
    return float(particles.edge_lengths[0])


@pytest.mark.parametrize("length", [13.0, 8.0])
def test_strain_beyond_the_yield_strain_dies_away_exponentially(length: float) -> None:
    # With strain e = L/r - 1 the rest length r gains r (e - y) s a tick, s = 1 - exp(-rate dt), and for
    # shortened edges r (e + y) s: r nears L/(1+y) or L/(1-y) by the factor 1 - (1+-y) s.
    yields = 0.1 if length > 10.0 else -0.1
    end, share = length / (1.0 + yields), 1.0 - np.exp(-2.0 * DT)
    expected = end + (10.0 - end) * (1.0 - (1.0 + yields) * share) ** 30
    assert crept(length, 30) == pytest.approx(expected, rel=1e-5)


def test_strain_below_the_yield_strain_is_forgotten() -> None:
    assert crept(10.9, 600) == 10.0
    assert crept(9.1, 600) == 10.0


def test_rest_lengths_stay_within_their_limit() -> None:
    assert crept(100.0, 6000, limit=0.2) == pytest.approx(12.0, rel=1e-6)
    assert crept(0.1, 6000, limit=0.2) == pytest.approx(8.0, rel=1e-6)


def pulled(plasticity: float) -> Specimen:
    """A slime that was pulled long by its own motion, five seconds later."""
    body = Specimen((0.0, 0.0, 0.0), gravity=WEIGHTLESS, plasticity=plasticity, yield_strain=0.05)
    body.v[:, 0] = 20.0 * body.x[:, 0]
    body.tick(300)
    return body


def test_a_plastic_slime_keeps_its_new_shape_and_an_elastic_one_finds_back() -> None:
    elastic, plastic = pulled(0.0), pulled(20.0)
    lengths = [float(np.ptp(body.x[:, 0])) for body in (elastic, plastic)]
    assert lengths[0] == pytest.approx(120.0, abs=1.5)
    assert lengths[1] > 135.0
    assert plastic.volume == pytest.approx(1.0, abs=0.01)
    assert elastic.particles.rest_shares is None


def test_a_plastic_neighbour_in_the_same_block_changes_no_bit() -> None:
    states = []
    for with_stranger in (False, True):
        esper.clear_database()
        build_world([box(-900.0, 9000.0, -100.0, 0.0)])
        slime = spawn_slime((0.0, 0.0, 80.0), friction=0.5)
        if with_stranger:
            spawn_slime((600.0, 0.0, 200.0), friction=0.5, plasticity=20.0, yield_strain=0.0)
        run_slimes(60)
        states.append(particles_of(slime).canonical()[2:])
    for alone, beside in zip(*states, strict=True):
        np.testing.assert_array_equal(alone, beside)


def test_memory_goes_where_the_body_goes() -> None:
    body = pulled(20.0).particles
    shares, before = np.copy(body.edge_lengths), hash_state({1: [body]})
    twin = copy.deepcopy(body)
    move_body(body, body.pools, substeps=16)
    assert hash_state({1: [body]}) == hash_state({1: [twin]}) == before
    np.testing.assert_array_equal(body.edge_lengths, shares)
