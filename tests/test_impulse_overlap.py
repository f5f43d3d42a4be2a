"""Pushes that come with an overlap."""

import math
from itertools import pairwise

import esper
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import DT, box, build_world, place_of, press, run_tick
from slimes import particles_of, spawn_slime, weightless_world

from components.arrays import Floats, vector
from components.character import CharacterMotor
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.events import ImpulseApplied
from components.overlap import ImpulseMode, OverlapImpulse, Overlaps
from components.transform import Transform, Velocity
from components.world import Events
from systems.impulse.falloff import closing_speed, falloff, recoil, steady_speed
from systems.impulse.overlap_impulse import Impulses
from systems.overlap.tracking import OverlapTracking
from systems.query import resource
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve

pytestmark = pytest.mark.usefixtures("world")


def soft(x: float, z: float = 0.0, *, mass: float = 20.0, radius: float = 60.0, **impulse: object) -> int:
    """A slime that is pushed by overlaps."""
    collider = SphereCollider(radius=radius)
    pushed = OverlapImpulse(**impulse)  # type: ignore[arg-type]
    return spawn_slime((x, 0.0, z), collider, Overlaps(), pushed, mass=mass, radius=radius)


def pawn_at(x: float, z: float = 0.0, *, is_character: bool = True) -> int:
    parts: list[object] = [Transform(vector(x, 0.0, z)), CapsuleCollider(), Velocity()]
    return esper.create_entity(*parts, *([CharacterMotor()] if is_character else []))


def touch(ticks: int = 1) -> list[object]:
    """The events of the last of some ticks in which only overlaps and pushes happen."""
    for _ in range(ticks):
        run_tick([OverlapTracking(), Impulses()])
    return [event for event in resource(Events).items if isinstance(event, ImpulseApplied)]


def momentum(*slimes: int) -> Floats:
    total = np.zeros(3)
    for slime in slimes:
        particles = particles_of(slime)
        total += (particles.velocities_ws / particles.inverse_masses[:, None]).sum(axis=0)
    return total


@pytest.mark.parametrize(("distance", "gain"), [(0, 300), (15, 225), (30, 150), (45, 75), (60, 0), (75, 0)])
def test_the_push_falls_off_in_a_line(distance: float, gain: float) -> None:
    weights = falloff(np.array([(distance, 0.0, 0.0)]), vector(), 60.0)
    assert 300.0 * weights[0] == pytest.approx(gain, abs=1e-12)
    assert 150.0 * weights[0] == pytest.approx(gain / 2.0, abs=1e-12)


@given(st.floats(1e-3, 0.1), st.floats(0.0, 500.0))
def test_a_steady_push_is_the_same_per_second_at_any_rate(dt: float, strength: float) -> None:
    assert steady_speed(strength, dt) / dt == pytest.approx(60.0 * strength)


def test_a_character_pushes_a_slime_away_from_its_surface() -> None:
    weightless_world()
    slime, pawn = soft(80.0), pawn_at(0.0)
    particles = particles_of(slime)
    (event,) = touch()
    contact = vector(34.0)
    weights = np.clip(1.0 - np.linalg.norm(particles.positions_ws - contact, axis=1) / 60.0, 0.0, 1.0)
    assert weights.max() > 0.5
    np.testing.assert_allclose(particles.velocities_ws, np.outer(weights, (300.0, 0.0, 0.0)), atol=1e-9)
    assert isinstance(event, ImpulseApplied)
    assert (event.entity, event.other) == (slime, pawn)
    assert event.strength == pytest.approx(300.0)
    np.testing.assert_allclose(event.point, contact, atol=1e-12)
    np.testing.assert_allclose(event.normal, (1.0, 0.0, 0.0))


def test_it_pushes_once_for_each_beginning() -> None:
    weightless_world()
    slime, pawn = soft(80.0), pawn_at(0.0)
    touch()
    once = momentum(slime)
    assert touch(10) == []
    np.testing.assert_array_equal(momentum(slime), once)
    esper.component_for_entity(pawn, Transform).position = vector(-500.0)
    touch()
    esper.component_for_entity(pawn, Transform).position = vector()
    touch()
    np.testing.assert_allclose(momentum(slime), 2.0 * once)


@pytest.mark.parametrize(
    ("pawn_speed", "pushes"), [(40.0, True), (20.0, False), (-40.0, False)], ids=["fast", "slowly", "parting"]
)
def test_what_closes_in_slowly_can_be_spared(pawn_speed: float, pushes: bool) -> None:  # noqa: FBT001 - a case
    weightless_world()
    slime, pawn = soft(80.0, least_approach=30.0), pawn_at(0.0)
    esper.component_for_entity(pawn, Velocity).linear[0] = pawn_speed
    assert [event.entity for event in touch() if isinstance(event, ImpulseApplied)] == [slime] * pushes


def test_a_steady_push_spares_nobody() -> None:
    weightless_world()
    soft(80.0, least_approach=30.0, mode=ImpulseMode.PER_TICK)
    pawn_at(0.0)
    assert touch()


def test_closing_speed_is_along_the_push() -> None:
    assert closing_speed(vector(-50.0, 7.0, 9.0), vector(1.0)) == 50.0
    assert closing_speed(vector(3.0, 0.0, -40.0), vector(0.6, 0.0, 0.8)) == pytest.approx(30.2)


def test_it_is_felt_in_the_next_tick() -> None:
    weightless_world()
    slime = soft(80.0)
    pawn_at(0.0)
    esper.component_for_entity(slime, SphereCollider).mask = (Layer.PAWN,)
    systems = [SoftbodySolve(), Recentre(), OverlapTracking(), Impulses()]
    esper.component_for_entity(slime, Transform).position = vector(80.0)
    before = particles_of(slime).positions_ws
    run_tick([OverlapTracking(), Impulses()])
    np.testing.assert_array_equal(particles_of(slime).positions_ws, before)
    run_tick(systems)
    assert place_of(slime)[0] > 80.0


@pytest.mark.parametrize("dt", [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0])
def test_a_steady_push_does_not_depend_on_the_tick_rate(dt: float) -> None:
    weightless_world()
    slime = soft(80.0, mode=ImpulseMode.PER_TICK)
    pawn_at(0.0)
    for _ in range(round(1.0 / dt)):
        press()
        OverlapTracking().process(dt)
        Impulses().process(dt)
    particles = particles_of(slime)
    weights = falloff(particles.positions_ws, vector(34.0), 60.0)
    np.testing.assert_allclose(particles.velocities_ws[:, 0], 60.0 * 300.0 * weights, rtol=1e-5)


def test_every_source_counts() -> None:
    weightless_world()
    slime = soft(0.0)
    pawn_at(-80.0)
    pawn_at(80.0)
    pawn_at(0.0, 130.0)
    assert len(touch()) == 3
    pushed = momentum(slime)
    np.testing.assert_allclose(pushed[:2], 0.0, atol=1e-9)
    assert pushed[2] < -100.0


def test_two_equal_slimes_part_with_opposite_momenta() -> None:
    weightless_world()
    left, right = soft(-55.0), soft(55.0)
    first, second = touch()
    assert isinstance(first, ImpulseApplied)
    assert isinstance(second, ImpulseApplied)
    assert (first.entity, second.entity) == (left, right)
    assert first.strength == pytest.approx(150.0)
    assert second.strength == pytest.approx(150.0)
    np.testing.assert_array_equal(first.normal, -second.normal)
    weights = falloff(particles_of(left).positions_ws, vector(-5.0), 60.0)
    np.testing.assert_allclose(particles_of(left).velocities_ws[:, 0], -150.0 * weights, atol=1e-9)
    np.testing.assert_allclose(momentum(left), -momentum(right), atol=1e-9)


@settings(max_examples=25)
@given(
    st.floats(2.0, 200.0),
    st.floats(2.0, 200.0),
    st.floats(30.0, 90.0),
    st.floats(-40.0, 40.0),
    st.floats(0.0, 400.0),
    st.booleans(),
)
def test_momentum_is_kept_and_nobody_gains_more_than_its_strength(
    mass: float,
    other_mass: float,
    x: float,
    z: float,
    strength: float,
    steady: bool,  # noqa: FBT001 - given by hypothesis
) -> None:
    esper.clear_database()
    weightless_world()
    mode = ImpulseMode.PER_TICK if steady else ImpulseMode.ON_BEGIN
    first = soft(0.0, mass=mass, mode=mode)
    second = soft(x, z, mass=other_mass, radius=50.0, slime_strength=strength)
    touch()
    total = momentum(first, second)
    assert np.abs(total).max() <= 1e-6 * (1.0 + np.abs(momentum(first)).max())
    for slime, limit in ((first, 150.0), (second, strength)):
        assert np.linalg.norm(particles_of(slime).velocities_ws, axis=1).max() <= limit * (1.0 + 1e-6) + 1e-6


def test_the_order_of_two_slimes_does_not_matter() -> None:
    gains = []
    for order in ((10.0, 30.0), (30.0, 10.0)):
        esper.clear_database()
        weightless_world()
        slimes = {mass: soft(-55.0 if mass < 20.0 else 55.0, mass=mass) for mass in order}
        touch()
        gains.append([particles_of(slimes[mass]).velocities_ws for mass in (10.0, 30.0)])
    np.testing.assert_allclose(gains[0][0], gains[1][0], atol=1e-12)
    np.testing.assert_allclose(gains[0][1], gains[1][1], atol=1e-12)
    assert np.abs(gains[0][0]).max() == pytest.approx(3.0 * np.abs(gains[0][1]).max())


def test_a_slime_that_is_not_pushed_itself_still_answers() -> None:
    weightless_world()
    pushed = soft(-55.0)
    plain = spawn_slime((55.0, 0.0, 0.0), SphereCollider(), Overlaps(), subdivisions=1)
    assert [(event.entity, event.other) for event in touch() if isinstance(event, ImpulseApplied)] == [
        (pushed, plain),
        (plain, pushed),
    ]
    np.testing.assert_allclose(momentum(pushed), -momentum(plain), atol=1e-9)


def test_two_slimes_at_the_very_same_point_part() -> None:
    """By half a metre in the two seconds in which the push is felt, which begin with the second tick."""
    weightless_world()
    slimes = [soft(0.0), soft(0.0)]
    systems = [SoftbodySolve(), Recentre(), OverlapTracking(), Impulses()]
    for _ in range(122):
        run_tick(systems)
        for slime in slimes:
            positions = particles_of(slime).positions_ws
            assert np.isfinite(positions).all()
            assert np.abs(positions).max() < 1000.0
    apart = place_of(slimes[0]) - place_of(slimes[1])
    assert np.linalg.norm(apart) >= 50.0
    assert apart[2] > 0.0  # the lower entity goes up


def test_a_pawn_at_the_very_centre_of_a_slime_pushes_it_up() -> None:
    weightless_world()
    slime = soft(0.0)
    pawn_at(0.0, -54.0)
    (event,) = touch()
    assert isinstance(event, ImpulseApplied)
    np.testing.assert_array_equal(event.normal, (0.0, 0.0, 1.0))
    assert np.isfinite(particles_of(slime).velocities_ws).all()


def test_a_character_answers_a_little_and_stays_in_its_lane() -> None:
    weightless_world()
    slime, pawn = soft(80.0), pawn_at(0.0)
    touch()
    velocity = esper.component_for_entity(pawn, Velocity).linear
    np.testing.assert_allclose(velocity, -momentum(slime) / 60.0, atol=1e-9)
    assert velocity[0] < -1.0


def test_a_pawn_that_is_no_character_does_not_answer() -> None:
    weightless_world()
    slime, pawn = soft(80.0), pawn_at(0.0, is_character=False)
    touch()
    np.testing.assert_array_equal(esper.component_for_entity(pawn, Velocity).linear, 0.0)
    assert momentum(slime)[0] > 0.0


@pytest.mark.parametrize(
    ("impulse", "expected"),
    [((600.0, 90.0, -300.0), (10.0, 0.0, -5.0)), ((36000.0, 0.0, -48000.0), (60.0, 0.0, -80.0))],
)
def test_recoil_is_limited(impulse: tuple[float, ...], expected: tuple[float, ...]) -> None:
    np.testing.assert_allclose(recoil(np.array(impulse), 60.0, 100.0), expected, atol=1e-12)


def test_triggers_do_not_push() -> None:
    weightless_world()
    slime = soft(0.0)
    esper.create_entity(Transform(vector(40.0)), BoxCollider())
    assert touch() == []
    np.testing.assert_array_equal(momentum(slime), 0.0)


@pytest.mark.parametrize("dt", [0.0, -1.0, math.nan])
def test_a_tick_without_length_does_not_push(dt: float) -> None:
    weightless_world()
    slime = soft(80.0)
    pawn_at(0.0)
    OverlapTracking().process(DT)
    Impulses().process(dt)
    np.testing.assert_array_equal(momentum(slime), 0.0)


def test_the_push_comes_from_the_nearest_surface() -> None:
    """Of several shapes of one entity."""
    weightless_world()
    soft(80.0)
    esper.create_entity(
        Transform(), CapsuleCollider(radius=10.0), BoxCollider(vector(40.0, 10.0, 10.0), layer=Layer.PAWN)
    )
    (event,) = touch()
    assert isinstance(event, ImpulseApplied)
    np.testing.assert_allclose(event.point, (40.0, 0.0, 0.0), atol=1e-12)


def test_a_pushed_slime_hops_and_settles() -> None:
    build_world([box(-2000.0, 2000.0, -100.0, 0.0)])
    slime = soft(0.0, 40.0, radius=40.0)
    systems = [SoftbodySolve(), Recentre(), OverlapTracking(), Impulses()]
    for _ in range(240):
        run_tick(systems)
    pawn = pawn_at(-70.0, 88.0)
    esper.component_for_entity(pawn, CapsuleCollider).mask = (Layer.SLIME,)
    places = []
    for _ in range(300):
        run_tick(systems)
        places.append(float(place_of(slime)[0]))
    assert max(places) > 1.0
    assert max(abs(after - before) for before, after in pairwise(places)) < 10.0
