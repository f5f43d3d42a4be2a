"""Gems, hearts, keys, checkpoints and goals: where they are, how they stand, how faces are drawn."""

from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from stand_in import StandIn, box, colours

from components.arrays import vector
from components.goal import Checkpoint, Goal, Pickup, Progress
from components.transform import Transform
from components.world import TickCount
from game.view import View
from game.view.arrays import Floats
from game.view.cones.cones import END, START, light_ball
from game.view.cones.raster import BLUE, COVER, DEPTH, RED, Box, cone_tile, draw_cones
from game.view.notices import _noted
from game.view.pixels import plain_surface
from game.view.projection import Projection
from game.view.props.facets import draw_facets, lit_faces
from game.view.props.model import Cloth, State, Stone, model_named
from game.view.props.painter import POP, placed, resting_place
from game.view.props.shape import CORNERS, FACE_COLOUR, FACE_FIELDS, FACE_GLOSS, _faces, cloth_faces, shape_of
from game.view.props.sight import Prop, props_of, stood
from game.view.theme import theme_named
from systems.collision.bake import bake_terrain

PROJECTION = Projection()
BALL = light_ball(theme_named("dusk").light)
MODELS = sorted(
    path.name.removesuffix(".json") for path in (resources.files("game.view") / "props" / "models").iterdir()
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def square(y: float, colour: tuple[float, float, float] = (200.0, 100.0, 50.0)) -> Floats:
    """A square of 40 cm that looks at the viewer, in two faces."""
    a, b, c, d = ((x, y, z) for x, z in ((-20, -20), (20, -20), (20, 20), (-20, 20)))
    faces = np.zeros((2, FACE_FIELDS))
    faces[:, CORNERS] = [(*a, *b, *c), (*a, *c, *d)]
    faces[:, FACE_COLOUR] = colour
    return faces


def tile_of(faces: Floats) -> Floats:
    """Faces around the origin, drawn, shape [5, 64, 64]."""
    tile, room = cone_tile(64 * 64), Box(0, 0, 64, 64)
    draw_cones(np.zeros((0, 14), dtype=np.float32), BALL, tile, room)
    draw_facets(lit_faces(faces, BALL, PROJECTION.lens(-32, -32), -100.0), tile, room)
    return tile.reshape(5, 64, 64).astype(np.float64)


def test_faces_cover_their_area_without_a_seam() -> None:
    tile = tile_of(square(0.0))

    side = 40.0 * PROJECTION.scale
    area = side * (side * PROJECTION.cosine)
    assert area < tile[COVER].sum() < area + 2.2 * side  # edges reach half a pixel out
    assert (tile[COVER, 22:42, 22:42] == 1.0).all()
    assert np.ptp(tile[RED, 22:42, 22:42]) < 1e-3


def test_the_nearer_face_is_seen_whichever_is_drawn_first() -> None:
    near, far = square(-10.0, (255.0, 0.0, 0.0)), square(10.0, (0.0, 0.0, 255.0))

    for faces in (np.concatenate((near, far)), np.concatenate((far, near))):
        tile = tile_of(faces)
        assert tile[RED, 32, 32] > 60.0
        assert tile[RED, 32, 32] > 2.0 * tile[BLUE, 32, 32]


def test_depth_in_a_face_is_that_of_the_world() -> None:
    tile = tile_of(square(0.0))

    for row in (24, 40):
        height = -(row + 0.5 - 32) / PROJECTION.scale / PROJECTION.cosine
        depth = tile[DEPTH, row, 32] / PROJECTION.scale - 100.0
        assert depth == pytest.approx(-height * PROJECTION.sine, abs=0.05)


def test_faces_that_look_away_are_not_drawn() -> None:
    away = square(0.0)
    away[:, CORNERS] = away[:, CORNERS].reshape(-1, 3, 3)[:, ::-1].reshape(-1, 9)

    assert not tile_of(away)[COVER].any()


@pytest.mark.parametrize("sides", [3, 4, 6, 9])
def test_a_stone_is_closed_and_its_faces_look_outward(sides: int) -> None:
    profile = ((0.0, -20.0), (14.0, 4.0), (9.0, 13.0))
    faces = _faces(Stone(sides=sides, profile=profile, colour="", gloss=0.4), np.full(3, 100.0))
    a, b, c = np.moveaxis(faces[:, CORNERS].reshape(-1, 3, 3), 1, 0)

    ring = 0.5 * sides * np.sin(2 * np.pi / sides)  # area of a ring of radius 1
    volume = ring * (20 + 4) / 3 * 14**2 + ring * (13 - 4) / 3 * (14**2 + 14 * 9 + 9**2)
    assert (np.cross(a, b) * c).sum() / 6 == pytest.approx(volume)
    np.testing.assert_allclose(np.cross(b - a, c - a).sum(axis=0), 0.0, atol=1e-9)
    assert (faces[:, FACE_GLOSS] == 0.4).all()


def test_a_flag_hangs_on_its_pole_and_waves_at_its_end() -> None:
    cloth = Cloth(root=(3.0, 0.0, 160.0), size=(70.0, 40.0), colours=("a",))
    moments = [cloth_faces(cloth, np.full((1, 3), 90.0), time) for time in np.linspace(0.0, 1.0, 9)]
    corners = np.stack([faces[:, CORNERS].reshape(-1, 3) for faces in moments])
    at_pole, at_end = corners[0, :, 0] < 4.0, corners[0, :, 0] > 72.0

    np.testing.assert_allclose(corners[:, at_pole, 1], 0.0, atol=1e-9)
    assert np.ptp(corners[:, at_end, 1]) > 10.0
    assert np.ptp(corners[..., 2]) < 70.0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("state", [State.IDLE, State.ACTIVE])
def test_every_model_can_be_drawn(model: str, state: State) -> None:
    shape = shape_of(model, state)
    described = model_named(model)
    cones, faces = placed(3, Prop(model, vector(10.0, 0.0, 20.0), state, 0.0), 50.0, 0.8)

    assert described.name == model
    assert len(shape.cones) + len(shape.faces) > 0
    assert len(cones) == len(shape.cones)
    assert np.isfinite(cones).all()
    assert np.isfinite(faces).all()
    assert {glow.colour for glow in described.glows} <= set(described.colours)


def test_things_spin_about_their_middle_and_bob() -> None:
    gem = Prop("gem", vector(100.0, 0.0, 50.0), State.IDLE, 0.0)
    heights = [resting_place(model_named("gem"), gem, 3, time)[2] for time in np.linspace(0.0, 5.0, 60)]
    turned = [placed(3, gem, 0.0, time)[1][:, CORNERS].reshape(-1, 3) for time in (0.0, 0.3)]
    radii = [np.hypot(*(corners[:, :2] - (100.0, 0.0)).T) for corners in turned]

    assert min(heights) == pytest.approx(46.0, abs=0.1)
    assert max(heights) == pytest.approx(54.0, abs=0.1)
    np.testing.assert_allclose(radii[0], radii[1])
    assert np.abs(turned[0][:, 0] - turned[1][:, 0]).max() > 3.0


def test_a_thing_swells_when_its_state_changes() -> None:
    flag = Prop("checkpoint", vector(), State.ACTIVE, 100.0)
    always = Prop("checkpoint", vector(), State.ACTIVE, 0.0)
    tallest = [
        placed(3, prop, tick, 0.0)[0][:, (START.stop - 1, END.stop - 1)].max()
        for prop, tick in ((flag, 100.0 + POP / 2), (flag, 100.0 + POP), (always, POP / 2))
    ]

    assert tallest[0] > 1.1 * tallest[1]
    assert tallest[1] == tallest[2]


def test_an_unknown_kind_is_drawn_as_a_gem_with_one_warning() -> None:
    _noted.discard('there is no picture of a "moon", so a gem is drawn')
    with pytest.warns(UserWarning, match="moon"):
        assert model_named("moon").name == "gem"
    assert model_named("moon").name == "gem"


def test_what_stands_stands_on_the_ground_straight_below() -> None:
    terrain = bake_terrain(
        [
            box((-600, 600), (-200, 0)),
            box((-50, 50), (0, 40)),
            box((-50, 50), (150, 170)),
            box((100, 200), (0, 90), depth=(50.0, 90.0)),
        ]
    )

    np.testing.assert_allclose(stood(terrain, vector(0.0, 0.0, 120.0)), (0.0, 0.0, 40.0))
    np.testing.assert_allclose(stood(terrain, vector(0.0, 0.0, 300.0)), (0.0, 0.0, 170.0))
    np.testing.assert_allclose(stood(terrain, vector(150.0, 0.0, 120.0)), (150.0, 0.0, 0.0))
    np.testing.assert_allclose(stood(terrain, vector(150.0, 60.0, 120.0)), (150.0, 60.0, 90.0))
    np.testing.assert_allclose(stood(terrain, vector(0.0, 0.0, 2000.0)), (0.0, 0.0, 2000.0))
    np.testing.assert_allclose(stood(terrain, vector(900.0, 0.0, 120.0)), (900.0, 0.0, 120.0))


def things() -> tuple[StandIn, int, int, int, Progress]:
    simulation, progress = StandIn([box((-600, 600), (-200, 0))]), Progress()
    gem = simulation.add(Pickup(), Transform(vector(-80.0, 0.0, 60.0)))
    flag = simulation.add(Checkpoint(), Transform(vector(0.0, 0.0, 88.0)))
    goal = simulation.add(Goal(needs=2), Transform(vector(150.0, 0.0, 88.0)))
    simulation.add(progress)
    return simulation, gem, flag, goal, progress


def test_checkpoints_and_goals_show_what_came_of_them() -> None:
    simulation, gem, flag, goal, progress = things()
    before = props_of(simulation, {})
    progress.checkpoint, progress.taken["key"] = flag, 2
    simulation.resource(TickCount).value = 30
    after = props_of(simulation, before)

    assert {entity: prop.state for entity, prop in before.items()} == dict.fromkeys(
        (gem, flag, goal), State.IDLE
    )
    assert after[flag].state is after[goal].state is State.ACTIVE
    assert after[flag].since == 30.0
    assert after[gem].since == 0.0
    np.testing.assert_allclose(after[goal].place, (150.0, 0.0, 0.0))
    np.testing.assert_allclose(after[gem].place, (-80.0, 0.0, 60.0))


def test_what_is_nowhere_is_not_shown() -> None:
    simulation = StandIn()
    simulation.add(Pickup(), Transform(vector(np.nan, 0.0, 0.0)))

    assert props_of(simulation, {}) == {}


def test_things_are_in_the_picture_where_they_are() -> None:
    pictures = []
    for there in (False, True):
        simulation = things()[0] if there else StandIn([box((-600, 600), (-200, 0))])
        view, surface = View((320, 180), zoom=0.5, wait=True), plain_surface((320, 180))
        view.draw(surface, simulation)
        pictures.append(colours(surface))
        places = [view.world_to_screen(point) for point in ((-80, 0, 60), (0, 42, 90), (98, 62, 60))]
        view.close()

    changed = np.abs(pictures[1] - pictures[0]).max(axis=2) > 25.0
    for x, y in places:
        assert changed[round(y) - 5 : round(y) + 6, round(x) - 5 : round(x) + 6].any()
    assert changed.mean() < 0.2
