"""What slimes do by themselves: by the player's actions and by code."""

import esper
import numpy as np
import pytest
from scenes import box, build_world, run_tick
from slimes import particles_of

from components.slime import SlimeContact, SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody
from components.transform import Transform
from components.world import Actions
from game.simulation import Simulation
from systems.softbody.edit import mean_velocity
from systems.softbody.form import limited
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve
from systems.softbody.topology import signed_volume
from systems.softbody.touching import SlimeContacts
from systems.softbody.verbs import Verbs, intent_of, jump_speed, rolled
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

SYSTEMS: tuple[esper.Processor, ...] = (Verbs(), SoftbodySolve(), Recentre(), SlimeContacts())


def hero(**settings: float) -> int:
    """A slime of the player that rests on a wide floor."""
    build_world([box(-5000, 5000, -100, 0)])
    body = Softbody(radius=40.0, can_sleep=False, **({"friction": 0.8} | settings))  # type: ignore[arg-type]
    slime = create(Transform(np.array((0.0, 0.0, 40.1))), body, SlimeVerbs(player=True))
    run(90)
    return slime


def run(count: int, *actions: str) -> None:
    """Runs verbs and slimes for some ticks with the same actions held."""
    for _ in range(count):
        run_tick(SYSTEMS, actions)


def place(slime: int) -> tuple[float, float]:
    """Where a slime is, X and Z [cm]."""
    x, _, z = esper.component_for_entity(slime, Transform).position.tolist()
    return x, z


def test_actions_become_wishes() -> None:
    actions = Actions(held=frozenset({"left", "jump", "heavy"}))
    assert intent_of(actions) == SlimeIntent(-1.0, jump=True, heavy=True)
    assert intent_of(Actions(held=frozenset({"left", "right"}))).direction == 0.0


def test_a_rolling_ball_gains_its_speed_at_the_middle_and_none_at_the_ground() -> None:
    points = np.array(((0.0, 0.0, 0.0), (0.0, 0.0, 20.0), (10.0, 0.0, 10.0), (-10.0, 0.0, 10.0)))
    changes = rolled(points, points.mean(axis=0), 3.0)
    assert changes[:, 0] == pytest.approx([0.0, 6.0, 3.0, 3.0])
    assert changes[:, 2] == pytest.approx([0.0, 0.0, -3.0, 3.0])
    assert changes.mean(axis=0) == pytest.approx((3.0, 0.0, 0.0))


def test_a_speed_changes_by_so_much_at_most() -> None:
    assert limited(100.0, 15.0) == 15.0
    assert limited(5.0, 15.0) == 5.0
    assert limited(-100.0, 15.0) == -15.0


def test_a_longer_squash_jumps_higher() -> None:
    verbs = SlimeVerbs(jump_speed=600.0, hop_share=0.5, squash_time=0.4)
    assert [jump_speed(verbs, held) for held in (0.0, 0.2, 0.4, 9.0)] == [300.0, 450.0, 600.0, 600.0]


@pytest.mark.parametrize(("action", "sign"), [("right", 1.0), ("left", -1.0)])
def test_it_rolls_where_the_player_wants(action: str, sign: float) -> None:
    slime = hero()
    run(90, action)
    assert sign * place(slime)[0] > 150.0
    assert abs(mean_velocity(particles_of(slime))[0]) <= 1.1 * SlimeVerbs().roll_speed


def test_it_squashes_while_jump_is_held_and_jumps_when_it_is_let_go() -> None:
    slime = hero()
    rest = place(slime)[1]
    flat = esper.component_for_entity(slime, SlimeContact).squash
    run(24, "jump")
    assert esper.component_for_entity(slime, SlimeContact).squash < 0.9 * flat
    highest = 0.0
    for _ in range(60):
        run(1)
        highest = max(highest, place(slime)[1] - rest)
    assert highest > 0.5 * SlimeVerbs().jump_speed ** 2 / 2.0 / 980.0
    assert esper.component_for_entity(slime, SlimeForm).squashed == 0.0


def test_grip_slick_and_heavy_last_as_long_as_they_are_held() -> None:
    slime = hero()
    body = esper.component_for_entity(slime, Softbody)
    run(1, "grip", "heavy")
    assert (body.friction, body.mass) == (2.5, 80.0)
    run(1, "slick")
    assert (body.friction, body.mass) == (0.0, 20.0)
    run(1)
    assert body.friction == 0.8


def test_it_inflates_to_twice_its_volume_and_back() -> None:
    slime = hero()
    particles = particles_of(slime)

    def volume() -> float:
        return signed_volume(particles.positions_ws, particles.topology.triangles)

    before = volume()
    run(120, "inflate")
    assert volume() == pytest.approx(2.0 * before, rel=0.02)
    run(120)
    assert volume() == pytest.approx(before, rel=0.02)
    assert particles.restored_count == 0


def test_code_can_steer_one_that_is_not_the_players() -> None:
    slime = hero()
    esper.component_for_entity(slime, SlimeVerbs).player = False
    esper.component_for_entity(slime, SlimeIntent).direction = 1.0
    run(60)
    assert place(slime)[0] > 80.0


def test_the_slime_is_the_hero_of_a_level() -> None:
    simulation = Simulation.load("slime-hero")
    for tick in range(240):
        simulation.tick({"right"} if tick % 60 < 40 else {"right", "jump"})
    assert simulation.component(simulation.named("hero"), Transform).position[0] > 400.0
