"""Keeping the painted level: chunks, the depth ring, the disk, and what moves."""

import os
from pathlib import Path

import numpy as np
import pytest
from stand_in import box, colours

from game.cache import cache_folder
from game.view import notices
from game.view.arrays import FAR
from game.view.pixels import open_pixels, plain_surface
from game.view.projection import Projection
from game.view.terrain.bake import Layer, Region, excerpt, ground_of
from game.view.terrain.chunks import visible_places
from game.view.terrain.level import TerrainPicture
from game.view.terrain.painter import Order, Painter
from game.view.terrain.ring import CHUNK, DepthRing
from game.view.terrain.sprites import PlacedSprites, sprites_of
from game.view.terrain.store import LayerStore, code_version, layer_key
from game.view.theme import theme_named

SIZE = (320, 180)
REGION = Region(-32, -64, 64, 64)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def order(*, height: float = 40.0) -> Order:
    ground = ground_of([box((-100, 100), (0, height))], theme_named("dusk"), Projection())
    found = excerpt(ground, REGION)
    assert found is not None
    return Order(found, REGION, ground.theme, ground.projection)


def layer_of(depth: float) -> Layer:
    return Layer(
        np.zeros((CHUNK, CHUNK, 4), dtype=np.uint8), np.full((CHUNK, CHUNK), depth, dtype=np.float32)
    )


def test_a_window_touches_the_chunks_it_overlaps() -> None:
    assert list(visible_places(0, 0, 256, 256)) == [(0, 0)]
    assert list(visible_places(-1, 255, 2, 2)) == [(-1, 0), (0, 0), (-1, 1), (0, 1)]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (64, 64), (257, 256), (1920, 1080)])
def test_the_ring_has_room_for_every_chunk_a_frame_can_touch(width: int, height: int) -> None:
    ring = DepthRing(width, height)
    rows, columns = (size // CHUNK for size in ring.values.shape)

    for corner in (0, 1, CHUNK - 1, -77):
        places = list(visible_places(corner, corner, width, height))
        slots = {(column % columns, row % rows) for column, row in places}
        assert len(slots) == len(places)


def test_the_ring_holds_the_depth_of_the_chunk_that_came_last() -> None:
    ring = DepthRing(*SIZE)
    columns = ring.values.shape[1]
    near, far = layer_of(5.0), layer_of(9.0)

    ring.hold(-1, 0, near)
    assert ring.values[0, -1 & (columns - 1)] == 5.0
    ring.hold(-1 + columns // CHUNK, 0, far)
    assert ring.values[0, -1 & (columns - 1)] == 9.0
    ring.hold(-1, 0, None)
    assert ring.values[0, -1 & (columns - 1)] == FAR


def test_a_painted_region_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    first, second = Painter[int](LayerStore(tmp_path)), Painter[int](LayerStore(tmp_path))

    painted = first.paint_now(order())
    kept = LayerStore(tmp_path).load(layer_key(*order()), REGION)

    assert kept is not None
    for layer in (kept, second.paint_now(order())):
        np.testing.assert_array_equal(layer.picture, painted.picture)
        np.testing.assert_array_equal(layer.depth, painted.depth)


def test_a_region_that_looks_different_has_another_name() -> None:
    assert layer_key(*order()) == layer_key(*order())
    assert layer_key(*order()) != layer_key(*order(height=41.0))
    assert layer_key(*order()) != layer_key(*order()._replace(theme=theme_named("meadow")))
    assert len(code_version()) == 16


def test_a_damaged_file_is_painted_anew(tmp_path: Path) -> None:
    painter = Painter[int](LayerStore(tmp_path))
    painted = painter.paint_now(order())
    for path in tmp_path.iterdir():
        path.write_bytes(b"nonsense")

    again = Painter[int](LayerStore(tmp_path)).paint_now(order())

    np.testing.assert_array_equal(again.picture, painted.picture)


def test_a_cache_that_cannot_be_written_is_told_once_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(notices, "_noted", set())
    painter = Painter[int](LayerStore(blocked / "terrain"))

    with pytest.warns(UserWarning, match="cannot be kept in"):
        painter.paint_now(order())
    painter.paint_now(order())  # a second warning would be an error


def test_what_was_kept_first_goes_first_when_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age, name in enumerate(("new", "middle", "old")):
        (tmp_path / name).write_bytes(bytes(1000))
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    monkeypatch.setattr("game.view.terrain.store.ROOM", 1500)

    LayerStore(tmp_path).save("newest", Layer(np.zeros((1, 1, 4), np.uint8), np.zeros((1, 1), np.float32)))

    assert {path.name for path in tmp_path.iterdir()} == {"newest", "new"}


def test_the_cache_is_where_the_user_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == tmp_path / "softstep"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() == tmp_path / "home" / ".cache" / "softstep"


def test_the_level_is_plain_at_once_and_painted_in_the_end() -> None:
    picture = TerrainPicture([box((-200, 200), (-200, 0))], theme_named("dusk"), Projection(), SIZE)
    plain, painted = plain_surface(SIZE), plain_surface(SIZE)

    picture.draw(plain, -160, -90)
    picture.finish(-160, -90)
    picture.draw(painted, -160, -90)

    assert len(np.unique(colours(plain).reshape(-1, 3), axis=0)) < 8
    assert len(np.unique(colours(painted).reshape(-1, 3), axis=0)) > 1000
    picture.close()


def test_the_background_paints_what_is_in_sight_without_being_waited_for() -> None:
    picture = TerrainPicture([box((-200, 200), (-200, 0))], theme_named("dusk"), Projection(), SIZE)
    frame, waited = plain_surface(SIZE), plain_surface(SIZE)
    for _ in range(60):
        picture.draw(plain_surface(SIZE), -160, -90)
        picture._collect(wait=True)
    picture.draw(frame, -160, -90)

    picture.finish(-160, -90)
    picture.draw(waited, -160, -90)

    np.testing.assert_array_equal(colours(frame), colours(waited))
    picture.close()


def test_a_moving_platform_is_drawn_where_it_is_and_leaves_the_depth_as_it_was() -> None:
    projection = Projection()
    (sprite,) = sprites_of([box((0, 100), (0, 20), platform=0)], theme_named("dusk"), projection)
    ring = np.full((256, 512), FAR, dtype=np.float32)
    ring[:, 100:110] = -1e6  # something nearer than anything
    before = ring.copy()
    for offset in (np.zeros(3), np.array((50.0, 0.0, 25.0))):
        surface = plain_surface(SIZE)
        pixels = open_pixels(surface)
        placed = PlacedSprites(pixels, ring, projection, -100, -100)
        placed.place(sprite, offset)
        u, v, depth = projection.project(np.array((50.0, -150.0, 10.0)) + offset)
        column, row = int(u) + 100, int(v) + 100

        assert pixels[row, column] & 0xFFFFFF
        assert abs(ring[int(v) & 255, int(u) & 511] - depth) < 2.0
        assert not (pixels[:, 200:210] & 0xFFFFFF).any()
        placed.take_away()
        np.testing.assert_array_equal(ring, before)


@pytest.mark.parametrize(("way", "seen"), [(0.0, 0), (-3000.0, 1)])
def test_a_platform_is_placed_when_it_comes_into_sight(way: float, seen: int) -> None:
    solids = [box((-200, 200), (-200, 0)), box((2950, 3050), (40, 60), platform=0)]
    picture = TerrainPicture(solids, theme_named("dusk"), Projection(), SIZE)
    frame = plain_surface(SIZE)
    picture.draw(frame, -160, -90)

    placed = picture.place_moving(open_pixels(frame), -160, -90, np.array([(way, 0.0, 0.0)]))

    assert len(placed._covered) == seen
    placed.take_away()
    picture.close()
