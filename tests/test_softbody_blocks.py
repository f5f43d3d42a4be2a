"""The blocks of some pools, handed over: the same until any of their arrays is another one."""

from copy import deepcopy

import numpy as np

from components.softbody import Softbody
from systems.softbody.birth import born
from systems.softbody.pools import blocks_of, empty_pools, give_memory, lanes_of, move_body, refresh


def test_they_are_handed_over_once_for_as_long_as_their_arrays_stay() -> None:
    body = born(Softbody(), np.zeros(3))
    handed = blocks_of(body.pools)
    assert blocks_of(body.pools) is handed
    assert all(one is other for one, other in zip(handed.tables.lanes, lanes_of(body.pools), strict=True))


def test_they_are_handed_over_anew_when_an_array_is_another_one() -> None:
    body = born(Softbody(), np.zeros(3))
    handed = blocks_of(body.pools)
    give_memory(body.pools, 0)
    with_memory = blocks_of(body.pools)
    assert with_memory is not handed
    assert with_memory.tables.lanes.memory is body.pools.memory
    move_body(body, body.pools, substeps=16)
    assert blocks_of(body.pools).tables.lanes.positions is body.pools.positions


def test_a_copy_hands_over_its_own() -> None:
    body = born(Softbody(), np.zeros(3))
    pools = empty_pools()
    move_body(body, pools, substeps=8)
    refresh(pools)
    twin = deepcopy(pools)
    assert blocks_of(twin).tables.lanes.positions is twin.positions
    assert blocks_of(pools).tables.lanes.positions is pools.positions
