"""Shapes in one form, and the exact test of whether two overlap."""

import math

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.arrays import Flags, vector
from components.collider import BoxCollider, CapsuleCollider, Layer, SphereCollider
from components.transform import Transform
from systems.collision.layers import ALL_LAYERS
from systems.handover import Handover, hand_over
from systems.overlap.shapes import Shape, Triple, meets, shapes_of, surface_contact, table_of
from systems.overlap.sweep import Sides, overlapping_rows, rounded_boxes_overlap
from systems.overlap.table import colliders_of_world, shapes_of_all

pytestmark = pytest.mark.usefixtures("world")
coordinates = st.integers(-300, 300).map(float)
points = st.tuples(coordinates, coordinates, coordinates)


def shape_at(x: float, y: float, z: float, collider: object, **transform: object) -> Shape:
    place = Transform(np.array((x, y, z)), **transform)  # type: ignore[arg-type]
    (shape,) = shapes_of(esper.create_entity(place, collider))
    return shape


def overlap(a: Shape, b: Shape) -> bool:
    table = table_of([a, b])
    return rounded_boxes_overlap(table[0], table[1])


def test_spheres_overlap_nearer_than_their_radii() -> None:
    here = shape_at(0.0, 0.0, 0.0, SphereCollider(radius=60.0))
    assert overlap(here, shape_at(60.0, 0.0, 79.9, SphereCollider(radius=40.0)))
    assert not overlap(here, shape_at(60.0, 0.0, 80.1, SphereCollider(radius=40.0)))


@pytest.mark.parametrize(
    ("collider", "x", "z"),
    [
        (SphereCollider(radius=40.0), 100.0, 0.0),
        (CapsuleCollider(radius=34.0, half_height=88.0), 94.0, 20.0),
        (CapsuleCollider(radius=34.0, half_height=88.0), 0.0, 148.0),
        (BoxCollider(vector(10.0, 20.0, 30.0)), 70.0, -30.0),
    ],
)
def test_what_only_touches_does_not_overlap(collider: object, x: float, z: float) -> None:
    here = shape_at(0.0, 0.0, 0.0, SphereCollider(radius=60.0))
    assert not overlap(here, shape_at(x, 0.0, z, collider))
    assert overlap(here, shape_at(x * (1.0 - 1e-9), 0.0, z * (1.0 - 1e-9), collider))


def test_a_sphere_passes_by_the_corner_of_a_box() -> None:
    corner = BoxCollider(vector(10.0, 10.0, 10.0))
    here = shape_at(0.0, 0.0, 0.0, SphereCollider(radius=17.0))
    assert overlap(here, shape_at(19.0, 19.0, 19.0, corner))  # sqrt(3) * 9 = 15.6
    assert not overlap(here, shape_at(20.0, 20.0, 20.0, corner))  # sqrt(3) * 10 = 17.3


@given(points, points, st.floats(1.0, 200.0), st.floats(1.0, 200.0))
def test_overlap_is_mutual(a: Triple, b: Triple, first: float, second: float) -> None:
    one = shape_at(*a, SphereCollider(radius=first))
    other = shape_at(*b, CapsuleCollider(radius=second, half_height=250.0))
    assert overlap(one, other) == overlap(other, one)


def test_scale_and_offset_are_taken_along() -> None:
    quarter_turn = np.array((0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)))  # +X becomes +Y
    shape = shape_at(
        1.0,
        2.0,
        3.0,
        SphereCollider(radius=10.0, offset=vector(5.0, 0.0, 0.0)),
        rotation=quarter_turn,
        scale=2.0,
    )
    np.testing.assert_allclose(shape.centre, (1.0, 12.0, 3.0), atol=1e-12)
    assert shape.radius == 20.0
    capsule = shape_at(0.0, 0.0, 0.0, CapsuleCollider(), scale=0.5)
    assert (capsule.radius, capsule.core) == (17.0, (0.0, 0.0, 27.0))
    flat = shape_at(0.0, 0.0, 0.0, CapsuleCollider(radius=34.0, half_height=10.0))
    assert flat.core == (0.0, 0.0, 0.0)
    box = shape_at(0.0, 0.0, 0.0, BoxCollider(vector(1.0, 2.0, 3.0)), scale=3.0)
    assert (box.radius, box.core) == (0.0, (3.0, 6.0, 9.0))


def test_what_is_disabled_or_nowhere_has_no_shape() -> None:
    assert shapes_of(esper.create_entity(Transform(), SphereCollider(enabled=False))) == []
    assert shapes_of(esper.create_entity(SphereCollider())) == []


@pytest.mark.parametrize(
    ("point", "surface", "normal", "distance"),
    [
        ((100.0, 0.0, 20.0), (34.0, 0.0, 20.0), (1.0, 0.0, 0.0), 66.0),
        ((10.0, 0.0, -20.0), (34.0, 0.0, -20.0), (1.0, 0.0, 0.0), -24.0),
        ((0.0, 0.0, 100.0), (0.0, 0.0, 88.0), (0.0, 0.0, 1.0), 12.0),
        ((0.0, 0.0, 20.0), (0.0, 0.0, 54.0), (0.0, 0.0, 1.0), -34.0),
    ],
)
def test_the_nearest_point_of_a_capsule(
    point: tuple[float, ...], surface: tuple[float, ...], normal: tuple[float, ...], distance: float
) -> None:
    contact = surface_contact(shape_at(0.0, 0.0, 0.0, CapsuleCollider()), np.array(point))
    np.testing.assert_allclose(contact.point, surface, atol=1e-12)
    np.testing.assert_allclose(contact.normal, normal, atol=1e-12)
    assert contact.distance == pytest.approx(distance)


def test_the_way_out_of_a_box_is_its_nearest_face() -> None:
    contact = surface_contact(
        shape_at(0.0, 0.0, 0.0, BoxCollider(vector(10.0, 20.0, 30.0))), vector(-7.0, 3.0, 1.0)
    )
    np.testing.assert_array_equal(contact.normal, (-1.0, 0.0, 0.0))
    np.testing.assert_array_equal(contact.point, (-10.0, 3.0, 1.0))
    assert contact.distance == -3.0


@given(points, st.sampled_from([SphereCollider(), CapsuleCollider(), BoxCollider()]))
def test_there_is_always_a_unit_normal_and_the_point_lies_on_the_surface(
    point: tuple[float, float, float], collider: object
) -> None:
    shape = shape_at(0.0, 0.0, 0.0, collider)
    contact = surface_contact(shape, np.array(point))
    assert np.linalg.norm(contact.normal) == pytest.approx(1.0)
    assert surface_contact(shape, contact.point).distance == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(contact.point + contact.distance * contact.normal, point, atol=1e-9)


def test_masks_count_both_ways() -> None:
    def one(layer: Layer, *mask: Layer) -> Shape:
        return shape_at(0.0, 0.0, 0.0, SphereCollider(layer=layer, mask=mask))

    assert meets(one(Layer.SLIME, Layer.PAWN), one(Layer.PAWN, Layer.SLIME))
    assert not meets(one(Layer.SLIME, Layer.PAWN), one(Layer.PAWN, Layer.PAWN))
    assert not meets(one(Layer.SLIME, Layer.SLIME), one(Layer.PAWN, Layer.SLIME))


def sides_that_agree(trackers: Flags) -> Handover[Sides]:
    """Different entities whose masks meet everything."""
    everything = np.full(len(trackers), ALL_LAYERS)
    return hand_over(Sides(np.arange(len(trackers)), everything, everything, trackers))


@given(st.lists(st.tuples(points, st.integers(1, 120), st.integers(0, 80), st.booleans()), max_size=40))
def test_the_sweep_finds_what_comparing_all_finds(
    rows: list[tuple[tuple[float, float, float], int, int, bool]],
) -> None:
    table = np.array([(*centre, 0.0, 0.0, core, radius) for centre, radius, core, _ in rows], float).reshape(
        -1, 7
    )
    trackers = np.array([tracks for *_, tracks in rows], dtype=np.bool_)
    found = {tuple(sorted(pair)) for pair in overlapping_rows(table, sides_that_agree(trackers)).tolist()}
    assert found == {
        (i, j)
        for i in range(len(rows))
        for j in range(i + 1, len(rows))
        if (trackers[i] or trackers[j]) and rounded_boxes_overlap(table[i], table[j])
    }


@given(points, points, st.floats(0.2, 3.0), st.integers(0, 359), st.integers(0, 1))
def test_the_table_of_a_world_says_what_shapes_say(
    place: tuple[float, float, float], offset: tuple[float, float, float], scale: float, angle: int, on: int
) -> None:
    esper.clear_database()
    half = math.radians(angle) / 2.0
    rotation = np.array((0.0, math.sin(half), 0.0, math.cos(half)))
    sphere = SphereCollider(offset=np.array(offset), mask=(Layer.PAWN,), enabled=bool(on))
    capsule, box = CapsuleCollider(radius=20.0, half_height=50.0), BoxCollider(vector(1.0, 2.0, 3.0))
    first = esper.create_entity(Transform(np.array(place), rotation, scale), sphere, capsule, box)
    second = esper.create_entity(Transform(), SphereCollider(radius=7.0))
    table = colliders_of_world()
    entities, bits, masks, _ = (column.tolist() for column in table.sides.tables)
    said = zip(entities, table.kinds, bits, masks, strict=True)
    shapes = [shape for entity in (first, second) for shape in shapes_of(entity)]
    rows = [(shape.entity, shape.kind, shape.bit, shape.mask) for shape in shapes]
    order = [rows.index(row) for row in said]
    assert len(rows) == (4 if on else 3)
    assert sorted(order) == list(range(len(rows)))
    np.testing.assert_array_equal(shapes_of_all(table), table_of(shapes)[order])


def test_there_is_room_for_any_number_of_pairs() -> None:
    table = np.zeros((60, 7))
    table[:, 6] = 10.0
    sides = sides_that_agree(np.ones(60, dtype=np.bool_))
    assert len(overlapping_rows(table, sides)) == 60 * 59 // 2
