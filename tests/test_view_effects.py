"""Effects: what happened decides what is seen of it, and the simulation knows nothing of that."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_in import MANNEQUIN, StandIn, box, colours

from components.appearance import SlimeLook
from components.arrays import vector
from components.attack import AttackState
from components.character import GroundContact
from components.events import (
    CheckpointReached,
    Died,
    Footstep,
    GoalLocked,
    Hit,
    Hopped,
    ImpulseApplied,
    Jumped,
    Landed,
    LevelCompleted,
    Merged,
    Noticed,
    OverlapBegan,
    PickedUp,
    Respawned,
    Split,
)
from components.health import Health, HealthState
from components.skeleton import SkeletonPose
from components.transform import Transform
from components.world import Events, TickCount
from game.simulation import Simulation
from game.view import View
from game.view.arrays import Floats
from game.view.cones.cones import END, END_RADIUS, FIELDS, START, START_RADIUS
from game.view.effects import Effects
from game.view.effects.bursts import GOO, Burst, particles
from game.view.effects.chance import chances
from game.view.effects.draw import draw_particles, place_at
from game.view.effects.pool import (
    BIRTH,
    CAPACITY,
    COLOUR,
    DRAG,
    END_SIZE,
    FLOOR,
    KIND,
    LIFE,
    NO_FLOOR,
    PLACE,
    SIZE,
    STRENGTH,
    VELOCITY,
    WEIGHT,
    Kind,
    Pool,
)
from game.view.effects.pool import FIELDS as PARTICLE_FIELDS
from game.view.effects.squash import MOST, squash_after, squash_cones
from game.view.pixels import open_pixels, plain_surface
from game.view.projection import Projection
from game.view.scene import SHAKE, Scene, scene_of
from game.view.theme import theme_named

DUSK = theme_named("dusk")
UP = vector(0.0, 0.0, 1.0)
WHITE = np.full((1, 3), 255.0)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def particle(kind: Kind = Kind.DROP, *, place: Floats | None = None, **fields: float) -> Floats:
    """A particle that stands still and lives for a second, shape [1, FIELDS]."""
    row = np.zeros((1, PARTICLE_FIELDS))
    row[0, PLACE] = vector() if place is None else place
    row[0, LIFE], row[0, SIZE], row[0, END_SIZE], row[0, COLOUR] = 1.0, 10.0, 10.0, 255.0
    row[0, STRENGTH], row[0, KIND], row[0, FLOOR] = 1.0, kind, NO_FLOOR
    for name, value in fields.items():
        row[0, {"age": BIRTH, "speed": VELOCITY.stop - 1, "drag": DRAG, "weight": WEIGHT}[name]] = value
    return row


def flown(row: Floats, age: float) -> Floats:
    moved = row[0].copy()
    moved[BIRTH] = age
    return np.array(place_at(moved.astype(np.float32)))


def picture(rows: Floats, *, ring: float = 1e9, level: bool = False) -> Floats:
    """How much light particles make around the world's origin, shape [96, 96]."""
    surface, depth = plain_surface((96, 96)), np.full((128, 128), ring, dtype=np.float32)
    lens = Projection().lens(-48, -48)
    draw_particles(open_pixels(surface), depth, lens, rows.astype(np.float32), level=level)
    light: Floats = colours(surface).sum(axis=2)
    return light


def shown(*events: object, simulation: StandIn | None = None, tick: int = 5) -> Effects:
    """Effects after a tick in which this happened."""
    simulation = simulation or StandIn([box((-600, 600), (-200, 0))])
    simulation.resource(TickCount).value = tick
    simulation.components(1)[Events] = Events(list(events))
    scene = scene_of(simulation, None)
    effects = Effects(DUSK)
    effects.observe(simulation, scene, scene)
    return effects


def test_chances_are_even_and_follow_from_tick_and_order_alone() -> None:
    many = chances(7, 3, 5000, 4)

    assert many.min() >= 0.0
    assert many.max() < 1.0
    np.testing.assert_allclose(many.mean(axis=0), 0.5, atol=0.02)
    np.testing.assert_allclose(np.histogram(many, 10, (0, 1))[0] / many.size, 0.1, atol=0.01)
    np.testing.assert_array_equal(chances(7, 3, 5000, 4), many)
    assert abs(np.corrcoef(many[:, 0], many[:, 1])[0, 1]) < 0.05
    assert (chances(7, 4, 5000, 4) != many).mean() > 0.99
    assert (chances(8, 3, 5000, 4) != many).mean() > 0.99


@given(st.floats(0.05, 6.0), st.floats(-500, 500), st.floats(0, 1500), st.floats(0.0, 1.5))
def test_flight_is_that_of_linear_drag(drag: float, speed: float, weight: float, age: float) -> None:
    steps = 4000
    height, velocity, dt = 0.0, speed, age / steps
    for _ in range(steps):
        middle = velocity - (weight + drag * velocity) * dt / 2
        height += middle * dt
        velocity -= (weight + drag * middle) * dt

    assert flown(particle(speed=speed, drag=drag, weight=weight), age)[2] == pytest.approx(height, abs=0.5)


def test_drops_end_on_their_floor() -> None:
    falling = particle(weight=980.0)
    falling[0, FLOOR] = -30.0

    assert flown(falling, 0.1)[2] == pytest.approx(-4.9, abs=0.1)
    assert flown(falling, 5.0)[2] == -30.0


def test_a_pool_keeps_the_newest_and_takes_no_more_room() -> None:
    pool = Pool()
    rows, many = pool.rows, np.repeat(particle(), CAPACITY + 40, axis=0)
    many[:, SIZE] = np.arange(len(many))

    pool.add(many[:CAPACITY])
    pool.add(many[CAPACITY:])

    assert pool.rows is rows
    assert sorted(pool.alive(0.5)[:, SIZE]) == [*range(40, CAPACITY + 40)]


def test_a_pool_takes_nothing_that_is_not_finite_and_forgets_what_is_over() -> None:
    pool = Pool()
    broken = particle()
    broken[0, PLACE] = np.nan
    pool.add(np.concatenate((broken, particle(age=2.0))))

    assert len(pool.alive(1.9)) == 0
    assert pool.alive(2.25)[0, BIRTH] == pytest.approx(0.25)
    assert len(pool.alive(3.0)) == 0
    pool.clear()
    assert len(pool.alive(2.25)) == 0


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.RING])
def test_every_kind_is_seen_where_it_is_and_hidden_behind_the_level(kind: Kind) -> None:
    row = particle(kind, age=0.3)

    light = picture(row)
    rows, columns = np.nonzero(light)

    assert light.sum() > 1000.0
    assert rows.mean() == pytest.approx(47.5, abs=1.5)
    ahead = 0.57 * 10.0 * 0.84 if kind is Kind.CRESCENT else 0.0  # between its middle and its rim
    assert columns.mean() == pytest.approx(47.5 + ahead, abs=1.5)
    assert not picture(row, ring=-100.0).any()
    assert not picture(row, level=True).any()


def test_rings_lie_level() -> None:
    row = particle(Kind.RING, age=0.3)
    row[0, SIZE] = row[0, END_SIZE] = 40.0

    rows, columns = np.nonzero(picture(row, level=True) > 30.0)

    assert np.ptp(rows) / np.ptp(columns) == pytest.approx(Projection().sine, abs=0.06)
    assert not picture(row).any()


def test_particles_out_of_the_frame_are_cut() -> None:
    assert not picture(particle(place=vector(1e5, 0.0, 0.0))).any()
    assert not picture(particle(place=vector(0.0, 0.0, 1e5))).any()
    assert 0 < (picture(particle(place=vector(57.0, 0.0, 0.0))) > 0.0).sum() < 150


def test_goo_flies_out_of_the_victim_and_a_burst_is_the_same_every_time() -> None:
    def burst(seed: tuple[int, int]) -> Floats:
        return particles(
            GOO, point=vector(), direction=vector(1.0, 0.0, 0.0), colours=WHITE, time=2.0, seed=seed
        )

    rows = burst((3, 0))

    assert len(rows) == GOO.amount
    assert rows[:, VELOCITY][:, 0].mean() > 60.0
    assert (rows[:, BIRTH] == 2.0).all()
    assert ((rows[:, SIZE] >= GOO.size[0]) & (rows[:, SIZE] <= GOO.size[1])).all()
    np.testing.assert_array_equal(burst((3, 0)), rows)
    assert (burst((3, 1)) != rows).any()


def test_a_smaller_share_is_fewer_and_slower_particles() -> None:
    dust = Burst(Kind.PUFF, 20, (1.0, 1.0), (5.0, 5.0), 1.0, (100.0, 100.0))
    counts = []
    for share in (0.2, 1.0):
        rows = particles(
            dust, point=vector(), direction=UP, colours=WHITE, time=0.0, seed=(1, 1), share=share
        )
        counts.append((len(rows), np.abs(rows[:, VELOCITY]).max()))

    assert counts[0][0] == 4
    assert counts[1][0] == 20
    assert counts[0][1] < counts[1][1]


def happenings(slime: int, hero: int) -> list[object]:
    here = vector(0.0, 0.0, 30.0)
    return [
        Footstep(hero, "foot_l", here),
        Jumped(hero),
        Landed(hero, 500.0, here),
        Hit(hero, slime, here, UP),
        Died(slime, hero, here),
        Died(hero, slime, here),
        Hopped(slime),
        ImpulseApplied(slime, hero, here, UP, 300.0),
        PickedUp(99, hero, "gem", here),
        PickedUp(99, hero, "something", here),
        CheckpointReached(slime, hero),
        LevelCompleted(slime, hero),
        Respawned(hero),
        Noticed(slime, hero),
        Split(slime, 2, here),
        Merged(slime, (99,), here),
    ]


@pytest.mark.parametrize("number", range(16))
def test_everything_that_happens_to_somebody_is_shown(number: int) -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    slime, hero = simulation.add_slime((50.0, 0.0, 38.0)), simulation.add_hero((0.0, 0.0, 0.0))
    event = happenings(slime, hero)[number]

    effects = shown(event, simulation=simulation)

    assert effects.count(5 / 60 + 0.05) > 0
    assert effects.count(60.0) == 0


def test_what_is_no_event_for_the_eye_is_not_shown_and_who_is_gone_breaks_nothing() -> None:
    assert shown(OverlapBegan(2, 3)).count(0.1) == 0
    assert shown("something else").count(0.1) == 0
    gone = shown(*happenings(77, 78))
    assert gone.count(5 / 60 + 0.05) > 0


def test_harder_landings_raise_more_dust() -> None:
    soft, hard = shown(Landed(9, 60.0)), shown(Landed(9, 800.0))

    assert soft.count(0.15) < hard.count(0.15)


def test_goo_has_the_colour_of_its_slime() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    slime = simulation.add_slime((0.0, 0.0, 38.0), palette="pink")
    simulation.components(slime)[SlimeLook] = SlimeLook("pink")

    effects = shown(Died(slime, 0, vector(0.0, 0.0, 30.0)), simulation=simulation)
    drops = effects._pool.alive(5 / 60 + 0.02)
    drops = drops[drops[:, KIND] == Kind.DROP]

    assert len(drops) > 20
    assert (drops[:, COLOUR][:, 0] > drops[:, COLOUR][:, 1] + 40.0).all()


def test_dust_has_the_colour_of_the_ground() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    hero = simulation.add_hero((0.0, 0.0, 0.0), GroundContact(grounded=True, solid=0))
    beyond = simulation.add_hero((0.0, 0.0, 0.0), GroundContact(grounded=True, solid=44))

    assert shown(Jumped(hero), simulation=simulation).count(0.12) > 0
    assert shown(Jumped(beyond), simulation=simulation).count(0.12) > 0


def test_the_same_tick_shows_the_same_whatever_was_before_it() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    alone = shown(Landed(9, 500.0), simulation=simulation, tick=50)
    after = shown(Landed(9, 500.0), simulation=simulation, tick=49)
    scene = scene_of(simulation, None)
    simulation.resource(TickCount).value = 50
    after.observe(simulation, scene, scene)
    after.observe(simulation, scene, scene)  # the same tick again changes nothing

    newest = alone._pool.alive(50 / 60 + 0.01)
    np.testing.assert_allclose(after._pool.alive(50 / 60 + 0.01)[-len(newest) :], newest)
    assert after.count(50 / 60 + 0.01) == 2 * len(newest)


def test_after_a_step_back_in_time_nothing_is_left() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    effects = shown(Landed(9, 500.0), simulation=simulation, tick=50)
    simulation.resource(TickCount).value = 2
    simulation.resource(Events).items.clear()

    effects.observe(simulation, Scene(), Scene())

    assert effects.count(50 / 60 + 0.1) == 0
    assert effects.squash(9, 50 / 60 + 0.05) == 0.0


def test_a_body_gives_way_at_a_landing_springs_and_comes_to_rest() -> None:
    ages = np.linspace(0.0, 1.5, 400)
    shares = np.array([squash_after(900.0, float(age)) for age in ages])

    assert 0.08 < shares.max() <= MOST
    assert shares.min() < -0.005
    assert abs(shares[-1]) < 1e-3
    assert squash_after(50.0, 0.05) == 0.0
    assert squash_after(900.0, -0.1) == 0.0


def test_a_squashed_body_keeps_its_lowest_point_and_gets_wider() -> None:
    cones = np.zeros((2, FIELDS))
    cones[0, START], cones[0, END] = (-10.0, 0.0, 10.0), (10.0, 0.0, 90.0)
    cones[1, START] = cones[1, END] = (0.0, 0.0, 20.0)
    cones[:, (START_RADIUS, END_RADIUS)] = 5.0

    squashed = squash_cones(cones, 0.1)

    foot = 5.0
    np.testing.assert_allclose(squashed[:, 2] - foot, 0.9 * (cones[:, 2] - foot))
    np.testing.assert_allclose(squashed[0, 4] - squashed[0, 0], 1.05 * 20.0)
    assert squash_cones(cones, 0.0) is cones


def test_whoever_was_hurt_flashes_and_flickers_while_spared() -> None:
    simulation = StandIn()
    health = Health(flash_time=0.2)
    struck = simulation.add(health, HealthState(flash=0.1))
    spared = simulation.add(health, HealthState(invulnerable=0.5))
    simulation.add(health, HealthState())
    flashes = []
    for tick in range(16):
        simulation.resource(TickCount).value = tick
        flashes.append(scene_of(simulation, None).flashes)

    assert all(each[struck] >= 0.5 for each in flashes)
    assert {each.get(spared, 0.0) > 0.0 for each in flashes} == {True, False}
    assert all(set(each) <= {struck, spared} for each in flashes)


def test_a_blow_that_can_hit_is_seen_as_a_sickle_that_flies_ahead_and_begins_once() -> None:
    simulation = StandIn()
    strike = AttackState(
        hitting=True, start=vector(0.0, 0.0, 90.0), end=vector(-100.0, 0.0, 90.0), radius=50.0
    )
    simulation.add(strike)
    scene, effects = scene_of(simulation, None), Effects(DUSK)
    for tick in (1, 2, 3):
        simulation.resource(TickCount).value = tick
        effects.observe(simulation, scene, scene)

    rows = effects._pool.alive(1 / 60)
    (sickle,) = rows[rows[:, KIND] == Kind.CRESCENT]
    assert sickle[SIZE] == 50.0
    assert sickle[VELOCITY][0] < 0.0
    assert -100.0 < sickle[PLACE][0] < 0.0
    strike.hitting = False
    simulation.resource(TickCount).value = 4
    effects.observe(simulation, scene, scene)
    strike.hitting = True
    simulation.resource(TickCount).value = 5
    effects.observe(simulation, scene, scene)
    again = effects._pool.alive(5 / 60)
    assert (again[:, KIND] == Kind.CRESCENT).sum() == 2


def test_the_hand_that_strikes_leaves_light_on_its_way() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0), AttackState(hitting=True, end=vector(100.0)))
    before = scene_of(simulation, None)
    hand = MANNEQUIN.index("hand_r")
    pose = simulation.component(hero, SkeletonPose)
    pose.positions_ws[hand] += (30.0, 0.0, -20.0)
    simulation.resource(TickCount).value = 1
    effects = Effects(DUSK)

    effects.observe(simulation, before, scene_of(simulation, before))

    rows = effects._pool.alive(1 / 60)
    places = rows[rows[:, KIND] == Kind.SPARK][:, PLACE]
    np.testing.assert_allclose(places.min(axis=0)[0], before.figures[hero].positions[hand][0], atol=1e-3)
    np.testing.assert_allclose(places.max(axis=0)[0], pose.positions_ws[hand][0], atol=1e-3)


def test_a_sickle_is_bent_the_way_it_flies() -> None:
    pictures = []
    for speed in (1.0, -1.0):
        row = particle(Kind.CRESCENT)
        row[0, VELOCITY.start], row[0, SIZE], row[0, END_SIZE] = speed, 30.0, 30.0
        pictures.append(picture(row))

    right, left = pictures
    assert right[:, 50:].sum() > 1000.0
    assert right[:, :46].sum() == 0.0
    np.testing.assert_allclose(right, left[:, ::-1], atol=3.0)


def test_a_goal_that_stays_shut_says_so() -> None:
    simulation = StandIn()
    goal = simulation.add(Transform(vector(50.0, 0.0, 60.0)))
    simulation.components(1)[Events] = Events([GoalLocked(goal, 7, 3)])
    simulation.resource(TickCount).value = 1
    scene, effects = scene_of(simulation, None), Effects(DUSK)

    effects.observe(simulation, scene, scene)

    kinds = set(effects._pool.alive(1 / 60)[:, KIND])
    assert kinds == {Kind.FLASH, Kind.SPARK}


def test_whoever_is_hit_is_shaken_while_the_hit_holds_him_up() -> None:
    simulation = StandIn()
    struck, free = simulation.add(HealthState(hit_stop=0.06)), simulation.add(HealthState())
    sides = []
    for tick in range(8):
        simulation.resource(TickCount).value = tick
        shaken = scene_of(simulation, None).shaken
        assert free not in shaken
        sides.append(shaken[struck])
    simulation.component(struck, HealthState).hit_stop = 0.03

    assert set(sides) == {SHAKE, -SHAKE}
    assert abs(scene_of(simulation, None).shaken[struck]) == pytest.approx(SHAKE / 2)


def test_a_flash_lightens_slimes_and_characters() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    slime, hero = simulation.add_slime((-70.0, 0.0, 38.0)), simulation.add_hero((0.0, 0.0, 0.0))
    pictures = []
    for flash in (0.0, 0.2):
        for entity in (slime, hero):
            simulation.components(entity)[Health] = Health(flash_time=0.2)
            simulation.components(entity)[HealthState] = HealthState(flash=flash)
        view, surface = View((320, 180), zoom=0.5, wait=True), plain_surface((320, 180))
        view.draw(surface, simulation)
        pictures.append(colours(surface).sum(axis=2))
        view.close()

    brighter = pictures[1] - pictures[0] > 40.0
    assert brighter[:, :150].sum() > 50
    assert brighter[:, 150:].sum() > 50


def test_effects_leave_the_simulation_as_it_is() -> None:
    def ended(*, drawn: bool) -> str:
        simulation, view = Simulation.load("lagoon"), View((320, 180))
        surface = plain_surface((320, 180))
        for _ in range(40):
            simulation.tick(("right", "run", "jump"))
            if drawn:
                view.draw(surface, simulation)
        view.close()
        return simulation.state_hash()

    assert ended(drawn=True) == ended(drawn=False)
