"""Splitting and merging as verbs, through the whole simulation: nothing is lost, and the player goes on."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import esper
import numpy as np
import pytest
from arenas import arena, entity, of_kind, run

from components.arrays import Floats
from components.collider import SphereCollider
from components.events import Merged, Split
from components.slime import SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody, SoftbodyParticles
from components.world import LevelInfo
from game.simulation import Simulation
from systems.query import entities_with
from systems.softbody.tables import unit_volume
from systems.softbody.topology import signed_volume

Fields = Mapping[str, object]


class Totals(NamedTuple):
    """What all slimes have together."""

    mass: float
    """As their particles have it [kg]."""
    momentum: Floats
    """Of their particles [kg cm/s]."""
    middle: Floats
    """Centre of mass [cm]."""
    volume: float
    """As their surfaces enclose it now [cm³]."""
    rest_volume: float
    """What they go back to [cm³]."""


def totals() -> Totals:
    """Of the current world."""
    slimes = [parts for _, parts in entities_with(SoftbodyParticles, Softbody)]
    masses = np.array([body.mass for body, _ in slimes])
    speeds = np.array([body.velocities_ws.mean(axis=0) for body, _ in slimes])
    places = np.array([body.positions_ws.mean(axis=0) for body, _ in slimes])
    return Totals(
        float(masses.sum()),
        masses @ speeds,
        masses @ places / masses.sum(),
        sum(
            signed_volume(body.positions_ws - body.positions_ws[0], body.topology.triangles)
            for body, _ in slimes
        ),
        sum(unit_volume(body.topology) * body.radius**3 * soft.pressure for body, soft in slimes),
    )


class Account(esper.Processor):
    """Notes what there is at the end of each tick, right before slimes part or merge."""

    def __init__(self) -> None:
        self.before = Totals(0.0, np.zeros(3), np.zeros(3), 0.0, 0.0)
        """What there was in the last tick."""

    def process(self, dt: float) -> None:
        """Runs before structural changes."""
        del dt
        self.before = totals()


def assert_kept(simulation: Simulation, account: Account) -> None:
    """Nothing was lost or gained by what the end of the last tick did."""
    before = account.before
    with simulation.entered():
        after = totals()
    assert after.mass == pytest.approx(before.mass, rel=1e-12)
    assert after.rest_volume == pytest.approx(before.rest_volume, rel=1e-12)
    assert after.volume == pytest.approx(before.volume, rel=1e-6)  # float32 positions
    scale = before.mass * 100.0
    np.testing.assert_allclose(after.momentum, before.momentum, atol=1e-6 * scale)
    np.testing.assert_allclose(after.middle, before.middle, atol=1e-4)


def slimes_of(simulation: Simulation) -> dict[int, SoftbodyParticles]:
    """All soft bodies by entity."""
    return {number: body for number, (body,) in simulation.entities_with(SoftbodyParticles)}


def middle(simulation: Simulation) -> Floats:
    """Centre of mass of all slimes [cm]."""
    with simulation.entered():
        return totals().middle


def slime(name: str, x: float, z: float, **parts: Fields) -> Fields:
    """A slime that the player steers."""
    verbs: Fields = {"player": True}
    softbody: Fields = {"radius": 40, "mass": 24, "friction": 0.5, "can_sleep": False}
    return entity(name, x, z, prefab="slime", **{"SlimeVerbs": verbs, "Softbody": softbody, **parts})


def alone(folder: Path, *others: Fields, gravity: float = -980.0, **parts: Fields) -> Simulation:
    """A slime that the player steers, and no hero."""
    return accounted(folder, *others, gravity=gravity, **parts)[0]


def accounted(
    folder: Path, *others: Fields, gravity: float = -980.0, **parts: Fields
) -> tuple[Simulation, Account]:
    """The same, with what there was before each tick's end."""
    arena(folder, slime("slime", 300, 42, **parts), *others).close()
    account = Account()
    simulation = Simulation.load(folder / "arena.json", systems=[account])
    simulation.despawn(simulation.named("hero"))
    simulation.resource(LevelInfo).gravity[2] = gravity
    return simulation, account


@pytest.mark.parametrize("parts", [2, 3, 5])
@pytest.mark.parametrize("held", ["right", "heavy", "inflate"])
def test_a_split_keeps_mass_momentum_volume_and_place(tmp_path: Path, parts: int, held: str) -> None:
    simulation, account = accounted(tmp_path, SlimeVerbs={"player": True, "parts": parts, "part_speed": 90})
    run(simulation, 100, "right", held)  # it rolls, and is pressed flat by its weight
    told = run(simulation, 1, "right", held, "split")
    assert len(slimes_of(simulation)) == parts
    assert_kept(simulation, account)
    (event,) = of_kind(told, Split)
    assert (event.entity, event.count) == (simulation.named("slime"), parts)
    np.testing.assert_allclose(event.point, account.before.middle, atol=1e-4)
    assert np.isfinite(middle(simulation)).all()
    run(simulation, 60)
    assert account.before.mass == pytest.approx(24.0, rel=1e-12)  # nobody is heavy any more


def test_parts_fly_apart_and_keep_their_momentum_without_weight(tmp_path: Path) -> None:
    simulation, account = accounted(tmp_path, gravity=0.0, OverlapImpulse={"slime_strength": 0})
    run(simulation, 1, "split")
    assert_kept(simulation, account)
    before = [body.positions_ws.mean(axis=0)[0] for body in slimes_of(simulation).values()]
    run(simulation, 30)
    after = [body.positions_ws.mean(axis=0)[0] for body in slimes_of(simulation).values()]
    assert (after[1] - after[0]) - (before[1] - before[0]) == pytest.approx(120.0 * 0.5, rel=0.01)
    assert np.abs(account.before.momentum).max() < 1e-5 * 24.0 * 120.0


def test_it_splits_once_while_the_action_is_held_and_not_below_its_least_mass(tmp_path: Path) -> None:
    simulation = alone(tmp_path, SlimeVerbs={"player": True, "least_mass": 5})
    run(simulation, 60)
    counts = []
    for actions in (("split",), ("split",), (), ("split",), (), ("split",)):
        run(simulation, 3, *actions)
        counts.append(len(slimes_of(simulation)))
    assert counts == [2, 2, 2, 4, 4, 4]  # 24 kg, 12 kg, 6 kg; 3 kg would be too light


def test_the_parts_are_what_it_was_and_do_what_the_player_wants(tmp_path: Path) -> None:
    simulation = alone(tmp_path)
    run(simulation, 60)
    run(simulation, 1, "split")
    first, second = slimes_of(simulation)
    assert first == simulation.named("slime")
    ratio = 0.5 ** (1.0 / 3.0)
    for part in (first, second):
        assert simulation.component(part, SphereCollider).radius == pytest.approx(42.0 * ratio)
        assert simulation.component(part, Softbody).radius == pytest.approx(40.0 * ratio)
        assert simulation.component(part, SlimeForm).mass == pytest.approx(12.0)
        assert simulation.component(part, SlimeVerbs) == simulation.component(first, SlimeVerbs)
    run(simulation, 60)
    before = middle(simulation)
    run(simulation, 90, "right")
    assert simulation.component(second, SlimeIntent).direction == 1.0
    assert middle(simulation)[0] - before[0] > 100.0


def test_parts_roll_together_and_merge_to_what_they_were(tmp_path: Path) -> None:
    simulation, account = accounted(tmp_path)
    run(simulation, 120)
    height = middle(simulation)[2]
    run(simulation, 1, "split")
    run(simulation, 60)
    told: list[object] = []
    while not of_kind(told, Merged):
        told = run(simulation, 1, "merge")
        assert simulation.tick_count < 400
    (event,) = of_kind(told, Merged)
    assert list(slimes_of(simulation)) == [event.entity] == [simulation.named("slime")]
    assert len(event.others) == 1
    assert_kept(simulation, account)
    slime = simulation.named("slime")
    assert simulation.component(slime, Softbody).radius == pytest.approx(40.0)
    assert simulation.component(slime, SphereCollider).radius == pytest.approx(42.0)
    assert simulation.component(slime, SlimeForm).mass == pytest.approx(24.0)
    run(simulation, 120)
    assert middle(simulation)[2] == pytest.approx(height, abs=1.0)  # it stands as it did


@pytest.mark.parametrize("who", ["slime", "other", "both"])
def test_code_lets_two_merge_that_meet_in_flight(tmp_path: Path, who: str) -> None:
    big: Fields = {"radius": 50, "mass": 60, "pressure": 1.3}
    simulation, account = accounted(tmp_path, slime("other", 400, 42, Softbody=big), gravity=0.0)
    names = {name: simulation.named(name) for name in ("slime", "other")}
    for name, entity_of in names.items():
        simulation.component(entity_of, SlimeVerbs).player = False
        simulation.component(entity_of, SlimeIntent).merge = who in {name, "both"}
    told: list[object] = []
    while not of_kind(told, Merged):
        told = run(simulation, 1)
        assert simulation.tick_count < 200
    (event,) = of_kind(told, Merged)
    takes = min(names.values()) if who == "both" else names[who]
    assert (event.entity, len(event.others)) == (takes, 1)
    assert account.before.mass == pytest.approx(84.0)
    assert np.abs(account.before.momentum).max() > 100.0  # they roll toward each other
    assert_kept(simulation, account)


def test_a_slime_without_verbs_is_not_taken_in(tmp_path: Path) -> None:
    plain = entity("plain", 384, 42, prefab="slime")
    simulation = alone(tmp_path, plain)
    run(simulation, 60, "right", "merge")
    assert len(slimes_of(simulation)) == 2


def test_splits_and_mergers_are_deterministic_and_survive_a_snapshot() -> None:
    def play(simulation: Simulation, ticks: range) -> None:
        for tick in ticks:
            held = {"split"} if tick % 50 == 20 else {"merge"} if tick % 50 > 25 else {"right"}
            simulation.tick(held)

    first, second = Simulation.load("slime-hero"), Simulation.load("slime-hero")
    play(first, range(200))
    play(second, range(120))
    snapshot = second.snapshot()
    play(second, range(120, 200))
    assert second.state_hash() == first.state_hash()
    second.restore(snapshot)
    play(second, range(120, 200))
    assert second.state_hash() == first.state_hash()
