"""Bodies that hurt by touch, and time that stands still."""

from pathlib import Path

import numpy as np
import pytest
from arenas import Fields, arena, entity, of_kind, run, x_of

from components.attack import AttackState, ContactAttack
from components.collider import Layer
from components.events import Died, Hit, Hurt
from components.health import HealthState
from components.transform import Transform
from components.world import Events
from game.simulation import Simulation
from systems.health.injury import Injuries
from systems.melee.contact import Contact
from systems.melee.strike import Melee
from systems.melee.swing import begin
from systems.melee.touch import Touches, away_from, middle_line, touches
from systems.mind.think import Minds
from systems.overlap.shapes import Shape

CAPSULE = Shape(1, (0.0, 0.0, 88.0), (0.0, 0.0, 54.0), 34.0, Layer.PAWN, 1, 1)
CALM: Fields = {"notice_distance": 0, "patrol_distance": 0}


def still_slime(name: str, x: float, **components: Fields) -> Fields:
    """A slime that hurts and never moves by itself."""
    return entity(name, x, 42, prefab="hopper", **{"Mind": CALM, **components})


def contact(gap: float, up: float) -> Contact:
    return Contact(gap, np.zeros(3), np.array((np.sqrt(1.0 - up * up), 0.0, up)))


@pytest.mark.parametrize(
    ("gap", "up", "from_above", "hurts"),
    [
        (36.9, 0.0, False, True),
        (37.1, 0.0, False, False),
        (-5.0, 0.0, False, True),
        (20.0, 0.59, False, True),
        (20.0, 0.61, False, False),
        (20.0, 0.61, True, True),
    ],
)
def test_a_touch_hurts_from_the_side_within_the_margin(
    gap: float, up: float, *, from_above: bool, hurts: bool
) -> None:
    attack = ContactAttack(margin=3.0, from_above=from_above)
    assert touches(contact(gap, up), CAPSULE, attack) is hurts


def test_the_middle_line_of_a_capsule_and_the_way_from_it() -> None:
    np.testing.assert_array_equal(middle_line(CAPSULE), (0, 0, 34, 0, 0, 142))
    np.testing.assert_array_equal(away_from(np.array((5.0, 0, 0)), np.array((4.0, 9, 9))), (-1, 0, 0))
    np.testing.assert_array_equal(away_from(np.zeros(3), np.zeros(3)), (1, 0, 0))


def test_a_touch_tells_the_skin_and_a_push_away_from_it(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 70))
    (hit,) = of_kind(run(simulation, 2), Hit)
    assert (hit.attacker, hit.victim) == (simulation.named("pink"), simulation.named("hero"))
    assert 20 < hit.point[0] < 50
    assert hit.normal[0] > 0.7
    assert hit.impulse[0] < 0 < hit.impulse[2]
    assert np.linalg.norm(hit.impulse) == pytest.approx(ContactAttack().impulse)


def test_other_layers_and_the_dead_are_left_alone(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 70, ContactAttack={"layers": ["slime"]}))
    assert of_kind(run(simulation, 30), Hit) == []
    simulation = arena(tmp_path, still_slime("pink", 70))
    state = simulation.component(simulation.named("hero"), HealthState)
    state.points, state.down = 0.0, 10.0
    assert of_kind(run(simulation, 30), Hit) == []


def test_who_was_just_struck_does_not_hurt_for_a_while(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 70, ContactAttack={"pause": 0.5, "margin": 30}))
    slime, hero = (simulation.component(simulation.named(name), HealthState) for name in ("pink", "hero"))
    hero.invulnerable = 0.1
    slime.harmless = 0.5
    quiet = run(simulation, 28)
    assert of_kind(quiet, Hit) == []
    assert len(of_kind(run(simulation, 4), Hurt)) == 1


def test_it_hurts_again_when_the_pain_is_over(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 74, ContactAttack={"impulse": 0, "margin": 30}))
    told = run(simulation, 130)
    hurts = [event.points for event in of_kind(told, Hurt)]
    assert hurts == [4.0, 3.0, 2.0]


def test_a_tick_without_length_changes_nothing(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 70), entity("b", 300, 42, prefab="hopper"))
    run(simulation, 40)
    begin(simulation.component(simulation.named("hero"), AttackState))
    run(simulation, 9)
    before = simulation.state_hash()
    with simulation.entered():
        for system in (Minds(), Melee(), Touches()):
            system.process(0.0)
    assert simulation.state_hash() == before


def test_a_strike_half_way_is_part_of_a_snapshot(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 190), entity("b", -200, 42, prefab="giant"))
    run(simulation, 1, "attack")
    run(simulation, 9)
    assert simulation.component(simulation.named("hero"), AttackState).hitting
    snapshot = simulation.snapshot()
    ways = []
    for _ in range(2):
        simulation.restore(snapshot)
        hits = of_kind(run(simulation, 120), Hit)
        ways.append((len(hits), simulation.state_hash()))
    assert ways[0] == ways[1]


def test_a_hit_of_a_games_own_is_suffered_like_any_other(tmp_path: Path) -> None:
    simulation = arena(tmp_path, still_slime("pink", 900))
    slime = simulation.named("pink")
    place = simulation.component(slime, Transform).position
    hit = Hit(0, slime, place.copy(), np.array((0.0, 0, 1)), 5.0, np.array((0.0, 0, -500.0)))
    told = suffer(simulation, hit)
    assert [event.entity for event in of_kind(told, Died)] == [slime]
    assert x_of(simulation, "pink") == pytest.approx(900, abs=1)


def suffer(simulation: Simulation, hit: Hit) -> list[object]:
    """Has a hit worked off between two ticks, and returns what was told."""
    items = simulation.resource(Events).items
    items[:] = [hit]
    with simulation.entered():
        Injuries().process(1 / 60)
    return list(items)
