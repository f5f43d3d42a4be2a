"""Bodies that are in the same pools, to be read all at once."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from components.arrays import Integers
from components.softbody import SoftbodyParticles, SoftbodyPools
from systems.softbody.pools import slots_of

Member = TypeVar("Member")


class Herd(NamedTuple, Generic[Member]):
    """Some bodies of the same pools."""

    pools: SoftbodyPools
    """Theirs."""
    slots: Integers
    """Where in there, shape [body_count]."""
    members: Sequence[Member]
    """What belongs to each of them."""


def herds_of(bodies: Sequence[SoftbodyParticles], members: Sequence[Member]) -> list[Herd[Member]]:
    """Bodies together with what belongs to each, pools by pools.

    It holds for as long as `SoftbodyParticles.changes` does.
    """
    homes = {id(body.pools): body.pools for body in bodies}
    if len(homes) == 1:
        return [Herd(bodies[0].pools, slots_of(bodies), members)]
    herds = []
    for pools in homes.values():
        here = [row for row, body in enumerate(bodies) if body.pools is pools]
        herds.append(Herd(pools, slots_of([bodies[row] for row in here]), [members[row] for row in here]))
    return herds
