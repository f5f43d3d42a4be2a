"""Walking and running: feet that roll over the ground at exactly the speed of the stride.

A foot comes down heel first, rolls flat about its heel, stays, rolls off about its ball, and swings. Flat
and rolling it moves back through component space by the stride a cycle, so on the ground it stands still.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from components.arrays import Floats, vector
from game.authoring.frames import Frame, Plan
from game.authoring.legs import FootPlace
from game.authoring.mannequin import ANKLE, SIDES
from game.authoring.shapes import bounce, hermite, swing, through

HEEL = 6.0
"""How far the heel lies behind the ankle [cm]."""
BALL = 12.0
"""How far the ball of the foot lies ahead of the ankle [cm]."""
SLOPE_STEP = 1e-4
"""Step of phase for slopes of paths."""


class FootState(NamedTuple):
    """A foot in the plane of walking."""

    x: float
    """Of the ankle [cm]."""
    z: float
    """Of the ankle [cm]."""
    pitch: float
    """Toes up [deg]."""


@dataclass(frozen=True, slots=True)
class Step:
    """How a foot goes through a cycle that begins when it touches the ground."""

    stride: float
    """Way covered in a cycle [cm]."""
    touch_down: float
    """X of the ankle when it touches, were it flat [cm]."""
    flat_from: float
    """Phase at which the sole is down."""
    flat_to: float
    """Phase at which the heel comes off."""
    toe_off: float
    """Phase at which it leaves the ground."""
    strike_pitch: float
    """Toes up when it touches [deg]."""
    push_pitch: float
    """Toes up when it leaves, negative [deg]."""
    lift: tuple[tuple[float, float], ...]
    """Height that the ankle gains over the straight way, through the swing: (share, cm)."""
    pitch: tuple[tuple[float, float], ...]
    """Toes up between leaving and touching: (share, deg)."""
    advance: tuple[tuple[float, float], ...]
    """Share of the way forward done, through the swing."""

    def at(self, phase: float) -> FootState:
        """The foot at a phase of its cycle, in [0, 1)."""
        return self._on_ground(phase) if phase < self.toe_off else self._in_air(phase)

    def _on_ground(self, phase: float) -> FootState:
        flat = self.touch_down - self.stride * phase
        if phase < self.flat_from:
            pitch = self.strike_pitch * (1.0 - phase / self.flat_from) ** 2
            return _rolled(flat - HEEL, HEEL, pitch)
        if phase < self.flat_to:
            return FootState(flat, ANKLE, 0.0)
        share = (phase - self.flat_to) / (self.toe_off - self.flat_to)
        return _rolled(flat + BALL, -BALL, self.push_pitch * share**1.8)

    def _in_air(self, phase: float) -> FootState:
        share = (phase - self.toe_off) / (1.0 - self.toe_off)
        left, touched = self._on_ground(self.toe_off), self._on_ground(0.0)
        duration = 1.0 - self.toe_off
        leaving = self._slope(self.toe_off - SLOPE_STEP)
        touching = self._slope(0.0)
        done = through(self.advance, share)
        straight = left.x + (touched.x - left.x) * done
        drift = hermite(share, 0.0, leaving.x * duration, 0.0, touching.x * duration)
        rise = hermite(share, left.z, leaving.z * duration, touched.z, touching.z * duration)
        pitches = ((0.0, left.pitch), *self.pitch, (1.0, touched.pitch))
        pitch = through(pitches, share, slopes=(leaving.pitch * duration, touching.pitch * duration))
        return FootState(straight + drift, rise + through(self.lift, share), pitch)

    def _slope(self, phase: float) -> FootState:
        before, after = self._on_ground(phase), self._on_ground(phase + SLOPE_STEP)
        return FootState(*((b - a) / SLOPE_STEP for a, b in zip(before, after, strict=True)))

    def contact(self, phase: float) -> float:
        """1 while the sole is down, fading over a twenty-fourth of the cycle on both sides."""
        fade = 1.0 / 24.0
        coming = (phase - self.flat_from) / fade + 0.6
        going = (self.flat_to - phase) / fade + 0.6
        return min(max(min(coming, going), 0.0), 1.0)


def _rolled(pivot: float, ankle_from_pivot: float, pitch: float) -> FootState:
    sine, cosine = math.sin(math.radians(pitch)), math.cos(math.radians(pitch))
    return FootState(
        pivot + ankle_from_pivot * cosine - ANKLE * sine, ankle_from_pivot * sine + ANKLE * cosine, pitch
    )


WALK = Step(
    stride=144.0,
    touch_down=36.0,
    flat_from=0.06,
    flat_to=0.40,
    toe_off=0.60,
    strike_pitch=17.0,
    push_pitch=-50.0,
    lift=((0.0, 0.0), (0.3, 6.0), (0.62, 6.0), (1.0, 0.0)),
    pitch=((0.15, -54.0), (0.5, -8.0), (0.8, 14.0)),
    advance=((0.0, 0.0), (1.0, 1.0)),
)
RUN = Step(
    stride=288.0,
    touch_down=30.0,
    flat_from=0.03,
    flat_to=0.14,
    toe_off=0.31,
    strike_pitch=8.0,
    push_pitch=-62.0,
    lift=((0.0, 0.0), (0.3, 34.0), (0.6, 22.0), (0.85, 7.0), (1.0, 0.0)),
    pitch=((0.25, -82.0), (0.6, -28.0), (0.85, 10.0)),
    advance=((0.0, 0.0), (1.0, 1.0)),
)


def _feet(step: Step, phase: float, apart: float) -> dict[str, FootPlace]:
    feet = {}
    for side, sign in SIDES.items():
        at = (phase + (0.0 if sign > 0 else 0.5)) % 1.0
        state = step.at(at)
        toes = -state.pitch if step.flat_to < at < step.toe_off else 0.0
        feet[side] = FootPlace(
            vector(state.x, apart * sign, state.z), pitch=state.pitch, ball_pitch=min(toes, 50.0)
        )
    return feet


def _contact(step: Step, phase: float) -> Mapping[str, float]:
    left, right = phase % 1.0, (phase + 0.5) % 1.0
    return {"l": step.contact(left), "r": step.contact(right)}


def _walk_frame(phase: float) -> Frame:
    leading = swing(phase, peak=0.0)
    over_left = swing(phase, peak=0.28)
    turns = {
        "pelvis": vector(-2, -5 * leading, -2.5 * over_left),
        "spine_01": vector(-2, 4 * leading, 1.5 * over_left),
        "spine_02": vector(-1 + 0.8 * bounce(phase, peak=0.1), 4 * leading, 1.5 * over_left),
        "spine_03": vector(0, 4 * leading, 0.5 * over_left),
        "neck_01": vector(2, -3 * leading, -0.5 * over_left),
        "head": vector(2.5 - 0.8 * bounce(phase, peak=0.12), -4 * leading, -0.5 * over_left),
    }
    for side, sign in SIDES.items():
        forward = swing(phase, peak=0.52 if sign > 0 else 0.02)
        bent = swing(phase, peak=0.58 if sign > 0 else 0.08)
        turns[f"clavicle_{side}"] = vector(0, -3 * forward * sign, 0)
        turns[f"upperarm_{side}"] = vector(2 + 25 * forward, 0, -(9 + 1.5 * forward) * sign)
        turns[f"lowerarm_{side}"] = vector(22 + 13 * bent, 0, 0)
        turns[f"hand_{side}"] = vector(6 + 6 * bent, 0, 0)
    pelvis = vector(1, 1.8 * over_left, -3.6 + 1.7 * bounce(phase, peak=0.32))
    return Frame(pelvis, turns, _feet(WALK, phase, 7.0))


def _run_frame(phase: float) -> Frame:
    leading = swing(phase, peak=0.02)
    over_left = swing(phase, peak=0.15)
    turns: dict[str, Floats] = {
        "pelvis": vector(-8 + 1.5 * bounce(phase, peak=0.4), -9 * leading, -3 * over_left),
        "spine_01": vector(-3, 6 * leading, 2 * over_left),
        "spine_02": vector(-3 - 2 * bounce(phase, peak=0.12), 7 * leading, 1.5 * over_left),
        "spine_03": vector(-1, 7 * leading, 0),
        "neck_01": vector(5, -5 * leading, -0.5 * over_left),
        "head": vector(8 + 2 * bounce(phase, peak=0.14), -6 * leading, 0),
    }
    for side, sign in SIDES.items():
        forward = swing(phase, peak=0.53 if sign > 0 else 0.03)
        turns[f"clavicle_{side}"] = vector(0, -6 * forward * sign, 0)
        turns[f"upperarm_{side}"] = vector(-4 + 46 * forward, 0, -(14 - 6 * forward) * sign)
        turns[f"lowerarm_{side}"] = vector(84 + 18 * forward, 0, 0)
        turns[f"hand_{side}"] = vector(6, 0, 0)
    pelvis = vector(2, 0.8 * over_left, -6.5 + 3.8 * bounce(phase, peak=0.41))
    return Frame(pelvis, turns, _feet(RUN, phase, 5.0))


def gaits() -> list[Plan]:
    """Walk (150 cm/s) and run (400 cm/s)."""
    return [
        Plan("walk", 0.96, 24, _walk_frame, loop=True, stride=144.0, contact=lambda p: _contact(WALK, p)),
        Plan("run", 0.72, 24, _run_frame, loop=True, stride=288.0, contact=lambda p: _contact(RUN, p)),
    ]
