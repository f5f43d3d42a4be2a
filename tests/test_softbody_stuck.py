"""Particles between two surfaces: who they are, from when on they are stuck, and that nobody else pays."""

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

import esper
import numpy as np
import pytest
from arenas import arena, entity
from scenes import box, build_world, run_tick
from slimes import particles_of, spawn_slime

from components.softbody import SoftbodyStuck, StuckParticles
from components.transform import Transform
from systems.platform.travel import Platforms
from systems.softbody.edit import place
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.stuck import StuckReport, pinched, take_note
from systems.structure import completed

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-1000.0, 1000.0, -100.0, 0.0)
PIT = [box(-200.0, -58.0, -100.0, 400.0), box(58.0, 200.0, -100.0, 400.0), FLOOR]
"""Two centimetres too narrow on each side for a cube of 120."""


def run(count: int = 1) -> None:
    """Runs slimes and the report."""
    for _ in range(count):
        run_tick([Platforms(), SoftbodySolve(), Recentre(), StuckReport()])


def reported(position: Sequence[float], **softbody: object) -> tuple[int, StuckParticles]:
    """A slime that is reported on."""
    parts = completed([SoftbodyStuck()])
    slime = spawn_slime(position, *parts, velocity=(0.0, 0.0, 0.0), can_sleep=False, **softbody)
    return slime, esper.component_for_entity(slime, StuckParticles)


def test_whoever_rests_on_flat_ground_is_not_stuck() -> None:
    build_world([FLOOR])
    slime, report = reported((0.0, 0.0, 60.0))
    run(60)
    assert particles_of(slime).contact_count > 0
    assert report.counts.tolist() == [0] * 162
    assert report.particles.tolist() == []


def test_ground_in_two_pieces_is_one_surface() -> None:
    build_world([box(-1000.0, 0.0, -100.0, 0.0), box(0.0, 1000.0, -100.0, 0.0)])
    _, report = reported((0.0, 0.0, 60.0))
    run(60)
    assert report.particles.tolist() == []


def test_in_a_corner_it_is_who_is_in_the_corner() -> None:
    """A cube that fills a pit touches the floor with its lower side, the walls with its flanks."""
    build_world(PIT)
    slime, report = reported((0.0, 0.0, 60.0), shape="box", friction=0.0)
    run(60)
    x, _, z = particles_of(slime).positions_ws.T
    stuck = set(report.particles.tolist())
    assert stuck
    low, beside = set(np.flatnonzero(z < 0.05).tolist()), set(np.flatnonzero(abs(x) > 57.95).tolist())
    assert stuck == low & beside
    assert stuck < low  # the others on the floor are not
    assert stuck < beside


def test_at_four_ticks_nobody_is_stuck_and_at_five_all_who_are_held() -> None:
    build_world(PIT)
    slime, report = reported((0.0, 0.0, 60.0), shape="box", friction=0.0)
    history: list[set[int]] = []
    for _ in range(60):
        run()
        history.append(set(np.flatnonzero(pinched(particles_of(slime))).tolist()))
        held = set.intersection(*history[-5:]) if len(history) >= 5 else set()
        assert set(report.particles.tolist()) == held
    first = next(tick for tick, found in enumerate(history) if found)
    assert first + 4 < 60
    assert history[-1]


def test_whoever_is_freed_is_not_stuck_any_more() -> None:
    build_world(PIT)
    slime, report = reported((0.0, 0.0, 60.0), shape="box", friction=0.0)
    run(60)
    assert len(report.particles)
    place(particles_of(slime), esper.component_for_entity(slime, Transform), np.array((0.0, 0.0, 700.0)))
    run()
    assert not report.counts.any()
    assert not len(report.particles)


def test_between_the_ground_and_another_slime_it_is_stuck() -> None:
    build_world([FLOOR])
    slime, report = reported((0.0, 0.0, 60.0), mass=5.0, compliance=0.05)
    run(60)
    assert not len(report.particles)
    spawn_slime((0.0, 0.0, 190.0), mass=200.0, can_sleep=False)
    run(90)
    assert len(report.particles)
    assert (particles_of(slime).positions_ws[report.particles, 2] < 0.5).all()


def test_a_level_may_ask_for_it_and_its_counts_are_part_of_the_state(tmp_path: Path) -> None:
    sides = [{"shape": "box", "x": [x, x + 200], "z": [-100, 400]} for x in (-258, 58)]
    ground: list[Mapping[str, object]] = [*sides, {"shape": "box", "x": [-58, 58], "z": [-100, 0]}]
    softbody = {"radius": 60, "shape": "box", "friction": 0, "can_sleep": False}
    slime = entity("slime", 0, 60, prefab="slime", Softbody=softbody, SoftbodyStuck={"ticks": 7})
    simulation = arena(tmp_path, slime, terrain=ground)
    simulation.despawn(simulation.named("hero"))
    for _ in range(60):
        simulation.tick()
    report = simulation.component(simulation.named("slime"), StuckParticles)
    assert report.counts[report.particles].min() >= 7
    before, snapshot, counts = simulation.state_hash(), simulation.snapshot(), report.counts.copy()
    report.counts = counts + 1
    assert simulation.state_hash() != before
    simulation.restore(snapshot)
    futures = []
    for _ in range(2):
        for _ in range(10):
            simulation.tick()
        futures.append(simulation.state_hash())
        simulation.restore(snapshot)
    assert futures[0] == futures[1]
    again = simulation.component(simulation.named("slime"), StuckParticles)
    assert again.counts.tolist() == counts.tolist()


def test_counts_go_up_one_by_one_and_begin_anew() -> None:
    report = StuckParticles()
    patterns = ((True, True, False), (True, False, True), (True, True, True), (False, True, True))
    counts, stuck = [], []
    for pattern in patterns:
        take_note(report, np.array(pattern), 3)
        counts.append(report.counts.tolist())
        stuck.append(report.particles.tolist())
    assert counts == [[1, 1, 0], [2, 0, 1], [3, 1, 2], [0, 2, 3]]
    assert stuck == [[], [], [0], [2]]


def test_before_any_solve_nobody_is_pinched() -> None:
    build_world([FLOOR])
    slime, _ = reported((0.0, 0.0, 60.0))
    assert not pinched(particles_of(slime)).any()


def test_who_does_not_ask_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_body: object) -> None:
        raise AssertionError("somebody was looked at")

    monkeypatch.setattr("systems.softbody.stuck.pinched", refuse)
    build_world([FLOOR])
    spawn_slime((0.0, 0.0, 60.0))
    run(3)


def test_a_copy_goes_on_with_the_same_counts() -> None:
    report = StuckParticles()
    take_note(report, np.array((True, False)), 2)
    twin = copy.deepcopy(report)
    for each in (report, twin):
        take_note(each, np.array((True, False)), 2)
    assert twin.particles.tolist() == report.particles.tolist() == [0]
