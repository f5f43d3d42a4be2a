"""Kinds of bursts as data, and the particles of one."""

from typing import NamedTuple

import numpy as np

from game.view.arrays import Floats
from game.view.effects.chance import chances
from game.view.effects.pool import (
    BIRTH,
    COLOUR,
    DRAG,
    END_SIZE,
    FIELDS,
    FLOOR,
    KIND,
    LIFE,
    NO_FLOOR,
    PLACE,
    SIZE,
    STRENGTH,
    VELOCITY,
    WEIGHT,
    Kind,
)

Range = tuple[float, float]


class Burst(NamedTuple):
    """Many particles at once. Ranges are drawn from evenly."""

    kind: Kind
    amount: int
    """How many particles."""
    life: Range
    """[s]"""
    size: Range
    """Radius at birth [cm]."""
    growth: float
    """Radius at the end, as a multiple of that at birth."""
    speed: Range = (0.0, 0.0)
    """[cm/s]"""
    aim: float = 0.0
    """How much they fly along the burst's direction: 0 to all sides, 1 straight."""
    flat: float = 1.0
    """How much of their speed to the sides goes up and down."""
    rise: float = 0.0
    """Upward speed that all of them have [cm/s]."""
    weight: float = 0.0
    """Downward acceleration [cm/s²]."""
    drag: float = 2.0
    """[1/s]"""
    strength: float = 1.0
    scatter: float = 0.0
    """How far from the burst's place they are born [cm]."""
    falls: bool = False
    """Whether they end on the ground below the burst."""


FOOT_DUST = Burst(
    Kind.PUFF,
    4,
    (0.3, 0.55),
    (3.0, 5.0),
    3.0,
    (25.0, 70.0),
    aim=0.5,
    flat=0.3,
    rise=16.0,
    strength=0.34,
    scatter=9.0,
)
JUMP_DUST = Burst(
    Kind.PUFF, 8, (0.35, 0.6), (4.5, 7.5), 2.2, (50.0, 130.0), flat=0.1, rise=16.0, strength=0.6, scatter=8.0
)
LAND_DUST = Burst(
    Kind.PUFF,
    14,
    (0.4, 0.75),
    (5.0, 9.0),
    2.3,
    (110.0, 300.0),
    flat=0.06,
    rise=24.0,
    drag=4.5,
    strength=0.72,
    scatter=8.0,
)
LAND_CHIPS = Burst(
    Kind.DROP,
    7,
    (0.3, 0.5),
    (1.1, 1.9),
    0.7,
    (60.0, 170.0),
    flat=0.3,
    rise=140.0,
    weight=900.0,
    drag=0.6,
    scatter=10.0,
    falls=True,
)
LAND_RING = Burst(Kind.RING, 1, (0.36, 0.36), (16.0, 16.0), 4.8, strength=0.8)
SLASH = Burst(Kind.CRESCENT, 1, (0.17, 0.17), (50.0, 50.0), 1.5, (150.0, 150.0), aim=1.0, strength=0.75)
"""A blow; it is as large as that reaches."""
TRAIL = Burst(Kind.SPARK, 10, (0.1, 0.16), (5.0, 7.0), 0.3, strength=0.5)
"""Behind a hand that strikes."""
HIT_FLASH = Burst(Kind.FLASH, 1, (0.16, 0.16), (12.0, 12.0), 3.4, strength=0.8)
HIT_STARS = Burst(Kind.STAR, 6, (0.2, 0.4), (7.0, 13.0), 0.2, (120.0, 330.0), aim=0.35, drag=5.0, scatter=4.0)
GOO = Burst(
    Kind.DROP,
    16,
    (0.45, 0.85),
    (1.8, 4.6),
    0.75,
    (90.0, 330.0),
    aim=0.55,
    rise=130.0,
    weight=980.0,
    drag=0.5,
    scatter=8.0,
    falls=True,
)
GOO_DEATH = Burst(
    Kind.DROP,
    40,
    (0.6, 1.1),
    (2.4, 7.5),
    0.7,
    (90.0, 380.0),
    rise=190.0,
    weight=980.0,
    drag=0.4,
    scatter=22.0,
    falls=True,
)
GOO_MIST = Burst(
    Kind.PUFF, 10, (0.35, 0.6), (9.0, 16.0), 2.2, (40.0, 140.0), drag=4.0, strength=0.4, scatter=14.0
)
GOO_HOP = Burst(
    Kind.DROP,
    5,
    (0.3, 0.45),
    (1.4, 2.4),
    0.7,
    (40.0, 110.0),
    flat=0.2,
    rise=90.0,
    weight=980.0,
    drag=0.5,
    scatter=18.0,
    falls=True,
)
PUSH_DROPS = Burst(
    Kind.DROP,
    4,
    (0.3, 0.5),
    (1.3, 2.4),
    0.7,
    (40.0, 120.0),
    aim=-0.4,
    rise=70.0,
    weight=980.0,
    drag=0.5,
    scatter=6.0,
    falls=True,
)
PICK_STARS = Burst(
    Kind.STAR, 8, (0.4, 0.75), (4.5, 9.0), 0.2, (90.0, 220.0), rise=45.0, drag=3.2, scatter=6.0
)
PICK_SPARKS = Burst(
    Kind.SPARK, 14, (0.4, 0.9), (2.0, 4.0), 0.3, (30.0, 150.0), rise=70.0, drag=2.5, scatter=10.0
)
PICK_FLASH = Burst(Kind.FLASH, 1, (0.26, 0.26), (9.0, 9.0), 3.8, strength=0.5)
CHEER = Burst(
    Kind.SPARK,
    40,
    (0.8, 1.7),
    (2.2, 4.4),
    0.4,
    (60.0, 300.0),
    flat=0.8,
    rise=210.0,
    weight=260.0,
    drag=1.6,
    scatter=16.0,
)
CHEER_STARS = Burst(
    Kind.STAR,
    12,
    (0.5, 1.2),
    (5.0, 10.0),
    0.2,
    (60.0, 280.0),
    rise=120.0,
    weight=120.0,
    drag=2.0,
    scatter=20.0,
)
PUFF_OF_SPAWN = Burst(
    Kind.PUFF, 16, (0.4, 0.75), (9.0, 16.0), 2.1, (50.0, 150.0), drag=4.0, strength=0.55, scatter=18.0
)
SPAWN_STARS = Burst(
    Kind.STAR, 10, (0.4, 0.8), (5.0, 9.0), 0.2, (60.0, 150.0), rise=50.0, drag=3.0, scatter=30.0
)
LOCKED_FLASH = Burst(Kind.FLASH, 1, (0.3, 0.3), (16.0, 16.0), 3.0, strength=0.55)
LOCKED_SPARKS = Burst(
    Kind.SPARK,
    14,
    (0.4, 0.8),
    (2.0, 4.0),
    0.3,
    (60.0, 150.0),
    flat=0.5,
    rise=30.0,
    weight=420.0,
    drag=1.5,
    scatter=20.0,
)
NOTICE = Burst(Kind.STAR, 3, (0.3, 0.45), (7.0, 11.0), 0.3, (10.0, 60.0), rise=60.0, drag=3.0, scatter=8.0)


def particles(
    burst: Burst,
    *,
    point: Floats,
    direction: Floats,
    colours: Floats,
    time: float,
    seed: tuple[int, int],
    share: float = 1.0,
) -> Floats:
    """The particles of a burst, shape [count, FIELDS].

    Args:
        burst: What kind it is.
        point: Where it is [cm], shape [3].
        direction: Unit vector that it is aimed along, shape [3].
        colours: What they are coloured with by chance, red, green and blue [0, 255], shape [colour_count, 3].
        time: When it is [s].
        seed: Tick and order of what caused it.
        share: Share of its particles and of their speed.
    """
    count = max(1, round(burst.amount * share))
    chance = chances(*seed, count, 10)
    ways = _ways(chance[:, :2]) * (1.0, 0.6, burst.flat)
    speeds = _between(burst.speed, chance[:, 2])[:, None] * min(1.0, 0.5 + 0.5 * share)
    rows = np.zeros((count, FIELDS))
    rows[:, BIRTH], rows[:, LIFE] = time, _between(burst.life, chance[:, 3])
    rows[:, PLACE] = point + burst.scatter * _ways(chance[:, 4:6]) * chance[:, 6:7] * (1.0, 1.0, burst.flat)
    rows[:, VELOCITY] = speeds * (ways * (1.0 - abs(burst.aim)) + direction * burst.aim)
    rows[:, VELOCITY] += (0.0, 0.0, burst.rise) * (0.4 + 0.6 * chance[:, 7:8])
    rows[:, DRAG], rows[:, WEIGHT] = burst.drag, burst.weight
    rows[:, SIZE] = _between(burst.size, chance[:, 8])
    rows[:, END_SIZE] = rows[:, SIZE] * burst.growth
    rows[:, COLOUR] = colours[(chance[:, 9] * len(colours)).astype(np.int64)]
    rows[:, STRENGTH], rows[:, KIND], rows[:, FLOOR] = burst.strength, burst.kind, NO_FLOOR
    return rows


def _between(span: Range, share: Floats) -> Floats:
    return span[0] + (span[1] - span[0]) * share


def _ways(chance: Floats) -> Floats:
    """Unit vectors to all sides, shape [count, 3]."""
    up = 2.0 * chance[:, 0] - 1.0
    turn, level = 2.0 * np.pi * chance[:, 1], np.sqrt(1.0 - up * up)
    return np.stack((np.cos(turn) * level, np.sin(turn) * level, up), axis=-1)
