"""The view as a whole: any surface, nothing changed, the same picture for the same moment."""

import importlib
from pathlib import Path

import numpy as np
import pygame
import pytest
from stand_in import StandIn, box, colours

from components.softbody import SoftbodyParticles
from components.terrain import Material, PlatformMotion, Terrain
from components.transform import Transform
from components.world import TickCount
from game.simulation import Simulation
from game.view import View
from game.view.pixels import plain_surface
from systems.collision.bake import bake_terrain
from systems.softbody.edit import write_positions

SIZE = (320, 180)
GOLDEN = Path(__file__).parent / "data" / "view_tiny.png"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def tiny_scene() -> StandIn:
    """A meadow with a crate, a step, a slime and a hero."""
    simulation = StandIn(
        [
            box((-600, 600), (-200, 0)),
            box((60, 140), (0, 80), depth=(30, 110), material=Material.WOOD),
            box((-600, -220), (0, 30), material=Material.STONE),
        ]
    )
    simulation.add_slime((-70.0, 0.0, 38.0))
    simulation.add_hero((0.0, 0.0, 0.0))
    return simulation


def picture_of(simulation: StandIn, *, size: tuple[int, int] = SIZE, zoom: float = 0.5) -> pygame.Surface:
    view, surface = View(size, zoom=zoom, wait=True), plain_surface(size)
    view.draw(surface, simulation)
    view.close()
    return surface


def test_a_tiny_scene_looks_as_it_did(tmp_path: Path) -> None:
    surface = picture_of(tiny_scene())
    pygame.image.save(surface, tmp_path / "view_tiny.png")

    difference = np.abs(colours(surface) - colours(pygame.image.load(GOLDEN)))

    # Fast-math differs a little between processors. To accept a new look, copy the picture over the old one.
    assert difference.mean() < 1.5, f"{tmp_path / 'view_tiny.png'} does not look like {GOLDEN}"
    assert (difference.max(axis=2) > 40.0).mean() < 0.01


def test_drawing_changes_nothing() -> None:
    simulation = Simulation.load("meadow")
    for _ in range(3):
        simulation.tick({"right"})
    before, view = simulation.state_hash(), View(SIZE, zoom=0.25)

    view.observe(simulation)
    for alpha in (0.0, 0.5, 1.0):
        view.draw(plain_surface(SIZE), simulation, alpha)
    view.debug.enabled = True
    view.draw(plain_surface(SIZE), simulation)

    assert simulation.state_hash() == before
    view.close()
    simulation.close()


def test_a_simulation_that_is_watched_goes_the_same_way() -> None:
    hashes = []
    for watched in (False, True):
        simulation, view = Simulation.load("meadow"), View((64, 36), zoom=0.05)
        for _ in range(10):
            simulation.tick({"right", "run"})
            if watched:
                view.draw(plain_surface((64, 36)), simulation, 0.5)
        hashes.append(simulation.state_hash())
        view.close()
        simulation.close()

    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("size", [(160, 90), (200, 200), (640, 360), (33, 77)])
def test_a_surface_of_another_size_shows_the_picture_scaled_and_centred(size: tuple[int, int]) -> None:
    simulation, view = tiny_scene(), View(SIZE, zoom=0.5, wait=True)
    surface = pygame.Surface(size, 0, 24)
    surface.fill((0, 255, 0))
    view.draw(surface, simulation)

    scale = min(size[0] / 320, size[1] / 180)
    left, top = view.world_to_screen(view.screen_to_world((0, 0)))
    hero = view.world_to_screen((0.0, 0.0, 88.0))
    view.close()

    assert (left, top) == pytest.approx((0.0, 0.0), abs=1e-6)
    assert size[0] / 2 - 60 * scale < hero[0] < size[0] / 2 + 60 * scale
    assert not (colours(surface)[..., 1] == 255.0).all(axis=1).any()


def test_places_of_the_world_and_of_the_screen_are_each_others_inverse() -> None:
    simulation, view = tiny_scene(), View(SIZE, zoom=0.5)
    view.draw(pygame.Surface((800, 600)), simulation)

    for place in ((0.0, 0.0), (400.0, 300.0), (799.0, 12.0)):
        world = view.screen_to_world(place)
        assert world[1] == 0.0
        assert view.world_to_screen(world) == pytest.approx(place, abs=1e-6)
    view.close()


def test_what_is_drawn_at_a_place_is_at_that_place() -> None:
    with_slime, without = tiny_scene(), tiny_scene()
    slime = with_slime.add_slime((150.0, 0.0, 200.0), 30.0)
    view, first, second = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE), plain_surface(SIZE)
    view.draw(second, without)
    view.draw(first, with_slime)

    rows, columns = np.nonzero(np.abs(colours(first) - colours(second)).max(axis=2) > 24.0)
    place = view.world_to_screen(with_slime.component(slime, Transform).position)
    view.close()

    assert columns.mean() == pytest.approx(place[0], abs=4.0)
    assert np.percentile(rows, 30.0) == pytest.approx(place[1], abs=12.0)


def test_the_same_moment_gives_the_same_picture() -> None:
    np.testing.assert_array_equal(colours(picture_of(tiny_scene())), colours(picture_of(tiny_scene())))


def test_a_forgotten_observe_is_made_up_for() -> None:
    simulation, view, surface = tiny_scene(), View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
    view.draw(surface, simulation)
    before = colours(surface)
    simulation.component(2, Transform).position += (0.0, 0.0, 40.0)
    for component in simulation.components(2).values():
        if hasattr(component, "positions"):
            component.positions += (0.0, 0.0, 40.0)

    view.draw(surface, simulation)
    np.testing.assert_array_equal(colours(surface), before)
    simulation.resource(TickCount).value += 1
    view.draw(surface, simulation)
    view.close()

    assert (colours(surface) != before).any()


def test_between_two_ticks_a_slime_is_between_its_places() -> None:
    simulation, view = tiny_scene(), View(SIZE, zoom=0.5, wait=True)
    view.observe(simulation)
    for component in simulation.components(2).values():
        if isinstance(component, SoftbodyParticles):
            write_positions(component, component.positions_ws + np.array((0.0, 0.0, 60.0)))
    simulation.resource(TickCount).value += 1
    view.observe(simulation)
    tops = []
    for alpha in (0.0, 0.5, 1.0):
        surface, empty = plain_surface(SIZE), plain_surface(SIZE)
        view.draw(surface, simulation, alpha)
        picture_without = tiny_scene()
        del picture_without.components(2)[next(iter(picture_without.components(2)))]
        other = View(SIZE, zoom=0.5, wait=True)
        other.draw(empty, picture_without)
        rows = np.nonzero(np.abs(colours(surface) - colours(empty)).max(axis=2)[:, :150] > 60.0)[0]
        tops.append(rows.min())
        other.close()
    view.close()

    assert tops[0] > tops[1] > tops[2]
    assert tops[0] - tops[1] == pytest.approx(30.0 * 0.42 * 0.945, abs=2.5)


def test_a_moving_platform_is_drawn_where_it_is() -> None:
    places = []
    for offset in (0.0, 100.0):
        ground = box((-400, 400), (-900, -700))  # too far below for the platform's shadow
        simulation = StandIn([ground, box((-50, 50), (60, 80), platform=0)])
        simulation.add_hero((0.0, 0.0, -100.0))
        simulation.resource(PlatformMotion).offset[0, 0] = offset
        without = StandIn([ground])
        without.add_hero((0.0, 0.0, -100.0))
        difference = np.abs(colours(picture_of(simulation)) - colours(picture_of(without)))
        places.append(np.nonzero(difference.max(axis=2) > 40.0)[1].mean())

    assert places[1] - places[0] == pytest.approx(100.0 * 0.42, abs=3.0)


def test_a_restart_keeps_what_is_painted_and_another_level_does_not() -> None:
    view, surface = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
    view.draw(surface, tiny_scene())
    built = view._set
    assert built is not None
    ground = built.ground

    view.draw(surface, tiny_scene())
    assert view._set is built
    assert built.ground is ground
    view.draw(surface, StandIn([box((-600, 600), (-200, 10))]))
    assert built.ground is not ground
    view.draw(surface, StandIn([box((-600, 600), (-200, 10))], theme="meadow"))
    assert view._set is not built
    view.close()


def test_a_picture_can_be_finished_before_it_is_drawn() -> None:
    view, surface = View(SIZE, zoom=0.5), plain_surface(SIZE)
    simulation = tiny_scene()
    view.finish_baking()  # nothing was observed: nothing to do
    view.observe(simulation)
    view.finish_baking()
    view.draw(surface, simulation)
    view.close()

    np.testing.assert_array_equal(colours(surface), colours(picture_of(simulation)))


def test_a_view_can_go_on_after_it_was_closed() -> None:
    view, surface = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
    view.draw(surface, tiny_scene())
    view.close()
    view.close()
    view.draw(surface, tiny_scene())
    view.close()


def test_an_empty_level_is_a_backdrop() -> None:
    view, surface = View(SIZE, wait=True), plain_surface(SIZE)

    view.draw(surface, StandIn())
    view.close()

    assert len(np.unique(colours(surface).reshape(-1, 3), axis=0)) > 1000


def test_a_slime_torn_to_nothing_is_left_out() -> None:
    simulation = tiny_scene()
    for component in simulation.components(2).values():
        if hasattr(component, "positions"):
            component.positions[:] = np.nan

    picture_of(simulation)


@pytest.mark.parametrize("size", [(1, 1), (16, 9), (50, 300)])
def test_tiny_and_odd_sizes_are_drawn(size: tuple[int, int]) -> None:
    picture_of(tiny_scene(), size=size, zoom=0.05)


@pytest.mark.parametrize(("size", "zoom"), [((0, 10), 1.0), ((10, -1), 1.0), ((10, 10), 0.0)])
def test_a_view_without_a_size_is_refused(size: tuple[int, int], zoom: float) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        View(size, zoom=zoom)


def test_nothing_needs_a_display() -> None:
    pygame.display.quit()

    picture_of(tiny_scene())

    assert not pygame.display.get_init()


def test_drawing_holds_no_lock_on_the_surface() -> None:
    surface = picture_of(tiny_scene())

    assert not surface.get_locked()
    plain_surface(SIZE).blit(surface, (0, 0))


def test_the_view_knows_no_clock() -> None:
    for module in ("view", "camera", "scene", "stage", "witness"):
        source = importlib.import_module(f"game.view.{module}")
        assert "time" not in vars(source) or not hasattr(vars(source)["time"], "perf_counter")


def test_terrain_objects_that_differ_may_look_the_same() -> None:
    first, second = (bake_terrain([box((0, 10), (0, 10))]) for _ in range(2))

    assert first is not second
    assert isinstance(first, Terrain)
