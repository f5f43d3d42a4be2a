"""Steps that cover the ground: phase from distance, and where the feet will come down."""

from collections.abc import Mapping

import numpy as np

from components.arrays import Floats
from components.skeleton import ClipAsset
from systems.animation.landings import DOWN
from systems.animation.weights import IDLE, RUN, WALK

SHORTEST = 0.35
"""Stride as a share of the walk's below which feet rather slide than patter [1]."""
GRADE_MEMORY = 80.0
"""Way over which the grade of the ground is averaged [cm]."""
GRADE_SHORTENS = 0.9
"""How much steps shorten with the grade: a grade of 1 leaves 1 / (1 + this) of them [1]."""
TALLEST = 50.0
"""Rise in one tick beyond which it was no walking [cm]."""
STANDING = 5.0
"""Speed of the blend below which a gait waits to begin [cm/s]."""
FIRST_STEP = 0.18
"""Phase at which it begins: the left foot stands under the body, the right one is about to swing."""
MOVING = 20.0
"""Speed of the blend below which no step is under way [cm/s]."""


def stride_of(clips: Mapping[str, ClipAsset], weights: Mapping[str, float]) -> float:
    """Way that one repetition of the blended gait covers [cm]; 0 where there is no gait to blend."""
    stride = sum(clips[name].stride * weights.get(name, 0.0) for name in (WALK, RUN) if name in clips)
    shortest = SHORTEST * clips[WALK].stride if WALK in clips else 0.0
    return max(stride, shortest)


def advanced(phase: float, way: float, stride: float) -> float:
    """Phase of a gait after some way [cm], in [0, 1)."""
    return (phase + way / stride) % 1.0 if stride > 0.0 else phase


def grade_after(grade: float, rise: float, run: float) -> float:
    """Rise over run, averaged over the way lately walked, after some more of it [cm].

    Over a step of stairs that comes all at once this stays near the grade of the whole flight.
    """
    climbed = min(max(rise, -TALLEST), TALLEST)
    return grade + (climbed - grade * run) / (run + GRADE_MEMORY) if run > 0.0 else grade


def shortened(speed: float, grade: float) -> float:
    """Speed whose step length suits ground of this grade [cm/s]: on stairs steps are shorter and quicker."""
    return speed / (1.0 + GRADE_SHORTENS * abs(grade))


def next_landings(
    clips: Mapping[str, ClipAsset],
    weights: Mapping[str, float],
    phase: float,
    stride: float,
    contacts: Mapping[str, float],
) -> dict[str, tuple[float, Floats]]:
    """Where each foot that bears no weight will come down, by its bone.

    Args:
        clips: Clips by name.
        weights: Their shares in the blend.
        phase: Phase of the gait [0, 1).
        stride: Way of one repetition [cm].
        contacts: How much each foot bears weight, by its bone.

    Returns:
        The way until then [cm], and the place in component space as it is now [cm], shape [3].
    """
    gaits = [(clips[name], weights.get(name, 0.0)) for name in (WALK, RUN) if name in clips]
    found: dict[str, tuple[float, Floats]] = {}
    for foot, contact in contacts.items():
        rows = [
            (clip.landings[foot], share) for clip, share in gaits if foot in clip.landings and share > 0.0
        ]
        total = sum(share for _, share in rows)
        if contact >= DOWN or total <= 0.0:
            continue
        way, place = 0.0, np.zeros(3)
        for landing, share in rows:
            way += ((landing.phase - phase) % 1.0) * stride * share / total
            place += landing.place * share
        if IDLE in clips and foot in clips[IDLE].stands:
            place += clips[IDLE].stands[foot] * (1.0 - total)
        place[0] += way
        found[foot] = way, place
    return found
