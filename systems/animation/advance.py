"""How an animation goes on by a tick: its speed, weights, phases, curves, and the landings it foresees."""

import math
from typing import NamedTuple

from components.arrays import Floats, Integers
from components.pose_pool import PosePool
from systems.animation.bank import Bank
from systems.animation.gait import (
    FIRST_STEP,
    MOVING,
    STANDING,
    advanced,
    grade_after,
    natural_speed,
    next_landing,
    shortened,
    stride_of,
)
from systems.animation.motion import Motion
from systems.animation.sampling import add_curves, clear_curves, frame_at, phase_at
from systems.animation.weights import (
    FALL,
    IDLE,
    JUMP,
    LAND,
    RUN,
    WALK,
    curve_weights,
    eased,
    gait_weights,
    jump_share,
    landing_weight,
    write_base_weights,
)
from systems.kernel import lean_kernel
from systems.maths.interpolation import core_finterp
from systems.maths.quaternion import Triple

SPEEDING_UP = 14.0
"""How fast the blend follows a rising speed [1/s]."""
SLOWING_DOWN = 9.0
"""How fast it follows a falling speed [1/s]."""
LEAVING = 0.15
"""Time in which the body gives itself to the air, or to the ground [s]."""


class Animations(NamedTuple):
    """The animations of a pool as kernels take them, to change them; see `PosePool`."""

    weights: Floats
    times: Floats
    gait_phase: Floats
    overlay: Integers
    overlay_time: Floats
    speed: Floats
    grade: Floats
    airborne: Floats
    travelled: Floats
    height: Floats
    contacts: Floats
    other_curves: Floats
    landings: Floats
    landing_times: Floats
    landing_ways: Floats


def animations_in(pool: PosePool) -> Animations:
    """The animations of a pool for a kernel."""
    return Animations(*(getattr(pool, name) for name in Animations._fields))


@lean_kernel
def advance(own: Animations, row: int, bank: Bank, skeleton: int, motion: Motion, dt: float) -> None:
    """Brings the animation of one character to this tick.

    Args:
        own: All animations; a row of them is changed.
        row: The character.
        bank: All skeletons and clips; weights of missing clips stay in the blend and show nothing.
        skeleton: Row of its skeleton in the bank.
        motion: How the character moved.
        dt: Length of the tick [s].
    """
    base = bank.skeletons.base_clips[skeleton]
    actual = motion.way / dt if motion.grounded and dt > 0.0 else abs(motion.level_speed)
    _settle(own, row, motion, actual, dt)
    strides, durations = bank.clips.strides, bank.clips.durations
    run = natural_speed(strides, durations, base[RUN])
    gait = gait_weights(own.speed[row], natural_speed(strides, durations, base[WALK]), run)
    landing = _landing(motion, base[LAND], durations, own.speed[row] / run if run > 0.0 else 0.0)
    jump = _jump(own.weights[row], motion)
    write_base_weights(gait, jump, eased(own.airborne[row]), landing, own.weights[row])
    own.times[row, IDLE] += dt
    if not motion.grounded:
        own.times[row, JUMP] = own.times[row, FALL] = motion.time_since_ground
    own.times[row, LAND] = motion.time_on_ground
    stride = stride_of(strides, base, gait)
    if motion.grounded and own.speed[row] < STANDING:
        own.gait_phase[row] = FIRST_STEP
    own.gait_phase[row] = advanced(own.gait_phase[row], motion.way, stride)
    _blend_curves(own, row, bank, skeleton)
    _foresee(own, row, bank, skeleton, motion.grounded, gait, stride, max(actual, MOVING))


@lean_kernel
def _settle(own: Animations, row: int, motion: Motion, actual: float, dt: float) -> None:
    """Lets grade, speed and share of the air follow what the character does."""
    rise = motion.rise if motion.grounded else 0.0
    own.grade[row] = grade_after(own.grade[row], rise, motion.way)
    wanted = shortened(actual, own.grade[row])
    rate = SPEEDING_UP if wanted > own.speed[row] else SLOWING_DOWN
    own.speed[row] = core_finterp(own.speed[row], wanted, dt, rate)
    change = -dt / LEAVING if motion.grounded else dt / LEAVING
    own.airborne[row] = min(max(own.airborne[row] + change, 0.0), 1.0)


@lean_kernel
def _jump(weights: Floats, motion: Motion) -> float:
    """Share of jump in the air; who has come down lets go of what it had there."""
    air = weights[JUMP] + weights[FALL]
    if motion.grounded and air > 0.0:
        return float(weights[JUMP] / air)
    return jump_share(motion.vertical_speed)


@lean_kernel
def _landing(motion: Motion, clip: int, durations: Floats, speed_share: float) -> float:
    """Share of the landing clip over standing, none where there is no such clip."""
    if not motion.grounded or clip < 0:
        return 0.0
    return landing_weight(motion.landing_speed, motion.time_on_ground, durations[clip], speed_share)


@lean_kernel
def base_phase(gait_phase: float, time: float, stride: float, duration: float, loop: bool) -> float:
    """Where in a base clip a character is, in repetitions [0, 1]: by way, or by time without a stride."""
    return gait_phase if stride > 0.0 else phase_at(time, duration, loop)


@lean_kernel
def _blend_curves(own: Animations, row: int, bank: Bank, skeleton: int) -> None:
    contacts = own.contacts[row, : bank.skeletons.foot_counts[skeleton]]
    others = own.other_curves[row, : bank.skeletons.curve_counts[skeleton]]
    clear_curves(contacts)
    clear_curves(others)
    clips, weights = bank.clips, own.weights[row]
    steps = curve_weights(weights[IDLE], weights[WALK], weights[RUN])
    for column in range(len(weights)):
        clip = bank.skeletons.base_clips[skeleton, column]
        weight = steps[column] if column <= RUN else weights[column]
        if clip >= 0 and weight > 0.0:
            stride, duration, loop = clips.strides[clip], clips.durations[clip], clips.loops[clip]
            phase = base_phase(own.gait_phase[row], own.times[row, column], stride, duration, loop)
            frame, share = frame_at(clips.first_frame, clip, phase)
            add_curves(clips.contacts, frame, share, weight, contacts)
            add_curves(clips.curves, frame, share, weight, others)


@lean_kernel
def _foresee(
    own: Animations,
    row: int,
    bank: Bank,
    skeleton: int,
    grounded: bool,
    gait: Triple,
    stride: float,
    speed: float,
) -> None:
    base, phases = bank.skeletons.base_clips[skeleton], bank.clips.landing_phases
    landings, stands = bank.clips.landings, bank.clips.stands
    stepping = grounded and own.speed[row] > MOVING
    for foot in range(bank.skeletons.foot_counts[skeleton]):
        contact = own.contacts[row, foot] if stepping else math.nan
        place, phase = own.landings[row, foot], own.gait_phase[row]
        way = next_landing(phases, landings, stands, base, foot, gait, phase, stride, contact, place)
        own.landing_ways[row, foot] = way
        own.landing_times[row, foot] = way / speed
