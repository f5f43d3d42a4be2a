"""Soft bodies on terrain: fast, thin, sloping, moving, one-way, and with characters."""

import math

import esper
import numpy as np
import pytest
from scenes import DT, box, build_world, place_of, polygon
from slimes import Specimen, particles_of, run_slimes, spawn_slime

from components.arrays import Floats
from components.collider import CapsuleCollider, Layer, SphereCollider
from components.platform import Platform
from components.softbody import Softbody, SoftbodyTopology
from components.terrain import MotionArrays, PlatformMotion, Solid
from components.transform import Transform, Velocity
from game.report.lab import Lab
from systems.query import resource
from systems.softbody.edit import mean_velocity, push, write_velocities
from systems.softbody.lanes import Material
from systems.softbody.pools import materials
from systems.softbody.solve import SoftbodySolve
from systems.softbody.topology import closed_mesh, icosphere

pytestmark = pytest.mark.usefixtures("world")


@pytest.mark.parametrize("speed", [500.0, 2000.0, 5000.0, 10000.0])
def test_a_floor_of_five_centimetres_holds_at_any_speed(speed: float) -> None:
    body = Specimen((0.0, 0.0, 400.0), solids=[box(-5000.0, 5000.0, -5.0, 0.0)], max_speed=20000.0)
    body.v[:, 2] = -speed
    lowest = volume = 1.0
    for _ in range(180):
        body.tick()
        lowest, volume = min(lowest, body.bottom), min(volume, body.volume)
    assert lowest >= -1e-5
    assert volume > 0.95


def test_a_wall_of_one_centimetre_holds() -> None:
    wall, floor = box(300.0, 301.0, -200.0, 800.0), box(-5000.0, 5000.0, -200.0, 0.0)
    body = Specimen((0.0, 0.0, 100.0), solids=[wall, floor])
    body.v[:, 0] = 3000.0
    for _ in range(120):
        body.tick()
        assert body.x[:, 0].max() <= 300.0 + 1e-5


def test_a_closed_box_that_is_shaken_leaks_nothing() -> None:
    walls = [
        box(-120.0, 120.0, -20.0, 0.0),
        box(-120.0, 120.0, 200.0, 220.0),
        box(-120.0, -100.0, -20.0, 220.0),
        box(100.0, 120.0, -20.0, 220.0),
    ]
    body = Specimen((0.0, 0.0, 100.0), solids=walls)
    for tick in range(600):
        angle = 0.7 * (tick // 10)
        body.gravity = 20000.0 * np.array((math.cos(angle), 0.0, math.sin(angle)))
        body.tick()
        assert np.abs(body.x[:, 0]).max() <= 100.0 + 0.1
        assert -0.1 <= body.bottom <= body.x[:, 2].max() <= 200.0 + 0.1


def set_velocity(slime: int, axis: int, speed: float) -> None:
    """Gives all particles of a slime the same speed along an axis."""
    particles = particles_of(slime)
    velocities = particles.velocities_ws
    velocities[:, axis] = speed
    write_velocities(particles, velocities)


def slope(degrees: float, friction: float) -> tuple[Floats, Floats, list[Solid]]:
    """Downhill direction, normal and solid of a slope through the origin, falling to +X."""
    angle = math.radians(degrees)
    down = np.array((math.cos(angle), 0.0, -math.sin(angle)))
    normal = np.array((math.sin(angle), 0.0, math.cos(angle)))
    corners = (-3000.0 * down, -3000.0 * down - 100.0 * normal, 3000.0 * down - 100.0 * normal, 3000.0 * down)
    outline = tuple((float(corner[0]), float(corner[2])) for corner in corners)
    return down, normal, [polygon(*outline, friction=friction, depth=(-3000.0, 3000.0))]


@pytest.mark.parametrize(("friction", "critical"), [(0.1, 5.7106), (0.5, 26.5651), (0.8, 38.6598)])
def test_single_particles_hold_up_to_the_friction_angle(friction: float, critical: float) -> None:
    """Particles laid flat on a slope, with nothing to hold them to each other."""
    for degrees in (critical - 0.1, critical + 1.0):
        down, normal, solids = slope(degrees, friction)
        body = Specimen(
            (0.0, 0.0, 0.0),
            solids=solids,
            friction=friction,
            compliance=1e15,
            volume_compliance=1e30,
            damping=0.0,
        )
        body.x[:] -= np.outer(body.x @ normal, normal)
        # Flat is as it should be, and nothing is to grow back.
        materials(body.particles.pools)[0, Material.VOLUME] = 0.0
        start = body.x.copy()
        body.tick(120)
        angle = math.radians(degrees)
        exact = 980.0 * (math.sin(angle) - friction * math.cos(angle)) * 2.0
        if degrees < critical:
            assert np.abs((body.x - start) @ down).max() < 1e-5  # half a step of float32 at 60 cm
        else:
            np.testing.assert_allclose(body.v @ down, exact, rtol=0.002)


def block_mesh() -> SoftbodyTopology:
    """An icosphere pulled out to a cube."""
    sphere = icosphere(2)
    cube = sphere.rest_positions / np.abs(sphere.rest_positions).max(axis=1, keepdims=True)
    return closed_mesh(cube, sphere.triangles, identity="block")


def flat_mesh() -> SoftbodyTopology:
    """A block half as high as wide, so that it does not topple."""
    block = block_mesh()
    return closed_mesh(block.rest_positions * (1.0, 1.0, 0.5), block.triangles, identity="flat block")


def block_on_slope(degrees: float, friction: float) -> tuple[Specimen, Floats]:
    down, normal, solids = slope(degrees, friction)
    body = Specimen(
        30.2 * normal,
        solids=solids,
        topology=block_mesh(),
        radius=30.0,
        compliance=2e-5,
        friction=friction,
    )
    across = np.array((0.0, 1.0, 0.0))
    body.x[:] = 30.2 * normal + (body.x - body.centroid) @ np.array((down, across, normal))
    return body, down


@pytest.mark.parametrize(("degrees", "creep"), [(20.0, 0.5), (30.0, 10.0)])
def test_a_soft_block_holds_on_a_slope(degrees: float, creep: float) -> None:
    body, down = block_on_slope(degrees, 0.6)
    body.tick(60)
    start = body.centroid
    body.tick(300)
    assert abs((body.centroid - start) @ down) <= creep


def test_a_soft_block_slides_on_a_steeper_slope() -> None:
    body, down = block_on_slope(40.0, 0.6)
    body.tick(60)
    before = body.momentum @ down / 20.0
    body.tick(60)
    gained = body.momentum @ down / 20.0 - before
    assert gained == pytest.approx(980.0 * (0.6428 - 0.6 * 0.7660), rel=0.03)


@pytest.mark.parametrize("mass", [0.1, 1.0, 20.0, 500.0])
def test_a_sliding_block_stops_where_coulomb_says_whatever_its_mass(mass: float) -> None:
    floor = box(-5000.0, 5000.0, -200.0, 0.0, friction=0.5)
    body = Specimen(
        (0.0, 0.0, 30.1), solids=[floor], topology=block_mesh(), radius=30.0, compliance=2e-5, mass=mass
    )
    body.tick(60)
    body.v[:, 0] += 300.0
    start = body.centroid[0]
    body.tick(120)
    assert body.centroid[0] - start == pytest.approx(300.0**2 / (2.0 * 0.5 * 980.0), rel=0.05)


def test_two_that_slide_together_on_ice_do_not_brake_each_other() -> None:
    """A flat block on another one: friction between them sees how they move against each other only."""
    ice = Solid(np.array(((-9e3, -200.0), (9e3, -200.0), (9e3, 0.0), (-9e3, 0.0))), friction=0.0)
    settings = {"radius": 30.0, "compliance": 2e-5}
    lab = Lab((0.0, 0.0, 15.1), (0.0, 0.0, 45.4), solids=[ice], topology=flat_mesh(), settings=settings)
    lab.tick(180)
    lower, upper = lab.bodies
    for which in range(2):
        lab.throw(lab.v(which) + np.array((200.0, 0.0, 0.0)), which)
    for _ in range(60):
        lab.tick()
        assert upper.contact_entities.any()  # they touch all along
    for body in lab.bodies:
        assert mean_velocity(body)[0] == pytest.approx(200.0, abs=1.0)
    lab.throw(lab.v(1) - np.array((200.0, 0.0, 0.0)), 1)
    lab.tick(20)
    assert mean_velocity(lower)[0] < 150.0  # there is friction between them


def test_a_round_slime_rolls_where_a_block_would_stop() -> None:
    build_world([box(-500.0, 3000.0, -200.0, 0.0, friction=0.8)])
    slime = spawn_slime((0.0, 0.0, 60.0), friction=0.8, compliance=2e-4)
    run_slimes(60)
    push(particles_of(slime), velocity=np.array((300.0, 0.0, 0.0)))
    run_slimes(60)
    particles = particles_of(slime)
    spin = np.cross(particles.positions_ws - place_of(slime), particles.velocities_ws)[:, 1].sum()
    assert place_of(slime)[0] > 91.84
    assert spin > 0.0  # forward


@pytest.mark.parametrize("gap", [40.0, 5.0, 0.0])
def test_a_pressed_slime_waits_quietly_and_springs_back(gap: float) -> None:
    """Between a floor and a plate that comes down to a height, stays, and goes up again."""
    solids = [box(-500.0, 500.0, -200.0, 0.0), box(-500.0, 500.0, 0.0, 20.0, platform=0)]
    body = Specimen((0.0, 0.0, 60.0), solids=solids, motion=_moved(np.zeros(3), np.zeros(3)))
    obstacles, height = body.obstacles, 200.0

    def tick(speed: float) -> None:
        nonlocal height
        height += speed * DT
        motion = _moved(np.array((0.0, 0.0, height)), np.array((0.0, 0.0, speed)))
        body.obstacles = obstacles._replace(motion=motion)
        body.tick()

    while height > gap:
        tick(max(-100.0, (gap - height) / DT))
    for held in range(300):
        tick(0.0)
        assert body.bottom >= -2e-4
        assert body.x[:, 2].max() <= gap + 2e-4
        if held >= 60 and gap > 0.0:
            assert body.fastest < 20.0
    for _ in range(60):
        tick(200.0)
    assert body.height >= 0.95 * 100.65
    assert body.particles.restored_count == 0


@pytest.mark.parametrize("dt", [1e-12, 1e-9, 1.0, 1e3])
def test_no_length_of_tick_makes_nonsense(dt: float) -> None:
    body = Specimen((0.0, 0.0, 100.0), solids=[box(-5000.0, 5000.0, -200.0, 0.0)])
    body.tick(20, dt)
    assert body.particles.restored_count == 0
    assert body.bottom >= -1e-5
    assert body.x[:, 2].max() <= 200.0


def test_stairs_made_of_many_boxes_carry_a_slime_down() -> None:
    steps = [box(28.0 * k, 28.0 * (k + 1), -400.0, -18.0 * (k + 1)) for k in range(8)]
    build_world([box(-500.0, 0.0, -400.0, 0.0), *steps, box(224.0, 4000.0, -400.0, -144.0)])
    slime = spawn_slime((-60.0, 0.0, 42.0), velocity=(150.0, 0.0, 0.0), radius=40.0)
    for _ in range(40):
        run_slimes(10)
        particles = particles_of(slime)
        x, z = particles.positions_ws[:, 0], particles.positions_ws[:, 2]
        tops = np.where(x < 0.0, 0.0, np.maximum(-18.0 * (np.floor(x / 28.0) + 1.0), -144.0))
        assert (z - tops).min() >= -0.5  # the deepest of corners cut between two substeps
        assert np.linalg.norm(particles.velocities_ws, axis=1).max() < 900.0
    assert place_of(slime)[0] > 224.0


@pytest.mark.parametrize("is_one_way", [False, True])
def test_a_thin_platform_that_rises_fast_carries_a_slime_up(is_one_way: bool) -> None:  # noqa: FBT001 - a parameter of the test
    lift = Platform(0, np.array(((0.0, 0.0), (0.0, 600.0))), 600.0)
    build_world([box(-200.0, 200.0, -10.0, 0.0, platform=0, one_way=is_one_way)], platforms=[lift])
    slime = spawn_slime((0.0, 0.0, 70.0))
    motion = resource(PlatformMotion)
    for _ in range(55):
        run_slimes(1)
        assert particles_of(slime).positions_ws[:, 2].min() >= motion.offset[0, 2] - 1e-4
    assert motion.offset[0, 2] > 500.0


def test_a_platform_carries_a_block_sideways() -> None:
    ride = np.array((100.0, 0.0, 0.0))
    body = Specimen((0.0, 0.0, 30.1), topology=block_mesh(), radius=30.0, compliance=2e-5, friction=0.8)
    solids = [box(-300.0, 300.0, -20.0, 0.0, friction=0.8, platform=0)]
    for tick in range(180):
        body.obstacles = Specimen(solids=solids, motion=_moved(ride * DT * (tick + 1), ride)).obstacles
        body.tick()
    assert body.momentum[0] / 20.0 == pytest.approx(100.0, abs=1.0)
    assert body.bottom >= -1e-5


def _moved(offset: Floats, velocity: Floats) -> MotionArrays:
    return MotionArrays(offset.reshape(1, 3), velocity.reshape(1, 3))


@pytest.mark.parametrize(("speed", "lands_above"), [(600.0, True), (200.0, False)])
def test_a_one_way_platform_lets_through_from_below(speed: float, lands_above: bool) -> None:  # noqa: FBT001 - a parameter of the test
    build_world([box(-500.0, 500.0, -100.0, 0.0), box(-200.0, 200.0, 100.0, 110.0, one_way=True)])
    slime = spawn_slime((0.0, 0.0, 45.0), velocity=(0.0, 0.0, speed), radius=40.0)
    run_slimes(240)
    bottom = particles_of(slime).positions_ws[:, 2].min()
    assert bottom == pytest.approx(110.0 if lands_above else 0.0, abs=2e-4)


def test_a_slime_that_ends_half_through_a_one_way_platform_climbs_onto_it() -> None:
    build_world([box(-200.0, 200.0, 100.0, 110.0, one_way=True)])
    slime = spawn_slime((0.0, 0.0, 115.0), radius=40.0)
    run_slimes(240)
    assert particles_of(slime).positions_ws[:, 2].min() == pytest.approx(110.0, abs=2e-4)


def walking_capsule(x: float, speed: float, **options: object) -> int:
    """A capsule that stands on the floor and that nothing stops."""
    return esper.create_entity(
        Transform(np.array((x, 0.0, 88.0))),
        Velocity(np.array((speed, 0.0, 0.0))),
        CapsuleCollider(**options),  # type: ignore[arg-type]
    )


def walk(capsule: int, ticks: int) -> None:
    transform = esper.component_for_entity(capsule, Transform)
    velocity = esper.component_for_entity(capsule, Velocity)
    for _ in range(ticks):
        transform.position = transform.position + velocity.linear * DT
        run_slimes(1)


def depth_in_capsule(capsule: int, slime: int) -> float:
    away = particles_of(slime).positions_ws - place_of(capsule)
    away[:, 2] -= np.clip(away[:, 2], -54.0, 54.0)
    return 34.0 - float(np.linalg.norm(away, axis=1).min())


def test_a_character_pushes_a_slime_along() -> None:
    build_world([box(-2000.0, 2000.0, -100.0, 0.0)])
    slime, capsule = spawn_slime((0.0, 0.0, 40.0), radius=40.0), walking_capsule(-160.0, 150.0)
    for _ in range(18):
        walk(capsule, 10)
        assert depth_in_capsule(capsule, slime) <= 0.1
    assert place_of(slime)[0] > place_of(capsule)[0] + 34.0
    assert particles_of(slime).contact_count > 0


@pytest.mark.parametrize(
    ("capsule_options", "sphere"),
    [
        ({"enabled": False}, SphereCollider()),
        ({"mask": (Layer.TERRAIN,)}, SphereCollider()),
        ({}, SphereCollider(mask=(Layer.TERRAIN,))),
    ],
)
def test_a_slime_ignores_characters_that_its_layers_do_not_meet(
    capsule_options: dict[str, object], sphere: SphereCollider
) -> None:
    build_world([box(-2000.0, 2000.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 40.0), sphere, radius=40.0)
    capsule = walking_capsule(-160.0, 150.0, **capsule_options)
    walk(capsule, 120)
    assert abs(place_of(slime)[0]) < 1.0


def test_contact_does_not_need_an_overlap_to_be_noticed() -> None:
    build_world([box(-2000.0, 2000.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 40.0), SphereCollider(enabled=False), radius=40.0)
    walk(walking_capsule(-160.0, 150.0), 90)
    assert place_of(slime)[0] > 30.0


def test_a_slime_keeps_its_lane_without_spinning_for_it() -> None:
    build_world([box(-2000.0, 2000.0, -100.0, 0.0, depth=(-300.0, 300.0))])
    slime = spawn_slime((0.0, 5.0, 80.0))
    particles = particles_of(slime)
    push(particles, velocity=np.array((0.0, 30.0, 0.0)))
    for _ in range(10):
        run_slimes(30)
        assert place_of(slime)[1] == pytest.approx(5.0, abs=2e-5)
    free = spawn_slime((500.0, 5.0, 80.0), lane_locked=False)
    push(particles_of(free), velocity=np.array((0.0, 30.0, 0.0)))
    run_slimes(30)
    assert place_of(free)[1] > 15.0


def test_the_lane_adds_no_spin() -> None:
    build_world([])
    slime = spawn_slime((0.0, 0.0, 0.0))
    set_velocity(slime, 1, 50.0)
    run_slimes(30)
    particles = particles_of(slime)
    spin = np.cross(particles.positions_ws - place_of(slime), particles.velocities_ws).mean(axis=0)
    np.testing.assert_allclose(spin, 0.0, atol=1e-5 * 60.0**2)
    rounding = 480.0 * float(np.spacing(np.float32(60.0)))  # of a place 60 cm off, as a speed in a substep
    np.testing.assert_allclose(particles.velocities_ws[:, 1], 0.0, atol=5.0 * rounding)


def test_the_layers_of_the_terrain_count() -> None:
    build_world([box(-500.0, 500.0, -100.0, 0.0)])
    ghost = spawn_slime((0.0, 0.0, 60.0), SphereCollider(mask=(Layer.PAWN,)))
    run_slimes(60)
    assert place_of(ghost)[2] < -300.0


def test_what_touches_is_told() -> None:
    build_world([box(-500.0, 500.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 100.0), radius=40.0)
    run_slimes(1)
    particles = particles_of(slime)
    assert particles.contact_count == 0
    assert particles.contact_points.shape == (0, 3)
    run_slimes(240)
    assert particles.contact_count == len(particles.contact_points) == len(particles.contact_normals) > 5
    np.testing.assert_allclose(particles.contact_points[:, 2], 0.0, atol=2e-4)
    np.testing.assert_array_equal(
        particles.contact_normals, np.tile((0.0, 0.0, 1.0), (particles.contact_count, 1))
    )


@pytest.mark.parametrize("dt", [0.0, -1.0, math.nan])
def test_a_tick_without_length_changes_nothing(dt: float) -> None:
    build_world([box(-500.0, 500.0, -100.0, 0.0)])
    slime = spawn_slime((0.0, 0.0, 100.0), velocity=(10.0, 0.0, 0.0))
    before = particles_of(slime).positions_ws
    SoftbodySolve().process(dt)
    np.testing.assert_array_equal(particles_of(slime).positions_ws, before)
    assert esper.has_component(slime, Softbody)
