"""A clip as a row of frames, and the file it becomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from components.arrays import Floats, vector
from components.skeleton import ClipDefinition, TrackDefinition
from game.authoring.legs import FootPlace, leg_rotators
from game.authoring.mannequin import ANKLE, PELVIS, SIDES
from game.authoring.rounding import DECIMALS, rounded, rounded_rotator


@dataclass(slots=True)
class Frame:
    """How the body is at one moment."""

    pelvis: Floats = field(default_factory=vector)
    """Place of the pelvis, from its place in the reference pose [cm], shape [3]."""
    turns: dict[str, Floats] = field(default_factory=dict)
    """Rotators (pitch, yaw, roll) of bones in their parents' frames [deg]; "pelvis" among them."""
    feet: dict[str, FootPlace] = field(default_factory=dict)
    """Where the feet are, by side; empty for a clip of the upper body alone."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A clip as it is laid out."""

    name: str
    """What the animation system calls it."""
    duration: float
    """[s]"""
    key_count: int
    """Keys of a repetition; a clip that does not loop has one more, at its end."""
    frame: Callable[[float], Frame]
    """How the body is at a phase in [0, 1]."""
    loop: bool = False
    """Whether it repeats."""
    stride: float = 0.0
    """Way covered by one repetition [cm]."""
    contact: Callable[[float], Mapping[str, float]] | None = None
    """Whether each side's sole bears weight at a phase [1]."""
    notifies: tuple[tuple[float, str], ...] = ()
    """Moments (time [s], name)."""


def clip_of(plan: Plan) -> ClipDefinition:
    """The clip file of a plan: keys at even phases, solved and rounded."""
    phases = [key / plan.key_count for key in range(plan.key_count + (0 if plan.loop else 1))]
    frames = [plan.frame(phase) for phase in phases]
    times = [round(phase * plan.duration, DECIMALS) for phase in phases]
    rotations: dict[str, list[tuple[float, float, float, float]]] = {}
    places: list[tuple[float, float, float, float]] = []
    for time, frame in zip(times, frames, strict=True):
        for bone, turn in _all_turns(frame).items():
            pitch, yaw, roll = rounded_rotator(turn).tolist()
            rotations.setdefault(bone, []).append((time, pitch, yaw, roll))
        x, y, z = rounded(frame.pelvis + vector(0, 0, PELVIS)).tolist()
        places.append((time, x, y, z))
    tracks = {bone: TrackDefinition(rotation=_without_repeats(keys)) for bone, keys in rotations.items()}
    if "pelvis" in tracks:
        tracks["pelvis"] = TrackDefinition(tracks["pelvis"].rotation, _without_repeats(places))
    return ClipDefinition(
        name=plan.name,
        duration=plan.duration,
        loop=plan.loop,
        stride=plan.stride,
        tracks=tracks,
        curves=_contact_curves(plan, phases, times),
        notifies=plan.notifies,
    )


def standing(x: float = 0.0, *, sign: float, apart: float = 9.0, yaw: float = 0.0) -> FootPlace:
    """A foot flat on the ground, with its ankle at x [cm] and its toes turned out by yaw [deg]."""
    return FootPlace(vector(x, apart * sign, ANKLE), yaw=yaw * sign, knee_yaw=0.6 * yaw * sign)


def _all_turns(frame: Frame) -> dict[str, Floats]:
    turns = dict(frame.turns)
    pelvis = frame.pelvis + vector(0, 0, PELVIS)
    for side, foot in frame.feet.items():
        leg = leg_rotators(pelvis, turns.get("pelvis", vector()), SIDES[side], foot)
        turns |= {
            f"thigh_{side}": leg.thigh,
            f"calf_{side}": leg.calf,
            f"foot_{side}": leg.foot,
            f"ball_{side}": leg.ball,
        }
    return turns


def _without_repeats(
    keys: list[tuple[float, float, float, float]],
) -> tuple[tuple[float, float, float, float], ...]:
    """One key where all say the same."""
    return tuple(keys if any(key[1:] != keys[0][1:] for key in keys) else keys[:1])


def _contact_curves(
    plan: Plan, phases: list[float], times: list[float]
) -> dict[str, tuple[tuple[float, float], ...]]:
    if plan.contact is None:
        return {}
    curves: dict[str, tuple[tuple[float, float], ...]] = {}
    for side in SIDES:
        values = [round(plan.contact(phase)[side], DECIMALS) for phase in phases]
        keys = list(zip(times, values, strict=True))
        curves[f"contact_{side}"] = tuple(keys if len(set(values)) > 1 else keys[:1])
    return curves
