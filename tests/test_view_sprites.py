"""Sprites: pictures from beside the level, where they hang, which frame they show, what hides them."""

import io
import json
from pathlib import Path

import numpy as np
import pygame
import pytest
from stand_in import LIBRARY, MANNEQUIN, StandIn, box, colours

from components.arrays import vector
from components.character import CharacterState
from components.skeleton import SkeletonPose
from components.sprite import Pictures, Sprite, SpriteOutfit
from components.transform import Transform
from game.level.level import load_level
from game.level.problem import LevelError
from game.simulation import Simulation
from game.view import View
from game.view.arrays import Floats, Floats32
from game.view.notices import _noted
from game.view.pixels import open_pixels, plain_surface
from game.view.projection import Projection
from game.view.slimes.shade import Window
from game.view.sprites.painter import SpritePainter
from game.view.sprites.sheet import CHECKS, checker, read_sheet
from game.view.sprites.sight import Hung, Worn, sprites_of

SIZE = (320, 180)
RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own, and warnings as for the first time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _noted.clear()


def png(*stripes: tuple[int, int, int, int], width: int = 10, height: int = 20) -> bytes:
    """A picture of upright stripes of that size each [px]."""
    surface = pygame.Surface((width * len(stripes), height), pygame.SRCALPHA, 32)
    for number, colour in enumerate(stripes):
        surface.fill(colour, (number * width, 0, width, height))
    file = io.BytesIO()
    pygame.image.save(surface, file, "x.png")
    return file.getvalue()


def shown(
    sprite: Sprite,
    picture: bytes,
    *,
    turn: float = 0.0,
    flipped: bool = False,
    time: float = 0.0,
    flash: float = 0.0,
    ring: float = 1e9,
) -> Floats:
    """A sprite that hangs on the world's origin, on black, shape [96, 96, 3]; the origin is in the middle."""
    surface, depth = plain_surface((96, 96)), np.full((128, 128), ring, dtype=np.float32)
    painter = SpritePainter()
    painter.use({sprite.picture: picture})
    lens = Projection(scale=1.0).lens(-48, -48)
    hung = Hung(sprite, vector(), turn, flipped, sprite.depth)
    painter.draw(open_pixels(surface), Window(depth, -48, -48), lens, hung, time, flash)
    return colours(surface)


def extent(channel: Floats) -> tuple[float, float, float, float]:
    """First and past the last column and row that are more than half bright."""
    rows, columns = np.nonzero(channel > 127.0)
    return columns.min(), columns.max() + 1, rows.min(), rows.max() + 1


def test_a_picture_covers_its_pixels_from_its_anchor() -> None:
    sprite = Sprite("a", anchor=(0.0, 1.0))
    wide = Sprite("a", anchor=(0.5, 0.5), scale=2.0)

    np.testing.assert_allclose(extent(shown(sprite, png(RED))[..., 0]), (48, 58, 28, 48), atol=1)
    np.testing.assert_allclose(extent(shown(wide, png(RED))[..., 0]), (38, 58, 28, 68), atol=1)
    assert shown(sprite, png(RED))[35, 52].tolist() == [255.0, 0.0, 0.0]


def test_a_mirrored_picture_has_its_sides_changed() -> None:
    sprite = Sprite("a", anchor=(0.5, 0.5))
    straight, mirrored = (shown(sprite, png(RED, BLUE), flipped=flipped) for flipped in (False, True))

    assert straight[48, 42, 0] > 200.0
    assert straight[48, 54, 2] > 200.0
    np.testing.assert_allclose(mirrored[..., 2].sum(), straight[..., 0].sum(), rtol=0.02)
    assert mirrored[48, 42, 2] > 200.0


def test_a_turned_picture_lies_clockwise_round_its_anchor() -> None:
    sprite = Sprite("a", anchor=(0.5, 1.0))  # it stands on its place

    lying = shown(sprite, png(RED), turn=np.pi / 2)[..., 0]

    np.testing.assert_allclose(extent(lying), (48, 68, 43, 53), atol=1)


def test_frames_follow_one_another_and_begin_again() -> None:
    sprite = Sprite("a", columns=3, rate=10.0)
    picture = png(RED, GREEN, BLUE)

    middles = [shown(sprite, picture, time=0.05 + 0.1 * number)[48, 48].argmax() for number in range(5)]

    assert middles == [0, 1, 2, 0, 1]
    assert shown(Sprite("a", columns=3), picture, time=7.0)[48, 48].argmax() == 0
    assert extent(shown(sprite, picture)[..., 0])[:2] == pytest.approx((43, 53), abs=1)


def test_what_is_see_through_lets_light_through() -> None:
    faint = shown(Sprite("a"), png((255, 255, 255, 128)))

    assert faint[48, 48, 0] == pytest.approx(128.0, abs=2.0)


def test_a_flash_makes_it_white() -> None:
    np.testing.assert_allclose(shown(Sprite("a"), png(RED), flash=1.0)[48, 48], 255.0, atol=1)
    np.testing.assert_allclose(shown(Sprite("a"), png(RED), flash=0.5)[48, 48], (255, 127, 127), atol=2)


def test_the_level_hides_it_where_that_is_nearer() -> None:
    sprite = Sprite("a", anchor=(0.5, 0.5))

    assert not shown(sprite, png(RED), ring=-30.0).any()
    assert shown(sprite, png(RED), ring=30.0).any()
    assert not shown(Sprite("a", depth=60.0), png(RED), ring=30.0).any()
    half = shown(sprite, png(RED, height=40), ring=-4.0)[
        ..., 0
    ]  # above the middle it is nearer, below farther
    assert half[32, 48] > 200.0
    assert half[66, 48] == 0.0


def test_a_missing_picture_is_a_checker_and_one_warning() -> None:
    with pytest.warns(UserWarning, match=r"there is no pictures/moon\.png"):
        sheet = read_sheet("moon", None)
    np.testing.assert_array_equal(sheet, checker())
    assert read_sheet("moon", None).shape == sheet.shape  # the second time without a warning
    assert {tuple(pixel) for pixel in sheet[..., :3].reshape(-1, 3).tolist()} == set(CHECKS)


@pytest.mark.parametrize("content", [b"", b"no picture", png(RED)[:60]])
def test_a_picture_that_cannot_be_read_is_a_checker_and_one_warning(content: bytes) -> None:
    with pytest.warns(UserWarning, match=r"pictures/moon\.png cannot be read"):
        assert read_sheet("moon", content).shape == checker().shape


def test_colours_are_multiplied_by_alpha_so_that_edges_stay_clean() -> None:
    sheet: Floats32 = read_sheet("a", png((200, 100, 50, 0), (200, 100, 50, 255)))

    assert not sheet[:, :10].any()
    np.testing.assert_allclose(sheet[5, 15], (200, 100, 50, 255))


def test_sprites_face_where_their_entity_looks() -> None:
    simulation, left = StandIn(), np.array((0.0, 0.0, 1.0, 0.0))
    walker = simulation.add(Sprite("a"), Transform(), CharacterState(facing=-1.0))
    turned = simulation.add(Sprite("a"), Transform(rotation=left))
    plain = simulation.add(Sprite("a"), Transform())
    simulation.add(Transform())
    simulation.add(Sprite("a"), Transform(vector(np.nan, 0.0, 0.0)))

    worn = sprites_of(simulation)

    assert {entity: each.facing for entity, each in worn.items()} == {walker: -1.0, turned: -1.0, plain: 1.0}


def hang_on(sprite: Sprite, facing: float = 1.0, pose: SkeletonPose | None = None) -> Hung:
    """How a sprite hangs on a mannequin in its reference pose, or in another."""
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0))
    own = pose or simulation.component(hero, SkeletonPose)
    worn = Worn((sprite,), facing)
    body = type("Body", (), {"positions": own.positions_ws, "rotations": own.rotations_ws})()
    (hung,) = SpritePainter().hung(worn, vector(0.0, 0.0, 88.0), body, MANNEQUIN)
    return hung


def test_a_sprite_hangs_on_its_bone_and_turns_with_it() -> None:
    simulation = StandIn()
    pose = simulation.component(simulation.add_hero((0.0, 0.0, 0.0)), SkeletonPose)
    row = MANNEQUIN.index("head")
    still = hang_on(Sprite("a", bone="head", offset=vector(3.0, 0.0, 5.0)))
    np.testing.assert_allclose(still.place, pose.positions_ws[row] + (3.0, 0.0, 5.0))
    assert still.turn == pytest.approx(0.0)

    angle = np.radians(30.0)  # about +Y: what points up leans to the right
    lean = np.array((0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)))
    x, y, z, w = pose.rotations_ws[row]
    a, b = lean[1], lean[3]
    pose.rotations_ws[row] = (b * x + a * z, b * y + a * w, b * z - a * x, b * w - a * y)
    leaning = hang_on(Sprite("a", bone="head", offset=vector(0.0, 0.0, 10.0)), pose=pose)
    assert leaning.turn == pytest.approx(angle)
    np.testing.assert_allclose(
        leaning.place - pose.positions_ws[row], (10.0 * np.sin(angle), 0.0, 10.0 * np.cos(angle)), atol=1e-9
    )
    assert hang_on(Sprite("a", bone="head", turns=False), pose=pose).turn == 0.0


def test_a_bone_that_is_not_there_is_the_entity_itself_and_one_warning() -> None:
    with pytest.warns(UserWarning, match='bone "fin"'):
        hung = hang_on(Sprite("a", bone="fin", offset=vector(5.0, 0.0, 0.0)), facing=-1.0)
    np.testing.assert_allclose(hung.place, (-5.0, 0.0, 88.0))
    assert hung.flipped
    assert not hang_on(Sprite("a", flip=False), facing=-1.0).flipped


def test_the_farthest_sprite_of_an_outfit_is_drawn_first() -> None:
    sprites = (Sprite("near"), Sprite("far", depth=9.0), Sprite("behind", offset=vector(0.0, 20.0, 0.0)))

    hung = SpritePainter().hung(Worn(sprites, 1.0), vector(), None, None)

    assert [each.sprite.picture for each in hung] == ["behind", "far", "near"]


@pytest.mark.parametrize(("depth", "hidden"), [(60.0, True), (-60.0, False)])
def test_a_sprite_that_counts_as_farther_away_is_drawn_before_others(depth: float, *, hidden: bool) -> None:
    simulation = StandIn()
    simulation.add(Transform(vector(0.0, 0.0, 100.0)), Sprite("a", depth=depth))
    simulation.add(Transform(vector(0.0, -10.0, 100.0)), Sprite("b"))
    simulation.add(Pictures({"a": png(RED), "b": png(BLUE)}))
    simulation.components(1)[Pictures] = Pictures({"a": png(RED), "b": png(BLUE)})
    view, surface = View(SIZE, wait=True), plain_surface(SIZE)

    view.draw(surface, simulation)
    view.close()

    column, row = (round(number) for number in view.world_to_screen((0.0, -5.0, 100.0)))
    blue, red = colours(surface)[row, column, 2], colours(surface)[row, column, 0]
    assert (blue > red) == hidden


def test_a_skeleton_wears_sprites_instead_of_limbs_and_an_entity_its_own() -> None:
    pictures = Pictures({"face": png(GREEN, width=40, height=40)})

    def picture(*extra: object) -> Floats:
        simulation = StandIn([box((-600, 600), (-200, 0))])
        simulation.components(1)[Pictures] = pictures
        simulation.components(1)[type(LIBRARY)] = LIBRARY
        simulation.add_hero((0.0, 0.0, 0.0), *extra)
        view, surface = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
        view.draw(surface, simulation)
        view.close()
        return colours(surface)

    limbs, head = picture(), Sprite("face", bone="head")
    puppet, both = picture(SpriteOutfit((head,))), picture(head)
    green = (puppet[..., 1] > 180.0) & (puppet[..., 0] < 60.0) & (puppet[..., 2] < 60.0)

    assert 150 < green.sum() < 400
    assert (np.abs(puppet - limbs).max(axis=2) > 30.0).sum() > 600  # no boots, no trousers
    assert 150 < (np.abs(both - limbs).max(axis=2) > 30.0).sum() < 450


def level_with(folder: Path, sprite: dict[str, object]) -> Path:
    """A level with one sprite."""
    entity = {"name": "lamp", "components": {"Transform": {"position": [0, 0, 50]}, "Sprite": sprite}}
    file = folder / "mine.json"
    file.write_text(json.dumps({"entities": [entity]}))
    return file


def test_a_level_brings_its_pictures_and_its_hash_does_not_depend_on_them(tmp_path: Path) -> None:
    file = level_with(tmp_path, {"picture": "lamp"})
    without = Simulation.load(file)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "lamp.png").write_bytes(png(RED))
    simulation = Simulation.load(file)

    assert simulation.resource(Pictures).files == {"lamp": png(RED)}
    assert without.resource(Pictures).files == {}
    assert simulation.state_hash() == without.state_hash()


def test_levels_without_sprites_carry_no_pictures() -> None:
    with pytest.raises(LookupError):
        Simulation.load("stairs").resource(Pictures)


@pytest.mark.parametrize("name", ["../secret", "a/b", "", "a.png", "/etc/passwd"])
def test_a_sprite_cannot_name_a_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(LevelError, match="picture"):
        load_level(level_with(tmp_path, {"picture": name}))


def test_a_picture_that_is_a_link_out_of_the_level_is_refused(tmp_path: Path) -> None:
    inside, outside = tmp_path / "level", tmp_path / "secret.png"
    (inside / "pictures").mkdir(parents=True)
    outside.write_bytes(png(RED))
    (inside / "pictures" / "lamp.png").symlink_to(outside)

    with pytest.raises(LevelError, match="leads out"):
        load_level(level_with(inside, {"picture": "lamp"}))


def test_a_sprite_needs_a_picture_and_sensible_numbers(tmp_path: Path) -> None:
    for sprite in (
        {},
        {"picture": "a", "scale": 0},
        {"picture": "a", "columns": 0},
        {"picture": "a", "rate": -1},
    ):
        with pytest.raises(LevelError):
            load_level(level_with(tmp_path, sprite))


def test_an_outfit_of_sprites_can_be_written_in_a_level(tmp_path: Path) -> None:
    entity = {
        "name": "puppet",
        "prefab": "hero",
        "components": {
            "SpriteOutfit": {"sprites": [{"picture": "face", "bone": "head", "anchor": [0.5, 1]}]}
        },
    }
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"entities": [entity]}))

    (blueprint,) = load_level(file).entities

    outfit = blueprint.by_class_name()["SpriteOutfit"]
    assert isinstance(outfit, SpriteOutfit)
    (sprite,) = outfit.sprites
    assert (sprite.picture, sprite.bone, sprite.anchor) == ("face", "head", (0.5, 1.0))
