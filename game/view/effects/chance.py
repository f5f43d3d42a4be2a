"""Chance for effects: numbers that follow from the tick and the order of its events, and nothing else."""

import numpy as np

from game.view.arrays import Floats

WORDS = 0xFFFFFFFF
"""Largest number of 32 bits."""


def chances(tick: int, order: int, count: int, columns: int) -> Floats:
    """Numbers in [0, 1), shape [count, columns] (a 32-bit integer hash after Mueller's mix)."""
    cells = np.arange(count * columns, dtype=np.uint32).reshape(count, columns)
    seed = (tick * 0x9E3779B1 + order * 0x85EBCA77) & WORDS
    mixed = cells * np.uint32(0xC2B2AE3D) + np.uint32(seed)
    for _ in range(2):
        mixed = (mixed ^ (mixed >> np.uint32(16))) * np.uint32(0x45D9F3B)
    mixed ^= mixed >> np.uint32(16)
    return (mixed >> np.uint32(8)) / np.float64(1 << 24)
