"""The bundled levels: what they hold, that they are sound, and that a hero can cross them."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from components.appearance import SlimeLook
from components.arrays import Floats, vector
from components.camera import CameraFocus
from components.character import CharacterMotor, GroundContact
from components.collider import CapsuleCollider, Layer
from components.foot_ik import FootIK
from components.skeleton import Skeleton
from components.softbody import Softbody
from components.terrain import Material, PlatformMotion, Solid, Terrain
from components.transform import Transform
from game.level.files import bundled_levels
from game.level.level import Level, load_level
from game.simulation import Simulation
from systems.collision.bake import bake_terrain
from systems.collision.layers import layer_bits
from systems.collision.query import line_trace

APEX = 520.0**2 / (2 * 980.0)
"""How high the hero's feet rise in a jump [cm]: v² / 2g."""

LEVELS = ["cavern", "lagoon", "meadow", "stairs", "summit"]


def test_these_levels_are_bundled() -> None:
    assert set(LEVELS) <= set(bundled_levels())


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Level:
    return load_level(request.param)


def entity(level: Level, name: str) -> dict[type, object]:
    """An entity's components by class."""
    (found,) = (entity for entity in level.entities if entity.name == name)
    return {type(component): component for component in found.components}


def is_body(parts: dict[type, object]) -> bool:
    """Whether an entity can stand on the ground."""
    return Softbody in parts or CapsuleCollider in parts


def playable(level: Level) -> list[Solid]:
    """Solids the hero can touch: those that reach into its lane."""
    return [solid for solid in level.solids if solid.depth[0] < 0.0 < solid.depth[1]]


def test_terrain_lies_within_the_bounds(level: Level) -> None:
    x_min, x_max, z_min, z_max = level.bounds
    for solid in level.solids:
        assert (solid.outline >= (x_min, z_min)).all()
        assert (solid.outline <= (x_max, z_max)).all()


def test_walls_stand_at_both_ends(level: Level) -> None:
    x_min, x_max, _, _ = level.bounds
    for end in (x_min, x_max):
        walls = [solid for solid in playable(level) if end in solid.outline[:, 0]]
        assert max(solid.outline[:, 1].max() for solid in walls) > 2 * APEX


def test_every_level_can_be_baked(level: Level) -> None:
    assert len(bake_terrain(level.solids).arrays.prisms) >= len(level.solids)


def test_nothing_begins_inside_terrain(level: Level) -> None:
    terrain = bake_terrain(level.solids)
    motion = PlatformMotion(np.zeros((len(level.platforms), 3)), np.zeros((len(level.platforms), 3))).arrays
    bodies = [parts for blueprint in level.entities if is_body(parts := entity(level, blueprint.name))]
    assert len(bodies) > 1
    for parts in bodies:
        place = parts[Transform]
        assert isinstance(place, Transform)
        down = line_trace(terrain.arrays, motion, place.position, place.position - vector(0.0, 0.0, 95.0))
        assert down.hit
        assert not down.started_inside


def test_the_hero_has_what_a_hero_needs(level: Level) -> None:
    hero = entity(level, "hero")
    motor, feet = hero[CharacterMotor], hero[FootIK]
    assert isinstance(motor, CharacterMotor)
    assert isinstance(feet, FootIK)
    assert motor.player
    assert feet.offset_distance == 0.0
    assert hero[Skeleton] == Skeleton("mannequin")
    assert CameraFocus in hero
    assert set(level.library.clips["mannequin"]) >= {"idle", "walk", "run", "jump", "fall", "land", "attack"}


def test_three_slimes_live_on_the_stairs() -> None:
    level = load_level("stairs")
    for name in ("mint", "pink", "amber"):
        slime = entity(level, name)
        body = slime[Softbody]
        assert isinstance(body, Softbody)
        assert (body.radius, body.mass) == (40.0, 20.0)
        assert slime[SlimeLook] == SlimeLook(name)


def test_the_stairs_are_eight_steps_of_18_by_28() -> None:
    level = load_level("stairs")
    flight = [solid for solid in level.solids if solid.material is Material.STONE][:8]
    sizes = [(float(np.ptp(solid.outline[:, 0])), float(solid.outline[:, 1].max())) for solid in flight]
    assert sizes == [(28.0, 18.0 * step) for step in range(1, 9)]


def test_the_slopes_are_20_and_35_degrees() -> None:
    slopes = [solid.outline for solid in playable(load_level("stairs")) if len(solid.outline) == 4]
    tops = [outline[2] - outline[3] for outline in slopes]
    angles = sorted({round(math.degrees(math.atan2(rise, run))) for run, rise in tops if rise})
    assert angles == [-35, 20]


def test_a_crate_of_60_must_be_jumped() -> None:
    crates = [solid for solid in playable(load_level("stairs")) if solid.material is Material.WOOD]
    sizes = [np.ptp(crate.outline, axis=0).tolist() for crate in crates]
    assert sizes.count([60.0, 60.0]) == 2
    assert CharacterMotor().step_height < 60.0 < APEX


@dataclass
class Traveller:
    """Runs to the right, jumps over what is in the way, and over gaps as soon as there is ground behind."""

    simulation: Simulation
    x: float = 0.0
    waited: int = 0
    landing: float = -math.inf
    jumped: bool = False

    def actions(self) -> list[str]:
        """What to hold this tick."""
        hero = self.simulation.named("hero")
        place = self.simulation.component(hero, Transform).position
        moved, self.x = float(place[0]) - self.x, float(place[0])
        if not self.simulation.component(hero, GroundContact).grounded:
            return ["right", "run", "jump"] if self.x < self.landing else []
        self.waited = self.waited + 1 if moved < 0.5 else 0
        self.landing, released, self.jumped = -math.inf, not self.jumped, False
        if self.ground_ahead(place, 60.0):
            return self.jump(math.inf) if self.waited > 5 and released else ["right", "run"]
        far = [gap for gap in range(80, 280, 20) if self.ground_ahead(place, gap)]
        return self.jump(self.x + far[0] + 20.0) if far and released else []

    def jump(self, landing: float) -> list[str]:
        """Takes off for a place on X."""
        self.jumped, self.landing = True, landing
        return ["right", "run", "jump"]

    def ground_ahead(self, place: Floats, ahead: float) -> bool:
        """Whether there is ground not far below the feet, or a wall."""
        start = place + vector(ahead)
        terrain, motion = self.simulation.resource(Terrain), self.simulation.resource(PlatformMotion)
        mask = layer_bits((Layer.TERRAIN, Layer.PLATFORM))
        end = start - vector(0.0, 0.0, 88.0 + 150.0)
        found = line_trace(terrain.arrays, motion.arrays, start, end, layer_mask=mask)
        return found.hit or found.started_inside


@pytest.mark.parametrize(("name", "goal", "seconds"), [("meadow", 1900.0, 30), ("stairs", 4390.0, 60)])
def test_a_hero_can_cross_the_level(name: str, goal: float, seconds: int) -> None:
    traveller = Traveller(Simulation.load(name))
    for slime, _ in traveller.simulation.entities_with(Softbody):
        traveller.simulation.despawn(slime)  # the ground is in question; slimes push, so it comes out of step
    for _ in range(seconds * 60):
        traveller.simulation.tick(traveller.actions())
        if traveller.x >= goal:
            break
    assert traveller.x >= goal
