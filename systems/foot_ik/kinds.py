"""What is the same for all characters with the same legs, worked out once and spread over a crowd."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from components.arrays import Integers
from components.skeleton import SkeletonAsset
from systems.foot_ik.crowd import Crowd, Member


class Kind(NamedTuple):
    """What characters with the same legs have in common."""

    asset: SkeletonAsset
    feet: tuple[str, ...]
    told: tuple[str, ...]
    """Feet that contact curves tell about."""


class Kinds(NamedTuple):
    """The kinds of a crowd."""

    kinds: list[Kind]
    """Each kind that there is."""
    of_members: Integers
    """The kind of each character, shape [character_count]."""


def kinds_of(crowd: Crowd) -> Kinds:
    """The kinds of a crowd, in the order in which they first come up."""
    rows: dict[Hashable, int] = {}
    kinds: list[Kind] = []
    of_members = np.empty(len(crowd.members), dtype=np.int64)
    for place, member in enumerate(crowd.members):
        told = member.pose.pool.rigs[member.pose.row].contact_feet
        key = (id(member.asset), member.foot_ik.feet, told)
        if key not in rows:
            rows[key] = len(kinds)
            kinds.append(_kind(member, told))
        of_members[place] = rows[key]
    return Kinds(kinds, of_members)


def _kind(member: Member, told: tuple[str, ...]) -> Kind:
    return Kind(member.asset, member.foot_ik.feet, told)


def spread(counts: Sequence[int], of_members: Integers) -> tuple[Integers, Integers]:
    """How a table with the rows of all kinds one after another is spread over the characters.

    Args:
        counts: How many rows each kind has.
        of_members: The kind of each character, shape [character_count].

    Returns:
        The row to take for each row of the spread table, and the character that it belongs to.
    """
    sizes = np.array(counts, dtype=np.int64)
    first, own = np.cumsum(sizes) - sizes, sizes[of_members]
    whose = np.repeat(np.arange(len(of_members)), own)
    begin = np.repeat(np.cumsum(own) - own, own)
    rows: Integers = np.arange(len(whose)) - begin + first[of_members][whose]
    return rows, whose
