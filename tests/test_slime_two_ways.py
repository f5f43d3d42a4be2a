"""A character and a slime move each other: standing, landing, being carried, jumping off, being pushed."""

import esper
import numpy as np
import pytest
from scenes import (
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
from slimes import particles_of, spawn_slime, weightless_world

from components.events import Landed
from components.transform import Transform
from systems.character.control import PlayerControl
from systems.character.footing import CRUSHED, Footing, braced_speed, cushion_speed
from systems.character.movement import PUSH_OFF, CharacterMovement
from systems.platform.travel import Platforms
from systems.softbody.edit import mean_velocity, push
from systems.softbody.reaction import TOUCH_COLUMNS, Touch, changes_of
from systems.softbody.recentre import Recentre
from systems.softbody.solve import SoftbodySolve

pytestmark = pytest.mark.usefixtures("world")

SYSTEMS: tuple[esper.Processor, ...] = (
    PlayerControl(),
    Platforms(),
    CharacterMovement(),
    SoftbodySolve(),
    Footing(),
    Recentre(),
)
SECOND = 60


def run(count: int, *actions: str) -> None:
    """Runs characters and slimes for some ticks."""
    for _ in range(count):
        run_tick(SYSTEMS, actions)


def top_of(slime: int) -> float:
    """Height of a slime's highest particle [cm]."""
    return float(particles_of(slime).positions_ws[:, 2].max())


def slime_on_floor(*, mass: float = 200.0, radius: float = 60.0, friction: float = 0.5) -> int:
    """A slime of 200 kg that has come to rest on a wide floor."""
    build_world([box(-3000, 3000, -100, 0)])
    slime = spawn_slime((0.0, 0.0, radius + 0.1), mass=mass, radius=radius, friction=friction)
    run(3 * SECOND)
    return slime


def test_momentum_is_shared_as_in_a_collision_without_bounce() -> None:
    touches = np.zeros((1, TOUCH_COLUMNS))
    touches[0, Touch.IMPULSE], touches[0, Touch.MASS] = 3000.0, 40.0
    changes = changes_of(touches, np.array((7,)), np.array((60.0,)), np.array((False,)))
    # A character of 60 kg at v stops 40 kg at rest: both go on at 0.6 v. Here 40 v = 3000, so v = 75.
    assert changes[0, 0] == pytest.approx(0.6 * 75.0 - 75.0)


def test_two_colliders_of_one_entity_move_as_one() -> None:
    touches = np.zeros((2, TOUCH_COLUMNS))
    touches[:, Touch.SOLID], touches[:, Touch.IMPULSE], touches[:, Touch.MASS] = (0, 1), 100.0, 20.0
    changes = changes_of(touches, np.array((7, 7)), np.full(2, 60.0), np.zeros(2, dtype=bool))
    assert changes[:, 0] == pytest.approx([-200.0 / 100.0] * 2)


def test_ground_holds_what_stands_on_it() -> None:
    touches = np.zeros((1, TOUCH_COLUMNS))
    touches[0, Touch.IMPULSE : Touch.IMPULSE + 3], touches[0, Touch.MASS] = (50.0, 70.0, 100.0), 40.0
    changes = changes_of(touches, np.array((7,)), np.array((60.0,)), np.array((True,)))
    assert changes[0].tolist() == [-0.5, 0.0, 0.0]  # pressed down, but not through; and kept in its lane


def test_a_character_stands_still_on_a_slime_and_leaves_no_dent_behind() -> None:
    slime = slime_on_floor()
    before = top_of(slime)
    walker = spawn_walker(0.0, before + 1.0)
    heights, grounded, landed = [], [], 0
    for _ in range(4 * SECOND):
        run(1)
        heights.append(feet_of(walker))
        grounded.append(ground_of(walker).grounded)
        landed += len(events_of(Landed))
    assert all(grounded[10:])
    assert ground_of(walker).entity == slime
    assert ground_of(walker).normal[2] > 0.9
    assert np.ptp(heights[2 * SECOND :]) < 0.5  # softbody.md section 3 asks for 3 cm
    assert before - heights[-1] > 2.0
    assert landed <= 1
    place_of(walker)[0] += 1000.0
    run(SECOND)
    assert top_of(slime) >= 0.98 * before
    assert feet_of(walker) == pytest.approx(0.02, abs=0.01)


@pytest.mark.parametrize("mass", [40.0, 80.0])
def test_the_heavier_of_two_characters_sinks_deeper(mass: float) -> None:
    slime = slime_on_floor()
    before = top_of(slime)
    walker = spawn_walker(0.0, before + 1.0, mass=mass)
    run(3 * SECOND)
    sunk = before - feet_of(walker)
    assert (sunk < 19.0) if mass == 40.0 else (sunk > 21.0)


def test_weight_arrives_at_the_floor() -> None:
    slime = slime_on_floor()
    spawn_walker(0.0, top_of(slime) + 1.0)
    run(3 * SECOND)
    pressed = []
    for _ in range(SECOND):
        before = mean_velocity(particles_of(slime))[2]
        for system in SYSTEMS[:4]:
            system.process(1.0 / 60.0)
        touch = esper.component_for_entity(slime, type(particles_of(slime))).pools.touches[0]
        # What the body keeps of it: J m / (m + M).
        pressed.append(float(touch[Touch.IMPULSE + 2]) * 60.0 / (60.0 + float(touch[Touch.MASS])))
        for system in SYSTEMS[4:]:
            system.process(1.0 / 60.0)
        assert abs(mean_velocity(particles_of(slime))[2] - before) < 5.0
    assert np.mean(pressed) == pytest.approx(-60.0 * 980.0 / 60.0, rel=0.2)  # the knees carry the rest


def test_momentum_is_kept_when_a_character_falls_on_a_slime_in_space() -> None:
    weightless_world()
    slime = spawn_slime((0.0, 0.0, 0.0), mass=20.0, lane_locked=False)
    walker = spawn_walker(25.0, 61.0)
    velocity_of(walker)[2] = -200.0
    before = 60.0 * -200.0
    for _ in range(30):
        run(1)
        total = 60.0 * velocity_of(walker)[2] + 20.0 * mean_velocity(particles_of(slime))[2]
        assert total == pytest.approx(before, rel=1e-4)
    assert velocity_of(walker)[2] > -190.0


@pytest.mark.parametrize(("mass", "radius"), [(20.0, 40.0), (20.0, 60.0), (200.0, 60.0)])
@pytest.mark.parametrize("speed", [500.0, 2000.0])
def test_nobody_falls_through_a_slime(mass: float, radius: float, speed: float) -> None:
    slime = slime_on_floor(mass=mass, radius=radius)
    walker = spawn_walker(0.0, top_of(slime) + 50.0)
    velocity_of(walker)[2] = -speed
    lowest = np.inf
    for _ in range(SECOND):
        run(1)
        lowest = min(lowest, feet_of(walker))
    assert lowest > 0.95 * CRUSHED * radius
    assert particles_of(slime).restored_count == 0


def test_a_cushion_stops_at_its_height() -> None:
    dt = 1.0 / 60.0
    # 3 cm above 0.3 radii: it may fall those in this tick, gravity of the next step added.
    assert cushion_speed(21.0, 60.0, -980.0, dt) == pytest.approx(-3.0 * 60.0 + 980.0 * dt)
    assert cushion_speed(8.0, 60.0, -980.0, dt) == pytest.approx(80.0 + 980.0 * dt)
    assert cushion_speed(-100.0, 60.0, -980.0, dt) == pytest.approx(100.0 + 980.0 * dt)


def test_a_jump_off_a_slime_is_as_high_as_one_off_the_ground_and_pushes_the_slime_down() -> None:
    slime = slime_on_floor()
    walker = spawn_walker(0.0, top_of(slime) + 1.0)
    run(3 * SECOND)
    before, highest = feet_of(walker), 0.0
    run_tick(SYSTEMS[:3], {"jump"})
    assert mean_velocity(particles_of(slime))[2] == pytest.approx(-60.0 * 520.0 / 200.0, rel=0.15)
    assert PUSH_OFF > 60.0 * 520.0 / 200.0
    for _ in range(40):
        run(1, "jump")
        highest = max(highest, feet_of(walker) - before)
    assert highest == pytest.approx(520.0**2 / 2.0 / 980.0, abs=6.0)


def test_a_character_is_carried_along() -> None:
    slime = slime_on_floor(friction=0.0)
    walker = spawn_walker(0.0, top_of(slime) + 1.0)
    run(2 * SECOND)
    start = place_of(walker)[0]
    push(particles_of(slime), velocity=np.array((60.0, 0.0, 0.0)))
    run(SECOND)
    way = esper.component_for_entity(slime, Transform).position[0]
    assert way > 25.0
    assert place_of(walker)[0] - start > 0.6 * way
    assert ground_of(walker).grounded


def test_walking_pushes_the_slime_back() -> None:
    slime = slime_on_floor()
    walker = spawn_walker(0.0, top_of(slime) + 1.0)
    run(2 * SECOND)
    run(15, "right")
    assert place_of(walker)[0] > 5.0
    assert esper.component_for_entity(slime, Transform).position[0] < 1.0


def test_walking_off_a_slime_leads_to_the_floor() -> None:
    slime = slime_on_floor()
    walker = spawn_walker(0.0, top_of(slime) + 1.0)
    run(2 * SECOND)
    run(2 * SECOND, "right")
    assert feet_of(walker) == pytest.approx(0.02, abs=0.01)
    assert ground_of(walker).solid == 0
    assert ground_of(walker).entity == 0
    assert state_of(walker).time_on_ground > 0.0


@pytest.mark.parametrize(
    ("mass", "least", "most"), [(20.0, 0.0, 1.0), (70.0, 1.0, 20.0), (200.0, 20.0, 90.0)]
)
def test_a_slime_that_hits_a_character_moves_it_by_its_weight(mass: float, least: float, most: float) -> None:
    build_world([box(-3000, 3000, -100, 0)])
    walker = spawn_walker(0.0)
    run(5)
    spawn_slime((-150.0, 0.0, 60.1), mass=mass, friction=0.5, velocity=(400.0, 0.0, 0.0))
    run(2 * SECOND)
    assert least <= place_of(walker)[0] <= most
    assert feet_of(walker) == pytest.approx(0.02, abs=0.01)


def test_a_slime_that_falls_beside_a_character_pushes_it_away() -> None:
    build_world([box(-3000, 3000, -100, 0)])
    walker = spawn_walker(0.0)
    spawn_slime((20.0, 0.0, 330.0), mass=200.0, friction=0.5)
    run(2 * SECOND)
    assert place_of(walker)[0] < -10.0
    assert ground_of(walker).solid == 0


@pytest.mark.parametrize(
    ("speed", "direction", "kept"),
    [(-50.0, 1.0, -37.0), (50.0, -1.0, 37.0), (-9.0, 1.0, 0.0), (50.0, 1.0, 50.0), (-50.0, 0.0, -50.0)],
    ids=["pushed back", "to the other side", "held", "forward", "standing still"],
)
def test_soles_hold_who_walks_against_a_push(speed: float, direction: float, kept: float) -> None:
    assert braced_speed(speed, direction, 13.0) == pytest.approx(kept)


def test_who_leans_into_a_slime_at_a_wall_comes_to_rest_there() -> None:
    build_world([box(-600, 600, -100, 0), box(300, 600, 0, 400)])
    walker = spawn_walker(100.0)
    spawn_slime((240.0, 0.0, 40.1), radius=40.0, mass=20.0)
    run(4 * SECOND, "right")
    places = []
    for _ in range(2 * SECOND):
        run(1, "right")
        places.append(float(place_of(walker)[0]))
    assert np.ptp(places) < 6.0
    assert np.mean(places) < 300.0 - 34.0 - 20.0  # some of the slime is left between
