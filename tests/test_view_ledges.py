"""Ledges that one jumps onto from below hide whoever stands under them."""

from dataclasses import replace

import numpy as np
import pytest
from stand_in import StandIn, box, colours

from game.view import View
from game.view.arrays import FAR, Floats
from game.view.pixels import plain_surface
from game.view.projection import Projection
from game.view.terrain.ledges import NEAREST, BroughtForward, Ledges

SIZE = (320, 180)
LEDGE = replace(box((-60.0, 60.0), (160.0, 178.0), depth=(-90.0, 90.0)), one_way=True)
BOX = np.array((-60.0, -90.0, 160.0, 60.0, 90.0, 178.0))


@pytest.mark.parametrize(
    ("feet", "count"),
    [
        ((0.0, 0.0, 0.0), 1),
        ((65.0, 0.0, 0.0), 1),
        ((80.0, 0.0, 0.0), 0),
        ((0.0, 0.0, 130.0), 0),
        ((0.0, 0.0, 178.0), 0),
        ((0.0, 0.0, -100.0), 0),
        ((0.0, 120.0, 0.0), 0),
    ],
)
def test_a_ledge_is_over_those_whose_heads_may_reach_it(feet: tuple[float, float, float], count: int) -> None:
    assert len(Ledges([LEDGE], Projection()).over(np.array(feet))) == count


def test_solid_and_moving_terrain_hides_nobody() -> None:
    solids = [replace(LEDGE, one_way=False), replace(LEDGE, platform=0)]

    assert len(Ledges(solids, Projection()).over(np.zeros(3))) == 0


def test_what_is_seen_of_a_ledge_comes_forward_and_goes_back() -> None:
    projection, ring = Projection(), np.full((256, 512), FAR, dtype=np.float32)
    lens = projection.lens(-160, -250)
    front = projection.project(np.array((0.0, -90.0, 170.0)))
    behind = projection.project(np.array((30.0, 200.0, 200.0)))
    places = [(int(v) & 255, int(u) & 511) for u, v, _ in (front, behind)]
    ring[places[0]], ring[places[1]] = front[2], behind[2]
    before = ring.copy()

    brought = BroughtForward(ring, lens, (180, 320))
    brought.bring(BOX, projection)

    assert ring[int(front[1]) & 255, int(front[0]) & 511] == NEAREST
    assert (
        ring[int(behind[1]) & 255, int(behind[0]) & 511] == before[int(behind[1]) & 255, int(behind[0]) & 511]
    )
    brought.take_back()
    np.testing.assert_array_equal(ring, before)


def seen(*, one_way: bool, hero: bool) -> Floats:
    """A ledge at the height of a head, with somebody under it or not."""
    simulation = StandIn([box((-400, 400), (-200, 0)), replace(LEDGE, one_way=one_way)])
    if hero:
        simulation.add_hero((0.0, 0.0, 0.0))
    else:
        simulation.add_hero((0.0, 0.0, 0.0))
        simulation.components(2).pop(
            next(kind for kind in simulation.components(2) if "Pose" in kind.__name__)
        )
    view, surface = View(SIZE, zoom=0.5, wait=True), plain_surface(SIZE)
    view.draw(surface, simulation)
    view.close()
    return colours(surface)


def test_no_hair_shows_through_a_ledge() -> None:
    changes = [
        np.abs(seen(one_way=one_way, hero=True) - seen(one_way=one_way, hero=False)).max(axis=2) > 30.0
        for one_way in (True, False)
    ]

    rows = [np.nonzero(change)[0] for change in changes]
    assert rows[0].min() > rows[1].min() + 3, "the head stays below the ledge's lower edge"
    assert len(rows[0]) > 100
