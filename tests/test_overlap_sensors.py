"""Sensors notice and are noticed, and neither push nor collide."""

import esper
import numpy as np
import pytest
from scenes import box, build_world, feet_of, ground_of, move, place_of, run_tick, spawn_walker
from slimes import particles_of, spawn_slime, weightless_world

from components.arrays import Floats, vector
from components.character import CharacterMotor
from components.collider import BoxCollider, CapsuleCollider, ColliderKind, Layer, SphereCollider
from components.events import ImpulseApplied, OverlapBegan
from components.overlap import OverlapImpulse, Overlaps
from components.transform import Transform, Velocity
from components.world import Events
from systems.impulse.overlap_impulse import Impulses
from systems.overlap.tracking import OverlapTracking
from systems.platform.travel import Platforms
from systems.query import resource
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

SOLVE: tuple[esper.Processor, ...] = (
    Platforms(),
    SoftbodySolve(),
    Recentre(),
    OverlapTracking(),
    Impulses(),
)
COLLIDERS = (
    SphereCollider(radius=60.0, layer=Layer.TERRAIN),
    CapsuleCollider(radius=50.0),
    BoxCollider(vector(50.0, 50.0, 50.0), layer=Layer.TERRAIN),
)


def run(count: int) -> list[object]:
    """The events of some ticks of slimes, overlaps and pushes."""
    told = []
    for _ in range(count):
        run_tick(SOLVE)
        told += resource(Events).items
    return told


def dropped(*others: object) -> Floats:
    """Where a slime's particles are after it fell on to a floor through something else."""
    esper.clear_database()
    build_world([box(-1000, 1000, -100, 0)])
    slime = spawn_slime((0.0, 0.0, 160.0), SphereCollider(), Overlaps(), OverlapImpulse())
    if others:
        create(Transform(vector(10.0, 0.0, 40.0)), *others)
    run(120)
    return particles_of(slime).positions_ws


@pytest.mark.parametrize("collider", COLLIDERS, ids=lambda collider: type(collider).__name__)
def test_a_slime_on_the_floor_feels_nothing_of_a_sensor(collider: SphereCollider) -> None:
    alone = dropped()
    collider.sensor = True
    assert np.array_equal(dropped(collider), alone)
    collider.sensor = False
    assert not np.array_equal(dropped(collider), alone)


def test_a_sensor_notices_and_is_noticed() -> None:
    build_world([box(-1000, 1000, -100, 0)])
    slime = spawn_slime((0.0, 0.0, 61.0), SphereCollider(), Overlaps(), subdivisions=1)
    walker = spawn_walker(40.0)
    sensor = create(Transform(vector(20.0, 0.0, 60.0)), BoxCollider(vector(9.0, 9.0, 9.0), sensor=True))
    told = run(1)
    box_of, sphere, capsule = ColliderKind.BOX, ColliderKind.SPHERE, ColliderKind.CAPSULE
    assert OverlapBegan(sensor, slime, box_of, sphere) in told
    assert OverlapBegan(sensor, walker, box_of, capsule) in told
    assert OverlapBegan(slime, sensor, sphere, box_of) in told
    assert list(esper.component_for_entity(sensor, Overlaps).since) == [slime, walker]


def test_two_boxes_notice_each_other() -> None:
    build_world([])
    first = create(Transform(), BoxCollider(vector(10.0, 10.0, 10.0), sensor=True))
    second = create(Transform(vector(19.9)), BoxCollider(vector(10.0, 10.0, 10.0)))
    kinds = ColliderKind.BOX, ColliderKind.BOX
    assert run(1) == [OverlapBegan(first, second, *kinds)]
    esper.component_for_entity(second, Transform).position = vector(20.0)  # they only touch
    assert len(run(1)) == 1
    assert esper.component_for_entity(first, Overlaps).since == {}


@pytest.mark.parametrize("which", ["pawn", "slime", "neither"])
def test_an_overlap_with_a_sensor_gives_no_push(which: str) -> None:
    weightless_world()
    sphere = SphereCollider(sensor=which == "slime")
    slime = spawn_slime((0.0, 0.0, 0.0), sphere, Overlaps(), OverlapImpulse())
    pawn = CapsuleCollider(sensor=which == "pawn", layer=Layer.PAWN)
    esper.create_entity(Transform(vector(70.0)), pawn, Velocity(), CharacterMotor())
    run_tick([OverlapTracking(), Impulses()])
    pushes = [event for event in resource(Events).items if isinstance(event, ImpulseApplied)]
    assert len(pushes) == (which == "neither")
    assert bool(particles_of(slime).velocities_ws.any()) is (which == "neither")
    assert len(esper.component_for_entity(slime, Overlaps).since) == 1


def test_slimes_pass_through_one_that_is_a_sensor() -> None:
    weightless_world()
    ghost = spawn_slime((0.0, 0.0, 0.0), SphereCollider(sensor=True), Overlaps(), subdivisions=1)
    moving = spawn_slime((-150.0, 0.0, 0.0), SphereCollider(), subdivisions=1, velocity=(300.0, 0.0, 0.0))
    shape = particles_of(ghost).positions_ws
    run(60)
    np.testing.assert_allclose(particles_of(ghost).positions_ws, shape, atol=1e-3)
    assert place_of(moving)[0] == pytest.approx(150.0, abs=1e-2)


def test_a_soft_body_that_is_a_sensor_falls_through_the_floor() -> None:
    build_world([box(-1000, 1000, -100, 0)])
    slime = spawn_slime((0.0, 0.0, 61.0), SphereCollider(sensor=True), subdivisions=1)
    run(60)
    assert place_of(slime)[2] == pytest.approx(61.0 - 490.0, abs=2.0)
    assert particles_of(slime).contact_count == 0


def test_a_character_whose_capsule_is_a_sensor_falls_through_the_floor() -> None:
    build_world([box(-1000, 1000, -100, 0)])
    walker = spawn_walker(0.0)
    move(10)
    assert ground_of(walker).grounded
    esper.component_for_entity(walker, CapsuleCollider).sensor = True
    move(30)
    assert not ground_of(walker).grounded
    assert feet_of(walker) < -100.0
