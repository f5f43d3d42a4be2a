"""Slimes that hop about by themselves."""

from pathlib import Path

import numpy as np
import pytest
from arenas import Fields, arena, entity, floor, of_kind, run, x_of

from components.events import Hopped, Noticed
from components.mind import MindState, Mood
from components.softbody import SoftbodyParticles
from components.terrain import PlatformMotion, Terrain
from game.simulation import Simulation
from systems.mind.hop import can_land, on_ground, squash, throw
from systems.softbody.edit import mean_velocity, write_positions


def slime(x: float, z: float = 42, **mind: object) -> Fields:
    return entity("slime", x, z, prefab="slime", Mind=mind, Softbody={"friction": 0.6})


def mood_of(simulation: Simulation) -> Mood:
    return simulation.component(simulation.named("slime"), MindState).mood


def particles_of(simulation: Simulation) -> SoftbodyParticles:
    return simulation.component(simulation.named("slime"), SoftbodyParticles)


def test_a_squash_presses_the_top_and_a_throw_moves_all(tmp_path: Path) -> None:
    particles = particles_of(arena(tmp_path, entity("slime", 300, 42, prefab="slime")))
    height = particles.positions_ws[:, 2]
    squash(particles, 0.1)
    down = particles.velocities_ws[:, 2]
    assert down[np.argmax(height)] == pytest.approx(-260)
    assert down[np.argmin(height)] == pytest.approx(0)
    throw(particles, 100.0, 200.0)
    np.testing.assert_allclose(mean_velocity(particles), (100, 0, 200), atol=1e-9)


def test_it_squashes_before_it_jumps(tmp_path: Path) -> None:
    simulation = arena(tmp_path, slime(600, patrol_distance=0, notice_distance=700, lose_distance=900))
    heights = []
    while not of_kind(simulation.events if simulation.tick_count else [], Hopped):
        simulation.tick()
        heights.append(float(np.ptp(particles_of(simulation).positions_ws[:, 2])))
        assert simulation.tick_count < 200
    rest, pressed = heights[-20], heights[-1]
    assert pressed < 0.93 * rest
    start = float(particles_of(simulation).positions_ws[:, 2].min())
    lows = []
    for _ in range(20):
        simulation.tick()
        lows.append(float(particles_of(simulation).positions_ws[:, 2].min()))
    assert max(lows) > start + 10


def test_a_hostile_one_comes_and_a_fearful_one_goes(tmp_path: Path) -> None:
    for temper, mood, sign in (("hostile", Mood.CHASE, -1), ("fearful", Mood.FLEE, 1)):
        simulation = arena(tmp_path, slime(300, temper=temper))
        told = run(simulation, 150)
        noticed = of_kind(told, Noticed)
        assert [(event.entity, event.other) for event in noticed] == [
            (simulation.named("slime"), simulation.named("hero"))
        ]
        assert mood_of(simulation) is mood
        assert sign * (x_of(simulation, "slime") - 300) > 60, temper
        assert of_kind(told, Hopped)


def test_it_patrols_about_its_home_and_stays_on_its_ledge(tmp_path: Path) -> None:
    ledge = {"shape": "box", "x": [700, 1060], "z": [-200, 200]}
    patrol = slime(880, 242, notice_distance=0, patrol_distance=120, rest_time=0.1)
    simulation = arena(tmp_path, patrol, terrain=[floor(), ledge])
    places = []
    for _ in range(1500):
        simulation.tick()
        places.append(x_of(simulation, "slime"))
    assert min(places) > 700
    assert max(places) < 1060
    assert max(places) - min(places) > 60


def test_it_does_not_run_into_a_pit_or_a_wall(tmp_path: Path) -> None:
    simulation = arena(tmp_path, slime(100), terrain=[
        floor(-500, 200), {"shape": "box", "x": [-300, -280], "z": [0, 300]}
    ])  # fmt: skip
    terrain = simulation.resource(Terrain).arrays
    motion = simulation.resource(PlatformMotion).arrays
    place = np.array((100.0, 0.0, 40.0))
    assert can_land(terrain, motion, place, -1, distance=100, drop=100)
    assert not can_land(terrain, motion, place, 1, distance=100, drop=100)
    assert not can_land(terrain, motion, np.array((-230.0, 0.0, 40.0)), -1, distance=100, drop=100)


def test_it_knows_when_it_is_in_the_air(tmp_path: Path) -> None:
    simulation = arena(tmp_path, slime(600, notice_distance=0, patrol_distance=0))
    run(simulation, 60)
    terrain = simulation.resource(Terrain).arrays
    motion = simulation.resource(PlatformMotion).arrays
    particles = particles_of(simulation)
    assert on_ground(terrain, motion, particles)
    write_positions(particles, particles.positions_ws + np.array((0.0, 0.0, 20.0)))
    assert not on_ground(terrain, motion, particles)


def test_minds_are_part_of_the_state(tmp_path: Path) -> None:
    hashes = []
    for _ in range(2):
        simulation = arena(tmp_path, slime(500))
        run(simulation, 60, "right")
        snapshot = simulation.snapshot()
        run(simulation, 240)
        hashes.append(simulation.state_hash())
        simulation.restore(snapshot)
        run(simulation, 240)
        hashes.append(simulation.state_hash())
    assert len(set(hashes)) == 1
