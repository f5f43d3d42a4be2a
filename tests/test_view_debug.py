"""The debug overlay and what is written over the picture."""

from pathlib import Path

import numpy as np
import pytest
from slimes import touch_ground
from stand_in import StandIn, box, colours

from components.arrays import vector
from components.attack import AttackState
from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.events import Hit
from components.foot_ik import FootIK, FootTraces, IKData, TraceLog, TraceMark, Verdict
from components.overlap import Overlaps
from components.softbody import SoftbodyParticles
from components.world import Events, TickCount
from game.view import DebugFlags, View
from game.view.arrays import Floats
from game.view.debug import pens
from game.view.debug.flags import VIEWS
from game.view.debug.panel import LEGENDS, readings
from game.view.debug.pens import Pen
from game.view.debug.sketch import Sketch, draw_line
from game.view.hud import TITLE_FADE, TITLE_TIME, Hud
from game.view.pixels import open_pixels, plain_surface
from game.view.projection import Projection

SIZE = (320, 180)
RED = Pen(255, 0, 0)
PARTS = (
    *(
        "traces",
        "locks",
        "skeleton",
        "reach",
        "colliders",
        "overlaps",
        "terrain",
        "cells",
        "contacts",
        "mesh",
    ),
    *("impulses", "attacks", "panel"),
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def line_picture(line: tuple[float, float, float, float], pen: Pen = RED) -> Floats:
    """The red of a line on black, shape [64, 64]."""
    surface = plain_surface((64, 64))
    ax, ay, bx, by = np.array(line, np.float32)
    draw_line(open_pixels(surface), ax, ay, bx - ax, by - ay, np.array(pen, np.float32))
    return colours(surface)[..., 0] / 255.0


def full_scene() -> StandIn:
    """Something of everything that the overlay draws."""
    simulation = StandIn([box((-600, 600), (-200, 0))])
    slime = simulation.add_slime((-60.0, 0.0, 38.0))
    particles = simulation.component(slime, SoftbodyParticles)
    touch_ground(particles, np.array((-60.0, 0.0, 0.0)))
    simulation.components(slime)[SphereCollider] = SphereCollider(radius=42.0)
    traces = FootTraces(
        verdict=np.array([Verdict.HIT, Verdict.MISSED]),
        start=np.array([(-5.0, 0.0, 50.0), (10.0, 0.0, 50.0)]),
        end=np.array([(-5.0, 0.0, -50.0), (10.0, 0.0, -50.0)]),
        point=np.array([(-5.0, 0.0, 0.0), (0.0, 0.0, 0.0)]),
        normal=np.array([(0.0, 0.0, 1.0), (0.0, 0.0, 1.0)]),
    )
    feet = IKData(
        pelvis_distance=-12.5,
        foot_distances=np.array((3.25, -4.0)),
        locked=np.array([True, False]),
        lock_points=np.array([(6.0, 0.0), (0.0, 0.0)]),
        lock_headings=np.array([(1.0, 0.0), (1.0, 0.0)]),
        ground_heights=np.zeros(2),
        reached=np.array([True, False]),
    )
    blow = Hit(0, slime, vector(-40.0, 0.0, 40.0), vector(1.0, 0.0, 0.0), 1.0, vector(-6000.0, 0.0, 2000.0))
    attack = AttackState(
        hitting=True, start=vector(0.0, 0.0, 60.0), end=vector(-80.0, 0.0, 60.0), radius=30.0, hits=[blow]
    )
    simulation.add_hero(
        (0.0, 0.0, 0.0),
        CapsuleCollider(),
        BoxCollider(),
        traces,
        feet,
        FootIK(),
        attack,
        Overlaps({slime: 3}),
    )
    simulation.components(1)[Events] = Events([blow])
    return simulation


def drawn(simulation: StandIn, flags: DebugFlags | None = None, hud: Hud | None = None) -> Floats:
    view, surface = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
    view.debug, view.hud = flags or DebugFlags(), hud or Hud()
    view.draw(surface, simulation)
    view.close()
    return colours(surface)


@pytest.mark.parametrize(
    "line",
    [(10.0, 20.0, 50.0, 20.0), (20.0, 50.0, 20.0, 10.0), (8.0, 8.0, 52.0, 41.0), (50.0, 12.0, 40.0, 60.0)],
)
def test_a_line_covers_its_length_times_its_width(line: tuple[float, float, float, float]) -> None:
    picture = line_picture(line, RED._replace(width=3.0))

    length = np.hypot(line[2] - line[0], line[3] - line[1])
    assert picture.sum() == pytest.approx(3.0 * length + np.pi * 1.5**2, rel=0.05)


def test_a_line_runs_from_end_to_end() -> None:
    picture = line_picture((10.5, 20.5, 40.5, 50.5), RED._replace(width=2.0))

    assert picture[20, 10] > 0.9
    assert picture[35, 25] > 0.9
    assert picture[50, 40] > 0.9
    assert picture[15, 5] == 0.0


def test_lines_that_leave_the_frame_are_cut() -> None:
    picture = line_picture((-500.0, 32.0, 500.0, 32.0), RED._replace(width=2.0))

    np.testing.assert_allclose(picture[31:33].sum(axis=0), 2.0, atol=0.02)
    assert line_picture((-50.0, -50.0, -10.0, -20.0)).sum() == 0.0


def test_a_faint_pen_lets_through_what_is_behind() -> None:
    picture = line_picture((10.0, 20.5, 50.0, 20.5), RED._replace(strength=0.5))

    assert picture[20, 30] == pytest.approx(0.5, abs=0.02)


def test_a_sphere_is_outlined_as_the_circle_it_is_seen_as() -> None:
    projection, surface = Projection(), plain_surface((128, 128))
    sketch = Sketch(projection)
    sketch.circle(np.zeros(3), 50.0, RED)
    sketch.draw(open_pixels(surface), -64, -64)

    rows, columns = np.nonzero(colours(surface)[..., 0] > 100.0)
    radii = np.hypot(rows + 0.5 - 64, columns + 0.5 - 64)

    assert radii.min() > 50.0 * 0.84 - 2.0
    assert radii.max() < 50.0 * 0.84 + 2.0


def test_what_is_not_finite_is_not_sketched() -> None:
    surface, sketch = plain_surface((64, 64)), Sketch(Projection())
    sketch.lines(np.full((1, 3), np.nan), np.zeros((1, 3)), RED)
    sketch.lines(np.full((1, 3), 1e12), np.zeros((1, 3)), RED)

    sketch.draw(open_pixels(surface), -32, -32)

    assert not colours(surface).any()


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_overlay_shows_something_and_can_be_left_out(part: str) -> None:
    simulation = full_scene()
    nothing = DebugFlags(enabled=True, **dict.fromkeys(PARTS, False))
    alone = DebugFlags(enabled=True, **{**dict.fromkeys(PARTS, False), part: True})

    changed = np.abs(drawn(simulation, alone) - drawn(simulation, nothing)).max(axis=2) > 20.0

    assert changed.sum() > 15


def test_without_the_overlay_nothing_is_dimmed() -> None:
    simulation = full_scene()

    assert drawn(simulation, DebugFlags(enabled=True)).mean() < 0.8 * drawn(simulation).mean()


def test_traces_that_ask_to_stay_are_shown_without_the_overlay() -> None:
    simulation, marked = full_scene(), full_scene()
    mark = TraceMark(vector(0.0, 0.0, 60.0), vector(0.0, 0.0, 0.0), hit=True)
    marked.add(TraceLog([mark]))

    assert (np.abs(drawn(marked) - drawn(simulation)).max(axis=2) > 10.0).sum() > 10


def test_the_panel_says_what_is_there() -> None:
    simulation = full_scene()

    rows = dict(readings(simulation, DebugFlags(frame_ms=7.25, tick_ms=4.1)))

    assert rows == {
        "frame / tick": "7.2 / 4.1 ms",
        "entities": "2",
        "slimes / particles": "1 / 162",
        "contacts": "1",
        "rays": "2",
        "pelvis / feet": "-12.5 / +3.2 -4.0 cm",
    }


def test_keys_are_written_along_the_lower_edge() -> None:
    simulation = full_scene()

    changed = (drawn(simulation, hud=Hud(keys=(("A", "left"), ("D", "right")))) != drawn(simulation)).any(
        axis=2
    )

    rows, columns = np.nonzero(changed)
    assert rows.min() > 140
    assert columns.max() < 200


def test_the_levels_name_is_shown_at_its_start_and_goes() -> None:
    simulation = full_scene()
    shown = []
    for time in (0.0, TITLE_TIME + TITLE_FADE / 2, TITLE_TIME + TITLE_FADE + 0.1):
        simulation.resource(TickCount).value = round(time * 60)
        difference = np.abs(drawn(simulation, hud=Hud(title=True)) - drawn(simulation))
        shown.append(difference.max())

    assert shown[0] > shown[1] > 20.0
    assert shown[2] == 0.0


def test_a_pause_dims_the_picture_and_says_so() -> None:
    simulation = full_scene()

    paused = drawn(simulation, hud=Hud(paused=True, hint="press P to go on"))

    assert paused.mean() < 0.6 * drawn(simulation).mean()
    assert paused[60:140, 100:220].max() > 200.0


def test_the_legend_tells_every_colour_and_every_view_its_key() -> None:
    told = {pen for entries in LEGENDS.values() for _, pen in entries}
    drawn = {pen for pen in vars(pens).values() if isinstance(pen, Pen)}
    assert told == drawn
    assert LEGENDS.keys() | {"panel"} == {view.name for view in VIEWS}
    assert len({view.code for view in VIEWS}) == len(VIEWS)
