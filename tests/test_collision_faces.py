"""Faces that a neighbour covers are hidden, and no others."""

import math

import numpy as np
import pytest
from collision_oracles import bake, star_outlines, visible_faces
from hypothesis import given
from hypothesis import strategies as st
from scenes import box, polygon

from components.arrays import Floats
from components.collider import Layer
from components.terrain import Solid, TerrainArrays
from systems.collision.faces import TOUCHING


def visible_length(terrain: TerrainArrays) -> float:
    return float(terrain.edges["length"][terrain.edges["visible"]].sum())


def test_two_boxes_side_by_side_hide_the_faces_between_them() -> None:
    terrain = bake(box(0, 100, -50, 0), box(100, 250, -50, 0))
    assert visible_faces(terrain, 0) == [((0, -50), (100, -50)), ((100, 0), (0, 0)), ((0, 0), (0, -50))]
    assert visible_faces(terrain, 1) == [
        ((100, -50), (250, -50)),
        ((250, -50), (250, 0)),
        ((250, 0), (100, 0)),
    ]


def test_stairs_of_columns_show_treads_and_risers_only() -> None:
    terrain = bake(*(box(28 * k, 28 * (k + 1), 0, 18 * (k + 1)) for k in range(4)))
    for k in range(1, 3):
        left, right, top = 28 * k, 28 * (k + 1), 18 * (k + 1)
        riser = ((left, top), (left, top - 18))
        assert visible_faces(terrain, k) == [((left, 0), (right, 0)), ((right, top), (left, top)), riser]


def test_a_box_on_a_floor_hides_the_part_of_the_floor_below_it() -> None:
    terrain = bake(box(0, 100, -10, 0), box(40, 60, 0, 20))
    assert visible_faces(terrain, 0) == [
        ((0, -10), (100, -10)),
        ((100, -10), (100, 0)),
        ((100, 0), (60, 0)),
        ((40, 0), (0, 0)),
        ((0, 0), (0, -10)),
    ]
    assert visible_faces(terrain, 1) == [((60, 0), (60, 20)), ((60, 20), (40, 20)), ((40, 20), (40, 0))]


def test_two_boxes_that_together_cover_a_face_hide_all_of_it() -> None:
    terrain = bake(box(0, 100, -10, 0), box(0, 50, 0, 20), box(50, 100, 0, 20))
    assert ((100, 0), (0, 0)) not in visible_faces(terrain, 0)
    assert len(visible_faces(terrain, 0)) == 3


def test_the_cut_through_an_l_shape_is_hidden() -> None:
    terrain = bake(polygon((0, 0), (200, 0), (200, 100), (100, 100), (100, 200), (0, 200)))
    assert len(terrain.prisms) == 2
    assert visible_length(terrain) == pytest.approx(800.0)
    hidden = terrain.edges[~terrain.edges["visible"]]
    assert len(hidden) == 2
    assert hidden["normal_x"].sum() == pytest.approx(0.0)
    assert hidden["normal_z"].sum() == pytest.approx(0.0)


@given(star_outlines())
def test_all_cuts_through_an_outline_are_hidden_and_none_of_its_sides(corners: Floats) -> None:
    way = np.roll(corners, -1, axis=0) - corners
    around = float(np.hypot(way[:, 0], way[:, 1]).sum())
    assert visible_length(bake(Solid(corners))) == pytest.approx(around, abs=1e-3)


def test_boxes_that_overlap_hide_what_lies_in_each_other() -> None:
    terrain = bake(box(0, 100, -50, 0), box(90, 200, -50, 0))
    assert visible_faces(terrain, 0) == [((0, -50), (100, -50)), ((100, 0), (0, 0)), ((0, 0), (0, -50))]
    assert visible_faces(terrain, 1) == [((90, -50), (200, -50)), ((200, -50), (200, 0)), ((200, 0), (90, 0))]


def test_a_wall_let_into_a_floor_hides_both_buried_parts() -> None:
    terrain = bake(box(0, 100, -50, 0), box(40, 60, -10, 80))
    assert visible_faces(terrain, 0)[2:4] == [((100, 0), (60, 0)), ((40, 0), (0, 0))]
    assert visible_faces(terrain, 1) == [((60, 0), (60, 80)), ((60, 80), (40, 80)), ((40, 80), (40, 0))]


def test_a_ramp_through_a_floor_hides_from_where_they_cross() -> None:
    ramp = polygon((50, -20), (150, -20), (150, 80))
    terrain = bake(box(0, 200, -100, 0), ramp)
    assert visible_faces(terrain, 0)[2:4] == [((200, 0), (150, 0)), ((70, 0), (0, 0))]
    assert visible_faces(terrain, 1) == [((150, 0), (150, 80)), ((150, 80), (70, 0))]


def test_the_same_box_twice_keeps_its_faces() -> None:
    terrain = bake(box(0, 100, -50, 0), box(0, 100, -50, 0))
    assert terrain.edges["visible"].all()


@pytest.mark.parametrize(("gap", "hidden"), [(0.5 * TOUCHING, True), (2.0 * TOUCHING, False)])
def test_faces_touch_up_to_a_tenth_of_a_micrometre(gap: float, hidden: bool) -> None:  # noqa: FBT001 - a case
    terrain = bake(box(0, 100, -50, 0), box(100 + gap, 200, -50, 0))
    assert (np.count_nonzero(~terrain.edges["visible"]) == 2) == hidden


@pytest.mark.parametrize(
    ("first", "second", "hidden_first", "hidden_second"),
    [
        ((-150, 150), (-150, 150), 1, 1),
        ((-150, 150), (-200, 150), 1, 0),  # what reaches further covers, what is covered in part is not
        ((-150, 150), (-150, 100), 0, 1),
        ((-150, 0), (0, 150), 0, 0),
        ((-150, 50), (-50, 150), 0, 0),
    ],
)
def test_only_the_whole_depth_range_covers(
    first: tuple[float, float], second: tuple[float, float], hidden_first: int, hidden_second: int
) -> None:
    terrain = bake(box(0, 100, -50, 0, depth=first), box(100, 200, -50, 0, depth=second))
    hidden = ~terrain.edges["visible"]
    assert np.count_nonzero(hidden[:4]) == hidden_first
    assert np.count_nonzero(hidden[4:]) == hidden_second


def test_a_one_way_neighbour_covers_nothing_but_is_covered() -> None:
    terrain = bake(box(0, 100, -50, 0), box(100, 200, -50, 0, one_way=True))
    assert len(visible_faces(terrain, 0)) == 4
    assert len(visible_faces(terrain, 1)) == 3


def test_a_neighbour_of_another_layer_covers_nothing() -> None:
    terrain = bake(box(0, 100, -50, 0), box(100, 200, -50, 0, layer=Layer.TRIGGER))
    assert terrain.edges["visible"].all()


def test_what_moves_neither_covers_what_stands_nor_what_moves_otherwise() -> None:
    terrain = bake(box(0, 100, -50, 0), box(100, 200, -50, 0, platform=0), box(200, 300, -50, 0, platform=1))
    assert terrain.edges["visible"].all()


def test_parts_that_move_together_cover_each_other() -> None:
    terrain = bake(box(0, 100, -50, 0, platform=1), box(100, 200, -50, 0, platform=1))
    assert np.count_nonzero(~terrain.edges["visible"]) == 2


box_on_a_lattice = st.tuples(
    st.integers(0, 8), st.integers(0, 8), st.integers(1, 4), st.integers(1, 4), st.sampled_from((-3.0, 3.0))
)


@given(st.lists(box_on_a_lattice, min_size=2, max_size=8))
def test_a_face_is_hidden_just_where_another_box_lies_before_it(
    rows: list[tuple[int, int, int, int, float]],
) -> None:
    """Boxes on a lattice of whole centimetres: the middle of every lattice step is covered or free."""
    bounds = [(x, x + wide, z, z + high) for x, z, wide, high, _ in rows]
    far = [row[4] for row in rows]
    terrain = bake(*(box(*b, depth=(-5.0, y)) for b, y in zip(bounds, far, strict=True)))
    for p, row in enumerate(terrain.prisms):
        for edge in terrain.edges[row["first_edge"] : row["first_edge"] + row["edge_count"]]:
            for step in range(round(float(edge["length"]))):
                along = step + 0.5
                x = edge["x"] + along * edge["direction_x"] + 0.01 * edge["normal_x"]
                z = edge["z"] + along * edge["direction_z"] + 0.01 * edge["normal_z"]
                covered = any(
                    q != p and far[q] >= far[p] and x_min < x < x_max and z_min < z < z_max
                    for q, (x_min, x_max, z_min, z_max) in enumerate(bounds)
                )
                assert bool(edge["visible"]) != covered


@given(st.lists(box_on_a_lattice, min_size=1, max_size=8))
def test_the_parts_of_a_side_add_up_to_it(rows: list[tuple[int, int, int, int, float]]) -> None:
    terrain = bake(*(box(x, x + wide, z, z + high, depth=(-5.0, far)) for x, z, wide, high, far in rows))
    for prism, (_, _, wide, high, _) in zip(terrain.prisms, rows, strict=True):
        edges = terrain.edges[prism["first_edge"] : prism["first_edge"] + prism["edge_count"]]
        assert edges["length"].sum() == pytest.approx(2.0 * (wide + high))
        ends = zip(edges, np.roll(edges, -1), strict=True)
        for edge, following in ends:
            end_x = edge["x"] + edge["length"] * edge["direction_x"]
            end_z = edge["z"] + edge["length"] * edge["direction_z"]
            assert math.hypot(end_x - following["x"], end_z - following["z"]) < 1e-9
