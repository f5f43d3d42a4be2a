"""What an animation does in a tick: the blend moves on, and gives a pose."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

import numpy as np

from components.arrays import Floats
from components.pose_pool import BASE_CLIPS, PosePool
from components.skeleton import Animator, ClipAsset, SkeletonAsset
from systems.animation.gait import (
    FIRST_STEP,
    MOVING,
    STANDING,
    advanced,
    grade_after,
    next_landings,
    shortened,
    stride_of,
)
from systems.animation.landings import DOWN, foot_of
from systems.animation.overlay import overlay_weight
from systems.animation.sampling import blend_sample, blended_curves, phase_at
from systems.animation.weights import (
    FALL,
    IDLE,
    JUMP,
    LAND,
    RUN,
    WALK,
    air_weights,
    base_weights,
    curve_weights,
    gait_weights,
    landing_weight,
    natural_speed,
)
from systems.maths.interpolation import core_finterp

SPEEDING_UP = 14.0
"""How fast the blend follows a rising speed [1/s]."""
SLOWING_DOWN = 9.0
"""How fast it follows a falling speed [1/s]."""
LEAVING = 20.0
"""How fast the body gives itself to the air [1/s]."""

Clips = Mapping[str, ClipAsset]


@dataclass
class Plain:
    """An animator in plain numbers."""

    weights: dict[str, float] = field(default_factory=lambda: {"idle": 1.0})
    times: dict[str, float] = field(default_factory=dict)
    gait_phase: float = 0.0
    overlay: str = ""
    overlay_time: float = 0.0
    curves: dict[str, float] = field(default_factory=dict)
    speed: float = 0.0
    grade: float = 0.0
    airborne: float = 0.0
    travelled: float = 0.0
    height: float | None = None
    landings: dict[str, Floats] = field(default_factory=dict)
    landing_times: dict[str, float] = field(default_factory=dict)
    landing_ways: dict[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, animator: Animator) -> "Plain":
        """Reads one."""
        return cls(**{each.name: getattr(animator, each.name) for each in fields(cls)})

    def write(self, pool: PosePool, row: int) -> None:
        """Writes it."""
        for name in ("gait_phase", "overlay_time", "speed", "grade", "airborne", "travelled", "height"):
            getattr(pool, name)[row] = getattr(self, name)
        rig = pool.rigs[row]
        pool.weights[row] = [self.weights[name] for name in BASE_CLIPS]
        pool.times[row] = [self.times.get(name, 0.0) for name in BASE_CLIPS]
        pool.overlay[row] = rig.clips.index(self.overlay) if self.overlay else -1
        pool.contacts[row] = pool.landings[row] = pool.landing_times[row] = pool.landing_ways[row] = np.nan
        for column, (curve, foot) in enumerate(zip(rig.contact_curves, rig.contact_feet, strict=True)):
            pool.contacts[row, column] = self.curves.get(curve, np.nan)
            pool.landings[row, column] = self.landings.get(foot, np.nan)
            pool.landing_times[row, column] = self.landing_times.get(foot, np.nan)
            pool.landing_ways[row, column] = self.landing_ways.get(foot, np.nan)
        pool.other_curves[row] = np.nan
        for column, curve in enumerate(rig.other_curves):
            pool.other_curves[row, column] = self.curves.get(curve, np.nan)


class Motion(NamedTuple):
    """How a character moved in a tick, as far as its pose depends on it."""

    way: float = 0.0
    """Way walked, measured level, in the size of the skeleton [cm]."""
    rise: float = 0.0
    """Height gained against the ground it stands on [cm]."""
    level_speed: float = 0.0
    """Speed along X [cm/s]."""
    vertical_speed: float = 0.0
    """Upward speed [cm/s]."""
    grounded: bool = True
    """Whether it stands on walkable ground."""
    time_since_ground: float = 0.0
    """Time in the air [s]."""
    time_on_ground: float = 0.0
    """Time since landing [s]."""
    landing_speed: float = 0.0
    """Downward speed of the last landing [cm/s]."""


def advance(animator: Plain, clips: Clips, motion: Motion, dt: float) -> None:
    """Brings weights, phases, curves and landings of an animator to this tick.

    Args:
        animator: Changed.
        clips: Clips by name; weights of missing ones stay in the blend and show nothing.
        motion: How the character moved.
        dt: Length of the tick [s].
    """
    animator.grade = grade_after(animator.grade, motion.rise if motion.grounded else 0.0, motion.way)
    actual = motion.way / dt if motion.grounded and dt > 0.0 else abs(motion.level_speed)
    wanted = shortened(actual, animator.grade)
    rate = SPEEDING_UP if wanted > animator.speed else SLOWING_DOWN
    animator.speed = core_finterp(animator.speed, wanted, dt, rate)
    animator.airborne = core_finterp(animator.airborne, 0.0 if motion.grounded else 1.0, dt, LEAVING)
    animator.weights = _weights(animator, clips, motion)
    animator.times[IDLE] = animator.times.get(IDLE, 0.0) + dt
    animator.times |= {
        JUMP: motion.time_since_ground,
        FALL: motion.time_since_ground,
        LAND: motion.time_on_ground,
    }
    gait = gait_weights(animator.speed, natural_speed(clips, WALK), natural_speed(clips, RUN))
    stride = stride_of(clips, gait)
    if motion.grounded and animator.speed < STANDING:
        animator.gait_phase = FIRST_STEP
    animator.gait_phase = advanced(animator.gait_phase, motion.way, stride)
    animator.curves = blended_curves(clips, _shares(animator, clips, curve_weights(animator.weights)))
    animator.landings, animator.landing_times, animator.landing_ways = {}, {}, {}
    if motion.grounded and animator.speed > MOVING:
        contacts = {foot_of(name) or "": value for name, value in animator.curves.items() if foot_of(name)}
        landings = next_landings(clips, gait, animator.gait_phase, stride, contacts)
        animator.landings = {foot: place for foot, (_, place) in landings.items()}
        animator.landing_ways = {foot: way for foot, (way, _) in landings.items()}
        animator.landing_times = {
            foot: way / max(actual, MOVING) for foot, way in animator.landing_ways.items()
        }


def _weights(animator: Plain, clips: Clips, motion: Motion) -> dict[str, float]:
    run_speed = natural_speed(clips, RUN)
    gait = gait_weights(animator.speed, natural_speed(clips, WALK), run_speed)
    landing = 0.0
    if motion.grounded and LAND in clips:
        speed_share = animator.speed / run_speed if run_speed > 0.0 else 0.0
        landing = landing_weight(
            motion.landing_speed, motion.time_on_ground, clips[LAND].duration, speed_share
        )
    return base_weights(gait, air_weights(motion.vertical_speed), animator.airborne, landing)


def _shares(animator: Plain, clips: Clips, weights: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Weight and phase of each clip that shows."""
    return {
        name: (weights[name], _phase(animator, clips[name]))
        for name in BASE_CLIPS
        if name in clips and weights.get(name, 0.0) > 0.0
    }


def _phase(animator: Plain, clip: ClipAsset) -> float:
    if clip.stride > 0.0:
        return animator.gait_phase
    return phase_at(clip, animator.times.get(clip.name, 0.0))


def local_pose(animator: Plain, skeleton: SkeletonAsset, clips: Clips) -> tuple[Floats, Floats]:
    """Local translations [cm] and unit quaternions of a blend, shapes [bone_count, 3] and [bone_count, 4].

    Clips are laid over one another in the order of BASE_CLIPS, each with its share of the weight so far;
    the overlay comes last, for the bones that it moves. Without clips it is the reference pose.
    """
    translations, rotations = skeleton.translations.copy(), skeleton.rotations.copy()
    every = np.ones(len(skeleton.bones), dtype=np.bool_)
    total = 0.0
    for name, (weight, phase) in _shares(animator, clips, animator.weights).items():
        total += weight
        clip = clips[name]
        blend_sample(clip.translations, clip.rotations, phase, weight / total, every, translations, rotations)
    over = clips.get(animator.overlay)
    if over is not None:
        weight, phase = overlay_weight(over, animator.overlay_time), phase_at(over, animator.overlay_time)
        blend_sample(over.translations, over.rotations, phase, weight, over.animated, translations, rotations)
    return translations, rotations


def feet_that_came_down(before: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """Foot bones whose contact curves rose through a half, in the order of the curves' names."""
    return [
        foot for name in sorted(now) if (foot := foot_of(name)) and before.get(name, 1.0) < DOWN <= now[name]
    ]
