"""Slerp of many bones at once, without trigonometry.

With x the angle between two unit quaternions, slerp weighs them with sin((1 - t) x) / sin(x) and
sin(t x) / sin(x) (Shoemake 1985, section 3.3). Both are 1 - t or t times a quotient of values of
sin(x) / x, which is a short power series in x²; and x² is one in 1 - cos(x). So nothing branches, nothing
is divided by zero where two quaternions are equal, and a loop over bones becomes a few vector instructions:
bones are columns, the numbers of their quaternions rows.
"""

import math

import numpy as np

from components.arrays import Floats
from systems.kernel import kernel, lean_kernel

SQUARE, FACTOR = 4, 5
"""Rows of a frame behind x, y, z, w: of the way to the next frame, the squared angle and x / sin(x)."""


@lean_kernel
def squared_angle(fall: float) -> float:
    """The square of an angle of up to 90 degrees [rad²] from 1 minus its cosine.

    Of an angle halved twice, by 1 - cos(x / 2) = (1 - cos(x)) / (2 (1 + cos(x / 2))), with u = 1 - cos: the
    square is 2 times the sum of (2 u)^n / (n² binomial(2 n, n)), the series of the squared arcsine.
    """
    half = math.sqrt(1.0 - 0.5 * fall)
    quarter = math.sqrt(0.5 + 0.5 * half)
    u = fall / (4.0 * (1.0 + half) * (1.0 + quarter))
    series = 1.0
    for n in range(11, 0, -1):
        series = 1.0 + series * (u * (n * n / ((n + 1.0) * (2.0 * n + 1.0))))
    return 32.0 * u * series


@lean_kernel
def sine_share(square: float) -> float:
    """The sine of an angle of up to 90 degrees divided by it, from its square [rad²] (Taylor series)."""
    series = 1.0
    for n in range(10, 0, -1):
        series = 1.0 - series * (square * (1.0 / (2.0 * n * (2.0 * n + 1.0))))
    return series


def turning_frames(rotations: Floats, width: int) -> Floats:
    """The frames of a clip as `read_turns` takes them, shape [frame_count, 6, width].

    Args:
        rotations: Unit quaternions, shape [frame_count, bone_count, 4]; neighbours may differ in sign.
        width: Columns to fill up to with bones that never turn.
    """
    count, bones, _ = rotations.shape
    frames = np.zeros((count, 6, width))
    frames[:, 3], frames[:, FACTOR] = 1.0, 1.0
    frames[:, :4, :bones] = rotations.transpose(0, 2, 1)
    _join(frames)
    return frames


@kernel
def _join(frames: Floats) -> None:
    """Gives neighbouring frames the same sign, and finds the ways between them."""
    for frame in range(len(frames) - 1):
        for bone in range(frames.shape[2]):
            dot = 0.0
            for axis in range(4):
                dot += frames[frame, axis, bone] * frames[frame + 1, axis, bone]
            if dot < 0.0:
                for axis in range(4):
                    frames[frame + 1, axis, bone] *= -1.0
            square = squared_angle(1.0 - abs(dot))
            frames[frame, SQUARE, bone] = square
            frames[frame, FACTOR, bone] = 1.0 / sine_share(square)


@lean_kernel
def read_turns(frame: Floats, following: Floats, share: float, turns: Floats) -> None:
    """Rotations a share of the way from one frame to the next.

    Args:
        frame: Rows of `turning_frames`, shape [6, bone_count].
        following: The next frame.
        share: How far on [0, 1].
        turns: Written: quaternions, shape [4, bone_count].
    """
    rest = 1.0 - share
    for bone in range(turns.shape[1]):
        square, factor = frame[SQUARE, bone], frame[FACTOR, bone]
        a = rest * factor * sine_share(rest * rest * square)
        b = share * factor * sine_share(share * share * square)
        turns[0, bone] = a * frame[0, bone] + b * following[0, bone]
        turns[1, bone] = a * frame[1, bone] + b * following[1, bone]
        turns[2, bone] = a * frame[2, bone] + b * following[2, bone]
        turns[3, bone] = a * frame[3, bone] + b * following[3, bone]


@lean_kernel
def turn_toward(turns: Floats, others: Floats, weight: float, shares: Floats) -> None:
    """Turns bones the short way toward other rotations.

    Args:
        turns: Changed: quaternions, shape [4, bone_count].
        others: Where to, shape [4, bone_count].
        weight: Share of the way [0, 1].
        shares: Share of the weight for each bone [0, 1], shape [bone_count].
    """
    for bone in range(turns.shape[1]):
        dot = (
            turns[0, bone] * others[0, bone]
            + turns[1, bone] * others[1, bone]
            + turns[2, bone] * others[2, bone]
            + turns[3, bone] * others[3, bone]
        )
        square = squared_angle(1.0 - abs(dot))
        factor = 1.0 / sine_share(square)
        share = weight * shares[bone]
        rest = 1.0 - share
        a = rest * factor * sine_share(rest * rest * square)
        b = share * factor * sine_share(share * share * square)
        b = -b if dot < 0.0 else b
        turns[0, bone] = a * turns[0, bone] + b * others[0, bone]
        turns[1, bone] = a * turns[1, bone] + b * others[1, bone]
        turns[2, bone] = a * turns[2, bone] + b * others[2, bone]
        turns[3, bone] = a * turns[3, bone] + b * others[3, bone]


@lean_kernel
def turn_all_the_way(turns: Floats, others: Floats) -> None:
    """`turn_toward` with all the weight, which leaves of the rotations before only their sign."""
    for bone in range(turns.shape[1]):
        dot = (
            turns[0, bone] * others[0, bone]
            + turns[1, bone] * others[1, bone]
            + turns[2, bone] * others[2, bone]
            + turns[3, bone] * others[3, bone]
        )
        sign = -1.0 if dot < 0.0 else 1.0
        turns[0, bone] = sign * others[0, bone]
        turns[1, bone] = sign * others[1, bone]
        turns[2, bone] = sign * others[2, bone]
        turns[3, bone] = sign * others[3, bone]


@lean_kernel
def normalise_turns(turns: Floats) -> None:
    """Takes rounding out of the length of quaternions, shape [4, bone_count]."""
    for bone in range(turns.shape[1]):
        x, y, z, w = turns[0, bone], turns[1, bone], turns[2, bone], turns[3, bone]
        scale = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
        turns[0, bone] = x * scale
        turns[1, bone] = y * scale
        turns[2, bone] = z * scale
        turns[3, bone] = w * scale
