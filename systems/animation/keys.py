"""Key frames, resampled at even steps: straight lines for numbers, slerp for rotations."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from components.arrays import Floats
from systems.maths.quaternion import slerp
from systems.maths.rotation import rotator_to_quaternion

FINEST = 120.0
"""Steps a second at which keys are resampled that lie on no even grid [1/s]."""
NEAR = 6e-4
"""How far from a step a key may lie and still count as on it [s]: files round times to a millisecond."""

Keys = Sequence[Sequence[float]]


def even_steps(times: Iterable[float], duration: float) -> int:
    """The least number of even steps of a clip on which all its keys lie, or steps at FINEST if none does."""
    shares = sorted({time / duration for time in times} | {0.0, 1.0})
    finest = max(math.ceil(duration * FINEST), 1)
    for steps in range(len(shares) - 1, finest):
        if all(abs(share * steps - round(share * steps)) * duration / steps <= NEAR for share in shares):
            return steps
    return finest


def resample_curve(keys: Keys, duration: float, steps: int, *, loop: bool) -> Floats:
    """Values at even steps, shape [steps + 1]; before the first and after the last key they hold.

    Args:
        keys: (time [s], value), times ascending.
        duration: Length of the clip [s].
        steps: How many steps to cut it into.
        loop: Whether the way from the last key leads to the first.
    """
    columns = _resample_columns(keys, duration, steps, loop=loop)
    return columns[:, 0]


def resample_translations(keys: Keys, duration: float, steps: int, *, loop: bool) -> Floats:
    """Places at even steps [cm], shape [steps + 1, 3], from keys (time, x, y, z); see `resample_curve`."""
    return _resample_columns(keys, duration, steps, loop=loop)


def resample_rotations(keys: Keys, duration: float, steps: int, *, loop: bool) -> Floats:
    """Unit quaternions at even steps, shape [steps + 1, 4], from keys (time, pitch, yaw, roll [deg])."""
    times, rows = _wrapped(keys, duration, steps, loop=loop)
    turns = [rotator_to_quaternion(row) for row in rows]
    found = np.empty((steps + 1, 4))
    for step in range(steps + 1):
        first, share = _segment(times, duration * (step % steps if loop else step) / steps)
        found[step] = slerp(turns[first], turns[first + 1], share) if share else turns[first]
        if step and found[step] @ found[step - 1] < 0.0:
            found[step] = -found[step]
    return found


def _resample_columns(keys: Keys, duration: float, steps: int, *, loop: bool) -> Floats:
    times, rows = _wrapped(keys, duration, steps, loop=loop)
    at = duration * np.arange(steps + 1) / steps
    if loop:
        at[-1] = 0.0
    return np.stack([np.interp(at, times, column) for column in rows.T], axis=1)


def _wrapped(keys: Keys, duration: float, steps: int, *, loop: bool) -> tuple[Floats, Floats]:
    """Times and values of the keys: on their steps where close to one, a loop's continued past its ends."""
    table = np.array(keys, dtype=np.float64)
    step = duration / steps
    nearest = np.round(table[:, 0] / step) * step
    times = np.where(np.abs(nearest - table[:, 0]) <= NEAR, nearest, table[:, 0])
    values = table[:, 1:]
    if loop:
        if len(times) > 1 and times[0] == 0.0 and times[-1] == duration:
            times, values = times[:-1], values[:-1]
        times = np.concatenate(((times[-1] - duration,), times, (times[0] + duration,)))
        values = np.concatenate((values[-1:], values, values[:1]))
    return times, values


def _segment(times: Floats, at: float) -> tuple[int, float]:
    """Index of the key before a time, and the share of the way to the next."""
    if at <= times[0]:
        return 0, 0.0
    if at >= times[-1]:
        return len(times) - 1, 0.0
    first = int(np.searchsorted(times, at, side="right")) - 1
    return first, float((at - times[first]) / (times[first + 1] - times[first]))
