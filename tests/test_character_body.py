"""What a character is made of: its capsule, what it meets, its lane, and who steers it."""

import math

import esper
import pytest
from scenes import box, build_world, feet_of, ground_of, hill, move, place_of, spawn_walker, velocity_of

from components.character import CharacterIntent, CharacterMotor
from components.collider import CapsuleCollider, Layer
from components.events import Jumped
from components.transform import Transform
from components.world import Events
from systems.query import resource

pytestmark = pytest.mark.usefixtures("world")

FLOOR = box(-3000, 3000, -100, 0)


def capsule_of(entity: int) -> CapsuleCollider:
    return esper.component_for_entity(entity, CapsuleCollider)


def test_a_switched_off_capsule_stays_where_it_is() -> None:
    build_world([FLOOR])
    entity = spawn_walker(feet=500)
    capsule_of(entity).enabled = False
    move(30, "right", "jump")
    assert tuple(place_of(entity)) == (0, 0, 588)
    capsule_of(entity).enabled = True
    move(1)
    assert feet_of(entity) < 500


def test_layers_that_it_does_not_meet_are_air() -> None:
    build_world([FLOOR, box(-500, 500, 100, 110, layer=Layer.PLATFORM)])
    entity, ghost = spawn_walker(feet=300), spawn_walker(feet=300)
    capsule_of(ghost).mask = (Layer.TERRAIN,)
    move(90)
    assert feet_of(entity) == pytest.approx(110.02, abs=1e-6)
    assert feet_of(ghost) == pytest.approx(0.02, abs=1e-6)


def test_solids_of_another_lane_of_depth_are_air() -> None:
    build_world(
        [FLOOR, box(100, 200, 0, 500, depth=(50.0, 150.0)), box(400, 500, 0, 500, depth=(-10.0, 10.0))]
    )
    entity = spawn_walker()
    move(200, "right", "run")
    assert place_of(entity)[0] == pytest.approx(400 - 34.02, abs=1e-6)


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_scale_makes_the_capsule_larger(scale: float) -> None:
    build_world([FLOOR, box(400, 500, 0, 900)])
    entity = spawn_walker(feet=300)
    esper.component_for_entity(entity, Transform).scale = scale
    move(90)
    assert place_of(entity)[2] == pytest.approx(88 * scale + 0.02, abs=1e-6)
    move(200, "right")
    assert place_of(entity)[0] == pytest.approx(400 - 34 * scale - 0.02, abs=1e-6)


@pytest.mark.parametrize("half_height", [40.0, 20.0])
def test_a_capsule_no_higher_than_wide_is_a_sphere(half_height: float) -> None:
    build_world([FLOOR])
    entity = spawn_walker(feet=100)
    capsule_of(entity).radius, capsule_of(entity).half_height = 40.0, half_height
    move(90)
    assert place_of(entity)[2] == pytest.approx(40.02, abs=1e-6)
    move(60, "right")
    assert velocity_of(entity)[0] == 150


def test_only_the_players_characters_follow_the_actions() -> None:
    build_world([FLOOR])
    hero, other = spawn_walker(), spawn_walker()
    esper.component_for_entity(other, CharacterMotor).player = False
    intent = esper.component_for_entity(other, CharacterIntent)
    intent.direction = -1.0
    move(60, "right")
    assert velocity_of(hero)[0] == 150
    assert velocity_of(other)[0] == -150
    intent.jump_pressed = intent.jump_held = True
    move(1, "right")
    assert resource(Events).items == [Jumped(other)]


def test_motors_are_numbers_of_their_own() -> None:
    build_world([FLOOR, box(300, 900, 0, 70)])
    entity = spawn_walker(walk_speed=90.0, jump_speed=300.0, step_height=80.0, acceleration=100.0)
    move(10)
    move(30, "right")
    assert velocity_of(entity)[0] == pytest.approx(50)
    move(1, "right", "jump")
    assert velocity_of(entity)[2] == pytest.approx(300 - 980 / 60)
    move(400, "right")
    assert feet_of(entity) == pytest.approx(70.02, abs=1e-6)


@pytest.mark.parametrize(("walkable", "grounded"), [(29.9, False), (30.1, True), (80.0, True)])
def test_the_walkable_angle_is_a_number_too(walkable: float, *, grounded: bool) -> None:
    build_world([hill(30, start=-1000, run=3000)])
    height = 1000 * math.tan(math.radians(30)) + 34.02 / math.cos(math.radians(30)) - 34
    entity = spawn_walker(feet=height, walkable_angle=walkable)
    move(10)
    assert ground_of(entity).grounded is grounded


def test_a_world_without_characters_ticks() -> None:
    build_world([])
    move(3, "right")


def test_a_level_without_terrain_is_one_long_fall() -> None:
    build_world([])
    entity = spawn_walker()
    move(60)
    assert velocity_of(entity)[2] == pytest.approx(-980)
