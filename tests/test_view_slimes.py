"""Slimes: refined meshes, coverage and thickness of a sphere, gel, faces, and what hides them."""

import itertools
import math

import numpy as np
import pytest
from stand_in import box

from game.view import notices
from game.view.arrays import FAR, Floats32, Pixels, single
from game.view.decals import draw_decal, shadow_decal
from game.view.projection import Lens, Projection
from game.view.slimes.face import (
    BLINK_TICKS,
    Mood,
    blinks,
    bubble_marks,
    face_marks,
    look_at,
    mood_of,
    place_marks,
    wandering_look,
)
from game.view.slimes.gel import BASE, SHEEN, TABLE, gel_of
from game.view.slimes.mesh import DrawnMesh, refine, refined, surface_mesh
from game.view.slimes.painter import SlimePainter
from game.view.slimes.raster import (
    BACK,
    COVER,
    FRONT,
    NORMAL_X,
    NORMAL_Y,
    TileBox,
    box_in_frame,
    fill_mesh,
    mesh_bounds,
    see_mesh,
    soften_outline,
)
from game.view.slimes.shade import Window, hidden
from game.view.terrain.bake import Region, bake, ground_of
from game.view.theme import theme_named
from systems.softbody.topology import icosphere

RADIUS = 60.0
SIZE = (256, 128)
THEME = theme_named("dusk")


def lens_on(x: float, y: float, z: float) -> Lens:
    """A frame with that point in its middle."""
    u, v, _ = Projection().project(np.array((x, y, z)))
    return Projection().lens(round(u) - SIZE[0] // 2, round(v) - SIZE[1] // 2)


def sphere(subdivisions: int = 3) -> tuple[Floats32, Floats32, TileBox]:
    """A seen sphere around the origin, its tile, and where that lies."""
    topology = icosphere(subdivisions)
    mesh = surface_mesh(topology.triangles, len(topology.rest_positions))
    positions = (topology.rest_positions * RADIUS).astype(np.float32)
    seen = see_mesh(positions, mesh.triangles, lens_on(0.0, 0.0, 0.0))
    place = box_in_frame(mesh_bounds(seen), *SIZE)
    tile = np.zeros((SIZE[0] * SIZE[1], 5), dtype=np.float32)
    fill_mesh(seen, mesh.triangles, tile, place)
    soften_outline(seen, mesh.triangles, mesh.edges, tile, place)
    return seen, tile[: place.width * place.height].reshape(place.height, place.width, 5), place


def black_frame() -> Pixels:
    return np.zeros((SIZE[1], SIZE[0]), dtype=np.uint32)


def open_window(lens: Lens, depth: float = FAR) -> Window:
    return Window(np.full((256, 256), depth, dtype=np.float32), lens.left, lens.top)


def draw_slime_at_origin(frame: Pixels, window: Window, lens: Lens, *, palette: str = "mint") -> None:
    topology = icosphere(2)
    positions = (topology.rest_positions * RADIUS).astype(np.float32)
    painter = SlimePainter(THEME, SIZE)
    painter.draw(frame, window, lens, 7, topology, positions, palette, Mood.CALM, (0.0, 0.0))


def test_a_refined_sphere_is_closed_and_has_four_times_the_triangles() -> None:
    topology = icosphere(2)

    refinement, triangles = refine(topology.triangles, len(topology.rest_positions))
    mesh = surface_mesh(triangles, len(refinement.sources))

    assert len(triangles) == 4 * len(topology.triangles)
    assert mesh.vertex_count - len(mesh.edges) + len(triangles) == 2
    np.testing.assert_allclose(refinement.weights.sum(axis=1), 1.0, atol=1e-6)


def test_refining_keeps_what_is_flat_flat_and_moves_with_the_body() -> None:
    topology = icosphere(1)
    refinement, _ = refine(topology.triangles, len(topology.rest_positions))
    flat = topology.rest_positions.astype(np.float32)
    flat[:, 2] = 5.0

    finer = refined(flat, refinement)

    np.testing.assert_allclose(finer[:, 2], 5.0, rtol=1e-5)
    np.testing.assert_allclose(refined(flat + np.float32(3.0), refinement), finer + 3.0, rtol=1e-5)


def test_a_refined_sphere_stays_round() -> None:
    topology = icosphere(2)
    refinement, _ = refine(topology.triangles, len(topology.rest_positions))

    radii = np.linalg.norm(refined(topology.rest_positions.astype(np.float32), refinement), axis=1)

    assert radii.std() / radii.mean() < 0.01
    assert radii.mean() > 0.97


def test_detail_grows_with_the_size_on_the_screen() -> None:
    topology = icosphere(2)
    positions = topology.rest_positions.astype(np.float32)

    counts = [
        DrawnMesh(topology).shown(positions, width)[1].vertex_count for width in (20.0, 70.0, 120.0, 900.0)
    ]

    assert counts == [162, 162, 642, 2562]


def test_a_sphere_covers_the_area_of_its_circle() -> None:
    _, tile, _ = sphere()

    area = tile[..., COVER].sum()

    assert area == pytest.approx(math.pi * (RADIUS * 0.84) ** 2, rel=0.01)


def test_a_sphere_is_as_thick_as_its_chords() -> None:
    _, tile, place = sphere()
    inside = tile[..., COVER] >= 1.0
    rows, columns = np.nonzero(inside)
    lens, zero = lens_on(0.0, 0.0, 0.0), np.zeros(len(rows))
    u, v = columns + 0.5 + place.left + lens.left, rows + 0.5 + place.top + lens.top
    start = Projection().unproject(np.stack((u, v, zero), axis=-1))
    way = Projection().unproject(np.stack((u, v, zero + 1.0), axis=-1)) - start
    a, b, c = (way * way).sum(axis=1), (start * way).sum(axis=1), (start * start).sum(axis=1) - RADIUS**2
    chords = 2.0 * np.sqrt(np.maximum(b * b - a * c, 0.0)) / a

    thickness = (tile[..., BACK] - tile[..., FRONT])[inside]

    assert np.abs(thickness - chords)[chords > RADIUS].max() < 1.5


def test_normals_of_a_sphere_point_away_from_its_middle() -> None:
    _, tile, place = sphere()
    inside = tile[..., COVER] >= 1.0
    rows, columns = np.nonzero(inside)
    x = (columns + 0.5 + place.left - SIZE[0] / 2) / 0.84 / RADIUS
    y = (rows + 0.5 + place.top - SIZE[1] / 2) / 0.84 / RADIUS

    # The shear moves what is nearer; without it the two would be equal.
    assert np.abs(tile[..., NORMAL_X][inside] - x).max() < 0.2
    assert np.abs(tile[..., NORMAL_Y][inside] - y).max() < 0.06


def test_only_the_outline_is_soft() -> None:
    _, tile, _ = sphere()
    soft = (tile[..., COVER] > 0.0) & (tile[..., COVER] < 1.0)

    length = math.tau * RADIUS * 0.84

    assert 0.5 * length < soft.sum() < 2.0 * length


def test_a_body_out_of_sight_has_no_box_and_one_at_the_edge_is_cut() -> None:
    assert box_in_frame((-50.0, -10.0, 10.0, 30.0), 100, 80).width == 0
    assert box_in_frame((90.0, 130.0, 70.0, 99.0), 100, 80) == (88, 68, 12, 12)


def test_gel_hides_more_where_it_is_thicker() -> None:
    gel = gel_of(THEME.slimes["mint"], THEME.light)

    assert gel.opacity[0] == round(256 * THEME.slimes["mint"].opacity)
    assert (np.diff(gel.opacity) >= 0).all()
    assert gel.opacity[-1] > 250
    assert gel.surface.shape == (2, TABLE, TABLE)
    assert gel.surface[BASE].max() <= 0xFFFFFF
    assert gel.surface[SHEEN].max() <= 0xFFFFFF


def test_a_slime_is_drawn_where_it_is() -> None:
    frame, lens = black_frame(), lens_on(0.0, 0.0, 0.0)

    draw_slime_at_origin(frame, open_window(lens), lens)

    rows, columns = np.nonzero(frame)
    assert columns.mean() == pytest.approx(SIZE[0] / 2, abs=1.5)
    assert rows.mean() == pytest.approx(SIZE[1] / 2, abs=1.5)
    assert np.ptp(columns) == pytest.approx(2 * RADIUS * 0.84, abs=5.0)


def test_what_is_behind_shines_through() -> None:
    lens = lens_on(0.0, 0.0, 0.0)
    dark, bright = black_frame(), black_frame() | np.uint32(0xFFFFFF)
    for frame in (dark, bright):
        draw_slime_at_origin(frame, open_window(lens), lens)

    middle = SIZE[1] // 2 - 20, SIZE[0] // 2 + 20

    assert (bright[middle] & 255) > (dark[middle] & 255) + 8


def test_a_slime_behind_a_block_is_hidden_and_one_before_it_is_not() -> None:
    lens = lens_on(0.0, 0.0, 0.0)
    ground = ground_of([box((-300, 300), (-300, 300), depth=(100, 200))], THEME, Projection())
    layer = bake(ground, Region(0, 0, 1, 1)._replace(left=lens.left, top=lens.top, width=256, height=256))
    assert layer is not None
    window = Window(np.roll(layer.depth, (lens.top, lens.left), axis=(0, 1)), lens.left, lens.top)
    before, behind = black_frame(), black_frame()

    draw_slime_at_origin(before, window, lens)
    farther = Projection().lens(lens.left, lens.top)
    topology = icosphere(2)
    positions = (topology.rest_positions * RADIUS + (-64.0, 400.0, -138.0)).astype(np.float32)
    SlimePainter(THEME, SIZE).draw(
        behind, window, farther, 7, topology, positions, "mint", Mood.CALM, (0.0, 0.0)
    )

    assert np.count_nonzero(before) > 5000
    assert np.count_nonzero(behind) == 0


def test_depth_is_compared_with_a_little_patience() -> None:
    ring = np.full((256, 256), 100.0, dtype=np.float32)

    assert not hidden(ring, 3, 4, single(104.0))
    assert hidden(ring, 3 - 256, 4 + 512, single(106.0))


def test_an_unknown_palette_becomes_the_first_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_noted", set())
    lens = lens_on(0.0, 0.0, 0.0)
    known, unknown = black_frame(), black_frame()
    draw_slime_at_origin(known, open_window(lens), lens, palette="mint")

    with pytest.warns(UserWarning, match='no slime palette "plaid"'):
        draw_slime_at_origin(unknown, open_window(lens), lens, palette="plaid")
    draw_slime_at_origin(unknown, open_window(lens), lens, palette="plaid")

    assert np.count_nonzero(unknown)
    np.testing.assert_array_equal(known != 0, unknown != 0)


def test_every_palette_of_every_theme_has_a_gel_of_its_own() -> None:
    for name in ("dusk", "meadow"):
        theme = theme_named(name)
        gels = [gel_of(palette, theme.light).surface.tobytes() for palette in theme.slimes.values()]
        assert len(set(gels)) == len(gels) == 4


def test_a_face_moves_to_the_side_it_looks_to() -> None:
    bounds = (single(0.0), single(100.0), single(0.0), single(75.0))
    face, bubbles = face_marks(Mood.CALM, THEME.face), bubble_marks(1)

    ahead = place_marks(face, bubbles, bounds, single(0.0), single(0.0))
    aside = place_marks(face, bubbles, bounds, single(1.0), single(0.0))

    eyes = len(bubbles)
    assert ahead[eyes:, 0].mean() == pytest.approx(50.0, abs=1.5)
    assert aside[eyes:, 0].mean() == pytest.approx(80.0, abs=1.5)
    np.testing.assert_array_equal(ahead[:eyes], aside[:eyes])


def test_moods_look_different_and_shut_eyes_are_flat() -> None:
    faces = {mood: face_marks(mood, THEME.face) for mood in Mood}

    assert len({face.tobytes() for face in faces.values()}) == 4  # squeezed eyes are shut like blinking ones
    assert faces[Mood.BLINKING][0, 3] < 0.2 * faces[Mood.CALM][0, 3]


def test_moods_follow_from_what_happens_to_a_slime() -> None:
    assert mood_of(airborne=False, squeezed=False, blinking=False) is Mood.CALM
    assert mood_of(airborne=True, squeezed=False, blinking=False) is Mood.AMAZED
    assert mood_of(airborne=True, squeezed=False, blinking=True) is Mood.BLINKING
    assert mood_of(airborne=True, squeezed=True, blinking=True) is Mood.SQUEEZED


@pytest.mark.parametrize("entity", [1, 2, 17])
def test_eyes_blink_now_and_then_and_not_all_at_once(entity: int) -> None:
    shut = [blinks(entity, tick) for tick in range(3000)]

    began = sum(now and not before for before, now in itertools.pairwise(shut))
    assert 9 <= began <= 17
    assert sum(shut) <= BLINK_TICKS * (began + 1)
    assert shut != [blinks(entity + 1, tick) for tick in range(3000)]


def test_slimes_look_at_what_is_near_and_about_when_nothing_is() -> None:
    aside, up, interest = look_at((0.0, 0.0, 40.0), (150.0, 0.0, 88.0), 700.0)
    assert aside > 0.5
    assert up > 0.0
    assert interest == 1.0
    assert look_at((0.0, 0.0, 40.0), (-5000.0, 0.0, 88.0), 700.0)[2] == 0.0
    looks = np.array([wandering_look(3, tick) for tick in range(2000)])
    assert np.ptp(looks[:, 0]) > 0.5
    assert np.abs(looks).max() <= 1.0


def test_a_shadow_falls_on_the_ground_below_and_nowhere_else() -> None:
    lens = lens_on(0.0, 0.0, 0.0)
    ground = ground_of([box((-400, 400), (-40, 0), depth=(-150, 150))], THEME, Projection())
    layer = bake(ground, Region(lens.left, lens.top, 256, 256))
    assert layer is not None
    ring = np.roll(layer.depth, (lens.top, lens.left), axis=(0, 1))
    frame = black_frame() | np.uint32(0x808080)

    draw_decal(frame, ring, lens, shadow_decal(0.0, 0.0, 0.0, 50.0, 0.7))

    red = ((frame >> 16) & 255).astype(int)
    assert red[SIZE[1] // 2, SIZE[0] // 2] < 0x80 * 0.45
    assert red[SIZE[1] // 2, SIZE[0] // 2 + 55] == 0x80
    assert red[5, SIZE[0] // 2] == 0x80


def test_a_shadow_fades_with_height_and_ends() -> None:
    lens = lens_on(0.0, 0.0, 0.0)
    flat = _level_ground(lens)
    darkness = []
    for height in (0.0, 60.0, 150.0):
        frame = black_frame() | np.uint32(0x808080)
        draw_decal(frame, flat, lens, shadow_decal(0.0, 0.0, height, 50.0, 0.7))
        darkness.append(0x80 - int((frame[SIZE[1] // 2, SIZE[0] // 2] >> 16) & 255))

    assert darkness[0] > darkness[1] > 5
    assert darkness[2] == 0


def _level_ground(lens: Lens) -> Floats32:
    """Depth of the endless plane Z = 0 around a frame."""
    projection = Projection()
    v = lens.top + np.arange(256) + 0.5
    y = -v / projection.scale / projection.sine
    depth = np.repeat((y * projection.cosine)[:, None], 256, axis=1).astype(np.float32)
    return np.roll(depth, lens.top, axis=0)
