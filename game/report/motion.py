"""Bounds of free motion: falling, momentum, spin, energy, rest, and the same in a mirror."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from components.arrays import Floats, Integers
from components.softbody import SoftbodyShape
from game.report.card import Bound
from game.report.lab import DT, GRAVITY, SECOND, Lab, floor
from systems.softbody.shapes import topology_of


def free_fall() -> Iterator[Bound]:
    """Semi-implicit steps of h fall by g h² n (n + 1) / 2."""
    lab = Lab((0.0, 0.0, 1000.0))
    before, shape = lab.x()[:, 2].mean(), lab.x() - lab.x().mean(axis=0)
    lab.tick(SECOND)
    count, step = SECOND * 8, DT / 8
    fallen = before - lab.x()[:, 2].mean()
    expected = -GRAVITY * step**2 * count * (count + 1) / 2
    yield Bound("free fall of 1 s, error as a share of the way", abs(fallen / expected - 1.0), 1e-5)
    drift = np.abs(lab.x() - lab.x().mean(axis=0) - shape).max()
    yield Bound("free fall of 1 s, change of shape [cm]", float(drift), 1e-3)


def conservation() -> Iterator[Bound]:
    """Squashed and thrown, spinning, and let go at rest, far from everything."""
    lab = Lab((0.0, 0.0, 0.0), gravity=0.0)
    lab.reshape(lab.x() * (1.0, 1.0, 0.7))
    lab.throw((100.0, 30.0, -20.0))
    before = lab.momentum()
    lab.tick(300)
    lost = np.abs(lab.momentum() - before).max() / np.abs(before).max()
    yield Bound("momentum, squashed and thrown, 300 ticks", float(lost), 1e-6)
    lab = Lab((0.0, 0.0, 0.0), gravity=0.0)
    lab.throw(np.cross((0.0, 3.0, 0.0), lab.x()))
    before = lab.spin()
    lab.tick(5 * SECOND)
    lost = np.abs(lab.spin() - before).max() / np.abs(before).max()
    yield Bound("angular momentum at 3 rad/s, 5 s", float(lost), 1e-5)
    lab = Lab((0.0, 0.0, 0.0), gravity=0.0)
    lab.reshape(lab.x() * (1.0, 1.0, 0.5))
    lab.tick(5 * SECOND)
    yield Bound("squashed at rest, let go: turns by itself [rad/s]", lab.turning(), 1e-5)


def stored_energy() -> Iterator[Bound]:
    """Dropped from 100 cm, stiff and soft, in as few substeps as it gets and in many."""
    for shape in SoftbodyShape:
        rise = 0.0
        for compliance, substeps in product((2e-4, 2e-3, 2e-2), (1, 4, 16)):
            settings = {"compliance": compliance, "substeps": substeps}
            lab = Lab((0.0, 0.0, 160.0), solids=[floor()], topology=topology_of(shape, 2), settings=settings)
            energies = [lab.energy()]
            for _ in range(3 * SECOND):
                lab.tick()
                energies.append(lab.energy())
            rise = max(rise, float(np.diff(energies).max()) / energies[0])
        yield Bound(
            f"drop of a {shape}, stiff to soft, 1 to 16 substeps: energy gained in a tick", rise, 1e-3
        )


def drop() -> Iterator[Bound]:
    """From 100 cm on to flat ground, watched for 10 s."""
    lab = Lab((0.0, 0.0, 160.0), solids=[floor()])
    energy = first = lab.energy()
    fastest = lowest = rise = 0.0
    for tick in range(10 * SECOND):
        lab.tick()
        rise, energy = max(rise, lab.energy() - energy), lab.energy()
        lowest = min(lowest, lab.bottom())
        if tick >= 8 * SECOND:
            fastest = max(fastest, lab.fastest())
    drift = float(np.abs(lab.x().mean(axis=0)[:2]).max())
    yield Bound("drop of 100 cm: energy gained in a tick, as a share", rise / first, 1e-3)
    yield Bound("drop of 100 cm: drift after 10 s [cm]", drift, 0.5)
    yield Bound("drop of 100 cm: turns after 10 s [rad/s]", lab.turning(), 0.01)
    yield Bound("drop of 100 cm: fastest particle after 8 s [cm/s]", fastest, 2.0)
    yield Bound("drop of 100 cm: height off 100.65 [cm]", abs(lab.height() - 100.65), 0.3)
    yield Bound("drop of 100 cm: volume, error", abs(lab.volume() - 1.0), 0.01)
    yield Bound("drop of 100 cm: depth in the ground [cm]", -lowest, 1e-3)


def far_away() -> Iterator[Bound]:
    """The same drop 10 km from the origin."""
    heights = []
    for x in (0.0, 1e6):
        lab = Lab((x, 0.0, 160.0), solids=[floor(reach=2e6)])
        lab.tick(2 * SECOND)
        heights.append(lab.height())
    yield Bound("the same 10 km away: difference of height [cm]", abs(heights[1] - heights[0]), 1e-6)


def mirrored() -> Iterator[Bound]:
    """Thrown, and the same seen in a mirror across X, but with the same tables."""
    here, there = (Lab((side * 30.0, 0.0, 80.0), solids=[floor()]) for side in (1.0, -1.0))
    for lab, side in ((here, 1.0), (there, -1.0)):
        lab.throw((side * 300.0, 20.0, -100.0))
    image = images_across_x(here.bodies[0].topology.rest_positions)
    apart = 0.0
    for _ in range(2 * SECOND):
        here.tick()
        there.tick()
        apart = max(apart, float(np.abs(there.x()[image] * (-1.0, 1.0, 1.0) - here.x()).max()))
    yield Bound("thrown, and its mirror image thrown: difference [cm]", apart, 1.0)


def images_across_x(positions: Floats) -> Integers:
    """Which particle of a symmetric mesh is where each one's image across X is, shape [particle_count]."""
    away = positions[:, None] * (-1.0, 1.0, 1.0) - positions[None]
    images: Integers = np.argmin((away * away).sum(axis=2), axis=1)
    return images
