"""Why a foot is where it is: everything that was decided about it in the last tick."""

from dataclasses import dataclass, fields

import esper
import numpy as np

from components.arrays import Floats
from components.foot_ik import FootIK, FootTraces, IKData, Profile, Verdict
from components.skeleton import AnimationLibrary, Animator, Skeleton, SkeletonPose
from components.transform import Transform
from systems.foot_ik.contacts import foot_contacts
from systems.foot_ik.leg_bones import limbs_of
from systems.foot_ik.profile import decay_rate, rules_of, weights_of
from systems.query import resource


@dataclass(frozen=True, slots=True)
class FootExplanation:
    """What was decided about one foot."""

    foot: str
    """Its bone."""
    profile: Profile
    """Whose rules it follows."""
    verdict: Verdict
    """What its search for ground came to."""
    start: Floats
    """Where the search began [cm], shape [3]."""
    end: Floats
    """Where it would have ended [cm], shape [3]."""
    ground: float
    """World height of the ground under the ankle [cm]; NaN where there is none."""
    slope: float
    """Angle of the plane that the sole rests on [deg]; NaN where there is none."""
    raw: float
    """How far the foot is from that ground in the animation: ground - capsule's bottom + offset [cm]."""
    held: float
    """The same from the ground that it counts as, free of noise [cm]."""
    smoothed: float
    """The same as it is smoothed [cm]."""
    rate: float
    """Rate of the smoothing [1/s]."""
    contact: float
    """How much the animation has it bear weight [0, 1]."""
    position_weight: float
    """How much it goes to its ground [0, 1], as set."""
    rotation_weight: float
    """How much it turns with its ground [0, 1], as set and as it has taken hold."""
    pelvis: float
    """Offset of the pelvis [cm]."""
    offset: float
    """Offset of the foot on top of it [cm]."""
    pelvis_clamped: bool
    """Whether the pelvis would have gone farther down than `FootIK.max_pelvis_drop`."""
    locked: bool
    """Whether it is planted."""
    shuffle: float
    """Time left of the small step by which it catches up with its animation [s]; 0 where it takes none."""
    slide: float
    """How far its ball is from its animation [cm]."""
    twist: float
    """How far it is turned from its animation [deg]."""
    nudge: float
    """How far it would have to move to be clear of steps beside it [cm]."""
    reach: float
    """How much of its length the leg spans [1]."""
    reached: bool
    """Whether the ankle came to its place."""

    def __str__(self) -> str:
        """One line a value."""
        return "\n".join(
            f"{item.name.replace('_', ' '):<16} {_told(getattr(self, item.name))}" for item in fields(self)
        )


def _told(value: object) -> str:
    match value:
        case Verdict():
            return value.name.lower().replace("_", " ")
        case bool() | np.bool_():
            return "yes" if value else "no"
        case float():
            return f"{value:.3f}"
        case np.ndarray():
            return " ".join(f"{number:.2f}" for number in value)
        case _:
            return str(value)


def explain(entity: int, foot: str) -> FootExplanation:
    """Why a foot of an entity of the current world is where it is.

    Args:
        entity: A character with FootIK that has been through a tick.
        foot: One of `FootIK.feet`.

    Raises:
        KeyError: The entity has no feet.
        ValueError: It has no such foot, or has not been through a tick.
    """
    foot_ik, data = esper.component_for_entity(entity, FootIK), esper.component_for_entity(entity, IKData)
    traces = esper.component_for_entity(entity, FootTraces)
    if foot not in foot_ik.feet:
        raise ValueError(f"no foot {foot!r}; there are {', '.join(foot_ik.feet)}")
    row = foot_ik.feet.index(foot)
    if len(data.weights) <= row:
        raise ValueError("the feet have not been through a tick yet")
    pose = esper.component_for_entity(entity, SkeletonPose)
    scale = esper.component_for_entity(entity, Transform).scale
    bottom, offset = float(pose.root_position_ws[2]), foot_ik.offset_distance * scale
    hit, normal = bool(traces.hit[row]), traces.normal[row]
    ground = float(traces.point[row, 2]) if hit else np.nan
    rules, count = rules_of(foot_ik), len(foot_ik.feet)
    return FootExplanation(
        foot=foot,
        profile=foot_ik.profile,
        verdict=Verdict(int(traces.verdict[row])),
        start=traces.start[row].copy(),
        end=traces.end[row].copy(),
        ground=ground,
        slope=float(np.degrees(np.arccos(min(float(normal[2]), 1.0)))) if hit else np.nan,
        raw=ground - bottom + offset,
        held=float(data.held_heights[row]) - bottom + offset,
        smoothed=float(data.ground_heights[row]) - bottom + offset,
        rate=decay_rate(foot_ik.interp_speed),
        contact=float(foot_contacts(esper.try_component(entity, Animator), foot_ik.feet)[row]),
        position_weight=weights_of(foot_ik.position_weights, count)[row],
        rotation_weight=weights_of(foot_ik.rotation_weights, count)[row] * float(data.weights[row]),
        pelvis=float(data.pelvis_distance),
        offset=float(data.foot_distances[row]),
        pelvis_clamped=rules.pelvis.name == "REACH"
        and data.wanted_pelvis <= offset - foot_ik.max_pelvis_drop * scale,
        locked=bool(data.locked[row]),
        shuffle=float(data.shuffle_times[row]),
        slide=float(np.hypot(*data.slides[row])),
        twist=float(data.twists[row]),
        nudge=float(np.hypot(*traces.nudge[row])),
        reach=_reach(entity, pose, foot_ik, row, scale),
        reached=bool(data.reached[row]),
    )


def _reach(entity: int, pose: SkeletonPose, foot_ik: FootIK, row: int, scale: float) -> float:
    skeleton = esper.component_for_entity(entity, Skeleton)
    limbs = limbs_of(resource(AnimationLibrary).skeletons[skeleton.asset], foot_ik.feet)
    way = pose.positions_ws[limbs.ends[row]] - pose.positions_ws[limbs.roots[row]]
    return float(np.sqrt(way @ way) / (limbs.lengths[row] * scale))
