"""Clips read between their frames."""

import math

import numpy as np

from components.arrays import Floats, Integers
from systems.kernel import lean_kernel


@lean_kernel
def fraction(phase: float) -> float:
    """What is left of a number of repetitions without the whole ones, in [0, 1)."""
    return phase - float(np.floor(phase))


@lean_kernel
def phase_at(time: float, duration: float, loop: bool) -> float:
    """Where in a clip a time [s] lies, in repetitions [0, 1]; past the end loops begin anew, others hold."""
    phase = time / duration
    return fraction(phase) if loop else min(max(phase, 0.0), 1.0)


@lean_kernel
def frame_at(first_frame: Integers, clip: int, phase: float) -> tuple[int, float]:
    """The frame before a phase in [0, 1], and the share of the way from it to the next one."""
    first = first_frame[clip]
    steps = first_frame[clip + 1] - first - 1
    position = phase * steps
    before = min(max(int(position), 0), steps - 1)
    return first + before, position - before


@lean_kernel
def clear_curves(values: Floats) -> None:
    """Makes ready for `add_curves`: no clip has told anything yet."""
    for column in range(len(values)):
        values[column] = math.nan


@lean_kernel
def add_curves(frames: Floats, frame: int, share: float, weight: float, values: Floats) -> None:
    """Adds what a clip has of curves to the sums of a blend; what no clip has stays not a number.

    Args:
        frames: Values of all frames, not a number where a clip has no such curve, shape [frame_count,
            column_count].
        frame: The frame before.
        share: How far on to the next [0, 1].
        weight: Share of the clip in the blend [0, 1].
        values: Changed: sums so far, with as many columns as count.
    """
    for column in range(len(values)):
        start, end = frames[frame, column], frames[frame + 1, column]
        if not math.isnan(start):
            value = weight * (start + (end - start) * share)
            values[column] = value if math.isnan(values[column]) else values[column] + value


@lean_kernel
def move_toward(
    frames: Floats, frame: int, share: float, weight: float, shares: Floats, moved: Integers, places: Floats
) -> None:
    """Moves bones in their parents' frames toward where a clip has them.

    Args:
        frames: Translations in all frames [cm], shape [frame_count, move_width, 3].
        frame: The frame before.
        share: How far on to the next [0, 1].
        weight: Share of the way [0, 1].
        shares: Share of the weight for each column [0, 1], shape [move_width].
        moved: Bone of each column, or -1, shape [move_width].
        places: Changed: local translations of the character [cm], shape [bone_count, 3].
    """
    for column in range(len(moved)):
        bone = moved[column]
        if bone >= 0:
            for axis in range(3):
                start, end = frames[frame, column, axis], frames[frame + 1, column, axis]
                way = start + (end - start) * share - places[bone, axis]
                places[bone, axis] += way * (weight * shares[column])
