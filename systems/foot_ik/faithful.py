"""The seeds as they stand, tick by tick, faults and all, for comparison."""

import math

import numpy as np

from components.arrays import Floats
from components.foot_ik import FootTraces, IKData, Verdict
from systems.foot_ik.seed import SeedOffsets, seed_slope_rotator, seed_step
from systems.maths.interpolation import rinterp_to
from systems.maths.quaternion import conjugate, multiply
from systems.maths.rotation import look_rotation, quaternion_to_rotator, rotator_to_quaternion

NOWHERE = (0.0, 0.0, 0.0)
"""Point and normal of a trace that missed, which seed 000 reads all the same."""


def seed_raw(traces: FootTraces, foot: int, bottom: float, trace_distance: float, offset: float) -> float:
    """What seed 000 takes a foot's way to its ground to be [cm].

    The length from the end of the trace to where it hit; one that missed hit the origin of the world.
    """
    end = traces.start[foot].copy()
    end[2] = bottom - trace_distance
    point = np.array(NOWHERE)
    if traces.verdict[foot] == Verdict.HIT:
        point = np.array((end[0], end[1], traces.point[foot, 2]))
    way = point - end
    return offset + math.sqrt(float(way @ way)) - trace_distance


def follow_unreal_seed(
    data: IKData,
    traces: FootTraces,
    bottom: float,
    *,
    trace_distance: float,
    offset: float,
    speed: float,
    dt: float,
) -> None:
    """One frame of seed 000: FInterpTo and RInterpTo, in the air as on the ground.

    Args:
        data: Changed. Offsets are in the world: the seed's own right foot has the opposite sign.
        traces: What was found.
        bottom: World height of the capsule's bottom [cm].
        trace_distance: T [cm].
        offset: O [cm].
        speed: S [1/s].
        dt: Length of the frame [s].
    """
    raws = [seed_raw(traces, foot, bottom, trace_distance, offset) for foot in range(len(traces.verdict))]
    pelvis = min(raws)
    for foot, raw in enumerate(raws):
        now = SeedOffsets(data.pelvis_distance, float(data.foot_distances[foot]))
        data.foot_distances[foot] = seed_step(now, SeedOffsets(pelvis, raw - pelvis), dt, speed).left
        normal = traces.normal[foot] if traces.verdict[foot] == Verdict.HIT else np.array(NOWHERE)
        before = quaternion_to_rotator(data.foot_rotations[foot])
        turned = rinterp_to(before, seed_slope_rotator(normal), dt, speed)
        data.foot_rotations[foot] = rotator_to_quaternion(turned)
    data.pelvis_distance = seed_step(SeedOffsets(data.pelvis_distance), SeedOffsets(pelvis), dt, speed).pelvis
    data.weights[:] = 1.0
    data.found[:] = traces.verdict == Verdict.HIT
    data.settled = True


def follow_unity_seed(
    data: IKData,
    traces: FootTraces,
    ankles: Floats,
    rotations: Floats,
    forward: Floats,
    ground_distance: float,
) -> None:
    """One IK pass of seed 001: at once, per foot, the hips where they are.

    Args:
        data: Changed.
        traces: What was found between 1 m above each ankle and the ground distance below it.
        ankles: World heights of the ankles in the animation [cm], shape [foot_count].
        rotations: World rotations of the feet there, unit quaternions, shape [foot_count, 4].
        forward: The way the character looks, unit vector, shape [3].
        ground_distance: How high ankles stand over their ground [cm].
    """
    data.pelvis_distance = 0.0
    data.found[:] = traces.verdict == Verdict.HIT
    for foot in range(len(ankles)):
        data.weights[foot] = 1.0 if data.found[foot] else 0.0
        data.foot_distances[foot] = 0.0
        if data.found[foot]:
            data.foot_distances[foot] = traces.point[foot, 2] + ground_distance - ankles[foot]
            goal = look_rotation(forward, traces.normal[foot])
            data.foot_rotations[foot] = multiply(goal, conjugate(rotations[foot]))
    data.settled = True


def seed_numbers(data: IKData) -> SeedOffsets:
    """Offsets as seed 000 hands them to its animation graph: its right foot's bone is mirrored [cm]."""
    left, right = data.foot_distances.tolist()[:2]
    return SeedOffsets(data.pelvis_distance, left, -right)
