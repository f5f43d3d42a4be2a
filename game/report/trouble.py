"""Bounds of what goes wrong elsewhere: tunnelling, deep spawns, ruined shapes, spikes, presses."""

import math
from collections.abc import Iterator

import numpy as np

from components.arrays import Floats
from components.terrain import Solid
from game.pace import FixedStep
from game.report.card import Bound
from game.report.lab import DT, SECOND, Lab, floor

INSIDE = 0.1
"""Depth from which on a body is inside the ground [cm]."""
ROOM, WALL = 100.0, 20.0
"""Half the width of a box that is shaken, and how thick its walls are [cm]."""


def thin_floor() -> Iterator[Bound]:
    """A floor of 5 cm stops everything."""
    for speed in (500.0, 2000.0, 5000.0, 10000.0):
        lab = Lab((0.0, 0.0, 200.0), solids=[floor(5.0)], settings={"max_speed": 20000.0})
        lab.throw((0.0, 0.0, -speed))
        lowest = 0.0
        for _ in range(30):
            lab.tick()
            lowest = min(lowest, lab.bottom())
        yield Bound(f"floor of 5 cm at {speed:g} cm/s: depth of a particle [cm]", -lowest, 1e-3)


def thin_wall() -> Iterator[Bound]:
    """A wall of 1 cm does, too."""
    wall = Solid(np.array(((300.0, 0.0), (301.0, 0.0), (301.0, 800.0), (300.0, 800.0))))
    lab = Lab((0.0, 0.0, 100.0), solids=[floor(), wall])
    lab.throw((3000.0, 0.0, 0.0))
    furthest = -np.inf
    for _ in range(SECOND):
        lab.tick()
        furthest = max(furthest, float(lab.x()[:, 0].max()) - 300.0)
    yield Bound("wall of 1 cm at 3000 cm/s: depth of a particle [cm]", furthest, 1e-3)


def shaken() -> Iterator[Bound]:
    """A closed box, shaken for 10 s with twenty times gravity."""
    lab = Lab((0.0, 0.0, 0.0), solids=_closed_box())
    out = -np.inf
    for tick in range(10 * SECOND):
        angle = 0.7 * (tick // 10)
        lab.pull((20000.0 * math.cos(angle), 0.0, 20000.0 * math.sin(angle)))
        lab.tick()
        out = max(out, float(np.abs(lab.x()[:, (0, 2)]).max()) - ROOM)
    yield Bound("a box shaken for 10 s: furthest particle outside [cm]", out, 0.1)


def deep_spawn() -> Iterator[Bound]:
    """Born inside the ground, it comes out and is not launched."""
    for depth in (5.0, 20.0, 60.0):
        lab = Lab((0.0, 0.0, 60.0 - depth), solids=[floor()])
        highest, out = -np.inf, 0.0
        for tick in range(2 * SECOND):
            lab.tick()
            highest = max(highest, lab.bottom())
            out = (tick + 1) * DT if lab.bottom() < -INSIDE else out
        yield Bound(f"born {depth:g} cm in the ground: thrown up [cm]", highest, 1.0)
        yield Bound(f"born {depth:g} cm in the ground: time inside [s]", out, depth / 100.0 + 0.2)


def recovery() -> Iterator[Bound]:
    """Volume half a second, or a second, after the shape was ruined."""
    ruins: tuple[tuple[str, Floats, int], ...] = (
        ("mirrored", np.array((1.0, 1.0, -1.0)), SECOND // 2),
        ("flat", np.array((1.0, 1.0, 0.0)), SECOND),
        ("a line", np.array((1.0, 0.0, 0.0)), SECOND),
        ("a point", np.zeros(3), SECOND),
    )
    for name, scale, ticks in ruins:
        lab = Lab((0.0, 0.0, 0.0), gravity=0.0)
        lab.reshape(lab.x() * scale)
        lab.tick(ticks)
        yield Bound(f"{name}, {ticks * DT:g} s later: volume", lab.volume(), 0.99, at_least=True)


def poisoned() -> Iterator[Bound]:
    """A particle that is not a number hurts nobody else."""
    pair = [Lab((0.0, 0.0, 80.0), (400.0, 0.0, 80.0), solids=[floor()]) for _ in range(2)]
    for lab in pair:
        lab.tick(10)
    broken = pair[1].x()
    broken[7] = np.nan
    pair[1].reshape(broken)
    for lab in pair:
        lab.tick(SECOND)
    yield Bound("one particle NaN: volume a second later", pair[1].volume(), 0.99, at_least=True)
    apart = float(np.abs(pair[0].x(1) - pair[1].x(1)).max())
    yield Bound("one particle NaN: difference of the others [cm]", apart, 0.0)


def spikes() -> Iterator[Bound]:
    """Frames that took long, while a slime rests."""
    for spike in (0.1, 1.0, 5.0):
        lab = Lab((0.0, 0.0, 60.1), solids=[floor()])
        lab.tick(2 * SECOND)
        top = float(lab.x()[:, 2].max())
        rise = off = -np.inf
        for _ in range(FixedStep(SECOND).advance(spike)):
            lab.tick()
            rise, off = max(rise, float(lab.x()[:, 2].max()) - top), max(off, abs(lab.volume() - 1.0))
        yield Bound(f"a frame of {spike:g} s: top rises by [cm]", rise, 5.0)
        yield Bound(f"a frame of {spike:g} s: volume, error", off, 0.01)


def pressed() -> Iterator[Bound]:
    """A plate comes down to two fifths of its height, waits for 5 s, and goes up again."""
    plate = Solid(np.array(((-500.0, 0.0), (500.0, 0.0), (500.0, 20.0), (-500.0, 20.0))), platform=0)
    lab = Lab((0.0, 0.0, 60.1), solids=[floor(), plate])
    height, fastest, rest = 200.0, 0.0, 100.65
    while height > 0.4 * rest:
        height -= 100.0 * DT
        lab.lift(height, -100.0)
        lab.tick()
    lab.lift(height, 0.0)
    for held in range(5 * SECOND):
        lab.tick()
        fastest = max(fastest, lab.fastest()) if held >= SECOND else 0.0
    for _ in range(SECOND):
        height += 200.0 * DT
        lab.lift(height, 200.0)
        lab.tick()
    yield Bound("pressed to 40 %: fastest particle while it is held [cm/s]", fastest, 20.0)
    yield Bound("let go: height a second later", lab.height() / rest, 0.95, at_least=True)


def _closed_box() -> list[Solid]:
    """Four walls around the origin."""
    inner, outer = ROOM, ROOM + WALL
    sides = ((-outer, -inner, -outer, outer), (inner, outer, -outer, outer))
    ends = [(low, high, first, last) for first, last, low, high in sides]
    return [
        Solid(np.array(((left, low), (right, low), (right, high), (left, high))))
        for left, right, low, high in (*sides, *ends)
    ]
