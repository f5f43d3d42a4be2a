"""What a view remembers of two ticks, and what it makes of the time between."""

import numpy as np
import pytest
from stand_in import MANNEQUIN, StandIn

from components.skeleton import SkeletonPose
from components.softbody import SoftbodyParticles
from components.terrain import PlatformMotion
from components.transform import Transform
from components.world import TickCount
from game.view.projection import Projection
from game.view.scene import JUMP, between, scene_between, scene_of, turned_between
from game.view.witness import Witness
from systems.softbody.edit import write_positions


def moved(simulation: StandIn, entity: int, way: tuple[float, float, float]) -> None:
    """Moves everything that an entity has, and lets a tick pass."""
    for kind, component in simulation.components(entity).items():
        if kind is Transform:
            component.position += way
        elif kind is SoftbodyParticles:
            write_positions(component, component.positions_ws + way)
        elif kind is SkeletonPose:
            component.positions_ws += way
            component.root_position_ws += way
    simulation.resource(TickCount).value += 1


def test_half_way_between_two_ticks_everything_is_half_way() -> None:
    simulation = StandIn()
    slime, hero = simulation.add_slime((0.0, 0.0, 40.0)), simulation.add_hero((100.0, 0.0, 0.0))
    before = scene_of(simulation, None)
    moved(simulation, slime, (8.0, 0.0, 2.0))
    moved(simulation, hero, (4.0, 0.0, 0.0))
    simulation.resource(PlatformMotion).offset[0] = (10.0, 0.0, 0.0)

    scene = scene_between(before, scene_of(simulation, before), 0.5)

    start = before.bodies[slime].positions
    np.testing.assert_allclose(scene.bodies[slime].positions, start + np.array((4.0, 0.0, 1.0)))
    np.testing.assert_allclose(scene.places[slime], (4.0, 0.0, 41.0))
    np.testing.assert_allclose(scene.figures[hero].root_position, (102.0, 0.0, 0.0))
    np.testing.assert_allclose(scene.figures[hero].positions[0], (102.0, 0.0, 0.0))
    np.testing.assert_allclose(scene.offsets[0], (5.0, 0.0, 0.0))
    assert scene.tick == 1.0


def test_at_the_end_of_a_tick_the_scene_is_the_tick_itself() -> None:
    simulation = StandIn()
    slime = simulation.add_slime((0.0, 0.0, 40.0))
    before = scene_of(simulation, None)
    moved(simulation, slime, (8.0, 0.0, 0.0))
    after = scene_of(simulation, before)

    assert scene_between(before, after, 1.0) is after


def test_what_is_put_somewhere_else_does_not_fly_there() -> None:
    far = np.full((3, 3), JUMP + 1.0)

    assert between(np.zeros((3, 3)), far, 0.5) is far


def test_what_was_not_there_before_is_where_it_is() -> None:
    simulation = StandIn()
    before = scene_of(simulation, None)
    slime = simulation.add_slime((50.0, 0.0, 40.0))
    after = scene_of(simulation, before)

    assert scene_between(before, after, 0.5).bodies[slime] is after.bodies[slime]


def test_a_scene_keeps_no_array_of_the_simulation() -> None:
    simulation = StandIn()
    slime, hero = simulation.add_slime((0.0, 0.0, 40.0)), simulation.add_hero((0.0, 0.0, 0.0))
    scene = scene_of(simulation, None)
    remembered = scene.bodies[slime].positions.copy(), scene.figures[hero].positions.copy()

    moved(simulation, slime, (8.0, 0.0, 0.0))
    moved(simulation, hero, (8.0, 0.0, 0.0))

    np.testing.assert_array_equal(scene.bodies[slime].positions, remembered[0])
    np.testing.assert_array_equal(scene.figures[hero].positions, remembered[1])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_rotations_go_the_short_way_whatever_the_sign_of_their_quaternions(sign: float) -> None:
    start = np.array((0.0, 0.0, 0.0, 1.0))
    quarter = np.array((0.0, 0.0, np.sin(np.pi / 4), np.cos(np.pi / 4)))

    turned = turned_between(start, quarter * sign, 0.5)

    eighth = np.array((0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8)))
    np.testing.assert_allclose(turned * np.sign(turned[3]), eighth, atol=1e-12)


def test_what_is_not_finite_is_not_shown() -> None:
    simulation = StandIn()
    slime, hero = simulation.add_slime((0.0, 0.0, 40.0)), simulation.add_hero((0.0, 0.0, 0.0))
    particles = simulation.component(slime, SoftbodyParticles)
    positions = particles.positions_ws
    positions[3, 1] = np.nan
    write_positions(particles, positions)
    simulation.component(hero, SkeletonPose).positions_ws[0, 0] = np.inf

    scene = scene_of(simulation, None)

    assert scene.bodies == {}
    assert scene.figures == {}


def test_speed_is_smoothed_over_ticks() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0))
    scene = scene_of(simulation, None)
    for _ in range(60):
        moved(simulation, hero, (5.0, 0.0, 0.0))
        scene = scene_of(simulation, scene)

    np.testing.assert_allclose(scene.figures[hero].velocity, (300.0, 0.0, 0.0), rtol=1e-4)


def test_after_a_leap_in_time_there_is_no_tick_before() -> None:
    simulation = StandIn()
    slime = simulation.add_slime((0.0, 0.0, 40.0))
    witness = Witness(simulation, Projection(), (320, 180))
    moved(simulation, slime, (50.0, 0.0, 0.0))
    simulation.resource(TickCount).value += 5

    witness.observe(simulation)

    np.testing.assert_allclose(witness.moment(0.0).scene.places[slime], (50.0, 0.0, 40.0))


def test_the_mannequin_stands_as_its_skeleton_says() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((10.0, 0.0, 5.0))

    figure = scene_of(simulation, None).figures[hero]

    np.testing.assert_allclose(figure.positions[MANNEQUIN.index("pelvis")], (10.0, 0.0, 99.0))
