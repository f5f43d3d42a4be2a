"""Settings of feet as kernels read them: a row a character, made anew when a field of a FootIK is set."""

import math
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats
from components.foot_ik import FootIK, JointTarget
from systems.collision.layers import layer_bits
from systems.foot_ik.crowd import SETTINGS_ALONE, Crowd
from systems.foot_ik.profile import Faults, decay_rate, rules_of, weights_of

SETTINGS = np.dtype(
    [
        ("trace_distance", np.float64),  # lengths [cm] are those of a character of scale 1, as in FootIK
        ("ankle_height", np.float64),
        ("heel", np.float64),
        ("toe", np.float64),
        ("max_step_up", np.float64),
        ("max_step_down", np.float64),
        ("edge_band", np.float64),  # 0 where small changes do not count as noise
        ("least_up", np.float64),  # least Z of the normal of ground that is stood on
        ("mask", np.int64),  # layers that can be ground
        ("tag", np.int64),  # row of the tags that ground must have one of, or -1
        ("through", np.bool_),  # whether the search goes on below what lacks the tag
        ("whole", np.bool_),  # whether heel and toe look for ground too
        ("judged", np.bool_),  # whether slope, height and a start inside rule ground out
        ("banded", np.bool_),  # whether small changes count as noise
        ("foresight", np.bool_),  # whether feet in the air go to where they will come down
        ("from_ankle", np.bool_),  # whether the search begins above the ankle
        ("to_sole", np.bool_),  # whether it ends a sole's height below it
        ("faithful", np.bool_),  # whether a seed is followed with its faults, outside of kernels
        ("planting", np.bool_),  # whether feet that bear weight stay where they are
        ("rate", np.float64),  # of all decays [1/s]
        ("pelvis_rule", np.int64),  # a PelvisRule
        ("offset", np.float64),
        ("max_drop", np.float64),
        ("max_raise", np.float64),
        ("height_band", np.float64),  # 0 where small changes do not count as noise
        ("angle_band", np.float64),  # cosine of the turn that is noise
        ("release_distance", np.float64),
        ("release_angle", np.float64),  # [deg]
        ("softness", np.float64),
        ("follow_knee", np.bool_),  # whether knees keep to their animated side
        ("raised", np.bool_),  # whether ankles stand higher over slopes and blends of clips are held down
    ],
    align=True,
)
"""What one character's FootIK and profile ask for."""


def settings_of(crowd: Crowd) -> NDArray[np.void]:
    """Settings of all characters, dtype SETTINGS, shape [character_count]; no tags yet."""
    known: dict[tuple[object, ...], tuple[float, ...]] = {}
    rows = []
    for member in crowd.members:
        asked = _ASKED(member.foot_ik)
        if asked not in known:
            known[asked] = settings_row(member.foot_ik)
        rows.append(known[asked])
    return np.array(rows, dtype=SETTINGS)


def weight_rows(crowd: Crowd) -> tuple[Floats, Floats]:
    """How much each foot goes to its place, and turns with its ground, as set, shape [foot_count] each."""
    places, turns = np.ones((2, int(crowd.pool.first_foot[-1])))
    for member, first in zip(crowd.members, crowd.pool.first_foot.tolist(), strict=False):
        count = len(member.foot_ik.feet)
        for column, weights in (
            (places, member.foot_ik.position_weights),
            (turns, member.foot_ik.rotation_weights),
        ):
            if weights:
                column[first : first + count] = weights_of(weights, count)
    return places, turns


_ASKED = attrgetter("profile", "layers", *SETTINGS_ALONE)


def settings_row(foot_ik: FootIK) -> tuple[float, ...]:
    """One character's row."""
    rules = rules_of(foot_ik)
    columns = {
        "trace_distance": foot_ik.trace_distance,
        "ankle_height": foot_ik.ankle_height,
        "heel": foot_ik.heel,
        "toe": foot_ik.toe,
        "max_step_up": foot_ik.max_step_up,
        "max_step_down": foot_ik.max_step_down,
        "edge_band": foot_ik.edge_band,
        "least_up": math.cos(math.radians(foot_ik.walkable_angle)),
        "mask": layer_bits(foot_ik.layers),
        "tag": -1,
        "through": foot_ik.see_through,
        "whole": rules.whole_sole,
        "judged": rules.judged,
        "banded": rules.banded,
        "foresight": rules.foresight,
        "from_ankle": rules.from_ankle,
        "to_sole": rules.faults is Faults.UNITY,
        "faithful": rules.faults is not Faults.NONE,
        "planting": rules.planting,
        "rate": decay_rate(foot_ik.interp_speed),
        "pelvis_rule": int(rules.pelvis),
        "offset": foot_ik.offset_distance,
        "max_drop": foot_ik.max_pelvis_drop,
        "max_raise": foot_ik.max_pelvis_raise,
        "height_band": foot_ik.height_band if rules.banded else 0.0,
        "angle_band": math.cos(math.radians(foot_ik.angle_band if rules.banded else 0.0)),
        "release_distance": foot_ik.release_distance,
        "release_angle": foot_ik.release_angle,
        "softness": rules.softness,
        "follow_knee": foot_ik.joint_target is JointTarget.KNEE,
        "raised": rules.faults is Faults.NONE,
    }
    return tuple(columns[name] for name in SETTINGS.names or ())
