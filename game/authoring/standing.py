"""Standing, and what happens around a jump."""

from collections.abc import Mapping

from components.arrays import Floats, vector
from game.authoring.frames import Frame, Plan, standing
from game.authoring.legs import FootPlace
from game.authoring.mannequin import SIDES
from game.authoring.shapes import ease, swing, through

IDLE_FEET = {"l": 6.3, "r": -5.2}
"""X of the ankles when standing [cm]."""
IDLE_APART = 10.0
"""Y of the ankles when standing [cm]."""
IDLE_TOES_OUT = 7.0
"""[deg]"""


def idle_feet() -> dict[str, FootPlace]:
    """Both feet flat, one a little ahead."""
    return {
        side: standing(IDLE_FEET[side], sign=sign, apart=IDLE_APART, yaw=IDLE_TOES_OUT)
        for side, sign in SIDES.items()
    }


def _arms(
    shoulder: tuple[float, float], elbow: float, away: float, hand: float = 8.0, twist: float = 0.0
) -> dict[str, Floats]:
    """Arms alike but for the pitch of the shoulders (left, right) [deg]."""
    turns: dict[str, Floats] = {}
    for (side, sign), pitch in zip(SIDES.items(), shoulder, strict=True):
        turns[f"upperarm_{side}"] = vector(pitch, twist * sign, -away * sign)
        turns[f"lowerarm_{side}"] = vector(elbow, 0, 0)
        turns[f"hand_{side}"] = vector(hand, 0, 0)
    return turns


def _spine(lean: float, *, curl: float = 0.0, gaze: float = 0.0) -> dict[str, Floats]:
    """The trunk leaning forward from the hips, curling on top of that, the head kept up by gaze [deg]."""
    return {
        "pelvis": vector(-0.4 * lean, 0, 0),
        "spine_01": vector(-0.3 * lean - 0.3 * curl, 0, 0),
        "spine_02": vector(-0.2 * lean - 0.4 * curl, 0, 0),
        "spine_03": vector(-0.1 * lean - 0.3 * curl, 0, 0),
        "neck_01": vector(0.5 * (lean + curl) + 0.4 * gaze, 0, 0),
        "head": vector(0.5 * (lean + curl) + 0.6 * gaze, 0, 0),
    }


def _idle_frame(phase: float) -> Frame:
    breath = swing(phase, peak=0.4)
    shift = swing(phase, peak=0.15)
    turns = _spine(2.0, curl=1.0 - 1.2 * breath)
    turns["pelvis"] = turns["pelvis"] + vector(0, 1.5, 0.5 * shift)
    turns["spine_02"] = turns["spine_02"] + vector(0, -1, -0.4 * shift)
    turns["head"] = turns["head"] + vector(0.6 * breath, 2.5 * shift, 0)
    turns |= _arms((-1.0 + 0.8 * breath, 2.0 + 0.8 * breath), 15.0 + 1.5 * breath, 8.5 + 0.8 * breath)
    for side, sign in SIDES.items():
        turns[f"clavicle_{side}"] = vector(0, 0, -1.0 * breath * sign)
    return Frame(vector(0, 0.6 * shift, 0.1 + 0.35 * breath), turns, idle_feet())


def _hanging(x: float, z: float, pitch: float, sign: float, apart: float = 8.0) -> FootPlace:
    return FootPlace(vector(x, apart * sign, z), pitch=pitch, ball_pitch=max(-0.3 * pitch, 0.0))


def _jump_frame(phase: float) -> Frame:
    """Off the toes, then one knee up."""
    tuck = ease(phase / 0.75)
    turns = _spine(5.0 + 3.0 * tuck, curl=2.0 + 3.0 * tuck, gaze=6.0)
    turns |= _arms((40 - 60 * tuck, 70 - 15 * tuck), 30 + 35 * tuck, 16 + 8 * tuck)
    return Frame(
        vector(1, 0, 1.0 - 2.0 * tuck),
        turns,
        {
            "l": _hanging(-8 + 24 * tuck, 13 + 28 * tuck, -38 + 18 * tuck, 1.0),
            "r": _hanging(-10 - 12 * tuck, 13 + 13 * tuck, -40 - 8 * tuck, -1.0),
        },
    )


def _fall_frame(phase: float) -> Frame:
    """Arms out for balance, legs feeling for the ground."""
    wave = swing(phase, peak=0.0)
    sway = swing(phase, peak=0.25)
    turns = _spine(6.0 + wave, curl=3.0, gaze=-6.0)
    turns |= _arms((28 + 8 * wave, 20 - 8 * wave), 34 + 5 * sway, 58 + 5 * wave)
    return Frame(
        vector(0, 0, -1),
        turns,
        {
            "l": _hanging(13 + 2 * wave, 22 + 2 * sway, -14 - 2 * sway, 1.0),
            "r": _hanging(-11 - 2 * wave, 17 - 2 * sway, -26 + 2 * sway, -1.0),
        },
    )


def _land_frame(phase: float) -> Frame:
    """Down into the knees and up again; the feet stay where they stand."""
    depth = through(((0.0, 0.35), (0.22, 1.0), (0.6, 0.35), (1.0, 0.0)), phase, slopes=(4.0, 0.0))
    late = through(((0.0, 0.2), (0.34, 1.0), (1.0, 0.0)), phase, slopes=(2.0, 0.0))
    turns = _spine(2.0 + 24.0 * depth, curl=1.0 + 10.0 * late, gaze=-4.0 * depth)
    turns |= _arms((-1.0 - 26 * depth, 2.0 - 20 * depth), 15.0 + 34 * late, 8.5 + 20 * depth)
    return Frame(vector(-5.0 * depth, 0, 0.1 - 21.0 * depth), turns, idle_feet())


def _both(value: float) -> Mapping[str, float]:
    return dict.fromkeys(SIDES, value)


def _strike_frame(phase: float) -> Frame:
    """A blow with the right hand from over the shoulder, the whole trunk behind it."""
    time = 0.5 * phase
    back = through(((0.0, 0.0), (0.11, 1.0), (0.2, -0.9), (0.27, -1.0), (0.5, 0.0)), time)
    drop = through(((0.0, 0.0), (0.12, 0.0), (0.2, 0.9), (0.27, 1.0), (0.5, 0.0)), time)
    raise_ = through(((0.0, 2.0), (0.11, 172.0), (0.15, 150.0), (0.21, 58.0), (0.28, 24.0), (0.5, 2.0)), time)
    elbow = through(((0.0, 15.0), (0.1, 88.0), (0.2, 16.0), (0.28, 10.0), (0.5, 15.0)), time)
    guard = through(((0.0, 0.0), (0.12, 1.0), (0.3, 0.5), (0.5, 0.0)), time)
    twist = -1.0 * back
    turns = {
        "spine_01": vector(-0.6 + 4 * back - 5 * drop, 9 * twist, 0),
        "spine_02": vector(-0.8 + 5 * back - 7 * drop, 12 * twist, 0),
        "spine_03": vector(-0.5 + 3 * back - 5 * drop, 10 * twist, 0),
        "neck_01": vector(1.5 - 5 * back + 6 * drop, -13 * twist, 0),
        "head": vector(1.5 - 5 * back + 7 * drop, -15 * twist, 0),
        "clavicle_r": vector(0, 8 * twist, 6 * guard),
        "upperarm_r": vector(raise_, 0, 8.5 + 8 * guard),
        "lowerarm_r": vector(elbow, 0, 0),
        "hand_r": vector(8 - 18 * drop, 0, 0),
        "clavicle_l": vector(0, 4 * twist, 0),
        "upperarm_l": vector(
            -1 + 34 * guard * (0.4 + 0.6 * max(back, 0.0)) - 30 * drop, 0, -8.5 - 12 * guard
        ),
        "lowerarm_l": vector(15 + 50 * guard, 0, 0),
        "hand_l": vector(8, 0, 0),
    }
    return Frame(vector(), turns)


def gestures() -> list[Plan]:
    """Idle, jump, fall, land and attack; the attack is for the upper body alone."""
    return [
        Plan("idle", 3.2, 16, _idle_frame, loop=True, contact=lambda _: _both(1.0)),
        Plan("jump", 0.36, 9, _jump_frame, contact=lambda _: _both(0.0)),
        Plan("fall", 0.8, 10, _fall_frame, loop=True, contact=lambda _: _both(0.0)),
        Plan("land", 0.36, 12, _land_frame, contact=lambda _: _both(1.0)),
        Plan("attack", 0.5, 25, _strike_frame, notifies=((0.12, "hit_begin"), (0.27, "hit_end"))),
    ]
