"""Bounds that soft bodies elsewhere break: frame rates, spikes, mass by subdivision, edges, pushes."""

import json
import math
from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from arenas import arena, entity
from scenes import box, polygon
from slimes import DT, WEIGHTLESS, Specimen

from components.arrays import Floats, Integers
from components.collider import SphereCollider
from components.events import ImpulseApplied
from components.softbody import Softbody, SoftbodyParticles, SoftbodyTopology
from components.terrain import Solid
from components.transform import Transform
from game.actions import ActionState
from game.level.level import load_level
from game.level.problem import LevelError
from game.loop import Game
from game.pace import FixedStep
from game.simulation import Simulation
from systems.collision.layers import ALL_LAYERS
from systems.softbody.birth import born
from systems.softbody.edit import write_velocities
from systems.softbody.pools import empty_pools
from systems.softbody.solve import adopt, inform
from systems.softbody.tick import tick_bodies
from systems.softbody.topology import closed_mesh, icosphere

FLOOR = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)
JITTER = (1 / 60, 1 / 144, 1 / 20, 1 / 30, 1 / 60, 1 / 500, 1 / 45)


class Nobody:
    """Sees every tick, and looks away."""

    def observe(self, simulation: Simulation) -> None:
        """Nothing."""
        del simulation


def dropped(folder: Path) -> Simulation:
    """A slime a metre above the ground."""
    return arena(folder, entity("slime", 300, 142, prefab="slime"))


@pytest.mark.parametrize("frames", [(1 / 20,), (1 / 30,), (1 / 144,), JITTER], ids=["20", "30", "144", "any"])
def test_the_frame_rate_changes_no_bit(tmp_path: Path, frames: Iterable[float]) -> None:
    plain = dropped(tmp_path)
    for _ in range(120):
        plain.tick()
    game = Game(lambda: dropped(tmp_path), actions=ActionState({}), watcher=Nobody())
    lengths = cycle(frames)
    while game.simulation.tick_count < 120:
        game.advance(min(next(lengths), (120 - game.simulation.tick_count) * DT + 1e-9))
    assert game.simulation.state_hash() == plain.state_hash()


@pytest.mark.parametrize("spike", [0.1, 0.25, 0.5, 1.0, 5.0])
def test_a_frame_that_took_long_moves_nothing_far(spike: float) -> None:
    body = Specimen((0.0, 0.0, 60.1), solids=[FLOOR])
    body.tick(120)
    top = body.x[:, 2].max()
    due = FixedStep(60.0).advance(spike)
    assert due <= 4
    for _ in range(due):
        body.tick()
        assert body.bottom >= -0.1
        assert body.x[:, 2].max() <= top + 5.0
        assert body.volume == pytest.approx(1.0, abs=0.01)


REST_HEIGHTS = {1: 104.54, 2: 100.74, 3: 101.04}
"""Heights at rest of a body of radius 60 by subdivisions, all within 3 % of their middle [cm]."""


@pytest.mark.parametrize("subdivisions", [1, 2, 3])
@pytest.mark.parametrize("mass", [0.1, 1.0, 20.0, 500.0])
def test_neither_mass_nor_subdivision_changes_how_it_falls_or_how_high_it_is(
    mass: float, subdivisions: int
) -> None:
    middle = 0.5 * (max(REST_HEIGHTS.values()) + min(REST_HEIGHTS.values()))
    body = Specimen((0.0, 0.0, 160.0), solids=[FLOOR], mass=mass, subdivisions=subdivisions)
    gap, landed = body.bottom, 0
    while body.bottom > 0.5:
        body.tick()
        landed += 1
        assert body.v[:, 2].min() >= -980.0 * landed * DT - 0.02  # float32; nothing is faster than free fall
    assert landed == pytest.approx(math.sqrt(2.0 * gap / 980.0) / DT, abs=1.0)
    body.tick(600)
    assert body.height == pytest.approx(REST_HEIGHTS[subdivisions], abs=0.05)
    assert body.height == pytest.approx(middle, rel=0.03)


def test_it_neither_drifts_nor_spins_after_a_straight_drop() -> None:
    body = Specimen((0.0, 0.0, 160.0), solids=[FLOOR])
    body.tick(600)
    assert np.hypot(*body.centroid[:2]) < 0.5
    arms = body.x - body.centroid
    squares = (body.m[:, None] * arms**2).sum(axis=0)
    inertias = squares.sum() - squares
    assert (np.abs(body.angular_momentum) / inertias).max() < 0.01


def test_a_small_one_that_falls_on_an_edge_stays_whole_and_slow() -> None:
    ledge = box(-300.0, 0.0, -100.0, 0.0, depth=(-300.0, 300.0))
    floor = box(-900.0, 900.0, -200.0, -100.0, depth=(-900.0, 900.0))
    body = Specimen((1.0, 0.0, 80.0), solids=[ledge, floor], radius=16.0)
    limit = 1.2 * math.sqrt(2.0 * 980.0 * (80.0 + 100.0))
    for _ in range(600):
        body.tick()
        assert body.fastest < limit
    assert body.volume == pytest.approx(1.0, abs=0.05)
    assert body.edge_ratios.max() < 1.5
    assert body.particles.restored_count == 0


def block_on(degrees: float, friction: float) -> tuple[Specimen, Floats]:
    """A block that lies on a slope, and the way down."""
    angle = math.radians(degrees)
    down = np.array((math.cos(angle), 0.0, -math.sin(angle)))
    normal = np.array((math.sin(angle), 0.0, math.cos(angle)))
    body = Specimen(
        15.2 * normal,
        solids=[sloping(down, normal, friction)],
        topology=block_mesh(),
        radius=30.0,
        compliance=2e-6,
        friction=friction,
    )
    frame = np.array((down, (0.0, 1.0, 0.0), normal))
    body.x[:] = 15.2 * normal + (body.x - body.centroid) @ frame
    return body, down


def sloping(down: Floats, normal: Floats, friction: float) -> Solid:
    """Ground through the origin."""
    below = -100.0 * normal
    corners = (-3000.0 * down, -3000.0 * down + below, 3000.0 * down + below, 3000.0 * down)
    return polygon(
        *((float(corner[0]), float(corner[2])) for corner in corners),
        friction=friction,
        depth=(-900.0, 900.0),
    )


def block_mesh() -> SoftbodyTopology:
    """An icosphere pulled out to a block, half as high as wide, so that it does not topple."""
    sphere = icosphere(2)
    cube = sphere.rest_positions / np.abs(sphere.rest_positions).max(axis=1, keepdims=True)
    return closed_mesh(cube * (1.0, 1.0, 0.5), sphere.triangles, identity="flat block")


@pytest.mark.parametrize("friction", [0.1, 0.5, 0.8])
def test_a_block_holds_and_slides_within_a_degree_and_a_half_of_the_friction_angle(friction: float) -> None:
    critical = math.degrees(math.atan(friction))
    for degrees, slides in ((critical - 1.5, False), (critical + 1.5, True)):
        body, down = block_on(degrees, friction)
        body.tick(60)
        start = body.centroid @ down
        body.tick(180)
        moved = float(body.centroid @ down - start)
        assert moved > 50.0 if slides else moved < 0.5


def test_a_slime_with_grip_holds_on_a_slope_of_thirty_degrees(tmp_path: Path) -> None:
    """By the verb, in a level: it was rolling down before."""
    ground: list[Mapping[str, object]] = [
        {"shape": "slope", "from": [-2000, 1155], "to": [2000, -1155], "base": -1500},
        {"shape": "box", "x": [-2600, -2000], "z": [-1500, 1155]},
    ]
    verbs = {"player": True}
    soft = {"radius": 40, "friction": 0.6, "can_sleep": False}
    slime = entity("slime", 0, 46, prefab="slime", SlimeVerbs=verbs, Softbody=soft)
    ways = {}
    for held in ((), ("grip",)):
        simulation = arena(tmp_path, slime, terrain=ground)
        simulation.despawn(simulation.named("hero"))
        place = simulation.component(simulation.named("slime"), Transform)
        for _ in range(60):
            simulation.tick(held)
        start = place.position.copy()
        for _ in range(120):
            simulation.tick(held)
        ways[held] = float(np.linalg.norm(place.position - start))
    assert ways[()] > 300.0
    assert ways["grip",] < 1.0


def pair_of(
    meshes: tuple[SoftbodyTopology, SoftbodyTopology],
    side: float,
    masses: tuple[float, float],
    **options: float,
) -> tuple[Floats, Floats]:
    """Momentum by body, and positions of both, a second after two slimes met head-on without weight."""
    bodies = []
    pools = empty_pools()
    for mesh, way, mass in zip(meshes, (-side, side), masses, strict=True):
        softbody = Softbody(lane_locked=False, can_sleep=False, friction=0.5, mass=mass, **options)  # type: ignore[arg-type]
        body = born(softbody, np.array((150.0 * way, 10.0, 20.0 * (way == -side))), topology=mesh)
        bodies.append(body)
        adopt([body], pools)
        inform(body, softbody, len(bodies), ALL_LAYERS, ALL_LAYERS)
        write_velocities(body, np.tile((-200.0 * way, 0.0, 0.0), (162, 1)))
    for _ in range(60):
        tick_bodies(bodies, Specimen().obstacles, WEIGHTLESS, DT)
    speeds = np.array([body.velocities_ws.mean(axis=0) for body in bodies])
    return speeds * np.array(masses)[:, None], np.array([body.positions_ws for body in bodies])


def mirror_of(mesh: SoftbodyTopology) -> SoftbodyTopology:
    """The tables of a mesh as they are in a mirror: places across X, and triangles the other way round."""
    rest, triangles = mesh.rest_positions * (-1.0, 1.0, 1.0), mesh.triangles[:, (0, 2, 1)]
    return SoftbodyTopology(rest, mesh.edges, np.ascontiguousarray(triangles), "mirror")


def test_two_that_meet_in_a_mirror_do_the_same() -> None:
    mesh = icosphere(2)
    mirror = mirror_of(mesh)
    _, here = pair_of((mesh, mesh), 1.0, (20.0, 20.0))
    _, there = pair_of((mirror, mirror), -1.0, (20.0, 20.0))
    assert np.abs(here[0] - here[1]).max() > 100.0
    np.testing.assert_array_equal(there * (-1.0, 1.0, 1.0), here)


def opposite_in_a_mirror() -> Integers:
    """Which particle of the icosphere is where another one's image across X is."""
    rest = icosphere(2).rest_positions
    away = rest[:, None] * (-1.0, 1.0, 1.0) - rest[None]
    images: Integers = np.argmin((away * away).sum(axis=2), axis=1)
    return images


@pytest.mark.parametrize(
    ("velocity", "step", "ticks"), [((0.0, 0.0, 0.0), 0.0, 600), ((300.0, 20.0, -100.0), 50.0, 600)]
)
def test_one_with_the_same_tables_as_its_mirror_image_does_nearly_the_same(
    velocity: tuple[float, float, float], step: float, ticks: int
) -> None:
    images = []
    for side in (1.0, -1.0):
        near, far = sorted((90.0 * side, 300.0 * side))
        body = Specimen((30.0 * side, 0.0, 80.0), solids=[FLOOR, box(near, far, -1.0, step)])
        body.v[:] = velocity * np.array((side, 1.0, 1.0))
        images.append(body)
    here, there = images
    for _ in range(ticks):
        here.tick()
        there.tick()
        image = there.x[opposite_in_a_mirror()] * (-1.0, 1.0, 1.0)
        assert np.abs(image - here.x).max() <= 1.0


def test_two_with_the_same_tables_as_their_mirror_images_do_nearly_the_same() -> None:
    mesh = icosphere(2)
    _, here = pair_of((mesh, mesh), 1.0, (20.0, 20.0))
    _, there = pair_of((mesh, mesh), -1.0, (20.0, 20.0))
    image = there[:, opposite_in_a_mirror()] * (-1.0, 1.0, 1.0)
    assert np.abs(here[0] - here[1]).max() > 100.0
    assert np.abs(image - here).max() <= 1.0


def test_two_of_one_and_three_shares_that_keep_their_dents_go_on_as_one() -> None:
    """What does not spring back ends with the speed of all momentum together."""
    mesh = icosphere(2)
    plastic = {"damping": 40.0, "plasticity": 50.0, "yield_strain": 0.0}
    momenta, _ = pair_of((mesh, mesh), 1.0, (10.0, 30.0), **plastic)
    total = 200.0 * (10.0 - 30.0)
    assert momenta.sum(axis=0)[0] == pytest.approx(total, rel=1e-6)
    velocities = momenta[:, 0] / (10.0, 30.0)
    np.testing.assert_allclose(velocities, total / 40.0, atol=0.03 * 400.0)
    springy, _ = pair_of((mesh, mesh), 1.0, (10.0, 30.0))
    assert springy[0, 0] / 10.0 < -200.0  # else it would be thrown back


def test_a_collider_switched_off_and_on_a_hundred_times_changes_no_bit(tmp_path: Path) -> None:
    plain, switched = dropped(tmp_path), dropped(tmp_path)
    collider = switched.component(switched.named("slime"), SphereCollider)
    for _ in range(60):
        plain.tick()
        switched.tick()
    for _ in range(200):
        collider.enabled = not collider.enabled
    for _ in range(60):
        plain.tick()
        switched.tick()
    assert switched.state_hash() == plain.state_hash()


@pytest.mark.parametrize("mass", ["0", "-1", "1e999", '"heavy"', "null"])
def test_a_mass_that_is_none_is_refused_with_its_place(tmp_path: Path, mass: str) -> None:
    level = tmp_path / "odd.json"
    parts = f'{{"Transform": {{}},\n"Softbody": {{"mass": {mass}}}}}'
    level.write_text(f'{{"entities": [{{"name": "odd", "components": {parts}}}]}}')
    with pytest.raises(LevelError) as refusal:
        load_level(level)
    (problem,) = refusal.value.problems
    assert str(problem).startswith(f"{level}:2:22: entities[0].components.Softbody.mass: ")


@pytest.mark.parametrize("rate", [30, 60, 120])
def test_a_touch_pushes_as_much_at_any_tick_rate(tmp_path: Path, rate: int) -> None:
    arena(
        tmp_path,
        entity("slime", 80, 300, prefab="slime", OverlapImpulse={"mode": "per_tick", "pawn_strength": 6}),
    ).close()
    path = tmp_path / "arena.json"
    level = json.loads(path.read_text())
    path.write_text(json.dumps(level | {"tick_rate": rate, "gravity": [0, 0, 0]}))
    simulation = Simulation.load(path)
    slime, hero = simulation.named("slime"), simulation.named("hero")
    body = simulation.component(slime, SoftbodyParticles)
    given = 0.0
    for _ in range(rate):
        simulation.component(hero, Transform).position[:] = body.positions_ws.mean(axis=0) - (70.0, 0.0, 0.0)
        simulation.tick()
        pushes = [event for event in simulation.events if isinstance(event, ImpulseApplied)]
        given += sum(event.strength for event in pushes if event.entity == slime)
    assert given == pytest.approx(6.0 * 60.0, rel=1e-6)
