"""Where the ground is, roughly: stone darkens with the distance below it."""

import numpy as np

from game.view.arrays import Floats
from game.view.terrain.shapes import X_MAX, X_MIN, Z_MAX, Shapes

STEP = 64.0
"""Distance between two heights of the line [cm]."""
WINDOW = 13
"""Heights that are averaged into one; odd."""


def ground_line(shapes: Shapes) -> tuple[float, Floats]:
    """X of the first height [cm], and smoothed heights every STEP [cm], shape [count], at least two.

    Over each place the lowest top counts, so that what floats above does not raise the ground.
    """
    if not len(shapes.seed):
        return 0.0, np.zeros(2)
    start = np.floor(shapes.bounds[:, X_MIN].min() / STEP) * STEP
    count = int(np.ceil((shapes.bounds[:, X_MAX].max() - start) / STEP)) + 2
    heights = np.full(count, np.inf)
    for box in shapes.bounds[np.argsort(-shapes.bounds[:, Z_MAX], kind="stable")]:
        first, last = np.ceil((box[(X_MIN, X_MAX),] - start) / STEP).astype(np.int64)
        heights[first : max(last, first + 1)] = box[Z_MAX]
    return float(start), _averaged(_filled(heights))


def _filled(heights: Floats) -> Floats:
    """Gaps take the height of what is next to them."""
    known = np.flatnonzero(np.isfinite(heights))
    return np.interp(np.arange(len(heights)), known, heights[known])


def _averaged(heights: Floats) -> Floats:
    padded = np.pad(heights, WINDOW // 2, mode="edge")
    means: Floats = np.lib.stride_tricks.sliding_window_view(padded, WINDOW).mean(axis=1)
    return means
