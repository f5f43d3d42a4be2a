"""All enabled colliders of a world, in columns."""

from collections.abc import Sequence
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats
from components.collider import BoxCollider, CapsuleCollider, ColliderKind, SphereCollider
from components.overlap import Overlaps
from components.transform import Transform
from systems.collision.carried import Collider, carried_shapes
from systems.collision.layers import own_and_met
from systems.handover import Handover, hand_over
from systems.kernel import lean_kernel
from systems.maths.quaternion import rotate
from systems.overlap.shapes import KINDS
from systems.overlap.sweep import Sides


class Colliders(NamedTuple):
    """Colliders that take part: spheres, then capsules, then boxes, each ascending by entity."""

    sides: Handover[Sides]
    """Whose each is, and what it notices."""
    kinds: list[ColliderKind]
    """Which of its entity's it is."""
    places: list[Transform]
    """Where its entity is."""
    spheres: list[SphereCollider]
    """The first of them."""
    boxes: list[BoxCollider]
    """The last of them."""
    sizes: Floats
    """Half the height of capsules and the radius, at scale 1 [cm], shape [count, 2]."""


def colliders_of_world(*_sources: object) -> Colliders:
    """Those of all shapes that take part; it holds for as long as `shape_sources` do."""
    spheres, capsules, boxes = carried_shapes()
    rows: list[tuple[int, tuple[Collider, Transform]]] = [*spheres, *capsules, *boxes]
    rows = [row for row in rows if row[1][0].enabled]
    parts = [part for _, (part, _) in rows]
    return Colliders(
        _sides([(entity, *own_and_met(part.layer, tuple(part.mask))) for entity, (part, _) in rows]),
        [KINDS[type(part)] for part in parts],
        [place for _, (_, place) in rows],
        [part for part in parts if isinstance(part, SphereCollider)],
        [part for part in parts if isinstance(part, BoxCollider)],
        np.array([_size(part) for part in parts]).reshape(-1, 2),
    )


def _sides(rows: Sequence[tuple[int, int, int]]) -> Handover[Sides]:
    entities, bits, masks = np.array(rows, dtype=np.int64).reshape(-1, 3).T.copy()
    tracks = [esper.has_component(entity, Overlaps) for entity, _, _ in rows]
    return hand_over(Sides(entities, bits, masks, np.array(tracks, dtype=np.bool_)))


def _size(collider: Collider) -> tuple[float, float]:
    match collider:
        case SphereCollider():
            return 0.0, collider.radius
        case CapsuleCollider():
            return collider.half_height, collider.radius
        case BoxCollider():
            return 0.0, 0.0


def shapes_of_all(colliders: Colliders) -> Floats:
    """Centre (3), half the size of the core (3) and radius [cm] now, as of a `Shape`, shape [count, 7]."""
    places, spheres = colliders.places, colliders.spheres
    shapes = np.empty((len(places), 7))
    if places:
        numbers = [place.position for place in places]
        numbers += [sphere.offset for sphere in spheres]
        scales = np.array([place.scale for place in places], dtype=np.float64)
        if _place(np.concatenate(numbers), scales, colliders.sizes, shapes):
            _shift(shapes, spheres, places)
        _stretch(shapes, colliders.boxes, places)
    return shapes


@lean_kernel
def _place(numbers: Floats, scales: Floats, sizes: Floats, shapes: Floats) -> bool:
    """Writes all shapes as if they were capsules or spheres without offset.

    Args:
        numbers: All positions, and then the offsets of those that come first [cm].
        scales: Factors on their sizes, shape [count].
        sizes: Half the height and the radius of each [cm], shape [count, 2].
        shapes: Receives the shapes, shape [count, 7].

    Returns:
        Whether there is any offset.
    """
    for row in range(shapes.shape[0]):
        radius = sizes[row, 1] * scales[row]
        for axis in range(3):
            shapes[row, axis] = numbers[3 * row + axis]
            shapes[row, 3 + axis] = 0.0
        shapes[row, 5] = max(sizes[row, 0] * scales[row] - radius, 0.0)
        shapes[row, 6] = radius
    has_offset = False
    for k in range(3 * shapes.shape[0], numbers.shape[0]):
        has_offset = has_offset or numbers[k] != 0.0
    return has_offset


def _shift(shapes: Floats, spheres: Sequence[SphereCollider], places: Sequence[Transform]) -> None:
    """Takes the offsets of spheres, the first rows, along, turned and scaled."""
    for shape, sphere, place in zip(shapes, spheres, places, strict=False):
        if sphere.offset.any():
            shape[:3] += rotate(place.rotation, sphere.offset * place.scale)


def _stretch(shapes: Floats, boxes: Sequence[BoxCollider], places: Sequence[Transform]) -> None:
    """Gives boxes, the last rows, their core."""
    if boxes:
        for shape, box, place in zip(shapes[::-1], boxes[::-1], places[::-1], strict=False):
            shape[3:6] = box.half_extents * place.scale
