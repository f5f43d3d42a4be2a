"""All enabled colliders of a world, in columns."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Integers
from components.collider import BoxCollider, CapsuleCollider, ColliderKind, Layer, SphereCollider
from components.transform import Transform
from systems.collision.layers import layer_bits
from systems.maths.quaternion import rotate
from systems.query import entities_with


class Colliders(NamedTuple):
    """Colliders kind by kind, each ascending by entity."""

    entities: Integers
    """Whose each is, shape [count]."""
    kinds: list[ColliderKind]
    """Which of its entity's it is."""
    shapes: Floats
    """Centre (3), half the size of the core (3) and radius [cm], as of a `Shape`, shape [count, 7]."""
    bits: Integers
    """What each is, as a bit, shape [count]."""
    masks: Integers
    """Bits of the layers it meets, shape [count]."""


_NONE: Integers = np.zeros(0, dtype=np.int64)
NOTHING = Colliders(_NONE, [], np.zeros((0, 7)), _NONE, _NONE)
"""No collider at all."""


def colliders() -> Colliders:
    """Those of the current world that take part."""
    tables = [table for table in (_spheres(), _capsules(), _boxes()) if table is not NOTHING]
    if len(tables) < 2:  # noqa: PLR2004 - nothing to join
        return tables[0] if tables else NOTHING
    return Colliders(
        np.concatenate([table.entities for table in tables]),
        [kind for table in tables for kind in table.kinds],
        np.concatenate([table.shapes for table in tables]),
        np.concatenate([table.bits for table in tables]),
        np.concatenate([table.masks for table in tables]),
    )


def _spheres() -> Colliders:
    rows = [row for row in entities_with(SphereCollider, Transform) if _takes_part(row[0], row[1][0])]
    if not rows:
        return NOTHING
    parts, transforms = [parts[0] for _, parts in rows], [parts[1] for _, parts in rows]
    table = _table([entity for entity, _ in rows], parts, transforms, ColliderKind.SPHERE)
    table.shapes[:, 6] *= [part.radius for part in parts]
    offsets = np.array([part.offset for part in parts])
    for row in np.flatnonzero(offsets.any(axis=1)).tolist():
        place = transforms[row]
        table.shapes[row, :3] += rotate(place.rotation, offsets[row] * place.scale)
    return table


def _capsules() -> Colliders:
    rows = [row for row in entities_with(CapsuleCollider, Transform) if _takes_part(row[0], row[1][0])]
    if not rows:
        return NOTHING
    parts, transforms = [parts[0] for _, parts in rows], [parts[1] for _, parts in rows]
    table = _table([entity for entity, _ in rows], parts, transforms, ColliderKind.CAPSULE)
    scales = table.shapes[:, 6].copy()
    table.shapes[:, 6] *= [part.radius for part in parts]
    table.shapes[:, 5] = np.maximum(
        np.array([part.half_height for part in parts]) * scales - table.shapes[:, 6], 0.0
    )
    return table


def _boxes() -> Colliders:
    rows = [row for row in entities_with(BoxCollider, Transform) if _takes_part(row[0], row[1][0])]
    if not rows:
        return NOTHING
    parts, transforms = [parts[0] for _, parts in rows], [parts[1] for _, parts in rows]
    table = _table([entity for entity, _ in rows], parts, transforms, ColliderKind.BOX)
    extents = np.array([part.half_extents for part in parts])
    table.shapes[:, 3:6] = extents * table.shapes[:, 6:]
    table.shapes[:, 6] = 0.0
    return table


def _takes_part(entity: int, collider: SphereCollider | CapsuleCollider | BoxCollider) -> bool:
    return collider.enabled and esper.entity_exists(entity)


def _table(
    entities: Sequence[int],
    parts: Sequence[SphereCollider] | Sequence[CapsuleCollider] | Sequence[BoxCollider],
    transforms: Sequence[Transform],
    kind: ColliderKind,
) -> Colliders:
    """Colliders without a size: the scale stands in the place of the radius."""
    shapes = np.zeros((len(entities), 7))
    shapes[:, :3] = [place.position for place in transforms]
    shapes[:, 6] = [place.scale for place in transforms]
    bits, masks = np.array([_bits(part.layer, tuple(part.mask)) for part in parts], dtype=np.int64).T
    return Colliders(np.array(entities, dtype=np.int64), [kind] * len(entities), shapes, bits, masks)


@lru_cache(maxsize=256)
def _bits(layer: Layer, mask: tuple[Layer, ...]) -> tuple[int, int]:
    return layer_bits((layer,)), layer_bits(mask)
