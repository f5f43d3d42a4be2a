"""A slime that was put round something solid leaves it as a whole, and nothing else counts as such."""

import esper
import numpy as np
import pytest
from scenes import box, build_world, place_of, run_tick, spawn_walker
from slimes import particles_of, run_slimes, spawn_slime, weightless_world

from components.arrays import Floats, vector
from components.collider import Layer, SphereCollider
from components.softbody import SoftbodyParticles
from components.transform import Transform
from systems.character.footing import Footing
from systems.character.movement import CharacterMovement
from systems.softbody.depth import depth_inside
from systems.softbody.pools import lanes_of, meshes_of_pools
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.swallowed import is_swallowed
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

CORE = np.column_stack((np.zeros((9, 2)), np.linspace(-54.0, 54.0, 9)))
"""Points on the axis of a walker's capsule, relative to its middle [cm]."""
SECOND = 60


def strain_of(body: SoftbodyParticles) -> float:
    """How much the edges of a body differ from their rest lengths on average [1]."""
    ends = body.positions_ws[body.topology.edges]
    return float(np.abs(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / body.edge_lengths - 1.0).mean())


def is_inside(body: SoftbodyParticles, points: Floats) -> bool:
    """Whether any of some points is inside a body's surface, by another formula."""
    return depth_inside(points, body.positions_ws[body.topology.triangles]) > 0.0


@pytest.mark.parametrize(
    ("x", "z", "radius"), [(0, 88, 60), (0, 60, 60), (0, 42, 40), (30, 60, 60), (50, 60, 60)]
)
def test_a_slime_born_round_a_character_leaves_it_and_is_not_launched(
    x: float, z: float, radius: float
) -> None:
    build_world([box(-3000, 3000, -100, 0)])
    walker, slime = spawn_walker(0.0), spawn_slime((x, 0.0, z), radius=radius, friction=0.5)
    body = particles_of(slime)
    assert is_inside(body, place_of(walker) + CORE)
    systems = CharacterMovement(), SoftbodySolve(), Footing(), Recentre()
    for _ in range(2 * SECOND):
        run_tick(systems)
        assert np.linalg.norm(body.velocities_ws.mean(axis=0)) < 300.0
    assert np.linalg.norm(place_of(walker) - body.positions_ws.mean(axis=0)) >= 50.0
    assert not is_inside(body, place_of(walker) + CORE)
    assert strain_of(body) < 0.1
    assert np.abs(place_of(slime)).max() < 1000.0


def test_one_that_floats_round_a_sphere_leaves_it_hardly_faster_than_what_is_inside_may() -> None:
    weightless_world()
    create(Transform(vector(0.0, 0.0, 0.0)), SphereCollider(radius=30.0, layer=Layer.TERRAIN))
    slime = spawn_slime((4.0, 0.0, 3.0))
    body, middle = particles_of(slime), place_of(slime).copy()
    for _ in range(2 * SECOND):
        run_slimes(1)
        assert np.linalg.norm(place_of(slime) - middle) <= 130.0 / SECOND
        middle = place_of(slime).copy()
    assert np.linalg.norm(middle) > 85.0
    assert middle @ (0.8, 0.0, 0.6) > 0.99 * np.linalg.norm(middle)
    assert not is_inside(body, np.zeros((1, 3)))


def heart_of(*solid: float, place: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> bool:
    """Whether a slime of 60 cm at a place has swallowed a solid."""
    weightless_world()
    body = particles_of(spawn_slime(place))
    pools = body.pools
    x = body.positions_ws
    around = np.array((x.min(axis=0), x.max(axis=0), x.mean(axis=0)))
    tables = lanes_of(pools), meshes_of_pools(pools)
    numbers = np.array((*solid, 0.0, 0.0, 0.0))
    return is_swallowed(*tables, body.slot, pools.anchors[body.slot], around, numbers, np.zeros(3))


@pytest.mark.parametrize(
    ("solid", "swallowed"),
    [
        ((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 30.0), True),
        ((58.0, 0.0, 0.0, 0.0, 0.0, 0.0, 30.0), True),
        ((62.0, 0.0, 0.0, 0.0, 0.0, 0.0, 30.0), False),
        ((45.0, 0.0, 45.0, 0.0, 0.0, 0.0, 30.0), False),  # within its bounds, but beyond its surface
        ((30.0, 0.0, 120.0, 0.0, 0.0, 100.0, 34.0), True),  # an upright axis that goes down into it
        ((30.0, 0.0, 154.0, 0.0, 0.0, 100.0, 34.0), False),
        ((0.0, 0.0, -50.0, 30.0, 30.0, 30.0, 0.0), True),  # a box that it stands in up to its heart
        ((0.0, 0.0, -95.0, 30.0, 30.0, 30.0, 0.0), False),  # one that it lies upon
        ((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0), False),  # thinner than what is between its particles
    ],
)
def test_what_has_its_heart_in_a_slime_is_swallowed(solid: tuple[float, ...], *, swallowed: bool) -> None:
    assert heart_of(*solid) is swallowed
    moved = (solid[0] + 500.0, solid[1], solid[2] - 300.0, *solid[3:])
    esper.clear_database()
    assert heart_of(*moved, place=(500.0, 0.0, -300.0)) is swallowed


@pytest.mark.parametrize("angle", [0.0, np.pi])
def test_a_sphere_is_where_its_offset_is_turned_to(angle: float) -> None:
    build_world([])
    rotation = np.array((0.0, 0.0, np.sin(angle / 2.0), np.cos(angle / 2.0)))
    ball = SphereCollider(radius=30.0, offset=vector(200.0, 0.0, 0.0), layer=Layer.TERRAIN)
    create(Transform(vector(0.0, 0.0, -100.0), rotation), ball)
    slimes = [spawn_slime((side * 200.0, 0.0, 0.0)) for side in (-1.0, 1.0)]
    run_slimes(SECOND // 2)
    held, falls = slimes if angle else slimes[::-1]
    assert place_of(held)[2] > -80.0
    assert place_of(falls)[2] < -120.0
