"""Characters take their pose for this tick."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import esper
import numpy as np

from components.attack import AttackState, MeleeAttack
from components.character import CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.events import Footstep
from components.foot_ik import FootIK, IKData
from components.skeleton import AnimationLibrary, Animator, SkeletonAsset, SkeletonPose
from components.transform import Transform, Velocity
from components.world import Events
from systems.animation.blend import Clips, Motion, Plain, advance, feet_that_came_down, local_pose
from systems.animation.overlay import ATTACK, strike_time
from systems.animation.pool import place_poses, poses_in, poses_of_world
from systems.maths.rotation import core_rotator
from systems.query import resource

FASTEST = 3000.0
"""Speed beyond which way walked was a jump of numbers [cm/s]."""

Kind = TypeVar("Kind")


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with a Skeleton needs besides it; the pose takes its size on the first tick."""
    del components
    return SkeletonPose(), Animator()


class Animate(esper.Processor):
    """Poses every entity that has a skeleton, before its feet look for the ground."""

    def process(self, dt: float) -> None:
        """Advances all animations by one tick and tells of footsteps."""
        library = resource(AnimationLibrary)
        pool = poses_of_world()
        steps = []
        for row in np.flatnonzero(pool.animated).tolist():
            entity, rig = int(pool.entities[row]), pool.rigs[row]
            asset, clips = library.skeletons[rig.skeleton], library.clips.get(rig.skeleton, {})
            pose, animator = SkeletonPose(pool, row), Animator(pool, row)
            transform = esper.component_for_entity(entity, Transform)
            pool.scales[row] = transform.scale
            _place_root(entity, pose, transform)
            before = animator.curves
            plain = Plain.read(animator)
            motion = _read_motion(entity, plain, pose, transform.scale, dt)
            advance(plain, clips, motion, dt)
            _read_strike(entity, plain, clips)
            pose.local_translations[:], pose.local_rotations[:] = local_pose(plain, asset, clips)
            plain.write(pool, row)
            if motion.grounded:
                steps.append((entity, pose, asset, feet_that_came_down(before, animator.curves)))
        place_poses(poses_in(pool), np.flatnonzero(pool.animated))
        for entity, pose, asset, feet in steps:
            _tell_footsteps(entity, pose, asset, feet)


def _place_root(entity: int, pose: SkeletonPose, transform: Transform) -> None:
    """Component space begins at the capsule's bottom and looks where the character looks."""
    capsule = _try(entity, CapsuleCollider)
    state = _try(entity, CharacterState)
    below = capsule.half_height * transform.scale if capsule else 0.0
    pose.root_position_ws = transform.position - np.array((0.0, 0.0, below))
    if state:
        pose.root_rotation_ws = np.array(core_rotator(0.0, float(state.yaw), 0.0))
    else:
        pose.root_rotation_ws = transform.rotation.copy()


def _read_motion(entity: int, animator: Plain, pose: SkeletonPose, scale: float, dt: float) -> Motion:
    """How a character moved; without the components of one it stands still."""
    height = float(pose.root_position_ws[2])
    rise = height - (height if animator.height is None else animator.height)
    animator.height = height
    state, ground = _try(entity, CharacterState), _try(entity, GroundContact)
    if not state or not ground:
        return Motion()
    velocity = _try(entity, Velocity) or Velocity()
    way = (state.travelled - animator.travelled) * float(ground.normal[2])
    animator.travelled = state.travelled
    return Motion(
        way=min(max(way, 0.0), FASTEST * dt) / scale,
        rise=(rise - float(ground.velocity[2]) * dt) / scale,
        level_speed=float(velocity.linear[0]) / scale,
        vertical_speed=float(velocity.linear[2]),
        grounded=ground.grounded,
        time_since_ground=state.time_since_ground,
        time_on_ground=state.time_on_ground,
        landing_speed=state.landing_speed,
    )


def _read_strike(entity: int, animator: Plain, clips: Clips) -> None:
    attack, state = _try(entity, MeleeAttack), _try(entity, AttackState)
    animator.overlay, animator.overlay_time = "", 0.0
    if attack and state and state.time >= 0.0 and ATTACK in clips:
        animator.overlay, animator.overlay_time = ATTACK, strike_time(clips[ATTACK], attack, state)


def _tell_footsteps(entity: int, pose: SkeletonPose, asset: SkeletonAsset, feet: Iterable[str]) -> None:
    """Tells of steps, at the height of the ground last found under the foot, or else of the root."""
    foot_ik, data = _try(entity, FootIK), _try(entity, IKData)
    heights: dict[str, float] = {}
    if foot_ik and data and data.settled:
        heights = dict(zip(foot_ik.feet, data.ground_heights.tolist(), strict=True))
    for foot in feet:
        if foot in asset.bones:
            x, y = pose.positions_ws[asset.index(foot), :2]
            point = np.array((x, y, heights.get(foot, pose.root_position_ws[2])))
            resource(Events).items.append(Footstep(entity, foot, point))


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
