"""What the animation of one character does in a tick, said as plainly as numpy allows.

Dictionaries by name, one character, one bone after the other, numpy's own trigonometry: the answer that the
compiled path over all characters must give.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import esper
import numpy as np

from components.arrays import Flags, Floats
from components.attack import AttackState, MeleeAttack
from components.character import CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.skeleton import AnimationLibrary, ClipAsset, Skeleton, SkeletonAsset
from components.transform import Transform, Velocity

LAID_OVER = ("idle", "walk", "run", "jump", "fall", "land")
GAITS = ("walk", "run")


@dataclass
class OracleAnimator:
    """One character's animation and pose."""

    speed: float = 0.0
    grade: float = 0.0
    airborne: float = 0.0
    gait_phase: float = 0.0
    travelled: float = 0.0
    height: float | None = None
    idle_time: float = 0.0
    air_time: float = 0.0
    weights: dict[str, float] = field(default_factory=dict)
    overlay_time: float | None = None
    curves: dict[str, float] = field(default_factory=dict)
    landings: dict[str, Floats] = field(default_factory=dict)
    landing_times: dict[str, float] = field(default_factory=dict)
    landing_ways: dict[str, float] = field(default_factory=dict)
    came_down: list[str] = field(default_factory=list)
    pose: dict[str, Floats] = field(default_factory=dict)


def oracle_tick(own: OracleAnimator, entity: int, library: AnimationLibrary, dt: float) -> None:
    """Brings a character of the current world to this tick."""
    kind = esper.component_for_entity(entity, Skeleton).asset
    asset, clips = library.skeletons[kind], library.clips[kind]
    transform = esper.component_for_entity(entity, Transform)
    state = esper.try_component(entity, CharacterState)
    ground = esper.try_component(entity, GroundContact)
    root, turn = _root(entity, transform, state)
    rise = root[2] - (root[2] if own.height is None else own.height)
    own.height = root[2]
    way, level, upward, grounded, air, landed, impact = 0.0, 0.0, 0.0, True, 0.0, 0.0, 0.0
    if state and ground:
        velocity = esper.try_component(entity, Velocity) or Velocity()
        way = (state.travelled - own.travelled) * ground.normal[2]
        way = np.clip(way, 0, 3000 * dt) / transform.scale
        rise = (rise - ground.velocity[2] * dt) / transform.scale
        level, upward = velocity.linear[0] / transform.scale, velocity.linear[2]
        grounded, air, landed = ground.grounded, state.time_since_ground, state.time_on_ground
        impact, own.travelled = state.landing_speed, state.travelled
    else:
        rise = 0.0
    actual = way / dt if grounded and dt > 0 else abs(level)
    if way > 0:
        own.grade += (np.clip(rise if grounded else 0, -50, 50) - own.grade * way) / (way + 80)
    wanted = actual / (1 + 0.9 * abs(own.grade))
    own.speed = _toward(own.speed, wanted, dt * (14 if wanted > own.speed else 9))
    own.airborne = float(np.clip(own.airborne + (-dt if grounded else dt) / 0.15, 0, 1))
    own.idle_time += dt
    own.air_time = own.air_time if grounded else air
    times = {"idle": own.idle_time, "jump": own.air_time, "fall": own.air_time, "land": landed}

    gait = _gait(own.speed, clips)
    own.weights = _weights(own, clips, gait, upward, impact, landed, grounded=grounded)
    stride = sum(clips[name].stride * gait[name] for name in GAITS if name in clips)
    stride = max(stride, 0.35 * clips["walk"].stride if "walk" in clips else 0)
    if grounded and own.speed < 5:
        own.gait_phase = 0.18
    if stride > 0:
        own.gait_phase = (own.gait_phase + way / stride) % 1

    before = own.curves
    own.curves = _curves(own, clips, times)
    _foresee(own, clips, gait, stride, max(actual, 20), moving=grounded and own.speed > 20)
    feet = {f"foot_{name[8:]}": name for name in sorted(own.curves) if name.startswith("contact_")}
    came = [foot for foot, name in feet.items() if before.get(name, 1) < 0.5 <= own.curves[name]]
    own.came_down = [foot for foot in came if grounded and foot in asset.bones]
    _pose(own, entity, asset, clips, times)
    _place(own, asset, root, turn, transform.scale)


def _root(entity: int, transform: Transform, state: CharacterState | None) -> tuple[Floats, Floats]:
    capsule = esper.try_component(entity, CapsuleCollider)
    below = capsule.half_height * transform.scale if capsule else 0
    turn = transform.rotation
    if state:
        half = np.radians(state.yaw) / 2
        turn = np.array((0, 0, np.sin(half), np.cos(half)))
    return transform.position - (0, 0, below), turn


def _toward(current: float, target: float, share: float) -> float:
    if abs(target - current) < 1e-4:
        return target
    return current + (target - current) * min(max(share, 0), 1)


def _gait(speed: float, clips: Mapping[str, ClipAsset]) -> dict[str, float]:
    made_for = [clips[name].stride / clips[name].duration if name in clips else 0.0 for name in GAITS]
    if speed <= made_for[0]:
        share = speed / made_for[0] if made_for[0] > 0 else 0.0
        return {"idle": 1 - share, "walk": share, "run": 0.0}
    span = made_for[1] - made_for[0]
    share = min((speed - made_for[0]) / span, 1) if span > 0 else 0.0
    return {"idle": 0.0, "walk": 1 - share, "run": share}


def _weights(
    own: OracleAnimator,
    clips: Mapping[str, ClipAsset],
    gait: Mapping[str, float],
    upward: float,
    impact: float,
    landed: float,
    *,
    grounded: bool,
) -> dict[str, float]:
    up = np.clip((upward + 150) / 300, 0, 1)
    before = own.weights.get("jump", 0.0) + own.weights.get("fall", 0.0)
    if grounded and before > 0:
        up = own.weights["jump"] / before
    landing = 0.0
    if grounded and "land" in clips:
        strength = np.sqrt(np.clip((impact - 250) / 650, 0, 1))
        strength *= np.clip(2 * (1 - landed / clips["land"].duration), 0, 1)
        run = clips["run"].stride / clips["run"].duration if "run" in clips else 0
        landing = strength * (1 - 0.7 * np.clip(own.speed / run if run > 0 else 0, 0, 1))
    air = own.airborne**2 * (3 - 2 * own.airborne)
    weights = {name: share * (1 - air) * (1 - landing) for name, share in gait.items()}
    weights |= {"jump": up * air, "fall": (1 - up) * air}
    return weights | {"land": landing * (1 - air)}


def _phase(own: OracleAnimator, clip: ClipAsset, times: Mapping[str, float]) -> float:
    if clip.stride > 0:
        return own.gait_phase
    return _phase_in_time(clip, times.get(clip.name, 0.0))


def _phase_in_time(clip: ClipAsset, time: float) -> float:
    return time / clip.duration % 1 if clip.loop else float(np.clip(time / clip.duration, 0, 1))


def _curves(
    own: OracleAnimator, clips: Mapping[str, ClipAsset], times: Mapping[str, float]
) -> dict[str, float]:
    weights = dict(own.weights)
    steps = weights["walk"] + weights["run"]
    if steps > 0:
        given = weights["idle"] * min(steps / 0.2, 1)
        weights["idle"] -= given
        for name in GAITS:
            weights[name] += given * own.weights[name] / steps
    curves: dict[str, float] = {}
    for name, clip in clips.items():
        if weights.get(name, 0) > 0:
            phase = _phase(own, clip, times)
            for curve, values in clip.curves.items():
                value = np.interp(phase * (len(values) - 1), np.arange(len(values)), values)
                curves[curve] = curves.get(curve, 0.0) + weights[name] * value
    return curves


def _foresee(
    own: OracleAnimator,
    clips: Mapping[str, ClipAsset],
    gait: Mapping[str, float],
    stride: float,
    speed: float,
    *,
    moving: bool,
) -> None:
    own.landings, own.landing_times, own.landing_ways = {}, {}, {}
    for curve, contact in own.curves.items():
        foot = f"foot_{curve[8:]}"
        rows = [(clips[name].landings[foot], gait[name]) for name in GAITS if _lands(clips, gait, name, foot)]
        if moving and curve.startswith("contact_") and contact < 0.5 and rows:
            total = sum(share for _, share in rows)
            way = sum(((mark.phase - own.gait_phase) % 1) * stride * share / total for mark, share in rows)
            place = np.array((way, 0, 0)) + sum(mark.place * share for mark, share in rows)
            if "idle" in clips and foot in clips["idle"].stands:
                place += clips["idle"].stands[foot] * (1 - total)
            own.landings[foot], own.landing_ways[foot] = place, way
            own.landing_times[foot] = way / speed


def _lands(clips: Mapping[str, ClipAsset], gait: Mapping[str, float], name: str, foot: str) -> bool:
    return name in clips and foot in clips[name].landings and gait[name] > 0


def _pose(
    own: OracleAnimator,
    entity: int,
    asset: SkeletonAsset,
    clips: Mapping[str, ClipAsset],
    times: Mapping[str, float],
) -> None:
    places, turns = asset.translations.copy(), asset.rotations.copy()
    total = 0.0
    for name in LAID_OVER:
        if name in clips and own.weights[name] > 0:
            total += own.weights[name]
            every = np.ones(len(places), dtype=np.bool_)
            clip = clips[name]
            _lay_over(places, turns, clip, _phase(own, clip, times), own.weights[name] / total, every)
    own.overlay_time = _strike(entity, clips)
    if own.overlay_time is not None:
        clip, time = clips["attack"], own.overlay_time
        weight = np.clip(min(time / 0.06, (clip.duration - time) / 0.15), 0, 1)
        _lay_over(places, turns, clip, _phase_in_time(clip, time), weight, clip.animated)
    own.pose = {"local_translations": places, "local_rotations": turns}


def _strike(entity: int, clips: Mapping[str, ClipAsset]) -> float | None:
    attack, state = esper.try_component(entity, MeleeAttack), esper.try_component(entity, AttackState)
    if not attack or not state or state.time < 0 or "attack" not in clips:
        return None
    clip, struck = clips["attack"], attack.wind_up + attack.active
    moments = {name: time for time, name in clip.notifies}
    moments.setdefault("hit_begin", clip.duration * attack.wind_up / (struck + attack.recovery))
    moments.setdefault("hit_end", clip.duration * struck / (struck + attack.recovery))
    shown = (0, moments["hit_begin"], moments["hit_end"], clip.duration)
    return float(np.interp(state.time, (0, attack.wind_up, struck, struck + attack.recovery), shown))


def clip_pose(asset: SkeletonAsset, clip: ClipAsset, phase: float) -> tuple[Floats, Floats]:
    """Local translations [cm] and unit quaternions of a clip alone at a phase in [0, 1]."""
    places, turns = asset.translations.copy(), asset.rotations.copy()
    _lay_over(places, turns, clip, phase, 1.0, np.ones(len(places), dtype=np.bool_))
    return places, turns


def _lay_over(
    places: Floats, turns: Floats, clip: ClipAsset, phase: float, weight: float, bones: Flags
) -> None:
    position = phase * (len(clip.translations) - 1)
    first = min(int(position), len(clip.translations) - 2)
    share = position - first
    for bone in np.flatnonzero(bones):
        start, end = clip.translations[first : first + 2, bone]
        places[bone] += (start + (end - start) * share - places[bone]) * weight
        turn = _slerp(clip.rotations[first, bone], clip.rotations[first + 1, bone], share)
        turns[bone] = _slerp(turns[bone], turn, weight)


def _slerp(a: Floats, b: Floats, share: float) -> Floats:
    b = -b if a @ b < 0 else b
    sine = np.linalg.norm(b - a) / 2 * np.linalg.norm(a + b)
    angle = 2 * np.arctan2(np.linalg.norm(b - a), np.linalg.norm(a + b))
    if sine < 1e-6:
        mixed = a * (1 - share) + b * share
    else:
        mixed = (a * np.sin((1 - share) * angle) + b * np.sin(share * angle)) / sine
    return mixed / np.linalg.norm(mixed)


def _place(own: OracleAnimator, asset: SkeletonAsset, root: Floats, turn: Floats, scale: float) -> None:
    positions: list[Floats] = []
    rotations: list[Floats] = []
    for bone, parent in enumerate(asset.parents):
        place, rotation = own.pose["local_translations"][bone], own.pose["local_rotations"][bone]
        if parent >= 0:
            place = positions[parent] + _rotated(rotations[parent], place)
            rotation = _product(rotations[parent], rotation)
        positions.append(place)
        rotations.append(rotation)
    own.pose["positions_ws"] = np.array([root + _rotated(turn, place * scale) for place in positions])
    own.pose["rotations_ws"] = np.array([_product(turn, rotation) for rotation in rotations])
    own.pose["root_position_ws"], own.pose["root_rotation_ws"] = root, turn


def _rotated(turn: Floats, place: Floats) -> Floats:
    u, w = turn[:3], turn[3]
    rotated: Floats = place + 2 * w * np.cross(u, place) + 2 * np.cross(u, np.cross(u, place))
    return rotated


def _product(a: Floats, b: Floats) -> Floats:
    vector = a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])
    product: Floats = np.array((*vector, a[3] * b[3] - a[:3] @ b[:3]))
    return product / np.linalg.norm(product)
