"""From solids to arrays: bounds, owners, order, and edges that point outward."""

import numpy as np
import pytest
from collision_oracles import bake, star_outlines
from hypothesis import given
from scenes import box, polygon

from components.arrays import Floats
from components.collider import Layer
from components.terrain import Material, Solid
from systems.collision.bake import bake_terrain, edges_of
from systems.collision.layers import ALL_LAYERS, layer_bits
from systems.collision.outline import signed_area


def test_a_box_becomes_one_prism_with_its_bounds_and_traits() -> None:
    solid = box(
        -10,
        30,
        -5,
        0,
        depth=(-40.0, 60.0),
        friction=0.3,
        restitution=0.5,
        material=Material.WOOD,
        one_way=True,
    )
    terrain = bake_terrain([solid], identity="one box")
    (prism,) = terrain.arrays.prisms
    assert terrain.solids == (solid,)
    assert terrain.identity == "one box"
    assert [prism[name] for name in ("x_min", "x_max", "y_min", "y_max", "z_min", "z_max")] == [
        -10, 30, -40, 60, -5, 0,
    ]  # fmt: skip
    assert (prism["friction"], prism["restitution"], prism["one_way"]) == (0.3, 0.5, True)
    assert (prism["first_edge"], prism["edge_count"], prism["solid"], prism["platform"]) == (0, 4, 0, -1)
    assert prism["layer_bit"] == layer_bits([Layer.TERRAIN])


def test_a_clockwise_outline_is_turned_round() -> None:
    corners = np.array([(0, 0), (0, 10), (10, 10), (10, 0)], dtype=float)
    edges = bake(Solid(corners)).edges
    outward = {(round(float(e["normal_x"])), round(float(e["normal_z"]))) for e in edges}
    assert outward == {(0, -1), (1, 0), (0, 1), (-1, 0)}
    middle = np.column_stack((edges["x"], edges["z"])) + 0.5 * edges["length"][
        :, np.newaxis
    ] * np.column_stack((edges["direction_x"], edges["direction_z"]))
    away = (middle[:, 0] - 5.0) * edges["normal_x"] + (middle[:, 1] - 5.0) * edges["normal_z"]
    np.testing.assert_allclose(away, 5.0)


@given(star_outlines())
def test_normals_and_directions_are_unit_and_normals_point_outward(corners: Floats) -> None:
    terrain = bake(Solid(corners))
    edges = terrain.edges
    np.testing.assert_allclose(np.hypot(edges["normal_x"], edges["normal_z"]), 1.0, atol=1e-15)
    np.testing.assert_allclose(np.hypot(edges["direction_x"], edges["direction_z"]), 1.0, atol=1e-15)
    np.testing.assert_array_equal(edges["normal_x"], edges["direction_z"])
    np.testing.assert_array_equal(edges["normal_z"], -edges["direction_x"])
    assert (edges["length"] > 0).all()
    for prism in terrain.prisms:
        own = edges[prism["first_edge"] : prism["first_edge"] + prism["edge_count"]]
        centre_x, centre_z = own["x"].mean(), own["z"].mean()
        behind = (centre_x - own["x"]) * own["normal_x"] + (centre_z - own["z"]) * own["normal_z"]
        assert (behind < 0).all()


def test_an_edge_leads_from_its_corner_to_the_next() -> None:
    edges = edges_of(np.array([(0, 0), (4, 0), (4, 3)], dtype=float))
    np.testing.assert_allclose(edges["length"], [4, 3, 5])
    np.testing.assert_allclose(edges["direction_x"], [1, 0, -0.8])
    np.testing.assert_allclose(edges["direction_z"], [0, 1, -0.6])
    np.testing.assert_allclose(edges["normal_x"], [0, 1, -0.6])
    np.testing.assert_allclose(edges["normal_z"], [-1, 0, 0.8])
    assert edges["visible"].all()


def test_a_concave_solid_becomes_prisms_that_all_name_it() -> None:
    u_shape = polygon((0, 0), (90, 0), (90, 60), (60, 60), (60, 30), (30, 30), (30, 60), (0, 60))
    terrain = bake(box(-50, -10, 0, 10), u_shape)
    assert len(terrain.prisms) >= 3
    assert terrain.prisms["solid"].tolist() == [0] + [1] * (len(terrain.prisms) - 1)
    areas = []
    for prism in terrain.prisms[1:]:
        own = terrain.edges[prism["first_edge"] : prism["first_edge"] + prism["edge_count"]]
        areas.append(signed_area(np.column_stack((own["x"], own["z"]))))
    assert sum(areas) == pytest.approx(90 * 60 - 30 * 30)


def test_prisms_that_move_come_last_and_keep_their_order() -> None:
    terrain = bake(
        box(0, 1, 0, 1, platform=1),
        box(2, 3, 0, 1),
        box(4, 5, 0, 1, platform=0),
        box(6, 7, 0, 1),
        box(8, 9, 0, 1, platform=1),
    )
    assert terrain.prisms["solid"].tolist() == [1, 3, 0, 2, 4]
    assert terrain.prisms["platform"].tolist() == [-1, -1, 1, 0, 1]
    assert terrain.grid[0]["static_count"] == 2


def test_the_edges_of_all_prisms_lie_one_after_the_other() -> None:
    terrain = bake(box(0, 100, -10, 0), box(40, 60, 0, 20), box(40, 60, 20, 30, platform=0))
    starts = terrain.prisms["first_edge"]
    assert starts[0] == 0
    np.testing.assert_array_equal(starts[1:], (starts + terrain.prisms["edge_count"])[:-1])
    assert starts[-1] + terrain.prisms["edge_count"][-1] == len(terrain.edges)


def test_no_solids_make_an_empty_terrain() -> None:
    terrain = bake_terrain([])
    assert len(terrain.arrays.prisms) == 0
    assert len(terrain.arrays.edges) == 0


def test_the_same_solids_bake_to_the_same_arrays() -> None:
    def solids() -> list[Solid]:
        return [box(10 * k, 10 * k + 10, 0, 7 * k + 3, platform=k % 3 - 1) for k in range(12)]

    first, second = bake_terrain(solids()).arrays, bake_terrain(solids()).arrays
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        ([(0, 0), (10, 8), (10, 0), (0, 10)], "crosses or touches itself"),
        ([(0, 0), (10, 0), (20, 0)], "encloses no area"),
    ],
)
def test_an_impossible_outline_is_refused(corners: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bake(polygon(*corners))


def test_layers_are_bits_of_their_own() -> None:
    bits = [layer_bits([layer]) for layer in Layer]
    assert len(set(bits)) == len(Layer)
    assert all(bit & (bit - 1) == 0 for bit in bits)
    assert layer_bits(Layer) == ALL_LAYERS == sum(bits)
    assert layer_bits([]) == 0
    assert layer_bits([Layer.PAWN, Layer.PAWN]) == layer_bits([Layer.PAWN])
