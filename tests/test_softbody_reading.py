"""Reading many bodies at once gives what reading each gives."""

import numpy as np
import pytest
from scenes import box, build_world
from slimes import particles_of, run_slimes, spawn_slime

from components.softbody import Softbody
from systems.softbody.birth import born
from systems.softbody.reading import positions_of

pytestmark = pytest.mark.usefixtures("world")


def test_all_at_once_is_what_each_says() -> None:
    build_world([box(-9000.0, 9000.0, -100.0, 0.0)])
    slimes = [
        spawn_slime((300.0 * k, 0.0, 70.0), subdivisions=1 + k % 3, substeps=8 + k % 2) for k in range(20)
    ]
    run_slimes(10)
    bodies = [particles_of(slime) for slime in slimes]
    elsewhere = born(Softbody(radius=5.0), np.array((1e6, 3.0, 4.0)))
    bodies.insert(7, elsewhere)
    read = positions_of(bodies)
    assert len(read) == 21
    for body, positions in zip(bodies, read, strict=True):
        np.testing.assert_array_equal(positions, body.positions_ws)


def test_nobody_has_no_positions() -> None:
    assert positions_of([]) == []
