"""The overlay's views: what they say is what the systems did, and each has a key."""

from dataclasses import fields

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stand_in import LIBRARY, MANNEQUIN, StandIn, box

from components.arrays import vector
from components.attack import AttackState
from components.events import Hit, ImpulseApplied
from components.foot_ik import FootIK, FootTraces, IKData, Verdict
from components.overlap import Overlaps
from components.softbody import SoftbodyParticles
from components.terrain import Terrain
from components.world import Events, TickCount
from game.controls import KEYS
from game.view.arrays import Floats
from game.view.debug.feet import VERDICTS, legs_of, sketch_locks, sketch_reach, sketch_traces
from game.view.debug.flags import VIEWS, DebugFlags
from game.view.debug.panel import LEGENDS, Panel
from game.view.debug.pens import (
    BUSY,
    CELL,
    HIT,
    LOCK,
    MISSED,
    POLE,
    PRESSED,
    PUSH,
    REFUSED,
    SLACK,
    STRETCHED,
    Pen,
)
from game.view.debug.pushes import SHOWN, Pushes, sketch_attacks
from game.view.debug.sketch import Sketch
from game.view.debug.slimes import FULL_STRAIN, facing, sketch_strain, strain_pens, unit_sides
from game.view.debug.space import TerrainSketch, prism_pieces, sketch_cells, sketch_overlaps, square_pieces
from game.view.pixels import plain_surface
from game.view.projection import Projection
from game.view.scene import scene_of

EVERYWHERE = (-2000.0, 2000.0)


def pieces(sketch: Sketch) -> tuple[Floats, Floats]:
    """Lines, shape [count, 6], and pens, shape [count, 5], that were gathered."""
    if not sketch._lines:
        return np.zeros((0, 6)), np.zeros((0, 5))
    return np.concatenate(sketch._lines), np.concatenate(sketch._pens).astype(np.float64)


def drawn_with(sketch: Sketch, pen: Pen) -> Floats:
    """Lines of a colour, whatever their strength and width."""
    lines, pens = pieces(sketch)
    chosen: Floats = lines[(pens[:, :3] == pen[:3]).all(axis=1)]
    return chosen


def new_sketch() -> Sketch:
    return Sketch(Projection())


def test_every_view_has_a_key_of_its_own_that_the_window_does_not_need() -> None:
    codes = [view.code for view in VIEWS]

    assert len(set(codes)) == len(codes)
    assert set(codes).isdisjoint(KEYS)
    assert [view.code for view in VIEWS] == [getattr(pygame, f"K_{view.key}") for view in VIEWS]


def test_every_flag_belongs_to_one_view() -> None:
    flags = [flag for view in VIEWS for flag in view.flags]
    known = {field.name for field in fields(DebugFlags)}

    assert len(set(flags)) == len(flags)
    assert set(flags) == known - {"enabled", "frame_ms", "tick_ms"}
    assert set(LEGENDS) <= {view.name for view in VIEWS}


def test_a_key_turns_its_view_off_and_on() -> None:
    flags = DebugFlags(enabled=True)

    for view in VIEWS:
        assert flags.shows(view)
        assert flags.press(view.code)
        assert not flags.shows(view)
        assert flags.press(view.code)
        assert flags.shows(view)
    assert not flags.press(pygame.K_x)


def test_a_key_shows_its_view_alone_when_nothing_was_shown() -> None:
    flags = DebugFlags()

    assert flags.press(pygame.K_F8)

    assert flags.enabled
    assert [view.name for view in VIEWS if flags.shows(view)] == ["strain", "panel"]


def test_the_legend_follows_what_is_shown() -> None:
    panel, pictures = Panel(), []
    for traces in (True, False):
        flags, surface = DebugFlags(traces=traces, locks=traces), plain_surface((900, 400))
        panel.draw(surface, [("a", "b")], flags)
        pictures.append(pygame.surfarray.array3d(surface).astype(int))

    assert np.abs(pictures[0] - pictures[1]).max() > 50


@pytest.mark.parametrize("verdict", list(Verdict))
def test_traces_are_marked_with_what_they_came_to(verdict: Verdict) -> None:
    simulation, found = StandIn(), verdict is Verdict.HIT
    simulation.add(
        FootTraces(
            start=np.array([(0.0, 0.0, 50.0)]),
            end=np.array([(0.0, 0.0, -50.0)]),
            point=np.array([(0.0, 0.0, 10.0)]),
            normal=np.array([(0.0, 0.0, 1.0)]),
            verdict=np.array([int(verdict)]),
        )
    )
    sketch = new_sketch()
    sketch_traces(sketch, simulation)

    marks = drawn_with(sketch, VERDICTS[verdict])
    height = 10.0 if found else -50.0
    assert len(marks) > 20
    np.testing.assert_allclose(marks[:, (2, 5)].mean(), height, atol=1e-9)
    others = {HIT[:3], MISSED[:3], REFUSED[:3]} - {VERDICTS[verdict][:3]}
    assert all(not len(drawn_with(sketch, Pen(*other))) for other in others)


def test_planted_feet_are_marked_where_they_are_held() -> None:
    simulation = StandIn()
    simulation.add(
        IKData(
            locked=np.array([True, False]),
            lock_points=np.array([(12.0, 3.0), (80.0, 0.0)]),
            lock_headings=np.array([(1.0, 0.0), (1.0, 0.0)]),
            ground_heights=np.array([7.0, 9.0]),
        )
    )
    simulation.add(IKData())  # one that has not looked yet
    sketch = new_sketch()
    sketch_locks(sketch, simulation)

    marks = drawn_with(sketch, LOCK)
    assert (marks[:, :3].max(axis=0) < (40.0, 20.0, 8.0)).all()
    assert ((marks[:, :3] == (12.0, 3.0, 7.0)).all(axis=1)).any()


def test_reach_is_the_length_of_the_leg_and_the_knee_leans_at_right_angles_to_it() -> None:
    simulation = StandIn()
    hero = simulation.add_hero((0.0, 0.0, 0.0), FootIK(), IKData(reached=np.array([True, False])))
    scene, sketch = scene_of(simulation, None), new_sketch()
    sketch_reach(sketch, simulation, scene, LIBRARY)

    positions = scene.figures[hero].positions
    hips, knees, ankles = (positions[rows] for rows in legs_of(FootIK().feet, MANNEQUIN))
    missed = drawn_with(sketch, HIT)[:, :3]
    length = np.linalg.norm(knees[1] - hips[1]) + np.linalg.norm(ankles[1] - knees[1])
    assert np.abs(missed - hips[1])[:, 0].max() == pytest.approx(length, rel=0.01)
    shafts = drawn_with(sketch, POLE)
    shafts = shafts[np.isin(shafts[:, 0], knees[:, 0])][:2]
    leans, ways = shafts[:, 3:] - shafts[:, :3], ankles - hips
    np.testing.assert_allclose((leans * ways).sum(axis=1), 0.0, atol=1e-6)
    assert (leans[:, 0] > 0.0).all()


def test_legs_of_feet_that_a_skeleton_lacks_are_left_out() -> None:
    assert legs_of(("foot_l", "fin"), MANNEQUIN).ankles == [MANNEQUIN.index("foot_l")]


@given(st.floats(-0.9, 3.0))
def test_strain_is_a_mixture_of_colours(strain: float) -> None:
    pen = strain_pens(np.array([strain]))[0]

    share = min(abs(strain) / FULL_STRAIN, 1.0)
    full = STRETCHED if strain > 0 else PRESSED
    wanted = [slack + (end - slack) * share for slack, end in zip(SLACK, full, strict=True)]
    np.testing.assert_allclose(pen, wanted, rtol=1e-4, atol=1e-3)


def test_a_slime_at_rest_has_no_strain_and_a_larger_one_is_stretched() -> None:
    simulation = StandIn()
    slime = simulation.add_slime((0.0, 0.0, 40.0))
    scene = scene_of(simulation, None)
    body = scene.bodies[slime]
    grown = new_sketch()
    rest = new_sketch()

    sketch_strain(rest, simulation, scene, 0.0)
    middle = body.positions.mean(axis=0)
    body.positions[:] = middle + (body.positions - middle) * (1.0 + FULL_STRAIN)
    sketch_strain(grown, simulation, scene, 0.0)

    sides, lengths = unit_sides(body.topology)
    assert len(sides) == 3 * len(body.topology.triangles) // 2  # each belongs to two triangles
    rest_lengths = simulation.component(slime, SoftbodyParticles).edge_lengths
    radius = simulation.component(slime, SoftbodyParticles).radius
    assert np.isin(np.round(lengths * radius, 6), np.round(rest_lengths, 6)).all()
    edges = int(facing(body, sides).sum())
    assert 0.4 * len(sides) < edges < 0.62 * len(sides)
    np.testing.assert_allclose(pieces(rest)[1][:edges, :3], np.tile(SLACK[:3], (edges, 1)), atol=1.0)
    np.testing.assert_allclose(pieces(grown)[1][:edges, :3], np.tile(STRETCHED[:3], (edges, 1)), atol=1.0)


def test_overlapping_pairs_are_joined_once() -> None:
    simulation = StandIn()
    one = simulation.add_slime((0.0, 0.0, 40.0))
    other = simulation.add_slime((60.0, 0.0, 40.0))
    simulation.components(one)[Overlaps] = Overlaps({other: 1, 99: 1})
    simulation.components(other)[Overlaps] = Overlaps({one: 1})
    sketch = new_sketch()
    sketch_overlaps(sketch, simulation, scene_of(simulation, None))

    lines = pieces(sketch)[0]
    joined = lines[(lines[:, :3] != lines[:, 3:]).any(axis=1)]
    np.testing.assert_allclose(joined, [(0.0, 0.0, 40.0, 60.0, 0.0, 40.0)])


def test_a_prism_has_three_edges_for_each_corner() -> None:
    outline = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)])

    edges = prism_pieces(outline, (-2.0, 3.0))

    assert edges.shape == (9, 6)
    assert set(edges[:3, 1]) == {-2.0}
    np.testing.assert_allclose(edges[6:, 4] - edges[6:, 1], 5.0)
    np.testing.assert_allclose(edges[2], (10.0, -2.0, 5.0, 0.0, -2.0, 0.0))


def test_terrain_moves_with_its_platforms_and_what_is_far_is_left_out() -> None:
    simulation = StandIn(
        [box((0, 100), (0, 10)), box((200, 300), (50, 60), platform=0), box((5000, 5100), (0, 10))]
    )
    terrain, sketch = simulation.resource(Terrain), new_sketch()
    TerrainSketch(terrain).sketch(sketch, np.array([(0.0, 0.0, 25.0)]), (-500.0, 500.0))

    lines = pieces(sketch)[0]
    assert len(lines) == 24
    assert lines[:, (2, 5)].max() == 85.0
    assert lines[:, (0, 3)].max() == 300.0
    np.testing.assert_array_equal(TerrainSketch(terrain)._pieces.max(), 5100.0)


def test_cells_that_hold_something_are_drawn_and_those_in_use_are_bright() -> None:
    simulation = StandIn([box((-600, 600), (-200, 0))])
    simulation.add_slime((0.0, 0.0, 30.0))
    sketch = new_sketch()
    sketch_cells(sketch, simulation.resource(Terrain), scene_of(simulation, None), EVERYWHERE)

    busy, idle = drawn_with(sketch, BUSY), drawn_with(sketch, CELL)
    assert len(busy) % 4 == len(idle) % 4 == 0
    assert len(busy) > 0
    assert len(idle) > len(busy)
    assert np.abs(busy[:, 0]).max() < 300.0


def test_squares_have_their_size() -> None:
    sides = square_pieces(np.array([(10.0, 20.0)]), 5.0)

    np.testing.assert_allclose(np.linalg.norm(sides[:, 3:] - sides[:, :3], axis=1), 5.0)
    np.testing.assert_allclose(sides[:, ::2].reshape(-1, 3)[:, 0].min(), 10.0)


def test_pushes_are_shown_for_a_while_and_each_once() -> None:
    simulation, pushes = StandIn(), Pushes()
    push = ImpulseApplied(2, 3, vector(1.0, 0.0, 2.0), vector(0.0, 0.0, 1.0), 200.0)
    blow = Hit(2, 3, vector(), vector(), 1.0, vector(6000.0, 0.0, 0.0))
    simulation.resource(TickCount).value = 10
    simulation.components(1)[Events] = Events([push, blow, "something else"])
    pushes.observe(simulation)
    pushes.observe(simulation)
    counts = []
    for tick in (10.0, 10.0 + SHOWN / 2, 10.0 + SHOWN):
        sketch = new_sketch()
        pushes.sketch(sketch, tick)
        counts.append(len(pieces(sketch)[0]))

    assert counts == [8, 8, 0]
    sketch = new_sketch()
    pushes.sketch(sketch, 10.0)
    np.testing.assert_allclose(drawn_with(sketch, PUSH)[0], (1.0, 0.0, 2.0, 1.0, 0.0, 42.0))
    simulation.resource(TickCount).value = 3
    simulation.components(1)[Events] = Events()
    pushes.observe(simulation)
    pushes.sketch(empty := new_sketch(), 10.0)
    assert not len(pieces(empty)[0])


def test_a_strike_shows_the_capsule_that_it_sweeps_while_it_can_hit() -> None:
    simulation = StandIn()
    state = AttackState(
        start=vector(0.0, 0.0, 50.0),
        end=vector(100.0, 0.0, 50.0),
        start_before=vector(-10.0, 0.0, 50.0),
        end_before=vector(90.0, 0.0, 50.0),
        radius=20.0,
    )
    simulation.add(state)
    extents = []
    for hitting in (False, True):
        state.hitting = hitting
        sketch = new_sketch()
        sketch_attacks(sketch, simulation)
        extents.append(pieces(sketch)[0])

    assert len(extents[0]) == 0
    assert extents[1][:, (0, 3)].min() == pytest.approx(-30.0, abs=0.2)
    assert extents[1][:, (0, 3)].max() == pytest.approx(120.0, abs=0.2)
