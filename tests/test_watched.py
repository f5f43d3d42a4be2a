"""Components that count changes of their fields."""

import copy

import numpy as np
import pytest

from components.arrays import vector
from components.collider import CapsuleCollider, Layer, SphereCollider
from components.foot_ik import FootIK
from components.softbody import Softbody


def changes_by(name: str, value: object) -> int:
    """How many changes setting a sphere's field counts as."""
    sphere = SphereCollider(mask=(Layer.PAWN,))
    before = SphereCollider.changes
    setattr(sphere, name, value)
    return SphereCollider.changes - before


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("radius", 60.0, 0),
        ("radius", 61.0, 1),
        ("radius", 60, 1),
        ("mask", (Layer.PAWN,), 0),
        ("mask", [Layer.PAWN], 0),
        ("mask", (), 1),
        ("enabled", False, 1),
        ("offset", vector(), 1),
    ],
)
def test_a_change_is_another_value_or_another_array(name: str, value: object, count: int) -> None:
    assert changes_by(name, value) == count


def test_an_array_may_take_the_place_of_what_is_none() -> None:
    assert changes_by("offset", [0.0, 0.0, 0.0]) == 1
    sphere = SphereCollider(offset=(0.0, 0.0, 0.0))  # type: ignore[arg-type]
    sphere.offset = vector(1.0)
    np.testing.assert_array_equal(sphere.offset, (1.0, 0.0, 0.0))


def test_neither_births_nor_copies_count() -> None:
    before = Softbody.changes, SphereCollider.changes, FootIK.changes
    copy.deepcopy((Softbody(), SphereCollider(), FootIK()))
    assert (Softbody.changes, SphereCollider.changes, FootIK.changes) == before


def test_each_class_counts_for_itself() -> None:
    before = CapsuleCollider.changes, Softbody.changes
    assert changes_by("radius", 3.0) == 1
    assert (CapsuleCollider.changes, Softbody.changes) == before


def test_a_list_cannot_be_changed_in_place() -> None:
    sphere = SphereCollider(mask=[Layer.PAWN])  # type: ignore[arg-type]
    assert sphere.mask == (Layer.PAWN,)
