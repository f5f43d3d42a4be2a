"""What hits do: dents, knockback, health, death and bursting."""

import math
from pathlib import Path

import numpy as np
import pytest
from arenas import arena, entity, floor, of_kind, points_of, run, x_of
from hypothesis import given
from hypothesis import strategies as st

from components.attack import AttackState
from components.events import Died, EndReason, Hit, Hurt, OverlapBegan, OverlapEnded, Respawned
from components.health import Health, HealthState
from components.softbody import Softbody, SoftbodyParticles
from components.transform import Transform, Velocity
from game.simulation import Simulation
from systems.health.burst import SPEED, born_of, pieces_of
from systems.health.harm import GRACE, can_be_hurt, companions, heal, hurt, revive, wear_off
from systems.health.injury import MOST_KNOCKBACK, knocked
from systems.melee.swing import begin
from systems.softbody.edit import mean_velocity, write_positions


def test_somebody_is_born_with_full_health() -> None:
    assert list(companions({Health: Health(maximum=7.0)})) == [HealthState(points=7.0)]


def test_being_hurt_takes_health_once_until_it_wears_off() -> None:
    health, state = Health(invulnerable_time=0.2, flash_time=0.1), HealthState()
    assert hurt(health, state, 1.0, harmless=0.3) == 1.0
    assert hurt(health, state, 1.0) == 0.0
    assert (state.points, state.invulnerable, state.flash, state.harmless) == (2.0, 0.2, 0.1, 0.3)
    wear_off(state, 0.15)
    assert state.flash == 0.0
    assert not can_be_hurt(state)
    wear_off(state, 0.05)
    assert hurt(health, state, 5.0) == 2.0
    assert state.points == 0.0
    wear_off(state, 1.0)
    assert hurt(health, state, 1.0) == 0.0


def test_what_does_no_damage_does_not_hurt() -> None:
    state = HealthState()
    assert hurt(Health(), state, 0.0) == 0.0
    assert state == HealthState()


def test_healing_ends_at_the_maximum_and_reviving_gives_grace() -> None:
    health, state = Health(maximum=3.0), HealthState(points=2.5, down=0.5)
    assert heal(health, state, 2.0) == 0.5
    revive(health, state)
    assert (state.points, state.down, state.invulnerable) == (3.0, 0.0, GRACE)


def test_knockback_stops_what_runs_against_it_and_has_a_limit() -> None:
    impulse = np.array((-6000.0, 0.0, 0.0))
    np.testing.assert_allclose(knocked(np.array((400.0, 0, 0)), impulse, 60.0), (-100, 0, 0))
    np.testing.assert_allclose(knocked(np.array((-50.0, 0, 30)), impulse, 60.0), (-150, 0, 30))
    np.testing.assert_allclose(knocked(np.zeros(3), 100 * impulse, 60.0), (-MOST_KNOCKBACK, 0, 0))
    np.testing.assert_array_equal(knocked(np.ones(3), np.array((0, 5.0, 0)), 60.0), np.ones(3))


@given(st.integers(1, 8), st.floats(1, 200), st.floats(1, 100), st.floats(-500, 500), st.floats(-500, 500))
def test_bursting_keeps_mass_volume_and_momentum(
    count: int, mass: float, radius: float, speed: float, rise: float
) -> None:
    velocity = np.array((speed, 0.0, rise))
    pieces = pieces_of(np.array((1.0, 2.0, 3.0)), velocity, mass, radius, count)
    assert sum(piece.mass for piece in pieces) == pytest.approx(mass)
    assert sum(piece.radius**3 for piece in pieces) == pytest.approx(radius**3)
    if count > 1:
        momentum = sum((piece.mass * piece.velocity for piece in pieces), np.zeros(3))
        np.testing.assert_allclose(momentum, mass * velocity, atol=1e-6 * mass)
        centre = sum((piece.position for piece in pieces), np.zeros(3)) / count
        np.testing.assert_allclose(centre, (1, 2, 3), atol=1e-9 * radius)
    for piece in pieces:
        out = float(np.linalg.norm(piece.position - (1, 2, 3)))
        assert out + piece.radius <= radius * (1 + 1e-12)
        assert np.linalg.norm(piece.velocity - velocity) == pytest.approx(SPEED)


def test_pieces_of_the_last_generation_do_not_burst() -> None:
    health = Health(maximum=4.0, pieces=3, generations=2)
    (first, *_) = born_of([Transform(), Softbody(radius=80), health], 3)
    (second, *_) = born_of(first, 3)
    weaker, weakest = (next(part for part in parts if isinstance(part, Health)) for parts in (first, second))
    assert (weaker.maximum, weaker.pieces, weaker.generations) == (2.0, 3, 1)
    assert (weakest.maximum, weakest.pieces, weakest.generations) == (1.0, 0, 0)


# In a level


def strike(simulation: Simulation, ticks: int = 40) -> list[object]:
    return run(simulation, 1, "attack") + run(simulation, ticks)


def test_a_struck_slime_is_dented_where_it_is_struck_and_takes_the_impulse(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime"))
    run(simulation, 30)
    particles = simulation.component(simulation.named("slime"), SoftbodyParticles)
    simulation.tick(["attack"])
    while not of_kind(simulation.events, Hit):
        before = mean_velocity(particles)
        positions = particles.positions_ws
        velocities = particles.velocities_ws
        simulation.tick()
    (hit,) = of_kind(simulation.events, Hit)
    gained = particles.velocities_ws - velocities
    distance = np.linalg.norm(positions - hit.point, axis=1)
    near, far = gained[distance < 25], gained[distance > 70]
    assert near[:, 0].mean() > 5 * abs(far[:, 0].mean())
    momentum = 20.0 * (mean_velocity(particles) - before)
    assert momentum[0] == pytest.approx(hit.impulse[0], rel=0.15)


def test_a_slime_without_health_is_only_pushed(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime"))
    before = x_of(simulation, "slime")
    told = [event for _ in range(4) for event in strike(simulation)]
    assert len(of_kind(told, Hit)) >= 1
    assert not [event for event in told if isinstance(event, Hurt | Died)]
    assert x_of(simulation, "slime") > before + 30


def test_two_strikes_kill_a_slime_with_two_points(tmp_path: Path) -> None:
    health = {"maximum": 2, "mass": 20}
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime", Health=health))
    slime, hero = simulation.named("slime"), simulation.named("hero")
    first = strike(simulation)
    assert [(e.entity, e.by, e.points) for e in of_kind(first, Hurt)] == [(slime, hero, 1.0)]
    state = simulation.component(slime, HealthState)
    assert (state.flash, state.hit_stop, state.invulnerable) == (0.0, 0.0, 0.0)
    simulation.component(hero, Transform).position[0] = x_of(simulation, "slime") - 130
    second = strike(simulation)
    assert [(e.entity, e.by, e.pieces) for e in of_kind(second, Died)] == [(slime, hero, 0)]
    with pytest.raises(KeyError):
        simulation.named("slime")


def test_a_hit_shows_as_flash_and_hit_stop(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime", Health={}))
    simulation.tick(["attack"])
    while not of_kind(simulation.events, Hit):
        simulation.tick()
    state = simulation.component(simulation.named("slime"), HealthState)
    blow = simulation.component(simulation.named("hero"), AttackState)
    assert state.flash == Health().flash_time
    assert state.hit_stop == blow.hit_stop == pytest.approx(0.06)


def test_a_dying_giant_bursts_into_slimes_of_its_mass(tmp_path: Path) -> None:
    health = {"maximum": 1, "pieces": 3}
    body = {"radius": 75, "mass": 70}
    simulation = arena(
        tmp_path,
        entity("giant", 160, 80, prefab="giant", Health=health, Softbody=body),
    )
    told = run(simulation, 1, "attack")
    while not of_kind(told, Died):
        told = run(simulation, 1)
    (died,) = of_kind(told, Died)
    assert died.pieces == 3
    born = [body for _, (body, _) in simulation.entities_with(Softbody, SoftbodyParticles)]
    assert sum(body.mass for body in born) == pytest.approx(70)
    assert [body.radius for body in born] == pytest.approx([75 / 3 ** (1 / 3)] * 3)
    run(simulation, 120)
    for _, (particles,) in simulation.entities_with(SoftbodyParticles):
        assert np.isfinite(particles.positions_ws).all()
        assert particles.positions_ws[:, 2].min() > -5


def test_a_hostile_slime_hurts_the_hero_and_knocks_it_back(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("pink", 300, 42, prefab="hopper"))
    told = run(simulation, 1)
    while not of_kind(told, Hurt) and simulation.tick_count < 600:
        told = run(simulation, 1)
    (hurt_event,) = of_kind(told, Hurt)
    hero = simulation.named("hero")
    assert (hurt_event.entity, hurt_event.by) == (hero, simulation.named("pink"))
    assert points_of(simulation, "hero") == 4.0
    speed = simulation.component(hero, Velocity).linear
    assert speed[0] < -100
    assert speed[2] > 50
    again = run(simulation, 30)
    assert of_kind(again, Hurt) == []
    assert x_of(simulation, "hero") < -20


def test_being_hurt_ends_a_strike(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("pink", 60, 42, prefab="hopper"))
    state = simulation.component(simulation.named("hero"), AttackState)
    begin(state, -1.0)
    told = run(simulation, 2)
    assert len(of_kind(told, Hurt)) == 1
    assert repr(state) == repr(AttackState())


def test_standing_on_a_slime_does_not_hurt(tmp_path: Path) -> None:
    calm = {"notice_distance": 0, "patrol_distance": 0}
    simulation = arena(tmp_path, entity("pink", 0, -155, prefab="hopper", Mind=calm), terrain=[
        {"shape": "box", "x": [-500, -60], "z": [-400, 0]},
        {"shape": "box", "x": [-60, 60], "z": [-400, -200]},
        {"shape": "box", "x": [60, 500], "z": [-400, 0]},
    ])  # fmt: skip
    hero = simulation.component(simulation.named("hero"), Transform)
    told = []
    for _ in range(60):
        hero.position[2] = max(hero.position[2], -115.0 + 88.0)
        told += run(simulation, 1)
    assert of_kind(told, Hit) == []


def test_a_dead_hero_lies_and_comes_back_with_all_its_health(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("pink", 300, 42, prefab="hopper"))
    hero = simulation.named("hero")
    simulation.component(hero, HealthState).points = 1.0
    told = run(simulation, 1)
    while not of_kind(told, Died) and simulation.tick_count < 600:
        told = run(simulation, 1)
    state = simulation.component(hero, HealthState)
    assert state.down == pytest.approx(0.8 - 1 / 60)
    down = run(simulation, 40, "right", "run")
    assert of_kind(down, Respawned) == []
    assert x_of(simulation, "hero") < 0
    back = run(simulation, 10)
    assert [event.entity for event in of_kind(back, Respawned)] == [hero]
    assert (state.points, state.deaths, state.down) == (5.0, 1, 0.0)
    assert abs(x_of(simulation, "hero")) < 1.0


def test_falling_out_costs_health_and_the_last_of_it_a_life(tmp_path: Path) -> None:
    simulation = arena(tmp_path, terrain=[floor(-200, 200)])
    hero = simulation.named("hero")
    place = simulation.component(hero, Transform)
    for points in (4.0, 3.0, 2.0, 1.0):
        place.position[2] = -500.0
        told = run(simulation, 1)
        assert len(of_kind(told, Respawned)) == 1
        assert points_of(simulation, "hero") == points
        assert place.position[2] == pytest.approx(88.02)
    place.position[2] = -500.0
    told = run(simulation, 1)
    assert [(event.entity, event.by) for event in of_kind(told, Died)] == [(hero, 0)]
    assert points_of(simulation, "hero") == 5.0


def test_a_slime_that_falls_out_comes_back_whole(tmp_path: Path) -> None:
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime"))
    slime = simulation.named("slime")
    particles = simulation.component(slime, SoftbodyParticles)
    write_positions(particles, particles.positions_ws - np.array((0.0, 0.0, 1000.0)))
    told = run(simulation, 1)
    assert [event.entity for event in of_kind(told, Respawned)] == [slime]
    run(simulation, 60)
    assert x_of(simulation, "slime") == pytest.approx(130, abs=1)
    assert math.isfinite(float(particles.positions_ws.sum()))


def test_two_that_touch_hurt_once_and_nobody_hurts_itself(tmp_path: Path) -> None:
    calm = {"notice_distance": 0, "patrol_distance": 0}
    simulation = arena(
        tmp_path,
        entity("a", 60, 42, prefab="hopper", Mind=calm),
        entity("b", -60, 42, prefab="hopper", Mind=calm, ContactAttack={"layers": ["slime", "pawn"]}),
    )
    told = run(simulation, 2)
    hero = simulation.named("hero")
    assert [event.entity for event in of_kind(told, Hurt)] == [hero]
    assert all(event.victim != event.attacker for event in of_kind(told, Hit))


def test_an_overlap_with_somebody_who_dies_ends_once(tmp_path: Path) -> None:
    """C29, by a strike: the hero stands in the slime's sphere when it dies."""
    health = {"maximum": 1}
    wide = {"radius": 200}
    simulation = arena(tmp_path, entity("slime", 130, 42, prefab="slime", Health=health, SphereCollider=wide))
    slime = simulation.named("slime")
    told = run(simulation, 2) + strike(simulation)
    assert [event.entity for event in of_kind(told, Died)] == [slime]
    begun = [event for event in of_kind(told, OverlapBegan) if event.entity == slime]
    ended = [event for event in of_kind(told, OverlapEnded) if event.entity == slime]
    assert [event.reason for event in ended] == [EndReason.DESTROYED] * len(begun)
    assert len(begun) == 1
