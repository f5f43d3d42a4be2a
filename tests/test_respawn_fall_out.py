"""What falls out of the level comes back, once and at rest."""

import esper
import numpy as np
import pytest
from scenes import (
    MOVEMENT,
    box,
    build_world,
    events_of,
    feet_of,
    ground_of,
    place_of,
    run_tick,
    spawn_walker,
    state_of,
    velocity_of,
)

from components.character import GroundContact, SpawnPoint
from components.events import Jumped, Respawned
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from components.world import LevelInfo
from systems.query import resource
from systems.respawn.fall_out import Respawn, has_fallen
from systems.softbody.edit import place, write_velocities
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

TICK = (*MOVEMENT, Respawn())


def bounded_world() -> None:
    build_world([box(-500, 0, -100, 0)])
    resource(LevelInfo).bounds = (-1000.0, 1000.0, -600.0, 800.0)


def test_only_below_the_bounds_is_out() -> None:
    bounds = (-1000.0, 1000.0, -600.0, 800.0)
    assert has_fallen(-600.001, bounds)
    assert not has_fallen(-600.0, bounds)
    assert not has_fallen(5000.0, bounds)


def test_a_character_that_walks_off_comes_back_with_one_event_each_time() -> None:
    bounded_world()
    entity = spawn_walker(-60, feet=20)
    told = []
    for tick in range(600):
        run_tick(TICK, ("right",))
        for event in events_of(Respawned):
            told.append(tick)
            assert event.entity == entity
            assert tuple(place_of(entity)) == (-60, 0, 108)
            assert tuple(velocity_of(entity)) == (0, 0, 0)
            assert not ground_of(entity).grounded
            assert ground_of(entity).solid == -1
        assert place_of(entity)[2] >= -600
    assert len(told) >= 3
    assert len(set(np.diff(told))) == 1  # every round is the same


def test_coming_back_forgets_jumps_that_were_waiting() -> None:
    bounded_world()
    entity = spawn_walker(-60, feet=300)
    place_of(entity)[:] = (500, 0, -590)
    velocity_of(entity)[2] = -700
    state = state_of(entity)
    state.coyote_wait, state.jump_wait, state.jumping = 1.0, -1.0, True
    run_tick(TICK)
    assert len(events_of(Respawned)) == 1
    assert feet_of(entity) == 300
    assert (state.coyote_wait, state.jump_wait, state.jumping) == (-1, -1, False)
    assert state.time_since_ground == 0
    for _ in range(10):
        run_tick(TICK, ("jump",))
        assert events_of(Jumped) == []


def test_coming_back_changes_no_structure() -> None:
    """Between two systems of a tick no component may appear or be replaced: others hold on to them."""
    bounded_world()
    entity = spawn_walker(-60)
    contact = ground_of(entity)
    contact.grounded, contact.platform, contact.solid, contact.entity = True, 0, 3, 7
    contact.velocity[:] = 5.0
    place_of(entity)[2] = -700
    Respawn().process(1 / 60)
    assert ground_of(entity) is contact
    fresh = GroundContact()
    for name in ("grounded", "platform", "solid", "entity"):
        assert getattr(contact, name) == getattr(fresh, name)
    np.testing.assert_array_equal(contact.velocity, 0)
    np.testing.assert_array_equal(contact.normal, (0, 0, 1))


def test_what_is_no_character_comes_back_too_and_what_has_no_spawn_point_does_not() -> None:
    bounded_world()
    below = np.array((0.0, 0.0, -700.0))
    ball = esper.create_entity(
        Transform(below.copy()), Velocity(np.array((1.0, 0.0, -9.0))), SpawnPoint(np.array((1.0, 2.0, 3.0)))
    )
    rock = esper.create_entity(Transform(below.copy()), Velocity())
    run_tick([Respawn()])
    assert tuple(place_of(ball)) == (1, 2, 3)
    assert tuple(velocity_of(ball)) == (0, 0, 0)
    assert tuple(place_of(rock)) == tuple(below)
    assert events_of(Respawned) == [Respawned(ball)]
    run_tick([Respawn()])
    assert events_of(Respawned) == []


def test_a_slime_comes_back_whole() -> None:
    bounded_world()
    start = np.array((-200.0, 10.0, 300.0))
    entity = create(Transform(start.copy()), Softbody(radius=40.0))
    particles = esper.component_for_entity(entity, SoftbodyParticles)
    shape = particles.positions_ws - start
    place(particles, esper.component_for_entity(entity, Transform), np.array((90.0, 10.0, -700.0)))
    write_velocities(particles, np.tile((0.0, 0.0, -900.0), (len(shape), 1)))
    run_tick([Respawn()])
    assert events_of(Respawned) == [Respawned(entity)]
    np.testing.assert_allclose(place_of(entity), start, atol=1e-9)
    np.testing.assert_allclose(particles.positions_ws - start, shape, atol=2e-5)
    np.testing.assert_array_equal(particles.velocities_ws, 0)


def test_the_spawn_point_itself_is_never_moved() -> None:
    bounded_world()
    entity = spawn_walker(-60, feet=20)
    for _ in range(300):
        run_tick(TICK, ("right",))
    assert tuple(esper.component_for_entity(entity, SpawnPoint).position) == (-60, 0, 108)
