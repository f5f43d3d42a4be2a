"""What is heard of a level."""

from collections.abc import Iterator
from typing import TypeVar, cast

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import vector
from components.camera import CameraFocus
from components.character import GroundContact
from components.events import (
    Died,
    Footstep,
    Hit,
    Hurt,
    ImpulseApplied,
    Jumped,
    Landed,
    LevelCompleted,
    Merged,
    PickedUp,
    Split,
)
from components.slime import SlimeContact
from components.softbody import Softbody, SoftbodyParticles
from components.terrain import Material, PlatformMotion, Solid, Terrain
from components.transform import Transform
from game.simulation import Simulation
from game.sound import player as sound_player
from game.sound.cues import REACH, Cue, Ears, heard_at, inside, material_at, pressed
from game.sound.player import APART, VOICES, SoundPlayer
from game.sound.recipes import RECIPES
from systems.collision.bake import bake_terrain
from systems.softbody.edit import place

Kind = TypeVar("Kind")
HERO, SLIME = 5, 6


def box(
    x: tuple[float, float],
    z: tuple[float, float],
    material: Material,
    *,
    depth: tuple[float, float] = (-150.0, 150.0),
    platform: int = -1,
) -> Solid:
    outline = np.array([(x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1])], dtype=np.float64)
    return Solid(outline, depth=depth, material=material, platform=platform)


class _Level:
    """Plays a simulation in which things happened."""

    def __init__(self, *events: object) -> None:
        self.tick_count = 1
        self.events = list(events)
        self.contact = GroundContact(grounded=True)
        self.pressed = SlimeContact()
        solids = (box((-500, 0), (-100, 0), Material.GRASS), box((0, 500), (-100, 0), Material.STONE))
        self.terrain = bake_terrain(solids)

    def resource(self, kind: type[Kind]) -> Kind:
        found: dict[type, object] = {Terrain: self.terrain, PlatformMotion: PlatformMotion()}
        return cast("Kind", found[kind])

    def entities_with(self, kind: type[Kind], /) -> list[tuple[int, tuple[Kind]]]:
        found: dict[type, list[tuple[int, object]]] = {
            Transform: [
                (HERO, Transform(vector(0.0, 0.0, 88.0))),
                (SLIME, Transform(vector(450.0, 0.0, 40.0))),
            ],
            CameraFocus: [(HERO, CameraFocus())],
            GroundContact: [(HERO, self.contact)],
            Softbody: [(SLIME, Softbody())],
            SlimeContact: [(SLIME, self.pressed)],
        }
        return [(entity, (cast("Kind", component),)) for entity, component in found[kind]]


def names_of(*events: object) -> list[str]:
    return [cue.name for cue in Ears().hear(_Level(*events))]


def test_events_are_heard_in_their_order() -> None:
    here = vector(0.0, 0.0, 80.0)
    events = (
        Jumped(HERO),
        Landed(HERO, 300.0, here),
        Landed(HERO, 900.0, here),
        ImpulseApplied(SLIME, HERO, here, here, 150.0),
        ImpulseApplied(SLIME, HERO, here, here, 400.0),
        Hit(HERO, SLIME, here),
        Hurt(HERO, SLIME, 1.0, 2.0),
        PickedUp(9, HERO, "gem", here),
        PickedUp(9, HERO, "hat", here),
        Died(SLIME, HERO, here),
        Died(HERO, SLIME, here),
        LevelCompleted(9, HERO),
        Split(SLIME, 2, here),
        Merged(SLIME, (9,), here),
    )
    wanted = (
        "jump land_soft land_hard squash_soft squash_hard hit hurt gem gem burst die door hop squash_soft"
    )
    assert names_of(*events) == wanted.split()


def test_what_is_faint_or_unknown_is_not_heard() -> None:
    here = vector(0.0, 0.0, 0.0)
    assert names_of(Landed(HERO, 20.0, here), ImpulseApplied(SLIME, HERO, here, here, 5.0), "coin") == []
    assert names_of(Hurt(SLIME, HERO, 1.0, 2.0)) == []
    assert names_of(Hit(HERO, SLIME, vector(1e5, 0.0, 0.0))) == []


@pytest.mark.parametrize(("x", "ground"), [(-100.0, "grass"), (100.0, "stone"), (9000.0, "grass")])
def test_steps_sound_of_their_ground(x: float, ground: str) -> None:
    cues = Ears().hear(_Level(Footstep(HERO, "foot_l", vector(x, 0.0, 0.0))))
    assert [cue.name for cue in cues] == ([f"step_{ground}"] if x < 5000 else [])


def test_steps_on_a_slime_are_wet() -> None:
    level = _Level(Footstep(HERO, "foot_l", vector(0.0, 0.0, 40.0)))
    level.contact.entity = SLIME
    assert [cue.name for cue in Ears().hear(level)] == ["step_slime"]


def test_ground_that_moved_is_found_where_it_is_now() -> None:
    solids = [box((0, 100), (0, 20), Material.WOOD, platform=0)]
    offsets = np.array([(300.0, 0.0, 50.0)])
    assert material_at(solids, offsets, 350.0, 60.0) is Material.WOOD
    assert material_at(solids, offsets, 50.0, 10.0) is None


def test_of_two_solids_the_one_in_the_lane_is_stepped_on() -> None:
    solids = [
        box((0, 100), (0, 20), Material.WOOD, depth=(150.0, 300.0)),
        box((0, 100), (0, 20), Material.STONE),
    ]
    assert material_at(solids, np.zeros((0, 3)), 50.0, 10.0) is Material.STONE


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_mix_of_a_triangles_corners_is_inside_and_its_mirror_is_not(a: float, b: float) -> None:
    u, v = (a, b) if a + b < 1.0 else (1.0 - a, 1.0 - b)
    triangle = np.array([(0.0, 0.0), (100.0, 0.0), (0.0, 100.0)])
    near_edge = abs(1.0 - u - v) < 1e-9 or min(u, v) < 1e-9
    assert near_edge or inside(triangle, 100.0 * u, 100.0 * v)
    assert not inside(triangle, -100.0 * u, 100.0 * v)


def test_a_slime_is_heard_when_it_is_pressed_all_at_once_and_not_while_it_stays_so() -> None:
    level, ears = _Level(), Ears()
    heard = []
    for pressure in (0.0, 0.0, 31.0, 24.0, 20.0, 18.0, 18.0, 19.0):
        level.pressed.pressure = pressure
        heard.append([cue.name for cue in ears.hear(level)])

    assert heard == [[], [], ["squash_hard"], [], [], [], [], []]


def test_a_slime_that_bears_somebody_is_heard_again_when_more_comes_down_on_it() -> None:
    level, ears = _Level(), Ears()
    level.pressed.pressure = 3.0
    for _ in range(60):
        assert ears.hear(level) == []
    level.pressed.pressure = 14.0

    assert [cue.name for cue in ears.hear(level)] == ["squash_soft"]


def test_pressure_makes_it_louder_and_flatness_makes_it_hard() -> None:
    loudness = [pressed(pressure, 0.9)[1] for pressure in (6.0, 12.0, 30.0, 60.0, 500.0)]

    assert loudness == sorted(loudness)
    assert loudness[-1] == 1.0
    assert [pressed(pressure, 0.9)[0] for pressure in (6.0, 27.0, 28.0)] == ["squash_soft"] * 2 + [
        "squash_hard"
    ]
    assert pressed(6.0, 0.45)[0] == "squash_hard"


@pytest.mark.parametrize(("drop", "expected"), [(30.0, "squash_soft"), (300.0, "squash_hard")])
def test_a_slime_that_falls_from_higher_up_is_heard_as_pressed_harder(drop: float, expected: str) -> None:
    simulation, ears = Simulation.load("stairs"), Ears()
    for _ in range(90):
        simulation.tick()
        ears.hear(simulation)
    slime = simulation.named("mint")
    place(
        simulation.component(slime, SoftbodyParticles),
        simulation.component(slime, Transform),
        simulation.component(slime, Transform).position + vector(0.0, 0.0, drop),
    )
    heard: list[Cue] = []
    while not heard and simulation.tick_count < 200:
        simulation.tick()
        heard = [cue for cue in ears.hear(simulation) if cue.name.startswith("squash")]

    assert heard[0].name == expected


def test_a_level_that_begins_anew_is_silent() -> None:
    level = _Level(Jumped(HERO))
    level.tick_count = 0
    assert Ears().hear(level) == []


def test_loudness_halves_at_its_reach_and_sides_are_sides() -> None:
    ear = (100.0, 0.0, 50.0)
    near, far = heard_at(ear, "hit", 1.0, ear, {}), heard_at(ear, "hit", 1.0, (100.0 + REACH, 0.0, 50.0), {})
    assert near == Cue("hit", 1.0, 0.0)
    assert far is not None
    assert far.gain == pytest.approx(0.5)
    assert far.pan > 0.5
    left = heard_at(ear, "hit", 1.0, (-5e2, 0.0, 50.0), {})
    assert left is not None
    assert left.pan < 0.0


@given(st.floats(0.0, 5000.0), st.floats(0.0, 5000.0))
def test_what_is_farther_is_never_louder(a: float, b: float) -> None:
    near, far = sorted((a, b))
    cues = [heard_at((0.0, 0.0, 0.0), "hit", 1.0, (x, 0.0, 0.0), {}) for x in (near, far)]
    gains = [cue.gain if cue else 0.0 for cue in cues]
    assert gains[0] >= gains[1]


@pytest.fixture
def silent_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.mark.usefixtures("silent_device")
def test_every_effect_can_be_played_and_the_same_not_twice_at_once() -> None:
    time = 0.0
    player = SoundPlayer(now=lambda: time)
    for name in RECIPES:
        if not name.startswith("step"):
            time += 1.0
            player.play(Cue(name, 0.5, -0.5))
    assert 0 < sum(pygame.mixer.Channel(i).get_busy() for i in range(VOICES)) <= VOICES
    pygame.mixer.stop()
    player.play(Cue("gem"))
    time += APART / 2
    player.play(Cue("gem"))
    assert sum(pygame.mixer.Channel(i).get_busy() for i in range(VOICES)) == 1
    player.switch()
    time += 1.0
    player.play(Cue("hit"))
    assert sum(pygame.mixer.Channel(i).get_busy() for i in range(VOICES)) == 1
    player.close()


@pytest.mark.usefixtures("silent_device")
def test_steps_vary() -> None:
    player = SoundPlayer()
    assert len({player._file_name("step_stone") for _ in range(3)}) == 3


def test_without_a_device_there_is_one_line_and_silence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> dict[str, pygame.mixer.Sound]:
        raise pygame.error("no such device")

    monkeypatch.setattr(sound_player, "_open_device", refuse)
    time = iter(range(9))
    player = SoundPlayer(now=lambda: float(next(time)))
    for name in ("hit", "jump", "hit"):
        player.play(Cue(name))
    player.close()
    assert capsys.readouterr().err == "warning: there is no sound: no such device\n"
